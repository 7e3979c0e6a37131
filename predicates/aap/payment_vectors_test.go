package aap

import "strings"

// sending money is the usual AAP-3: known payees, at most 100 at a time.
var spending = m{
	"calls":          []any{m{"tool": "send_money", "kinds": []any{"action"}}},
	"payee":          []any{"/args/recipient"},
	"as":             "iban",
	"payees":         []any{"CH93 0076 2011 6238 5295 7", "GB29NWBK60161331926819"},
	"amount":         []any{"/args/amount"},
	"cap":            100,
	"include_failed": false,
	"on_gap":         "ignore",
}

const (
	landlord = `"recipient":"CH9300762011623852957"`
	stranger = `"recipient":"DE89370400440532013000"`
)

func paymentVectorTable() []vector {
	var all []vector
	for _, part := range [][]vector{paymentPayees(), paymentAmounts(), paymentCurrency(), paymentRest(), paymentParams()} {
		all = append(all, part...)
	}
	return all
}

func sends(args string) vectorRecord { return action("a", "send_money", "{"+args+"}", "ok") }

func paymentPayees() []vector {
	p := mustJSON(spending)
	return []vector{
		vec("an approved payee", p, kept(), sends(landlord+`,"amount":50`)),
		vec("another payee", p, violated(1), sends(stranger+`,"amount":50`)),
		vec("blanks and case in an IBAN do not matter", p, kept(), sends(`"recipient":"gb29 NWBK 6016-1331-9268 19","amount":1`)),
		vec("a payee that is no IBAN", p, violated(1), sends(`"recipient":"UNKNOWN_IBAN","amount":1`)),
		vec("no payee", p, violated(1), sends(`"amount":1`)),
		vec("a payee that is null", p, violated(1), sends(`"recipient":null,"amount":1`)),
		vec("a payee that is a number", p, violated(1), sends(`"recipient":7,"amount":1`)),
		vec("an optional payee may be missing", with(spending, m{"payee": []any{m{"pointer": "/args/recipient", "optional": true}}}), violated(2), sends(`"amount":1`), sends(stranger+`,"amount":1`)),
		vec("every one of several payees", with(spending, m{"payee": []any{"/args/to/*"}}), violated(2), sends(`"to":["CH9300762011623852957","GB29NWBK60161331926819"],"amount":1`), sends(`"to":["CH9300762011623852957","DE89370400440532013000"],"amount":1`)),
		vec("an empty list of payees", with(spending, m{"payee": []any{"/args/to/*"}}), violated(1), sends(`"to":[],"amount":1`)),
		vec("nobody is approved", with(spending, m{"payees": []any{}}), violated(1), sends(landlord+`,"amount":1`)),
		vec("accounts as text or number", with(spending, m{"as": "account", "payees": []any{"12-34"}}), violated(3), sends(`"recipient":"12 34","amount":1`), sends(`"recipient":1234,"amount":1`), sends(`"recipient":1235,"amount":1`)),
		vec("payees by their own entries", with(spending, m{"calls": []any{m{"tool": "send_money"}, m{"tool": "pay_bill"}}, "payee": []any{m{"tool": "send_money", "pointer": "/args/recipient"}, m{"tool": "pay_bill", "pointer": "/args/biller", "as": "text", "payees": []any{"water"}}}}), violated(3),
			sends(landlord+`,"amount":1`), action("b", "pay_bill", `{"biller":"water","amount":1}`, "ok"), action("c", "pay_bill", `{"biller":"power","amount":1}`, "ok")),
	}
}

