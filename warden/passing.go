package warden

import (
	"net/netip"
	"strconv"

	"golang.org/x/sys/unix"
)

// A connection to the bus speaks for the process that made it, so it must not
// come into the hands of another program. The ways there are an exec with the
// descriptor open, a message that carries it, and a socket that is shared
// before it is connected; a fork that runs no other program is the same
// harness.

// maxPassed bounds the remembered sockets that were passed before a connect.
const maxPassed = 4096

// passes looks at a descriptor of the caller's that a message is about to hand
// to somebody else. An internet socket that is passed before it is connected
// never becomes a connection to the bus.
func (c *call) passes(fd int) unix.Errno {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFSOCK {
		return 0
	}
	domain, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_DOMAIN)
	if err != nil || domain != unix.AF_INET && domain != unix.AF_INET6 {
		return 0
	}
	at, e := localAddress(fd)
	if e == 0 && c.s.peers.connected(at, st.Ino) {
		c.rec.Event = "send"
		c.refuse(RuleBusPassed, unix.EPERM)
		return unix.EPERM
	}
	c.s.peers.pass(st.Ino)
	return 0
}

// inheritsBus reports whether the caller, which is about to run another program,
// would take a connection to the bus with it. The root harness stays itself.
func (c *call) inheritsBus() bool {
	if c.th.TGID == c.s.harness {
		return false
	}
	inodes := c.s.peers.inodes()
	return len(inodes) > 0 && c.s.table.Proc.Keeps(c.th.TGID, func(link string) bool { return inodes[link] })
}

// sharedSocket reports whether a socket that is about to be connected to the
// bus is in the hands of another program too, or was on the way to one.
func (c *call) sharedSocket(inode uint64) bool {
	if c.s.peers.passed(inode) {
		return true
	}
	name := socketLink(inode)
	for _, p := range c.s.table.All() {
		if p != c.th.Process && p.TGID != c.s.harness && p.Execed() &&
			c.s.table.Proc.Holds(p.TGID, func(link string) bool { return link == name }) {
			return true
		}
	}
	return false
}

// socketLink is how /proc/PID/fd names a socket.
func socketLink(inode uint64) string { return "socket:[" + strconv.FormatUint(inode, 10) + "]" }

// inodes are the sockets of the connections that may speak, as /proc/PID/fd names them.
func (ps *peers) inodes() map[string]bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if len(ps.by) == 0 {
		return nil
	}
	out := make(map[string]bool, len(ps.by))
	for _, p := range ps.by {
		if p.Route == RouteHarness || p.Route == RouteOwn || p.Route == RouteHook {
			out[socketLink(p.inode)] = true
		}
	}
	return out
}

// connected reports whether the socket is a known connection.
func (ps *peers) connected(from netip.AddrPort, inode uint64) bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p, ok := ps.by[from]
	return ok && p.inode == inode
}

func (ps *peers) pass(inode uint64) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.handed == nil {
		ps.handed = map[uint64]bool{}
	}
	if len(ps.handed) < maxPassed {
		ps.handed[inode] = true
	} else {
		ps.tooMany = true
	}
}

// passed reports whether the socket was passed; when too many were, every one may
// have been.
func (ps *peers) passed(inode uint64) bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.tooMany || ps.handed[inode]
}
