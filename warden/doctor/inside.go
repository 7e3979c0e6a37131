package doctor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/unotify"
)

// VictimName is argv[0] of the processes that try something out on themselves.
const VictimName = "varek-doctor-victim"

// Main runs such a process when argv[0] names one. A command calls it first
// thing in main.
func Main(args []string) (handled bool, code int) {
	if len(args) < 2 || args[0] != VictimName {
		return false, 0
	}
	runtime.LockOSThread() // what is tried binds this thread
	if err := suffer(args[1], args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return true, 1
	}
	return true, 0
}

func suffer(name string, args []string) error {
	if err := floor.NoNewPrivileges(); err != nil {
		return err
	}
	switch {
	case name == "number":
		return filtered(foreignNumber)
	case name == "gate":
		return filtered(throughForeignGate)
	case name == "open":
		return openSupervised()
	case name == "landlock" && len(args) == 1:
		return confined(args[0])
	case name == "execute" && len(args) == 1:
		return unix.Exec(args[0], args, nil)
	case name == "signal" && len(args) == 1:
		return signalOutside(args[0])
	}
	return fmt.Errorf("no trial is called %q", name)
}

func load() (fd int, killable bool, err error) {
	program, err := io.ReadAll(os.Stdin)
	if err != nil {
		return -1, false, err
	}
	return unotify.Install(program)
}

// filtered makes a call under the filter.
func filtered(call func() error) error {
	if _, _, err := load(); err != nil {
		return err
	}
	return call()
}

const (
	nowhere = "/varek-doctor/nowhere" // does not exist; its open is answered
	handed  = "handed over"
)

// openSupervised says where its listener is and opens a file that does not
// exist; from the load on it makes no call that would be notified.
func openSupervised() error {
	fd, killable, err := load()
	if err != nil {
		return err
	}
	var hand [8]byte
	binary.LittleEndian.PutUint32(hand[:], uint32(fd))
	if killable {
		hand[4] = 1
	}
	if _, err := unix.Write(3, hand[:]); err != nil {
		return err
	}
	got, err := unix.Open(nowhere, unix.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("the supervised open failed: %w", err)
	}
	buf := make([]byte, 64)
	n, err := unix.Read(got, buf)
	if err != nil || string(buf[:n]) != handed {
		return fmt.Errorf("the injected descriptor gave %q (%v)", buf[:max(n, 0)], err)
	}
	return nil
}

// confined enters a domain that holds dir/in and not dir/out.
func confined(dir string) error {
	r, err := floor.Restrict(floor.Domain{Files: true, Read: []string{filepath.Join(dir, "in")},
		Connect: floor.Ports{All: true}, Bind: floor.Ports{All: true}})
	if err != nil {
		return err
	}
	if !r.Files {
		return errors.New("this kernel has no Landlock")
	}
	if err := tryOpen(filepath.Join(dir, "in", "file")); err != nil {
		return fmt.Errorf("an open inside the domain fails: %w", err)
	}
	if err := tryOpen(filepath.Join(dir, "out", "file")); !errors.Is(err, unix.EACCES) {
		return fmt.Errorf("an open outside the domain is not refused (%v)", err)
	}
	return nil
}

func tryOpen(path string) error {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func signalOutside(pid string) error {
	number, err := strconv.Atoi(pid)
	if err != nil {
		return err
	}
	if err := unix.Kill(number, 0); err != nil {
		return fmt.Errorf("before the domain: %w", err)
	}
	scoped, err := floor.RestrictSignals()
	if err != nil {
		return err
	}
	if !scoped {
		return errors.New("this kernel's Landlock has no signal scope")
	}
	if err := unix.Kill(number, 0); !errors.Is(err, unix.EPERM) {
		return fmt.Errorf("a process outside can be signalled (%v)", err)
	}
	return nil
}
