package aap

// mailing is the usual AAP-4: recipients of e-mail on a list.
var mailing = m{
	"calls":          []any{m{"tool": "send_email", "kinds": []any{"action"}}},
	"recipients":     []any{"/args/to/*", m{"pointer": "/args/cc/*", "optional": true}},
	"as":             "email",
	"allow":          []any{"alice@example.com", "*@corp.example"},
	"include_failed": false,
	"on_gap":         "violated",
}

// connecting checks where the kernel connected to.
var connecting = m{
	"calls":          []any{m{"tool": "sys.connect"}},
	"recipients":     []any{m{"tool": "sys.connect"}},
	"as":             "host",
	"allow":          []any{"10.0.0.0/8", "api.example.com", ".files.example.com", "unix:/run/bus"},
	"include_failed": true,
	"on_gap":         "ignore",
}

// paying checks one text by form.
func paying(form string, allow ...any) m {
	return m{"calls": []any{m{"tool": "pay", "kinds": []any{"action"}}}, "recipients": []any{"/args/to"}, "as": form, "allow": append([]any{}, allow...), "include_failed": false, "on_gap": "ignore"}
}

func recipientsVectorTable() []vector {
	var all []vector
	for _, part := range [][]vector{recipientsCalls(), recipientsPointers(), recipientsForms(), recipientsURLs(), recipientsGrants(), recipientsKernel(), recipientsRest(), recipientsParams()} {
		all = append(all, part...)
	}
	return all
}

func mailTo(args string) vectorRecord { return action("a", "send_email", args, "ok") }

func recipientsCalls() []vector {
	p := mustJSON(mailing)
	stranger := `{"to":["mallory@example.com"]}`
	return []vector{
		vec("a permitted recipient", p, kept(), mailTo(mail)),
		vec("a recipient that is not on the list", p, violated(1), mailTo(stranger)),
		vec("one stranger among many", p, violated(1), mailTo(`{"to":["alice@example.com","bob@corp.example","mallory@example.com"]}`)),
		vec("a stranger in copy", p, violated(1), mailTo(`{"to":["alice@example.com"],"cc":["mallory@example.com"]}`)),
		vec("a tool that is not checked", p, kept(), action("a", "read_email", stranger, "ok")),
		vec("an empty trace keeps the promise", p, kept()),
		vec("unknown counts", p, violated(1), action("a", "send_email", stranger, "unknown")),
		vec("denied does not count", p, kept(), action("a", "send_email", stranger, "denied")),
		vec("cancelled does not count", p, kept(), action("a", "send_email", stranger, "cancelled")),
		vec("an error does not count without include_failed", p, kept(), action("a", "send_email", stranger, "error")),
		vec("an error counts with include_failed", with(mailing, m{"include_failed": true}), violated(1), action("a", "send_email", stranger, "error")),
		vec("every call is judged by itself", p, violated(2, 4), mailTo(mail), mailTo(stranger), mailTo(mail), mailTo(stranger)),
		vec("raw arguments cannot be checked", p, violated(1), mailTo(`{"to":["alice@example.com"],"to":[]}`)),
		vec("raw arguments cannot be checked, optional notwithstanding", with(mailing, m{"recipients": []any{m{"pointer": "/args/to/*", "optional": true}}}), violated(1), mailTo(`not json`)),
		vec("raw arguments of a tool that is not checked", p, kept(), action("a", "read_email", `not json`, "ok")),
		vec("raw arguments of a call that was denied", p, kept(), action("a", "send_email", `not json`, "denied")),
		vec("a call that was never ended counts as unknown", p, violated(2), intent("a", "send_email", stranger), start("a", "send_email")),
		vec("a call that was never ended and went to permitted recipients", p, kept(), intent("a", "send_email", mail), start("a", "send_email")),
		vec("a call that was denied and never ended did not run", p, kept(), intent("a", "send_email", stranger), permits("a", "deny", "send_email", stranger)),
		vec("a call that was denied and never ended, and that the kernel saw", p, violated(1), intent("a", "send_email", stranger), permits("a", "deny", "send_email", stranger), unlink("a", "/w/x", m{"result.decision": "deny"})),
		vec("a call that was never ended and that where does not select", with(mailing, m{"calls": []any{m{"tool": "send_email", "kinds": []any{"action"}, "where": "size(call.args.to) > 1"}}}), kept(),
			intent("a", "send_email", stranger), start("a", "send_email")),
		vec("a call that was never ended is judged by its last arguments", p, kept(), intent("a", "send_email", stranger), start("a", "send_email", m{"args": m{"to": []any{"alice@example.com"}}})),
		vec("the arguments of the action decide, not those of the intent", p, kept(), intent("a", "send_email", stranger), start("a", "send_email"), mailTo(mail)),
		vec("where selects", with(mailing, m{"calls": []any{m{"tool": "send_email", "kinds": []any{"action"}, "where": "call.args.draft == false"}}}), violated(2),
			mailTo(`{"to":["mallory@example.com"],"draft":true}`), mailTo(`{"to":["mallory@example.com"],"draft":false}`)),
		vec("where without a truth does not let the call escape", with(mailing, m{"calls": []any{m{"tool": "send_email", "kinds": []any{"action"}, "where": "call.args.draft == false"}}}), violated(1), mailTo(stranger)),
	}
}

