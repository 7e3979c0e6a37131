package sidecar

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// Defaults of the checkpoint rule: after that many permissions and actions, or
// kernel records, or when the oldest uncommitted record is that old.
const (
	DefaultCalls  = 10
	DefaultKernel = 1000
	DefaultAge    = 30 * time.Second

	// maxRetry caps the wait between attempts at a commitment.
	maxRetry = 5 * time.Second
	// maxItems bounds one transaction.
	maxItems = 256
)

// Committer puts commitments on the chain. Both return once the transaction
// stands there, with its hash. A repeated item is harmless.
type Committer interface {
	Commit(ctx context.Context, items []trace.Item) (tx trace.Hash, err error)
	Finalize(ctx context.Context, items []trace.Item) (tx trace.Hash, err error)
}

// Source is a session as its checkpointer sees it; *Session is one.
type Source interface {
	ID() trace.Hash
	Progress() Progress
	Fail(cause error)
}

// CheckpointConfig says what a checkpointer works with; zero numbers are the
// defaults.
type CheckpointConfig struct {
	Committer   Committer
	Records     Store
	Checkpoints CheckpointStore
	Clock       Clock
	Log         *slog.Logger // nil discards
	// Announce is told of every commitment that stands on the chain, before
	// Status and Finalize say so, and of the last one when a session is added.
	// Its error is logged and holds nothing up; nil announces nothing.
	Announce func(ctx context.Context, item trace.Item) error

	Calls  uint64        // k
	Kernel uint64        // kernel records
	Age    time.Duration // r
}

// Checkpointer commits the prefixes of many sessions of one owner, all that
// are due in one transaction. The agent never waits for it.
type Checkpointer struct {
	CheckpointConfig
	retry time.Duration // min(r, 5 s)
	wake  chan struct{}
	looks agenda

	mu     sync.Mutex
	tracks map[trace.Hash]*track
}

// NewCheckpointer makes a checkpointer; Run does its work.
func NewCheckpointer(c CheckpointConfig) (*Checkpointer, error) {
	if c.Committer == nil || c.Records == nil || c.Checkpoints == nil || c.Clock == nil {
		return nil, errors.New("checkpoint configuration: committer, stores and clock are needed")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Calls == 0 {
		c.Calls = DefaultCalls
	}
	if c.Kernel == 0 {
		c.Kernel = DefaultKernel
	}
	if c.Age <= 0 {
		c.Age = DefaultAge
	}
	return &Checkpointer{CheckpointConfig: c, retry: min(c.Age, maxRetry),
		wake: make(chan struct{}, 1), looks: newAgenda(), tracks: map[trace.Hash]*track{}}, nil
}

// Add takes a session under care, at the point where its kept checkpoints left
// it: a restart reads only what came after.
func (c *Checkpointer) Add(ctx context.Context, s Source) error {
	kept, err := c.Checkpoints.Checkpoints(ctx, s.ID())
	if err != nil {
		return fmt.Errorf("read the checkpoints of session %s: %w", s.ID(), err)
	}
	t, err := newTrack(s, kept)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tracks[s.ID()] != nil {
		return fmt.Errorf("session %s is already being checkpointed", s.ID())
	}
	c.tracks[s.ID()] = t
	if t.committed.N > 0 || t.committed.Kind != 0 {
		c.announce(ctx, t.id, t.committed) // the last process may not have come to it
	}
	c.Touch(s.ID())
	return nil
}

// Remove lets go of a session whose final commitment stands.
func (c *Checkpointer) Remove(id trace.Hash) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.tracks, id)
}

// Final reports whether a session's final commitment is known to stand, from
// what is kept alone.
func (c *Checkpointer) Final(ctx context.Context, id trace.Hash) (bool, error) {
	kept, err := c.Checkpoints.Checkpoints(ctx, id)
	for _, k := range kept {
		if k.Kind == KindFinal && k.Status == StatusConfirmed {
			return true, err
		}
	}
	return false, err
}

func (c *Checkpointer) announce(ctx context.Context, id trace.Hash, done Checkpoint) {
	if c.Announce == nil {
		return
	}
	if err := c.Announce(ctx, trace.Item{Session: id, N: uint32(done.N), H: done.H}); err != nil {
		c.Log.Warn("a commitment was not announced", "session", id, "op", "announce", "n", done.N, "err", err)
	}
}

