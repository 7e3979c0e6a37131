package relay

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// ask is a request for approval on its way to the editor, and the answer on its
// way back: Codex hears it once the permission is stored.
func (p *codex) ask(m message) verdict {
	ask, params := m.asked(), m.params.Clone()
	var c *codexItem
	var went bool
	none := func() []byte { return ask.answer("result", refusalOf(ask.method)) }
	return verdict{
		work: p.order.then(func(ctx context.Context) decision {
			ok := true
			if n, call, is := calledIn(m); is {
				c, ok = p.know(ctx, n, call)
			} else {
				c = p.elicited(m)
			}
			if !ok {
				return decision{back: none()}
			}
			went = true
			return decision{send: m.raw}
		}),
		reply: func(r message) verdict {
			return verdict{work: p.order.then(func(ctx context.Context) decision {
				if !went {
					return decision{} // Codex has its answer
				}
				if !p.answered(ctx, ask.method, params, c, r) {
					return decision{send: none()}
				}
				return decision{send: r.raw}
			})}
		},
	}
}

// refusalOf is the answer that lets nothing run.
func refusalOf(method string) jsontext.Value {
	switch method {
	case "item/permissions/requestApproval":
		return jsontext.Value(`{"permissions":{},"scope":"turn"}`)
	case "mcpServer/elicitation/request":
		return jsontext.Value(`{"action":"cancel","content":null}`)
	case "execCommandApproval", "applyPatchApproval":
		return jsontext.Value(`{"decision":"abort"}`)
	}
	return jsontext.Value(`{"decision":"cancel"}`)
}

// calledIn finds the call that a question is about in the question itself.
func calledIn(m message) (n native, call codexCall, is bool) {
	n = native{Call: text(at(m.params, "itemId")), Session: text(at(m.params, "threadId")), Turn: text(at(m.params, "turnId"))}
	switch m.method {
	case "item/commandExecution/requestApproval":
		call = callOfCommand(m.params)
	case "item/fileChange/requestApproval":
		call = callOfPatch(nil)
	case "item/permissions/requestApproval":
		call = codexCall{tool: "request_permissions", args: membersText(m.params, "permissions", "reason")}
	case "execCommandApproval":
		n.Call, n.Session = text(at(m.params, "callId")), text(at(m.params, "conversationId"))
		call = callOfCommand(m.params)
	case "applyPatchApproval":
		n.Call, n.Session = text(at(m.params, "callId")), text(at(m.params, "conversationId"))
		call = codexCall{tool: "apply_patch", args: membersText(m.params, "fileChanges")}
		if files, err := object(at(m.params, "fileChanges")); err == nil {
			call.files = sorted(files)
		}
	default:
		return n, call, false
	}
	return n, call, true
}

// elicited finds the call about which an MCP server's question is, where it is
// one for permission: the only undecided call of that server in the thread.
func (p *codex) elicited(m message) (found *codexItem) {
	if !approvesTool(m.params) {
		return nil
	}
	server, thread := text(at(m.params, "serverName")), text(at(m.params, "threadId"))
	for _, c := range p.items {
		if c.server == server && c.thread == thread && !c.decided && server != "" {
			if found != nil {
				return nil
			}
			found = c
		}
	}
	return found
}

func approvesTool(params jsontext.Value) bool {
	return text(at(params, "_meta", "codex_approval_kind")) == "mcp_tool_call" || text(at(params, "meta", "codex_approval_kind")) == "mcp_tool_call"
}

// answered records what the editor decided. False: Codex must hear a refusal.
func (p *codex) answered(ctx context.Context, method string, params jsontext.Value, c *codexItem, r message) bool {
	if c == nil { // a question of a server that is about no call that is known
		_, err := p.tell(ctx, event.Data{Kind: "notice", Metadata: metadata{Channel: "codex", Client: p.editor}.encode(), ArgsJSON: string(encode(struct {
			About  string `json:"about"`
			Action string `json:"action"`
			Server string `json:"server"`
		}{"elicitation", short(text(at(r.result, "action"))), short(text(at(params, "serverName")))}))})
		return err == nil
	}
	a := decisionIn(method, r)
	if a.unknown { // Codex hears a refusal, and that is what is recorded
		a = approval{decision: "deny", scope: "once", rule: a.rule, unknown: true}
	}
	d := event.Data{Kind: "permission", ActionID: c.action, Decision: a.decision, Permission: &event.Permission{
		Authority: p.authority, Actor: p.editor, Scope: a.scope, Rule: short(a.rule), Pattern: a.patternFor(c)},
		Metadata: metadata{Channel: "codex", Client: p.editor, Asked: method}.encode()}
	if a.unknown {
		d.Permission.Authority = "unknown"
	}
	said, err := p.tell(ctx, d)
	if err != nil || a.unknown {
		return false
	}
	c.decided = true
	if a.decision == "allow" && a.scope != "once" && !a.elsewhere {
		g := grant{seq: said.Seq, tool: c.tool, args: hashOf(c.args), prefix: a.prefix, files: c.files,
			session: sessionOf(a.scope, c.thread), authority: d.Permission.Authority, scope: a.scope}
		p.grants.add(g)
	}
	if method == "item/permissions/requestApproval" { // the question was the call
		status := map[bool]string{true: "ok", false: "denied"}[a.decision == "allow"]
		result, lossy := clean(r.result)
		p.forget(c)
		return p.finish(ctx, event.Data{Kind: "action", ActionID: c.action, Status: status, ResultJSON: result, Metadata: metadata{Channel: "codex", Lossy: lossy}.encode()})
	}
	return true
}