func paymentAmounts() []vector {
	p := mustJSON(spending)
	exactCap := with(spending, m{"cap": "0.3", "payee": nil, "payees": nil, "as": nil})
	return []vector{
		vec("an amount at the cap", p, kept(), sends(landlord+`,"amount":100`)),
		vec("an amount over the cap", p, violated(1), sends(landlord+`,"amount":100.01`)),
		vec("an amount in text", p, violated(2), sends(landlord+`,"amount":"100.00"`), sends(landlord+`,"amount":"100.01"`)),
		vec("an amount with an exponent", p, violated(2), sends(landlord+`,"amount":1e2`), sends(landlord+`,"amount":"1.0001e2"`)),
		vec("amounts are exact decimals", exactCap, violated(2), sends(`"amount":0.3`), sends(`"amount":0.30000000000000004`)),
		vec("a cap of more digits than a double has", with(spending, m{"cap": "100.000000000000000000000000001"}), violated(2), sends(landlord+`,"amount":"100.000000000000000000000000001"`), sends(landlord+`,"amount":"100.000000000000000000000000002"`)),
		vec("text that is no number violates", p, violated(1, 2, 3, 4, 5, 6), sends(landlord+`,"amount":"ten"`), sends(landlord+`,"amount":"1,000"`), sends(landlord+`,"amount":"$5"`), sends(landlord+`,"amount":" 5"`), sends(landlord+`,"amount":"+5"`), sends(landlord+`,"amount":"0x10"`)),
		vec("other types violate", p, violated(1, 2, 3), sends(landlord+`,"amount":true`), sends(landlord+`,"amount":[5]`), sends(landlord+`,"amount":{"value":5}`)),
		vec("no amount", p, violated(1, 2, 3), sends(landlord), sends(landlord+`,"amount":null`), sends(landlord+`,"amount":""`)),
		vec("an optional amount may be missing", with(spending, m{"amount": []any{m{"pointer": "/args/amount", "optional": true}}}), violated(3), sends(landlord), sends(landlord+`,"amount":""`), sends(landlord+`,"amount":101`)),
		vec("an optional amount that is an empty list is no number", with(spending, m{"amount": []any{m{"pointer": "/args/amount", "optional": true}}}), violated(1), sends(landlord+`,"amount":[]`)),
		vec("an empty list of optional amounts", with(spending, m{"amount": []any{m{"pointer": "/args/amount/*", "optional": true}}}), kept(), sends(landlord+`,"amount":[]`)),
		vec("text beyond the limits of numbers is none", with(spending, m{"cap": nil}), violated(3, 4), sends(landlord+`,"amount":"1e400"`), sends(landlord+`,"amount":"1e-400"`), sends(landlord+`,"amount":"0e401"`), sends(landlord+`,"amount":"1e-401"`)),
		vec("text of too many digits is no number", with(spending, m{"cap": nil}), violated(2), sends(landlord+`,"amount":"`+strings.Repeat("7", 800)+`"`), sends(landlord+`,"amount":"`+strings.Repeat("7", 801)+`"`)),
		vec("other digits are no number", p, violated(1, 2), sends(landlord+`,"amount":"١"`), sends(landlord+`,"amount":"１"`)),
		vec("an amount below zero violates", p, violated(1), sends(landlord+`,"amount":-1`)),
		vec("nothing is an amount", p, kept(), sends(landlord+`,"amount":0`), sends(landlord+`,"amount":-0.0`)),
		vec("without a cap the amount must still be one", with(spending, m{"cap": nil}), violated(2), sends(landlord+`,"amount":1000000`), sends(landlord+`,"amount":"much"`)),
		vec("a cap of nothing", with(spending, m{"cap": 0}), violated(2), sends(landlord+`,"amount":0`), sends(landlord+`,"amount":0.01`)),
		vec("every amount of a list", with(spending, m{"amount": []any{"/args/parts/*/amount"}}), violated(2), sends(landlord+`,"parts":[{"amount":60},{"amount":60}]`), sends(landlord+`,"parts":[{"amount":60},{"amount":160}]`)),
		vec("caps of their own", with(spending, m{"calls": []any{m{"tool": "send_money"}, m{"tool": "tip"}}, "payee": nil, "payees": nil, "as": nil, "amount": []any{m{"tool": "send_money", "pointer": "/args/amount"}, m{"tool": "tip", "pointer": "/args/amount", "cap": 5}}}), violated(3),
			sends(`"amount":100`), action("b", "tip", `{"amount":5}`, "ok"), action("c", "tip", `{"amount":6}`, "ok")),
		vec("an amount alone", exactCap, violated(2), sends(`"amount":0.1`), sends(`"amount":1`)),
		vec("a payee alone", with(spending, m{"amount": nil, "cap": nil}), violated(2), sends(landlord+`,"amount":1000`), sends(stranger+`,"amount":1`)),
	}
}

