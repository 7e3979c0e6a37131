package sidecar

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// timeLayout is UTC with nine fraction digits (formats, section 2).
const timeLayout = "2006-01-02T15:04:05.000000000Z"

// MaxBody is the largest body of a record, so that its line fits into a bundle
// that every verifier reads.
const MaxBody = trace.DefaultMaxLine - 64<<10

// item is one thing that happened to the session, at its place in the order.
// Exactly one of event, kernel and control is set.
type item struct {
	mono uint64
	wall time.Time

	event   *prepared
	kernel  *KernelRecord
	control func(*batch, *item) error

	done chan answer // nil for a kernel record that nobody waits for

	// For whoever waits, once the answer is there; never the sequencer.
	release func() // gives back what the item holds
	undone  func() // takes back what was done ahead of a start
}

// answer is what becomes of an item once its batch is durable, or is not.
type answer struct {
	reply event.Reply
	err   error
}

// await waits for the item's answer. One that is there counts even where ctx
// has ended, too.
func (it *item) await(ctx context.Context) (answer, error) {
	select {
	case a := <-it.done:
		return a, nil
	default:
	}
	select {
	case a := <-it.done:
		return a, nil
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}

// batch is the part of the order that one commit makes durable. It changes
// the session's state as it grows and can take everything back.
type batch struct {
	s        *Session
	n        uint64
	frontier *trace.Frontier
	hashed   Progress // N and H of the last commitment that was computed
	calls    uint64   // permissions and actions, what the checkpoint rule counts
	kernel   uint64
	entries  []Entry
	answers  []answer // by item
	undo     []func()
}

func (s *Session) newBatch() *batch {
	return &batch{s: s, n: s.state.n, frontier: s.state.frontier.Clone(), hashed: s.state.acked, calls: s.state.counted, kernel: s.state.kernel}
}

// stamp completes head and body with what only the sequencer may write.
func (b *batch) stamp(it *item, h *trace.Head, body *trace.Body) {
	h.V, h.Session, h.Seq = trace.Version, b.s.id, b.n+1
	body.Time = it.wall.UTC().Format(timeLayout)
	body.MonoNS = strconv.FormatUint(it.mono, 10)
}

// add appends one record and returns the answer that belongs to it. The error
// is about this record alone; the batch is as it was.
func (b *batch) add(it *item, h trace.Head, body trace.Body) (event.Reply, error) {
	b.stamp(it, &h, &body)
	var salt trace.Hash
	if _, err := io.ReadFull(b.s.random, salt[:]); err != nil {
		return event.Reply{}, fmt.Errorf("draw the salt of record %d: %w", h.Seq, err)
	}
	rec, err := trace.NewRecord(h, body, salt)
	if err != nil {
		return event.Reply{}, err
	}
	if len(rec.Body) > MaxBody {
		return event.Reply{}, fmt.Errorf("%w: it has %d bytes, a record takes %d", trace.ErrBody, len(rec.Body), MaxBody)
	}
	blobs, err := body.Blobs()
	if err != nil {
		return event.Reply{}, fmt.Errorf("%w: %w", trace.ErrBody, err)
	}
	leaf := b.s.hasher.Leaf(rec)
	b.s.hasher.Append(b.frontier, leaf)
	b.n++
	switch h.Kind {
	case trace.KindPermission, trace.KindAction:
		b.calls++
	case trace.KindSyscall:
		b.kernel++
	}
	b.entries = append(b.entries, Entry{Record: rec, Session: b.s.id, Seq: h.Seq, Blobs: blobs})
	reply := event.Reply{OK: true, Seq: h.Seq, ActionID: h.ActionID, Leaf: leaf}
	if it.event != nil { // nobody else asks for it, and it is half of the hashing
		reply.Head = &event.HeadRef{N: b.n, H: b.commitment()}
	}
	return reply, nil
}

// commitment is H(n) of the batch as far as it has grown.
func (b *batch) commitment() trace.Hash {
	if b.hashed.N != b.n || b.n == 0 {
		b.hashed = Progress{N: b.n, H: trace.Commitment(b.s.id, b.n, b.s.hasher.Root(b.frontier))}
	}
	return b.hashed.H
}

// remember ties the last record to the event that it answers.
func (b *batch) remember(p *prepared, reply event.Reply) error {
	text, err := packReply(reply)
	if err != nil {
		return fmt.Errorf("encode the answer to event %q: %w", p.ev.ID, err)
	}
	last := &b.entries[len(b.entries)-1]
	last.EventID, last.DataHash, last.Reply = p.ev.ID, p.hash, text
	return nil
}

// change runs a change of the session's state that revert can take back.
func (b *batch) change(do, undo func()) {
	b.s.mu.Lock()
	do()
	b.s.mu.Unlock()
	b.undo = append(b.undo, undo)
}

func (b *batch) revert() {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	for i := len(b.undo) - 1; i >= 0; i-- {
		b.undo[i]()
	}
	b.undo = nil
}
