package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore/trace"
)

// ErrUnknown: this host has no such session open.
var ErrUnknown = errors.New("session is not open here")

// Config says what a host works with; all but Log is needed.
type Config struct {
	Store  sidecar.Store
	Blobs  sidecar.BlobStore
	States sidecar.StateStore
	List   func(context.Context) ([]trace.Hash, error) // all sessions of the store
	Bus    *ingest.Server
	Points *sidecar.Checkpointer // running
	Clock  sidecar.Clock
	Random io.Reader
	Boot   string
	// Keep writes a new session's credentials where Kept finds them again
	// after a restart; ok is false where they are gone.
	Keep func(trace.Hash, ingest.Access) error
	Kept func(trace.Hash) (a ingest.Access, ok bool, err error)
	// Paused says why no call of a session may begin now; nil never pauses.
	Paused func(trace.Hash) (why string)
	// Posted gives what stands on the chain of these sessions, so that Recover
	// continues none that contradicts it; nil asks nobody.
	Posted func(context.Context, []trace.Hash) (map[trace.Hash][]trace.Item, error)
	// Ended is told of every session whose final commitment stands, also of
	// those that Recover finds so; nil nobody.
	Ended func(trace.Hash)
	// LeaveOut names sessions that Recover does not touch; nil none.
	LeaveOut func(trace.Hash) bool
	Log      *slog.Logger // nil discards
}

// Host holds the open sessions. Safe for concurrent use.
type Host struct {
	cfg Config

	mu       sync.Mutex
	sessions map[trace.Hash]*sidecar.Session // nil while one is being opened
	stopped  bool
}

// New makes a host without sessions.
func New(c Config) (*Host, error) {
	if c.Store == nil || c.Blobs == nil || c.States == nil || c.List == nil || c.Bus == nil || c.Points == nil ||
		c.Clock == nil || c.Random == nil || c.Boot == "" || c.Keep == nil || c.Kept == nil {
		return nil, errors.New("host configuration: something is missing")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Host{cfg: c, sessions: map[trace.Hash]*sidecar.Session{}}, nil
}

// bearers says that whoever has a session's credentials is its harness.
type bearers struct{}

// Lookup implements ingest.Peers.
func (bearers) Lookup(netip.AddrPort) (ingest.Peer, bool) {
	return ingest.Peer{Route: sidecar.RouteHarness}, true
}

// noWarden is the floor that a hosted session states.
var noWarden = jsontext.Value(`{"warden":"none"}`)

func (h *Host) config(id trace.Hash) sidecar.Config {
	c := sidecar.Config{Session: id, Store: h.cfg.Store, Blobs: h.cfg.Blobs, States: h.cfg.States, Clock: h.cfg.Clock,
		Random: h.cfg.Random, Boot: h.cfg.Boot, OnCommit: func() { h.cfg.Points.Touch(id) }}
	if h.cfg.Paused != nil {
		c.Paused = func() string { return h.cfg.Paused(id) }
	}
	return c
}

// reserve takes id's place, so that nobody else opens it meanwhile.
func (h *Host) reserve(id trace.Hash) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped {
		return errors.New("the host is stopping")
	}
	if _, ok := h.sessions[id]; ok {
		return fmt.Errorf("%w: %s is open here", sidecar.ErrExists, id)
	}
	h.sessions[id] = nil
	return nil
}

func (h *Host) settle(id trace.Hash, s *sidecar.Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s == nil {
		delete(h.sessions, id)
	} else {
		h.sessions[id] = s
	}
}

// Open begins a session and puts it on the bus. Its credentials are kept
// before anybody can use them.
func (h *Host) Open(ctx context.Context, id trace.Hash, o sidecar.Opening) (access ingest.Access, err error) {
	if err := h.reserve(id); err != nil {
		return access, err
	}
	var s *sidecar.Session
	defer func() { h.settle(id, s) }()
	o.Floor = noWarden
	cfg := h.config(id)
	cfg.Opening = o
	opened, err := sidecar.Open(ctx, cfg)
	if err != nil {
		return access, err
	}
	access = ingest.NewAccess()
	if err = h.cfg.Keep(id, access); err == nil {
		err = h.serve(ctx, opened, access)
	}
	if err != nil {
		// Its records stay; the next start closes it by the rule.
		opened.Fail(err)
		return ingest.Access{}, err
	}
	s = opened
	return access, nil
}

// serve puts a session under the checkpointer and on the bus.
func (h *Host) serve(ctx context.Context, s *sidecar.Session, a ingest.Access) error {
	if err := h.cfg.Points.Add(ctx, s); err != nil {
		return err
	}
	return h.cfg.Bus.AttachAs(s.ID(), s, bearers{}, a)
}

// Session finds an open session.
func (h *Host) Session(id trace.Hash) (*sidecar.Session, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sessions[id]
	return s, s != nil
}

// Open sessions, in no order.
func (h *Host) Sessions() []trace.Hash {
	h.mu.Lock()
	defer h.mu.Unlock()
	ids := make([]trace.Hash, 0, len(h.sessions))
	for id, s := range h.sessions {
		if s != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// Close takes a session off the bus, closes it by the rule and makes the final
// commitment; ctx bounds the wait for the chain. A session that is closed and
// not committed stays open here and can be closed again.
func (h *Host) Close(ctx context.Context, id trace.Hash, c sidecar.Closing) (sidecar.Status, error) {
	s, ok := h.Session(id)
	if !ok {
		return sidecar.Status{}, fmt.Errorf("%w: %s", ErrUnknown, id)
	}
	if err := h.cfg.Bus.Detach(ctx, id); err != nil {
		return sidecar.Status{}, err
	}
	return h.end(ctx, s, c)
}

func (h *Host) end(ctx context.Context, s *sidecar.Session, c sidecar.Closing) (sidecar.Status, error) {
	if _, err := s.Close(ctx, c); err != nil {
		return sidecar.Status{}, fmt.Errorf("close session %s: %w", s.ID(), err)
	}
	st, err := h.cfg.Points.Finalize(ctx, s.ID())
	if err != nil {
		return st, err
	}
	h.settle(s.ID(), nil)
	h.cfg.Points.Remove(s.ID())
	s.Fail(sidecar.ErrClosed) // ends its goroutine
	h.ended(s.ID())
	return st, nil
}

func (h *Host) ended(id trace.Hash) {
	if h.cfg.Ended != nil {
		h.cfg.Ended(id)
	}
}

// Stop takes no more requests and answers those under way; the sessions stay
// open in the store, with their states kept. The caller then closes bus and
// store.
func (h *Host) Stop(ctx context.Context) error {
	h.mu.Lock()
	h.stopped = true
	open := make([]*sidecar.Session, 0, len(h.sessions))
	for _, s := range h.sessions {
		if s != nil {
			open = append(open, s)
		}
	}
	h.mu.Unlock()
	errs := []error{h.cfg.Bus.Close(ctx)}
	for _, s := range open {
		errs = append(errs, s.Leave(ctx))
	}
	return errors.Join(errs...)
}
