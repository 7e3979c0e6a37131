package sidecar_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// readCounter counts the records that a resumption reads.
type ctxT = context.Context

type readCounter struct {
	sidecar.Store
	read int
}

func (c *readCounter) Read(ctx ctxT, id trace.Hash, from, to uint64, visit func(trace.Record, uint64) error) error {
	return c.Store.Read(ctx, id, from, to, func(r trace.Record, seq uint64) error {
		c.read++
		return visit(r, seq)
	})
}

// A long session is taken up from its kept state, with the same hash, the same
// open calls and the same closing as if all records had been read.
func TestResumeFromKeptState(t *testing.T) {
	r := newRig(t, nil)
	r.s.Fail(sidecar.ErrClosed)
	r.cfg.States = r.store
	s, err := sidecar.Resume(t.Context(), r.cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.s = s
	open := r.ok("open", intent("t", `{"a":1}`))
	r.ok("allow", allow(open.ActionID))
	r.ok("start", start(open.ActionID))
	for n := range 1500 {
		i := r.ok(fmt.Sprint("i", n), intent("t", `{}`))
		r.ok(fmt.Sprint("a", n), action(i.ActionID, "ok"))
	}
	if err := r.s.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := r.s.Progress()
	if n, _, err := r.store.State(t.Context(), session); err != nil || n != before.N {
		t.Fatalf("a state of %d of %d records is kept, %v", n, before.N, err)
	}
	for _, kept := range []bool{true, false} {
		counted := &readCounter{Store: adapt(r.store)}
		cfg := r.cfg
		cfg.Store = counted
		if !kept {
			cfg.States = nil
		}
		s, err := sidecar.Resume(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if kept && counted.read != 0 || !kept && uint64(counted.read) != before.N+2 {
			t.Errorf("kept state %v: %d records were read", kept, counted.read)
		}
		if p := s.Progress(); kept && (p.N != before.N+2 || p.Calls != before.Calls) || p.H.IsZero() {
			t.Errorf("progress %+v, before %+v", p, before)
		}
		if !kept {
			p, err := s.Close(t.Context(), sidecar.Closing{Reason: "crash"})
			if err != nil || !p.Closed {
				t.Fatal(p, err)
			}
		}
		s.Fail(sidecar.ErrClosed)
	}
	rows := r.rows()
	if last := rows[len(rows)-2]; last.ActionID != open.ActionID || last.Status != "unknown" {
		t.Errorf("the open call ended as %+v", last.Head)
	}
	var f trace.Frontier
	for _, row := range rows {
		f.Append(row.leaf)
	}
	if f.Size() != uint64(len(rows)) {
		t.Error("the rows do not add up")
	}
}

// A call that ended before the kept state is known for what it is: a late event
// for it is refused because of its state, and a grant that it brought can still
// be withdrawn. A number that is no call's stays unknown.
func TestLateEventsAfterKeptState(t *testing.T) {
	r := newRig(t, nil)
	call := r.ok("i", intent("t", `{"a":1}`))
	grant := allow(call.ActionID)
	grant.Permission.Scope = "session"
	given := r.ok("p", grant)
	r.ok("a", action(call.ActionID, "ok"))
	r.s.Fail(sidecar.ErrClosed)
	r.cfg.States = r.store
	for range 2 { // the first one keeps the state, the second resumes from it
		s, err := sidecar.Resume(t.Context(), r.cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Leave(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s, err := sidecar.Resume(t.Context(), r.cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.s = s
	for id, d := range map[string]event.Data{"late action": action(call.ActionID, "ok"), "late start": start(call.ActionID), "late permission": allow(call.ActionID)} {
		if reply := r.send(harness, id, d); reply.Code != event.CodeState {
			t.Errorf("%s: %+v, want code state", id, reply)
		}
	}
	for _, id := range []string{"a1", "a3", "a999", "a02", "b1"} {
		if reply := r.send(harness, "none "+id, action(id, "ok")); reply.Code != event.CodeUnknown {
			t.Errorf("call %s: %+v, want code unknown", id, reply)
		}
	}
	back := event.Data{Kind: "permission", ActionID: call.ActionID, Decision: "withdraw",
		Permission: &event.Permission{Authority: "human", Actor: "ada", Scope: "session", Ref: fmt.Sprint(given.Seq)}}
	withdrawn := r.ok("w", back)
	rows := r.rows()
	first, last := rows[given.Seq-1], rows[withdrawn.Seq-1]
	if last.Decision != "withdraw" || last.ActionID != call.ActionID || text(last.Args, "args_hash") != text(first.Args, "args_hash") {
		t.Errorf("the withdrawal is %+v %s, the grant %s", last.Head, last.Args, first.Args)
	}
	if p := r.close(); !p.Closed {
		t.Errorf("closed %+v", p)
	}
}

// text reads a string member.
func text(v jsontext.Value, name string) string {
	var m map[string]any
	if json.Unmarshal(v, &m) != nil {
		return ""
	}
	s, _ := m[name].(string)
	return s
}