// Touch makes Run look at one session again. It is that session's OnCommit and
// never waits for a commitment.
func (c *Checkpointer) Touch(id trace.Hash) {
	c.looks.call(id)
	c.ring()
}

func (c *Checkpointer) ring() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Run commits what is due until ctx ends. Failures are retried and visible in
// Status; they never end it.
func (c *Checkpointer) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := c.round(ctx)
		var timer <-chan time.Time
		if wait > 0 {
			timer = c.Clock.After(wait)
		}
		select {
		case <-c.wake:
		case <-timer:
		case <-ctx.Done():
		}
	}
}

// round does all that is due now and returns how long the next thing takes to
// become due, 0 for never.
func (c *Checkpointer) round(ctx context.Context) (wait time.Duration) {
	var checkpoints, finals []*track
	for _, t := range c.called() {
		due, in := c.due(ctx, t)
		if !due {
			if in > 0 {
				c.looks.at(t.id, c.Clock.Mono()+uint64(in))
			}
			continue
		}
		if !c.prepare(ctx, t) {
			c.looks.at(t.id, c.Clock.Mono()+uint64(c.retry))
			continue
		}
		if t.pending.Kind == KindFinal {
			finals = append(finals, t)
		} else {
			checkpoints = append(checkpoints, t)
		}
	}
	c.send(ctx, checkpoints, c.Committer.Commit)
	c.send(ctx, finals, c.Committer.Finalize)
	for _, t := range slices.Concat(checkpoints, finals) {
		c.Touch(t.id) // more may have become due meanwhile, or the next attempt has its time
	}
	next, ok := c.looks.first()
	if !ok {
		return 0
	}
	return max(since(next, c.Clock.Mono()), 1)
}

// called are the tracks to look at now, in the order of their ids.
func (c *Checkpointer) called() []*track {
	ids := c.looks.take(c.Clock.Mono())
	c.mu.Lock()
	defer c.mu.Unlock()
	tracks := make([]*track, 0, len(ids))
	for id := range ids {
		if t := c.tracks[id]; t != nil {
			tracks = append(tracks, t)
		}
	}
	slices.SortFunc(tracks, func(a, b *track) int { return slices.Compare(a.id[:], b.id[:]) })
	return tracks
}

// send puts the pending items of the tracks on the chain: together, except
// that one whose last attempt failed goes alone, so that an item that the chain
// refuses does not hold up the others.
func (c *Checkpointer) send(ctx context.Context, tracks []*track, put func(context.Context, []trace.Item) (trace.Hash, error)) {
	var together, alone []*track
	for _, t := range tracks {
		if t.failures() > 0 {
			alone = append(alone, t)
		} else {
			together = append(together, t)
		}
	}
	parts := slices.AppendSeq(slices.Collect(slices.Chunk(together, maxItems)), slices.Chunk(alone, 1))
	for _, part := range parts {
		items := make([]trace.Item, len(part))
		for i, t := range part {
			items[i] = trace.Item{Session: t.id, N: uint32(t.pending.N), H: t.pending.H}
		}
		tx, err := put(ctx, items)
		for _, t := range part {
			c.outcome(ctx, t, tx, err)
		}
	}
}

// outcome notes what became of a track's pending item.
func (c *Checkpointer) outcome(ctx context.Context, t *track, tx trace.Hash, err error) {
	done := *t.pending
	done.Status, done.TxHash = StatusConfirmed, tx
	if err == nil {
		if err = c.Checkpoints.PutCheckpoint(ctx, t.id, done); err != nil {
			err = fmt.Errorf("the commitment stands on chain and cannot be noted: %w", err)
		}
	}
	if err != nil {
		t.failed(c.Clock.Mono(), c.retry, err)
		c.Log.Warn("commitment not made, will be retried", "session", t.id, "op", "checkpoint",
			"n", t.pending.N, "attempt", t.attempts, "exposed", t.source.Progress().N-t.committed.N, "err", err)
		return
	}
	c.announce(ctx, t.id, done)
	t.confirmed(done)
}
