package check_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/graph"
)

// scale multiplies the counts of the random tests.
func scale(n int) int {
	if s, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && s > 1 {
		return n * s
	}
	return n
}

// verdict is what the naive checker finds of one formula.
type verdict struct {
	depth  int // of the shortest violation, -1: none
	margin formula.Margin
}

// naive walks every path up to the depth, sharing nothing, and judges each of
// them by the definition.
func naive(t *testing.T, w world.World, fs []formula.Formula, depth int) []verdict {
	t.Helper()
	walker, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	found := make([]verdict, len(fs))
	for i := range found {
		found[i].depth = -1
	}
	var walk func(state []byte, docs []*formula.Document)
	walk = func(state []byte, docs []*formula.Document) {
		out := world.NewSteps(len(w.Facts()))
		if docs == nil {
			err = walker.Begin(out)
		} else {
			err = walker.Expand(state, out)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range out.All() {
			if s.Refused {
				continue
			}
			root, err := world.Document(w.Facts(), s.Facts, w.Names())
			if err != nil {
				t.Fatal(err)
			}
			path := append(docs[:len(docs):len(docs)], formula.NewDocument(root))
			for i, f := range fs {
				res, err := formula.Evaluate(f, path)
				if err != nil {
					t.Fatal(err)
				}
				v := &found[i]
				if at := len(path) - 1; !res.Holds && (v.depth < 0 || at < v.depth) {
					v.depth = at
				}
				if m := res.Margin; m.Known && (!v.margin.Known || m.Value.Cmp(v.margin.Value) < 0) {
					v.margin = m
				}
			}
			if !s.Outside && len(path) <= depth {
				walk(bytes.Clone(s.State), path)
			}
		}
	}
	walk(nil, nil)
	return found
}

type random struct{ *rand.Rand }

func (r random) value() any {
	switch r.IntN(9) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return "x"
	case 3:
		return value.Number("0.5")
	}
	return value.Number(strconv.Itoa(r.IntN(4) - 1))
}

var pointers = []string{"/a", "/b", "/c/d", "/c/e"}

func pointer(text string) formula.Pointer {
	p, err := formula.ParsePointer(text)
	if err != nil {
		panic(err)
	}
	return p
}

func (r random) formula(depth int) formula.Formula {
	if depth == 0 || r.IntN(6) == 0 {
		p := pointer(append(pointers, "/c", "/b/0")[r.IntN(6)])
		switch r.IntN(5) {
		case 0:
			return formula.Equals{Pointer: p, Value: r.value()}
		case 1:
			return formula.Exists{Pointer: p}
		}
		op := []formula.Op{formula.AtLeast, formula.More, formula.AtMost, formula.Less, formula.Same, formula.Distinct}[r.IntN(6)]
		bound, _ := value.ParseDecimal([]string{"0", "1", "2", "0.5", "-0.5", "-1"}[r.IntN(6)])
		return formula.Compare{Pointer: p, Op: op, Bound: bound}
	}
	switch r.IntN(7) {
	case 0, 1:
		parts := make([]formula.Formula, r.IntN(4))
		for i := range parts {
			parts[i] = r.formula(depth - 1)
		}
		if r.IntN(2) == 0 {
			return formula.All(parts)
		}
		return formula.Any(parts)
	case 2:
		return formula.Not{Part: r.formula(depth - 1)}
	case 3:
		return formula.Always{Part: r.formula(depth - 1)}
	case 4:
		return formula.Never{Part: r.formula(depth - 1)}
	case 5:
		return formula.Once{Part: r.formula(depth - 1)}
	}
	return formula.Since{Hold: r.formula(depth - 1), From: r.formula(depth - 1)}
}

func (r random) edge(nodes int) graph.Edge {
	e := graph.Edge{From: r.IntN(nodes), To: r.IntN(nodes), Name: string(rune('p' + r.IntN(4))), See: map[string]any{}, Refused: r.IntN(15) == 0}
	for _, p := range pointers {
		if r.IntN(4) > 0 {
			e.See[p] = r.value()
		}
	}
	return e
}

// world is a small graph; what lies outside is a function of the node.
func (r random) world(t *testing.T) *graph.World {
	t.Helper()
	nodes := 1 + r.IntN(5)
	g := graph.Graph{Name: "random"}
	for _, p := range pointers {
		g.Facts = append(g.Facts, world.Fact{Pointer: p})
	}
	outside := -1
	if r.IntN(3) == 0 {
		outside = r.IntN(nodes)
	}
	for range 1 + r.IntN(2) {
		e := r.edge(nodes)
		e.Refused, e.Outside = false, e.To == outside
		g.Start = append(g.Start, e)
	}
	for range r.IntN(2*nodes + 2) {
		e := r.edge(nodes)
		e.Outside = e.To == outside
		g.Edges = append(g.Edges, e)
	}
	w, err := graph.New(g)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestEqualsTheNaiveChecker: over random worlds and formulas the search finds
// what walking every path finds, with the same shortest lengths, whatever the
// number of workers and the kind of visited set.
func TestEqualsTheNaiveChecker(t *testing.T) {
	violated, held, starts, margins := 0, 0, 0, 0
	for seed := range scale(600) {
		r := random{rand.New(rand.NewPCG(uint64(seed), 11))}
		w := r.world(t)
		var fs []formula.Formula
		for range 1 + r.IntN(4) {
			f := r.formula(3)
			fs = append(fs, f, formula.Not{Part: f})
		}
		depth := r.IntN(5)
		want := naive(t, w, fs, depth)
		var policies []check.Policy
		var expected []verdict
		for i, f := range fs {
			if want[i].depth == 0 {
				starts++
				_, err := check.Run(context.Background(), w, []check.Policy{{ID: "s", Formula: f}}, check.Options{Depth: depth})
				if err == nil {
					t.Fatalf("seed %d: a policy that is false at the start is searched", seed)
				}
				continue
			}
			policies = append(policies, check.Policy{ID: fmt.Sprint("p", i), Formula: f})
			expected = append(expected, want[i])
		}
		if policies == nil {
			continue
		}
		var first *check.Result
		for _, o := range []check.Options{{}, {Exact: true}, {Workers: 3, CrossCheck: 1}} {
			o.Depth = depth
			res, err := check.Run(context.Background(), w, policies, o)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if first == nil {
				first = res
			} else if fmt.Sprint(res.Levels) != fmt.Sprint(first.Levels) || res.Distinct != first.Distinct {
				t.Fatalf("seed %d: %+v differs from %+v", seed, res, first)
			}
			for i, f := range res.Findings {
				text, _ := formula.Encode(policies[i].Formula)
				if f.Violated != (expected[i].depth >= 0) || f.Violated && (f.Depth != expected[i].depth || !f.Example.Verified || len(f.Example.Actions) != f.Depth) {
					t.Fatalf("seed %d: %s: %+v, walking every path finds %+v", seed, text, f, expected[i])
				}
				if f.Scope == check.MarginEveryStep && !f.Violated {
					margins++
					if f.Margin.Known != expected[i].margin.Known || f.Margin.Value.Cmp(expected[i].margin.Value) != 0 {
						t.Fatalf("seed %d: %s: margin %+v, walking every path finds %+v", seed, text, f.Margin, expected[i].margin)
					}
				}
				if f.Violated {
					violated++
				} else {
					held++
				}
			}
		}
	}
	t.Logf("%d violated, %d held, %d false at the start, %d margins", violated, held, starts, margins)
	if violated < 150 || held < 500 || starts < 500 || margins < 100 {
		t.Error("the test sees too little of one kind")
	}
}
