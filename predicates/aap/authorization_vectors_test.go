package aap

import "strings"

// deleting is the usual AAP-1: the delete tool and the kernel's deletions.
var deleting = m{
	"calls":       []any{m{"tool": "delete_file"}, m{"tool": "sys.*", "kinds": []any{"syscall"}}},
	"effects":     []any{"unlink", "rmdir"},
	"objects":     m{"delete_file": []any{"/args/path"}},
	"authorities": []any{"human"},
	"on_gap":      "violated",
}

// sending checks actions of one tool only.
var sending = m{"calls": []any{m{"tool": "send_*"}}, "on_gap": "ignore"}

const (
	pathX = `{"path":"x"}`
	mail  = `{"to":["alice@example.com"],"subject":"Project update","body":"The report is ready."}`
)

func authorizationVectorTable() []vector {
	var all []vector
	for _, part := range [][]vector{
		authorizationCalls(), authorizationDecisions(), authorizationGrants(), authorizationTime(),
		authorizationKernel(), authorizationObjects(), authorizationOrigins(), authorizationNames(), authorizationRest(), authorizationParams(),
	} {
		all = append(all, part...)
	}
	return all
}

// sent is an approved sending, whole.
func sent(id string, change ...m) []vectorRecord {
	return []vectorRecord{intent(id, "send_email", mail), permits(id, "allow", "send_email", mail, change...),
		start(id, "send_email"), action(id, "send_email", mail, "ok")}
}

func authorizationCalls() []vector {
	p := mustJSON(sending)
	return []vector{
		vec("the paper's example: approved, then sent", p, kept(), sent("mail-17")...),
		vec("an empty trace keeps the promise", p, kept()),
		vec("no permission at all", p, violated(3), intent("a", "send_email", mail), start("a", "send_email"), action("a", "send_email", mail, "ok")),
		vec("a tool that is not checked needs none", p, kept(), intent("a", "read_email", mail), action("a", "read_email", mail, "ok")),
		vec("tool globs are case-sensitive", p, kept(), action("a", "Send_email", mail, "ok")),
		vec("an error counts", p, violated(1), action("a", "send_email", mail, "error")),
		vec("unknown counts", p, violated(1), action("a", "send_email", mail, "unknown")),
		vec("denied does not count", p, kept(), action("a", "send_email", mail, "denied")),
		vec("cancelled does not count", p, kept(), action("a", "send_email", mail, "cancelled")),
		vec("raw arguments of a checked call cannot be checked, permitted or not", p, violated(3),
			intent("a", "send_email", `{"a":1,"a":2}`), permits("a", "allow", "send_email", `{"a":1,"a":2}`), action("a", "send_email", `{"a":1,"a":2}`, "ok")),
		vec("arguments that look raw but are escaped are plain", p, kept(),
			intent("a", "send_email", `{"$raw":"e30="}`), permits("a", "allow", "send_email", `{"$raw":"e30="}`), action("a", "send_email", `{"$raw":"e30="}`, "ok")),
		vec("a stated args_hash that is not the arguments' hash matches nothing", p, violated(2),
			permits("a", "allow", "send_email", mail), action("a", "send_email", pathX, "ok", m{"args_hash": hashOf(mail)})),
		vec("an action without args_hash is uncovered", p, violated(2),
			permits("a", "allow", "send_email", mail), vectorRecord{vectorHead{Kind: "action", Tool: "send_email", ActionID: "a", Status: "ok"}, body(m{"args": m{}})}),
		vec("where selects: the call is checked", with(sending, m{"calls": []any{m{"tool": "send_*", "where": "size(call.args.to) > 0"}}}), violated(1),
			action("a", "send_email", mail, "ok")),
		vec("where selects: the call is not checked", with(sending, m{"calls": []any{m{"tool": "send_*", "where": "size(call.args.to) > 1"}}}), kept(),
			action("a", "send_email", mail, "ok")),
		vec("where without a truth does not let the call escape", with(sending, m{"calls": []any{m{"tool": "send_*", "where": "call.args.cc == 'x'"}}}), violated(1),
			action("a", "send_email", mail, "ok")),
		vec("where over state of earlier records and data", with(sending, m{
			"calls": []any{m{"tool": "send_*", "where": "state.order[call.args.id].status == data.open"}},
			"data":  m{"open": "pending"},
			"state": m{"order": m{"from": []any{m{"calls": []any{m{"tool": "get_order"}}, "key": "/args/id", "value": "/result"}}}}}), violated(4),
			action("a", "get_order", `{"id":"o1"}`, "ok", m{"result": m{"status": "done"}}), action("b", "send_email", `{"id":"o1"}`, "ok"),
			action("c", "get_order", `{"id":"o1"}`, "ok", m{"result": m{"status": "pending"}}), action("d", "send_email", `{"id":"o1"}`, "ok")),
		vec("state ignores calls that failed; a row that is not there checks the call", with(sending, m{
			"calls": []any{m{"tool": "send_*", "where": "state.order[call.args.id].status == 'pending'"}},
			"state": m{"order": m{"from": []any{m{"calls": []any{m{"tool": "get_order"}}, "key": "/args/id", "value": "/result"}}}}}), violated(2),
			action("a", "get_order", `{"id":"o1"}`, "error", m{"result": m{"status": "done"}}), action("b", "send_email", `{"id":"o1"}`, "ok")),
	}
}

