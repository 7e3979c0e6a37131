package warden

import (
	"encoding/binary"
	"net/netip"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// sockaddr is one socket address, copied and understood. For unix sockets,
// unix is "" when unnamed, "@name" or the path as asked.
type sockaddr struct {
	raw    []byte
	family uint16
	ip     netip.AddrPort
	unix   string
}

const maxSockaddr = 128 // struct sockaddr_storage

// address copies a socket address; the caller is known to wait afterwards.
func (c *call) address(at, size uint64) (sockaddr, unix.Errno) {
	n := int(int32(size))
	if n < 0 || n > maxSockaddr {
		return sockaddr{}, unix.EINVAL
	}
	a := sockaddr{raw: make([]byte, n)}
	if e := unotify.ReadMemory(c.th.ID, at, a.raw); e != 0 {
		return a, e
	}
	// Also what was duplicated before is the caller's if it still waits.
	if !c.s.listener.Valid(c.n.ID) {
		return a, unix.EINTR
	}
	a.parse()
	return a, 0
}

// parse understands what the kernel would; anything shorter stays without an
// address, and the kernel refuses it.
func (a *sockaddr) parse() {
	if len(a.raw) < 2 {
		return
	}
	a.family = binary.NativeEndian.Uint16(a.raw)
	switch {
	case a.family == unix.AF_INET:
		a.inet()
	case a.family == unix.AF_INET6 && len(a.raw) >= 24:
		a.ip = netip.AddrPortFrom(netip.AddrFrom16([16]byte(a.raw[8:24])), binary.BigEndian.Uint16(a.raw[2:]))
	case a.family == unix.AF_UNIX && len(a.raw) > 2 && len(a.raw) <= unix.SizeofSockaddrUnix:
		name := string(a.raw[2:])
		if name[0] == 0 {
			a.unix = "@" + name[1:]
			return
		}
		a.unix, _, _ = strings.Cut(name, "\x00")
	}
}

// inet reads the address as struct sockaddr_in.
func (a *sockaddr) inet() {
	if len(a.raw) >= 8 {
		a.ip = netip.AddrPortFrom(netip.AddrFrom4([4]byte(a.raw[4:8])), binary.BigEndian.Uint16(a.raw[2:]))
	}
}

// fetch takes a copy of the caller's descriptor: what is decided on and what
// is acted on are then one thing, whatever another thread does to the number.
// That the caller still waits must be checked after it and before any effect.
func (c *call) fetch(fd uint64) (int, unix.Errno) {
	sk, _, e := unix.RawSyscall(unix.SYS_PIDFD_GETFD, uintptr(c.th.PIDFD), uintptr(int32(fd)), 0)
	if e != 0 {
		return -1, unix.EBADF
	}
	return int(sk), 0
}

// duplicate is fetch with the check.
func (c *call) duplicate(fd uint64) (int, unix.Errno) {
	sk, e := c.fetch(fd)
	if e == 0 && !c.s.listener.Valid(c.n.ID) {
		unix.Close(sk)
		return -1, unix.EINTR
	}
	return sk, e
}

func (c *call) connect() answer {
	c.rec.Event = "connect"
	sk, e := c.fetch(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	a, e := c.address(c.n.Args[1], c.n.Args[2])
	if e != 0 {
		closeFD(sk)
		return failed(e)
	}
	switch {
	case a.ip.IsValid():
		return c.connectIP(sk, a)
	case a.unix != "" && a.unix[0] != '@':
		return c.connectPath(sk, a)
	}
	// Abstract names, and what has no address: a disconnect, an error of the kernel's.
	defer unix.Close(sk)
	if a.unix != "" && !c.decideUnix(policy.OpConnect, a.unix, c.s.bound.name(a.unix)) {
		return failed(unix.EACCES)
	}
	if c.foreign {
		return c.letGo()
	}
	return c.socketCall(&emulator.Request{Op: emulator.Connect, Data: a.raw, FDs: [2]int{sk, -1}})
}

// decideUnix decides on a unix socket by its resolved path or abstract name; own
// says that the agent bound it.
func (c *call) decideUnix(op policy.Op, name string, own bool) bool {
	c.rec.Addr = "unix:" + Escape(name)
	ok := c.decide(policy.Request{Op: op, Unix: name, Bound: own})
	c.coalesce = ok
	return ok
}

// decideIP decides on an address, under the names by which the session's
// resolver handed it out.
func (c *call) decideIP(op policy.Op, a netip.AddrPort) bool {
	c.rec.Addr, c.rec.Port = a.Addr().Unmap().WithZone("").String(), int(a.Port())
	q := policy.Request{Op: op, Addr: a}
	if c.s.names != nil && op == policy.OpConnect {
		q.Names = c.s.names.Of(policy.CanonicalAddr(a, true).Addr())
		c.noteNames(q.Names)
	}
	ok := c.decide(q)
	c.coalesce = ok
	return ok
}

// noteNames records which name an address stood for: the one that the decision
// will rest on (decide), else the one that was handed out last. Where there are
// several, all are told.
func (c *call) noteNames(names []string) {
	if len(names) > 0 {
		c.rec.Host = Escape(names[0])
	}
	if len(names) > 1 {
		c.rec.Asked = Escape(strings.Join(names, ","))
	}
}

// connectIP decides and connects; a bus connection is registered before, and
// one to the machine's resolver is led to ours.
func (c *call) connectIP(sk int, a sockaddr) answer {
	if c.s.toResolver(a.ip) && !c.foreign {
		return c.connectResolver(sk, a.ip)
	}
	if !c.decideIP(policy.OpConnect, a.ip) {
		closeFD(sk)
		return failed(unix.EACCES)
	}
	if c.s.cfg.leadsIn(a.ip) {
		if e := c.registerPeer(sk); e != 0 {
			closeFD(sk)
			return failed(e)
		}
	}
	if c.foreign {
		closeFD(sk)
		return c.letGo()
	}
	c.reachable = c.s.mayConnect(a.ip.Port())
	return c.tryConnect(&emulator.Request{Op: emulator.Connect, Data: a.raw, FDs: [2]int{sk, -1}}, sk, -1)
}

// tryConnect connects without waiting, and where the other side lets wait, on a
// thread that may. It closes the descriptors.
func (c *call) tryConnect(r *emulator.Request, sk, file int) answer {
	r.Flags = emulator.Try
	reply, ok := c.act(r)
	if !ok || reply.Errno != emulator.Waits {
		closeFD(sk)
		closeFD(file)
		return failed(reply.Errno)
	}
	r.Flags = 0
	a := c.onBlocking(func(c *call) answer {
		defer closeFD(sk)
		defer closeFD(file)
		if e := c.established(r); e != 0 {
			return failed(e)
		}
		return c.socketCall(r)
	})
	if !a.pending {
		closeFD(sk)
		closeFD(file)
	}
	return a
}

// connectPath connects to the socket file that the name leads to.
func (c *call) connectPath(sk int, a sockaddr) answer {
	obj, e := c.socketFile(a.unix)
	if e != 0 {
		closeFD(sk)
		return failed(e)
	}
	if c.foreign {
		obj.Close()
		closeFD(sk)
		return c.letGo()
	}
	return c.tryConnect(&emulator.Request{Op: emulator.ConnectUnix, FDs: [2]int{sk, obj.FD}}, sk, obj.FD)
}

// socketFile opens the socket file that the name leads to in the agent's view
// and decides on it.
func (c *call) socketFile(name string) (object.Object, unix.Errno) {
	none := object.Object{FD: -1}
	base, e := c.s.view.Base(c.who, unix.AT_FDCWD, name)
	if e != 0 {
		return none, e
	}
	defer object.CloseBase(base)
	obj, e := c.s.view.Resolve(c.who, base, name, object.Want{Follow: true, FSUID: c.s.table.Base().FSUID})
	if e != 0 {
		return none, e
	}
	c.rec.Asked, c.rec.Resolved = Escape(name), Escape(obj.Path)
	if obj.Barred || !c.decideUnix(policy.OpConnect, obj.Path, c.s.bound.file(&obj.Stat)) {
		obj.Close()
		return none, unix.EACCES
	}
	return obj, 0
}

func (c *call) socketCall(r *emulator.Request) answer {
	reply, ok := c.act(r)
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	return succeeded()
}
