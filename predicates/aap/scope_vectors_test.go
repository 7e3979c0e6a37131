package aap

// writing is the usual AAP-2: files are written in the workspace only.
var writing = m{
	"calls":          []any{m{"tool": "write_file", "kinds": []any{"action"}}},
	"within":         []any{"/args/path"},
	"as":             "path",
	"roots":          []any{"$WORKSPACE", "/tmp/out"},
	"include_failed": false,
	"on_gap":         "ignore",
}

// touching checks where kernel records act.
var touching = m{
	"calls":          []any{m{"tool": "sys.*", "where": "call.args.event in data.writes"}},
	"data":           m{"writes": []any{"unlink", "rename", "rename_over", "open"}},
	"within":         []any{m{"tool": "sys.*"}},
	"as":             "path",
	"roots":          []any{"$WORKSPACE"},
	"include_failed": false,
	"on_gap":         "ignore",
}

// ordering is a rule over state and constants.
var ordering = m{
	"calls": []any{m{"tool": "cancel_order", "kinds": []any{"action"}}},
	"state": m{"order": m{"from": []any{m{"calls": []any{m{"tool": "get_order"}}, "key": "/args/order_id", "value": "/result"}}}},
	"require": []any{
		m{"cel": "call.args.order_id in state.order", "says": "look at an order before you cancel it"},
		m{"cel": "state.order[call.args.order_id].status == 'pending'", "says": "only pending orders are cancelled"},
		"call.args.reason in data.reasons",
	},
	"data":           m{"reasons": []any{"no longer needed", "ordered by mistake"}},
	"include_failed": false,
	"on_gap":         "ignore",
}

func scopeVectorTable() []vector {
	var all []vector
	for _, part := range [][]vector{scopePaths(), scopeValues(), scopeRequire(), scopeExact(), scopeKernel(), scopeRest(), scopeParams()} {
		all = append(all, part...)
	}
	return all
}

func writes(path string) vectorRecord {
	return action("a", "write_file", `{"path":`+string(mustJSON(path))+`}`, "ok")
}

func scopePaths() []vector {
	p := mustJSON(writing)
	return []vector{
		vec("a path in the workspace", p, kept(), opened(), writes("/w/a/b.txt")),
		vec("a path outside", p, violated(2), opened(), writes("/etc/passwd")),
		vec("a root itself is in scope", p, kept(), opened(), writes("/w"), writes("/tmp/out")),
		vec("below another root", p, kept(), opened(), writes("/tmp/out/x")),
		vec("a name that begins like a root is not below it", p, violated(2, 3), opened(), writes("/workspace/x"), writes("/tmp/outer")),
		vec("a relative path is taken from the workspace", p, violated(3), opened(), writes("a/b"), writes("../x")),
		vec("a path that leads up and out", p, violated(2), opened(), writes("/w/../etc/passwd")),
		vec("a path that leads up and back", p, kept(), opened(), writes("/w/a/../b")),
		vec("slashes and dots are cleaned", p, kept(), opened(), writes("//w//a/./b/")),
		vec("case matters in paths", p, violated(2), opened(), writes("/W/a")),
		vec("without a session record the workspace is unknown", p, violated(1), writes("a/b")),
		vec("without a session record an absolute root still holds", p, kept(), writes("/tmp/out/x")),
		vec("the root of the file system as root", with(writing, m{"roots": []any{"/"}}), kept(), opened(), writes("/etc/passwd")),
		vec("the home as root", with(writing, m{"roots": []any{"$HOME"}}), violated(3), opened(), writes("/home/u/x"), writes("/home/v/x")),
		vec("a relative root lies in the workspace", with(writing, m{"roots": []any{"src"}}), violated(3), opened(), writes("/w/src/x"), writes("/w/x")),
		vec("values beside roots", with(writing, m{"roots": []any{"/tmp/out"}, "values": []any{"/w/*.txt"}}), violated(4), opened(), writes("/w/a.txt"), writes("/tmp/out/a"), writes("/w/a/b.txt")),
		vec("values alone", with(writing, m{"roots": nil, "values": []any{"/w/build/**"}}), violated(3), opened(), writes("/w/build/x"), writes("/w/x")),
		vec("a path that is missing", p, violated(1), action("a", "write_file", `{}`, "ok")),
		vec("a path that is null", p, violated(1), action("a", "write_file", `{"path":null}`, "ok")),
		vec("a path that is no text", p, violated(1), action("a", "write_file", `{"path":7}`, "ok")),
		vec("an optional path may be missing", with(writing, m{"within": []any{m{"pointer": "/args/path", "optional": true}}}), violated(4), opened(), action("a", "write_file", `{}`, "ok"), action("a", "write_file", `{"path":""}`, "ok"), writes("/etc/x")),
		vec("an optional path of another type violates", with(writing, m{"within": []any{m{"pointer": "/args/path", "optional": true}}}), violated(1), action("a", "write_file", `{"path":[]}`, "ok")),
		vec("every element of a list", with(writing, m{"within": []any{"/args/paths/*"}}), violated(3), opened(), action("a", "write_file", `{"paths":["a","b"]}`, "ok"), action("a", "write_file", `{"paths":["a","/etc/x"]}`, "ok")),
		vec("several places, all must be in scope", with(writing, m{"within": []any{"/args/from", "/args/to"}}), violated(3), opened(), action("a", "write_file", `{"from":"a","to":"b"}`, "ok"), action("a", "write_file", `{"from":"a","to":"/b"}`, "ok")),
	}
}

