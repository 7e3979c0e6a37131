package sidecar

import (
	"cmp"
	"context"
	"sync"
	"time"
)

const (
	// MaxKernelLag bounds the age of a kernel record that is not yet durable.
	MaxKernelLag = 100 * time.Millisecond
	// MaxKernelPending bounds how many kernel records are not yet durable.
	MaxKernelPending = 1000

	// Batches start early enough to end within the bounds above.
	kernelFlushAge   = MaxKernelLag / 2
	kernelFlushCount = MaxKernelPending / 2
)

// queue is the one order of everything that happens to a session. Kernel
// records and events are bounded apart, so that a flood of one cannot starve
// the other, but leave in the order in which they came.
type queue struct {
	clock      Clock
	eventLimit int

	wake chan struct{} // tells the sequencer that something arrived

	mu      sync.Mutex
	waiting []*item
	flight  []*item // taken by the sequencer, not yet finished
	events  int     // events in waiting and flight
	kernel  int     // kernel records in waiting and flight
	urgent  int     // items in waiting that must be committed at once
	sealed  error   // no event and no kernel record is accepted any more
	dead    error   // nothing at all is accepted any more
	failing error   // the last commit failed and kernel records wait for the next
	room    chan struct{}
}

func newQueue(clock Clock, eventLimit int) *queue {
	return &queue{clock: clock, eventLimit: eventLimit, wake: make(chan struct{}, 1), room: make(chan struct{})}
}

// putEvent appends an item that needs an answer; ok is false when the queue is
// full or stopped.
func (q *queue) putEvent(it *item) (ok bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.sealed != nil {
		return false, q.sealed
	}
	if q.events >= q.eventLimit {
		return false, nil
	}
	q.events++
	q.add(it)
	return true, nil
}

// putKernel appends a kernel record. It waits while too many are not yet
// durable or the oldest of them is too old: the agent waits, nothing is lost.
func (q *queue) putKernel(ctx context.Context, it *item) error {
	for {
		q.mu.Lock()
		if err := cmp.Or(q.sealed, q.failing); err != nil {
			q.mu.Unlock()
			return err
		}
		if q.kernel < MaxKernelPending && q.kernelAge() < MaxKernelLag {
			q.kernel++
			q.add(it)
			q.mu.Unlock()
			return nil
		}
		room := q.room
		q.mu.Unlock()
		select {
		case <-room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// putControl appends one of our own items whatever the bounds say. With seal
// it is the last one: no event and no kernel record comes after it, and who
// tries gets seal as answer.
func (q *queue) putControl(it *item, seal error) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dead != nil {
		return q.dead
	}
	if q.sealed == nil && seal != nil {
		q.sealed = seal
		q.makeRoom()
	}
	q.add(it)
	return nil
}

// putNote appends a notice, which a sealed order takes no more.
func (q *queue) putNote(it *item) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.sealed != nil {
		return q.sealed
	}
	q.add(it)
	return nil
}

// add stamps the item under the lock, so that stamps never go back along the
// order. The caller holds mu.
func (q *queue) add(it *item) {
	it.mono, it.wall = q.clock.Mono(), q.clock.Now()
	q.waiting = append(q.waiting, it)
	if it.done != nil {
		q.urgent++
	}
	// Who brings an event sees to its commit (Session.lead).
	if it.event == nil && (it.done != nil || q.kernel == 1 || q.kernel == kernelFlushCount) {
		q.ring()
	}
}

// size is how many items wait.
func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// makeRoom wakes whoever waits in putKernel. The caller holds mu.
func (q *queue) makeRoom() {
	close(q.room)
	q.room = make(chan struct{})
}

func (q *queue) ring() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// kernelAge is the age of the oldest kernel record that is not yet durable.
// The caller holds mu.
func (q *queue) kernelAge() time.Duration {
	for _, part := range [2][]*item{q.flight, q.waiting} {
		for _, it := range part {
			if it.kernel != nil {
				return since(q.clock.Mono(), it.mono)
			}
		}
	}
	return 0
}

// take hands the sequencer the next items once they are due. Otherwise it
// says after which time they will be; 0 means that nothing waits.
func (q *queue) take(most int) (items []*item, wait time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil, 0
	}
	if q.urgent == 0 && q.kernel < kernelFlushCount && q.sealed == nil {
		if age := q.kernelAge(); age < kernelFlushAge {
			return nil, kernelFlushAge - age
		}
	}
	n := min(most, len(q.waiting))
	q.flight = append(q.flight[:0], q.waiting[:n]...)
	for _, it := range q.flight {
		if it.done != nil {
			q.urgent--
		}
	}
	rest := copy(q.waiting, q.waiting[n:])
	clear(q.waiting[rest:])
	q.waiting = q.waiting[:rest]
	return q.flight, 0
}

// fail refuses kernel records with err until finish finds none left over.
func (q *queue) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.failing = err
}

// finish releases what take handed out. After a failed commit the items in
// again go back to the front, still in order, because they are accepted and
// must not be lost; until they are durable no further kernel record is taken.
func (q *queue) finish(again []*item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(again) == 0 {
		q.failing = nil
	}
	kept := make(map[*item]bool, len(again))
	for _, it := range again {
		kept[it] = true
	}
	for _, it := range q.flight {
		switch {
		case kept[it]:
		case it.kernel != nil:
			q.kernel--
		case it.event != nil:
			q.events--
		}
	}
	if len(again) > 0 && q.dead == nil {
		q.waiting = append(append(make([]*item, 0, len(again)+len(q.waiting)), again...), q.waiting...)
	}
	clear(q.flight)
	q.flight = q.flight[:0]
	q.makeRoom()
}

// kill refuses everything from now on and returns what still waits.
func (q *queue) kill(err error) []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dead == nil {
		q.dead, q.sealed = err, err
	}
	left := q.waiting
	q.waiting, q.urgent = nil, 0
	q.makeRoom()
	q.ring()
	return left
}

// since subtracts monotonic stamps; a stamp of the future counts as now.
func since(now, then uint64) time.Duration {
	if then >= now {
		return 0
	}
	return time.Duration(now - then)
}
