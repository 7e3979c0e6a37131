package sidecar

import (
	"context"

	"github.com/varek/varek/tracestore/trace"
)

// Closing is what the last record of a session states.
type Closing struct {
	Reason   string `json:"reason,omitzero"` // one word: exit, signal, crash, claim
	ExitCode *int   `json:"exit_code,omitzero"`
	Signal   string `json:"signal,omitzero"`
}

// Close ends the session: what is accepted is committed, every intent without
// an action gets one by the rule of formats section 2, and the close record is
// the last. No call may be running: OnEnd is told of every started call without
// an action before the order is sealed, so that what it has to record gets in.
// Closing a closed session returns the same Progress; after an error Close may
// be called again.
func (s *Session) Close(ctx context.Context, c Closing) (Progress, error) {
	for _, id := range s.abandoned() {
		s.onEnd(id)
	}
	it := &item{done: make(chan answer, 1), control: func(b *batch, it *item) error {
		if b.s.state.closed {
			return nil
		}
		return b.close(it, c)
	}}
	if err := s.queue.putControl(it, ErrClosed); err != nil {
		return Progress{}, err
	}
	if err := s.await(ctx, it); err != nil {
		return Progress{}, err
	}
	return s.Progress(), nil
}

// abandoned lists, once each, the started calls that nobody has ended.
func (s *Session) abandoned() (ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.onEnd == nil {
		return nil
	}
	for _, c := range s.state.calls.open() {
		if c.started && !c.left {
			c.left = true
			ids = append(ids, c.id)
		}
	}
	return ids
}

func (b *batch) close(it *item, c Closing) error {
	if err := b.presume(it); err != nil {
		return err
	}
	for _, c := range b.s.state.calls.open() {
		if err := b.concludes(it, c); err != nil {
			return err
		}
	}
	err := b.session(it, "", struct {
		Event string `json:"event"`
		Closing
	}{"close", c})
	if err != nil {
		return err
	}
	b.change(func() { b.s.state.closed = true }, func() { b.s.state.closed = false })
	return nil
}

// concludes gives an intent without action the one that the closing rule says.
func (b *batch) concludes(it *item, c *call) error {
	metadata, err := object(struct {
		Assurance string `json:"assurance"`
		ClosedBy  string `json:"closed_by"`
	}{"inferred", "sidecar"})
	if err != nil {
		return err
	}
	head := trace.Head{Kind: trace.KindAction, Tool: c.tool, ActionID: c.id, Status: c.closing()}
	if _, err := b.add(it, head, trace.Body{Args: c.args, ArgsHash: &c.hash, Metadata: metadata}); err != nil {
		return err
	}
	b.end(c)
	return nil
}