func scopeValues() []vector {
	get := func(v string) vectorRecord { return action("a", "fetch", `{"url":`+v+`}`, "ok") }
	fetching := m{"calls": []any{m{"tool": "fetch", "kinds": []any{"action"}}}, "within": []any{"/args/url"}, "as": "url", "values": []any{"https://api.example.com/*", ".docs.example"}, "include_failed": false, "on_gap": "ignore"}
	p := mustJSON(fetching)
	return []vector{
		vec("a URL under a prefix", p, kept(), get(`"https://api.example.com/v1/x?y=1"`)),
		vec("a URL elsewhere", p, violated(1), get(`"https://evil.example/"`)),
		vec("a URL with another scheme", p, violated(1), get(`"http://api.example.com/v1"`)),
		vec("a URL that leads up", p, violated(1), get(`"https://api.example.com/v1/../../x"`)),
		vec("a host below a domain", p, violated(2), get(`"https://a.docs.example/x"`), get(`"https://docs.example/x"`)),
		vec("a URL that is none", p, violated(1), get(`"not a url"`)),
		vec("texts", with(fetching, m{"as": "text", "values": []any{"staging"}}), violated(2), get(`"staging"`), get(`"prod"`)),
		vec("texts in a list given as one text", with(fetching, m{"as": "text", "values": []any{"a", "b"}, "split": ","}), violated(2), get(`"a, b"`), get(`"a,c"`)),
		vec("the tool's entry alone counts", with(fetching, m{"calls": []any{m{"tool": "fetch"}, m{"tool": "open_url"}}, "within": []any{m{"tool": "fetch", "pointer": "/args/url"}, m{"tool": "open_url", "pointer": "/args/u", "values": []any{"https://b.example/"}}}}), violated(3),
			get(`"https://api.example.com/x"`), action("b", "open_url", `{"u":"https://b.example/"}`, "ok"), action("c", "open_url", `{"u":"https://api.example.com/x"}`, "ok")),
		vec("a pointer into the result", with(fetching, m{"within": []any{"/result/final_url"}}), violated(2), action("a", "fetch", `{}`, "ok", m{"result": m{"final_url": "https://api.example.com/"}}), action("a", "fetch", `{}`, "ok", m{"result": m{"final_url": "https://evil.example/"}})),
		vec("an empty list of values permits nothing", with(fetching, m{"values": []any{}}), violated(1), get(`"https://api.example.com/x"`)),
	}
}

