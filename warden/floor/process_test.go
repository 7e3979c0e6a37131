package floor

import (
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// descriptorsVictim opens descriptors that survive an exec, then closes them
// the way the shim does.
func descriptorsVictim() error {
	for i := 0; i < 3; i++ {
		if _, err := unix.Open("/etc/passwd", unix.O_RDONLY, 0); err != nil {
			return err
		}
	}
	if err := CloseAbove(2); err != nil {
		return err
	}
	return syscall.Exec("/bin/sh", []string{"sh", "-c", "for f in 0 1 2 3 4 5 6 7 8 9; do test -e /proc/$$/fd/$f && echo fd$f=ok; done; true"}, nil)
}

func TestCloseAbove(t *testing.T) {
	got := run(t, command(t, os.Getuid(), "descriptors"))
	for fd := range got {
		if fd != "fd0" && fd != "fd1" && fd != "fd2" {
			t.Errorf("descriptor %s survived: %v", fd, got)
		}
	}
	if got["fd1"] != "ok" {
		t.Errorf("descriptors of the victim: %v", got)
	}
}
