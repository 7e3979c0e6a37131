package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/check/promise"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/table"
)

// TestModelsBundles: one language, one verdict. What the bounded checker finds
// for each promise, exported as a bundle, is what the judge finds; and a walk on
// which the checker sees the promise kept is satisfied.
func TestModelsBundles(t *testing.T) {
	const data = "../../../predicates/check/promise/testdata/"
	text, err := os.ReadFile(data + "shop.json")
	if err != nil {
		t.Fatal(err)
	}
	w, err := table.New(text)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(data + "promises/*.yaml")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d promises, %v", len(files), err)
	}
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]map[bool]int{}
	for _, path := range files {
		text, err := os.ReadFile(path)
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
		j := promise.New(p, pred, prog)
		res, err := check.Run(t.Context(), w, []check.Policy{{ID: "p", Judge: j}}, check.Options{Depth: 2})
		if err != nil {
			t.Fatal(err)
		}
		if judged[p.Predicate] == nil {
			judged[p.Predicate] = map[bool]int{}
		}
		if f := res.Findings[0]; f.Violated {
			judgeModel(t, path, p, f.Example.Path, true)
			judged[p.Predicate][true]++
		}
		judgeModel(t, path, p, keptWalk(t, w, j), false)
		judged[p.Predicate][false]++
	}
	for _, name := range reg.Names() {
		if judged[name][true] == 0 || judged[name][false] == 0 {
			t.Errorf("%s: %d bundles violated and %d satisfied", name, judged[name][true], judged[name][false])
		}
	}
}

// judgeModel exports a path and asks the command.
func judgeModel(t *testing.T, name string, p predicates.PromiseFile, path []world.Step, violated bool) {
	t.Helper()
	var b bytes.Buffer
	if err := promise.Export(&b, p, path); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	file := filepath.Join(t.TempDir(), "bundle.ndjson")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	want, word := 0, `"reason":"satisfied"`
	if violated {
		want, word = 1, `"reason":"violated"`
	}
	if code, out, errs := command(t, "judge", file, "--no-chain", "--json"); code != want || !strings.Contains(out, word) {
		t.Errorf("%s, %d actions: exit %d, want %d with %s: %s%s", name, len(path)-1, code, want, word, out, errs)
	}
}

// keptWalk takes up to five steps of which the judge says that they keep the
// promise, trying the last actions first.
func keptWalk(t *testing.T, w *table.World, j *promise.Judge) []world.Step {
	t.Helper()
	k, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	out := world.NewSteps(len(w.Facts()))
	if err := k.Begin(out); err != nil {
		t.Fatal(err)
	}
	path := []world.Step{out.All()[0]}
	state, _, err := j.Step(nil, nil, &path[0])
	if err != nil {
		t.Fatal(err)
	}
walk:
	for n := range 5 {
		out := world.NewSteps(len(w.Facts()))
		if err := k.Expand(path[len(path)-1].State, out); err != nil {
			t.Fatal(err)
		}
		steps := out.All()
		for i := range steps {
			step := steps[(len(steps)-1-i+7*n)%len(steps)]
			after, violated, err := j.Step(nil, state, &step)
			if err != nil {
				t.Fatal(err)
			}
			if !violated && !step.Refused {
				path, state = append(path, step), append([]byte{}, after...)
				continue walk
			}
		}
		break
	}
	return path
}