func scopeRequire() []vector {
	p := mustJSON(ordering)
	read := func(id, status string) vectorRecord {
		return action("r", "get_order", `{"order_id":"`+id+`"}`, "ok", m{"result": m{"status": status}})
	}
	cancel := func(id, reason, status string) vectorRecord {
		return action("c", "cancel_order", `{"order_id":"`+id+`","reason":"`+reason+`"}`, status)
	}
	one := func(cel string, change m) []byte {
		all := m{"require": []any{cel}}
		for k, v := range change {
			all[k] = v
		}
		return with(ordering, all)
	}
	const reason = "no longer needed"
	return []vector{
		vec("all requirements met", p, kept(), read("1", "pending"), cancel("1", reason, "ok")),
		vec("an order that was not looked at", p, violated(1), cancel("1", reason, "ok")),
		vec("an order looked at afterwards", p, violated(1), cancel("1", reason, "ok"), read("1", "pending")),
		vec("another order was looked at", p, violated(2), read("2", "pending"), cancel("1", reason, "ok")),
		vec("a look that failed shows nothing", p, violated(2), action("r", "get_order", `{"order_id":"1"}`, "error", m{"result": m{"status": "pending"}}), cancel("1", reason, "ok")),
		vec("an order in the wrong state", p, violated(2), read("1", "delivered"), cancel("1", reason, "ok")),
		vec("the last look counts", p, violated(3), read("1", "pending"), read("1", "delivered"), cancel("1", reason, "ok")),
		vec("a value that is not among the constants", p, violated(2), read("1", "pending"), cancel("1", "because", "ok")),
		vec("a call that failed does not count", p, kept(), cancel("1", "because", "error")),
		vec("a call that failed counts with include_failed", with(ordering, m{"include_failed": true}), violated(1), cancel("1", "because", "error")),
		vec("a call that was denied does not count", with(ordering, m{"include_failed": true}), kept(), cancel("1", "because", "denied")),
		vec("a condition without a truth is not met", one("call.args.missing == 1", nil), violated(1), cancel("1", reason, "ok")),
		vec("a condition that reads an absent table is not met", one("state.nothing['1'] == 1", nil), violated(1), cancel("1", reason, "ok")),
		vec("a condition of another tool does not apply", one("true", m{"require": []any{m{"cel": "false", "tool": "other"}, m{"cel": "true", "tool": "cancel_*"}}}), kept(), cancel("1", reason, "ok")),
		vec("the state before the call counts, not what the call makes of it", with(ordering, m{"calls": []any{m{"tool": "get_order"}}, "require": []any{"!(call.args.order_id in state.order)"}}), violated(2), read("1", "pending"), read("1", "pending")),
		vec("conditions see the status", one("call.status == 'ok'", m{"include_failed": true}), violated(2), cancel("1", reason, "ok"), cancel("1", reason, "error")),
		vec("conditions see what a call would become", one("call.kind == 'action'", nil), kept(), intent("c", "cancel_order", `{"order_id":"1"}`), start("c", "cancel_order")),
		vec("a call that never ended is judged at the end", p, violated(3), read("1", "delivered"), intent("c", "cancel_order", `{"order_id":"1","reason":"no longer needed"}`), start("c", "cancel_order")),
		vec("rows from the start", with(ordering, m{"state": m{"order": m{"from": []any{m{"calls": []any{m{"tool": "get_order"}}, "key": "/args/order_id", "value": "/result"}}, "start": m{"1": m{"status": "pending"}}}}}), violated(2, 4),
			cancel("1", reason, "ok"), cancel("2", reason, "ok"), read("1", "delivered"), cancel("1", reason, "ok")),
		vec("within and require together", with(ordering, m{"within": []any{"/args/reason"}, "as": "text", "values": []any{"x"}}), violated(2), read("1", "pending"), cancel("1", reason, "ok")),
		vec("two rules of one call are one witness", p, violated(2), read("1", "delivered"), cancel("1", "because", "ok")),
	}
}

