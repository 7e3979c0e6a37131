package emulator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Errors of a Channel. After ErrLate the channel is spent: its reply may still
// come, and only Late may be called. ErrDead: the emulator is gone.
var (
	ErrLate = errors.New("the emulator did not answer in time")
	ErrDead = errors.New("the emulator is gone")
)

// Client makes channels to one emulator.
type Client struct {
	mu      sync.Mutex
	control int
}

// NewClient takes the supervisor's end of the control socket over.
func NewClient(control int) *Client { return &Client{control: control} }

// Close ends the emulator.
func (c *Client) Close() error { return unix.Close(c.control) }

// Died returns when the emulator's end of the control socket is closed.
func (c *Client) Died() {
	p := []unix.PollFd{{Fd: int32(c.control), Events: unix.POLLRDHUP}}
	for {
		if _, err := unix.Poll(p, -1); !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// Channel carries one call at a time; it belongs to one goroutine.
type Channel struct {
	fd      int
	timeout time.Duration
	buf     []byte
}

// NewChannel makes a channel. A positive timeout bounds every call.
func (c *Client) NewChannel(timeout time.Duration) (*Channel, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("making a channel to the emulator: %w", err)
	}
	ch := &Channel{fd: pair[0], timeout: timeout, buf: make([]byte, 0, 512)}
	c.mu.Lock()
	err = send(c.control, []byte{1}, pair[1])
	c.mu.Unlock()
	unix.Close(pair[1])
	if err == nil && timeout > 0 {
		tv := unix.NsecToTimeval(timeout.Nanoseconds())
		err = unix.SetsockoptTimeval(ch.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &tv)
	}
	if err != nil {
		ch.Close()
		return nil, fmt.Errorf("%w: %w", ErrDead, err)
	}
	return ch, nil
}

// Close releases the channel and ends its thread in the emulator.
func (ch *Channel) Close() { unix.Close(ch.fd) }

// Do has r performed. The caller keeps r's descriptors and gets the reply's.
func (ch *Channel) Do(r *Request) (Reply, error) {
	ch.buf = r.encode(ch.buf[:0])
	if err := send(ch.fd, ch.buf, r.FDs[:r.fds()]...); err != nil {
		return Reply{FD: -1}, fmt.Errorf("%w: %w", ErrDead, err)
	}
	return ch.reply()
}

// Late waits without bound for the reply that Do missed.
func (ch *Channel) Late() (Reply, error) {
	var tv unix.Timeval
	if err := unix.SetsockoptTimeval(ch.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &tv); err != nil {
		return Reply{FD: -1}, err
	}
	return ch.reply()
}

func (ch *Channel) reply() (Reply, error) {
	var b [8]byte
	n, fds, err := receive(ch.fd, b[:])
	switch {
	case errors.Is(err, unix.EAGAIN):
		return Reply{FD: -1}, ErrLate
	case err != nil || n != 4 || len(fds) > 1:
		for _, fd := range fds {
			unix.Close(fd)
		}
		return Reply{FD: -1}, fmt.Errorf("%w (%v)", ErrDead, err)
	}
	reply := Reply{Errno: unix.Errno(binary.LittleEndian.Uint32(b[:])), FD: -1}
	if len(fds) == 0 {
		return reply, nil
	}
	reply.FD = fds[0]
	if n, more, err := receive(ch.fd, b[:]); err != nil || n != 1 || len(more) > 0 {
		unix.Close(reply.FD)
		return Reply{FD: -1}, fmt.Errorf("%w (%v)", ErrDead, err)
	}
	return reply, nil
}