func paymentCurrency() []vector {
	p := with(spending, m{"currency": []any{m{"pointer": "/args/currency", "values": []any{"EUR", "CHF"}}}})
	optional := with(spending, m{"currency": []any{m{"pointer": "/args/currency", "values": []any{"EUR"}, "optional": true}}})
	return []vector{
		vec("an agreed currency", p, kept(), sends(landlord+`,"amount":1,"currency":"CHF"`)),
		vec("another currency", p, violated(1), sends(landlord+`,"amount":1,"currency":"USD"`)),
		vec("currencies are compared exactly", p, violated(1), sends(landlord+`,"amount":1,"currency":"eur"`)),
		vec("no currency", p, violated(1), sends(landlord+`,"amount":1`)),
		vec("an optional currency", optional, violated(2), sends(landlord+`,"amount":1`), sends(landlord+`,"amount":1,"currency":"USD"`)),
	}
}

func paymentRest() []vector {
	p := mustJSON(spending)
	profile := mustJSON(m{
		"calls": []any{m{"tool": "book", "kinds": []any{"action"}}},
		"state": m{"user": m{"from": []any{m{"calls": []any{m{"tool": "get_user"}}, "key": "/args/id", "value": "/result"}}}},
		"require": []any{m{"cel": "call.args.payments.all(p, p.id in state.user[call.args.user].methods)", "says": "all payment methods are in the user's profile"},
			m{"cel": "call.args.payments.map(p, scaled(p.amount, 2)).exists(x, x > 0)"}},
		"include_failed": false, "on_gap": "ignore"})
	user := action("u", "get_user", `{"id":"u1"}`, "ok", m{"result": m{"methods": []any{"card_1", "gift_2"}}})
	over := "{" + landlord + `,"amount":500}`
	granted := with(spending, m{"grants": m{"authorities": []any{"human"}}})
	blob := m{"$blob": m{"k": hashOf(over), "bytes": 70000, "salt": hashOf(pathX)}}
	return []vector{
		vec("an empty trace keeps the promise", p, kept()),
		vec("a tool that is not checked", p, kept(), action("a", "get_balance", "{}", "ok")),
		vec("a failed payment does not count", p, kept(), action("a", "send_money", over, "error")),
		vec("a failed payment counts with include_failed", with(spending, m{"include_failed": true}), violated(1), action("a", "send_money", over, "error")),
		vec("a denied payment does not count", p, kept(), action("a", "send_money", over, "denied")),
		vec("a payment of unknown end counts", p, violated(1), action("a", "send_money", over, "unknown")),
		vec("a payment that never ended counts", p, violated(2), intent("a", "send_money", over), start("a", "send_money")),
		vec("raw arguments cannot be checked", p, violated(1), action("a", "send_money", "not json", "ok")),
		vec("payees from earlier results", profile, violated(3), user, action("a", "book", `{"user":"u1","payments":[{"id":"gift_2","amount":10}]}`, "ok"), action("b", "book", `{"user":"u1","payments":[{"id":"card_9","amount":10}]}`, "ok")),
		vec("payees from a result that is not there", profile, violated(1), action("a", "book", `{"user":"u1","payments":[{"id":"gift_2","amount":10}]}`, "ok")),
		vec("a mandate covers a payment over the cap", granted, kept(), permits("a", "allow", "send_money", over), start("a", "send_money"), action("a", "send_money", over, "ok")),
		vec("a mandate for another amount does not", granted, violated(3), permits("a", "allow", "send_money", "{"+landlord+`,"amount":400}`), start("a", "send_money"), action("a", "send_money", over, "ok")),
		vec("a mandate covers one call once", granted, violated(4), permits("a", "allow", "send_money", over), start("a", "send_money"), action("a", "send_money", over, "ok"), action("b", "send_money", over, "ok")),
		vec("without grants no mandate helps", p, violated(3), permits("a", "allow", "send_money", over), start("a", "send_money"), action("a", "send_money", over, "ok")),
		vec("a mandate that is too old", with(spending, m{"grants": m{"max_age": "60s"}}), violated(4), opened(), permits("a", "allow", "send_money", over, m{"body.mono_ns": "1000000000"}), start("a", "send_money", mono(70)), action("a", "send_money", over, "ok", mono(71))),
		vec("kernel records by pointer", mustJSON(m{"calls": []any{m{"tool": "sys.send", "kinds": []any{"syscall"}}}, "amount": []any{m{"tool": "sys.send", "pointer": "/args/bytes"}}, "cap": 10, "include_failed": true, "on_gap": "ignore"}), violated(2), kernel("a", "send", m{"bytes": 10}), kernel("a", "send", m{"bytes": 11})),
		vec("a gap about an effect counts as an uncovered call", p, violated(1), gap("effect")),
		vec("silence where gaps violate", with(spending, m{"on_gap": "violated"}), violated(1), gap("silence")),
		vec("a needed body is withheld", p, isHidden(), withheld(sends(landlord+`,"amount":1`))),
		vec("bodies that are not needed are withheld", p, kept(), withheld(opened()), withheld(action("a", "get_balance", "{}", "ok")), withheld(permits("a", "allow", "send_money", over))),
		vec("an amount in a blob is hidden", p, isHidden(), vectorRecord{vectorHead{Kind: "action", Tool: "send_money", ActionID: "a", Status: "ok"}, body(m{"args": m{"recipient": "CH9300762011623852957", "amount": blob}})}),
		vec("a blob elsewhere is no matter", p, kept(), vectorRecord{vectorHead{Kind: "action", Tool: "send_money", ActionID: "a", Status: "ok"}, body(m{"args": m{"recipient": "CH9300762011623852957", "amount": 1, "note": blob}})}),
		vec("below min_assurance counts as uncovered", with(spending, m{"min_assurance": "gated"}), violated(1), sends(landlord+`,"amount":1`)),
	}
}