// approval is one answer in our words.
type approval struct {
	decision, scope, rule string
	prefix                []string // of the commands that it is for
	host                  string   // that it is for
	unknown               bool     // nothing that could have been answered
	elsewhere             bool     // what it grants is no call
}

// patternFor is what else the allow covers, as text.
func (a approval) patternFor(c *codexItem) string {
	switch {
	case len(a.prefix) > 0:
		return string(encode(map[string][]string{"command_prefix": a.prefix}))
	case a.host != "":
		return string(encode(map[string]string{"network_host": a.host}))
	case a.decision == "allow" && a.scope == "session" && len(c.files) > 0:
		return string(encode(map[string][]string{"files": c.files}))
	}
	return ""
}

// decisionIn reads an answer; an error is none, and nothing runs on it.
func decisionIn(method string, r message) approval {
	if r.failure != nil {
		return approval{decision: "cancelled", scope: "once", rule: "error"}
	}
	if _, err := object(r.result, "decision", "permissions", "scope", "action", "_meta"); err != nil {
		return approval{decision: "deny", scope: "once", unknown: true, rule: "unknown"}
	}
	switch method {
	case "item/permissions/requestApproval":
		return permissionsIn(r.result)
	case "mcpServer/elicitation/request":
		return elicitationIn(r.result)
	}
	v := at(r.result, "decision")
	rule := text(v)
	if v.Kind() == '{' {
		return amendmentIn(v)
	}
	words := map[string]approval{
		"accept": {decision: "allow", scope: "once"}, "approved": {decision: "allow", scope: "once"},
		"acceptForSession": {decision: "allow", scope: "session"}, "approved_for_session": {decision: "allow", scope: "session"},
		"decline": {decision: "deny", scope: "once"}, "denied": {decision: "deny", scope: "once"},
		"cancel": {decision: "cancelled", scope: "once"}, "abort": {decision: "cancelled", scope: "once"},
		"timed_out": {decision: "timeout", scope: "once"},
	}
	a, known := words[rule]
	if !known {
		a = approval{decision: "deny", scope: "once", unknown: true}
	}
	a.rule = rule
	return a
}

// amendmentIn reads decisions that change Codex's own rules.
func amendmentIn(v jsontext.Value) approval {
	members, err := object(v)
	if err != nil || len(members) != 1 {
		return approval{decision: "deny", scope: "once", unknown: true, rule: "unknown"}
	}
	for name, body := range members {
		switch name {
		case "acceptWithExecpolicyAmendment", "approved_execpolicy_amendment":
			a := approval{decision: "allow", scope: "always", rule: name}
			for _, member := range []string{"execpolicy_amendment", "proposed_execpolicy_amendment"} {
				for _, word := range items(at(body, member)) {
					a.prefix = append(a.prefix, text(word))
				}
			}
			a.unknown = len(a.prefix) == 0
			return a
		case "applyNetworkPolicyAmendment", "network_policy_amendment":
			amendment := at(body, "network_policy_amendment")
			a := approval{decision: "deny", scope: "always", rule: name, host: text(at(amendment, "host")), elsewhere: true}
			a.unknown = a.host == ""
			if text(at(amendment, "action")) == "allow" {
				a.decision = "allow"
			}
			return a
		}
	}
	return approval{decision: "deny", scope: "once", unknown: true, rule: "unknown"}
}

// permissionsIn reads a granted subset of permissions; an empty one is a denial.
func permissionsIn(result jsontext.Value) approval {
	a := approval{decision: "deny", scope: "once", rule: "permissions", elsewhere: true}
	granted, err := object(at(result, "permissions"))
	if err != nil {
		a.unknown = true
		return a
	}
	for _, v := range granted {
		if v.Kind() != 'n' && strings.TrimSpace(string(v)) != "{}" {
			a.decision, a.scope = "allow", "turn"
		}
	}
	if a.decision == "allow" && text(at(result, "scope")) == "session" {
		a.scope = "session"
	}
	return a
}

func elicitationIn(result jsontext.Value) approval {
	switch action := text(at(result, "action")); action {
	case "accept":
		a := approval{decision: "allow", scope: "once", rule: action}
		if persist := text(at(result, "_meta", "persist")); persist == "session" || persist == "always" {
			a.scope = persist
		}
		return a
	case "decline":
		return approval{decision: "deny", scope: "once", rule: action}
	case "cancel":
		return approval{decision: "cancelled", scope: "once", rule: action}
	}
	return approval{decision: "deny", scope: "once", unknown: true}
}
