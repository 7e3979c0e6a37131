package launch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/unotify"
)

// Handover is what the shim says when its filter is on: the number of the
// listener in its own table, which the supervisor fetches by pidfd.
type Handover struct {
	Listener int
	Killable bool
}

// ReadHandover receives it.
func ReadHandover(control Raw) (Handover, error) {
	var b [8]byte
	if _, err := readFull(control, b[:]); err != nil {
		return Handover{}, fmt.Errorf("waiting for the listener: %w", err)
	}
	h := Handover{Listener: int(int32(binary.LittleEndian.Uint32(b[:]))), Killable: b[4] == 1}
	if h.Listener < 0 {
		return h, fmt.Errorf("%w: loading the filter: %w", unotify.ErrUnsupported, unix.Errno(-h.Listener))
	}
	return h, nil
}

// ReadExec waits until the agent's program runs. An errno says why it does not.
func ReadExec(control Raw) (unix.Errno, error) {
	var b [4]byte
	n, err := readFull(control, b[:])
	if n == 0 {
		return 0, nil // closed by the exec
	}
	if err != nil {
		return 0, fmt.Errorf("waiting for the program to start: %w", err)
	}
	return unix.Errno(binary.LittleEndian.Uint32(b[:])), nil
}

func readFull(r Raw, b []byte) (int, error) {
	done := 0
	for done < len(b) {
		n, err := r.Read(b[done:])
		if err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// Shim becomes the agent. It returns only when it cannot.
func Shim() int {
	runtime.LockOSThread() // layers, filter and exec belong to this thread
	control := Raw(Control)
	var order ShimOrder
	if err := Read(control, &order); err != nil {
		fmt.Fprintln(os.Stderr, "varek: shim:", err)
		return 125
	}
	layer, err := prepare(order)
	report := ShimReport{SignalLayer: layer}
	if err != nil {
		report.Fault = err.Error()
	}
	if err := Write(control, report); err != nil || report.Fault != "" {
		return 125
	}
	if !proceed(control) {
		return 125
	}
	return become(control, order)
}

// prepare does all that must precede the filter.
func prepare(order ShimOrder) (layer bool, err error) {
	if err := unix.Chdir(order.Dir); err != nil {
		return false, fmt.Errorf("entering %s: %w", order.Dir, err)
	}
	if err := floor.NoNewPrivileges(); err != nil {
		return false, err
	}
	if layer, err = floor.RestrictSignals(); err != nil {
		return layer, err
	}
	if err := floor.CloseAbove(2); err != nil {
		return layer, err
	}
	return layer, floor.Limit(order.Limits)
}

// proceed waits for one byte from the supervisor.
func proceed(control Raw) bool {
	var b [1]byte
	n, err := control.Read(b[:])
	return err == nil && n == 1
}

// become loads the filter and executes the program. Between the two only read
// and write are called, on the control socket, and neither is notified.
func become(control Raw, order ShimOrder) int {
	fd, killable, err := unotify.Install(order.Filter)
	var b [8]byte
	if err != nil {
		var e unix.Errno
		if !errors.As(err, &e) {
			e = unix.EINVAL
		}
		fd = -int(e)
	}
	binary.LittleEndian.PutUint32(b[:], uint32(int32(fd)))
	if killable {
		b[4] = 1
	}
	if _, werr := control.Write(b[:]); werr != nil || err != nil {
		return 125
	}
	if !proceed(control) {
		return 125
	}
	err = syscall.Exec(order.Path, order.Argv, order.Env)
	var e unix.Errno
	if !errors.As(err, &e) {
		e = unix.EIO
	}
	binary.LittleEndian.PutUint32(b[:], uint32(e))
	if _, err := control.Write(b[:4]); err != nil {
		return 125
	}
	if errors.Is(e, unix.ENOENT) {
		return 127
	}
	return 126
}
