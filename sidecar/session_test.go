package sidecar_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

func TestOneCallFromIntentToAction(t *testing.T) {
	r := newRig(t, nil)
	// The worked example of the paper, with its keys in another order.
	i := r.ok("1", intent("send_email", `{ "subject":"Project update", "to":["alice@example.com"],"body":"The report is ready."}`))
	r.ok("2", allow(i.ActionID))
	r.ok("3", start(i.ActionID))
	if err := r.kernel(i.ActionID, true); err != nil {
		t.Fatal(err)
	}
	a := r.ok("4", action(i.ActionID, "ok"))
	p := r.close()

	const args = `{"body":"The report is ready.","subject":"Project update","to":["alice@example.com"]}`
	const hash = "0x7c2303dcfa18e00c9fabbd7bcc8c29d54f9f5279983ba4750bea9c818d7a2058"
	rows := r.rows()
	kinds := ""
	for _, row := range rows {
		kinds += string(row.Kind) + " "
	}
	if want := "session intent permission start syscall action session "; kinds != want {
		t.Fatalf("order is %q, want %q", kinds, want)
	}
	for _, n := range []int{1, 5} {
		if string(rows[n].Args) != args || rows[n].ArgsHash.String() != hash || rows[n].ArgsProposedHash != nil {
			t.Errorf("%s: args %s, hash %v, proposed %v", rows[n].Kind, rows[n].Args, rows[n].ArgsHash, rows[n].ArgsProposedHash)
		}
	}
	if want := `{"action_id":"a2","actor":"ada","args_hash":"` + hash + `","authority":"human","scope":"once","tool":"send_email"}`; string(rows[2].Args) != want {
		t.Errorf("permission args %s, want %s", rows[2].Args, want)
	}
	if rows[2].ArgsHash != nil || rows[2].Decision != "allow" || rows[2].Tool != trace.PermissionTool {
		t.Errorf("permission %+v", rows[2])
	}
	if rows[4].ActionID != i.ActionID || rows[4].Tool != "sys.unlink" {
		t.Errorf("kernel record %+v", rows[4].Head)
	}
	if want := `{"peer":{"pid":100,"route":"harness","source":"/adapter/test"}}`; string(rows[1].Metadata) != want {
		t.Errorf("metadata %s, want %s", rows[1].Metadata, want)
	}
	if a.Seq != 6 || a.Leaf != rows[5].leaf || a.Head.N != 6 {
		t.Errorf("answer %+v, the record has leaf %s", a, rows[5].leaf)
	}
	if rows[0].Boot != boot || !strings.Contains(string(rows[0].Args), `"event":"open","home":"/h","network":"dev","promises":[1],"workspace":"/w"`) {
		t.Errorf("first record %+v", rows[0])
	}
	if !p.Closed || p.N != 7 || p.Calls != 2 || p.Kernel != 1 {
		t.Errorf("progress %+v", p)
	}
}

func TestRewrittenArguments(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("rm", `{"path":"a"}`))
	again := allow(i.ActionID)
	again.ArgsJSON = `{"path":"b"}`
	r.ok("2", again)
	done := action(i.ActionID, "ok")
	done.ArgsJSON = `{"path":"b"}`
	r.ok("3", done)
	rows := r.rows()
	b := trace.Admit([]byte(`{"path":"b"}`)).Hash
	if !strings.Contains(string(rows[2].Args), b.String()) {
		t.Errorf("permission for rewritten arguments: %s", rows[2].Args)
	}
	last := rows[3]
	if *last.ArgsHash != b || last.ArgsProposedHash == nil || *last.ArgsProposedHash != *rows[1].ArgsHash {
		t.Errorf("action has args_hash %v and proposed %v", last.ArgsHash, last.ArgsProposedHash)
	}
}

