package ingest

import (
	"crypto/subtle"
	"net"
	"net/netip"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
)

// authenticator decides on every connection, once, before it can publish.
type authenticator struct{ s *Server }

// Check implements server.Authentication.
func (a authenticator) Check(c server.ClientAuthentication) bool {
	opts := c.GetOpts()
	remote, tcp := remoteOf(c.RemoteAddress())
	if !tcp {
		return a.ours(c, opts)
	}
	s := a.s
	s.mu.Lock()
	session, follower := s.users[opts.Username], s.followers[opts.Username]
	s.mu.Unlock()
	if follower != nil {
		return a.follow(c, follower, opts.Password)
	}
	if session == nil {
		s.unknownUser(remote)
		return false
	}
	peer, reason := session.judge(remote, opts.Password)
	if reason != "" {
		s.log.Warn("bus connection refused", "session", session.id, "op", "connect",
			"reason", reason, "route", peer.Route.String(), "pid", peer.PID, "remote", remote)
		session.refusals.add(refusal{reason: reason, peer: peer, remote: remote})
		return false
	}
	c.RegisterUser(&server.User{Username: session.creds.User, Account: s.agents, Permissions: session.permissions()})
	s.admit(c.GetID(), admitted{session, peer})
	return true
}

// ours lets in the sidecar's own connection, which does not come over TCP.
func (a authenticator) ours(c server.ClientAuthentication, opts *server.ClientOpts) bool {
	if !same(opts.Password, a.s.secret) {
		return false
	}
	switch opts.Username {
	case internalUser:
		c.RegisterUser(&server.User{Username: internalUser, Account: a.s.own})
	case headsUser:
		c.RegisterUser(&server.User{Username: headsUser, Account: a.s.readers})
	default:
		return false
	}
	return true
}

// follow lets in a reader of signed heads, whatever process it is: all that it
// can do is to read what the operator signed for it.
func (a authenticator) follow(c server.ClientAuthentication, f *follower, password string) bool {
	if !same(password, f.password) {
		a.s.log.Warn("bus connection refused", "session", f.session, "op", "connect", "reason", "wrong password of a reader")
		return false
	}
	c.RegisterUser(&server.User{Username: f.user, Account: a.s.readers, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Deny: []string{">"}},
		Subscribe: &server.SubjectPermission{Allow: []string{event.HeadsSubject(f.session)}},
	}})
	return true
}

// judge finds the process behind a connection and says, in reason, why it may
// not speak.
func (s *session) judge(remote netip.AddrPort, password string) (peer Peer, reason string) {
	peer, known := s.peers.Lookup(remote)
	withKey := s.hookKey != "" && same(password, s.creds.Password+"."+s.hookKey)
	fromConfig := withKey
	for _, key := range s.configKeys {
		fromConfig = key != "" && same(password, s.creds.Password+"."+key) || fromConfig
	}
	switch {
	case !known || peer.Route == sidecar.RouteNone:
		return peer, "unknown process"
	case peer.Route == sidecar.RouteCall:
		return peer, "process of a call"
	case peer.Route == sidecar.RouteHook && fromConfig:
		return peer, ""
	case peer.Route == sidecar.RouteHook:
		return peer, "no hook key"
	case withKey, fromConfig && peer.Route == sidecar.RouteOwn:
		return peer, ""
	case !same(password, s.creds.Password):
		return peer, "wrong password"
	case peer.Route == sidecar.RouteHarness:
		return peer, ""
	case peer.Route == sidecar.RouteOwn:
		return peer, "no hook key"
	}
	return peer, "unknown route"
}

// permissions are what the server holds the connection to.
func (s *session) permissions() *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{event.Subject(s.id, ">")}},
		Subscribe: &server.SubjectPermission{Allow: []string{s.creds.Inbox + ".>"}},
	}
}

// admit notes who is behind a connection number. Numbers are never reused, so
// entries of connections that are gone only take room, and are swept when
// their number has doubled.
func (s *Server) admit(id uint64, a admitted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.peers[id] = a
	if len(s.peers) < s.sweepAt {
		return
	}
	for old := range s.peers {
		if old != id && s.ns.GetClient(old) == nil {
			delete(s.peers, old)
		}
	}
	s.sweepAt = max(minSweep, 2*len(s.peers))
}

func remoteOf(addr net.Addr) (netip.AddrPort, bool) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}, false
	}
	p := tcp.AddrPort()
	return netip.AddrPortFrom(p.Addr().Unmap(), p.Port()), true
}

// same compares secrets without telling by time where they differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
