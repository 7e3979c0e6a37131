package sidecar

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// Opening is what the first record of a session states.
type Opening struct {
	Network    string         `json:"network,omitzero"`
	ChainID    uint64         `json:"chain_id,omitzero"`
	Escrow     *trace.Address `json:"escrow,omitzero"`
	Promises   []uint32       `json:"promises"`
	PolicyHash *trace.Hash    `json:"policy_hash,omitzero"`
	Floor      jsontext.Value `json:"floor,omitzero"` // what the kernel holds without us; an object
	Workspace  string         `json:"workspace,omitzero"`
	Home       string         `json:"home,omitzero"`
}

// Open begins a session that has no records yet and returns once the first one
// is durable. ErrExists if the store already holds records of it.
func Open(ctx context.Context, c Config) (*Session, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	n, err := c.Store.Head(ctx, c.Session)
	if err != nil {
		return nil, fmt.Errorf("ask the store for session %s: %w", c.Session, err)
	}
	if n > 0 {
		return nil, fmt.Errorf("%w: %s has %d", ErrExists, c.Session, n)
	}
	s := newSession(c, true)
	return s.begin(ctx, func(b *batch, it *item) error { return b.opening(it, c.Opening) })
}

func (b *batch) opening(it *item, o Opening) error {
	if o.Promises == nil {
		o.Promises = []uint32{}
	}
	return b.session(it, b.s.boot, struct {
		Event string `json:"event"`
		Opening
	}{"open", o})
}

// session adds a session record; boot is empty except for open and resume.
func (b *batch) session(it *item, boot string, args any) error {
	text, err := object(args)
	if err != nil {
		return err
	}
	_, err = b.add(it, trace.Head{Kind: trace.KindSession}, trace.Body{Args: text, Boot: boot})
	return err
}

// Notice is something the sidecar itself has to say about the session.
type Notice struct {
	About   string // what it is about, one word
	Message string // a sentence
	Count   uint64 // how often, where it happened more than once
	Details jsontext.Value
}

// Note records a notice and returns when it is durable.
func (s *Session) Note(ctx context.Context, n Notice) error {
	args, err := object(struct {
		About   string         `json:"about"`
		Count   uint64         `json:"count,omitzero"`
		Details jsontext.Value `json:"details,omitzero"`
		Message string         `json:"message,omitzero"`
	}{n.About, n.Count, n.Details, n.Message})
	if err != nil {
		return err
	}
	it := &item{done: make(chan answer, 1), control: func(b *batch, it *item) error {
		_, err := b.add(it, trace.Head{Kind: trace.KindNotice}, trace.Body{Args: args})
		return err
	}}
	if err := s.queue.putNote(it); err != nil {
		return err
	}
	return s.await(ctx, it)
}
