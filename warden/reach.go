package warden

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
)

// established waits until a connect that is under way is over, and only as long
// as its caller lives: a connect without Try then gives the result at once, and
// leaves the socket as the first would have. What cannot be polled (a unix
// socket whose queue is full) is left to that connect.
func (c *call) established(r *emulator.Request) unix.Errno {
	if r.Op != emulator.Connect {
		return 0
	}
	sk := r.FDs[0]
	deadline := sendDeadline(sk) // SO_SNDTIMEO bounds a connect too
	for c.s.listener.Valid(c.n.ID) {
		if !deadline.IsZero() && !time.Now().Before(deadline) {
			return unix.EINPROGRESS
		}
		p := []unix.PollFd{{Fd: int32(sk), Events: unix.POLLOUT}}
		if n, err := unix.Poll(p, int(step.Milliseconds())); n > 0 && err == nil {
			return 0
		}
	}
	return unix.EINTR
}

// socketOption reads a number at SOL_SOCKET. It never waits, and so is made
// without telling the scheduler.
func socketOption(sk, name int) (int, unix.Errno) {
	var v int32
	size := uint32(unsafe.Sizeof(v))
	_, _, e := unix.RawSyscall6(unix.SYS_GETSOCKOPT, uintptr(sk), unix.SOL_SOCKET, uintptr(name), uintptr(unsafe.Pointer(&v)), uintptr(unsafe.Pointer(&size)), 0)
	return int(v), e
}