func scopeExact() []vector {
	check := func(cel string) []byte {
		return mustJSON(m{"calls": []any{m{"tool": "pay", "kinds": []any{"action"}}}, "require": []any{cel}, "include_failed": false, "on_gap": "ignore"})
	}
	pay := func(args string) vectorRecord { return action("a", "pay", args, "ok") }
	return []vector{
		vec("scaled: sums of cents are exact", check("scaled(call.args.a, 2) + scaled(call.args.b, 2) == scaled(call.args.c, 2)"), violated(2), pay(`{"a":0.1,"b":0.2,"c":0.3}`), pay(`{"a":0.1,"b":0.2,"c":0.31}`)),
		vec("scaled: numbers and texts", check("scaled(call.args.a, 2) == 1050"), violated(5), pay(`{"a":10.5}`), pay(`{"a":"10.50"}`), pay(`{"a":"1.05e1"}`), pay(`{"a":10.50}`), pay(`{"a":10.51}`)),
		vec("scaled: more places than asked have no truth", check("scaled(call.args.a, 2) > 0"), violated(2), pay(`{"a":1.23}`), pay(`{"a":1.234}`)),
		vec("scaled: what is no number has no truth", check("scaled(call.args.a, 2) >= 0"), violated(1, 2, 3, 4), pay(`{"a":"ten"}`), pay(`{"a":null}`), pay(`{"a":true}`), pay(`{"a":" 1"}`)),
		vec("scaled: text beyond the limits of numbers has no truth", check("scaled(call.args.a, 2) == 0"), violated(2), pay(`{"a":"0e400"}`), pay(`{"a":"0e401"}`)),
		vec("scaled: whole numbers", check("scaled(call.args.a, 0) == 7"), kept(), pay(`{"a":7}`), pay(`{"a":"7.0"}`)),
		vec("scaled: places out of range have no truth", check("scaled(call.args.a, 19) >= 0"), violated(1), pay(`{"a":0}`)),
		vec("scaled: too large has no truth", check("scaled(call.args.a, 18) >= 0"), violated(2), pay(`{"a":9}`), pay(`{"a":10}`)),
		vec("normal: forms compare", check("normal(call.args.a, 'email') == normal('Alice@Example.COM', 'email')"), violated(2), pay(`{"a":"alice@example.com"}`), pay(`{"a":"bob@example.com"}`)),
		vec("normal: what has not the form has no truth", check("normal(call.args.a, 'iban') != ''"), violated(2), pay(`{"a":"ch93 0076 2011 6238 5295 7"}`), pay(`{"a":"x"}`)),
		vec("normal: an account may be a number", check("normal(call.args.a, 'account') == '12345'"), kept(), pay(`{"a":12345}`), pay(`{"a":"12-345"}`)),
		vec("sum: whole numbers", check("sum(call.args.l.map(x, scaled(x, 2))) == 60"), violated(2), pay(`{"l":[0.1,0.2,"0.3"]}`), pay(`{"l":[0.1]}`)),
		vec("sum: of none", check("sum(call.args.l) == 0"), kept(), pay(`{"l":[]}`)),
		vec("sum: what is no whole number has no truth", check("sum(call.args.l) >= 0"), violated(1, 2, 3, 4), pay(`{"l":[1.5]}`), pay(`{"l":["1"]}`), pay(`{"l":7}`), pay(`{"l":[9223372036854775,[1]]}`)),
		vec("normal: an unknown form has no truth", check("normal(call.args.a, 'phone') != ''"), violated(1), pay(`{"a":"1"}`)),
	}
}

