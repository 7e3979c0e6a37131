package sidecar_test

import (
	"fmt"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
)

// native is the metadata of an event of a hook.
func native(join, session, call string) jsontext.Value {
	return jsontext.Value(fmt.Sprintf(`{"join":%q,"native":{"call":%q,"session":%q}}`, join, call, session))
}

func hookIntent(session, call, args string) event.Data {
	d := intent("Bash", args)
	d.Metadata = native("", session, call)
	return d
}

func hookAction(join, session, call, args string) event.Data {
	return event.Data{Kind: "action", Tool: "Bash", ArgsJSON: args, Status: "ok", Metadata: native(join, session, call)}
}

// TestActionsFindTheirCallByNativeIDs: a process that never saw the action id
// ends the right call, also where ids repeat, are missing, or arguments changed.
func TestActionsFindTheirCallByNativeIDs(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart=%v", restart), func(t *testing.T) {
			r := newRig(t, nil)
			one := r.ok("i1", hookIntent("s", "c1", `{"n":1}`)).ActionID
			two := r.ok("i2", hookIntent("s", "c1", `{"n":2}`)).ActionID // the id repeats
			other := r.ok("i3", hookIntent("t", "c1", `{"n":1}`)).ActionID
			nameless := r.ok("i4", hookIntent("s", "", `{"n":4}`)).ActionID
			again := r.ok("i5", hookIntent("s", "", `{"n":4}`)).ActionID
			if restart {
				r.restart()
			}
			for i, c := range []struct {
				join, session, call, args, want, code string
			}{
				{"native", "s", "c1", `{"n":1}`, one, ""},
				{"native", "s", "c1", `{"n":3}`, two, ""}, // rewritten: the one that is left
				{"native", "s", "c1", `{"n":1}`, "", event.CodeState},
				{"native", "t", "c1", `{"n":1}`, other, ""},
				{"native", "u", "c1", `{"n":1}`, "", event.CodeUnknown},
				{"arguments", "s", "", `{"n":5}`, "", event.CodeUnknown},
				{"arguments", "s", "", `{ "n" : 4 }`, again, ""},
				{"arguments", "s", "", `{"n":4}`, nameless, ""},
				{"arguments", "s", "", `{"n":4}`, "", event.CodeState},
				{"arguments", "s", "", "", "", event.CodeMalformed},
				{"native", "s", "", `{"n":4}`, "", event.CodeMalformed},
				{"", "s", "c1", `{"n":1}`, "", event.CodeUnknown},
			} {
				reply := r.send(own, fmt.Sprintf("a%d", i), hookAction(c.join, c.session, c.call, c.args))
				if reply.ActionID != c.want || reply.Code != c.code {
					t.Errorf("action %d (%+v): call %q code %q, want %q %q", i, c, reply.ActionID, reply.Code, c.want, c.code)
				}
			}
			if row := r.rows(); row[len(row)-1].Kind != "action" {
				t.Errorf("last record is %s", row[len(row)-1].Kind)
			}
		})
	}
}

// TestNativeIDsOfAnotherAdapterDoNotJoin: the source of the event is part of the key.
func TestNativeIDsOfAnotherAdapterDoNotJoin(t *testing.T) {
	r := newRig(t, nil)
	r.ok("i", hookIntent("s", "c", `{}`))
	reply := r.s.Submit(t.Context(), own, event.New("a", "/adapter/other", hookAction("native", "s", "c", `{}`)))
	if reply.OK || reply.Code != event.CodeUnknown {
		t.Errorf("answer %+v, want unknown", reply)
	}
}

// TestOutcomesThatNameAnotherTool: an id that repeats with another tool is
// another call, and an outcome without a status is closed by the rule.
func TestOutcomesThatNameAnotherTool(t *testing.T) {
	r := newRig(t, nil)
	one := r.ok("i1", hookIntent("s", "c", `{}`)).ActionID
	other := hookAction("native", "s", "c", `{}`)
	other.Tool = "Write"
	if reply := r.send(own, "a1", other); reply.Code != event.CodeUnknown {
		t.Errorf("another tool's outcome: %+v, want unknown", reply)
	}
	r.ok("p", event.Data{Kind: "permission", ActionID: one, Decision: "deny", Permission: &event.Permission{Authority: "human"}})
	silent := hookAction("native", "s", "c", `{}`)
	silent.Status, silent.Metadata = "unknown", jsontext.Value(`{"join":"native","native":{"call":"c","session":"s"},"outcome":"none"}`)
	r.ok("a2", silent)
	rows := r.rows()
	if last := rows[len(rows)-1]; last.ActionID != one || last.Status != "denied" {
		t.Errorf("closed as %s, call %s; the user denied %s", last.Status, last.ActionID, one)
	}
}

// TestATiedCallThatWasNotStoredIsForgotten: when the commit fails, nothing of the
// intent is left to join.
func TestATiedCallThatWasNotStoredIsForgotten(t *testing.T) {
	r := newRig(t, nil)
	r.faults.set(func([]sidecar.Entry) error { return fmt.Errorf("disk full") }, nil)
	if reply := r.send(own, "i", hookIntent("s", "c", `{}`)); reply.OK {
		t.Fatal("a failed commit was acknowledged")
	}
	r.faults.set(nil, nil)
	if reply := r.send(own, "a", hookAction("native", "s", "c", `{}`)); reply.OK {
		t.Errorf("an action joined an intent that is not stored: %+v", reply)
	}
}