func recipientsPointers() []vector {
	p := mustJSON(mailing)
	split := func(change m) m {
		return m{"recipients": []any{m{"pointer": "/args/to/*", "split": ",;"}}, "allow": []any{"alice@example.com", "*@corp.example"}, "x": nil, "as": change["as"]}
	}
	listOrText := with(mailing, split(m{"as": "email"}))
	return []vector{
		vec("a required pointer that is missing", p, violated(1), mailTo(`{"cc":["alice@example.com"]}`)),
		vec("a required pointer that is null", p, violated(1), mailTo(`{"to":null}`)),
		vec("a required list without elements", p, violated(1), mailTo(`{"to":[]}`)),
		vec("a required list with a null element", p, violated(1), mailTo(`{"to":["alice@example.com",null]}`)),
		vec("an optional pointer that is missing, null or empty", p, kept(), mailTo(`{"to":["alice@example.com"]}`), mailTo(`{"to":["alice@example.com"],"cc":null}`), mailTo(`{"to":["alice@example.com"],"cc":[]}`)),
		vec("an optional text that is empty names nobody", p, kept(), mailTo(`{"to":["alice@example.com"],"cc":[""]}`)),
		vec("a required text that is empty names nobody", p, violated(1), mailTo(`{"to":[""]}`)),
		vec("text where a list is expected", p, violated(1), mailTo(`{"to":"alice@example.com"}`)),
		vec("an object where a list is expected", p, violated(1), mailTo(`{"to":{"alice@example.com":true}}`)),
		vec("a number among the recipients", p, violated(1), mailTo(`{"to":[7]}`)),
		vec("a list among the recipients", p, violated(1), mailTo(`{"to":[["alice@example.com"]]}`)),
		vec("unexpected types violate even where optional", p, violated(1), mailTo(`{"to":["alice@example.com"],"cc":"alice@example.com"}`)),
		vec("with split a list given as one text", listOrText, violated(2), mailTo(`{"to":"alice@example.com, bob@corp.example"}`), mailTo(`{"to":"alice@example.com;mallory@example.com"}`)),
		vec("with split a list stays a list", listOrText, violated(2), mailTo(`{"to":["alice@example.com","bob@corp.example"]}`), mailTo(`{"to":["alice@example.com, mallory@example.com"]}`)),
		vec("with split only separators name nobody", listOrText, violated(1), mailTo(`{"to":" , ;"}`)),
		vec("without split a list in one text is no address", p, violated(1), mailTo(`{"to":["alice@example.com, bob@corp.example"]}`)),
		vec("pointer escapes", with(mailing, m{"recipients": []any{"/args/a~1b~0c"}}), violated(2), mailTo(`{"a/b~c":"alice@example.com"}`), mailTo(`{"a/b~c":"mallory@example.com"}`)),
		vec("a pointer to one element", with(mailing, m{"recipients": []any{"/args/to/1"}}), violated(2), mailTo(`{"to":["mallory@example.com","alice@example.com"]}`), mailTo(`{"to":["alice@example.com"]}`)),
		vec("a pointer through lists of objects", with(mailing, m{"recipients": []any{"/args/people/*/mail"}}), violated(2),
			mailTo(`{"people":[{"mail":"alice@example.com"},{"mail":"bob@corp.example"}]}`), mailTo(`{"people":[{"mail":"alice@example.com"},{"name":"Bob"}]}`)),
		vec("a pointer into the result", with(mailing, m{"recipients": []any{"/result/sent_to/*"}}), violated(2),
			action("a", "send_email", mail, "ok", m{"result": m{"sent_to": []any{"alice@example.com"}}}), action("a", "send_email", mail, "ok", m{"result": "sent"})),
		vec("entries of other tools do not apply", with(mailing, m{"calls": []any{m{"tool": "send_email"}, m{"tool": "share_file"}},
			"recipients": []any{m{"tool": "send_email", "pointer": "/args/to/*"}, m{"tool": "share_file", "pointer": "/args/email", "allow": []any{"alice@example.com"}}}}), violated(3),
			mailTo(`{"to":["bob@corp.example"]}`), action("b", "share_file", `{"email":"alice@example.com"}`, "ok"), action("c", "share_file", `{"email":"bob@corp.example"}`, "ok")),
	}
}

