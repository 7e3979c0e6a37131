package sidecar

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// Status is how far a session is committed and what is exposed: records that
// are acknowledged and not yet on the chain can still be altered by whoever
// owns the store.
type Status struct {
	Session   trace.Hash
	Acked     uint64        // records acknowledged
	Committed uint64        // of these, under a confirmed commitment
	Pending   uint64        // n of the commitment under way, 0 if none
	Exposed   uint64        // Acked - Committed
	Since     time.Duration // age of the oldest exposed record, if known
	Attempts  int           // failed ones since the last success
	Err       error         // why the last attempt failed
	Broken    bool          // no further attempt is made: Err says why
	Final     bool          // the final commitment stands
	TxHash    trace.Hash    // of the last confirmed commitment
}

// Status tells how far a session is; ok is false for one not under care.
func (c *Checkpointer) Status(id trace.Hash) (st Status, ok bool) {
	c.mu.Lock()
	t := c.tracks[id]
	c.mu.Unlock()
	if t == nil {
		return Status{}, false
	}
	return c.status(t), true
}

// Statuses tells it of all sessions, in the order of their ids.
func (c *Checkpointer) Statuses() []Status {
	c.mu.Lock()
	tracks := make([]*track, 0, len(c.tracks))
	for _, t := range c.tracks {
		tracks = append(tracks, t)
	}
	c.mu.Unlock()
	out := make([]Status, len(tracks))
	for i, t := range tracks {
		out[i] = c.status(t)
	}
	slices.SortFunc(out, func(a, b Status) int { return cmp.Compare(a.Session.String(), b.Session.String()) })
	return out
}

func (c *Checkpointer) status(t *track) Status {
	p := t.source.Progress()
	mono := c.Clock.Mono()
	t.mu.Lock()
	defer t.mu.Unlock()
	st := Status{Session: t.id, Acked: p.N, Committed: t.committed.N, Attempts: t.attempts, Err: t.err,
		Broken: t.broken != nil, Final: t.committed.Kind == KindFinal, TxHash: t.committed.TxHash}
	st.Exposed = st.Acked - st.Committed
	if t.exposed > 0 {
		st.Since = since(mono, t.exposed)
	}
	if t.pending != nil {
		st.Pending = t.pending.N
	}
	return st
}

// Finalize makes the final commitment of a closed session, once: attempts are
// repeated until it stands or ctx ends. Run must be running. A session whose
// final stands already returns at once, also after a restart.
func (c *Checkpointer) Finalize(ctx context.Context, id trace.Hash) (Status, error) {
	c.mu.Lock()
	t := c.tracks[id]
	c.mu.Unlock()
	if t == nil {
		return Status{}, fmt.Errorf("session %s is not being checkpointed", id)
	}
	if !t.source.Progress().Closed {
		return c.status(t), fmt.Errorf("session %s is not closed", id)
	}
	t.mu.Lock()
	t.wanted, t.nextTry = true, 0
	t.mu.Unlock()
	c.Touch(id)
	select {
	case <-t.final:
		return c.status(t), nil
	case <-t.dead:
		return c.status(t), fmt.Errorf("final commitment of session %s: %w", id, c.status(t).Err)
	case <-ctx.Done():
		st := c.status(t)
		if st.Err != nil {
			return st, fmt.Errorf("final commitment of session %s: %w (last attempt: %w)", id, ctx.Err(), st.Err)
		}
		return st, fmt.Errorf("final commitment of session %s: %w", id, ctx.Err())
	}
}
