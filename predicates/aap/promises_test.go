package aap

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
)

func readPromise(t testing.TB, name string) predicates.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "promises", name))
	if err != nil {
		t.Fatal(err)
	}
	file, err := predicates.ParsePromise(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	_, prog, err := file.Compile(catalog(t))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return prog
}

// TestReadyPromises reads the promise files that people start from and judges
// the sample by them: a suite's file says what its allowlists say.
func TestReadyPromises(t *testing.T) {
	lists := dojoAllowlists(t)
	files := map[string]predicates.Program{}
	for _, suite := range []string{"banking", "slack", "travel", "workspace"} {
		files[suite] = readPromise(t, "aap4-"+suite+".yaml")
	}
	f, err := os.Open("testdata/agentdojo/sample.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	eachDojoRun(t, f, func(r dojoRun) {
		out, err := predicates.Evaluate(files[r.Suite], r.views(t, lists))
		if err != nil || out.Violated != (r.Labels.Kind == "attacked") {
			t.Errorf("%s: %+v, %v", r.ID, out, err)
		}
	})
}

// TestSuitePromisesAgree runs the four files and the single allowlists over
// calls of every tool, permitted and not.
func TestSuitePromisesAgree(t *testing.T) {
	lists := dojoAllowlists(t)
	progs := dojoPrograms(t, lists)
	for _, p := range lists.Promises {
		if p.Derived != "" {
			continue // names people that the arguments do not
		}
		file := readPromise(t, "aap4-"+p.Suite+".yaml")
		for _, to := range []string{p.Allowed[0], "mallory@evil.example", "www.evil.example"} {
			args := m{}
			for _, q := range lists.Promises {
				if q.Suite == p.Suite && q.Tool == p.Tool {
					for _, d := range q.Destinations {
						args[d] = to
						if slices.Contains(q.Lists, d) {
							args[d] = []any{to}
						}
					}
				}
			}
			views := vector{Records: []vectorRecord{action("a", p.Tool, string(mustJSON(args)), "ok")}}.views(t, file, true)
			got, err := predicates.Evaluate(file, views)
			if err != nil {
				t.Fatal(err)
			}
			if want := len(broken(t, progs[p.Suite], views)) > 0; got.Violated != want {
				t.Errorf("%s to %q: the suite's promise says %v, its lists %v", p.Tool, to, got, want)
			}
		}
	}
}

// TestDeletePromise judges the live session's shape: an approved delete, a
// commit, a temporary file, and then what nobody approved.
func TestDeletePromise(t *testing.T) {
	prog := readPromise(t, "aap1-delete.yaml")
	good := deleted("a", unlink("a", "/w/x"))
	good = append(good, intent("g", "bash", `{"command":"git commit"}`), start("g", "bash"),
		creates("g", "/w/.git/index.lock"), kernel("g", "rename_over", m{"resolved": "/w/.git/index.lock", "to": "/w/.git/index"}),
		creates("g", "/tmp/tmpab"), unlink("g", "/tmp/tmpab"), action("g", "bash", `{"command":"git commit"}`, "ok"))
	out, err := predicates.Evaluate(prog, vector{Records: good}.views(t, prog, false))
	if err != nil || out.Violated {
		t.Fatalf("the honest session: %+v, %v", out, err)
	}
	bad := append(slices.Clone(good), start("s", "bash"), unlink("s", "/w/notes.txt"), action("s", "bash", `{}`, "ok"))
	out, err = predicates.Evaluate(prog, vector{Records: bad}.views(t, prog, false))
	if err != nil || !out.Violated || !slices.Equal(out.Records, []uint64{uint64(len(good) + 2)}) || !strings.Contains(out.Sentence, "/w/notes.txt") {
		t.Fatalf("the careless session: %+v, %v", out, err)
	}
}
