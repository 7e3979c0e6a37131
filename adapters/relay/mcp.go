package relay

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// mcp is the interpreter of the Model Context Protocol: tools/call is a gated
// call, everything else passes.
type mcp struct {
	teller
	name  string
	calls map[string]*gate // by id, while they are open
}

func newMCP(t teller, name string) *mcp {
	return &mcp{teller: t, name: name, calls: map[string]*gate{}}
}

func (p *mcp) end() []func(context.Context) decision { return nil }

func (p *mcp) request(from side, m message) verdict {
	if from == client && m.method == "tools/call" {
		return p.call(m)
	}
	return verdict{}
}

func (p *mcp) notification(from side, m message) verdict {
	switch {
	case from != client:
	case m.method == "tools/call":
		// It could not be answered, and there are servers that would run it.
		return verdict{work: func(context.Context) decision { return decision{} }}
	case m.method == "notifications/cancelled":
		id, err := identOf(at(m.params, "requestId"))
		if c := p.calls[id.key]; err == nil && c != nil {
			return c.giveUp(m)
		}
	}
	return verdict{}
}

// call is tools/call on its way to the server.
func (p *mcp) call(m message) verdict {
	params, err := object(m.params, "name", "arguments", "_meta", "task")
	switch tool := text(params["name"]); {
	case err != nil:
		return refuse(m, "the call's params: %v", err)
	case tool == "":
		return refuse(m, "the call names no tool")
	case m.lossy:
		return refuse(m, "the call is not UTF-8, so it cannot be recorded as it is")
	}
	ask := m.asked()
	g := &gate{teller: p.teller, outcome: outcomeOfTool, refused: func(why string) []byte {
		return ask.answer("result", toolError("varek: "+why))
	}}
	g.intent = event.Data{Tool: p.toolName(text(params["name"]))}
	if args := params["arguments"]; args != nil && args.Kind() != 'n' {
		g.intent.ArgsJSON = string(args)
	}
	g.said = metadata{Channel: "mcp", Server: p.name, Place: "below", RPC: string(ask.id.raw), Native: nativeOf(params["_meta"])}
	if g.said.Native != nil {
		g.said.Join = "native"
	}
	p.calls[ask.id.key] = g
	v := g.verdict(m)
	answered := v.reply
	v.reply = func(r message) verdict {
		if p.calls[ask.id.key] == g {
			delete(p.calls, ask.id.key)
		}
		return answered(r)
	}
	return v
}

// toolName is how harnesses name a tool of a named server.
func (p *mcp) toolName(tool string) string {
	if p.name == "" {
		return tool
	}
	return "mcp__" + p.name + "__" + tool
}

// nativeOf reads the harness's own ids, by which its hooks name the same call;
// nil where it gives none.
func nativeOf(meta jsontext.Value) *native {
	if id := text(at(meta, "claudecode/toolUseId")); id != "" {
		return &native{Call: id}
	}
	id := text(at(meta, "callId"))
	if id == "" {
		return nil
	}
	n := &native{Call: id, Session: text(at(meta, "threadId")), Turn: text(at(meta, "turn_id"))}
	if n.Turn == "" {
		n.Turn = text(at(meta, "x-codex-turn-metadata", "turn_id"))
	}
	return n
}

// toolError is a result that tells the model that its call failed.
func toolError(why string) jsontext.Value {
	type content struct {
		Text string `json:"text"`
		Type string `json:"type"`
	}
	return encode(struct {
		Content []content `json:"content"`
		IsError bool      `json:"isError"`
	}{[]content{{plain(why), "text"}}, true})
}

// outcomeOfTool reads both ways in which a call fails, an error of the protocol
// and a result that says so.
func outcomeOfTool(m message) (status, why string) {
	if m.failure != nil {
		return "error", text(at(m.failure, "message"))
	}
	result, err := object(m.result, "isError", "task", "content")
	switch {
	case err != nil:
		return "unknown", "its result is doubtful: " + err.Error()
	case result["task"].Kind() == '{':
		return "unknown", "the server goes on with it as a task"
	case result["isError"].Kind() == 't':
		return "error", firstText(result["content"])
	}
	return "ok", ""
}

// firstText is the first text of a list of contents.
func firstText(list jsontext.Value) string {
	dec := decoder(list)
	if list.Kind() != '[' {
		return ""
	}
	if _, err := dec.ReadToken(); err != nil {
		return ""
	}
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil {
			return ""
		}
		if s := text(at(v, "text")); s != "" {
			return s
		}
	}
	return ""
}
