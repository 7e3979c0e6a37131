package warden

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// Sends with an address, reported only in enforce mode. They are decided on a
// copy of the address and then continued: the caller's siblings could change
// it in between, which the mechanism in the record says.

// msghdr layout of 64-bit Linux (struct user_msghdr, struct mmsghdr).
const (
	msghdrSize   = 56
	mmsghdrSize  = 64
	maxMessages  = 1024 // UIO_MAXIOV, the kernel's bound for sendmmsg
	msgNameField = 0
	msgNameLen   = 8
)

func (c *call) sendTo() answer { return c.send(c.n.Args[4], c.n.Args[5]) }

func (c *call) sendMessage() answer { return c.sendHeader(c.n.Args[1]) }

func (c *call) sendMessages() answer {
	for i := range min(uint64(uint32(c.n.Args[2])), maxMessages) {
		if a := c.sendHeader(c.n.Args[1] + i*mmsghdrSize); !a.goOn {
			return a
		}
	}
	return continued()
}

func (c *call) sendHeader(at uint64) answer {
	var h [msghdrSize]byte
	if e := unotify.ReadMemory(c.th.ID, at, h[:]); e != 0 {
		return failed(e)
	}
	name, size := binary.NativeEndian.Uint64(h[msgNameField:]), binary.NativeEndian.Uint32(h[msgNameLen:])
	if name == 0 || size == 0 {
		return continued()
	}
	return c.send(name, uint64(size))
}

// send decides on one address.
func (c *call) send(at, size uint64) answer {
	c.rec.Event = "send"
	a, e := c.address(at, size)
	if e != 0 {
		return failed(e)
	}
	switch {
	case a.ip.IsValid():
		c.rec.Addr, c.rec.Port = a.ip.Addr().Unmap().WithZone("").String(), int(a.ip.Port())
		ok := c.decide(policy.Request{Op: policy.OpConnect, Addr: a.ip})
		if c.coalesce = ok; !ok {
			return failed(unix.EACCES)
		}
	case a.unix != "" && a.unix[0] != '@':
		return c.sendPath(a.unix)
	case a.unix != "":
		if !c.decideUnix(policy.OpConnect, a.unix) {
			return failed(unix.EACCES)
		}
	default:
		return continued()
	}
	return c.letGo()
}

func (c *call) sendPath(name string) answer {
	base, e := c.s.view.Base(c.who, unix.AT_FDCWD, name)
	if e != 0 {
		return failed(e)
	}
	defer object.CloseBase(base)
	obj, e := c.s.view.Resolve(c.who, base, name, object.Want{Follow: true, FSUID: c.s.table.Base().FSUID})
	if e != 0 {
		return failed(e)
	}
	defer obj.Close()
	c.rec.Asked, c.rec.Resolved = Escape(name), Escape(obj.Path)
	if obj.Barred || !c.decideUnix(policy.OpConnect, obj.Path) {
		return failed(unix.EACCES)
	}
	return c.letGo()
}
