package floor

import (
	"bytes"
	"fmt"
	"os"
	"strings"
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

func limitsVictim() error {
	if err := NoNewPrivileges(); err != nil {
		return err
	}
	if err := Limit(Limits{OpenFiles: 77, FileSize: 1 << 20, CPUSeconds: 55}); err != nil {
		return err
	}
	return syscall.Exec("/bin/cat", []string{"cat", "/proc/self/limits", "/proc/self/status"}, nil)
}

func TestLimits(t *testing.T) {
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			cmd := command(t, uid, "limits")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, &out)
			}
			limits := map[string]string{}
			for _, line := range strings.Split(out.String(), "\n") {
				if f := strings.Fields(line); len(f) > 4 {
					limits[strings.Join(f[:len(f)-3], " ")] = fmt.Sprint(f[len(f)-3:])
				}
			}
			for _, want := range []string{"Max core file size 0 0", "Max open files 77 77", "Max file size 1048576 1048576", "Max cpu time 55 55", "NoNewPrivs: 1"} {
				if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
					t.Errorf("%q is missing in\n%s", want, &out)
				}
			}
		})
	}
}

// A limit above the hard limit is held to it.
func TestLimitIsNeverRaised(t *testing.T) {
	var before, after syscall.Rlimit
	if err := syscall.Getrlimit(unix.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	if err := Limit(Limits{OpenFiles: before.Max + 1000}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Getrlimit(unix.RLIMIT_NOFILE, &after); err != nil || after.Max > before.Max {
		t.Errorf("hard limit went from %d to %d (%v)", before.Max, after.Max, err)
	}
}