func TestArgumentsThatAreNotAdmittedAreKeptRaw(t *testing.T) {
	r := newRig(t, nil)
	for n, text := range []string{`{"a":1,"a":2}`, `{"n":9007199254740993}`, "{\"s\":\"\xff\"}", `1E400`, strings.Repeat("[", 200) + strings.Repeat("]", 200)} {
		d := intent("t", text)
		if strings.Contains(text, "\xff") {
			continue // an event is JSON itself and cannot carry it
		}
		r.ok(fmt.Sprint(n), d)
	}
	for _, row := range r.rows()[1:] {
		if !strings.HasPrefix(string(row.Args), `{"$raw":"`) {
			t.Errorf("record %d holds %s", row.Seq, row.Args)
		}
	}
}

func TestSameEventGetsTheFirstAnswerForEver(t *testing.T) {
	r := newRig(t, nil)
	first := r.ok("x", intent("t", `{"a":1}`))
	want := first
	want.Dup = true
	check := func(when string) {
		t.Helper()
		got := r.ok("x", intent("t", `{"a":1}`))
		if got.Head == nil || *got.Head != *want.Head {
			t.Errorf("%s: head %+v, want %+v", when, got.Head, want.Head)
		}
		got.Head = want.Head
		if got != want {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	check("at once")
	r.restart()
	check("after a restart")
	r.close()
	check("after the close")
	if n := len(r.rows()); n != 6 { // open, intent, gap, resume, action, close
		t.Errorf("%d records, want 6", n)
	}
}

func TestSameIDWithOtherDataIsAConflict(t *testing.T) {
	r := newRig(t, nil)
	r.ok("x", intent("t", `{"a":1}`))
	for range 2 {
		if got := r.send(harness, "x", intent("t", `{"a":2}`)); got.OK || got.Code != event.CodeConflict {
			t.Fatalf("answer %+v, want conflict", got)
		}
	}
	rows := r.rows()
	last := rows[len(rows)-1]
	if len(rows) != 4 || last.Kind != trace.KindNotice || !strings.Contains(string(last.Args), `"about":"conflict"`) ||
		!strings.Contains(string(last.Args), `"first":2`) {
		t.Errorf("%d records, last %s %s", len(rows), last.Kind, last.Args)
	}
	if got := r.ok("x", intent("t", `{"a":1}`)); !got.Dup {
		t.Errorf("the first data after the conflict: %+v", got)
	}
}

func TestSameEventAtOnceFromManySides(t *testing.T) {
	r := newRig(t, nil)
	var wg sync.WaitGroup
	replies := make([]event.Reply, 32)
	for n := range replies {
		wg.Go(func() { replies[n] = r.send(harness, "x", intent("t", `{}`)) })
	}
	wg.Wait()
	fresh := 0
	for _, reply := range replies {
		if !reply.OK || reply.Seq != 2 || reply.ActionID != "a2" {
			t.Fatalf("answer %+v", reply)
		}
		if !reply.Dup {
			fresh++
		}
	}
	if n := len(r.rows()); fresh != 1 || n != 2 {
		t.Errorf("%d fresh answers and %d records, want 1 and 2", fresh, n)
	}
}

func TestRefusals(t *testing.T) {
	r := newRig(t, nil)
	open := r.ok("1", intent("rm", `{"path":"a"}`)).ActionID
	over := r.ok("2", intent("rm", `{"path":"b"}`)).ActionID
	r.ok("3", action(over, "ok"))
	r.ok("4", start(open))
	with := func(d event.Data, change func(*event.Data)) event.Data { change(&d); return d }
	args := func(kind, text string) event.Data { return event.Data{Kind: kind, ArgsJSON: text} }
	for _, tc := range []struct {
		name   string
		peer   sidecar.Peer
		data   event.Data
		code   string
		notice string // "" for none
	}{
		{"permission from a call's process", sidecar.Peer{Route: sidecar.RouteCall, ActionID: open}, allow(open), event.CodeRefused, "forged"},
		{"anything from a process nobody knows", sidecar.Peer{}, intent("t", "{}"), event.CodeRefused, "forged"},
		{"kernel record from an adapter", harness, event.Data{Kind: "syscall", Tool: "sys.unlink"}, event.CodeRefused, "forged"},
		{"permission for no call of ours", harness, allow("a99"), event.CodeUnknown, "refused"},
		{"permission for a call that ended", harness, allow(over), event.CodeState, "refused"},
		{"permission for another tool", harness, with(allow(open), func(d *event.Data) { d.Tool = "ls" }), event.CodeState, "refused"},
		{"start of no call of ours", harness, start("a99"), event.CodeUnknown, ""},
		{"start of a call that ended", harness, start(over), event.CodeState, ""},
		{"second start", harness, start(open), event.CodeState, ""},
		{"action for no call of ours", harness, action("a99", "ok"), event.CodeUnknown, ""},
		{"second action", harness, action(over, "ok"), event.CodeState, ""},
		{"action of another tool", harness, with(action(open, "ok"), func(d *event.Data) { d.Tool = "ls" }), event.CodeState, ""},
		{"status nobody knows", harness, action(open, "fine"), event.CodeMalformed, ""},
		{"session open from an adapter", harness, args("session", `{"event":"open"}`), event.CodeMalformed, ""},
		{"session close from an adapter", harness, args("session", `{"event":"close"}`), event.CodeMalformed, ""},
		{"gap about a crash from an adapter", harness, args("gap", `{"about":"crash"}`), event.CodeMalformed, ""},
		{"metadata that is no object", harness, event.Data{Kind: "notice", Metadata: []byte(`[]`)}, event.CodeMalformed, ""},
		{"action id brought by an intent", harness, with(intent("t", "{}"), func(d *event.Data) { d.ActionID = "mine" }), event.CodeMalformed, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before := len(r.rows())
			got := r.send(tc.peer, tc.name, tc.data)
			if got.OK || got.Code != tc.code || got.Message == "" {
				t.Errorf("answer %+v, want %s with a sentence", got, tc.code)
			}
			rows := r.rows()[before:]
			if tc.notice == "" {
				if len(rows) != 0 {
					t.Errorf("it left %d records", len(rows))
				}
				return
			}
			if len(rows) != 1 || rows[0].Kind != trace.KindNotice || !strings.Contains(string(rows[0].Args), `"about":"`+tc.notice+`"`) {
				t.Fatalf("it left %+v, want one notice about %s", rows, tc.notice)
			}
			if got := r.send(tc.peer, tc.name, tc.data); got.OK || got.Code != tc.code || !got.Dup || len(r.rows()) != before+1 {
				t.Errorf("sent again: %+v, %d more records", got, len(r.rows())-before-1)
			}
		})
	}
}

func TestAcceptDecidesWhosePermissionsCount(t *testing.T) {
	r := newRig(t, func(c *sidecar.Config) {
		c.Accept = func(p sidecar.Peer) bool { return p.Route == sidecar.RouteHarness }
	})
	i := r.ok("1", intent("t", "{}"))
	if got := r.send(own, "2", allow(i.ActionID)); got.OK {
		t.Errorf("a permission of the own route was accepted: %+v", got)
	}
	if got := r.send(own, "3", start(i.ActionID)); !got.OK {
		t.Errorf("a start of the own route: %+v", got)
	}
	r.ok("4", allow(i.ActionID))
}

func TestStandingGrantsAndWithdrawals(t *testing.T) {
	r := newRig(t, nil)
	grant := event.Data{Kind: "permission", Tool: "rm", Decision: "allow",
		Permission: &event.Permission{Authority: "rule", Scope: "always", Pattern: "*", Rule: "settings"}}
	r.ok("1", grant)
	i := r.ok("2", intent("rm", `{}`))
	session := allow(i.ActionID)
	session.Permission.Scope = "session"
	r.ok("3", session)
	r.ok("4", action(i.ActionID, "ok"))
	back := event.Data{Kind: "permission", ActionID: i.ActionID, Decision: "withdraw",
		Permission: &event.Permission{Authority: "human", Ref: "4"}}
	r.ok("5", back) // the grant outlives its call
	once := grant
	p := *grant.Permission
	p.Scope, once.Permission = "once", &p
	if got := r.send(harness, "6", once); got.OK || got.Code != event.CodeUnknown {
		t.Errorf("once without a call: %+v", got)
	}
}

func TestStartAsksTheWardenFirst(t *testing.T) {
	var mu sync.Mutex
	var log []string
	say := func(s string) { mu.Lock(); log = append(log, s); mu.Unlock() }
	refuse := errors.New("no leaf")
	var answer error
	r := newRig(t, func(c *sidecar.Config) {
		c.OnStart = func(_ context.Context, id string, p sidecar.Peer) error {
			say(fmt.Sprintf("enter %s %d", id, p.PID))
			return answer
		}
		c.OnEnd = func(id string) { say("leave " + id) }
	})
	i := r.ok("1", intent("t", "{}"))
	answer = refuse
	if got := r.send(own, "2", start(i.ActionID)); got.OK || !strings.Contains(got.Message, "no leaf") {
		t.Errorf("start that the warden refuses: %+v", got)
	}
	answer = nil
	r.faults.set(func([]sidecar.Entry) error { return errors.New("full") }, nil)
	if got := r.send(own, "3", start(i.ActionID)); got.OK || got.Code != event.CodeStore {
		t.Errorf("start that the store refuses: %+v", got)
	}
	r.faults.set(nil, nil)
	if got := r.send(own, "4", start(i.ActionID)); !got.OK {
		t.Errorf("start: %+v", got)
	}
	if got := r.send(own, "5", start(i.ActionID)); got.OK {
		t.Errorf("second start: %+v", got)
	}
	r.ok("6", action(i.ActionID, "ok"))
	mu.Lock()
	defer mu.Unlock()
	if got, want := strings.Join(log, ", "), "enter a2 200, enter a2 200, leave a2, enter a2 200, leave a2"; got != want {
		t.Errorf("the warden was told %q, want %q", got, want)
	}
}

func TestManyStartsOfOneCall(t *testing.T) {
	var inside sync.Map
	r := newRig(t, func(c *sidecar.Config) {
		c.OnStart = func(_ context.Context, id string, p sidecar.Peer) error {
			if _, twice := inside.LoadOrStore(id, p); twice {
				t.Error("two peers in one leaf")
			}
			return nil
		}
		c.OnEnd = func(id string) { inside.Delete(id) }
	})
	i := r.ok("1", intent("t", "{}"))
	var wg sync.WaitGroup
	var mu sync.Mutex
	started := 0
	for n := range 16 {
		wg.Go(func() {
			if r.send(own, fmt.Sprint("s", n), start(i.ActionID)).OK {
				mu.Lock()
				started++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if started != 1 {
		t.Errorf("%d starts were accepted, want 1", started)
	}
	if _, still := inside.Load(i.ActionID); !still {
		t.Error("a start that was refused took the running call out of its leaf")
	}
}

func TestGapNamesItsTool(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("rm", "{}"))
	r.ok("2", event.Data{Kind: "gap", ActionID: i.ActionID, ArgsJSON: `{"about":"result"}`})
	r.ok("3", event.Data{Kind: "gap", Tool: "ls", ArgsJSON: `{"about":"effect"}`})
	r.ok("4", event.Data{Kind: "gap", ArgsJSON: `{"about":"silence"}`})
	rows := r.rows()
	for n, want := range []string{`{"about":"result","action_id":"a2","tool":"rm"}`, `{"about":"effect","tool":"ls"}`, `{"about":"silence"}`} {
		if got := rows[2+n]; got.Kind != trace.KindGap || string(got.Args) != want {
			t.Errorf("record %d: %s %s, want %s", got.Seq, got.Kind, got.Args, want)
		}
	}
}
