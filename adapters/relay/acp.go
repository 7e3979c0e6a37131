package relay

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// acp is the interpreter of the Agent Client Protocol. The agent tells of its
// calls (observed) and asks for permission, and there it waits; what it asks the
// editor to do for it is a gated call. One lane keeps everything that is recorded
// in the order in which it was said, so the works own the state.
type acp struct {
	teller
	authority string
	order     lane
	editor    string // name and version, as it introduced itself

	calls  map[string]*acpCall // by session and call id, while they are open
	ended  closed
	grants grants
}

// acpCall is one tool call of the agent.
type acpCall struct {
	action, tool, session string

	proposed string // args of the intent
	args     string // as last said
	stated   bool   // args are the protocol's own words, not the tool's
	allowed  bool   // somebody decided, or it rides on a grant
	denied   bool
}

func newACP(t teller, authority string) *acp {
	if authority == "" {
		authority = "human"
	}
	return &acp{teller: t, authority: authority, calls: map[string]*acpCall{}, ended: closed{}}
}

// done are the methods that the editor performs for the agent.
func (p *acp) done(method string) bool {
	return slices.Contains([]string{"fs/write_text_file", "fs/read_text_file", "terminal/create"}, method)
}

func (p *acp) request(from side, m message) verdict {
	switch {
	case from == server && m.method == "session/request_permission":
		return p.ask(m)
	case from == server && p.done(m.method):
		return p.perform(m)
	case from == server && decides(m.method):
		return unknownDecision(m)
	case from == client && m.method == "session/prompt":
		return p.prompt(m)
	case from == client && m.method == "initialize":
		p.editor = introduction(at(m.params, "clientInfo"))
	}
	return verdict{}
}

// decides reports whether a method that no interpreter knows sounds as if its
// answer would let something run.
func decides(method string) bool {
	method = strings.ToLower(method)
	return strings.Contains(method, "approv") || strings.Contains(method, "permission")
}

func unknownDecision(m message) verdict {
	return refuse(m, "%s is not known to this version, and a decision that cannot be recorded is none", m.method)
}

// introduction is a program's name and version.
func introduction(v jsontext.Value) string {
	name, version := text(at(v, "name")), text(at(v, "version"))
	if version != "" {
		name += " " + version
	}
	return short(name)
}

func (p *acp) notification(from side, m message) verdict {
	if from != server || m.method != "session/update" {
		return verdict{}
	}
	switch text(at(m.params, "update", "sessionUpdate")) {
	case "tool_call", "tool_call_update":
		return verdict{work: p.order.then(func(ctx context.Context) decision {
			if !p.update(ctx, text(at(m.params, "sessionId")), at(m.params, "update")) {
				return decision{}
			}
			return decision{send: m.raw}
		})}
	}
	return verdict{}
}

// prompt is a turn of the user; what held for the turn before ends. When it is
// over, so is every call of it.
func (p *acp) prompt(m message) verdict {
	session, ask := text(at(m.params, "sessionId")), m.asked()
	said := metadata{Channel: "acp", Native: &native{Session: session}, Client: p.editor}
	return verdict{
		work: p.order.then(func(ctx context.Context) decision {
			if _, err := p.tell(ctx, event.Data{Kind: "session", ArgsJSON: `{"event":"turn"}`, Metadata: said.encode()}); err != nil {
				return decision{back: ask.fail(codeInternal, "the turn is not recorded: %v", err)}
			}
			return decision{send: m.raw}
		}),
		reply: func(r message) verdict {
			return verdict{work: p.order.then(func(ctx context.Context) decision {
				if !p.leave(ctx, func(c *acpCall) bool { return c.session == session }) {
					return decision{}
				}
				return decision{send: r.raw}
			})}
		},
	}
}

// end closes what the agent left open.
func (p *acp) end() []func(context.Context) decision {
	return []func(context.Context) decision{p.order.then(func(ctx context.Context) decision {
		p.leave(ctx, func(*acpCall) bool { return true })
		return decision{}
	})}
}

// leave ends calls about which nothing more will be said, by the sidecar's rule.
func (p *acp) leave(ctx context.Context, which func(*acpCall) bool) bool {
	for _, key := range sorted(p.calls) {
		c := p.calls[key]
		if !which(c) {
			continue
		}
		said := metadata{Channel: "acp", Native: &native{Session: c.session}, Outcome: "none"}
		if !p.finish(ctx, event.Data{Kind: "action", ActionID: c.action, ArgsJSON: c.changed(c.args), Status: "unknown", Metadata: said.encode()}) {
			return false
		}
		delete(p.calls, key)
		p.ended.add(key)
	}
	return true
}

// perform is something that the editor does for the agent.
func (p *acp) perform(m message) verdict {
	if m.lossy {
		return refuse(m, "the request is not UTF-8, so it cannot be recorded as it is")
	}
	ask := m.asked()
	g := &gate{teller: p.teller, outcome: outcomeOfMethod, refused: func(why string) []byte { return ask.fail(codeInternal, "%s", why) }}
	g.intent = event.Data{Tool: m.method, ArgsJSON: string(m.params)}
	g.said = metadata{Channel: "acp", RPC: string(ask.id.raw), Place: "client"}
	return g.verdict(m)
}

// outcomeOfMethod reads a response whose only failure is an error.
func outcomeOfMethod(m message) (status, why string) {
	if m.failure != nil {
		return "error", text(at(m.failure, "message"))
	}
	return "ok", ""
}