func scopeKernel() []vector {
	p := mustJSON(touching)
	return []vector{
		vec("a kernel record in the workspace", p, kept(), opened(), unlink("a", "/w/x")),
		vec("a kernel record outside", p, violated(2), opened(), unlink("a", "/etc/x")),
		vec("what the shell did behind the tool's name", p, violated(4), opened(), intent("a", "bash", `{"command":"make clean"}`), start("a", "bash"), unlink("a", "/home/u/x"), action("a", "bash", `{"command":"make clean"}`, "ok")),
		vec("both names of a rename", p, violated(3, 4), opened(), renames("a", "/w/x", "/w/y"), renames("a", "/w/x", "/etc/y"), renames("a", "/etc/x", "/w/y")),
		vec("the text of a symbolic link is not acted on, its name is", mustJSON(m{"calls": []any{m{"tool": "sys.symlink"}}, "within": []any{m{"tool": "sys.symlink"}}, "as": "path", "roots": []any{"$WORKSPACE"}, "include_failed": false, "on_gap": "ignore"}), violated(3),
			opened(), kernel("a", "symlink", m{"resolved": "/w/way", "to": "/etc"}), kernel("a", "symlink", m{"resolved": "/etc/way", "to": "/w/x"})),
		vec("an event that the condition leaves aside", p, kept(), opened(), kernel("a", "chmod", m{"resolved": "/etc/x"})),
		vec("a record that failed", p, kept(), opened(), unlink("a", "/etc/x", m{"result.errno": "ENOENT"})),
		vec("a record that was denied", p, kept(), opened(), unlink("a", "/etc/x", m{"result.decision": "deny"})),
		vec("the call's status does not matter", p, violated(2), opened(), unlink("a", "/etc/x"), action("a", "bash", `{}`, "error")),
		vec("no path at all", p, violated(2), opened(), kernel("a", "unlink")),
		vec("the harness is not checked without harness", p, kept(), opened(), unlink("", "/etc/x", m{"meta.attribution": "harness"})),
		vec("the harness is checked with harness", with(touching, m{"harness": true}), violated(2), opened(), unlink("", "/etc/x", m{"meta.attribution": "harness"})),
		vec("attribution does not matter to where it acts", p, violated(2), opened(), unlink("", "/etc/x", m{"meta.attribution": "none"})),
		vec("below min_attribution counts as uncovered", with(touching, m{"min_attribution": "cgroup"}), violated(2), opened(), unlink("a", "/w/x", m{"meta.attribution": "ancestry"})),
		vec("below min_assurance counts as uncovered", with(touching, m{"min_assurance": "gated"}), violated(2), opened(), unlink("a", "/w/x", m{"meta.assurance": "observed"})),
		vec("a total of coalesced records is not counted", p, kept(), opened(), unlink("a", "/etc/x", m{"meta.of": 1})),
		vec("an unknown event that the condition selects", with(touching, m{"calls": []any{m{"tool": "sys.unlink"}}, "within": []any{m{"tool": "sys.unlink"}}}), violated(2), opened(), kernel("a", "unlink", m{"resolved": "/w/x", "event": "explode"})),
		vec("destinations as hosts", with(touching, m{"calls": []any{m{"tool": "sys.connect"}}, "as": "host", "roots": nil, "values": []any{"10.0.0.0/8", "api.example.com"}}), violated(3),
			kernel("a", "connect", m{"addr": "10.0.0.1"}), kernel("a", "connect", m{"addr": "203.0.113.9", "host": "api.example.com"}), kernel("a", "connect", m{"addr": "203.0.113.9"})),
		vec("a destination that is not named", with(touching, m{"calls": []any{m{"tool": "sys.connect"}}, "as": "host", "roots": nil, "values": []any{"10.0.0.0/8"}}), violated(1), kernel("a", "connect")),
		vec("conditions over kernel records", mustJSON(m{"calls": []any{m{"tool": "sys.connect"}}, "require": []any{m{"cel": "call.args.port == 443", "tool": "sys.connect"}}, "include_failed": false, "on_gap": "ignore"}), violated(2),
			kernel("a", "connect", m{"addr": "10.0.0.1", "port": 443}), kernel("a", "connect", m{"addr": "10.0.0.1", "port": 22})),
		vec("grants do not cover kernel records", with(touching, m{"grants": m{}}), violated(4), opened(), permits("a", "allow", "bash", `{}`), start("a", "bash"), unlink("a", "/etc/x"), action("a", "bash", `{}`, "ok")),
	}
}

