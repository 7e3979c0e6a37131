package warden

import (
	"bufio"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/process"
)

// Route says why a peer of the bus may speak, or that it may not.
type Route int

// The routes of runtime.md: the root harness process itself; our own binary
// started by it outside every call; anything else in no call; a process that
// belongs to a call.
const (
	RouteNone Route = iota
	RouteHarness
	RouteOwn
	RouteCall
	// RouteHook is our own binary in no call, with other programs (a shell,
	// timeout) between it and the harness: what a hook configuration starts.
	RouteHook
)

// String names the route.
func (r Route) String() string {
	switch r {
	case RouteHarness:
		return "harness"
	case RouteOwn:
		return "own"
	case RouteCall:
		return "call"
	case RouteHook:
		return "hook"
	default:
		return "none"
	}
}

// Peer is the process at the other end of a connection to the bus.
type Peer struct {
	Route    Route
	PID      int    // as the supervisor sees it
	ActionID string // of the call the process belongs to, if any
	// Inferred is set where calls have no cgroup leaf, so that "outside every
	// call" rests on ancestry.
	Inferred bool
}

// peers remembers whose connections lead to the bus, by the address the bus
// sees them come from.
type peers struct {
	mu sync.Mutex
	by map[netip.AddrPort]peerSocket

	handed  map[uint64]bool // internet sockets that messages carried, by inode
	tooMany bool            // to remember
}

type peerSocket struct {
	Peer
	inode uint64 // of the socket: tells a reused port from the connection
}

const maxPeers = 1024

func (ps *peers) put(from netip.AddrPort, p peerSocket) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.by == nil || len(ps.by) >= maxPeers {
		live := map[netip.AddrPort]peerSocket{}
		for at, old := range ps.by {
			if socketAlive(old.inode, at.Port()) {
				live[at] = old
			}
		}
		ps.by = live
	}
	ps.by[from] = p
}

func (ps *peers) get(from netip.AddrPort) (Peer, bool) {
	ps.mu.Lock()
	p, ok := ps.by[from]
	ps.mu.Unlock()
	if !ok || !socketAlive(p.inode, from.Port()) {
		return Peer{}, false
	}
	return p.Peer, true
}

// socketAlive reports whether the TCP socket with this inode still has this
// local port (proc_net_tcp: field 1 local address, field 9 inode).
func socketAlive(inode uint64, port uint16) bool {
	want := strconv.FormatUint(inode, 10)
	for _, table := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		f, err := os.Open(table)
		if err != nil {
			continue
		}
		found := false
		for s := bufio.NewScanner(f); s.Scan() && !found; {
			fields := strings.Fields(s.Text())
			if len(fields) < 10 || fields[9] != want {
				continue
			}
			_, hex, _ := strings.Cut(fields[1], ":")
			n, err := strconv.ParseUint(hex, 16, 16)
			found = err == nil && uint16(n) == port
		}
		f.Close()
		if found {
			return true
		}
	}
	return false
}

// route says by which way a process may speak on the bus. Our own binary counts
// as started by the harness only where it is the first program that the process
// became: a tool's shell is a child of the harness, too, and can become anything.
func (s *Supervisor) route(p *process.Process) Route {
	if p.Member().Action != "" {
		return RouteCall
	}
	exe, err := s.table.Proc.Stat(p.TGID, "exe")
	if err != nil {
		return RouteNone
	}
	if p.TGID == s.harness {
		// A shell replaces itself with its last command: what was the harness
		// is then our own binary, and with exec about to become a tool.
		if exe == s.self {
			return RouteOwn
		}
		return RouteHarness
	}
	if exe != s.self {
		return RouteNone
	}
	st, err := s.table.Proc.StatOf(p.TGID)
	switch {
	case err != nil || p.Orphan:
		return RouteNone
	case p.ExecCount() == 1 && st.Parent == p.Parent && s.isHarness(p.Parent):
		return RouteOwn
	}
	return RouteHook
}

