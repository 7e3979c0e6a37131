package warden

import (
	"encoding/binary"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/unotify"
)

// step is how long a waiting send looks at nothing but its socket before it
// asks whether its caller still lives.
const step = 100 * time.Millisecond

// transmission is a decided message on its way. Sends work on an open socket
// alone, so they are made here and not in the emulator: of what Landlock
// governs, only abstract unix names concern a send, and the domain is scoped
// only where the policy allows none.
type transmission struct {
	sk socket
	m  outgoing
	to destination
}

func (t *transmission) close() {
	t.m.close()
	t.to.close()
	unix.Close(t.sk.fd)
}

// waits reports whether the caller would wait for room.
func (t *transmission) waits() bool {
	if t.m.flags&unix.MSG_DONTWAIT != 0 {
		return false
	}
	flags, _, e := unix.RawSyscall(unix.SYS_FCNTL, uintptr(t.sk.fd), unix.F_GETFL, 0)
	return e == 0 && flags&unix.O_NONBLOCK == 0
}

// now sends what can be sent without waiting. EAGAIN: the rest has to wait.
func (t *transmission) now(c *call) (int, unix.Errno) {
	c.asItself(&t.m, &t.sk)
	if t.m.flags&unix.MSG_ZEROCOPY != 0 {
		return 0, unix.ENOBUFS // as when no memory can be pinned; callers send again without
	}
	if t.sk.kind != unix.SOCK_STREAM {
		return t.datagram(c)
	}
	done := 0
	for {
		b, fault := t.m.take(c.th.ID, chunk)
		if fault != 0 && len(b) == 0 {
			return done, fault
		}
		n, e := t.write(c, b)
		if e != 0 {
			return done, c.brokenPipe(t, done, e)
		}
		done += n
		t.m.skip(uint64(n))
		t.m.control = t.m.identity // the rest goes with the first byte
		switch {
		case t.m.total == 0:
			return done, 0
		case n < len(b):
			return done, unix.EAGAIN
		}
	}
}

func (t *transmission) datagram(c *call) (int, unix.Errno) {
	if t.m.total > maxDatagram {
		return 0, unix.EMSGSIZE
	}
	b, e := t.m.take(c.th.ID, maxDatagram)
	if e != 0 {
		return 0, e
	}
	return t.write(c, b)
}

// brokenPipe sends the signal that the kernel sends with EPIPE on a stream, to
// the thread that writes.
func (c *call) brokenPipe(t *transmission, done int, e unix.Errno) unix.Errno {
	if e == unix.EPIPE && done == 0 && t.m.flags&unix.MSG_NOSIGNAL == 0 && c.s.listener.Valid(c.n.ID) {
		// One that is gone needs no signal.
		_ = unix.PidfdSendSignal(c.th.PIDFD, unix.SIGPIPE, nil, 0)
	}
	return e
}

// write makes one sendmsg that does not wait.
func (t *transmission) write(c *call, b []byte) (n int, e unix.Errno) {
	if !t.m.credentials {
		return t.push(c, b)
	}
	if err := floor.AsAdmin(func() { n, e = t.push(c, b) }); err != nil {
		return 0, unix.EPERM
	}
	return n, e
}

func (t *transmission) push(c *call, b []byte) (int, unix.Errno) {
	flags := t.m.flags&^unix.MSG_FASTOPEN | unix.MSG_DONTWAIT | unix.MSG_NOSIGNAL
	if t.to.file.FD >= 0 {
		n, err := c.w.local.SendFile(t.sk.fd, t.to.file.FD, b, t.m.control, flags)
		e, _ := err.(unix.Errno)
		return n, e
	}
	return sendmsg(t.sk.fd, t.to.raw, b, t.m.control, flags)
}

