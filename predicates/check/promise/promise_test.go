package promise_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/check/promise"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/graph"
	"github.com/varek/varek/predicates/world/table"
)

func shop(t testing.TB) *table.World {
	t.Helper()
	text, err := os.ReadFile("testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := table.New(text)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// judges compiles the promises of testdata, by name.
func judges(t testing.TB) map[string]*promise.Judge {
	t.Helper()
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/promises/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	out := map[string]*promise.Judge{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := predicates.ParsePromise(text)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		pred, prog, err := p.Compile(reg)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".yaml")] = promise.New(p, pred, prog)
	}
	return out
}

// TestVerdicts: every promise of the catalog, with the length of its shortest
// violation (0: none) and what its judge remembers.
func TestVerdicts(t *testing.T) {
	js := judges(t)
	want := map[string]struct {
		length int
		memory string
	}{
		"aap1-mail-asked": {1, "itself"}, "aap1-deletes": {1, "all records"}, "aap1-nothing": {0, "itself"},
		"aap2-look-first": {1, "in their order"}, "aap2-workspace": {1, "itself"}, "aap2-anywhere": {0, "itself"},
		"aap3-mandate": {1, "itself"}, "aap3-loose": {0, "itself"}, "aap4-mail": {1, "itself"}, "aap4-all-known": {0, "itself"},
		"aap5-spending": {2, "not their order"}, "aap5-burst": {2, "all records"}, "aap5-never-reached": {0, "not their order"},
		"ptl1-merge": {2, "own state"}, "ptl1-review-first": {1, "own state"}, "ptl1-number": {2, "all records"}, "ptl1-tables": {1, "in their order"}, "ptl1-true": {0, "own state"},
	}
	if len(want) != len(js) {
		t.Errorf("%d promises, %d expected", len(js), len(want))
	}
	for name, j := range js {
		w := want[name]
		if !strings.Contains(j.Memory(), w.memory) {
			t.Errorf("%s remembers %s, want %s", name, j.Memory(), w.memory)
		}
		res, err := check.Run(context.Background(), shop(t), []check.Policy{{ID: name, Judge: j}}, check.Options{Depth: 2, Exact: true, CrossCheck: 7})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f := res.Findings[0]
		if f.Violated != (w.length > 0) || f.Violated && (!f.Example.Verified || len(f.Example.Actions) != w.length) {
			t.Errorf("%s: violated %v, %+v; want length %d", name, f.Violated, f.Example, w.length)
		}
		if w.memory == "itself" && !f.Violated && !res.Closed {
			t.Errorf("%s: judges calls one by one, and yet the graph does not close", name)
		}
	}
}

// TestMergingIsSound holds the search's states to the definition: along random
// walks the judge's verdict is that of the program over the whole path, and two
// histories with one state get one verdict and one state on any next step.
func TestMergingIsSound(t *testing.T) {
	w := shop(t)
	k, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	for name, j := range judges(t) {
		r := rand.New(rand.NewPCG(7, uint64(len(name))))
		next := map[string]string{} // state and step -> what came of it
		merged := 0
		for range 60 {
			path, state := start(t, k, w, j)
			for range 5 {
				steps := expand(t, k, w, path[len(path)-1].State)
				step := steps[r.IntN(len(steps))]
				after, violated, err := j.Step(nil, state, &step)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				path = append(path, step)
				slow, sentence, err := j.Replay(path)
				if err != nil {
					t.Fatal(err)
				}
				if slow != violated {
					t.Fatalf("%s: on the way %v, as a whole %v (%s), after %d steps", name, violated, slow, sentence, len(path)-1)
				}
				key, came := string(state)+"|"+w.Action(step.Label).ID+"|"+string(path[len(path)-2].State), "violated"
				if !violated {
					came = string(after)
				}
				if before, met := next[key]; met {
					if merged++; before != came {
						t.Fatalf("%s: one state, two futures", name)
					}
				}
				next[key] = came
				if violated {
					break
				}
				state = after
			}
		}
		if merged == 0 {
			t.Errorf("%s: no two histories met", name)
		}
	}
}

func start(t *testing.T, k world.Walker, w *table.World, j *promise.Judge) ([]world.Step, []byte) {
	t.Helper()
	out := world.NewSteps(len(w.Facts()))
	if err := k.Begin(out); err != nil {
		t.Fatal(err)
	}
	state, violated, err := j.Step(nil, nil, &out.All()[0])
	if err != nil || violated {
		t.Fatal(violated, err)
	}
	return []world.Step{out.All()[0]}, append([]byte{}, state...)
}

func expand(t *testing.T, k world.Walker, w *table.World, state []byte) (steps []world.Step) {
	t.Helper()
	out := world.NewSteps(len(w.Facts()))
	if err := k.Expand(state, out); err != nil {
		t.Fatal(err)
	}
	for _, s := range out.All() {
		if !s.Refused {
			steps = append(steps, s)
		}
	}
	return steps
}

// TestHalfCallsAreRefused: a world whose records the memory of programs does
// not fit gets no certificate.
func TestHalfCallsAreRefused(t *testing.T) {
	open := []world.Record{{Kind: "session", Args: []byte(`{"event":"open"}`)}}
	intent := world.Record{Kind: "intent", Tool: "a", Args: []byte(`{}`)}
	action := world.Record{Kind: "action", Tool: "a", Args: []byte(`{}`), Status: "ok"}
	rides := world.Record{Kind: "permission", Tool: "user_authorization", Decision: "allow", Args: []byte(`{"inherited_from":2}`)}
	withdraw := world.Record{Kind: "permission", Tool: "user_authorization", Decision: "withdraw", Args: []byte(`{}`)}
	for name, c := range map[string]struct {
		begin, then []world.Record
		want        error
	}{
		"no records":       {nil, nil, promise.ErrNoRecords},
		"no opening":       {[]world.Record{action}, nil, promise.ErrOpenCall},
		"never ends":       {open, []world.Record{intent}, promise.ErrOpenCall},
		"ends twice":       {open, []world.Record{action, action}, promise.ErrOpenCall},
		"goes on":          {open, []world.Record{action, intent}, promise.ErrOpenCall},
		"rides":            {open, []world.Record{intent, rides, action}, promise.ErrOpenCall},
		"withdraws":        {open, []world.Record{intent, withdraw, action}, promise.ErrOpenCall},
		"opens once more":  {open, open, promise.ErrOpenCall},
		"whole":            {open, []world.Record{intent, action}, nil},
		"nothing happened": {open, nil, nil},
	} {
		w, err := graph.New(graph.Graph{Name: "g", Start: []graph.Edge{{To: 1, Records: c.begin}}, Edges: []graph.Edge{{From: 1, To: 1, Name: "go", Records: c.then}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = check.Run(context.Background(), w, []check.Policy{{ID: "p", Judge: judges(t)["aap1-nothing"]}}, check.Options{Depth: 2})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestExportIsWritten: the bundle of a path reads back with its records.
func TestExportIsWritten(t *testing.T) {
	w := shop(t)
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/promises/aap4-mail.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := predicates.ParsePromise(text)
	if err != nil {
		t.Fatal(err)
	}
	pred, prog, err := p.Compile(reg)
	if err != nil {
		t.Fatal(err)
	}
	res, err := check.Run(context.Background(), w, []check.Policy{{ID: "p", Judge: promise.New(p, pred, prog)}}, check.Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		if err := promise.Export(b, p, res.Findings[0].Example.Path); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) || strings.Count(one.String(), "\n") != 6 {
		t.Errorf("the bundle has %d lines, or differs from run to run", strings.Count(one.String(), "\n"))
	}
}
