package aap

func at(pointer string, v any) m { return m{"Equals": m{"pointer": pointer, "value": v}} }

// separate is the usual PTL-1: who approves does not then merge.
var separate = m{
	"calls":          []any{m{"tool": "*", "kinds": []any{"action"}}},
	"formula":        m{"Since": []any{m{"Not": at("/record/tool", "merge")}, at("/record/tool", "approve")}},
	"include_failed": false,
	"on_gap":         "ignore",
}

func temporalVectorTable() []vector {
	var all []vector
	for _, part := range [][]vector{temporalOrder(), temporalDocument(), temporalState(), temporalRest(), temporalParams()} {
		all = append(all, part...)
	}
	return all
}

func does(tool string, more ...m) vectorRecord { return action("a", tool, "{}", "ok", more...) }

func formulaOf(f m) []byte { return with(separate, m{"formula": f}) }

func temporalOrder() []vector {
	p := mustJSON(separate)
	never := formulaOf(m{"Never": at("/record/tool", "merge")})
	return []vector{
		vec("an empty trace keeps the promise", p, kept()),
		vec("merging without having approved", p, kept(), does("merge")),
		vec("approving and not merging", p, kept(), does("approve"), does("comment")),
		vec("merging after having approved", p, violated(3), does("approve"), does("comment"), does("merge")),
		vec("approving after the merge", p, kept(), does("merge"), does("approve")),
		vec("a later approval begins anew", p, violated(2, 5), does("approve"), does("merge"), does("approve"), does("comment"), does("merge")),
		vec("the witness is where it ceases to hold, once", never, violated(2), does("x"), does("merge"), does("x"), does("merge")),
		vec("always", formulaOf(m{"Always": at("/record/status", "ok")}), violated(2), does("x"), action("b", "x", "{}", "unknown")),
		vec("a state formula ceases and holds again", formulaOf(m{"Not": at("/record/tool", "merge")}), violated(2, 4), does("x"), does("merge"), does("x"), does("merge"), does("merge")),
		vec("once: before any merge there was a review", formulaOf(m{"Any": []any{m{"Not": at("/record/tool", "merge")}, m{"Once": at("/record/tool", "review")}}}), violated(1), does("merge"), does("review"), does("merge")),
		vec("counts by compare", formulaOf(m{"Always": m{"Compare": m{"pointer": "/record/args/n", "op": "<=", "value": 2}}}), violated(3), action("a", "x", `{"n":1}`, "ok"), action("a", "x", `{"n":2.0}`, "ok"), action("a", "x", `{"n":2.5}`, "ok")),
		vec("compare of a missing value does not hold", formulaOf(m{"Always": m{"Compare": m{"pointer": "/record/args/n", "op": "!=", "value": 2}}}), violated(1), does("x")),
		vec("equals null and missing differ", formulaOf(m{"Always": at("/record/args/n", nil)}), violated(2), action("a", "x", `{"n":null}`, "ok"), does("x")),
		vec("the empty conjunction", formulaOf(m{"All": []any{}}), kept(), does("x")),
		vec("the empty disjunction", formulaOf(m{"Any": []any{}}), violated(1), does("x"), does("x")),
	}
}

