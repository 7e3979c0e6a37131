package sidecar

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// permission binds a decision to the arguments that the intent proposed, or,
// where the harness rewrote them, to those that the event brings.
func (b *batch) permission(p *prepared, h trace.Head, body trace.Body) (trace.Head, trace.Body, func(), *refusal) {
	d := p.ev.Data
	var c *call
	var hash *trace.Hash
	tool := d.Tool
	if d.ActionID != "" || !standing(d) {
		var r *refusal
		if c, r = b.claimed(d); r != nil {
			return h, body, nil, r
		}
		tool, hash = c.tool, &c.hash
	}
	if p.args != nil {
		hash = &p.args.Hash
	}
	args, err := permissionArgs(d, tool, hash)
	if err != nil {
		return h, body, nil, refuse(event.CodeMalformed, "%v", err)
	}
	h.Tool, h.ActionID, h.Decision = trace.PermissionTool, d.ActionID, d.Decision
	body.Args = args
	if c == nil || c.started || d.Decision == "withdraw" {
		return h, body, nil, nil
	}
	return h, body, func() {
		before := c.decision
		b.change(func() { c.decision = d.Decision }, func() { c.decision = before })
	}, nil
}

// claimed finds the call of a permission. A withdrawal may name one that has
// ended, because the grant it takes back outlives its call.
func (b *batch) claimed(d event.Data) (*call, *refusal) {
	c, r := b.s.running(d.ActionID)
	if ended := b.s.known(d.ActionID); r != nil && ended != nil && d.Decision == "withdraw" {
		c, r = ended, nil
	}
	if r != nil {
		return nil, r
	}
	tool := d.Tool
	if tool == trace.PermissionTool {
		tool = ""
	}
	return c, c.sameTool(tool)
}

// standing reports whether a permission may stand without a call: a grant, or
// its withdrawal, that holds from before the session.
func standing(d event.Data) bool {
	return d.Decision == "withdraw" ||
		d.Decision == "allow" && (d.Permission.Scope == "session" || d.Permission.Scope == "always")
}

func permissionArgs(d event.Data, tool string, hash *trace.Hash) (jsontext.Value, error) {
	p := d.Permission
	return object(struct {
		ActionID      string      `json:"action_id,omitzero"`
		Actor         string      `json:"actor,omitzero"`
		ArgsHash      *trace.Hash `json:"args_hash,omitzero"`
		Authority     string      `json:"authority"`
		InheritedFrom uint64      `json:"inherited_from,omitzero"`
		Pattern       string      `json:"pattern,omitzero"`
		Ref           string      `json:"ref,omitzero"`
		Rule          string      `json:"rule,omitzero"`
		Scope         string      `json:"scope,omitzero"`
		Tool          string      `json:"tool,omitzero"`
	}{d.ActionID, p.Actor, hash, p.Authority, p.InheritedFrom, p.Pattern, p.Ref, p.Rule, p.Scope, tool})
}
