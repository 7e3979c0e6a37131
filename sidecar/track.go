package sidecar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// track is one session on its way to the chain. The goroutine of Run owns it;
// mu guards what Status and Finalize share with it.
type track struct {
	id     trace.Hash
	source Source

	frontier *trace.Frontier // of the records read back and found right
	base     Progress        // what the last checkpoint covers, confirmed or pending

	mu        sync.Mutex
	oldest    uint64      // mono stamp of the first record after base; 0 unknown
	exposed   uint64      // the same for the first record after committed
	committed Checkpoint  // the last one that is confirmed
	pending   *Checkpoint // kept, not confirmed; at most one
	attempts  int         // failed ones since the last success
	nextTry   uint64      // mono stamp before which nothing is tried
	err       error       // of the last attempt
	broken    error       // no attempt will be made any more
	wanted    bool        // Finalize asks for the final commitment

	final chan struct{} // closed when the final commitment stands
	dead  chan struct{} // closed with broken
}

// newTrack continues from the checkpoints that were kept.
func newTrack(s Source, kept []Checkpoint) (*track, error) {
	t := &track{id: s.ID(), source: s, frontier: &trace.Frontier{}, final: make(chan struct{}), dead: make(chan struct{})}
	for _, c := range kept {
		f := &trace.Frontier{}
		if err := f.UnmarshalBinary(c.Frontier); err != nil {
			return nil, fmt.Errorf("checkpoint %d of session %s: %w", c.N, t.id, err)
		}
		if f.Size() != c.N || trace.Commitment(t.id, c.N, f.Root()) != c.H {
			return nil, fmt.Errorf("%w: checkpoint %d of session %s does not hash to its own state", ErrDiverged, c.N, t.id)
		}
		if f.Size() >= t.frontier.Size() {
			t.frontier = f
		}
		switch {
		case c.Status == StatusConfirmed:
			t.committed = c
			if c.Kind == KindFinal {
				close(t.final)
			}
		default:
			p := c
			t.pending = &p
		}
	}
	if t.pending != nil && t.pending.N <= t.committed.N {
		t.pending = nil // one that stands says as much
	}
	t.base.N = t.frontier.Size()
	return t, nil
}

// due reports whether something is to be done for the track now, or else in
// what time; 0 is not before something happens.
func (c *Checkpointer) due(ctx context.Context, t *track) (now bool, in time.Duration) {
	t.mu.Lock()
	broken, nextTry, wanted, pending, oldest := t.broken, t.nextTry, t.wanted, t.pending, t.oldest
	t.mu.Unlock()
	select {
	case <-t.final:
		return false, 0
	default:
	}
	mono := c.Clock.Mono()
	p := t.source.Progress()
	switch {
	case broken != nil:
		return false, 0
	case nextTry > mono:
		return false, time.Duration(nextTry - mono)
	case pending != nil, wanted && p.Closed:
		return true, 0
	case p.N == t.base.N:
		return false, 0
	}
	if oldest == 0 {
		var err error
		if oldest, err = c.findOldest(ctx, t); err != nil {
			t.failed(mono, c.retry, err)
			return false, c.retry
		}
	}
	if p.Calls-t.base.Calls >= c.Calls || p.Kernel-t.base.Kernel >= c.Kernel {
		return true, 0
	}
	if age := since(mono, oldest); age < c.Age && oldest <= mono {
		return false, c.Age - age
	}
	return true, 0 // old enough, or stamped in another boot of the machine
}

// findOldest reads the stamp of the first record that no checkpoint covers.
func (c *Checkpointer) findOldest(ctx context.Context, t *track) (stamp uint64, err error) {
	next := t.base.N + 1
	err = c.Records.Read(ctx, t.id, next, next, func(r trace.Record, _ uint64) error {
		body, err := trace.DecodeBody(r.Body)
		if err == nil {
			stamp, err = strconv.ParseUint(body.MonoNS, 10, 64)
		}
		return err
	})
	if err == nil && stamp == 0 {
		err = errors.New("it is not there")
	}
	if err != nil {
		return 0, fmt.Errorf("read the time of record %d: %w", next, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.oldest = stamp
	if t.pending == nil {
		t.exposed = stamp
	}
	return stamp, nil
}

// prepare makes sure that the track has a pending item, read back from the
// store, compared with what was acknowledged, and kept. false: not now.
func (c *Checkpointer) prepare(ctx context.Context, t *track) bool {
	p := t.source.Progress()
	t.mu.Lock()
	kind := KindCheckpoint
	if t.wanted && p.Closed {
		kind = KindFinal
	}
	ready := t.pending != nil && t.pending.Kind == kind
	t.mu.Unlock()
	if ready {
		return true
	}
	next, err := c.readBack(ctx, t, p)
	if err == nil {
		next.Kind = kind
		err = c.Checkpoints.PutCheckpoint(ctx, t.id, next)
	}
	switch {
	case errors.Is(err, ErrDiverged):
		t.stop(err)
		t.source.Fail(err)
		c.Log.Error("the store does not hold what was acknowledged; nothing more is committed", "session", t.id, "op", "checkpoint", "err", err)
		return false
	case err != nil:
		t.failed(c.Clock.Mono(), c.retry, err)
		c.Log.Warn("checkpoint not prepared, will be retried", "session", t.id, "op", "checkpoint", "err", err)
		return false
	}
	t.mu.Lock()
	t.pending, t.base, t.oldest = &next, p, 0
	t.mu.Unlock()
	return true
}

// readBack extends the frontier with the rows as they stand in the store and
// compares it with what was acknowledged. Until it agrees nothing changes.
func (c *Checkpointer) readBack(ctx context.Context, t *track, p Progress) (Checkpoint, error) {
	if p.N > math.MaxUint32 {
		return Checkpoint{}, fmt.Errorf("session %s has %d records, a commitment holds at most %d", t.id, p.N, uint32(math.MaxUint32))
	}
	f, h := t.frontier.Clone(), trace.NewHasher()
	if f.Size() < p.N {
		err := c.Records.Read(ctx, t.id, f.Size()+1, p.N, func(r trace.Record, seq uint64) error {
			if _, err := checkPlace(r, t.id, seq, f.Size()+1); err != nil {
				return err
			}
			h.Append(f, h.Leaf(r))
			return nil
		})
		if err != nil {
			return Checkpoint{}, fmt.Errorf("read back session %s: %w", t.id, err)
		}
	}
	if got := trace.Commitment(t.id, f.Size(), f.Root()); f.Size() != p.N || got != p.H {
		return Checkpoint{}, fmt.Errorf("%w: session %s, acknowledged were %d records with hash %s, the store gives %d with %s",
			ErrDiverged, t.id, p.N, p.H, f.Size(), got)
	}
	state, err := f.MarshalBinary()
	if err != nil {
		return Checkpoint{}, err
	}
	t.frontier = f
	return Checkpoint{N: p.N, H: p.H, Frontier: state, Status: StatusPending}, nil
}

func (t *track) failed(mono uint64, wait time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.attempts++
	t.err, t.nextTry = err, mono+uint64(wait)
}

// failures counts the attempts since the last success.
func (t *track) failures() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.attempts
}

func (t *track) stop(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.err, t.broken = err, err
	close(t.dead)
}

// confirmed makes the pending item, as done says it now, the committed one.
func (t *track) confirmed(done Checkpoint) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.committed, t.pending = done, nil
	t.exposed = t.oldest
	t.attempts, t.nextTry, t.err = 0, 0, nil
	if t.committed.Kind == KindFinal {
		close(t.final)
	}
}
