package aap

// counting is AAP-5 by number: three mails a session.
var counting = m{"calls": []any{m{"tool": "send_email", "kinds": []any{"action"}}}, "max_count": 3, "include_failed": false, "on_gap": "ignore"}

// budget is AAP-5 by sum, account by account.
var budget = m{"calls": []any{m{"tool": "send_money", "kinds": []any{"action"}}}, "sum": m{"amount": "/args/amount", "max": 100}, "per": []any{"/args/from"}, "include_failed": false, "on_gap": "ignore"}

// repeating is AAP-5 by repetition.
var repeating = m{"calls": []any{m{"tool": "*", "kinds": []any{"action"}}}, "repeat": m{"max": 2, "same": "args"}, "include_failed": true, "on_gap": "ignore"}

func limitsVectorTable() []vector {
	var all []vector
	for _, part := range [][]vector{limitsCount(), limitsSum(), limitsRepeat(), limitsWindow(), limitsRest(), limitsParams()} {
		all = append(all, part...)
	}
	return all
}

func mails(to string, more ...m) vectorRecord {
	return action("a", "send_email", `{"to":"`+to+`"}`, "ok", more...)
}

func limitsCount() []vector {
	p := mustJSON(counting)
	perTo := with(counting, m{"per": []any{"/args/to"}, "max_count": 1})
	return []vector{
		vec("up to the limit", p, kept(), mails("a"), mails("b"), mails("c")),
		vec("one over the limit", p, violated(4), mails("a"), mails("b"), mails("c"), mails("d")),
		vec("every call over the limit is a witness", p, violated(4, 5), mails("a"), mails("b"), mails("c"), mails("d"), mails("e")),
		vec("other tools do not count", p, kept(), mails("a"), mails("b"), action("x", "read_email", "{}", "ok"), mails("c")),
		vec("failed calls do not count", p, kept(), mails("a"), mails("b"), action("x", "send_email", "{}", "error"), mails("c")),
		vec("failed calls count with include_failed", with(counting, m{"include_failed": true}), violated(4), mails("a"), mails("b"), action("x", "send_email", "{}", "error"), mails("c")),
		vec("denied calls never count", with(counting, m{"include_failed": true}), kept(), mails("a"), mails("b"), action("x", "send_email", "{}", "denied"), mails("c")),
		vec("calls of unknown end count", p, violated(4), mails("a"), mails("b"), action("x", "send_email", "{}", "unknown"), mails("c")),
		vec("a limit of none", with(counting, m{"max_count": 0}), violated(1), mails("a")),
		vec("what where leaves aside does not count", with(counting, m{"calls": []any{m{"tool": "send_email", "where": "call.args.to != 'me'"}}, "max_count": 1}), violated(3), mails("me"), mails("a"), mails("b")),
		vec("each value by itself", perTo, violated(3), mails("a"), mails("b"), mails("a")),
		vec("values of different types are different", perTo, violated(5), mails("1"), action("x", "send_email", `{"to":1}`, "ok"), action("x", "send_email", `{"to":null}`, "ok"), action("x", "send_email", `{"to":true}`, "ok"), mails("1")),
		vec("a missing value is a group of its own", perTo, violated(2), action("x", "send_email", `{}`, "ok"), action("x", "send_email", `{}`, "ok")),
		vec("numbers that are spelled differently are the same", perTo, violated(2), action("x", "send_email", `{"to":10}`, "ok"), action("x", "send_email", `{"to":1e1}`, "ok")),
		vec("objects are compared whole", perTo, violated(3), action("x", "send_email", `{"to":{"a":1,"b":2}}`, "ok"), action("x", "send_email", `{"to":{"a":1}}`, "ok"), action("x", "send_email", `{"to":{"b":2,"a":1}}`, "ok")),
		vec("several values together", with(counting, m{"per": []any{"/args/to", "/args/cc"}, "max_count": 1}), violated(3), action("x", "send_email", `{"to":"a","cc":"b"}`, "ok"), action("x", "send_email", `{"to":"b","cc":"a"}`, "ok"), action("x", "send_email", `{"to":"a","cc":"b"}`, "ok")),
		vec("what stands before and what after cannot be mixed up", with(counting, m{"per": []any{"/args/to", "/args/cc"}, "max_count": 1}), kept(), action("x", "send_email", `{"to":"a"}`, "ok"), action("x", "send_email", `{"cc":"a"}`, "ok")),
		vec("an empty list where no element is asked for is a value", perTo, violated(2, 4), action("x", "send_email", `{}`, "ok"), action("x", "send_email", `{"to":null}`, "ok"), action("x", "send_email", `{"to":[]}`, "ok"), action("x", "send_email", `{"to":[]}`, "ok")),
		vec("elements that are null give no value", with(counting, m{"per": []any{"/args/to/*"}, "max_count": 1}), violated(2, 4), action("x", "send_email", `{"to":["a"]}`, "ok"), action("x", "send_email", `{"to":[null,"a"]}`, "ok"), action("x", "send_email", `{"to":[]}`, "ok"), action("x", "send_email", `{}`, "ok")),
		vec("elements in another order are other values", with(counting, m{"per": []any{"/args/to/*"}, "max_count": 1}), kept(), action("x", "send_email", `{"to":["a","b"]}`, "ok"), action("x", "send_email", `{"to":["b","a"]}`, "ok")),
		vec("a value of which the way is odd", with(counting, m{"per": []any{"/args/to/*"}, "max_count": 9}), violated(1), mails("a")),
		vec("per tool", with(counting, m{"calls": []any{m{"tool": "send_*", "kinds": []any{"action"}}}, "per": []any{"/tool"}, "max_count": 1}), violated(3), mails("a"), action("x", "send_fax", "{}", "ok"), mails("b")),
		vec("a call that never ended counts last", with(counting, m{"max_count": 1}), violated(2), intent("z", "send_email", "{}"), start("z", "send_email"), mails("a")),
		vec("raw arguments cannot be checked, and do not count", with(counting, m{"max_count": 1}), violated(1), action("x", "send_email", "not json", "ok"), mails("a")),
	}
}