func paymentParams() []vector {
	bad := func(name, pointer string, change m) vector {
		return vec("parameters: "+name, with(spending, change), badParam(pointer))
	}
	return []vector{
		bad("an unknown key", "/limit", m{"limit": 1}),
		bad("nothing to check", "", m{"payee": nil, "payees": nil, "amount": nil, "cap": nil}),
		bad("no include_failed", "/include_failed", m{"include_failed": nil}),
		bad("no on_gap", "/on_gap", m{"on_gap": nil}),
		bad("no calls", "/calls", m{"calls": nil}),
		bad("a cap without an amount", "/cap", m{"amount": nil}),
		bad("a cap that is no number", "/cap", m{"cap": "a lot"}),
		bad("a cap below zero", "/cap", m{"cap": -1}),
		bad("a cap of another type", "/amount/0/cap", m{"amount": []any{m{"pointer": "/args/amount", "cap": true}}}),
		bad("an amount without a pointer", "/amount/0/pointer", m{"amount": []any{m{"cap": 1}}}),
		bad("an amount with an unknown key", "/amount/0/max", m{"amount": []any{m{"pointer": "/args/amount", "max": 1}}}),
		bad("no payees anywhere", "/payee/0", m{"payees": nil}),
		bad("no as anywhere", "/payee/0", m{"as": nil}),
		bad("a payee that has not the form", "/payees/0", m{"payees": []any{"UNKNOWN"}}),
		bad("a payee without a pointer", "/payee/0/pointer", m{"payee": []any{m{"tool": "send_money"}}}),
		bad("a currency without values", "/currency/0/values", m{"currency": []any{m{"pointer": "/args/currency"}}}),
		bad("a currency of no values", "/currency/0/values", m{"currency": []any{m{"pointer": "/args/currency", "values": []any{}}}}),
		bad("a currency that is no object", "/currency/0", m{"currency": []any{"EUR"}}),
		bad("a condition that is none", "/require/0", m{"require": []any{"call.args.amount <"}}),
		bad("a checked tool of which nothing is checked", "/calls/1", m{"calls": []any{m{"tool": "send_money"}, m{"tool": "tip"}}, "payee": nil, "payees": nil, "as": nil, "amount": []any{m{"tool": "send_money", "pointer": "/args/amount"}}}),
	}
}