func scopeRest() []vector {
	p := mustJSON(writing)
	outside := `{"path":"/etc/x"}`
	granted := with(writing, m{"grants": m{"authorities": []any{"human"}}})
	blob := m{"$blob": m{"k": hashOf(outside), "bytes": 70000, "salt": hashOf(pathX)}}
	ended := func(args m) vectorRecord {
		return vectorRecord{vectorHead{Kind: "action", Tool: "write_file", ActionID: "a", Status: "ok"}, body(m{"args": args, "args_hash": hashOf(outside)})}
	}
	return []vector{
		vec("an empty trace keeps the promise", p, kept()),
		vec("a tool that is not checked", p, kept(), action("a", "read_file", outside, "ok")),
		vec("unknown counts", p, violated(1), action("a", "write_file", outside, "unknown")),
		vec("cancelled does not count", p, kept(), action("a", "write_file", outside, "cancelled")),
		vec("raw arguments cannot be checked", p, violated(1), action("a", "write_file", `not json`, "ok")),
		vec("a permission without grants widens nothing", p, violated(3), permits("a", "allow", "write_file", outside), start("a", "write_file"), action("a", "write_file", outside, "ok")),
		vec("a permission widens the scope", granted, kept(), permits("a", "allow", "write_file", outside), start("a", "write_file"), action("a", "write_file", outside, "ok")),
		vec("a permission for other arguments widens nothing", granted, violated(3), permits("a", "allow", "write_file", `{"path":"/etc/y"}`), start("a", "write_file"), action("a", "write_file", outside, "ok")),
		vec("a permission that was withdrawn widens nothing", granted, violated(4), permits("a", "allow", "write_file", outside), permits("a", "withdraw", "write_file", outside, m{"ref": 1}), start("a", "write_file"), action("a", "write_file", outside, "ok")),
		vec("a permission by another authority widens nothing", granted, violated(3), permits("a", "allow", "write_file", outside, m{"authority": "classifier"}), start("a", "write_file"), action("a", "write_file", outside, "ok")),
		vec("a permission after the start widens nothing", granted, violated(3), start("a", "write_file"), permits("a", "allow", "write_file", outside), action("a", "write_file", outside, "ok")),
		vec("a denial widens nothing", granted, violated(3), permits("a", "deny", "write_file", outside), start("a", "write_file"), action("a", "write_file", outside, "ok")),
		vec("what cannot be checked cannot be granted", granted, violated(2), permits("a", "allow", "write_file", `{}`), action("a", "write_file", `not json`, "ok")),
		vec("a gap about an effect counts as an uncovered call", p, violated(1), gap("effect")),
		vec("a gap about a tool that is not checked", p, kept(), gap("effect", m{"tool": "read_file"})),
		vec("a crash where gaps are ignored", p, kept(), gap("crash")),
		vec("a crash where gaps violate", with(writing, m{"on_gap": "violated"}), violated(1), gap("crash")),
		vec("a needed body is withheld", p, isHidden(), writesHidden()),
		vec("the session is needed where paths are", p, isHidden(), withheld(opened())),
		vec("bodies that are not needed are withheld", with(writing, m{"as": "text", "roots": nil, "values": []any{"x"}}), kept(), withheld(opened()), withheld(action("a", "read_file", outside, "ok")), withheld(unlink("a", "/x")), withheld(permits("a", "allow", "x", `{}`))),
		vec("permissions are needed with grants", granted, isHidden(), withheld(permits("a", "allow", "write_file", outside))),
		vec("a path in a blob is hidden", p, isHidden(), ended(m{"path": blob})),
		vec("a blob elsewhere is no matter", p, kept(), ended(m{"path": "/tmp/out/x", "text": blob})),
		vec("a blob that a condition could read is hidden", mustJSON(ordering), isHidden(), vectorRecord{vectorHead{Kind: "action", Tool: "cancel_order", ActionID: "a", Status: "ok"}, body(m{"args": m{"x": blob}})}),
		vec("below min_assurance counts as uncovered", with(writing, m{"min_assurance": "gated"}), violated(1), writes("/tmp/out/x")),
		vec("notices are never read", p, kept(), notice("write_file /etc/x")),
	}
}