func limitsSum() []vector {
	p := mustJSON(budget)
	spend := func(from, amount string) vectorRecord {
		return action("a", "send_money", `{"from":"`+from+`","amount":`+amount+`}`, "ok")
	}
	return []vector{
		vec("a sum at the limit", p, kept(), spend("x", "60"), spend("x", "40")),
		vec("a sum over the limit", p, violated(2), spend("x", "60"), spend("x", "40.01")),
		vec("each account by itself", p, violated(3), spend("x", "60"), spend("y", "60"), spend("x", "60")),
		vec("sums are exact", with(budget, m{"sum": m{"amount": "/args/amount", "max": "0.3"}}), violated(4), spend("x", "0.1"), spend("x", "0.1"), spend("x", "0.1"), spend("x", "0.000000000000000001")),
		vec("amounts in text", p, violated(2), spend("x", `"99.99"`), spend("x", `"0.02"`)),
		vec("what went over the limit stays in the sum", p, violated(2, 3), spend("x", "60"), spend("x", "60"), spend("x", "1")),
		vec("an amount that is none violates and adds nothing", p, violated(1, 2, 3), spend("x", `"much"`), spend("x", "null"), spend("x", "[]"), spend("x", "100")),
		vec("an amount below zero violates and adds nothing", p, violated(2), spend("x", "60"), spend("x", "-50"), spend("x", "40")),
		vec("several amounts of one call", with(budget, m{"sum": m{"amount": "/args/parts/*", "max": 100}}), violated(2), action("a", "send_money", `{"parts":[60,40]}`, "ok"), action("a", "send_money", `{"parts":[0,1]}`, "ok")),
		vec("a sum of nothing", with(budget, m{"sum": m{"amount": "/args/amount", "max": 0}}), violated(2), spend("x", "0"), spend("x", "0.01")),
		vec("count and sum together", with(budget, m{"max_count": 2}), violated(3), spend("x", "1"), spend("x", "1"), spend("x", "1")),
	}
}