// relayIntent is what a relay says of a call that goes through it.
func relayIntent(tool, session, call, args string) event.Data {
	d := intent(tool, args)
	d.Metadata = jsontext.Value(fmt.Sprintf(`{"assurance":"gated","join":"native","native":{"call":%q,"session":%q},"start":true}`, call, session))
	return d
}

// TestARelayStartsTheCallOfAHook: what a hook announced and a relay lets go is
// one call: intent, start, action.
func TestARelayStartsTheCallOfAHook(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart=%v", restart), func(t *testing.T) {
			r := newRig(t, nil)
			relay := func(id string, d event.Data) event.Reply {
				return r.s.Submit(t.Context(), own, event.New(id, "/adapter/mcp", d))
			}
			hooked := func(id, session, call, args string) string {
				d := hookIntent(session, call, args)
				d.Tool = "mcp__fs__write"
				return r.ok(id, d).ActionID
			}
			one := hooked("i1", "s", "c1", `{"n":1}`)
			two := hooked("i2", "s", "c1", `{"n":2}`) // the id repeats
			if restart {
				r.restart()
			}
			before := len(r.rows())
			for i, c := range []struct {
				tool, session, call, args, want string
			}{
				{"write", "", "c1", `{"n":2}`, two},
				{"write", "s", "c1", `{"n":7}`, one}, // rewritten on the way
				{"write", "s", "c1", `{"n":1}`, ""},  // none is left
				{"write", "t", "c1", `{"n":1}`, ""},
				{"read", "s", "c1", `{"n":1}`, ""},
				{"write", "s", "c2", `{"n":1}`, ""},
			} {
				id := fmt.Sprintf("r%d", i)
				reply := relay(id, relayIntent(c.tool, c.session, c.call, c.args))
				if !reply.OK || c.want != "" && reply.ActionID != c.want || c.want == "" && (reply.ActionID == one || reply.ActionID == two) {
					t.Errorf("%d: %+v, want call %q", i, reply, c.want)
				}
				if again := relay(id, relayIntent(c.tool, c.session, c.call, c.args)); !again.Dup || again.ActionID != reply.ActionID || again.Seq != reply.Seq {
					t.Errorf("%d again: %+v, first %+v", i, again, reply)
				}
			}
			var kinds string
			for _, row := range r.rows()[before:] {
				kinds += string(row.Kind) + ":" + row.ActionID + " "
			}
			if want := fmt.Sprintf("start:%s start:%s ", two, one); kinds[:len(want)] != want {
				t.Errorf("records %q, want them to begin %q", kinds, want)
			}
			if n := len(r.rows()) - before; n != 2+4*2 {
				t.Errorf("%d records, want 2 starts and 4 calls of intent and start", n)
			}
			if end := relay("a", event.Data{Kind: "action", ActionID: one, Status: "ok"}); !end.OK {
				t.Errorf("the relay's outcome: %+v", end)
			}
			late := hookAction("native", "s", "c1", `{"n":1}`)
			late.Tool = "mcp__fs__write"
			if reply := r.send(own, "late", late); reply.OK && reply.ActionID == one {
				t.Errorf("the hook ended the call again: %+v", reply)
			}
		})
	}
}

// TestASecondChannelIsANotice: without a start the second word about a call is
// kept as a notice and answered with the call's id, also when it comes again and
// after a restart; a source joins a call once.
func TestASecondChannelIsANotice(t *testing.T) {
	for _, restart := range []bool{false, true} {
		t.Run(fmt.Sprintf("restart=%v", restart), func(t *testing.T) {
			r := newRig(t, nil)
			observed := intent("Bash", `{"command":"a"}`)
			observed.Metadata = native("native", "s", "c1")
			one := r.s.Submit(t.Context(), own, event.New("i1", "/adapter/codex", observed)).ActionID
			first := r.ok("h1", hookIntent("s", "c1", `{"command":"bash -c a"}`))
			if first.ActionID != one {
				t.Fatalf("the hook's word is call %q, the relay's %q", first.ActionID, one)
			}
			if restart {
				r.restart()
			}
			again := r.ok("h1", hookIntent("s", "c1", `{"command":"bash -c a"}`))
			if !again.Dup || again.ActionID != one || again.Seq != first.Seq {
				t.Errorf("again: %+v, first %+v", again, first)
			}
			if other := r.ok("h2", hookIntent("s", "c1", `{"command":"a"}`)); other.ActionID == one {
				t.Error("one source joined a call twice: the second is hidden")
			}
			rows := r.rows()
			kinds := map[string]int{}
			for _, row := range rows {
				kinds[string(row.Kind)]++
			}
			if kinds["intent"] != 2 || kinds["notice"] != 1 {
				t.Errorf("records %v, want two calls and a notice", kinds)
			}
		})
	}
}

// TestAnIntentThatStartsIsOneCommit: both records or none.
func TestAnIntentThatStartsIsOneCommit(t *testing.T) {
	r := newRig(t, nil)
	r.faults.set(func([]sidecar.Entry) error { return fmt.Errorf("disk full") }, nil)
	if reply := r.send(own, "i", relayIntent("w", "", "c", `{}`)); reply.OK {
		t.Fatal("a failed commit was acknowledged")
	}
	r.faults.set(nil, nil)
	before := len(r.rows())
	reply := r.send(own, "i", relayIntent("w", "", "c", `{}`))
	rows := r.rows()[before:]
	if !reply.OK || len(rows) != 2 || rows[0].Kind != "intent" || rows[1].Kind != "start" || rows[0].ActionID != rows[1].ActionID || reply.ActionID != rows[0].ActionID {
		t.Errorf("answer %+v, records %+v", reply, rows)
	}
}