func recipientsForms() []vector {
	to := func(v string) vectorRecord { return action("a", "pay", `{"to":`+v+`}`, "ok") }
	email := mustJSON(paying("email", "alice@example.com", "*@corp.example", ".partner.example"))
	host := mustJSON(paying("host", "api.example.com", ".files.example.com", "10.0.0.0/8", "2001:db8::/32", "192.0.2.7"))
	return []vector{
		vec("text is compared exactly", mustJSON(paying("text", "Alice")), violated(2, 3), to(`"Alice"`), to(`"alice"`), to(`"Alice "`)),
		vec("text knows no normal forms", mustJSON(paying("text", "caf\u00e9")), violated(2), to(`"caf\u00e9"`), to(`"cafe\u0301"`)),
		vec("text: a number is not text", mustJSON(paying("text", "7")), violated(1), to(`7`)),
		vec("text: a star is a star", mustJSON(paying("text", "*")), violated(2), to(`"*"`), to(`"Alice"`)),
		vec("an empty allow list permits nobody", mustJSON(paying("text")), violated(1), to(`"Alice"`)),
		vec("e-mail is compared without regard to ASCII case", email, kept(), to(`"ALICE@Example.COM"`)),
		vec("e-mail: other letters keep their case", mustJSON(paying("email", "k@example.com")), violated(1), to(`"\u212a@example.com"`)),
		vec("e-mail: any address at a domain, and only at it", email, violated(2, 3, 4), to(`"x@corp.example"`), to(`"x@sub.corp.example"`), to(`"x@notcorp.example"`), to(`"x@corp.example.evil.example"`)),
		vec("e-mail: any domain below, not the domain itself", email, violated(2), to(`"x@a.b.partner.example"`), to(`"x@partner.example"`)),
		vec("e-mail: display names, two at signs, quotes and controls are no address", email, violated(1, 2, 3, 4, 5), to(`"Alice <alice@example.com>"`), to(`"mallory@evil.example@corp.example"`), to(`"\"a b\"@corp.example"`), to(`"alice@example.com\u0000"`), to(`"alice"`)),
		vec("e-mail: an address literal is no domain", email, violated(1), to(`"x@[10.0.0.1]"`)),
		vec("host: name, case and final dot", host, violated(4), to(`"api.example.com"`), to(`"API.Example.com"`), to(`"api.example.com."`), to(`"www.api.example.com"`)),
		vec("host: below a domain, not the domain", host, violated(2, 3), to(`"a.files.example.com"`), to(`"files.example.com"`), to(`"evilfiles.example.com"`)),
		vec("host: networks and addresses", host, violated(5, 6), to(`"10.1.2.3"`), to(`"2001:db8::1"`), to(`"[2001:db8::1]"`), to(`"192.0.2.7"`), to(`"192.0.2.8"`), to(`"11.0.0.1"`)),
		vec("host: an IPv4 address inside IPv6 is the IPv4 address", host, kept(), to(`"::ffff:10.1.2.3"`)),
		vec("host: addresses in disguise are refused", host, violated(1, 2, 3, 4), to(`"10.1"`), to(`"0x0a000001"`), to(`"167772161"`), to(`"010.0.0.1"`)),
		vec("host: ports and blanks are no host", host, violated(1, 2), to(`"api.example.com:443"`), to(`"api.example.com "`)),
		vec("path: cleaned lexically, relative to the workspace", mustJSON(paying("path", "$WORKSPACE/out/**", "/mnt/share/a")), violated(4, 5), opened(), to(`"out/a/../b"`), to(`"/mnt/share/./a"`), to(`"out/../secret"`), to(`"/mnt/share/ab"`)),
		vec("path: relative without a known workspace", mustJSON(paying("path", "/w/out/**")), violated(1), to(`"out/a"`)),
		vec("iban: blanks and case", mustJSON(paying("iban", "CH93 0076 2011 6238 5295 7")), violated(2, 3), to(`"ch9300762011623852957"`), to(`"CH9300762011623852958"`), to(`"UNKNOWN_IBAN"`)),
		vec("account: text and whole numbers, blanks and hyphens", mustJSON(paying("account", "12-345 678")), violated(4, 5, 6), to(`"12345678"`), to(`12345678`), to(`"1234-5678"`), to(`12345679`), to(`1234.5`), to(`true`)),
		vec("account keeps the case of letters", mustJSON(paying("account", "acct_Ab")), violated(2), to(`"acct_Ab"`), to(`"acct_ab"`)),
	}
}