func limitsRepeat() []vector {
	p := mustJSON(repeating)
	withResult := with(repeating, m{"repeat": m{"max": 2, "same": "args+result"}})
	call := func(args, result string) vectorRecord {
		return action("a", "search", args, "ok", m{"result": result})
	}
	return []vector{
		vec("twice alike", p, kept(), call(`{"q":1}`, "x"), call(`{"q":1}`, "x")),
		vec("three times alike", p, violated(3), call(`{"q":1}`, "x"), call(`{"q":1}`, "y"), call(`{"q":1}`, "z")),
		vec("other calls between do not matter", p, violated(4), call(`{"q":1}`, "x"), call(`{"q":1}`, "x"), call(`{"q":2}`, "x"), call(`{"q":1}`, "x")),
		vec("the order of keys and the spelling of numbers do not matter", p, violated(3), call(`{"q":1,"p":2}`, "x"), call(`{"p":2.0,"q":1}`, "x"), call(` { "q" : 1 , "p" : 2 } `, "x")),
		vec("another tool is another call", p, kept(), call(`{}`, "x"), call(`{}`, "x"), action("b", "find", `{}`, "ok")),
		vec("another result is another call with args+result", withResult, kept(), call(`{}`, "x"), call(`{}`, "x"), call(`{}`, "y")),
		vec("the same result three times", withResult, violated(3), call(`{}`, "x"), call(`{}`, "x"), call(`{}`, "x")),
		vec("the same error three times", withResult, violated(3), action("a", "search", `{}`, "error", m{"error": "no"}), action("a", "search", `{}`, "error", m{"error": "no"}), action("a", "search", `{}`, "error", m{"error": "no"})),
		vec("a limit of one", with(repeating, m{"repeat": m{"max": 1, "same": "args"}}), violated(2), call(`{}`, "x"), call(`{}`, "x")),
		vec("alike per value", with(repeating, m{"per": []any{"/result"}}), violated(4), call(`{}`, "x"), call(`{}`, "x"), call(`{}`, "y"), call(`{}`, "x")),
	}
}

func limitsWindow() []vector {
	p := with(counting, m{"max_count": 1, "window": "60s"})
	boot := func(id string) vectorRecord { return session("resume", m{"boot": id}) }
	const second = "22222222-2222-4222-8222-222222222222"
	return []vector{
		vec("two calls inside the window", p, violated(3), opened(), mails("a", mono(10)), mails("b", mono(69))),
		vec("the window is open at its beginning: exactly one window apart", p, kept(), opened(), mails("a", mono(10)), mails("b", mono(70))),
		vec("the window moves", p, violated(4), opened(), mails("a", mono(10)), mails("b", mono(75)), mails("c", mono(80))),
		vec("a call over the limit counts in later windows", p, violated(3, 4), opened(), mails("a", mono(10)), mails("b", mono(60)), mails("c", mono(115))),
		vec("sums leave with their calls", with(budget, m{"window": "60s", "per": nil}), violated(4), opened(), action("a", "send_money", `{"amount":60}`, "ok", mono(10)), action("a", "send_money", `{"amount":60}`, "ok", mono(70)), action("a", "send_money", `{"amount":60}`, "ok", mono(100))),
		vec("repetitions leave too", with(repeating, m{"repeat": m{"max": 1, "same": "args"}, "window": "60s"}), violated(4), opened(), mails("a", mono(10)), mails("a", mono(70)), mails("a", mono(71))),
		vec("a call without a time leaves no window", p, violated(3), opened(), mails("a"), mails("b", mono(1000))),
		vec("a call without a time sees all before it", p, violated(3), opened(), mails("a", mono(10)), mails("b")),
		vec("another boot cannot be placed in time", p, violated(4), opened(), mails("a", mono(10)), boot(second), mails("b", mono(1000))),
		vec("back on one boot the window moves again", p, violated(4, 5), opened(), mails("a", mono(10)), boot(second), mails("b", mono(100)), mails("c", mono(200))),
		vec("without a session record there is no time", p, violated(2), mails("a", mono(10)), mails("b", mono(1000))),
		vec("the earliest leaves first, in whatever order calls come", with(counting, m{"max_count": 2, "window": "60s"}), violated(5), opened(), mails("a", mono(100)), mails("b", mono(10)), mails("c", mono(75)), mails("d", mono(76))),
		vec("a time before the last one", p, violated(3), opened(), mails("a", mono(100)), mails("b", mono(10))),
		vec("the session is needed with a window", p, isHidden(), withheld(opened())),
		vec("the session is not needed without", mustJSON(counting), kept(), withheld(opened())),
	}
}

