package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// socket is a blocking TCP socket. Package net would start its resolver's
// tables, the poller and further threads with a process that sends one message.
type socket struct {
	using sync.RWMutex // held for reading inside a call, for writing to close
	fd    int          // -1 once closed; written under using
	end   time.Time    // when Read gives up; zero: never
}

// step is how long a connect waits between two looks at the caller's context.
const step = 50 * time.Millisecond

// open connects to host:port, where host is an address of this machine or
// localhost.
func open(ctx context.Context, addr string) (stream, error) {
	family, sa, err := address(addr)
	if err != nil {
		return nil, err
	}
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	if err := establish(ctx, fd, sa); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("dial tcp %s: %w", addr, err)
	}
	return &socket{fd: fd}, nil
}

func establish(ctx context.Context, fd int, sa unix.Sockaddr) error {
	if err := unix.Connect(fd, sa); err != nil && !errors.Is(err, unix.EINPROGRESS) && !errors.Is(err, unix.EINTR) {
		return os.NewSyscallError("connect", err)
	}
	for {
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		n, err := unix.Poll(p, int(step.Milliseconds()))
		if err != nil && !errors.Is(err, unix.EINTR) {
			return os.NewSyscallError("poll", err)
		}
		if n > 0 {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	code, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
	if err == nil && code != 0 {
		err = unix.Errno(code)
	}
	if err != nil {
		return os.NewSyscallError("connect", err)
	}
	// A server that takes no byte for this long counts as lost.
	late := unix.NsecToTimeval(stuck.Nanoseconds())
	return os.NewSyscallError("setsockopt", errors.Join(unix.SetNonblock(fd, false),
		unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1),
		unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &late)))
}

func (s *socket) Read(b []byte) (int, error) {
	s.using.RLock()
	defer s.using.RUnlock()
	for {
		if err := s.limit(); err != nil {
			return 0, err
		}
		n, err := syscall.Read(s.fd, b) // it orders memory for the race detector as package net does
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN): // only where there is an end
			return 0, os.ErrDeadlineExceeded
		case err != nil:
			return 0, os.NewSyscallError("read", err)
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

func (s *socket) Until(end time.Time) { s.end = end }

// limit lets the next read wait until the end and no longer.
func (s *socket) limit() error {
	if s.end.IsZero() {
		return nil
	}
	left := time.Until(s.end)
	if left <= 0 {
		return os.ErrDeadlineExceeded
	}
	tv := unix.NsecToTimeval(max(left, time.Millisecond).Nanoseconds())
	return os.NewSyscallError("setsockopt", unix.SetsockoptTimeval(s.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &tv))
}

func (s *socket) Write(b []byte) (int, error) {
	s.using.RLock()
	defer s.using.RUnlock()
	done := 0
	for done < len(b) {
		n, err := syscall.Write(s.fd, b[done:])
		if err != nil && !errors.Is(err, unix.EINTR) {
			return done, os.NewSyscallError("write", err)
		}
		done += max(n, 0)
	}
	return done, nil
}

func (s *socket) Interrupt() {
	s.using.RLock()
	defer s.using.RUnlock()
	// It fails only where the other side has ended the connection already.
	_ = unix.Shutdown(s.fd, unix.SHUT_RDWR)
}

func (s *socket) Close() error {
	s.Interrupt() // so that nobody stays inside
	s.using.Lock()
	defer s.using.Unlock()
	fd := s.fd
	if s.fd = -1; fd < 0 {
		return os.ErrClosed
	}
	return unix.Close(fd)
}

// address reads host:port.
func address(addr string) (family int, sa unix.Sockaddr, err error) {
	refuse := func() (int, unix.Sockaddr, error) {
		return 0, nil, fmt.Errorf("%w: %q, want an address in numbers, or localhost, and a port", ErrURL, addr)
	}
	i := strings.LastIndexByte(addr, ':')
	port, err := strconv.ParseUint(addr[i+1:], 10, 16)
	if i < 0 || err != nil {
		return refuse()
	}
	switch host := addr[:i]; host {
	case "[::1]":
		return unix.AF_INET6, &unix.SockaddrInet6{Port: int(port), Addr: [16]byte{15: 1}}, nil
	case "localhost":
		return unix.AF_INET, &unix.SockaddrInet4{Port: int(port), Addr: [4]byte{127, 0, 0, 1}}, nil
	default:
		parts := strings.Split(host, ".")
		if len(parts) != 4 {
			return refuse()
		}
		var ip [4]byte
		for i, p := range parts {
			n, err := strconv.ParseUint(p, 10, 8)
			if err != nil || len(p) > 1 && p[0] == '0' {
				return refuse()
			}
			ip[i] = byte(n)
		}
		return unix.AF_INET, &unix.SockaddrInet4{Port: int(port), Addr: ip}, nil
	}
}