func recipientsURLs() []vector {
	to := func(v string) vectorRecord { return action("a", "pay", `{"to":"`+v+`"}`, "ok") }
	exact := mustJSON(paying("url", "www.site.example", "https://api.example.com/v1/send?x=1"))
	tree := mustJSON(paying("url", "https://api.example.com/v1/*"))
	return []vector{
		vec("url: without scheme in the list, http, https and none are the same", exact, kept(), to("www.site.example"), to("http://www.site.example/"), to("https://WWW.site.example")),
		vec("url: another scheme is another recipient", exact, violated(1, 2), to("ftp://www.site.example"), to("http://api.example.com/v1/send?x=1")),
		vec("url: exact means path and query", exact, violated(2, 3, 4), to("https://api.example.com/v1/send?x=1"), to("https://api.example.com/v1/send"), to("https://api.example.com/v1/send?x=2"), to("www.site.example/hobbies")),
		vec("url: the fragment does not count", exact, kept(), to("https://api.example.com/v1/send?x=1#top")),
		vec("url: the scheme's own port does not count, others do", exact, violated(2), to("https://api.example.com:443/v1/send?x=1"), to("https://api.example.com:8443/v1/send?x=1")),
		vec("url: everything below a prefix", tree, violated(2, 3), to("https://api.example.com/v1/a/b?q=1"), to("https://api.example.com/v1"), to("https://api.example.com/v10/a")),
		vec("url: a prefix does not lead out of itself", tree, violated(1, 2, 3, 4), to("https://api.example.com/v1/../admin"), to("https://api.example.com/v1/%2e%2e/admin"), to("https://api.example.com/v1/..%2fadmin"), to("https://api.example.com/v1/..\\\\admin")),
		vec("url: user information, host tricks and other shapes are refused", tree, violated(1, 2, 3, 4, 5), to("https://api.example.com@evil.example/v1/a"), to("https://api.example.com.evil.example/v1/a"), to("https://evil.example/https://api.example.com/v1/a"), to("//api.example.com/v1/a"), to("javascript:alert(1)")),
		vec("url: blanks, controls and bad ports are refused", tree, violated(1, 2, 3), to("https://api.example.com/v1/a b"), to("https://api.example.com/v1/a\\u0000"), to("https://api.example.com:0443/v1/a")),
		vec("url: hosts below a domain", mustJSON(paying("url", ".example.com")), violated(2), to("https://a.example.com/x"), to("https://example.com/x")),
	}
}

