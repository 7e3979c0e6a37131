package ingest_test

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore/trace"
)

// people stands where the warden stands: it says whose connect a connection
// was. Connections it was not told about are of the given default.
type people struct {
	mu    sync.Mutex
	other ingest.Peer
	known bool
	by    map[netip.AddrPort]ingest.Peer
}

func everybodyIs(p ingest.Peer) *people { return &people{other: p, known: true} }

func (p *people) Lookup(remote netip.AddrPort) (ingest.Peer, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if q, ok := p.by[remote]; ok {
		return q, true
	}
	return p.other, p.known
}

func (p *people) set(other ingest.Peer, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.other, p.known = other, known
}

// heard is a sequencer that notes what the bus hands it.
type heard struct {
	mu     sync.Mutex
	n      uint64
	peers  []ingest.Peer
	events []event.Event
	notes  chan sidecar.Notice
	hold   chan struct{} // when not nil, Submit waits for it
	entry  chan struct{} // when not nil, told that Submit was entered
}

func newHeard() *heard { return &heard{notes: make(chan sidecar.Notice, 100)} }

func (h *heard) Submit(ctx context.Context, p ingest.Peer, e event.Event) event.Reply {
	h.mu.Lock()
	h.n++
	n := h.n
	h.peers, h.events = append(h.peers, p), append(h.events, e)
	hold, entry := h.hold, h.entry
	h.mu.Unlock()
	if entry != nil {
		entry <- struct{}{}
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
		}
	}
	return event.Reply{OK: true, Seq: n, Leaf: trace.Hash{1}, Head: &event.HeadRef{N: n, H: trace.Hash{2}}}
}

func (h *heard) Again(context.Context, string, trace.Hash) (event.Reply, bool) {
	return event.Reply{}, false
}

func (h *heard) Note(_ context.Context, n sidecar.Notice) error {
	h.notes <- n
	return nil
}

func (h *heard) last() (ingest.Peer, event.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.peers) == 0 {
		return ingest.Peer{}, event.Event{}
	}
	return h.peers[len(h.peers)-1], h.events[len(h.events)-1]
}

func (h *heard) note(t *testing.T) sidecar.Notice {
	t.Helper()
	select {
	case n := <-h.notes:
		return n
	case <-time.After(10 * time.Second):
		t.Fatal("no notice after 10 s")
	}
	return sidecar.Notice{}
}

var session = trace.Hash{0xaa, 1}

// bus starts a server with one session on it.
func bus(t testing.TB, c ingest.Config, seq ingest.Sequencer, peers ingest.Peers) (*ingest.Server, ingest.Access) {
	t.Helper()
	s, err := ingest.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("close the bus: %v", err)
		}
	})
	a, err := s.Attach(session, seq, peers)
	if err != nil {
		t.Fatal(err)
	}
	return s, a
}

func dial(t testing.TB, s *ingest.Server, a ingest.Access, key string) (*event.Client, error) {
	t.Helper()
	c, err := event.Dial(t.Context(), event.Config{URL: s.URL(), Session: session, Creds: a.Creds, Key: key,
		Source: "/adapter/test", Timeout: 20 * time.Second})
	if err == nil {
		t.Cleanup(c.Close)
	}
	return c, err
}

var harness = ingest.Peer{Route: sidecar.RouteHarness, PID: 100}

func TestEventsArriveWithTheirRoute(t *testing.T) {
	for _, tc := range []struct {
		name string
		peer ingest.Peer
		key  bool
	}{
		{"root harness", harness, false},
		{"our own binary with the hook key", ingest.Peer{Route: sidecar.RouteOwn, PID: 7}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHeard()
			s, a := bus(t, ingest.Config{}, h, everybodyIs(tc.peer))
			key := ""
			if tc.key {
				key = a.HookKey
			}
			c, err := dial(t, s, a, key)
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "rm", ArgsJSON: `{"path":"x"}`})
			if err != nil || r.Seq != 1 {
				t.Fatalf("reply %+v, %v", r, err)
			}
			if p, e := h.last(); p != tc.peer || e.Data.Tool != "rm" {
				t.Errorf("the sequencer saw %+v from %+v, want tool rm from %+v", e.Data, p, tc.peer)
			}
		})
	}
}

func TestWhoMayNotConnect(t *testing.T) {
	own := ingest.Peer{Route: sidecar.RouteOwn, PID: 8}
	for _, tc := range []struct {
		name   string
		peer   ingest.Peer
		known  bool
		alter  func(*ingest.Access)
		key    func(ingest.Access) string
		notice string
	}{
		{name: "a process of a call", peer: ingest.Peer{Route: sidecar.RouteCall, PID: 9, ActionID: "a3"}, known: true,
			key: func(a ingest.Access) string { return a.HookKey }, notice: "the bus refused: process of a call"},
		{name: "a process nobody knows", notice: "the bus refused: unknown process"},
		{name: "route none", known: true, notice: "the bus refused: unknown process"},
		{name: "our own binary without the key", peer: own, known: true, notice: "the bus refused: no hook key"},
		{name: "our own binary with a wrong key", peer: own, known: true,
			key: func(ingest.Access) string { return "0123" }, notice: "the bus refused: wrong password"},
		{name: "the harness with a wrong password", peer: harness, known: true,
			alter: func(a *ingest.Access) { a.Creds.Password = "x" }, notice: "the bus refused: wrong password"},
		{name: "a user nobody knows", peer: harness, known: true,
			alter: func(a *ingest.Access) { a.Creds.User = "root" }, notice: "the bus refused: unknown user"},
		{name: "the sidecar's own user over TCP", peer: harness, known: true,
			alter: func(a *ingest.Access) { a.Creds.User = "sidecar" }, notice: "the bus refused: unknown user"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHeard()
			p := &people{other: tc.peer, known: tc.known}
			s, a := bus(t, ingest.Config{}, h, p)
			key := ""
			if tc.key != nil {
				key = tc.key(a)
			}
			if tc.alter != nil {
				tc.alter(&a)
			}
			if _, err := dial(t, s, a, key); err == nil {
				t.Fatal("the connection was let in")
			}
			if n := h.note(t); n.About != "refused" || n.Count != 1 || n.Message != tc.notice {
				t.Errorf("notice %+v, want %q once", n, tc.notice)
			}
		})
	}
}