func temporalDocument() []vector {
	expr := func(cel string) []byte { return formulaOf(m{"Always": m{"Expr": m{"cel": cel}}}) }
	return []vector{
		vec("the record's members", expr("record.kind == 'action' && record.tool == 'x' && record.action_id == 'a' && record.seq == 2 && record.status == 'ok' && record.args.q == 1 && record.result == 'r' && record.metadata.m == 3"), kept(),
			withheld(opened()), action("a", "x", `{"q":1}`, "ok", m{"result": "r", "metadata": m{"m": 3}})),
		vec("members that are absent", expr("!has(record.error) && !has(record.decision) && !has(record.result)"), kept(), does("x")),
		vec("an error", with(separate, m{"include_failed": true, "formula": m{"Never": at("/record/error", "no")}}), violated(1), action("a", "x", "{}", "error", m{"error": "no"})),
		vec("an expression without a truth does not hold", expr("record.args.n > 1"), violated(1), does("x")),
		vec("an expression without a truth, negated, holds", formulaOf(m{"Never": m{"Expr": m{"cel": "record.args.n > 1"}}}), kept(), does("x")),
		vec("exact money in expressions", expr("scaled(record.args.a, 2) + scaled(record.args.b, 2) <= 30"), violated(2), action("a", "x", `{"a":0.1,"b":0.2}`, "ok"), action("a", "x", `{"a":0.1,"b":0.21}`, "ok")),
		vec("constants", with(separate, m{"data": m{"allowed": []any{"x", "y"}}, "formula": m{"Always": m{"Expr": m{"cel": "record.tool in data.allowed"}}}}), violated(2), does("x"), does("z")),
		vec("constants by pointer", with(separate, m{"data": m{"on": true}, "formula": m{"Any": []any{at("/data/on", false), m{"Never": at("/record/tool", "z")}}}}), violated(1), does("z")),
		vec("kernel records are steps", with(separate, m{"calls": []any{m{"tool": "sys.*"}}, "formula": m{"Never": at("/record/args/event", "unlink")}}), violated(2), creates("a", "/w/x"), unlink("a", "/w/x")),
		vec("kernel records that failed are no steps", with(separate, m{"calls": []any{m{"tool": "sys.*"}}, "formula": m{"Never": at("/record/args/event", "unlink")}}), kept(), unlink("a", "/w/x", m{"result.errno": "ENOENT"}), unlink("a", "/w/x", m{"result.decision": "deny"})),
		vec("actions and kernel records in one order", with(separate, m{"calls": []any{m{"tool": "*"}}, "formula": m{"Any": []any{m{"Not": at("/record/kind", "syscall")}, m{"Once": at("/record/tool", "plan")}}}}), violated(1), unlink("a", "/w/x"), does("plan"), unlink("a", "/w/y")),
		vec("permissions are steps with also", with(separate, m{"also": []any{"permission"}, "formula": m{"Never": at("/record/decision", "deny")}}), violated(2), permits("a", "allow", "x", "{}"), permits("b", "deny", "x", "{}")),
		vec("permissions are no steps without also", formulaOf(m{"Never": at("/record/kind", "permission")}), kept(), permits("a", "allow", "x", "{}")),
		vec("turns are steps with also", with(separate, m{"also": []any{"turn"}, "formula": m{"Since": []any{m{"Not": at("/record/tool", "merge")}, at("/record/args/event", "turn")}}}), violated(4), opened(), does("merge"), session("turn"), does("merge")),
		vec("other session records are no steps", with(separate, m{"also": []any{"turn"}, "formula": m{"Never": at("/record/kind", "session")}}), kept(), opened(), session("close")),
	}
}

func temporalState() []vector {
	state := m{"doc": m{"from": []any{m{"calls": []any{m{"tool": "read"}}, "key": "/args/id", "value": "/result"}}}}
	p := with(separate, m{"calls": []any{m{"tool": "share", "kinds": []any{"action"}}}, "state": state, "formula": m{"Always": at("/state/doc/7/public", true)}})
	read := func(public bool) vectorRecord {
		return action("r", "read", `{"id":7}`, "ok", m{"result": m{"public": public}})
	}
	return []vector{
		vec("state by pointer", p, violated(4), read(true), does("share"), read(false), does("share")),
		vec("state that is not there", p, violated(1), does("share")),
		vec("state by expression", with(separate, m{"calls": []any{m{"tool": "share"}}, "state": state, "formula": m{"Always": m{"Expr": m{"cel": "state.doc[string(record.args.id)].public"}}}}), violated(2),
			read(true), action("s", "share", `{"id":8}`, "ok"), action("s", "share", `{"id":7}`, "ok")),
		vec("the state before the record", with(separate, m{"calls": []any{m{"tool": "read"}}, "state": state, "formula": m{"Never": m{"Exists": m{"pointer": "/state/doc/7"}}}}), violated(2), read(true), read(true)),
	}
}

