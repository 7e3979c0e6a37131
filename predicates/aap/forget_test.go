package aap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
)

// remembering starts a run that forgets nothing.
func remembering(t testing.TB, prog predicates.Program) predicates.Run {
	t.Helper()
	run := prog.Start()
	switch r := run.(type) {
	case *authorizationRun:
		r.ledger.keepsAll = true
	case *callRun:
		r.ledger.keepsAll = true
	case *temporalRun:
		r.calls.ledger.keepsAll = true
	default:
		t.Fatalf("a run of type %T", run)
	}
	return run
}

// checkForgetting compares what a program says with what it says when it
// remembers every call and permission, step by step.
func checkForgetting(t *testing.T, prog predicates.Program, views []predicates.View) {
	t.Helper()
	short, long := prog.Start(), remembering(t, prog)
	for _, v := range views {
		got, want := short.Step(v), long.Step(v)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("record %d: %v, remembering everything %v\n%s", v.Head.Seq, got, want, listing(views))
		}
		if got != nil {
			return
		}
	}
	if got, want := short.Outcome(), long.Outcome(); !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v\nremembering everything %+v\n%s", got, want, listing(views))
	}
}

func listing(views []predicates.View) string {
	var out strings.Builder
	for _, v := range views {
		fmt.Fprintf(&out, "%d %s %s %s %s %s %s\n", v.Head.Seq, v.Head.Kind, v.Head.Tool, v.Head.ActionID, v.Head.Decision, v.Head.Status, v.Body.Args)
	}
	return out.String()
}

// TestForgettingChangesNothing runs sessions in which ids come again after
// their end and permissions are ridden on and withdrawn after their use.
func TestForgettingChangesNothing(t *testing.T) {
	progs := fuzzPrograms(t)
	rng := rand.New(rand.NewPCG(21, 22))
	for range 150 * scale() {
		var lines []byte
		for range 1 + rng.IntN(5) {
			more := traceLines(randomTrace(rng))
			if rng.IntN(2) == 0 {
				more = bytes.ReplaceAll(more, []byte(`"action_id":"a"`), []byte(`"action_id":"`+strings.Repeat("long", 20)+`"`))
			}
			lines = append(lines, more...)
		}
		views := viewsOf(lines)
		for _, prog := range progs {
			checkForgetting(t, prog, views)
		}
	}
}

// TestEndedCalls compares with a map, over ids of all lengths and ids that were
// made to meet.
func TestEndedCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	ids := []string{"", "\xff", strings.Repeat("x", longestKey), strings.Repeat("x", longestKey+1), strings.Repeat("x", 5000)}
	for i := range 20_000 {
		ids = append(ids, fmt.Sprint("call-", i), fmt.Sprintf("%036x", rng.Uint64()))
	}
	var meeting endedCalls
	meeting.slots = make([]uint32, 65536+probes)
	for i := 0; len(ids) < 50_000; i++ {
		id := fmt.Sprint("m", i)
		var buf [longestKey + 1]byte
		if window := meeting.window(endedKey(buf[:0], id)); &window[0] == &meeting.slots[7] || i%100 == 0 {
			ids = append(ids, id)
		}
	}
	var e endedCalls
	want := map[string]end{}
	for i, id := range ids {
		x := end{seq: rng.Uint64N(1 << 53), tool: fmt.Sprint("tool", i%7), why: strings.Repeat("y", i%3)}
		if _, ok := e.find(id); ok {
			t.Fatalf("%q is there before it was added", id)
		}
		if !e.add(id, x) {
			t.Fatalf("no room for %q", id)
		}
		want[id] = x
	}
	for id, x := range want {
		if got, ok := e.find(id); !ok || got != x {
			t.Fatalf("%q: %+v %v, want %+v", id, got, ok, x)
		}
	}
}

// TestEndedCallsThatMeet: ids chosen so that all want one place cost no more
// than others.
func TestEndedCallsThatMeet(t *testing.T) {
	var e endedCalls
	e.grow()
	var met []string
	for i := 0; len(met) < 3*probes; i++ {
		id := fmt.Sprint("m", i)
		var buf [longestKey + 1]byte
		if window := e.window(endedKey(buf[:0], id)); &window[0] == &e.slots[7] {
			met = append(met, id)
		}
	}
	for i, id := range met {
		e.add(id, end{seq: uint64(i + 1)})
	}
	if len(e.over) != 2*probes {
		t.Errorf("%d ids found no slot, want %d", len(e.over), 2*probes)
	}
	for i, id := range met {
		if got, ok := e.find(id); !ok || got.seq != uint64(i+1) {
			t.Errorf("%q: %+v %v", id, got, ok)
		}
	}
}
