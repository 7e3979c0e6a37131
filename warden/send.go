package warden

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// Sends. A send without address on a connected socket (send, write, sendto with
// a null pointer) is free: the connect was decided. sendto with an address, and
// every sendmsg and sendmmsg, whose address stands in memory where no filter
// reads it, come here.
//
// Only datagram sockets ever send to an address: TCP ignores it, unix streams
// and sequenced packets refuse or ignore it. Still a send on a stream cannot
// simply be continued, because another thread may put a datagram socket under
// the same number, and an address into the message, before the kernel looks.
// So datagrams are always copied and sent by us, on the socket that was decided
// on; of streams, those of a process with one thread are continued (nobody else
// has its descriptors: the filter refuses to share them without being a
// thread), and those of others are copied in enforce mode. In observe mode they
// are continued: nothing is refused there, so that the race could only hide a
// datagram's recipient, and gRPC or D-Bus traffic need not pay for it.

// socket is our copy of the caller's socket and what it is.
type socket struct{ fd, domain, kind int }

// socket duplicates a descriptor that must be a socket.
func (c *call) socket(fd uint64) (sk socket, e unix.Errno) {
	if sk.fd, e = c.duplicate(fd); e != 0 {
		return sk, e
	}
	if sk.kind, e = socketOption(sk.fd, unix.SO_TYPE); e == 0 {
		sk.domain, e = socketOption(sk.fd, unix.SO_DOMAIN)
	}
	if e != 0 {
		unix.Close(sk.fd)
		return sk, unix.ENOTSOCK
	}
	return sk, 0
}

// addressable reports whether the kernel heeds an address in a send.
func (sk *socket) addressable() bool {
	return sk.kind != unix.SOCK_STREAM && sk.kind != unix.SOCK_SEQPACKET
}

func (c *call) sendTo() answer {
	sk, e := c.socket(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	m, e := c.copyFlat()
	if e != 0 {
		unix.Close(sk.fd)
		return failed(e)
	}
	return c.sendOne(sk, m)
}

func (c *call) sendMessage() answer {
	sk, e := c.socket(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	if c.mayContinue(&sk, c.n.Args[1]) {
		unix.Close(sk.fd)
		return continued()
	}
	m, e := c.copyHeader(c.n.Args[1], &sk, int(int32(c.n.Args[2])))
	if e != 0 {
		m.close()
		unix.Close(sk.fd)
		return failed(e)
	}
	return c.sendOne(sk, m)
}

// mayContinue says whether a sendmsg or sendmmsg may be left to the kernel, by
// the rule above. A descriptor that is passed on is always looked at.
func (c *call) mayContinue(sk *socket, at uint64) bool {
	if sk.addressable() || sk.domain == unix.AF_UNIX && (c.n.NR == unix.SYS_SENDMMSG || !c.noControl(at)) {
		return false
	}
	return !c.s.enforce || c.s.table.Proc.Alone(c.th.TGID)
}

// noControl reports whether the header carries no control message.
func (c *call) noControl(at uint64) bool {
	var h [msghdrSize]byte
	if unotify.ReadMemory(c.th.ID, at, h[:]) != 0 {
		return false
	}
	return binary.NativeEndian.Uint64(h[32:]) == 0 || binary.NativeEndian.Uint64(h[40:]) == 0
}

// sendOne decides on one message and sends it; it takes socket and message over.
func (c *call) sendOne(sk socket, m outgoing) answer {
	to, e := c.recipient(&sk, &m)
	if e != 0 {
		m.close()
		unix.Close(sk.fd)
		return failed(e)
	}
	if c.foreign && !c.s.enforce {
		to.close()
		m.close()
		unix.Close(sk.fd)
		return c.letGo()
	}
	t := transmission{sk: sk, m: m, to: to}
	n, e := t.now(c)
	if e != unix.EAGAIN || !t.waits() {
		t.close()
		return sent(n, e)
	}
	return c.onBlocking(func(c *call) answer {
		defer t.close()
		more, e := t.wait(c)
		return sent(n+more, e)
	})
}

// sent is the result of a send: what went out counts before the error.
func sent(n int, e unix.Errno) answer {
	if n > 0 || e == 0 {
		return answer{val: int64(n), fd: -1}
	}
	return failed(e)
}

// sendMessages sends several messages, each decided for itself. As the kernel
// does, it reports how many went out, and an error only where none did.
func (c *call) sendMessages() answer {
	sk, e := c.socket(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	if c.mayContinue(&sk, c.n.Args[1]) {
		unix.Close(sk.fd)
		return continued()
	}
	if c.foreign && !c.s.enforce {
		unix.Close(sk.fd)
		return continued() // as another user; the addresses are not on record
	}
	// A stream may take part of a message and wait with the rest.
	wait := !sk.addressable()
	b := &batch{sk: sk, at: c.n.Args[1], count: min(uint64(uint32(c.n.Args[2])), maxMessages), flags: int(int32(c.n.Args[3]))}
	if !wait && !b.run(c, false) {
		unix.Close(sk.fd)
		return b.answer()
	}
	return c.onBlocking(func(c *call) answer {
		defer unix.Close(sk.fd)
		b.run(c, true)
		return b.answer()
	})
}

// destination is a decided address: the bytes to send to, or an open socket file.
type destination struct {
	raw  []byte
	file object.Object
}

func (d *destination) close() { d.file.Close() }

// recipient decides on the message's address.
func (c *call) recipient(sk *socket, m *outgoing) (to destination, e unix.Errno) {
	to.file.FD = -1
	if c.foreign && c.s.enforce && sk.domain == unix.AF_NETLINK {
		c.rec.Event = "send"
		c.refuse(RuleCredentials, unix.EPERM) // the kernel would ask us for the rights
		return to, unix.EPERM
	}
	if !m.named {
		return to, 0
	}
	to.raw = m.name.raw
	if to.raw == nil {
		to.raw = []byte{}
	}
	if !sk.addressable() {
		return to, 0
	}
	m.name.readUnspec(sk)
	a := &m.name
	switch {
	case a.ip.IsValid():
		c.rec.Event = "send"
		if c.s.toResolver(a.ip) && !c.foreign {
			to.raw, e = c.sendResolver(sk.fd, a.ip)
			return to, e
		}
		if !c.decideIP(policy.OpConnect, a.ip) {
			return to, unix.EACCES
		}
	case a.unix != "" && sk.domain == unix.AF_UNIX:
		c.rec.Event = "send"
		if a.unix[0] == '@' {
			if !c.decideUnix(policy.OpConnect, a.unix, c.s.bound.name(a.unix)) {
				return to, unix.EACCES
			}
			return to, 0
		}
		return c.recipientFile(a.unix)
	}
	return to, 0
}

// recipientFile decides on the socket file that the name leads to.
func (c *call) recipientFile(name string) (to destination, e unix.Errno) {
	to.raw = []byte{}
	to.file, e = c.socketFile(name)
	if e != 0 {
		return to, e
	}
	return to, 0
}

// readUnspec: UDP over IPv4 takes an address without family for an IPv4 one
// (udp_sendmsg), IPv6 takes it for none.
func (a *sockaddr) readUnspec(sk *socket) {
	if a.family == unix.AF_UNSPEC && sk.domain == unix.AF_INET {
		a.inet()
	}
}