// sendmsg is sendmsg(2). A nil address is none, an empty one has length 0.
func sendmsg(fd int, to, b, control []byte, flags int) (int, unix.Errno) {
	var h unix.Msghdr
	var none byte
	vector := unix.Iovec{Base: &none}
	if len(b) > 0 {
		vector.Base = &b[0]
	}
	vector.SetLen(len(b))
	h.Iov, h.Iovlen = &vector, 1
	if to != nil {
		h.Name, h.Namelen = &none, uint32(len(to))
		if len(to) > 0 {
			h.Name = &to[0]
		}
	}
	if len(control) > 0 {
		h.Control = &control[0]
		h.SetControllen(len(control))
	}
	n, _, e := unix.Syscall(unix.SYS_SENDMSG, uintptr(fd), uintptr(unsafe.Pointer(&h)), uintptr(flags))
	if e != 0 {
		return 0, e
	}
	return int(n), 0
}

// wait goes on with a send that could not go out at once, until it does, the
// socket's time is over (SO_SNDTIMEO) or the caller is gone.
func (t *transmission) wait(c *call) (int, unix.Errno) {
	deadline := sendDeadline(t.sk.fd)
	done := 0
	for c.s.listener.Valid(c.n.ID) {
		if !deadline.IsZero() && !time.Now().Before(deadline) {
			return done, unix.EAGAIN
		}
		t.room()
		n, e := t.now(c)
		if done += n; e != unix.EAGAIN {
			return done, e
		}
	}
	return done, unix.EINTR
}

// room waits until the socket may have room. Whether another's queue has some
// cannot be polled: then a moment passes.
func (t *transmission) room() {
	p := []unix.PollFd{{Fd: int32(t.sk.fd), Events: unix.POLLOUT}}
	if n, err := unix.Poll(p, int(step.Milliseconds())); err == nil && n > 0 {
		time.Sleep(time.Millisecond)
	}
}

// sendDeadline is when SO_SNDTIMEO ends, zero for never.
func sendDeadline(fd int) time.Time {
	tv, err := unix.GetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO)
	if err != nil || tv.Sec == 0 && tv.Usec == 0 {
		return time.Time{}
	}
	return time.Now().Add(time.Duration(tv.Nano()))
}

// batch is a sendmmsg.
type batch struct {
	sk    socket
	at    uint64
	count uint64
	flags int
	sent  uint64
	errno unix.Errno
}

func (b *batch) answer() answer { return sent(int(b.sent), b.errno) }

// run sends the messages from the first unsent one. It is true where the next
// one has to wait and wait is not set.
func (b *batch) run(c *call, wait bool) (again bool) {
	for ; b.sent < b.count; b.sent++ {
		at := b.at + b.sent*mmsghdrSize
		n, e, later := b.one(c, at, wait)
		if later {
			return true
		}
		if e == 0 {
			var length [4]byte
			binary.NativeEndian.PutUint32(length[:], uint32(n))
			e = unotify.WriteMemory(c.th.ID, at+mmsghdrLength, length[:])
		}
		if b.errno = e; e != 0 {
			return false
		}
	}
	return false
}

// one decides, sends and records one message. The record of the last one is
// left to the answer.
func (b *batch) one(c *call, at uint64, wait bool) (n int, e unix.Errno, later bool) {
	if c.decided { // of the message before
		if err := c.record(answer{fd: -1}); err != nil {
			return 0, unix.EPERM, false
		}
		c.renewRecord()
	}
	m, e := c.copyHeader(at, &b.sk, b.flags)
	t := transmission{sk: b.sk, m: m}
	t.to.file.FD = -1
	defer func() { t.m.close(); t.to.close() }()
	if e != 0 {
		return 0, e, false
	}
	if t.to, e = c.recipient(&b.sk, &t.m); e != 0 {
		return 0, e, false
	}
	n, e = t.now(c)
	if e != unix.EAGAIN || !t.waits() {
		if n > 0 {
			e = 0
		}
		return n, e, false
	}
	if !wait && n == 0 {
		c.decided = false // decided again by whoever may wait
		return 0, 0, true
	}
	more, e := t.wait(c)
	if n += more; n > 0 {
		e = 0
	}
	return n, e, false
}