// isHarness reports whether pid is the root harness process or a fork of it
// that never ran another program and belongs to no call: a shell's subshell,
// as in out=$(varek-sidecar exec …), is the same harness. A chain that is
// broken by an orphan counts for nothing.
func (s *Supervisor) isHarness(pid int) bool {
	for range maxForks {
		if pid == s.harness {
			return true
		}
		p, err := s.table.Process(pid)
		if err != nil || p.Orphan || p.Execed() || p.Member().Action != "" {
			return false
		}
		pid = p.Parent
	}
	return false
}

// maxForks bounds how deep the harness's forks are followed.
const maxForks = 32

// registerPeer notes who is about to connect to the bus with socket sk. The
// source port is taken now, so that the bus cannot see the connection before
// it is known. Processes of a call are turned away.
func (c *call) registerPeer(sk int) unix.Errno {
	route := c.s.route(c.th.Process)
	if route == RouteCall {
		c.refuse(RuleBusCall, unix.ECONNREFUSED)
		return unix.ECONNREFUSED
	}
	if c.foreign {
		c.refuse(RuleCredentials, unix.ECONNREFUSED)
		return unix.ECONNREFUSED
	}
	from, e := sourceAddress(sk, c.s.cfg.BusAddr.Addr())
	if e != 0 {
		return e
	}
	var st unix.Stat_t
	if err := unix.Fstat(sk, &st); err != nil {
		return unix.EBADF
	}
	if c.sharedSocket(st.Ino) {
		c.refuse(RuleBusPassed, unix.ECONNREFUSED)
		return unix.ECONNREFUSED
	}
	c.s.peers.put(from, peerSocket{inode: st.Ino,
		Peer: Peer{Route: route, PID: c.th.TGID, ActionID: c.th.Member().Action, Inferred: c.s.tree == nil}})
	return 0
}

// sourceAddress binds the socket if need be and returns the address that the
// bus will see.
func sourceAddress(sk int, bus netip.Addr) (netip.AddrPort, unix.Errno) {
	from, e := localAddress(sk)
	if e != 0 {
		return from, e
	}
	if from.Port() == 0 {
		if err := unix.Bind(sk, loopbackFor(sk, bus)); err != nil {
			if e, ok := err.(unix.Errno); ok {
				return from, e
			}
			return from, unix.EIO
		}
		if from, e = localAddress(sk); e != 0 {
			return from, e
		}
	}
	if from.Addr().IsUnspecified() {
		from = netip.AddrPortFrom(bus, from.Port())
	}
	return from, 0
}

func localAddress(sk int) (netip.AddrPort, unix.Errno) {
	sa, err := unix.Getsockname(sk)
	if err != nil {
		return netip.AddrPort{}, unix.ENOTSOCK
	}
	switch a := sa.(type) {
	case *unix.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port)), 0
	case *unix.SockaddrInet6:
		return netip.AddrPortFrom(netip.AddrFrom16(a.Addr).Unmap(), uint16(a.Port)), 0
	}
	return netip.AddrPort{}, unix.EAFNOSUPPORT
}

// loopbackFor is the bus's own address with port 0, in the form of the socket's
// family.
func loopbackFor(sk int, bus netip.Addr) unix.Sockaddr {
	domain, err := unix.GetsockoptInt(sk, unix.SOL_SOCKET, unix.SO_DOMAIN)
	if err == nil && domain == unix.AF_INET6 {
		return &unix.SockaddrInet6{Addr: bus.As16()}
	}
	return &unix.SockaddrInet4{Addr: v4(bus)}
}

func v4(a netip.Addr) [4]byte {
	if a = a.Unmap(); a.Is4() {
		return a.As4()
	}
	return [4]byte{127, 0, 0, 1} // an IPv4 socket cannot reach an IPv6 bus; the connect will say so
}
