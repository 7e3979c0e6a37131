package relay

import (
	"context"
	"slices"

	"github.com/varek/varek/adapters/event"
)

// codex is the interpreter of the Codex app-server. Its items tell of calls
// (observed); its requests for approval wait for the editor. What the editor has
// it do, and what it has the editor do, are gated calls. As with acp one lane
// keeps the order, and the works own the state.
type codex struct {
	teller
	authority string
	order     lane
	editor    string

	items  map[string]*codexItem // by thread and item, while they are open
	ended  closed
	grants grants
}

// codexItem is one call of the agent.
type codexItem struct {
	action, thread string
	codexCall
	decided bool
}

// codexCall is what an item says of its call.
type codexCall struct {
	tool, args string
	words      []string // of a single command without shell syntax
	files      []string // of a patch
	server     string   // of an MCP tool
}

func newCodex(t teller, authority string) *codex {
	if authority == "" {
		authority = "human"
	}
	return &codex{teller: t, authority: authority, items: map[string]*codexItem{}, ended: closed{}}
}

// ordered are the methods with which the editor itself has something done.
func (p *codex) ordered(method string) bool {
	return slices.Contains([]string{"command/exec", "thread/shellCommand", "mcpServer/tool/call",
		"fs/writeFile", "fs/remove", "fs/copy", "fs/createDirectory"}, method)
}

func (p *codex) request(from side, m message) verdict {
	if from == client {
		switch {
		case m.method == "initialize":
			p.editor = introduction(at(m.params, "clientInfo"))
		case m.method == "turn/start":
			return p.turn(m)
		case p.ordered(m.method):
			return p.gated(m)
		}
		return verdict{}
	}
	switch m.method {
	case "item/commandExecution/requestApproval", "item/fileChange/requestApproval", "execCommandApproval", "applyPatchApproval",
		"item/permissions/requestApproval", "mcpServer/elicitation/request":
		return p.ask(m)
	case "item/tool/call":
		return p.dynamic(m)
	}
	if decides(m.method) {
		return unknownDecision(m)
	}
	return verdict{}
}

// gated is something that the editor itself has done.
func (p *codex) gated(m message) verdict {
	if m.lossy {
		return refuse(m, "the request is not UTF-8, so it cannot be recorded as it is")
	}
	ask := m.asked()
	g := &gate{teller: p.teller, outcome: outcomeOfMethod, refused: func(why string) []byte { return ask.fail(codeInternal, "%s", why) }}
	g.intent = event.Data{Tool: m.method, ArgsJSON: argsText(m.params)}
	g.said = metadata{Channel: "codex", RPC: string(ask.id.raw), Client: p.editor}
	return g.verdict(m)
}

// dynamic is a tool of the editor's that the agent calls: the item told of it,
// and here it starts.
func (p *codex) dynamic(m message) verdict {
	ask := m.asked()
	n := native{Call: text(at(m.params, "callId")), Session: text(at(m.params, "threadId")), Turn: text(at(m.params, "turnId"))}
	call := codexCall{tool: text(at(m.params, "tool")), args: argsText(at(m.params, "arguments"))}
	if call.tool == "" || n.Call == "" {
		return refuse(m, "the call names no tool or has no id")
	}
	var c *codexItem
	return verdict{
		work: p.order.then(func(ctx context.Context) decision {
			var ok bool
			if c, ok = p.know(ctx, n, call); !ok {
				return decision{}
			}
			if _, err := p.tell(ctx, event.Data{Kind: "start", ActionID: c.action, Metadata: metadata{Channel: "codex"}.encode()}); err != nil {
				c = nil
				return decision{back: ask.fail(codeInternal, "the call is not recorded and did not run: %v", err)}
			}
			return decision{send: m.raw}
		}),
		reply: func(r message) verdict {
			return verdict{work: p.order.then(func(ctx context.Context) decision {
				if c == nil {
					return decision{}
				}
				d := event.Data{Kind: "action", ActionID: c.action, Status: "ok"}
				switch {
				case r.failure != nil:
					d.Status, d.Error = "error", short(text(at(r.failure, "message")))
				case at(r.result, "success").Kind() == 'f':
					d.Status = "error"
				}
				if r.result != nil {
					d.ResultJSON, _ = clean(r.result)
				}
				d.Metadata = metadata{Channel: "codex", Lossy: r.lossy}.encode()
				p.forget(c)
				if !p.finish(ctx, d) {
					return decision{}
				}
				return decision{send: r.raw}
			})}
		},
	}
}

func (p *codex) notification(from side, m message) verdict {
	if from != server {
		return verdict{}
	}
	var work func(context.Context) bool
	thread := text(at(m.params, "threadId"))
	switch m.method {
	case "item/started", "item/completed":
		work = func(ctx context.Context) bool { return p.item(ctx, m) }
	case "turn/completed":
		if text(at(m.params, "turn", "status")) == "completed" {
			return verdict{} // what is still open, such as a terminal, may go on
		}
		work = func(ctx context.Context) bool {
			return p.leave(ctx, func(c *codexItem) bool { return c.thread == thread })
		}
	default:
		return verdict{}
	}
	return verdict{work: p.order.then(func(ctx context.Context) decision {
		if !work(ctx) {
			return decision{}
		}
		return decision{send: m.raw}
	})}
}

// turn is the user's word; what held for the turn before has ended.
func (p *codex) turn(m message) verdict {
	said := metadata{Channel: "codex", Client: p.editor, Native: &native{Session: text(at(m.params, "threadId"))}}
	ask := m.asked()
	return verdict{work: p.order.then(func(ctx context.Context) decision {
		if _, err := p.tell(ctx, event.Data{Kind: "session", ArgsJSON: `{"event":"turn"}`, Metadata: said.encode()}); err != nil {
			return decision{back: ask.fail(codeInternal, "the turn is not recorded: %v", err)}
		}
		return decision{send: m.raw}
	})}
}

func (p *codex) end() []func(context.Context) decision {
	return []func(context.Context) decision{p.order.then(func(ctx context.Context) decision {
		p.leave(ctx, func(*codexItem) bool { return true })
		return decision{}
	})}
}

// leave ends calls about which nothing more will be said, by the sidecar's rule.
func (p *codex) leave(ctx context.Context, which func(*codexItem) bool) bool {
	for _, key := range sorted(p.items) {
		c := p.items[key]
		if !which(c) {
			continue
		}
		said := metadata{Channel: "codex", Native: &native{Session: c.thread}, Outcome: "none"}
		if !p.finish(ctx, event.Data{Kind: "action", ActionID: c.action, Status: "unknown", Metadata: said.encode()}) {
			return false
		}
		p.forget(c)
	}
	return true
}

// forget closes the book on a call that has ended.
func (p *codex) forget(c *codexItem) {
	for key, it := range p.items {
		if it == c {
			delete(p.items, key)
			p.ended.add(key)
		}
	}
}
