package relay

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// item is item/started or item/completed. False: it could not be recorded, and
// the run ends.
func (p *codex) item(ctx context.Context, m message) bool {
	item := at(m.params, "item")
	call, is := callOfItem(item)
	if !is {
		return true
	}
	n := native{Call: text(at(item, "id")), Session: text(at(m.params, "threadId")), Turn: text(at(m.params, "turnId"))}
	if m.method == "item/completed" && p.ended[n.Session+"\x00"+n.Call] && p.items[n.Session+"\x00"+n.Call] == nil {
		return true // told already
	}
	c, ok := p.know(ctx, n, call)
	if !ok || m.method == "item/started" {
		return ok
	}
	d := event.Data{Kind: "action", ActionID: c.action, Status: "unknown"}
	switch text(at(item, "status")) {
	case "completed", "":
		d.Status = "ok"
	case "failed":
		d.Status = "error"
		d.Error = short(text(at(item, "error", "message")))
	case "declined":
		d.Status = "denied"
	}
	said := metadata{Channel: "codex"}
	d.ResultJSON, said.Lossy = clean(item)
	said.Lossy = said.Lossy || m.lossy
	d.Metadata = said.encode()
	p.forget(c)
	return p.finish(ctx, d)
}

// know finds a call, or records its intent and the permission that it rides on.
func (p *codex) know(ctx context.Context, n native, call codexCall) (*codexItem, bool) {
	key := n.Session + "\x00" + n.Call
	if c := p.items[key]; c != nil && n.Call != "" {
		return c, true
	}
	c := &codexItem{thread: n.Session, codexCall: call}
	said := metadata{Assurance: "observed", Channel: "codex", Native: &n}
	if n.Call != "" {
		said.Join = "native"
	}
	r, ok := p.must(ctx, event.Data{Kind: "intent", Tool: c.tool, ArgsJSON: c.args, Metadata: said.encode()})
	if !ok {
		return nil, false
	}
	c.action = r.ActionID
	p.items[key] = c
	if g, rides := p.grants.of(rider{tool: c.tool, session: n.Session, args: hashOf(c.args), words: c.words, files: c.files}); rides {
		// The permission copies the arguments of the intent.
		_, ok = p.must(ctx, g.inherited(c.action, "", "codex"))
	}
	return c, ok
}

// passive are items that are no calls.
var passive = [...]string{"userMessage", "agentMessage", "reasoning", "plan", "hookPrompt", "contextCompaction", "enteredReviewMode", "exitedReviewMode"}

// callOfItem reads what an item says of a call; false for items that are none.
// Names and arguments are those that Codex's hooks use where they have one.
func callOfItem(item jsontext.Value) (c codexCall, is bool) {
	kind := text(at(item, "type"))
	switch kind {
	case "commandExecution":
		return callOfCommand(item), true
	case "fileChange":
		return callOfPatch(at(item, "changes")), true
	case "mcpToolCall":
		c.server = text(at(item, "server"))
		c.tool = "mcp__" + c.server + "__" + text(at(item, "tool"))
		c.args = argsText(at(item, "arguments"))
		return c, true
	case "dynamicToolCall":
		c.tool, c.args = text(at(item, "tool")), argsText(at(item, "arguments"))
		return c, c.tool != ""
	case "webSearch":
		c.tool, c.args = "web_search", membersText(item, "query", "action")
		return c, true
	}
	if kind == "" || slices.Contains(passive[:], kind) || at(item, "status").Kind() != '"' {
		return c, false
	}
	// A kind of call that is not known here: all that it says.
	return codexCall{tool: "codex." + kind, args: argsText(item)}, true
}

// callOfCommand reads a command from an item or from a question about it.
func callOfCommand(v jsontext.Value) codexCall {
	c := codexCall{tool: "Bash", args: membersText(v, "command", "cwd")}
	if actions := items(at(v, "commandActions")); len(actions) == 1 {
		c.words = words(text(at(actions[0], "command")))
	}
	return c
}

func callOfPatch(changes jsontext.Value) codexCall {
	c := codexCall{tool: "apply_patch", args: string(encode(map[string]jsontext.Value{}))}
	if changes == nil {
		return c
	}
	list, _ := clean(changes)
	c.args = `{"changes":` + list + `}`
	for _, change := range items(changes) {
		c.files = append(c.files, text(at(change, "path")))
		if to := text(at(change, "kind", "move_path")); to != "" {
			c.files = append(c.files, to)
		}
	}
	return c
}

// argsText is a value as arguments; {} where there is none.
func argsText(v jsontext.Value) string {
	if v == nil || v.Kind() == 'n' {
		return "{}"
	}
	out, _ := clean(v)
	return out
}

// membersText is an object of some members of v.
func membersText(v jsontext.Value, names ...string) string {
	out := map[string]jsontext.Value{}
	for _, name := range names {
		if value := at(v, name); value != nil && value.Kind() != 'n' {
			text, _ := clean(value)
			out[name] = jsontext.Value(text)
		}
	}
	return string(encode(out))
}
