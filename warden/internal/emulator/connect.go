package emulator

import "golang.org/x/sys/unix"

// connect connects a socket. With try it does not wait, so that the many
// connects that are over at once (loopback, datagrams, refusals) need no thread
// of their own.
func connect(fd int, addr []byte, try bool) error {
	if !try {
		return addressed(unix.SYS_CONNECT, fd, addr)
	}
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil {
		return err
	}
	if flags&unix.O_NONBLOCK != 0 || datagram(fd) {
		return addressed(unix.SYS_CONNECT, fd, addr)
	}
	// The flag is shared with the caller's descriptor. Nobody else has a use for
	// a stream socket that is not connected yet, and it is set for a moment.
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags|unix.O_NONBLOCK); err != nil {
		return err
	}
	err = addressed(unix.SYS_CONNECT, fd, addr)
	if err == unix.EINPROGRESS {
		// Over loopback the answer is there as soon as the first call lets the
		// socket go; a second one sees it.
		err = addressed(unix.SYS_CONNECT, fd, addr)
	}
	if _, e := unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags); e != nil {
		return e
	}
	switch err {
	case unix.EINPROGRESS, unix.EALREADY, unix.EAGAIN: // EAGAIN: a unix socket whose queue is full
		return Waits
	}
	return err
}

// datagram reports whether the socket's connect never waits.
func datagram(fd int) bool {
	kind, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE)
	return err == nil && kind == unix.SOCK_DGRAM
}
