package sidecar_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// What an intent without an action becomes, by what is known of it (formats,
// section 2). Every case runs with and without a crash before the close.
func TestClosingRule(t *testing.T) {
	decide := func(decision string) func(*rig, string) {
		return func(r *rig, id string) {
			d := allow(id)
			d.Decision = decision
			r.ok(decision+id, d)
		}
	}
	begin := func(r *rig, id string) { r.ok("start"+id, start(id)) }
	kernel := func(executed bool) func(*rig, string) {
		return func(r *rig, id string) {
			if err := r.kernel(id, executed); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tc := range []struct {
		name  string
		gated bool
		steps []func(*rig, string)
		want  string
	}{
		{"nothing is known", false, nil, "unknown"},
		{"gated", true, nil, "cancelled"},
		{"gated, allowed", true, []func(*rig, string){decide("allow")}, "cancelled"},
		{"denied", false, []func(*rig, string){decide("deny")}, "denied"},
		{"timed out", false, []func(*rig, string){decide("timeout")}, "denied"},
		{"cancelled by the user", false, []func(*rig, string){decide("cancelled")}, "denied"},
		{"denied, then allowed", false, []func(*rig, string){decide("deny"), decide("allow")}, "unknown"},
		{"allowed, then denied", false, []func(*rig, string){decide("allow"), decide("deny")}, "denied"},
		{"allowed, started", true, []func(*rig, string){decide("allow"), begin}, "unknown"},
		{"denied and started all the same", true, []func(*rig, string){decide("deny"), begin}, "unknown"},
		{"started, then denied", true, []func(*rig, string){begin, decide("deny")}, "unknown"},
		{"denied with an executed kernel record", false, []func(*rig, string){decide("deny"), kernel(true)}, "unknown"},
		{"denied with a refused kernel record", false, []func(*rig, string){decide("deny"), kernel(false)}, "denied"},
		{"gated with an executed kernel record", true, []func(*rig, string){kernel(true)}, "unknown"},
	} {
		for _, crash := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, crash %v", tc.name, crash), func(t *testing.T) {
				r := newRig(t, nil)
				d := intent("rm", `{"path":"x"}`)
				if tc.gated {
					d.Metadata = []byte(`{"assurance":"gated"}`)
				}
				id := r.ok("1", d).ActionID
				for _, step := range tc.steps {
					step(r, id)
				}
				r.ok("flush", event.Data{Kind: "notice"}) // kernel records before it are durable, too
				if crash {
					r.restart()
				}
				r.close()
				rows := r.rows()
				a := rows[len(rows)-2]
				if a.Kind != trace.KindAction || a.ActionID != id || a.Status != tc.want || string(a.Args) != `{"path":"x"}` || *a.ArgsHash != *rows[1].ArgsHash {
					t.Errorf("closed as %+v with args %s, want an action %s of %s", a.Head, a.Args, tc.want, id)
				}
				last := rows[len(rows)-1]
				if last.Kind != trace.KindSession || string(last.Args) != `{"event":"close","reason":"exit"}` {
					t.Errorf("last record %+v %s", last.Head, last.Args)
				}
			})
		}
	}
}

func TestNothingComesAfterTheClose(t *testing.T) {
	r := newRig(t, nil)
	id := r.ok("1", intent("t", "{}")).ActionID
	p := r.close()
	if got := r.send(harness, "2", action(id, "ok")); got.OK || got.Code != event.CodeClosed {
		t.Errorf("an action after the close: %+v", got)
	}
	if err := r.kernel(id, true); !errors.Is(err, sidecar.ErrClosed) {
		t.Errorf("a kernel record after the close: %v", err)
	}
	if err := r.s.Note(t.Context(), sidecar.Notice{About: "x"}); !errors.Is(err, sidecar.ErrClosed) {
		t.Errorf("a notice after the close: %v", err)
	}
	if again := r.close(); again != p {
		t.Errorf("closed again: %+v, before %+v", again, p)
	}
	if n := len(r.rows()); uint64(n) != p.N {
		t.Errorf("%d records, closed at %d", n, p.N)
	}
	r.restart()
	if again := r.s.Progress(); again != p {
		t.Errorf("resumed: %+v, before %+v", again, p)
	}
	if got := r.send(harness, "3", intent("t", "{}")); got.Code != event.CodeClosed {
		t.Errorf("an intent after the close and a restart: %+v", got)
	}
}

func TestCloseCanBeRepeatedAfterTheStoreFailed(t *testing.T) {
	r := newRig(t, nil)
	r.ok("1", intent("t", "{}"))
	r.faults.set(func([]sidecar.Entry) error { return errors.New("disk full") }, nil)
	if _, err := r.s.Close(t.Context(), sidecar.Closing{}); err == nil {
		t.Fatal("closed without a store")
	}
	if p := r.s.Progress(); p.Closed || p.N != 2 {
		t.Errorf("after a close that failed: %+v", p)
	}
	r.faults.set(nil, nil)
	if p := r.close(); !p.Closed || p.N != 4 {
		t.Errorf("the second close: %+v", p)
	}
	r.rows()
}

func TestResumeSaysWhatMayBeMissing(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("t", "{}"))
	r.cfg.Boot = "99999999-2222-3333-4444-555555555555"
	r.restart()
	if got := r.ok("2", action(i.ActionID, "ok")); got.Seq != 5 {
		t.Errorf("the call goes on as %+v", got)
	}
	if j := r.ok("3", intent("t", "{}")); j.ActionID == i.ActionID {
		t.Errorf("action id %s was used again", j.ActionID)
	}
	rows := r.rows()
	if gap := string(rows[2].Args); rows[2].Kind != trace.KindGap || !strings.Contains(gap, `"about":"crash","after":2`) {
		t.Errorf("gap %s", gap)
	}
	if res := rows[3]; res.Kind != trace.KindSession || string(res.Args) != `{"event":"resume"}` || res.Boot != r.cfg.Boot {
		t.Errorf("resume %+v", res)
	}
}

func TestOpenAndResumeOfTheWrongSession(t *testing.T) {
	r := newRig(t, nil)
	if _, err := sidecar.Open(t.Context(), r.cfg); !errors.Is(err, sidecar.ErrExists) {
		t.Errorf("opened twice: %v", err)
	}
	fresh := r.cfg
	fresh.Session = trace.Hash{9}
	s, err := sidecar.Resume(t.Context(), fresh)
	if err != nil {
		t.Fatal(err)
	}
	if p := s.Progress(); p.N != 1 {
		t.Errorf("a session that crashed before its first record has %+v", p)
	}
	s.Fail(errors.New("done"))
	for _, broken := range []func(*sidecar.Config){
		func(c *sidecar.Config) { c.Session = trace.Hash{} },
		func(c *sidecar.Config) { c.Store = nil },
		func(c *sidecar.Config) { c.Random = nil },
		func(c *sidecar.Config) { c.Boot = "" },
	} {
		c := fresh
		broken(&c)
		if _, err := sidecar.Resume(t.Context(), c); err == nil {
			t.Error("a configuration with a hole was taken")
		}
	}
}
