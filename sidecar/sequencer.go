package sidecar

import (
	"context"
	"fmt"
	"runtime"
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

// run sequences what nobody else does: kernel records when they are due, our
// own items, and all that waits behind a commit. Whoever gives seqs and changes
// state holds turn, be it run or lead.
func (s *Session) run() {
	defer close(s.done)
	for {
		n, again, wait := s.step()
		switch {
		case again:
			s.pause(retryFailed)
		case n > 0:
		case s.Err() != nil:
			return
		default:
			s.pause(wait)
		}
	}
}

// step takes its turn and commits the next items. n is their number, again
// says that some must be tried once more; with none due, wait is after what
// time they will be.
func (s *Session) step() (n int, again bool, wait time.Duration) {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.shared {
		s.gather()
	}
	items, wait := s.queue.take(maxBatch)
	s.shared = len(items) > 1
	if len(items) == 0 {
		return 0, false, wait
	}
	n = len(items)
	left := s.commit(items)
	s.queue.finish(left)
	return n, len(left) > 0, 0
}

// gather lets those join who were answered by the last commit and are about to
// come again: without it every other commit would be of the one who came
// first. It ends as soon as a turn of everybody who can run brings nothing.
func (s *Session) gather() {
	for n := s.queue.size(); n < maxBatch; {
		runtime.Gosched()
		more := s.queue.size()
		if more <= n {
			return
		}
		n = more
	}
}

// lead sequences on the caller's own goroutine if nobody else does at the
// moment: a lone event is spared two changes of threads around its commit.
// Otherwise, and for what came meanwhile, run is told.
func (s *Session) lead() {
	if !s.turn.TryLock() {
		s.queue.ring()
		return
	}
	items, _ := s.queue.take(maxBatch)
	s.shared = len(items) > 1
	var left []*item
	if len(items) > 0 {
		left = s.commit(items)
		s.queue.finish(left)
	}
	s.turn.Unlock()
	if s.queue.size() > 0 {
		s.queue.ring()
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
	// A session that has failed writes nothing more, and what was written while
	// it failed is promised to nobody.
	if err := s.Err(); err != nil {
		return s.abandon(b, items, err)
	}
	if len(b.entries) > 0 {
		// The commit belongs to everybody who waits for it, so no single
		// caller's context may end it.
		if err := s.store.Append(context.Background(), b.entries); err != nil && !s.durable(b) {
			return s.abandon(b, items, err)
		}
		if err := s.Err(); err != nil {
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
	h := b.commitment()
	s.mu.Lock()
	s.state.n, s.state.frontier = b.n, b.frontier
	s.state.counted, s.state.kernel = b.calls, b.kernel
	s.state.acked = Progress{N: b.n, H: h,
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