func recipientsGrants() []vector {
	granted := with(mailing, m{"grants": m{"authorities": []any{"human"}}})
	stranger := `{"to":["mallory@example.com"]}`
	sentTo := func(change ...m) []vectorRecord {
		return []vectorRecord{opened(), intent("a", "send_email", stranger), permits("a", "allow", "send_email", stranger, change...), start("a", "send_email"), mailTo(stranger)}
	}
	return []vector{
		vec("a human may permit one sending to a stranger", granted, kept(), sentTo()...),
		vec("without grants permissions permit no recipient", mustJSON(mailing), violated(5), sentTo()...),
		vec("an authority that is not accepted", granted, violated(5), sentTo(m{"authority": "rule"})...),
		vec("a permission for other arguments", granted, violated(5), sentTo(m{"args_hash": hashOf(mail)})...),
		vec("a permission for another tool", granted, violated(5), sentTo(m{"tool": "send_sms"})...),
		vec("a permission after the start", granted, violated(4), intent("a", "send_email", stranger), start("a", "send_email"), permits("a", "allow", "send_email", stranger), mailTo(stranger)),
		vec("a rider on a session grant", granted, kept(), opened(), permits("g", "allow", "send_email", stranger, m{"scope": "session", "pattern": "*"}),
			permits("a", "allow", "send_email", stranger, m{"scope": "session", "inherited_from": 2}), mailTo(stranger)),
		vec("a withdrawn grant", granted, violated(5), opened(), permits("g", "allow", "send_email", stranger, m{"scope": "session", "pattern": "*"}),
			permits("g", "withdraw", "send_email", stranger, m{"ref": "2"}), permits("a", "allow", "send_email", stranger, m{"scope": "session", "inherited_from": 2}), mailTo(stranger)),
		vec("a permission covers one end of its call", granted, violated(6), append(sentTo(), mailTo(stranger))...),
		vec("raw arguments cannot be granted", granted, violated(2), permits("a", "allow", "send_email", `not json`), mailTo(`not json`)),
		vec("grants with max_age", with(mailing, m{"grants": m{"max_age": "60s"}}), violated(3), opened(), permits("a", "allow", "send_email", stranger, m{"body.mono_ns": "1"}), action("a", "send_email", stranger, "ok", m{"mono_ns": "60000000001"})),
		vec("permissions are needed with grants", granted, isHidden(), withheld(permits("a", "allow", "send_email", stranger))),
		vec("permissions are not needed without grants", mustJSON(mailing), kept(), withheld(permits("a", "allow", "send_email", stranger))),
	}
}

