package warden

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/names"
	"github.com/varek/varek/warden/policy"
)

// RuleResolver is the rule of connects and sends to the machine's name servers
// where the session has a resolver of its own: they reach that one.
const RuleResolver = "warden:resolver"

// resolvConf is where the machine names its name servers.
const resolvConf = "/etc/resolv.conf"

// resolver stands in for the machine's name servers while a rule names hosts.
type resolver struct {
	server  *names.Server
	servers []netip.Addr // whose port 53 leads here
	conf    string       // resolvConf without links
	text    []byte       // what the agent reads there

	mu     sync.Mutex
	askers map[asker]*process.Process // by the address that the server sees
}

type asker struct {
	from netip.AddrPort
	tcp  bool
}

const maxAskers = 4096

// startResolver starts it where the policy needs one.
func (s *Supervisor) startResolver() error {
	if !s.rules.NamesHosts() {
		return nil
	}
	text, err := os.ReadFile(resolvConf)
	if err != nil {
		return fmt.Errorf("reading this machine's name servers, which rules about host names need: %w", err)
	}
	configured := names.ReadServers(bytes.NewReader(text))
	r := &resolver{conf: resolved(resolvConf), askers: map[asker]*process.Process{}}
	for _, a := range configured {
		r.servers = append(r.servers, policy.CanonicalAddr(a, true).Addr())
	}
	upstream := s.cfg.NameServers
	if len(upstream) == 0 {
		upstream = configured
	}
	s.names = names.NewView(time.Now)
	r.server, err = names.Start(names.Config{Upstream: upstream, View: s.names, Ask: s.askedFor, Types: !s.enforce, Log: s.log})
	if err != nil {
		return err
	}
	r.text = names.WithServer(text, r.server.Addr().Addr())
	r.servers = append(r.servers, r.server.Addr().Addr())
	s.resolver = r
	return nil
}

// isConf reports whether a path is the file in which programs look for name
// servers. They read there the address from which the resolver answers,
// because some (c-ares) compare.
func (s *Supervisor) isConf(path string) bool { return s.resolver != nil && path == s.resolver.conf }

// openConf opens what the agent reads in the place of resolvConf.
func (c *call) openConf(o opening) answer {
	fd, err := unix.MemfdCreate("resolv.conf", unix.MFD_CLOEXEC)
	if err != nil {
		return failed(unix.ENFILE)
	}
	defer unix.Close(fd)
	if _, err := unix.Write(fd, c.s.resolver.text); err != nil {
		return failed(unix.EIO)
	}
	reply := c.w.local.Do(&emulator.Request{Op: emulator.Reopen, Flags: unix.O_RDONLY, FDs: [2]int{fd, -1}})
	if reply.Errno != 0 {
		return failed(reply.Errno)
	}
	return o.granted(reply.FD)
}

func (s *Supervisor) stopResolver() {
	if s.resolver != nil {
		s.resolver.server.Close()
	}
}

// toResolver reports whether an address is that of a name server for which
// the session's resolver stands in.
func (s *Supervisor) toResolver(a netip.AddrPort) bool {
	return s.resolver != nil && a.Port() == names.Port && slices.Contains(s.resolver.servers, policy.CanonicalAddr(a, true).Addr())
}

// askedFor decides and records a query, which is a send to whoever keeps the name. The process is the one whose socket the
// warden led here; nobody else is answered.
func (s *Supervisor) askedFor(q names.Query) bool {
	p := s.resolver.asker(q)
	if p == nil {
		return false
	}
	d := s.rules.DecideName(q.Name)
	rec := Record{Tool: "sys.resolve", Event: "send", Host: Escape(q.Name), Flags: []string{q.Type}, Rule: d.Rule, Mechanism: Emulated, Decision: Allow}
	if !d.Allow {
		rec.Decision = Deny
	}
	rec.PID, rec.Exe = p.TGID, Escape(p.Exe(s.table.Proc))
	s.calls.attribute(&rec, p, s.harness)
	return s.recorder.take(&rec, d.Allow) == nil && d.Allow
}

func (r *resolver) asker(q names.Query) *process.Process {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.askers[asker{q.From, q.TCP}]
}

// know remembers whose socket asks from an address.
func (r *resolver) know(at netip.AddrPort, tcp bool, p *process.Process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.askers) >= maxAskers {
		clear(r.askers) // who still asks is refused once and connects anew
	}
	r.askers[asker{at, tcp}] = p
}

// standIn is the resolver's address in the form of the socket's family.
func (s *Supervisor) standIn(sk int) []byte {
	at := s.resolver.server.Addr()
	domain, err := unix.GetsockoptInt(sk, unix.SOL_SOCKET, unix.SO_DOMAIN)
	port := binary.BigEndian.AppendUint16(nil, at.Port())
	if err == nil && domain == unix.AF_INET6 {
		mapped := netip.AddrFrom16(at.Addr().As16()).As16()
		b := binary.NativeEndian.AppendUint16(nil, unix.AF_INET6)
		b = append(append(b, port...), 0, 0, 0, 0)
		return append(append(b, mapped[:]...), 0, 0, 0, 0)
	}
	ip := at.Addr().As4()
	b := append(binary.NativeEndian.AppendUint16(nil, unix.AF_INET), port...)
	return append(append(b, ip[:]...), make([]byte, 8)...)
}

// noteResolver makes the record of a connect or send that is led away.
func (c *call) noteResolver(a netip.AddrPort) {
	c.rec.Addr, c.rec.Port = a.Addr().Unmap().WithZone("").String(), int(a.Port())
	c.rec.Decision, c.rec.Rule, c.rec.Mechanism = Allow, RuleResolver, Emulated
	c.decided, c.coalesce = true, true
}

// connectResolver connects to the session's resolver in the place of the name
// server; it takes the socket over.
func (c *call) connectResolver(sk int, a netip.AddrPort) answer {
	defer unix.Close(sk)
	c.noteResolver(a)
	kind, e := socketOption(sk, unix.SO_TYPE)
	if e != 0 {
		return failed(unix.ENOTSOCK)
	}
	// On loopback a connect does not wait for anybody but us. It is made here
	// also where the domain confines ports, because we chose where it goes.
	if reply := c.w.local.Do(&emulator.Request{Op: emulator.Connect, Data: c.s.standIn(sk), FDs: [2]int{sk, -1}}); reply.Errno != 0 {
		return failed(reply.Errno)
	}
	at, e := localAddress(sk)
	if e != 0 {
		return failed(e)
	}
	c.s.resolver.know(at, kind == unix.SOCK_STREAM, c.th.Process)
	return succeeded()
}

// sendResolver prepares a send to a name server: the address to use instead.
func (c *call) sendResolver(sk int, a netip.AddrPort) ([]byte, unix.Errno) {
	c.noteResolver(a)
	at, e := sourceAddress(sk, c.s.resolver.server.Addr().Addr())
	if e != 0 {
		return nil, e
	}
	c.s.resolver.know(at, false, c.th.Process)
	return c.s.standIn(sk), 0
}