func limitsRest() []vector {
	p := mustJSON(counting)
	blob := m{"$blob": m{"k": hashOf(mail), "bytes": 70000, "salt": hashOf(pathX)}}
	ended := func(args m) vectorRecord {
		return vectorRecord{vectorHead{Kind: "action", Tool: "send_email", ActionID: "a", Status: "ok"}, body(m{"args": args})}
	}
	connects := m{"calls": []any{m{"tool": "sys.connect"}}, "max_count": 1, "per": []any{"/args/addr"}, "include_failed": false, "on_gap": "ignore"}
	return []vector{
		vec("an empty trace keeps the promise", p, kept()),
		vec("kernel records count", mustJSON(connects), violated(3), kernel("a", "connect", m{"addr": "10.0.0.1"}), kernel("a", "connect", m{"addr": "10.0.0.2"}), kernel("a", "connect", m{"addr": "10.0.0.1"})),
		vec("a coalesced total counts with its first occurrence only", mustJSON(connects), kept(), kernel("a", "connect", m{"addr": "10.0.0.1"}), kernel("a", "connect", m{"addr": "10.0.0.1", "meta.of": 1})),
		vec("kernel records that failed do not count", mustJSON(connects), kept(), kernel("a", "connect", m{"addr": "10.0.0.1"}), kernel("a", "connect", m{"addr": "10.0.0.1", "result.errno": "ECONNREFUSED"})),
		vec("the harness does not count without harness", with(connects, m{"max_count": 0}), kept(), kernel("", "connect", m{"addr": "10.0.0.1", "meta.attribution": "harness"})),
		vec("a gap about an effect counts as an uncovered call", p, violated(1), gap("effect")),
		vec("a crash where gaps violate", with(counting, m{"on_gap": "violated"}), violated(1), gap("crash")),
		vec("a needed body is withheld", p, isHidden(), withheld(mails("a"))),
		vec("bodies that are not needed are withheld", p, kept(), withheld(action("x", "read_email", "{}", "ok")), withheld(permits("a", "allow", "x", "{}"))),
		vec("a value in a blob is hidden", with(counting, m{"per": []any{"/args/to"}}), isHidden(), ended(m{"to": blob})),
		vec("an amount in a blob is hidden", with(budget, m{"calls": []any{m{"tool": "send_email"}}, "per": nil}), isHidden(), ended(m{"amount": blob})),
		vec("a blob elsewhere is no matter", p, kept(), ended(m{"body": blob})),
		vec("a call that never ended with its amount in a blob is hidden", with(budget, m{"calls": []any{m{"tool": "send_email"}}, "per": nil}), isHidden(),
			vectorRecord{vectorHead{Kind: "intent", Tool: "send_email", ActionID: "a"}, body(m{"args": m{"amount": blob}})}),
		vec("below min_assurance counts as uncovered, and counts", with(counting, m{"min_assurance": "gated", "max_count": 1}), violated(1, 2), mails("a"), mails("b", m{"metadata": m{"assurance": "gated"}})),
	}
}

func limitsParams() []vector {
	bad := func(name, pointer string, change m) vector {
		return vec("parameters: "+name, with(counting, change), badParam(pointer))
	}
	return []vector{
		bad("an unknown key", "/max", m{"max": 1}),
		bad("nothing to limit", "", m{"max_count": nil}),
		bad("no include_failed", "/include_failed", m{"include_failed": nil}),
		bad("a count below zero", "/max_count", m{"max_count": -1}),
		bad("a count that is not whole", "/max_count", m{"max_count": 1.5}),
		bad("a count in text", "/max_count", m{"max_count": "3"}),
		bad("a count beyond a billion", "/max_count", m{"max_count": 1000000001}),
		bad("a sum without an amount", "/sum/amount", m{"sum": m{"max": 1}}),
		bad("a sum without a maximum", "/sum/max", m{"sum": m{"amount": "/args/a"}}),
		bad("a sum with an unknown key", "/sum/min", m{"sum": m{"amount": "/args/a", "max": 1, "min": 0}}),
		bad("a maximum below zero", "/sum/max", m{"sum": m{"amount": "/args/a", "max": -1}}),
		bad("a repetition of none", "/repeat/max", m{"repeat": m{"max": 0, "same": "args"}}),
		bad("a repetition of something else", "/repeat/same", m{"repeat": m{"max": 1, "same": "result"}}),
		bad("a repetition without same", "/repeat/same", m{"repeat": m{"max": 1}}),
		bad("an empty per", "/per", m{"per": []any{}}),
		bad("a pointer that is none", "/per/0", m{"per": []any{"to"}}),
		bad("a window that is none", "/window", m{"window": "1 hour"}),
		bad("grants do not exist here", "/grants", m{"grants": m{}}),
	}
}