func temporalRest() []vector {
	p := mustJSON(separate)
	blob := m{"$blob": m{"k": hashOf(mail), "bytes": 70000, "salt": hashOf(pathX)}}
	ended := func(args m) vectorRecord {
		return vectorRecord{vectorHead{Kind: "action", Tool: "x", ActionID: "a", Status: "ok"}, body(m{"args": args})}
	}
	return []vector{
		vec("what calls leaves aside is no step", with(separate, m{"calls": []any{m{"tool": "merge"}, m{"tool": "approve"}}, "formula": m{"Never": at("/record/tool", "x")}}), kept(), does("x")),
		vec("what where leaves aside is no step", with(separate, m{"calls": []any{m{"tool": "*", "kinds": []any{"action"}, "where": "call.args.n > 1"}}, "formula": m{"Any": []any{}}}), violated(2), action("a", "x", `{"n":1}`, "ok"), action("a", "x", `{"n":2}`, "ok")),
		vec("denied calls are no steps", p, kept(), does("approve"), action("a", "merge", "{}", "denied")),
		vec("failed calls are no steps", p, kept(), does("approve"), action("a", "merge", "{}", "error")),
		vec("failed calls are steps with include_failed", with(separate, m{"include_failed": true}), violated(2), does("approve"), action("a", "merge", "{}", "error")),
		vec("a call that never ended is a last step", p, violated(1), intent("z", "merge", "{}"), start("z", "merge"), does("approve")),
		vec("the step of a call that never ended is the record of its args", formulaOf(m{"Never": at("/record/seq", 1)}), violated(1), intent("z", "merge", "{}"), start("z", "merge")),
		vec("arguments of a later start stand for a call that never ended", formulaOf(m{"Never": at("/record/args/n", 1)}), violated(2), intent("z", "merge", "{}"), start("z", "merge", m{"args": m{"n": 1}})),
		vec("the first record stands for a call that never ended and shows no args", formulaOf(m{"Any": []any{}}), violated(1), start("z", "merge"), start("z", "merge")),
		vec("a call that was denied and never ended is none", p, kept(), does("approve"), intent("z", "merge", "{}"), permits("z", "deny", "merge", "{}")),
		vec("raw arguments cannot be checked and are no step", formulaOf(m{"Always": at("/record/args/n", 1)}), violated(1), action("a", "x", "not json", "ok"), action("a", "x", `{"n":1}`, "ok")),
		vec("a gap about an effect counts as an uncovered call", p, violated(1), gap("effect")),
		vec("silence where gaps are ignored", p, kept(), gap("silence")),
		vec("silence where gaps violate", with(separate, m{"on_gap": "violated"}), violated(1), gap("silence")),
		vec("below min_assurance counts as uncovered, and is a step", with(separate, m{"min_assurance": "gated"}), violated(1, 2), does("approve"), does("merge", m{"metadata": m{"assurance": "gated"}})),
		vec("a needed body is withheld", p, isHidden(), withheld(does("x"))),
		vec("a needed permission is withheld", with(separate, m{"also": []any{"permission"}}), isHidden(), withheld(permits("a", "allow", "x", "{}"))),
		vec("bodies that are not needed are withheld", with(separate, m{"calls": []any{m{"tool": "merge"}}}), kept(), withheld(opened()), withheld(does("x")), withheld(unlink("a", "/x")), withheld(permits("a", "allow", "x", "{}"))),
		vec("a text in a blob that the formula reads is hidden", formulaOf(m{"Never": at("/record/args/s", "x")}), isHidden(), ended(m{"s": blob})),
		vec("a blob below what the formula reads is hidden", formulaOf(m{"Never": at("/record/args", m{"s": "x"})}), isHidden(), ended(m{"s": blob})),
		vec("a blob that an expression could read is hidden", formulaOf(m{"Never": m{"Expr": m{"cel": "record.tool == 'y'"}}}), isHidden(), ended(m{"s": blob})),
		vec("that a text is there can be seen", formulaOf(m{"Never": m{"Exists": m{"pointer": "/record/args/s"}}}), violated(1), ended(m{"s": blob})),
		vec("that a text is no number can be seen", formulaOf(m{"Always": m{"Compare": m{"pointer": "/record/args/s", "op": ">", "value": 0}}}), violated(1), ended(m{"s": blob})),
		vec("a blob elsewhere is no matter", p, kept(), ended(m{"s": blob})),
		vec("a call that never ended with a blob that the formula reads is hidden", formulaOf(m{"Never": at("/record/args/s", "x")}), isHidden(), vectorRecord{vectorHead{Kind: "intent", Tool: "x", ActionID: "z"}, body(m{"args": m{"s": blob}})}),
		vec("notices are never read", with(separate, m{"calls": []any{m{"tool": "*"}}, "formula": m{"Any": []any{}}}), kept(), notice("x")),
	}
}

func temporalParams() []vector {
	bad := func(name, pointer string, change m) vector {
		return vec("parameters: "+name, with(separate, change), badParam(pointer))
	}
	return []vector{
		bad("an unknown key", "/formulas", m{"formulas": m{}}),
		bad("no formula", "/formula", m{"formula": nil}),
		bad("no include_failed", "/include_failed", m{"include_failed": nil}),
		bad("no on_gap", "/on_gap", m{"on_gap": nil}),
		bad("a formula that is no object", "/formula", m{"formula": "true"}),
		bad("a node with two keys", "/formula", m{"formula": m{"All": []any{}, "Any": []any{}}}),
		bad("an unknown node", "/formula/Eventually", m{"formula": m{"Eventually": m{"All": []any{}}}}),
		bad("a pointer that is none", "/formula/Never/Equals/pointer", m{"formula": m{"Never": at("record", 1)}}),
		bad("an operator that is none", "/formula/Compare/op", m{"formula": m{"Compare": m{"pointer": "/a", "op": "=", "value": 1}}}),
		bad("a bound that is no number", "/formula/Compare/value", m{"formula": m{"Compare": m{"pointer": "/a", "op": "<", "value": "1"}}}),
		bad("an expression that is none", "/formula/Expr/cel", m{"formula": m{"Expr": m{"cel": "record ="}}}),
		bad("an expression over call", "/formula/Expr/cel", m{"formula": m{"Expr": m{"cel": "call.args.x == 1"}}}),
		bad("Since of one part", "/formula/Since", m{"formula": m{"Since": []any{m{"All": []any{}}}}}),
		bad("an empty also", "/also", m{"also": []any{}}),
		bad("an unknown kind in also", "/also/0", m{"also": []any{"notice"}}),
		bad("grants do not exist here", "/grants", m{"grants": m{}}),
		bad("data that is no object", "/data", m{"data": []any{}}),
	}
}
