package relay

import (
	"context"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// statedMembers are what stands for arguments where the agent gives none.
var statedMembers = [...]string{"title", "kind", "locations", "content"}

// update is what the agent says of a call. False: it could not be recorded, and
// the run ends.
func (p *acp) update(ctx context.Context, session string, v jsontext.Value) bool {
	if key := session + "\x00" + text(at(v, "toolCallId")); text(at(v, "sessionUpdate")) == "tool_call_update" && p.calls[key] == nil && p.ended[key] {
		return true // of a call whose end is told
	}
	c, ok := p.know(ctx, session, v)
	if !ok || c == nil {
		return ok
	}
	if raw := at(v, "rawInput"); raw.Kind() == '{' {
		if c.stated || !within(raw, jsontext.Value(c.args)) {
			c.args, c.stated = string(raw.Clone()), false
		}
	}
	if !c.allowed && !c.denied && !p.inherit(ctx, c) {
		return false
	}
	switch text(at(v, "status")) {
	case "completed":
		return p.over(ctx, session, c, v, "ok")
	case "failed":
		if c.denied {
			return p.over(ctx, session, c, v, "denied")
		}
		return p.over(ctx, session, c, v, "error")
	}
	return true
}

// know finds the call that v is about, or records its intent. nil: v names none.
func (p *acp) know(ctx context.Context, session string, v jsontext.Value) (*acpCall, bool) {
	id := text(at(v, "toolCallId"))
	if id == "" {
		return nil, true
	}
	key := session + "\x00" + id
	if c := p.calls[key]; c != nil {
		return c, true
	}
	c := &acpCall{session: session, tool: toolOfACP(v)}
	if raw := at(v, "rawInput"); raw.Kind() == '{' {
		c.args, _ = clean(raw)
	} else {
		c.args, c.stated = stated(v), true
	}
	said := metadata{Assurance: "observed", Channel: "acp", Join: "native", Native: &native{Call: id, Session: session}, Proposed: c.stated, Asked: short(text(at(v, "title")))}
	r, ok := p.must(ctx, event.Data{Kind: "intent", Tool: c.tool, ArgsJSON: c.args, Metadata: said.encode()})
	if !ok {
		return nil, false
	}
	c.action, c.proposed = r.ActionID, c.args
	p.calls[key] = c
	return c, true
}

// toolOfACP names the tool of a call. The protocol itself knows kinds only; some
// agents say more.
func toolOfACP(v jsontext.Value) string {
	if name := text(at(v, "_meta", "claudeCode", "toolName")); name != "" {
		return name
	}
	if kind := text(at(v, "kind")); kind != "" {
		return "acp." + kind
	}
	return "acp.other"
}

// stated is an object of what the protocol itself says of a call.
func stated(v jsontext.Value) string {
	out := map[string]jsontext.Value{}
	for _, name := range statedMembers {
		if value := at(v, name); value != nil && value.Kind() != 'n' {
			text, _ := clean(value)
			out[name] = jsontext.Value(text)
		}
	}
	return string(encode(out))
}

// inherit gives a call that nobody was asked about the permission that it rides
// on. A grant covers the same tool with the same arguments; what else an agent
// takes to be covered is not known here.
func (p *acp) inherit(ctx context.Context, c *acpCall) bool {
	g, rides := p.grants.of(rider{tool: c.tool, session: c.session, args: hashOf(c.args)})
	if !rides {
		return true
	}
	_, ok := p.must(ctx, g.inherited(c.action, c.changed(c.args), "acp"))
	c.allowed = ok
	return ok
}

// changed gives arguments where they are others than the intent's, so that a call
// that a hook announced, too, keeps its own.
func (c *acpCall) changed(args string) string {
	if args == c.proposed {
		return ""
	}
	return args
}

// over records the end of a call.
func (p *acp) over(ctx context.Context, session string, c *acpCall, v jsontext.Value, status string) bool {
	d := event.Data{Kind: "action", ActionID: c.action, Status: status, ArgsJSON: c.changed(c.args)}
	said := metadata{Channel: "acp"}
	result := at(v, "rawOutput")
	if result == nil || result.Kind() == 'n' {
		result = at(v, "content")
	}
	if result != nil && result.Kind() != 'n' {
		d.ResultJSON, said.Lossy = clean(result)
	}
	d.Metadata = said.encode()
	ok := p.finish(ctx, d)
	key := session + "\x00" + text(at(v, "toolCallId"))
	delete(p.calls, key)
	p.ended.add(key)
	return ok
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