func writesHidden() vectorRecord { return withheld(writes("/tmp/out/x")) }

func scopeParams() []vector {
	bad := func(name, pointer string, change m) vector {
		return vec("parameters: "+name, with(writing, change), badParam(pointer))
	}
	return []vector{
		bad("an unknown key", "/root", m{"root": "/"}),
		bad("neither within nor require", "", m{"within": nil}),
		bad("no include_failed", "/include_failed", m{"include_failed": nil}),
		bad("no on_gap", "/on_gap", m{"on_gap": nil}),
		bad("an empty within", "/within", m{"within": []any{}}),
		bad("an entry with an unknown key", "/within/0/allow", m{"within": []any{m{"pointer": "/args/path", "allow": []any{}}}}),
		bad("an entry without pointer", "/within/0", m{"within": []any{m{"tool": "write_file"}}}),
		bad("no as anywhere", "/within/0", m{"as": nil}),
		bad("neither values nor roots", "/within/0", m{"roots": nil}),
		bad("roots of what is no path", "/roots", m{"as": "text"}),
		bad("a root with a star", "/roots/0", m{"roots": []any{"/w/*"}}),
		bad("an empty list of roots", "/roots", m{"roots": []any{}}),
		bad("a root that leads up", "/roots/0", m{"roots": []any{"/w/../x"}}),
		bad("a value that has not the form", "/values/0", m{"as": "url", "roots": nil, "values": []any{"https://u@x.example/"}}),
		bad("require that is no list", "/require", m{"require": "true"}),
		bad("an empty require", "/require", m{"require": []any{}}),
		bad("a condition that is none", "/require/0", m{"require": []any{"call.args."}}),
		bad("a condition that gives a number", "/require/0", m{"require": []any{"1 + 1"}}),
		bad("a requirement with an unknown key", "/require/0/if", m{"require": []any{m{"cel": "true", "if": "x"}}}),
		bad("a requirement without a condition", "/require/0/cel", m{"require": []any{m{"says": "x"}}}),
		bad("a function that does not exist", "/require/0", m{"require": []any{"now() > 1"}}),
		bad("rows from the start that are no object", "/state/t/start", m{"state": m{"t": m{"from": []any{m{"calls": []any{m{"tool": "x"}}, "key": "/args/a", "value": "/args/b"}}, "start": []any{}}}}),
		bad("a table with an unknown key", "/state/t/rows", m{"state": m{"t": m{"from": []any{m{"calls": []any{m{"tool": "x"}}, "key": "/args/a", "value": "/args/b"}}, "rows": m{}}}}),
		bad("a checked tool that nothing constrains", "/calls/1", m{"calls": []any{m{"tool": "write_file"}, m{"tool": "move"}}, "within": []any{m{"tool": "write_file", "pointer": "/args/path"}}}),
		bad("kernel records that nothing constrains", "/calls/0", m{"calls": []any{m{"tool": "*"}}}),
		bad("what a kernel record acts on as text", "/within/0", m{"calls": []any{m{"tool": "sys.unlink"}}, "as": "text", "roots": nil, "values": []any{"x"}, "within": []any{m{"tool": "sys.unlink"}}}),
	}
}