func recipientsKernel() []vector {
	p := mustJSON(connecting)
	to := func(addr, host string, change ...m) vectorRecord {
		args := m{"addr": addr, "port": 443}
		if host != "" {
			args["host"] = host
		}
		return kernel("a", "connect", append([]m{args}, change...)...)
	}
	return []vector{
		vec("connect to a permitted network", p, kept(), to("10.1.2.3", "")),
		vec("connect elsewhere", p, violated(1), to("203.0.113.9", "")),
		vec("connect to a permitted name", p, kept(), to("203.0.113.9", "api.example.com"), to("203.0.113.9", "a.files.example.com")),
		vec("connect to a name that is not permitted", p, violated(1), to("203.0.113.9", "paste.example")),
		vec("a denied connect went nowhere", p, kept(), to("203.0.113.9", "", m{"result.decision": "deny"})),
		vec("a failed connect went nowhere, include_failed notwithstanding", p, kept(), to("203.0.113.9", "", m{"result.errno": "ECONNREFUSED"})),
		vec("a local socket by its path", p, violated(2), to("unix:/run/bus", ""), to("unix:/run/other", "")),
		vec("a connect without destination", p, violated(1), kernel("a", "connect")),
		vec("connects are not checked where kinds says action", mustJSON(mailing), kept(), to("203.0.113.9", "")),
		vec("the harness is not checked by default", p, kept(), to("203.0.113.9", "", m{"meta.attribution": "harness"})),
		vec("the harness is checked with harness", with(connecting, m{"harness": true}), violated(1), to("203.0.113.9", "", m{"meta.attribution": "harness"})),
		vec("attribution does not matter to where it went", p, violated(2), to("10.1.2.3", "", m{"meta.attribution": "none"}), to("203.0.113.9", "", m{"meta.attribution": "none"})),
		vec("below min_attribution counts as uncovered", with(connecting, m{"min_attribution": "cgroup"}), violated(1), to("10.1.2.3", "", m{"meta.attribution": "ancestry"})),
		vec("below min_assurance counts as uncovered", with(connecting, m{"min_assurance": "gated"}), violated(1), to("10.1.2.3", "", m{"meta.assurance": "inferred"})),
		vec("a total of coalesced records is not counted", p, kept(), to("203.0.113.9", "", m{"meta.of": 1})),
		vec("where leaves local sockets aside", with(connecting, m{"calls": []any{m{"tool": "sys.connect", "where": "!call.args.addr.startsWith('unix:')"}}}), violated(2), to("unix:/run/other", ""), to("203.0.113.9", "")),
		vec("permissions do not cover where the kernel went", with(connecting, m{"grants": m{}}), violated(3), permits("a", "allow", "fetch", `{}`), start("a", "fetch"), to("203.0.113.9", ""), action("a", "fetch", `{}`, "ok")),
		vec("kernel records by pointer", with(connecting, m{"calls": []any{m{"tool": "sys.unlink", "kinds": []any{"syscall"}}}, "recipients": []any{m{"tool": "sys.unlink", "pointer": "/args/resolved", "as": "path", "allow": []any{"/tmp/**"}}}}), violated(2), unlink("a", "/tmp/x"), unlink("a", "/w/x")),
		vec("actions and kernel records under one promise", with(mailing, m{"calls": []any{m{"tool": "send_email"}, m{"tool": "sys.connect"}},
			"recipients": []any{"/args/to/*", m{"tool": "sys.connect", "as": "host", "allow": []any{"10.0.0.0/8"}}}}), violated(3, 4), mailTo(mail), to("10.0.0.1", ""), to("203.0.113.9", ""), mailTo(`{"to":["mallory@example.com"]}`)),
	}
}

func recipientsRest() []vector {
	p := mustJSON(mailing)
	blob := m{"$blob": m{"k": hashOf(mail), "bytes": 70000, "salt": hashOf(pathX)}}
	ended := func(args m) vectorRecord {
		return vectorRecord{vectorHead{Kind: "action", Tool: "send_email", ActionID: "a", Status: "ok"}, body(m{"args": args, "args_hash": hashOf(mail)})}
	}
	return []vector{
		vec("a gap about a result counts as an uncovered call", p, violated(1), gap("result")),
		vec("a gap about a tool that is not checked", p, kept(), gap("result", m{"tool": "read_email"})),
		vec("silence where gaps violate", p, violated(1), gap("silence")),
		vec("silence where gaps are ignored", with(mailing, m{"on_gap": "ignore"}), kept(), gap("silence")),
		vec("a needed body is withheld", p, isHidden(), withheld(mailTo(mail))),
		vec("bodies that are not needed are withheld", p, kept(), withheld(opened()), withheld(action("a", "read_email", mail, "ok")), withheld(unlink("a", "/x")), withheld(notice("n"))),
		vec("a recipient in a blob is hidden", p, isHidden(), ended(m{"to": []any{blob}})),
		vec("a list of recipients in a blob is hidden", p, isHidden(), ended(m{"to": blob})),
		vec("a blob elsewhere is no matter", p, kept(), ended(m{"to": []any{"alice@example.com"}, "body": blob})),
		vec("below min_assurance counts as uncovered", with(mailing, m{"min_assurance": "gated"}), violated(1), action("a", "send_email", mail, "ok", m{"metadata": m{"assurance": "observed"}})),
		vec("without a stated assurance a record is below every level", with(mailing, m{"min_assurance": "inferred"}), violated(1), mailTo(mail)),
		vec("at min_assurance", with(mailing, m{"min_assurance": "observed"}), kept(), action("a", "send_email", mail, "ok", m{"metadata": m{"assurance": "observed"}})),
		vec("state from an earlier call selects", with(mailing, m{
			"calls": []any{m{"tool": "send_email", "kinds": []any{"action"}, "where": "state.doc[call.args.doc].secret"}},
			"state": m{"doc": m{"from": []any{m{"calls": []any{m{"tool": "read_doc"}}, "key": "/args/id", "value": "/result"}}}}}), violated(4),
			action("r", "read_doc", `{"id":1}`, "ok", m{"result": m{"secret": false}}), action("a", "send_email", `{"to":["mallory@example.com"],"doc":"1"}`, "ok"),
			action("s", "read_doc", `{"id":1}`, "ok", m{"result": m{"secret": true}}), action("b", "send_email", `{"to":["mallory@example.com"],"doc":"1"}`, "ok")),
	}
}

