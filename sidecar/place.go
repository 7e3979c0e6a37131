package sidecar

import (
	"errors"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// place gives an item its place in the order and returns what to answer once
// the batch is durable. The error means that the whole batch cannot stand.
func (b *batch) place(it *item) (answer, error) {
	switch {
	case it.control != nil:
		return answer{}, it.control(b, it)
	case it.kernel != nil:
		return answer{}, b.placeKernel(it)
	}
	reply, err := b.placeEvent(it)
	var r *refusal
	if errors.As(err, &r) {
		return answer{reply: event.Reply{Code: r.code, Message: r.message}}, nil
	}
	return answer{reply: reply}, err
}

func (b *batch) placeEvent(it *item) (event.Reply, error) {
	p := it.event
	if p.stored != nil {
		return b.conflict(it, p)
	}
	if p.refused != nil {
		return b.turnAway(it, p, p.refused)
	}
	if p.kind() == trace.KindIntent {
		if c := b.shared(p); c != nil {
			return b.joins(it, p, c)
		}
	}
	h, body, change, r := b.compose(p)
	if r != nil {
		if p.kind() == trace.KindPermission {
			return b.turnAway(it, p, r)
		}
		return event.Reply{}, r
	}
	reply, err := b.add(it, h, body)
	if errors.Is(err, trace.ErrHead) || errors.Is(err, trace.ErrBody) {
		return event.Reply{}, refuse(event.CodeMalformed, "%v", err)
	}
	if err != nil {
		return event.Reply{}, err
	}
	if change != nil {
		change()
	}
	if p.starts {
		return b.startsAtOnce(it, p, b.s.state.calls[reply.ActionID])
	}
	return reply, b.remember(p, reply)
}

// conflict refuses an id that was answered before with other data, and leaves
// a notice of it.
func (b *batch) conflict(it *item, p *prepared) (event.Reply, error) {
	r := refuse(event.CodeConflict, "event id %q was used for other data in record %d; give every event its own id", p.ev.ID, p.stored.Seq)
	r.about = event.CodeConflict
	if _, err := b.notice(it, p, r, p.stored.Seq); err != nil {
		return event.Reply{}, err
	}
	return event.Reply{}, r
}

// turnAway records a claim that is refused and answers with the refusal, the
// same one whenever the event is sent again.
func (b *batch) turnAway(it *item, p *prepared, r *refusal) (event.Reply, error) {
	if _, err := b.notice(it, p, r, 0); err != nil {
		return event.Reply{}, err
	}
	reply := event.Reply{Code: r.code, Message: r.message}
	return reply, b.remember(p, reply)
}

// notice records that an event was refused: what it claimed, never in a form
// that a predicate could take for the claim itself.
func (b *batch) notice(it *item, p *prepared, r *refusal, first uint64) (event.Reply, error) {
	args, err := object(struct {
		About    string     `json:"about"`
		ActionID string     `json:"action_id,omitzero"`
		DataHash trace.Hash `json:"data_hash"`
		Decision string     `json:"decision,omitzero"`
		EventID  string     `json:"event_id"`
		First    uint64     `json:"first,omitzero"`
		Kind     string     `json:"kind"`
		Message  string     `json:"message"`
		PID      int        `json:"pid,omitzero"`
		Route    string     `json:"route"`
		Tool     string     `json:"tool,omitzero"`
	}{r.about, p.ev.Data.ActionID, p.hash, p.ev.Data.Decision, p.ev.ID, first, p.ev.Data.Kind, r.message,
		p.peer.PID, p.peer.Route.String(), p.ev.Data.Tool})
	if err != nil {
		return event.Reply{}, refuse(event.CodeMalformed, "%v", err)
	}
	return b.add(it, trace.Head{Kind: trace.KindNotice}, trace.Body{Args: args})
}

// compose makes head and body of an event and, where the session's state
// follows from it, the change. Nothing has happened yet when it refuses.
func (b *batch) compose(p *prepared) (trace.Head, trace.Body, func(), *refusal) {
	d := p.ev.Data
	h := trace.Head{Kind: p.kind()}
	body := trace.Body{Metadata: p.metadata, Error: d.Error}
	if p.args != nil {
		body.Args = p.args.JSON
	}
	if p.result != nil {
		body.Result = p.result.JSON
	}
	switch h.Kind {
	case trace.KindIntent:
		return b.intent(p, h, body)
	case trace.KindPermission:
		return b.permission(p, h, body)
	case trace.KindStart:
		return b.start(p, h, body)
	case trace.KindAction:
		return b.action(p, h, body)
	case trace.KindGap:
		return b.gap(p, h, body)
	}
	return h, body, nil, nil
}

// gap says in its arguments what its head has no room for: the call, and the
// tool that predicates look for.
func (b *batch) gap(p *prepared, h trace.Head, body trace.Body) (trace.Head, trace.Body, func(), *refusal) {
	d := p.ev.Data
	tool := d.Tool
	if c := b.s.known(d.ActionID); c != nil && tool == "" {
		tool = c.tool
	}
	args := members(body.Args) // checkKind has seen that it is an object
	for name, value := range map[string]string{"tool": tool, "action_id": d.ActionID} {
		if value == "" {
			continue
		}
		text, err := object(value)
		if err != nil {
			return h, body, nil, refuse(event.CodeMalformed, "%s: %v", name, err)
		}
		args[name] = text
	}
	var err error
	if body.Args, err = object(args); err != nil {
		return h, body, nil, refuse(event.CodeMalformed, "%v", err)
	}
	return h, body, nil, nil
}

func (b *batch) intent(p *prepared, h trace.Head, body trace.Body) (trace.Head, trace.Body, func(), *refusal) {
	c := &call{id: actionID(b.n + 1), tool: p.ev.Data.Tool, intent: b.n + 1, args: body.Args, hash: p.args.Hash, gated: p.gated, tie: p.tie}
	h.Tool, h.ActionID = c.tool, c.id
	body.ArgsHash = &c.hash
	return h, body, func() {
		b.change(func() { b.s.state.add(c) }, func() { b.s.state.remove(c) })
	}, nil
}

func (b *batch) start(p *prepared, h trace.Head, body trace.Body) (trace.Head, trace.Body, func(), *refusal) {
	c, r := b.s.startable(p.ev.Data)
	if r != nil {
		return h, body, nil, r
	}
	h.Tool, h.ActionID = c.tool, c.id
	hash := c.hash
	if p.args != nil {
		hash = p.args.Hash
	}
	body.ArgsHash = &hash
	return h, body, func() {
		b.change(func() { c.started = true }, func() { c.started = false })
	}, nil
}

// action ends a call. Without arguments of its own it ran with those that the
// intent proposed; with others both hashes are recorded.
func (b *batch) action(p *prepared, h trace.Head, body trace.Body) (trace.Head, trace.Body, func(), *refusal) {
	d := p.ev.Data
	c, r := b.ending(p)
	if r == nil {
		r = c.sameTool(d.Tool)
	}
	if r != nil {
		return h, body, nil, r
	}
	h.Tool, h.ActionID, h.Status = c.tool, c.id, d.Status
	if p.tie.silent {
		h.Status = c.closing()
	}
	hash := c.hash
	if p.args == nil {
		body.Args = c.args
	} else if hash = p.args.Hash; hash != c.hash {
		body.ArgsProposedHash = &c.hash
	}
	body.ArgsHash = &hash
	return h, body, func() { b.end(c) }, nil
}

// end marks a call as over, with its arguments let go.
func (b *batch) end(c *call) {
	args := c.args
	b.change(func() { c.ended, c.args = true, nil }, func() { c.ended, c.args = false, args })
}
