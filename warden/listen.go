package warden

import (
	"net/netip"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/policy"
)

// listen: what was bound was decided then. A TCP socket that was not takes any
// free port of every address now, so that this is the bind, and decided as one.
func (c *call) listen() answer {
	sk, e := c.socket(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	defer unix.Close(sk.fd)
	unbound := false
	if sk.domain == unix.AF_INET || sk.domain == unix.AF_INET6 {
		at, e := localAddress(sk.fd)
		unbound = e == 0 && at.Port() == 0
	}
	if unbound {
		c.rec.Event = "bind"
		every := netip.IPv6Unspecified()
		if sk.domain == unix.AF_INET {
			every = netip.IPv4Unspecified()
		}
		if !c.decideIP(policy.OpBind, netip.AddrPortFrom(every, 0)) {
			return failed(unix.EACCES)
		}
	}
	if c.foreign && !c.s.enforce {
		return c.letGo()
	}
	a := c.socketCall(&emulator.Request{Op: emulator.Listen, Size: int64(int32(c.n.Args[1])), FDs: [2]int{sk.fd, -1}})
	if at, e := localAddress(sk.fd); unbound && a.errno == 0 && e == 0 {
		c.rec.Port = int(at.Port())
	}
	return a
}
