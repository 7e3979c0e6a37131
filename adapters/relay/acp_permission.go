package relay

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// ask is session/request_permission on its way to the editor, and the answer on
// its way back: the agent hears what was chosen once the permission is stored.
func (p *acp) ask(m message) verdict {
	session, v, ask := text(at(m.params, "sessionId")), at(m.params, "toolCall"), m.asked()
	options := at(m.params, "options").Clone()
	var c *acpCall
	var args string
	cancelled := func() []byte { return ask.answer("result", jsontext.Value(`{"outcome":{"outcome":"cancelled"}}`)) }
	return verdict{
		work: p.order.then(func(ctx context.Context) decision {
			var ok bool
			if c, ok = p.know(ctx, session, v); !ok || c == nil {
				return decision{back: cancelled()}
			}
			args = c.asked(v)
			return decision{send: m.raw}
		}),
		reply: func(r message) verdict {
			return verdict{work: p.order.then(func(ctx context.Context) decision {
				if c == nil {
					return decision{}
				}
				d, offered := p.answer(r, options)
				d.ActionID, d.ArgsJSON = c.action, c.changed(args)
				said, err := p.tell(ctx, d)
				c.allowed, c.denied = err == nil && d.Decision == "allow", d.Decision != "allow"
				if err != nil || !offered {
					return decision{send: cancelled()}
				}
				if c.allowed && d.Permission.Scope != "once" {
					p.grants.add(grant{seq: said.Seq, tool: c.tool, args: hashOf(args), session: sessionOf(d.Permission.Scope, session),
						authority: d.Permission.Authority, scope: d.Permission.Scope})
				}
				return decision{send: r.raw}
			})}
		},
	}
}

// asked is what the permission is about: the call's arguments where the question
// shows a part of them, else those that it shows.
func (c *acpCall) asked(v jsontext.Value) string {
	raw := at(v, "rawInput")
	switch {
	case raw.Kind() != '{':
	case c.stated:
		c.args, _ = clean(raw)
		c.stated = false
	case !within(raw, jsontext.Value(c.args)):
		text, _ := clean(raw)
		return text
	}
	return c.args
}

// sessionOf is where a grant holds.
func sessionOf(scope, session string) string {
	if scope == "always" {
		return ""
	}
	return session
}

// answer reads the editor's answer. What was not offered, or is of an unknown
// kind, is no allow, and must not reach the agent, which might take it for one.
func (p *acp) answer(r message, options jsontext.Value) (d event.Data, offered bool) {
	d = event.Data{Kind: "permission", Decision: "cancelled", Permission: &event.Permission{Authority: p.authority, Actor: p.editor, Scope: "once"}}
	said := metadata{Channel: "acp", Client: p.editor}
	outcome := at(r.result, "outcome")
	switch text(at(outcome, "outcome")) {
	case "cancelled":
		offered = true
	case "selected":
		chosen := text(at(outcome, "optionId"))
		kind, name := option(options, chosen)
		d.Permission.Rule, said.Asked = short(chosen), short(name)
		d.Decision, d.Permission.Scope = decided(kind, chosen+" "+name)
		if offered = d.Decision != ""; !offered {
			d.Decision, d.Permission.Scope, d.Permission.Authority = "deny", "once", "unknown"
			said.Asked = "an option that was not offered"
		}
	}
	d.Metadata = said.encode()
	return d, offered || r.failure != nil
}

// option finds what was offered under an id; twice the same id is not known.
func option(options jsontext.Value, id string) (kind, name string) {
	found := 0
	for _, v := range items(options) {
		if text(at(v, "optionId")) == id {
			kind, name = text(at(v, "kind")), text(at(v, "name"))
			found++
		}
	}
	if found != 1 {
		return "", ""
	}
	return kind, name
}

// decided maps the protocol's words. An always that says of itself that it is for
// the session is one for the session.
func decided(kind, words string) (decision, scope string) {
	switch kind {
	case "allow_once":
		return "allow", "once"
	case "allow_always":
		if strings.Contains(strings.ToLower(words), "session") {
			return "allow", "session"
		}
		return "allow", "always"
	case "reject_once":
		return "deny", "once"
	case "reject_always":
		return "deny", "always"
	}
	return "", ""
}

// items are the elements of a list, nil where it is none.
func items(list jsontext.Value) []jsontext.Value {
	if list.Kind() != '[' {
		return nil
	}
	dec := decoder(list)
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	var out []jsontext.Value
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		out = append(out, v)
	}
	return out
}
