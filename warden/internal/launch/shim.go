package launch

import (
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/unotify"
)

// ShimName is the argv[0] under which package shim takes over a process that
// links it, before main and before the Go runtime.
const ShimName = "varek-shim"

// Steps of the shim, as its report numbers them (shim/shim.c).
const (
	stepDone = iota
	stepMessage
	stepDirectory
	stepPrivileges
	stepSignals
	stepDescriptors
	stepLimits = 16 // and the number of the resource
)

// ShimOrder is what the shim is told.
type ShimOrder struct {
	Path   string
	Argv   []string
	Env    []string
	Dir    string
	Filter []byte // struct sock_filter, 8 bytes each
	Limits floor.Limits
}

// encode writes the message that shim.c reads, numbers in native byte order:
// its length u32; then u32 limits with (u32 resource, u64 value) each; u32
// length of the filter and the filter; u32 arguments, u32 variables; and, each
// ended by a zero byte, directory, path, arguments, variables.
func (o ShimOrder) encode() ([]byte, error) {
	b := binary.NativeEndian.AppendUint32(nil, 0)
	limits := o.Limits.Lowered()
	b = binary.NativeEndian.AppendUint32(b, uint32(len(limits)))
	for _, l := range limits {
		b = binary.NativeEndian.AppendUint32(b, uint32(l.Resource))
		b = binary.NativeEndian.AppendUint64(b, l.Value)
	}
	b = binary.NativeEndian.AppendUint32(b, uint32(len(o.Filter)))
	b = append(b, o.Filter...)
	b = binary.NativeEndian.AppendUint32(b, uint32(len(o.Argv)))
	b = binary.NativeEndian.AppendUint32(b, uint32(len(o.Env)))
	for _, list := range [][]string{{o.Dir, o.Path}, o.Argv, o.Env} {
		for _, s := range list {
			if strings.IndexByte(s, 0) >= 0 {
				return nil, fmt.Errorf("%q holds a zero byte: %w", s, unix.EINVAL)
			}
			b = append(append(b, s...), 0)
		}
	}
	if len(b)-4 > maxMessage {
		return nil, fmt.Errorf("the command line and environment take %d bytes: %w", len(b), unix.E2BIG)
	}
	binary.NativeEndian.PutUint32(b, uint32(len(b)-4))
	return b, nil
}

// Instruct sends the order.
func (o ShimOrder) Instruct(shim Raw) error {
	b, err := o.encode()
	if err != nil {
		return err
	}
	_, err = shim.Write(b)
	return err
}

// ShimReport is the shim's first answer, before the filter; Fault is empty when
// it stands ready.
type ShimReport struct {
	PID         int // as this process sees it
	SignalLayer bool
	Fault       string
}

// Report receives it. The socket must have SO_PASSCRED.
func (o ShimOrder) Report(shim Raw) (r ShimReport, err error) {
	var b [12]byte
	if r.PID, err = readSender(shim, b[:]); err != nil {
		return r, err
	}
	step, errno := binary.NativeEndian.Uint32(b[:]), unix.Errno(binary.NativeEndian.Uint32(b[4:]))
	r.SignalLayer = b[8] == 1
	if step != stepDone {
		r.Fault = fmt.Sprintf("%s: %v", o.step(step), errno)
	}
	return r, nil
}

// step words what failed.
func (o ShimOrder) step(step uint32) string {
	switch step {
	case stepMessage:
		return "reading its orders"
	case stepDirectory:
		return "entering " + o.Dir
	case stepPrivileges:
		return "no_new_privs"
	case stepSignals:
		return "landlock: the signal scope"
	case stepDescriptors:
		return "marking descriptors"
	}
	for _, l := range o.Limits.Lowered() {
		if step == stepLimits+uint32(l.Resource) {
			return fmt.Sprintf("setting limit %s to %d", l.Name, l.Value)
		}
	}
	return fmt.Sprintf("step %d", step)
}

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
	h := Handover{Listener: int(int32(binary.NativeEndian.Uint32(b[:]))), Killable: b[4] == 1}
	if h.Listener < 0 {
		return h, unotify.InstallError(unix.Errno(-h.Listener))
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
	return unix.Errno(binary.NativeEndian.Uint32(b[:])), nil
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
