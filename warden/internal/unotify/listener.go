package unotify

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Notification is one system call that waits for an answer
// (struct seccomp_notif). PID is a thread id in the reader's PID namespace; 0
// when the caller is not visible there.
type Notification struct {
	ID    uint64
	PID   uint32
	Flags uint32
	NR    int32
	Arch  uint32
	IP    uint64
	Args  [6]uint64
}

type response struct {
	id    uint64
	val   int64
	err   int32
	flags uint32
}

type addfd struct {
	id         uint64
	flags      uint32
	srcFD      uint32
	newFD      uint32
	newFDFlags uint32
}

// The listener's errors. ErrGone: the caller died or was interrupted. ErrEnded:
// no task is left under the filter. ErrUnsupported: this kernel or this
// process cannot be supervised.
var (
	ErrGone        = errors.New("the caller is gone")
	ErrEnded       = errors.New("no task is left under the filter")
	ErrUnsupported = errors.New("seccomp user notification is not usable here")
)

// Listener answers the notifications of one filter. Its methods may be called
// from several threads at once.
type Listener struct{ fd int }

// NewListener takes over the listener descriptor fd and checks that the
// kernel's structures have the sizes this package was written for.
func NewListener(fd int) (*Listener, error) {
	var sizes struct{ notif, resp, data uint16 }
	if _, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_NOTIF_SIZES, 0, uintptr(unsafe.Pointer(&sizes))); e != 0 {
		return nil, fmt.Errorf("%w: asking for the notification sizes: %w", ErrUnsupported, e)
	}
	if int(sizes.notif) != int(unsafe.Sizeof(Notification{})) || int(sizes.resp) != int(unsafe.Sizeof(response{})) {
		return nil, fmt.Errorf("%w: notifications have %d and %d bytes, %d and %d are understood", ErrUnsupported,
			sizes.notif, sizes.resp, unsafe.Sizeof(Notification{}), unsafe.Sizeof(response{}))
	}
	return &Listener{fd: fd}, nil
}

// WakeSync asks the kernel to hand the processor straight to the other side
// (Linux 6.6); without it everything works, slower on some machines.
func (l *Listener) WakeSync() error {
	if _, _, e := unix.RawSyscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_SET_FLAGS, unix.SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP); e != 0 {
		return e
	}
	return nil
}

// Close releases the descriptor. Callers that still wait get ENOSYS.
func (l *Listener) Close() error { return unix.Close(l.fd) }

// Receive waits for the next notification. It must not hold up the garbage
// collector, hence a plain Syscall. ErrEnded ends the loop; a caller that died
// in between is skipped.
func (l *Listener) Receive(n *Notification) error {
	for {
		*n = Notification{} // the kernel insists on zeroes
		_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(n)))
		switch e {
		case 0:
			return nil
		case unix.EINTR:
		case unix.ENOENT:
			if l.ended(0) {
				return ErrEnded
			}
		default:
			return fmt.Errorf("receiving a notification: %w", e)
		}
	}
}

// Await waits up to the time-out in milliseconds (negative: for ever) for a
// notification. It serves kernels before 6.11, where Receive may sleep on
// after the last task has died.
func (l *Listener) Await(timeout int) error {
	if l.ended(timeout) {
		return ErrEnded
	}
	return nil
}

func (l *Listener) ended(timeout int) bool {
	p := []unix.PollFd{{Fd: int32(l.fd), Events: unix.POLLIN}}
	if _, err := unix.Poll(p, timeout); err != nil {
		return false
	}
	return p[0].Revents&(unix.POLLHUP|unix.POLLNVAL) != 0
}

// Valid reports whether the notification still waits. What was looked up under
// /proc by its thread id before is about the caller only if it does.
func (l *Listener) Valid(id uint64) bool {
	_, _, e := unix.RawSyscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_ID_VALID, uintptr(unsafe.Pointer(&id)))
	return e == 0
}

// Answer lets the call return val, or -1 with errno when that is not 0.
func (l *Listener) Answer(id uint64, val int64, errno unix.Errno) error {
	return l.send(&response{id: id, val: val, err: -int32(errno)})
}

// Continue lets the kernel perform the call, with arguments that may have
// changed since they were read.
func (l *Listener) Continue(id uint64) error {
	return l.send(&response{id: id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE})
}

func (l *Listener) send(r *response) error {
	switch _, _, e := unix.RawSyscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(r))); e {
	case 0:
		return nil
	case unix.ENOENT:
		return ErrGone
	default:
		return fmt.Errorf("answering a notification: %w", e)
	}
}

// ErrFull is Inject's answer when the caller's descriptor table has no room;
// the notification still waits.
var ErrFull = errors.New("the caller cannot take another descriptor")

// Inject installs a copy of fd in the caller and lets the call return its
// number, in one step (ADDFD with SEND).
func (l *Listener) Inject(id uint64, fd int, cloexec bool) error {
	a := addfd{id: id, flags: unix.SECCOMP_ADDFD_FLAG_SEND, srcFD: uint32(fd)}
	if cloexec {
		a.newFDFlags = unix.O_CLOEXEC
	}
	_, err := l.install(&a)
	return err
}

// Hand installs fd in the caller, closes our own copy, and only then lets the
// call return. With Inject the caller can come to close its descriptor while
// ours still keeps the file open for writing (ETXTBSY) or locked. fd is closed
// in any case.
func (l *Listener) Hand(id uint64, fd int, cloexec bool) error {
	a := addfd{id: id, srcFD: uint32(fd)}
	if cloexec {
		a.newFDFlags = unix.O_CLOEXEC
	}
	number, err := l.install(&a)
	unix.Close(fd)
	if err != nil {
		return err
	}
	return l.Answer(id, int64(number), 0)
}

func (l *Listener) install(a *addfd) (int, error) {
	n, _, e := unix.RawSyscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_ADDFD, uintptr(unsafe.Pointer(a)))
	switch e {
	case 0:
		return int(n), nil
	case unix.ENOENT:
		return -1, ErrGone
	case unix.EMFILE:
		return -1, ErrFull
	default:
		return -1, fmt.Errorf("injecting a descriptor: %w", e)
	}
}