func recipientsParams() []vector {
	bad := func(name, pointer string, change m) vector {
		return vec("parameters: "+name, with(mailing, change), badParam(pointer))
	}
	return []vector{
		bad("an unknown key", "/alow", m{"alow": []any{}}),
		bad("no include_failed", "/include_failed", m{"include_failed": nil}),
		bad("include_failed that is no flag", "/include_failed", m{"include_failed": "no"}),
		bad("no on_gap", "/on_gap", m{"on_gap": nil}),
		bad("no recipients", "/recipients", m{"recipients": nil}),
		bad("an entry of recipients with an unknown key", "/recipients/0/pionter", m{"recipients": []any{m{"pionter": "/args/to"}}}),
		bad("an entry without pointer", "/recipients/0", m{"recipients": []any{m{"tool": "send_email"}}}),
		bad("a pointer that is none", "/recipients/0", m{"recipients": []any{"args/to"}}),
		bad("no as anywhere", "/recipients/0", m{"as": nil}),
		bad("another as", "/as", m{"as": "phone"}),
		bad("no allow anywhere", "/recipients/0", m{"allow": nil}),
		bad("an address that is none", "/allow/0", m{"allow": []any{"alice"}}),
		bad("a star in the wrong place", "/allow/0", m{"allow": []any{"al*@example.com"}}),
		bad("a network with host bits", "/allow/0", m{"as": "host", "allow": []any{"10.0.0.1/8"}}),
		bad("a URL with user information", "/allow/0", m{"as": "url", "allow": []any{"https://u@example.com/"}}),
		bad("a URL prefix that leads up", "/allow/0", m{"as": "url", "allow": []any{"https://example.com/../*"}}),
		bad("allow that is no list", "/allow", m{"allow": "alice@example.com"}),
		bad("an empty split", "/split", m{"split": ""}),
		bad("a checked tool without recipients", "/calls/1", m{"calls": []any{m{"tool": "send_email"}, m{"tool": "share_file"}}, "recipients": []any{m{"tool": "send_email", "pointer": "/args/to/*"}}}),
		bad("kernel records without recipients", "/calls/0", m{"calls": []any{m{"tool": "*"}}}),
		bad("a destination that is not compared as host", "/recipients/0", m{"calls": []any{m{"tool": "sys.connect"}}, "recipients": []any{m{"tool": "sys.connect"}}}),
		bad("an unknown authority in grants", "/grants/authorities/0", m{"grants": m{"authorities": []any{"boss"}}}),
		bad("an unknown key in grants", "/grants/effects", m{"grants": m{"effects": []any{}}}),
		bad("effects do not exist here", "/effects", m{"effects": []any{"unlink"}}),
	}
}
