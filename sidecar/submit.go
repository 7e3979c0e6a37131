package sidecar

import (
	"context"
	"errors"
	"fmt"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// Submit gives an event its place in the order and answers once it is durable.
// A reply that is ok means durable; any other means that the adapter must not
// let the tool run. The same id with the same data gets the first answer again
// for ever, with other data a conflict. When ctx ends first the answer is busy:
// the event may still become durable, and asking again with the same id tells.
// A commit that runs on this goroutine is not left when ctx ends: others may
// wait for the same one, and its answer is worth more than a busy.
func (s *Session) Submit(ctx context.Context, peer Peer, ev event.Event) event.Reply {
	p, r := s.prepare(peer, ev)
	if r != nil {
		return refused(r)
	}
	unlock, err := s.ids.lock(ctx, ev.ID)
	if err != nil {
		return busy("an earlier submission of this event is still under way")
	}
	it := &item{event: p, done: make(chan answer, 1), release: unlock}
	reply, queued := s.enqueue(ctx, it)
	if !queued {
		s.dropTexts(p)
		it.release()
		return reply
	}
	s.lead()
	a, err := it.await(ctx)
	if err != nil {
		go func() { s.conclude(it, <-it.done) }()
		return busy("not durable yet; ask again with the same id")
	}
	s.conclude(it, a)
	return a.reply
}

// conclude tells the warden what the answer means for the call and then gives
// back what the item holds. It runs outside the sequencer, because the warden
// has records of its own to put into the order, and before the adapter hears
// the answer, so that these stand where the call ended.
func (s *Session) conclude(it *item, a answer) {
	if !a.reply.OK {
		s.dropTexts(it.event)
		if it.undone != nil {
			it.undone()
		}
	}
	if a.reply.OK && it.event.kind() == trace.KindAction && s.onEnd != nil {
		s.onEnd(a.reply.ActionID)
	}
	it.release()
}

// enqueue looks for an earlier answer, asks the warden about a start, and puts
// the item into the order. queued is false when reply is the whole answer.
func (s *Session) enqueue(ctx context.Context, it *item) (reply event.Reply, queued bool) {
	p := it.event
	var stored Stored
	var found bool
	var err error
	if !s.seen.fresh(p.ev.ID) {
		if stored, found, err = s.store.Event(ctx, s.id, p.ev.ID); err != nil {
			return storeReply(fmt.Errorf("look for an earlier answer to event %q: %w", p.ev.ID, err)), false
		}
	}
	if found && stored.DataHash == p.hash {
		return again(stored)
	}
	if k := p.kind(); !found && p.refused == nil && (k == trace.KindIntent || k == trace.KindStart) {
		if why := s.paused(); why != "" {
			return event.Reply{Code: event.CodeBusy, Message: why, RetryAfterMS: pausedRetryMS}, false
		}
	}
	if err := s.recall(ctx, p.ev.Data.ActionID); err != nil {
		return storeReply(fmt.Errorf("look for call %q: %w", p.ev.Data.ActionID, err)), false
	}
	if found {
		p.stored = &stored
	} else if p.kind() == trace.KindStart && p.refused == nil {
		if r := s.beforeStart(ctx, it); r != nil {
			return refused(r), false
		}
	}
	if err := s.moveTexts(ctx, p); err != nil {
		if it.undone != nil {
			it.undone()
		}
		return storeReply(err), false
	}
	// From here on the event may become durable, whatever its caller hears.
	s.seen.add(p.ev.ID)
	ok, err := s.queue.putEvent(it)
	if !ok && it.undone != nil {
		it.undone()
	}
	switch {
	case errors.Is(err, ErrClosed):
		return refused(refuse(event.CodeClosed, "the session is closed and takes no more events")), false
	case err != nil:
		return storeReply(err), false
	case !ok:
		return busy("too many events wait for their commit"), false
	}
	return event.Reply{}, true
}

// beforeStart lets the warden place the peer before the start is recorded. It
// runs outside the sequencer, because the warden may itself be waiting for
// room in the order. The call stays locked until the item is answered: a
// second start must find out what became of the first.
func (s *Session) beforeStart(ctx context.Context, it *item) *refusal {
	d := it.event.ev.Data
	unlock, err := s.starts.lock(ctx, d.ActionID)
	if err != nil {
		return refuse(event.CodeState, "another start of call %q is under way", d.ActionID)
	}
	s.mu.RLock()
	_, r := s.startable(d)
	s.mu.RUnlock()
	if r == nil && s.onStart != nil {
		if err := s.onStart(ctx, d.ActionID, it.event.peer); err != nil {
			r = refuse(event.CodeState, "call %q cannot be placed under the warden, so it must not start: %v", d.ActionID, err)
		} else if s.onEnd != nil {
			it.undone = func() { s.onEnd(d.ActionID) }
		}
	}
	if r != nil {
		unlock()
		return r
	}
	releaseID := it.release
	it.release = func() { unlock(); releaseID() }
	return nil
}

// startable finds the call of a start event. Callers outside the sequencer
// hold mu.
func (s *Session) startable(d event.Data) (*call, *refusal) {
	c, r := s.running(d.ActionID)
	if r == nil {
		r = c.sameTool(d.Tool)
	}
	if r == nil && c.started {
		r = refuse(event.CodeState, "call %q has already started", c.id)
	}
	return c, r
}

// again is the first answer to an event, marked as a repetition.
func again(stored Stored) (event.Reply, bool) {
	first, err := unpackReply(stored)
	if err != nil {
		return storeReply(fmt.Errorf("read the answer of record %d: %w", stored.Seq, err)), false
	}
	first.Dup = true
	return first, false
}

func refused(r *refusal) event.Reply { return event.Reply{Code: r.code, Message: r.message} }

func busy(message string) event.Reply {
	return event.Reply{Code: event.CodeBusy, Message: message, RetryAfterMS: busyRetryMS}
}
