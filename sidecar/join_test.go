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
