package sidecar

import (
	"context"
	"fmt"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

const (
	// maxBatch bounds one commit, so that nobody waits long behind a flood.
	maxBatch = 512
	// retryFailed is how long accepted kernel records wait for the next try
	// after a commit that failed.
	retryFailed = 250 * time.Millisecond
)

// run is the sequencer: the only goroutine that gives seqs and changes state.
func (s *Session) run() {
	defer close(s.done)
	for {
		items, wait := s.queue.take(maxBatch)
		if len(items) > 0 {
			again := s.commit(items)
			s.queue.finish(again)
			if len(again) > 0 {
				s.pause(retryFailed)
			}
			continue
		}
		if s.Err() != nil {
			return
		}
		s.pause(wait)
	}
}

// pause waits until something arrives, or, where wait is not 0, that long.
func (s *Session) pause(wait time.Duration) {
	var timer <-chan time.Time
	if wait > 0 {
		timer = s.clock.After(wait)
	}
	select {
	case <-s.queue.wake:
	case <-timer:
	}
}

// commit makes the items durable as one batch and answers them. Items in again
// were accepted without an answer and must be tried once more.
func (s *Session) commit(items []*item) (again []*item) {
	b := s.newBatch()
	for _, it := range items {
		a, err := b.place(it)
		if err != nil {
			return s.abandon(b, items, fmt.Errorf("record %d: %w", b.n+1, err))
		}
		b.answers = append(b.answers, a)
	}
	if len(b.entries) > 0 {
		// The commit belongs to everybody who waits for it, so no single
		// caller's context may end it.
		if err := s.store.Append(context.Background(), b.entries); err != nil && !s.durable(b) {
			return s.abandon(b, items, err)
		}
	}
	s.settle(b)
	for i, it := range items {
		it.answer(b.answers[i])
	}
	return nil
}

// durable finds out what a commit that reported an error left behind. A batch
// is in the store as a whole or not at all; anything else, or a store that
// cannot say, ends the session.
func (s *Session) durable(b *batch) bool {
	ctx := context.Background()
	head, err := s.store.Head(ctx, s.id)
	switch {
	case err != nil:
		s.Fail(fmt.Errorf("after a failed commit the store does not tell its head: %w", err))
		return false
	case head == s.state.n:
		return false
	case head != b.n:
		s.Fail(fmt.Errorf("%w: the head is %d, it must be %d or %d", ErrDiverged, head, s.state.n, b.n))
		return false
	}
	f := s.state.frontier.Clone()
	err = s.store.Read(ctx, s.id, s.state.n+1, b.n, func(r trace.Record, _ uint64) error {
		f.Append(r.Leaf())
		return nil
	})
	if err == nil && f.Root() != b.frontier.Root() {
		err = fmt.Errorf("%w: another writer appended records %d to %d", ErrDiverged, s.state.n+1, b.n)
	}
	if err != nil {
		s.Fail(err)
	}
	return err == nil
}

// settle makes the batch's outcome the session's state.
func (s *Session) settle(b *batch) {
	s.mu.Lock()
	s.state.n, s.state.frontier = b.n, b.frontier
	s.state.counted, s.state.kernel = b.calls, b.kernel
	s.state.acked = Progress{N: b.n, H: trace.Commitment(s.id, b.n, b.frontier.Root()),
		Calls: b.calls, Kernel: b.kernel, Closed: s.state.closed}
	s.mu.Unlock()
	s.keepState()
	if s.onCommit != nil && len(b.entries) > 0 {
		s.onCommit()
	}
}

// abandon takes the batch back and tells everybody who waits. Kernel records
// that nobody waits for were promised and are kept for the next try.
func (s *Session) abandon(b *batch, items []*item, cause error) (again []*item) {
	b.revert()
	// Before anybody hears of the failure, so that nothing is promised after it.
	s.queue.fail(fmt.Errorf("the last commit failed, and this record cannot be promised: %w", cause))
	for _, it := range items {
		if it.done == nil && s.Err() == nil {
			again = append(again, it)
			continue
		}
		it.answer(answer{reply: storeReply(cause), err: fmt.Errorf("commit: %w", cause)})
	}
	return again
}

// answer gives the item its outcome, once. It never blocks.
func (it *item) answer(a answer) {
	if it.done != nil {
		it.done <- a
	}
}

// begin starts sequencing and writes first through the same path as all else.
func (s *Session) begin(ctx context.Context, first func(*batch, *item) error) (*Session, error) {
	go s.run()
	it := &item{done: make(chan answer, 1), control: first}
	err := s.queue.putControl(it, nil)
	if err == nil {
		err = s.await(ctx, it)
	}
	if err != nil {
		err = fmt.Errorf("the session's first record is not durable: %w", err)
		s.Fail(err)
		return nil, err
	}
	return s, nil
}
