package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// refusal is one attempt that the bus turned away.
type refusal struct {
	reason string
	peer   Peer
	remote netip.AddrPort
}

// refusalKind is what refusals are counted by; there are few kinds, so a
// flood costs a number and not memory.
type refusalKind struct {
	reason string
	route  Route
}

// refusals turns refusals into notices of one session: the first of a kind at
// once, more of them as one notice with a count per window. None is lost.
type refusals struct {
	session *session
	window  time.Duration
	log     *slog.Logger
	wake    chan struct{}
	quit    chan struct{} // closed by stop
	stopped chan struct{} // closed when the goroutine has ended

	start sync.Once // its goroutine begins with the first refusal
	ctx   context.Context

	mu      sync.Mutex
	pending map[refusalKind]*counted
}

type counted struct {
	refusal        // the last one
	n       uint64 // how many
}

func newRefusals(ctx context.Context, s *session, window time.Duration, log *slog.Logger) *refusals {
	return &refusals{session: s, window: window, log: log, ctx: ctx, wake: make(chan struct{}, 1),
		quit: make(chan struct{}), stopped: make(chan struct{}), pending: map[refusalKind]*counted{}}
}

// add counts a refusal. It never blocks.
func (r *refusals) add(one refusal) {
	r.start.Do(func() { go r.run(r.ctx) })
	r.merge(refusalKind{one.reason, one.peer.Route}, counted{one, 1})
	r.ring()
}

func (r *refusals) merge(k refusalKind, c counted) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old := r.pending[k]; old != nil {
		c.n += old.n
	}
	r.pending[k] = &c
}

// run records what is pending, at most once per window. A notice under way is
// never given up: it would be recorded and counted again.
func (r *refusals) run(ctx context.Context) {
	defer close(r.stopped)
	for {
		select {
		case <-r.wake:
		case <-r.quit:
			return
		}
		if err := r.record(ctx); err != nil {
			r.log.Warn("refusals cannot be recorded yet", "session", r.session.id, "op", "notice", "err", err)
			r.ring()
		}
		select {
		case <-time.After(r.window):
		case <-r.quit:
			return
		}
	}
}

func (r *refusals) ring() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// record writes one notice per kind. What cannot be written stays pending.
func (r *refusals) record(ctx context.Context) error {
	r.mu.Lock()
	taken := r.pending
	r.pending = map[refusalKind]*counted{}
	r.mu.Unlock()
	var failed error
	for k, c := range taken {
		if failed == nil {
			failed = r.note(ctx, *c)
		}
		if failed != nil {
			r.merge(k, *c)
		}
	}
	return failed
}

func (r *refusals) note(ctx context.Context, c counted) error {
	remote := ""
	if c.remote.IsValid() {
		remote = c.remote.String()
	}
	details, err := trace.Marshal(struct {
		ActionID string `json:"action_id,omitzero"`
		PID      int    `json:"pid,omitzero"`
		Remote   string `json:"remote,omitzero"`
		Route    string `json:"route"`
	}{c.peer.ActionID, c.peer.PID, remote, c.peer.Route.String()})
	if err != nil {
		return err
	}
	return r.session.seq.Note(ctx, sidecar.Notice{About: "refused", Count: c.n, Details: details,
		Message: fmt.Sprintf("the bus refused: %s", c.reason)})
}

// stop ends the goroutine after the notice that is under way.
func (r *refusals) stop() { close(r.quit) }

// finish stops and records the rest.
func (r *refusals) finish(ctx context.Context) error {
	r.stop()
	r.start.Do(func() { close(r.stopped) })
	var err error
	select {
	case <-r.stopped:
		err = r.record(ctx)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("record what the bus refused to session %s: %w", r.session.id, err)
	}
	return nil
}
