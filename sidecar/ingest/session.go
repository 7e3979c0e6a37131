package ingest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// minSweep is how many connections are remembered before any are forgotten.
const minSweep = 256

// Sequencer is what the bus hands events to; *sidecar.Session is one.
type Sequencer interface {
	Submit(ctx context.Context, p Peer, e event.Event) event.Reply
	Note(ctx context.Context, n sidecar.Notice) error
	// Again answers an event that was answered before from the hash of its
	// data alone; false means that the data is needed.
	Again(ctx context.Context, id string, data trace.Hash) (event.Reply, bool)
}

// session is one session's place on the bus.
type session struct {
	id         trace.Hash
	seq        Sequencer
	peers      Peers
	creds      event.Creds
	hookKey    string
	configKeys []string
	refusals   *refusals
	load       load // what of it is under way; the bounds are the server's
}

// Access is what adapters of a session need to speak.
type Access struct {
	Creds event.Creds
	// HookKey is presented by our own binary beside the password: the NATS
	// password is Creds.Password + "." + HookKey.
	HookKey string
	// ConfigKeys are keys of hook configurations that were installed for longer
	// than a run; a hook may present one of them instead.
	ConfigKeys []string
}

// NewAccess makes random credentials.
func NewAccess() Access {
	return Access{HookKey: secret(), Creds: event.Creds{
		User: "session-" + secret()[:16], Password: secret(), Inbox: "_INBOX_" + secret()[:16]}}
}

// Attach opens the bus to a session. The credentials are random and new.
func (s *Server) Attach(id trace.Hash, seq Sequencer, peers Peers) (Access, error) {
	a := NewAccess()
	if err := s.AttachAs(id, seq, peers, a); err != nil {
		return Access{}, err
	}
	return a, nil
}

// AttachAs is Attach with credentials that adapters hold already.
func (s *Server) AttachAs(id trace.Hash, seq Sequencer, peers Peers, a Access) error {
	switch {
	case seq == nil || peers == nil:
		return fmt.Errorf("session %s needs a sequencer and its peers", id)
	case a.Creds.User == "" || a.Creds.User == internalUser || len(a.Creds.Password) < 32 || a.Creds.Inbox == "":
		return fmt.Errorf("session %s needs whole credentials", id)
	}
	att := &session{id: id, seq: seq, peers: peers, creds: a.Creds, hookKey: a.HookKey, configKeys: a.ConfigKeys,
		load: load{requests: math.MaxInt, bytes: math.MaxInt64}}
	att.refusals = newRefusals(s.ctx, att, s.cfg.Window, s.log)
	s.mu.Lock()
	_, twice := s.sessions[id]
	_, taken := s.users[a.Creds.User]
	if !twice && !taken {
		s.sessions[id], s.users[a.Creds.User] = att, att
	}
	s.mu.Unlock()
	if twice || taken {
		return fmt.Errorf("session %s is already on the bus, or its user is", id)
	}
	return nil
}

// Detach closes the bus to a session: what is under way is answered, its
// connections are cut, and refusals that were counted are recorded. Call it
// before the session is closed.
func (s *Server) Detach(ctx context.Context, id trace.Hash) error {
	s.mu.Lock()
	att := s.sessions[id]
	var cut []uint64
	if att != nil {
		delete(s.sessions, id)
		delete(s.users, att.creds.User)
		for n, a := range s.peers {
			if a.session == att {
				cut = append(cut, n)
				delete(s.peers, n)
			}
		}
	}
	s.mu.Unlock()
	if att == nil {
		return nil
	}
	var errs []error
	if err := att.load.idle(ctx); err != nil {
		errs = append(errs, fmt.Errorf("requests of session %s are still under way: %w", id, err))
	}
	if err := s.flush(ctx); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		errs = append(errs, fmt.Errorf("hand over the last answers of session %s: %w", id, err))
	}
	for _, n := range cut {
		if s.ns.GetClient(n) != nil {
			if err := s.ns.DisconnectClientByID(n); err != nil {
				s.log.Debug("bus connection had already gone", "session", id, "op", "detach", "connection", n)
			}
		}
	}
	return errors.Join(append(errs, att.refusals.finish(ctx), s.spool.forget(id))...)
}

// flush returns when the server has all answers that were sent.
func (s *Server) flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	return s.conn.FlushWithContext(ctx)
}

// unknownUser reports a connection that names no session to the session whose
// process made it, or, when nobody knows the process, to all.
func (s *Server) unknownUser(remote netip.AddrPort) {
	s.mu.Lock()
	all := make([]*session, 0, len(s.sessions))
	for _, att := range s.sessions {
		all = append(all, att)
	}
	s.mu.Unlock()
	s.log.Warn("bus connection refused", "op", "connect", "reason", "unknown user", "remote", remote)
	for _, att := range all {
		if peer, ok := att.peers.Lookup(remote); ok {
			att.refusals.add(refusal{reason: "unknown user", peer: peer, remote: remote})
			return
		}
	}
	for _, att := range all {
		att.refusals.add(refusal{reason: "unknown user", remote: remote})
	}
}

// Write puts the credentials and the hook key into files that only the owner
// can read: creds as JSON {user, password, inbox}, key as text.
func (a Access) Write(creds, key string) error {
	text, err := trace.Marshal(a.Creds)
	if err != nil {
		return err
	}
	if err := writeSecret(creds, text); err != nil {
		return fmt.Errorf("write the bus credentials: %w", err)
	}
	if err := writeSecret(key, []byte(a.HookKey+"\n")); err != nil {
		return fmt.Errorf("write the hook key: %w", err)
	}
	return nil
}

// ReadAccess reads what Write wrote.
func ReadAccess(creds, key string) (a Access, err error) {
	if a.Creds, err = event.LoadCreds(creds); err != nil {
		return Access{}, err
	}
	text, err := os.ReadFile(key)
	if err != nil {
		return Access{}, fmt.Errorf("read the hook key: %w", err)
	}
	a.HookKey = strings.TrimSpace(string(text))
	return a, nil
}

// writeSecret replaces the file as a whole; it is never readable to others.
func writeSecret(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // made with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
