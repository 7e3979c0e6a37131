package check_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/monitor"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/graph"
	"github.com/varek/varek/predicates/world/pullreview"
)

func see(keys ...string) map[string]any {
	m := map[string]any{}
	for _, k := range keys {
		m["/"+k] = true
	}
	return m
}

// twoHistories reaches node 1 with (p, p) and with (p and q, p), in that order;
// then comes a step with neither.
func twoHistories(t *testing.T) *graph.World {
	t.Helper()
	w, err := graph.New(graph.Graph{Name: "two histories", Facts: []world.Fact{{Pointer: "/p"}, {Pointer: "/q"}}, Start: []graph.Edge{{To: 0, See: see("p")}},
		Edges: []graph.Edge{{From: 0, To: 1, Name: "plain", See: see("p")}, {From: 0, To: 2, Name: "begin", See: see("p", "q")}, {From: 2, To: 1, Name: "on", See: see("p")},
			{From: 1, To: 1, Name: "stay", See: see("p")}, {From: 1, To: 3, Name: "neither", See: see()}}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func since() formula.Formula {
	return formula.Since{Hold: formula.Exists{Pointer: pointer("/p")}, From: formula.Exists{Pointer: pointer("/q")}}
}

// plainSearch is a breadth-first search in which key says what counts as the
// same: it tells whether a step at which the Since is false is found.
func plainSearch(t *testing.T, w *graph.World, depth int, key func(state []byte, monitor uint64, holds bool) string) bool {
	t.Helper()
	prog, err := monitor.Compile(since())
	if err != nil {
		t.Fatal(err)
	}
	walker, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	type node struct {
		state   []byte
		monitor uint64
	}
	seen, level := map[string]bool{}, []node{{}}
	for d := 0; d <= depth; d++ {
		var next []node
		for _, n := range level {
			out := world.NewSteps(2)
			if d == 0 {
				err = walker.Begin(out)
			} else {
				err = walker.Expand(n.state, out)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range out.All() {
				atoms := make([]uint8, 2)
				for i, a := range prog.Atoms() {
					if a.(formula.Exists).Pointer.String() == "/p" && s.Facts[0] != world.Absent || a.(formula.Exists).Pointer.String() == "/q" && s.Facts[1] != world.Absent {
						atoms[i] = 1
					}
				}
				state, regs := []uint64{n.monitor}, make([]uint8, prog.Registers())
				prog.Step(state, atoms, regs)
				if !prog.Holds(0, regs) {
					return true
				}
				if k := key(s.State, state[0], prog.Holds(0, regs)); !seen[k] {
					seen[k] = true
					next = append(next, node{s.State, state[0]})
				}
			}
		}
		level = next
	}
	return false
}

// TestOneBitKeyIsWrong: keyed on the truth of a Since, node 1 is seen once and
// the policy seems to hold; keyed on the monitor's state it is violated.
func TestOneBitKeyIsWrong(t *testing.T) {
	w := twoHistories(t)
	if plainSearch(t, w, 5, func(state []byte, _ uint64, holds bool) string { return fmt.Sprint(state, holds) }) {
		t.Fatal("the one-bit key finds the violation: the example shows nothing")
	}
	if !plainSearch(t, w, 5, func(state []byte, monitor uint64, _ bool) string { return fmt.Sprint(state, monitor) }) {
		t.Fatal("the two-bit key does not find the violation")
	}
	res, err := check.Run(context.Background(), w, []check.Policy{{ID: "right", Formula: since()}}, check.Options{Depth: 5})
	if err != nil || !res.Findings[0].Violated || !res.Findings[0].Example.Verified || res.Findings[0].Depth != 3 {
		t.Fatalf("the two-bit key finds %+v, %v", res.Findings[0], err)
	}
	var ids []string
	for _, a := range res.Findings[0].Example.Actions {
		ids = append(ids, a.ID)
	}
	if got := strings.Join(ids, " "); got != "begin on neither" {
		t.Errorf("the counterexample is %s", got)
	}
}

// TestUnknownPointerIsRefused: a policy that would read nothing certifies
// nothing.
func TestUnknownPointerIsRefused(t *testing.T) {
	for _, text := range []string{`{"Never":{"Equals":{"pointer":"/nope","value":1}}}`, `{"Always":{"Compare":{"pointer":"/derived/counts/newly_mergd","op":"<","value":1}}}`} {
		w, err := pullreview.New(pullreview.Page)
		if err != nil {
			t.Fatal(err)
		}
		f, err := formula.Decode([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = check.Run(context.Background(), w, []check.Policy{{ID: "x", Formula: f}}, check.Options{Depth: 1}); !errors.Is(err, check.ErrPolicy) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func fifteen(t testing.TB) []check.Policy {
	t.Helper()
	list, err := check.ParsePolicies(pullreview.Policies, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func report(t *testing.T, surface string, o check.Options, set check.Setting) (*check.Report, *check.Report) {
	t.Helper()
	w, err := pullreview.New(surface)
	if err != nil {
		t.Fatal(err)
	}
	var atLevel *check.Report
	o.AtDepth = func(res *check.Result) (err error) {
		if res.Partial == nil {
			atLevel, err = check.NewReport(w, fifteen(t), o, res, set)
		}
		return err
	}
	res, err := check.Run(context.Background(), w, fifteen(t), o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.NewReport(w, fifteen(t), o, res, set)
	if err != nil {
		t.Fatal(err)
	}
	return r, atLevel
}

func text(t *testing.T, r *check.Report) string {
	t.Helper()
	b, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestParallelIsTheSame: the number of workers does not show in a byte.
func TestParallelIsTheSame(t *testing.T) {
	for _, surface := range []string{pullreview.Page, pullreview.Tool} {
		o := check.Options{Depth: 7, CrossCheck: 500}
		if surface == pullreview.Tool {
			o.Depth = 4
		}
		one, _ := report(t, surface, o, check.Setting{})
		for _, n := range []int{2, 5} {
			o.Workers = n
			if many, _ := report(t, surface, o, check.Setting{}); text(t, many) != text(t, one) {
				t.Errorf("%s: %d workers write another report", surface, n)
			}
		}
		o.Workers, o.Exact = 2, true
		exact, _ := report(t, surface, o, check.Setting{})
		for i, l := range one.Levels {
			if exact.Levels[i] != l {
				t.Errorf("%s, depth %d: whole keys give %+v, fingerprints %+v", surface, i, exact.Levels[i], l)
			}
		}
	}
}

// TestBudgetsAndResume: a run that a budget ends keeps its last level, says how
// far the next was, and resumed reaches the certificate of a run in one piece.
func TestBudgetsAndResume(t *testing.T) {
	whole, last := report(t, pullreview.Page, check.Options{Depth: 7}, check.Setting{})
	cert, err := last.Certify().Encode()
	if err != nil {
		t.Fatal(err)
	}
	ticks := time.Unix(0, 0)
	clock := func() time.Time { ticks = ticks.Add(time.Millisecond); return ticks }
	for name, o := range map[string]check.Options{"states": {States: 1500}, "memory": {Memory: 300 << 10}, "time": {Time: 12 * time.Millisecond, Now: clock}} {
		o.Depth = 7
		r, at := report(t, pullreview.Page, o, check.Setting{})
		if !strings.HasPrefix(r.Termination, name+":") || r.NextDepthPartial == nil || r.Depth >= 7 || r.NextDepthPartial.Depth != r.Depth+1 || len(r.Levels) != r.Depth+1 {
			t.Errorf("%s: %s at depth %d, next %+v", name, r.Termination, r.Depth, r.NextDepthPartial)
			continue
		}
		if at.Depth != r.Depth {
			t.Errorf("%s: the last level's report is of depth %d, the run's of %d", name, at.Depth, r.Depth)
		}
		read, err := check.ParseReport([]byte(text(t, r)))
		if err != nil {
			t.Fatal(err)
		}
		expect, err := read.Finished()
		if err != nil {
			t.Fatal(err)
		}
		_, again := report(t, pullreview.Page, check.Options{Depth: 7, Expect: expect}, check.Setting{})
		if got, err := again.Certify().Encode(); err != nil || string(got) != string(cert) {
			t.Errorf("%s: the resumed run's certificate differs, %v", name, err)
		}
	}
	expect, err := whole.Finished()
	if err != nil {
		t.Fatal(err)
	}
	expect[3].States++
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := check.Run(context.Background(), w, fifteen(t), check.Options{Depth: 7, Expect: expect}); !errors.Is(err, check.ErrResume) {
		t.Errorf("a level that differs from the report: %v", err)
	}
}

// TestConfirm: a certificate is confirmed, and one that was altered is not.
func TestConfirm(t *testing.T) {
	_, last := report(t, pullreview.Page, check.Options{Depth: 5}, check.Setting{Version: "a"})
	enc, err := last.Certify().Encode()
	if err != nil {
		t.Fatal(err)
	}
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		t.Fatal(err)
	}
	confirm := func(enc string) []string {
		cert, err := check.ParseCertificate([]byte(enc))
		if err != nil {
			t.Fatal(err)
		}
		differs, err := check.Confirm(context.Background(), w, fifteen(t), cert, check.Options{Exact: true, Workers: 2}, check.Setting{Version: "b"})
		if err != nil {
			t.Fatal(err)
		}
		return differs
	}
	if differs := confirm(string(enc)); len(differs) > 0 {
		t.Errorf("%q", differs)
	}
	for _, change := range [][2]string{{`"depth": 5,`, `"depth": 4,`}, {`"status": "holds"`, `"status": "violated"`}, {last.Levels[4].Digest, last.Levels[3].Digest}, {`"states_distinct": `, `"states_distinct": 1`}} {
		altered := strings.Replace(string(enc), change[0], change[1], 1)
		if altered == string(enc) {
			t.Fatalf("%q is not in the certificate", change[0])
		}
		if len(confirm(altered)) == 0 {
			t.Errorf("confirmed with %q for %q", change[1], change[0])
		}
	}
	if _, err := check.ParseCertificate([]byte(strings.Replace(string(enc), `"closed"`, `"cloned"`, 1))); !errors.Is(err, check.ErrCertificate) {
		t.Errorf("an unknown member: %v", err)
	}
}

// liar is a world that breaks its promise: from some state on, its walkers
// disagree.
type liar struct {
	*pullreview.World
	walks *int
}

type lyingWalker struct {
	world.Walker
	first bool
}

func (l liar) Walk() (world.Walker, error) {
	k, err := l.World.Walk()
	*l.walks++
	return lyingWalker{k, *l.walks == 1}, err
}

func (k lyingWalker) Expand(state []byte, out *world.Steps) error {
	err := k.Walker.Expand(state, out)
	if list := out.All(); k.first && len(list) > 5 {
		list[5].Label++
	}
	return err
}

// TestDisagreementEndsTheRun: two readings that differ are no certificate, and
// a counterexample that does not come out again is unverified.
func TestDisagreementEndsTheRun(t *testing.T) {
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		t.Fatal(err)
	}
	_, err = check.Run(context.Background(), liar{w, new(int)}, fifteen(t), check.Options{Depth: 4, CrossCheck: 1})
	if !errors.Is(err, check.ErrDisagree) {
		t.Errorf("the run ends with %v", err)
	}
	g := twoHistories(t)
	res, err := check.Run(context.Background(), turncoat{g, new(int)}, []check.Policy{{ID: "p", Formula: since()}}, check.Options{Depth: 4})
	if err != nil || !res.Findings[0].Violated || res.Findings[0].Example.Verified {
		t.Fatalf("%+v, %v", res, err)
	}
	r, err := check.NewReport(g, []check.Policy{{ID: "p", Formula: since()}}, check.Options{Depth: 4}, res, check.Setting{})
	if err != nil || r.Policies[0].Status != check.StatusUnverified || r.PoliciesViolated != 0 || r.Rejected != 1 {
		t.Errorf("%+v, %v", r.Policies, err)
	}
}

// turncoat shows the search p missing where later walks see it.
type turncoat struct {
	*graph.World
	walks *int
}

type turncoatWalker struct{ world.Walker }

func (c turncoat) Walk() (world.Walker, error) {
	k, err := c.World.Walk()
	if *c.walks++; *c.walks == 1 {
		return k, err
	}
	return turncoatWalker{k}, err
}

func (k turncoatWalker) Expand(state []byte, out *world.Steps) error {
	err := k.Walker.Expand(state, out)
	for i := range out.All() {
		out.All()[i].Facts[0] = world.True
	}
	return err
}

// TestSelfTest runs the published cases.
func TestSelfTest(t *testing.T) {
	if n, err := check.SelfTest(); err != nil || n < 30 {
		t.Errorf("%d cases, %v", n, err)
	}
}

// TestAllow: what is not allowed is counted and not walked.
func TestAllow(t *testing.T) {
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		t.Fatal(err)
	}
	res, err := check.Run(context.Background(), w, fifteen(t), check.Options{Depth: 5, Allow: func(a world.Action) bool { return !strings.HasPrefix(a.ID, "merge-") }})
	if err != nil {
		t.Fatal(err)
	}
	var violated []string
	for i, f := range res.Findings {
		if f.Violated {
			violated = append(violated, fmt.Sprint(i+1))
		}
	}
	if got := strings.Join(violated, " "); got != "12 13 14 15" || res.Counts.Denied == 0 {
		t.Errorf("without merging %s are violated, %d steps denied", got, res.Counts.Denied)
	}
}