func authorizationDecisions() []vector {
	p := mustJSON(sending)
	return []vector{
		vec("a permission after the start is too late", p, violated(4), intent("a", "send_email", mail), start("a", "send_email"),
			permits("a", "allow", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("without start a permission before the action is in time", p, kept(), permits("a", "allow", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("without start a permission after the action is too late", p, violated(1), action("a", "send_email", mail, "ok"), permits("a", "allow", "send_email", mail)),
		vec("the last decision decides: deny after allow", p, violated(3), permits("a", "allow", "send_email", mail), permits("a", "deny", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("the last decision decides: allow after deny", p, kept(), permits("a", "deny", "send_email", mail), permits("a", "allow", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("a deny after the start changes nothing", p, kept(), permits("a", "allow", "send_email", mail), start("a", "send_email"), permits("a", "deny", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("a timeout is no permission", p, violated(2), permits("a", "timeout", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("cancelled is no permission", p, violated(2), permits("a", "cancelled", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("a withdraw is a decision about its call", p, violated(3), permits("a", "allow", "send_email", mail), permits("a", "withdraw", "send_email", mail, m{"ref": "1"}), action("a", "send_email", mail, "ok")),
		vec("a permission for another call", p, violated(2), permits("b", "allow", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("a permission for another tool", p, violated(2), permits("a", "allow", "send_sms", mail), action("a", "send_email", mail, "ok")),
		vec("rewritten arguments need a new permission", p, violated(4), intent("a", "send_email", mail), permits("a", "allow", "send_email", mail),
			start("a", "send_email"), action("a", "send_email", `{"to":["mallory@example.com"]}`, "ok", m{"args_proposed_hash": hashOf(mail)})),
		vec("rewritten arguments with their new permission", p, kept(), intent("a", "send_email", mail), permits("a", "allow", "send_email", mail),
			permits("a", "allow", "send_email", pathX), start("a", "send_email"), action("a", "send_email", pathX, "ok", m{"args_proposed_hash": hashOf(mail)})),
		vec("a permission without args_hash", p, violated(2), permits("a", "allow", "send_email", mail, m{"args_hash": nil}), action("a", "send_email", mail, "ok")),
		vec("a pattern does not excuse the call's own arguments", p, violated(2), permits("a", "allow", "send_email", pathX, m{"pattern": "*"}), action("a", "send_email", mail, "ok")),
		vec("authority rule is accepted by default", p, kept(), sent("a", m{"authority": "rule"})...),
		vec("authority classifier is not accepted by default", p, violated(4), sent("a", m{"authority": "classifier"})...),
		vec("authority unknown is not accepted by default", p, violated(4), sent("a", m{"authority": "unknown"})...),
		vec("authority rule where only human is accepted", with(sending, m{"authorities": []any{"human"}}), violated(4), sent("a", m{"authority": "rule"})...),
		vec("authority classifier where it is accepted", with(sending, m{"authorities": []any{"classifier"}}), kept(), sent("a", m{"authority": "classifier"})...),
		vec("a scope that is not accepted", with(sending, m{"scopes": []any{"once"}}), violated(4), sent("a", m{"scope": "session"})...),
		vec("a permission without scope is good once", with(sending, m{"scopes": []any{"once"}}), kept(), sent("a", m{"scope": nil})...),
		vec("an unknown scope permits nothing", p, violated(4), sent("a", m{"scope": "forever"})...),
		vec("a body that names another call than its head permits nothing", p, violated(4), sent("a", m{"action_id": "b"})...),
		vec("a body that decides otherwise than its head permits nothing", p, violated(4), sent("a", m{"decision": "deny"})...),
		vec("a call that ends twice is covered once", p, violated(5), append(sent("a"), action("a", "send_email", mail, "ok"))...),
		vec("two intents with one action_id", p, violated(4), intent("a", "send_email", mail), permits("a", "allow", "send_email", mail), intent("a", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("an intent and an action that name different tools", p, violated(3), intent("a", "send_sms", mail), permits("a", "allow", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("a notice is never a permission", p, violated(2), notice("permission"), action("a", "send_email", mail, "ok")),
		vec("a call that was never ended counts as unknown", p, violated(2), intent("a", "send_email", mail), start("a", "send_email")),
		vec("a covered call that was never ended", p, kept(), intent("a", "send_email", mail), permits("a", "allow", "send_email", mail), start("a", "send_email")),
		vec("a call that was denied and never ended did not run", p, kept(), intent("a", "send_email", mail), permits("a", "deny", "send_email", mail)),
		vec("a call that was never ended and that where does not select", with(sending, m{"calls": []any{m{"tool": "send_*", "where": "size(call.args.to) > 1"}}}), kept(),
			intent("a", "send_email", mail), start("a", "send_email")),
		vec("a call that was denied and never ended, and that the kernel saw", p, violated(1), intent("a", "send_email", mail), permits("a", "deny", "send_email", mail), unlink("a", "/w/x", m{"result.decision": "deny"})),
		vec("the same where kernel bodies say that nothing was executed", mustJSON(deleting), kept(), intent("a", "delete_file", pathX), permits("a", "deny", "delete_file", pathX), unlink("a", "/w/x", m{"result.decision": "deny"})),
		vec("a start without arguments and intent that was never ended", p, violated(1), start("a", "send_email")),
		vec("what comes after the end contradicts nothing", p, kept(), append(sent("a"), intent("a", "send_sms", mail), start("a", "send_sms"))...),
		vec("an intent without decision and end counts as unknown", p, violated(1), intent("a", "send_email", mail)),
	}
}

func authorizationGrants() []vector {
	p := mustJSON(sending)
	grant := func(change ...m) vectorRecord {
		return permits("g", "allow", "send_email", mail, append([]m{{"scope": "session"}}, change...)...)
	}
	rider := func(id string, from any, change ...m) vectorRecord {
		return permits(id, "allow", "send_email", mail, append([]m{{"scope": "session", "inherited_from": from}}, change...)...)
	}
	done := func(id string) vectorRecord { return action(id, "send_email", mail, "ok") }
	return []vector{
		vec("a rider on a session grant", p, kept(), grant(), done("g"), rider("a", 1), done("a"), rider("b", 1), done("b")),
		vec("inherited_from as text", p, kept(), grant(), rider("a", "1"), done("a")),
		vec("a grant alone does not cover another call", p, violated(2), grant(), done("a")),
		vec("a grant from before the session has no call", p, kept(),
			vectorRecord{vectorHead{Kind: "permission", Tool: "user_authorization", Decision: "allow"}, body(m{"args": m{"tool": "send_email", "authority": "human", "scope": "always", "pattern": "*"}})},
			rider("a", 1, m{"scope": "always"}), done("a")),
		vec("a rider on a grant that was good once", p, violated(3), grant(m{"scope": "once"}), rider("a", 1), done("a")),
		vec("a rider on a denial", p, violated(3), permits("g", "deny", "send_email", mail, m{"scope": "session"}), rider("a", 1), done("a")),
		vec("a rider on a record that is no permission", p, violated(3), intent("g", "send_email", mail), rider("a", 1), done("a"), action("g", "send_email", mail, "denied")),
		vec("a rider on itself", p, violated(2), rider("a", 1), done("a")),
		vec("a rider on a later record", p, violated(3), rider("a", 2), grant(), done("a")),
		vec("a rider on a rider", p, violated(4), grant(), rider("a", 1), rider("b", 2), done("b")),
		vec("a rider of another authority than its grant", p, violated(3), grant(), rider("a", 1, m{"authority": "rule"}), done("a")),
		vec("a rider on a grant of an authority that is not accepted", with(sending, m{"authorities": []any{"human"}}), violated(3), grant(m{"authority": "rule"}), rider("a", 1, m{"authority": "rule"}), done("a")),
		vec("a rider on a grant for another tool", p, violated(3), grant(m{"tool": "send_sms"}), rider("a", 1), done("a")),
		vec("a rider on a grant for other arguments", p, violated(3), grant(m{"args_hash": hashOf(pathX)}), rider("a", 1), done("a")),
		vec("a rider on a grant for other arguments with a pattern", p, kept(), grant(m{"args_hash": hashOf(pathX), "pattern": "send_email(*@example.com)"}), rider("a", 1), done("a")),
		vec("a rider on a grant of a scope that is not accepted", with(sending, m{"scopes": []any{"once", "turn"}}), violated(3), grant(), rider("a", 1), done("a")),
		vec("inherited_from that is no record number", p, violated(3), grant(), rider("a", "grant-7"), done("a")),
		vec("a withdrawn grant covers no later rider", p, violated(7), grant(), rider("a", 1), start("a", "send_email"), permits("w", "withdraw", "send_email", mail, m{"ref": "1"}), done("a"), rider("b", 1), done("b")),
		vec("a grant withdrawn between permission and start", p, violated(4), grant(), rider("a", 1), permits("w", "withdraw", "send_email", mail, m{"ref": "1"}), done("a")),
		vec("a withdrawal of another grant changes nothing", p, kept(), grant(), permits("h", "allow", "send_sms", mail, m{"scope": "session"}), permits("w", "withdraw", "send_sms", mail, m{"ref": "2"}), rider("a", 1), done("a")),
		vec("a withdrawal that does not say of what ends every grant", p, violated(4), grant(), permits("w", "withdraw", "send_email", mail), rider("a", 1), done("a")),
		vec("a turn grant holds within its turn", p, kept(), session("turn"), grant(m{"scope": "turn"}), rider("a", 2, m{"scope": "turn"}), done("a")),
		vec("a turn grant ends with its turn", p, violated(4), grant(m{"scope": "turn"}), session("turn"), rider("a", 1, m{"scope": "session"}), done("a")),
		vec("a turn permission of the call itself ends with its turn", p, violated(3), permits("a", "allow", "send_email", mail, m{"scope": "turn"}), session("turn"), done("a")),
		vec("a turn that begins after the start changes nothing", p, kept(), permits("a", "allow", "send_email", mail, m{"scope": "turn"}), start("a", "send_email"), session("turn"), done("a")),
		vec("other session records end no turn", p, kept(), permits("a", "allow", "send_email", mail, m{"scope": "turn"}), session("resume"), done("a")),
	}
}

func authorizationTime() []vector {
	aged := with(sending, m{"max_age": "60s"})
	boot := func(digit string) m { return m{"boot": digit + "1111111-1111-4111-8111-111111111111"} }
	at := func(seconds int) m { return m{"body.mono_ns": mono(seconds)["mono_ns"]} }
	return []vector{
		vec("younger than max_age", aged, kept(), session("open", boot("1")), permits("a", "allow", "send_email", mail, at(10)), action("a", "send_email", mail, "ok", mono(69))),
		vec("as old as max_age is too old", aged, violated(3), session("open", boot("1")), permits("a", "allow", "send_email", mail, at(10)), action("a", "send_email", mail, "ok", mono(70))),
		vec("the age is that at the start", aged, kept(), session("open", boot("1")), permits("a", "allow", "send_email", mail, at(10)), start("a", "send_email", mono(20)), action("a", "send_email", mail, "ok", mono(500))),
		vec("another boot cannot be compared", aged, violated(4), session("open", boot("1")), permits("a", "allow", "send_email", mail, at(10)), session("resume", boot("2")), action("a", "send_email", mail, "ok", mono(20))),
		vec("without times nothing is young", aged, violated(3), session("open", boot("1")), permits("a", "allow", "send_email", mail), action("a", "send_email", mail, "ok")),
		vec("without a boot nothing is young", aged, violated(2), permits("a", "allow", "send_email", mail, at(10)), action("a", "send_email", mail, "ok", mono(11))),
		vec("a permission from the future of its call", aged, violated(3), session("open", boot("1")), permits("a", "allow", "send_email", mail, at(30)), action("a", "send_email", mail, "ok", mono(20))),
		vec("the age of a rider is that of its grant", aged, violated(4), session("open", boot("1")), permits("g", "allow", "send_email", mail, at(10), m{"scope": "session"}),
			permits("a", "allow", "send_email", mail, at(80), m{"scope": "session", "inherited_from": 2}), action("a", "send_email", mail, "ok", mono(81))),
	}
}

// deleted is an approved delete of /w/x by the delete tool, whole.
func deleted(id string, kernelRecords ...vectorRecord) []vectorRecord {
	out := []vectorRecord{opened(), intent(id, "delete_file", pathX), permits(id, "allow", "delete_file", pathX), start(id, "delete_file")}
	return append(append(out, kernelRecords...), action(id, "delete_file", pathX, "ok"))
}

// shell is a call of another tool, not approved.
func shell(id string, records ...vectorRecord) []vectorRecord {
	out := []vectorRecord{opened(), intent(id, "shell", `{"cmd":"c"}`), start(id, "shell")}
	return append(append(out, records...), action(id, "shell", `{"cmd":"c"}`, "ok"))
}

// allowedShell is one that a human approved.
func allowedShell(id string, records ...vectorRecord) []vectorRecord {
	out := []vectorRecord{opened(), intent(id, "shell", `{"cmd":"c"}`), permits(id, "allow", "shell", `{"cmd":"c"}`), start(id, "shell")}
	return append(append(out, records...), action(id, "shell", `{"cmd":"c"}`, "ok"))
}

func authorizationKernel() []vector {
	p := mustJSON(deleting)
	return []vector{
		vec("an approved delete and its kernel record", p, kept(), deleted("a", unlink("a", "/w/x"))...),
		vec("a shell call deletes what nobody approved", p, violated(4), shell("s", unlink("s", "/w/notes"))...),
		vec("a shell call that a human approved covers its effects", p, kept(), allowedShell("s", unlink("s", "/w/notes"))...),
		vec("a shell call that does not delete needs nothing", p, kept(), shell("s", kernel("s", "open", m{"resolved": "/w/notes"}))...),
		vec("an effect that is not named needs nothing", p, kept(), shell("s", kernel("s", "truncate", m{"resolved": "/w/notes"}))...),
		vec("rmdir is named too", p, violated(4), shell("s", kernel("s", "rmdir", m{"resolved": "/w/dir"}))...),
		vec("a denied unlink did not happen", p, kept(), shell("s", unlink("s", "/w/notes", m{"result.decision": "deny"}))...),
		vec("a failed unlink did not happen", p, kept(), shell("s", unlink("s", "/w/notes", m{"result.errno": "ENOENT"}))...),
		vec("errno 0 is success", p, violated(4), shell("s", unlink("s", "/w/notes", m{"result.errno": 0}))...),
		vec("errno 0 as text is success", p, violated(4), shell("s", unlink("s", "/w/notes", m{"result.errno": "0"}))...),
		vec("a record that does not say it was refused was executed", p, violated(4), shell("s", unlink("s", "/w/notes", m{"result.decision": nil}))...),
		vec("an executed effect counts whatever its call's status", p, violated(4),
			append(shell("s", unlink("s", "/w/notes"))[:4], action("s", "shell", `{"cmd":"c"}`, "cancelled"))...),
		vec("a total of coalesced records is not counted", p, violated(4), shell("s", unlink("s", "/w/notes"), unlink("s", "/w/notes", m{"meta.of": 4, "meta.count": 3}))...),
		vec("attribution ambiguous is uncovered, approved or not", p, violated(5), allowedShell("s", unlink("", "/w/notes", m{"meta.attribution": "ambiguous"}))...),
		vec("attribution none is uncovered", p, violated(5), allowedShell("s", unlink("s", "/w/notes", m{"meta.attribution": "none"}))...),
		vec("a missing attribution is uncovered", p, violated(5), allowedShell("s", unlink("s", "/w/notes", m{"meta.attribution": nil}))...),
		vec("attribution ancestry is enough by default", p, kept(), allowedShell("s", unlink("s", "/w/notes", m{"meta.attribution": "ancestry"}))...),
		vec("attribution ancestry below min_attribution", with(deleting, m{"min_attribution": "cgroup"}), violated(5), allowedShell("s", unlink("s", "/w/notes", m{"meta.attribution": "ancestry"}))...),
		vec("attribution cgroup at min_attribution", with(deleting, m{"min_attribution": "cgroup"}), kept(), allowedShell("s", unlink("s", "/w/notes", m{"meta.attribution": "cgroup"}))...),
		vec("an attributed record that names no call is uncovered", p, violated(5), allowedShell("s", unlink("", "/w/notes"))...),
		vec("the harness itself is not checked by default", p, kept(), opened(), unlink("", "/w/notes", m{"meta.attribution": "harness"})),
		vec("the harness itself is checked with harness", with(deleting, m{"harness": true}), violated(2), opened(), unlink("", "/w/notes", m{"meta.attribution": "harness"})),
		vec("assurance below min_assurance is uncovered", with(deleting, m{"min_assurance": "gated"}), violated(5), allowedShell("s", unlink("s", "/w/notes", m{"meta.assurance": "observed"}))...),
		vec("a permission below min_assurance permits nothing", with(deleting, m{"min_assurance": "observed"}), violated(3),
			permits("s", "allow", "shell", `{}`, m{"body.metadata": m{"assurance": "inferred"}}), start("s", "shell"), unlink("s", "/w/notes"), action("s", "shell", `{}`, "ok")),
		vec("min_assurance that all records reach", with(deleting, m{"min_assurance": "observed"}), kept(),
			permits("s", "allow", "shell", `{}`, m{"body.metadata": m{"assurance": "observed"}}), start("s", "shell"), unlink("s", "/w/notes"), action("s", "shell", `{}`, "ok")),
		vec("a kernel record before the permission: judged at the start", p, kept(), opened(), intent("s", "shell", `{}`), unlink("s", "/w/notes"),
			permits("s", "allow", "shell", `{}`), start("s", "shell"), action("s", "shell", `{}`, "ok")),
		vec("a kernel record before the permission, no start: too late", p, violated(3), opened(), intent("s", "shell", `{}`), unlink("s", "/w/notes"),
			permits("s", "allow", "shell", `{}`), action("s", "shell", `{}`, "ok")),
		vec("a kernel record after the permission, no start", p, kept(), opened(), intent("s", "shell", `{}`), permits("s", "allow", "shell", `{}`),
			unlink("s", "/w/notes"), action("s", "shell", `{}`, "ok")),
		vec("an action before its kernel record, no start: a permission between is too late", p, violated(4), opened(), action("s", "shell", `{}`, "ok"),
			permits("s", "allow", "shell", `{}`), unlink("s", "/w/notes")),
		vec("a late kernel record of a covered call", p, kept(), append(allowedShell("s"), unlink("s", "/w/notes"))...),
		vec("a late kernel record of an uncovered call", p, violated(5), append(shell("s"), unlink("s", "/w/notes"))...),
		vec("once is used up by an action_id, not by a record", p, kept(), allowedShell("s", unlink("s", "/w/a"), unlink("s", "/w/b"), unlink("s", "/w/c"))...),
		vec("arguments rewritten after the effect uncover it", p, violated(5), opened(), intent("s", "shell", `{"cmd":"c"}`), permits("s", "allow", "shell", `{"cmd":"c"}`),
			start("s", "shell"), unlink("s", "/w/notes"), action("s", "shell", `{"cmd":"d"}`, "ok")),
		vec("an effect of a call that never ended", p, violated(3), intent("s", "shell", `{}`), start("s", "shell"), unlink("s", "/w/notes")),
		vec("an effect of a covered call that never ended", p, kept(), intent("s", "shell", `{}`), permits("s", "allow", "shell", `{}`), start("s", "shell"), unlink("s", "/w/notes")),
		vec("an effect of a call that nothing else mentions", p, violated(2), opened(), unlink("s", "/w/notes")),
		vec("a kernel record of no known event", p, violated(4), shell("s", kernel("s", "erase", m{"resolved": "/w/notes"}))...),
		vec("a kernel record without readable arguments", p, violated(4), shell("s", unlink("s", "/w/notes", m{"body.args": m{"$raw": "AA=="}}))...),
		vec("where selects among kernel records", with(deleting, m{"calls": []any{m{"tool": "sys.unlink", "kinds": []any{"syscall"}, "where": "call.args.resolved.startsWith('/w/')"}}, "objects": nil}), violated(5),
			shell("s", unlink("s", "/tmp/a"), unlink("s", "/w/a"))...),
	}
}

func authorizationObjects() []vector {
	p := mustJSON(deleting)
	absolute := `{"path":"/w/dir/../x"}`
	call := func(args string, records ...vectorRecord) []vectorRecord {
		out := []vectorRecord{opened(), intent("a", "delete_file", args), permits("a", "allow", "delete_file", args), start("a", "delete_file")}
		return append(append(out, records...), action("a", "delete_file", args, "ok"))
	}
	return []vector{
		vec("the delete tool deletes another file than approved", p, violated(5), deleted("a", unlink("a", "/w/y"))...),
		vec("below an approved directory", p, kept(), deleted("a", unlink("a", "/w/x/1"), kernel("a", "rmdir", m{"resolved": "/w/x"}))...),
		vec("a longer name is not below", p, violated(5), deleted("a", unlink("a", "/w/xy"))...),
		vec("absolute values are cleaned lexically", p, kept(), call(absolute, unlink("a", "/w/x"))...),
		vec("a value that climbs out of the workspace means what it says", p, kept(), call(`{"path":"../etc/x"}`, unlink("a", "/etc/x"))...),
		vec("an empty value names nothing", p, violated(5), call(`{"path":""}`, unlink("a", "/w/y"))...),
		vec("a missing value names nothing", p, violated(5), call(`{}`, unlink("a", "/w/y"))...),
		vec("a value of another type names nothing", p, violated(5), call(`{"path":["x"]}`, unlink("a", "/w/x"))...),
		vec("a list of values", with(deleting, m{"objects": m{"delete_file": []any{"/args/paths/*"}}}), violated(7), call(`{"paths":["x","y"]}`, unlink("a", "/w/x"), unlink("a", "/w/y"), unlink("a", "/w/z"))...),
		vec("a relative value without a known workspace names nothing", p, violated(4), intent("a", "delete_file", pathX), permits("a", "allow", "delete_file", pathX),
			start("a", "delete_file"), unlink("a", "/w/x"), action("a", "delete_file", pathX, "ok")),
		vec("only the first session record names the workspace", p, violated(6), opened(), session("resume", m{"workspace": "/v"}), intent("a", "delete_file", pathX),
			permits("a", "allow", "delete_file", pathX), start("a", "delete_file"), unlink("a", "/v/x"), action("a", "delete_file", pathX, "ok")),
		vec("the values of a start with new arguments and their permission count", p, violated(6), opened(), intent("a", "delete_file", pathX), permits("a", "allow", "delete_file", `{"path":"y"}`),
			start("a", "delete_file", m{"args": m{"path": "y"}, "args_hash": hashOf(`{"path":"y"}`)}), unlink("a", "/w/y"), unlink("a", "/w/x"), action("a", "delete_file", `{"path":"y"}`, "ok")),
		vec("new arguments that only the action shows name nothing for earlier effects", p, violated(5), opened(), intent("a", "delete_file", pathX), permits("a", "allow", "delete_file", `{"path":"y"}`),
			start("a", "delete_file"), unlink("a", "/w/x"), action("a", "delete_file", `{"path":"y"}`, "ok")),
		vec("rename_over destroys its target", with(deleting, m{"effects": []any{"rename_over"}, "objects": nil}), violated(4), shell("s", kernel("s", "rename_over", m{"resolved": "/w/tmp", "to": "/w/notes"}))...),
		vec("rename_over is within when its target is", with(deleting, m{"effects": []any{"rename_over"}}), kept(), deleted("a", kernel("a", "rename_over", m{"resolved": "/w/tmp", "to": "/w/x"}))...),
		vec("except exempts below the workspace", with(deleting, m{"except": []any{"$WORKSPACE/build/**"}}), violated(5, 6), shell("s", unlink("s", "/w/build/a/b"), unlink("s", "/w/build"), unlink("s", "/w/c"))...),
		vec("except with one star stays within a name", with(deleting, m{"except": []any{"/tmp/*.log"}}), violated(5), shell("s", unlink("s", "/tmp/a.log"), unlink("s", "/tmp/d/a.log"))...),
		vec("except relative to the workspace and to the home", with(deleting, m{"except": []any{".git/**", "$HOME/.cache/**"}}), kept(), shell("s", unlink("s", "/w/.git/index.lock"), unlink("s", "/home/u/.cache/z"))...),
		vec("except exempts even what is attributed to nobody", with(deleting, m{"except": []any{"/tmp/**"}}), kept(), opened(), unlink("", "/tmp/z", m{"meta.attribution": "none"})),
	}
}

func authorizationOrigins() []vector {
	p := mustJSON(deleting)
	renamed := func(id, event, from, to string, change ...m) vectorRecord {
		return kernel(id, event, append([]m{{"resolved": from, "to": to}}, change...)...)
	}
	moves := func(from, to string) vectorRecord { return renames("a", from, to, m{"created": true}) }
	over := func(from, to string) vectorRecord { return renamed("a", "rename_over", from, to) }
	swaps := func(from, to string) vectorRecord {
		return renamed("a", "rename_over", from, to, m{"flags": []any{"RENAME_EXCHANGE"}})
	}
	links := func(from, to string) vectorRecord { return renamed("a", "link", from, to, m{"created": true}) }
	removes := func(path string) vectorRecord { return unlink("a", path) }
	rmdir := func(path string) vectorRecord { return kernel("a", "rmdir", m{"resolved": path}) }
	mkdir := func(path string) vectorRecord {
		return kernel("a", "mkdir", m{"resolved": path, "created": true})
	}
	other := m{"meta.attribution": "none"}
	twice := with(deleting, m{"objects": m{"delete_file": []any{"/args/paths/*"}}})
	two := func(records ...vectorRecord) []vectorRecord {
		args := `{"paths":["x","y"]}`
		out := []vectorRecord{opened(), intent("a", "delete_file", args), permits("a", "allow", "delete_file", args), start("a", "delete_file")}
		return append(append(out, records...), action("a", "delete_file", args, "ok"))
	}
	approves := func(id string, change ...m) []vectorRecord {
		return []vectorRecord{intent(id, "delete_file", pathX), permits(id, "allow", "delete_file", pathX, change...), start(id, "delete_file")}
	}
	after := func(first []vectorRecord, more ...vectorRecord) []vectorRecord {
		return append(append([]vectorRecord{opened()}, first...), more...)
	}
	removed := []vectorRecord{removes("/w/x"), action("a", "delete_file", pathX, "ok")}
	deep := "/w/x" + strings.Repeat("/d", maxElements)
	return []vector{
		vec("a file moved to the approved name", p, violated(7), deleted("a", removes("/w/x"), moves("/v/victim", "/w/x"), removes("/w/x"))...),
		vec("a directory moved below the approved name", p, violated(8, 9), deleted("a", removes("/w/x"), mkdir("/w/x"), moves("/v", "/w/x/v"), removes("/w/x/v/victim"), rmdir("/w/x/v"), rmdir("/w/x"))...),
		vec("moved on the way through other names", p, violated(8), deleted("a", moves("/v/victim", "/tmp/1"), moves("/tmp/1", "/tmp/2"), moves("/tmp/2", "/w/x"), removes("/w/x"))...),
		vec("moved within a directory that is moved", p, violated(7), deleted("a", moves("/v/victim", "/tmp/d/f"), moves("/tmp/d", "/w/x"), removes("/w/x/f"))...),
		vec("a file moved out of the approved directory and in again", p, kept(), deleted("a", moves("/w/x/f", "/tmp/f"), moves("/tmp/f", "/w/x/g"), removes("/w/x/g"))...),
		vec("moves within the approved directory, then all of it removed", p, kept(), deleted("a", moves("/w/x/a", "/w/x/b"), moves("/w/x/d", "/w/x/e"), removes("/w/x/b"), removes("/w/x/e/f"), rmdir("/w/x/e"), rmdir("/w/x"))...),
		vec("the approved object renamed, back, and deleted", p, kept(), deleted("a", moves("/w/x", "/w/x.gone"), moves("/w/x.gone", "/w/x"), removes("/w/x"))...),
		vec("the approved object renamed to another approved name and deleted", twice, kept(), two(removes("/w/y"), moves("/w/x", "/w/y"), removes("/w/y"))...),
		vec("the approved object deleted under a name that is not approved", p, violated(6), deleted("a", moves("/w/x", "/w/x.gone"), removes("/w/x.gone"))...),
		vec("a lock of the call's own over a file in the approved directory, then all of it removed", p, kept(), deleted("a", creates("a", "/w/x/index.lock"), over("/w/x/index.lock", "/w/x/index"), removes("/w/x/index"), rmdir("/w/x"))...),
		vec("a lock of the call's own from elsewhere keeps its origin over what was there", p, violated(7), deleted("a", creates("a", "/w/x.lock"), over("/w/x.lock", "/w/x"), removes("/w/x"))...),
		vec("a file that the call created is its own under any name", p, kept(), deleted("a", removes("/w/x"), creates("a", "/tmp/n"), moves("/tmp/n", "/w/x"), removes("/w/x"))...),
		vec("a victim in a created directory is not the call's own, wherever the directory goes", p, violated(8), deleted("a", mkdir("/w/n"), moves("/v/victim", "/w/n/f"), moves("/w/n", "/w/x"), removes("/w/x/f"), rmdir("/w/x"))...),
		vec("rename_over destroys what is at the name, by its origin", with(deleting, m{"effects": []any{"rename_over"}}), violated(7), deleted("a", over("/w/t", "/w/x"), moves("/v/victim", "/w/x/f"), over("/w/u", "/w/x/f"))...),
		vec("what was moved over a name keeps its origin", p, violated(6), deleted("a", over("/v/victim", "/w/x"), removes("/w/x"))...),
		vec("exchanged names swap their origins", p, violated(6), deleted("a", swaps("/w/x", "/v/victim"), removes("/w/x"))...),
		vec("exchanged names swap their origins in a plain rename too", p, violated(6), deleted("a", renames("a", "/v/victim", "/w/x", m{"flags": []any{"RENAME_EXCHANGE"}}), removes("/w/x"))...),
		vec("exchanged twice is not moved", p, kept(), deleted("a", swaps("/w/x", "/v/victim"), swaps("/v/victim", "/w/x"), removes("/w/x"))...),
		vec("exchanged within the approved directory", p, kept(), deleted("a", swaps("/w/x/1", "/w/x/2"), removes("/w/x/1"), removes("/w/x/2"))...),
		vec("a created name that is exchanged makes neither name one's own", p, violated(6, 7), shell("a", creates("a", "/w/t"), swaps("/w/t", "/w/notes"), removes("/w/t"), removes("/w/notes"))...),
		vec("created names that are exchanged stay one's own", p, kept(), shell("a", creates("a", "/w/t"), creates("a", "/w/u"), swaps("/w/t", "/w/u"), removes("/w/t"), removes("/w/u"))...),
		vec("a hard link by another has the origin of its file", p, violated(6), deleted("a", renamed("", "link", "/v/victim", "/w/x", m{"created": true}, other), removes("/w/x"))...),
		vec("a hard link by the call is its own", p, kept(), deleted("a", links("/v/victim", "/w/x"), removes("/w/x"))...),
		vec("a creation at the name ends its origin", p, kept(), deleted("a", moves("/v/d", "/w/x"), creates("", "/w/x/n", other), removes("/w/x/n"))...),
		vec("a deletion ends the origin of its name", p, violated(6), deleted("a", moves("/v/victim", "/w/x"), removes("/w/x"), removes("/w/x"))...),
		vec("a deletion below a moved directory leaves the origin of the directory", p, violated(6, 7), deleted("a", moves("/v/d", "/w/x"), removes("/w/x/n"), removes("/w/x/n"))...),
		vec("a refused rename moves nothing", p, kept(), deleted("a", renames("a", "/v/victim", "/w/x", m{"result.decision": "deny"}), removes("/w/x"))...),
		vec("moved by nobody in particular after the permission", p, violated(6), deleted("a", renamed("", "rename", "/v/victim", "/w/x", other), removes("/w/x"))...),
		vec("moved by another call after the permission", p, violated(6), deleted("a", renames("s", "/v/victim", "/w/x"), removes("/w/x"))...),
		vec("moved by another call before the permission: that is what was approved", p, kept(), after([]vectorRecord{renames("s", "/w/t", "/w/x")}, append(approves("a"), removed...)...)...),
		vec("a file in a directory moved before the permission", p, kept(), after([]vectorRecord{renames("s", "/w/t", "/w/x")}, append(approves("a"), removes("/w/x/f"), action("a", "delete_file", pathX, "ok"))...)...),
		vec("moved by the call itself before its permission", p, violated(6), after([]vectorRecord{renames("a", "/v/victim", "/w/x")}, append(approves("a"), removed...)...)...),
		vec("a permission of an authority that is not accepted ends no origin", p, violated(9), after(approves("a"), append([]vectorRecord{renames("s", "/v/victim", "/w/x"),
			intent("b", "delete_file", pathX), permits("b", "allow", "delete_file", pathX, m{"authority": "classifier"}), action("b", "delete_file", pathX, "cancelled")}, removed...)...)...),
		vec("a permission for another path ends no origin", p, violated(9), after(approves("a"), append([]vectorRecord{renames("s", "/v/victim", "/w/x"),
			intent("b", "delete_file", `{"path":"y"}`), permits("b", "allow", "delete_file", `{"path":"y"}`), action("b", "delete_file", `{"path":"y"}`, "ok")}, removed...)...)...),
		vec("the permission of another call of the tool for the same path ends the origin", p, kept(), after(approves("a"), append([]vectorRecord{renames("s", "/v/victim", "/w/x"),
			intent("b", "delete_file", pathX), permits("b", "allow", "delete_file", pathX), action("b", "delete_file", pathX, "cancelled")}, removed...)...)...),
		vec("a second permission of the same call ends no origin", p, violated(7), after(approves("a"), append([]vectorRecord{renames("s", "/v/victim", "/w/x"), permits("a", "allow", "delete_file", pathX)}, removed...)...)...),
		vec("a call without objects is not asked for origins", p, kept(), allowedShell("a", moves("/v/victim", "/w/x"), removes("/w/x"))...),
		vec("a path too deep to follow lies in no approved directory", p, violated(5), deleted("a", removes(deep))...),
		vec("a file moved to an excepted place is not excepted", with(deleting, m{"except": []any{"/tmp/**"}}), violated(5), shell("a", moves("/w/notes", "/tmp/n"), removes("/tmp/n"))...),
		vec("a file moved within an excepted place is excepted", with(deleting, m{"except": []any{"/tmp/**"}}), kept(), shell("a", moves("/tmp/m", "/tmp/n"), removes("/tmp/n"))...),
		vec("a hard link in an excepted place is a name of its own", with(deleting, m{"except": []any{"/tmp/**"}}), kept(), shell("s", renamed("r", "link", "/w/notes", "/tmp/n", m{"created": true}), unlink("s", "/tmp/n"))...),
	}
}

func authorizationNames() []vector {
	p := mustJSON(deleting)
	over := func(id, from, to string) vectorRecord {
		return kernel(id, "rename_over", m{"resolved": from, "to": to})
	}
	return []vector{
		vec("what the call created it may delete", p, kept(), shell("s", creates("s", "/tmp/t1"), unlink("s", "/tmp/t1"))...),
		vec("opening what was there creates nothing", p, violated(5), shell("s", kernel("s", "open", m{"resolved": "/w/n"}), unlink("s", "/w/n"))...),
		vec("a refused creation creates nothing", p, violated(5), shell("s", creates("s", "/w/n", m{"result.decision": "deny"}), unlink("s", "/w/n"))...),
		vec("what another call created is not its own", p, violated(8), append(shell("r", creates("r", "/w/n")), intent("s", "shell", `{}`), start("s", "shell"), unlink("s", "/w/n"), action("s", "shell", `{}`, "ok"))...),
		vec("what the harness created is not the call's", p, violated(4), opened(), creates("", "/w/n", m{"meta.attribution": "harness"}), start("s", "shell"), unlink("s", "/w/n"), action("s", "shell", `{}`, "ok")),
		vec("a created name may be deleted after a permission-less rename", p, kept(), shell("s", creates("s", "/w/a"), renames("s", "/w/a", "/w/b"), unlink("s", "/w/b"))...),
		vec("moving a file does not make it one's own", p, violated(5), shell("s", renames("s", "/w/notes", "/tmp/b", m{"created": true}), unlink("s", "/tmp/b"))...),
		vec("a moved directory takes created names along", p, kept(), shell("s", kernel("s", "mkdir", m{"resolved": "/w/d", "created": true}), creates("s", "/w/d/f"),
			renames("s", "/w/d", "/w/e"), unlink("s", "/w/e/f"), kernel("s", "rmdir", m{"resolved": "/w/e"}))...),
		vec("what was moved into a created directory is not created", p, violated(6), shell("s", kernel("s", "mkdir", m{"resolved": "/w/d", "created": true}),
			renames("s", "/w/notes", "/w/d/notes"), unlink("s", "/w/d/notes"), kernel("s", "rmdir", m{"resolved": "/w/d"}))...),
		vec("a rename over a name that was there does not make it created", p, violated(6), shell("s", creates("s", "/w/t"), over("s", "/w/t", "/w/index"), unlink("s", "/w/index"))...),
		vec("a file moved over a created name is not created", p, violated(6), shell("s", creates("s", "/w/t"), over("s", "/w/notes", "/w/t"), unlink("s", "/w/t"))...),
		vec("a created name over a created name", p, kept(), shell("s", creates("s", "/w/t"), creates("s", "/w/u"), over("s", "/w/t", "/w/u"), unlink("s", "/w/u"))...),
		vec("a lock file that is made again", p, kept(), shell("s", creates("s", "/w/.git/index.lock"), over("s", "/w/.git/index.lock", "/w/.git/index"), unlink("s", "/w/.git/index.lock"))...),
		vec("a created name that another call replaced is no longer one's own", p, violated(9), append(shell("r", creates("r", "/w/n")), intent("s", "shell", `{}`), start("s", "shell"),
			creates("s", "/w/n"), unlink("r", "/w/n"), action("s", "shell", `{}`, "ok"))...),
		vec("a created name that somebody else made again is no longer one's own", p, violated(5, 7), shell("s", creates("s", "/w/n"),
			unlink("", "/w/n", m{"meta.attribution": "none"}), creates("", "/w/n", m{"meta.attribution": "none"}), unlink("s", "/w/n"))...),
		vec("a link is a created name, its source is not", p, violated(6), shell("s", kernel("s", "link", m{"resolved": "/w/notes", "to": "/w/l", "created": true}), unlink("s", "/w/l"), unlink("s", "/w/notes"))...),
		vec("ambiguous deletions are uncovered even of created names", p, violated(5), shell("s", creates("s", "/w/n"), unlink("s", "/w/n", m{"meta.attribution": "ambiguous"}))...),
		vec("git commit: created locks and objects, renamed and removed", p, kept(), shell("s",
			creates("s", "/w/.git/index.lock"), over("s", "/w/.git/index.lock", "/w/.git/index"), creates("s", "/w/.git/objects/tmp_obj_a"),
			kernel("s", "link", m{"resolved": "/w/.git/objects/tmp_obj_a", "to": "/w/.git/objects/aa", "created": true}), unlink("s", "/w/.git/objects/tmp_obj_a"),
			creates("s", "/w/.git/HEAD.lock"), over("s", "/w/.git/HEAD.lock", "/w/.git/HEAD"))...),
	}
}

func authorizationRest() []vector {
	p := mustJSON(deleting)
	blob := m{"$blob": m{"k": hashOf(mail), "bytes": 70000, "salt": hashOf(pathX)}}
	return []vector{
		vec("a gap about an effect counts as an uncovered call", mustJSON(sending), violated(1), gap("effect")),
		vec("a gap about a result counts as an uncovered call", mustJSON(sending), violated(1), gap("result")),
		vec("a gap about a tool that is not checked", mustJSON(sending), kept(), gap("result", m{"tool": "read_email"})),
		vec("a gap about a tool that is checked", mustJSON(sending), violated(1), gap("result", m{"tool": "send_email"})),
		vec("silence where gaps are ignored", mustJSON(sending), kept(), gap("silence"), gap("crash")),
		vec("silence and crash where gaps violate", p, violated(1, 2), gap("silence"), gap("crash")),
		vec("a gap of unknown kind counts", mustJSON(sending), violated(1), gap("weather")),
		vec("a needed action body is withheld", mustJSON(sending), isHidden(), withheld(action("a", "send_email", mail, "ok"))),
		vec("an action body that is not needed is withheld", mustJSON(sending), kept(), withheld(action("a", "read_email", mail, "ok"))),
		vec("a permission body is withheld", mustJSON(sending), isHidden(), withheld(permits("a", "allow", "send_email", mail))),
		vec("a kernel body is withheld", p, isHidden(), withheld(unlink("a", "/w/x"))),
		vec("a kernel body that concerns no path is not needed", p, kept(), withheld(kernel("a", "connect"))),
		vec("kernel bodies are not needed where no effect is named", mustJSON(sending), kept(), withheld(unlink("a", "/w/x"))),
		vec("a notice is never needed", p, kept(), withheld(notice("note"))),
		vec("a blob that no condition reads is no matter", mustJSON(sending), kept(), permits("a", "allow", "send_email", mail),
			vectorRecord{vectorHead{Kind: "action", Tool: "send_email", ActionID: "a", Status: "ok"}, body(m{"args": m{"body": blob}, "args_hash": hashOf(mail)})}),
		vec("a blob that a condition could read is hidden", with(sending, m{"calls": []any{m{"tool": "send_*", "where": "true"}}}), isHidden(),
			vectorRecord{vectorHead{Kind: "action", Tool: "send_email", ActionID: "a", Status: "ok"}, body(m{"args": m{"body": blob}, "args_hash": hashOf(mail)})}),
		vec("a blob where a path is read is hidden", p, isHidden(), opened(),
			vectorRecord{vectorHead{Kind: "intent", Tool: "delete_file", ActionID: "a"}, body(m{"args": m{"path": blob}, "args_hash": hashOf(mail)})}),
		vec("witnesses come in order of the records", p, violated(3, 5), opened(), start("s", "shell"), unlink("s", "/w/a"), action("d", "delete_file", pathX, "denied"),
			action("e", "delete_file", pathX, "ok"), action("s", "shell", `{}`, "ok")),
	}
}

func authorizationParams() []vector {
	bad := func(name, pointer string, change m) vector {
		return vec("parameters: "+name, with(deleting, change), badParam(pointer))
	}
	return []vector{
		bad("an unknown key", "/efects", m{"efects": []any{}}),
		bad("no calls", "/calls", m{"calls": nil}),
		bad("empty calls", "/calls", m{"calls": []any{}}),
		bad("a call without tool", "/calls/0/tool", m{"calls": []any{m{"kinds": []any{"action"}}}}),
		bad("an unknown kind", "/calls/0/kinds/0", m{"calls": []any{m{"tool": "x", "kinds": []any{"start"}}}}),
		bad("syscalls of a tool that no kernel record has", "/calls/0/kinds", m{"calls": []any{m{"tool": "rm", "kinds": []any{"syscall"}}}}),
		bad("where that does not parse", "/calls/0/where", m{"calls": []any{m{"tool": "x", "where": "call.args."}}}),
		bad("where that is no truth", "/calls/0/where", m{"calls": []any{m{"tool": "x", "where": "1 + 1"}}}),
		bad("where that asks the clock", "/calls/0/where", m{"calls": []any{m{"tool": "x", "where": "timestamp('2020-01-01T00:00:00Z').getFullYear() == 2020"}}}),
		bad("where with a map literal", "/calls/0/where", m{"calls": []any{m{"tool": "x", "where": "{'a': 1}.exists(k, k == 'a')"}}}),
		bad("no on_gap", "/on_gap", m{"on_gap": nil}),
		bad("another on_gap", "/on_gap", m{"on_gap": "perhaps"}),
		bad("include_failed does not exist here", "/include_failed", m{"include_failed": true}),
		bad("an unknown authority", "/authorities/0", m{"authorities": []any{"boss"}}),
		bad("an authority twice", "/authorities/1", m{"authorities": []any{"human", "human"}}),
		bad("an unknown scope", "/scopes/0", m{"scopes": []any{"forever"}}),
		bad("kernel calls without effects", "/effects", m{"effects": nil}),
		bad("effects without kernel calls", "/effects", m{"calls": []any{m{"tool": "delete_file"}}}),
		bad("an unknown effect", "/effects/0", m{"effects": []any{"delete"}}),
		bad("objects without pointer", "/objects/delete_file/0", m{"objects": m{"delete_file": []any{"args/path"}}}),
		bad("objects of no member of a call", "/objects/delete_file/0", m{"objects": m{"delete_file": []any{"/arg/path"}}}),
		bad("except that is not clean", "/except/0", m{"except": []any{"/w/../x"}}),
		bad("except with an unknown variable", "/except/0", m{"except": []any{"$TMP/x"}}),
		bad("max_age without unit", "/max_age", m{"max_age": "60"}),
		bad("max_age of zero", "/max_age", m{"max_age": "0s"}),
		bad("an unknown assurance", "/min_assurance", m{"min_assurance": "high"}),
		bad("an attribution that is none", "/min_attribution", m{"min_attribution": "ambiguous"}),
		bad("a table without from", "/state/order/from", m{"state": m{"order": m{}}}),
		bad("a tilde that escapes nothing", "/objects/a~1b/0", m{"objects": m{"a/b": []any{"/args/~2"}}}),
	}
}
