package pullreview

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/table"
)

// twin writes the tool surface as a table world: the service's rules once more,
// by themselves, over variables.
type twin struct {
	file table.File
}

func raw(v any) jsontext.Value {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	return text
}

type object = map[string]any

func is(name string, v any) object {
	return object{"Equals": object{"pointer": "/vars/" + name, "value": v}}
}

func all(parts ...object) object { return object{"All": parts} }

func not(part object) object { return object{"Not": part} }

func of(i int, field string) string { return fmt.Sprintf("t%d_%s", i, field) }

func (t *twin) variable(name string, lo, hi int64, start int) {
	t.file.Variables = append(t.file.Variables, table.Variable{Name: name, Range: []int64{lo, hi}, Start: raw(start)})
}

func (t *twin) flag(name string, start bool) {
	t.file.Variables = append(t.file.Variables, table.Variable{Name: name, Values: []jsontext.Value{raw(false), raw(true)}, Start: raw(start)})
}

func (t *twin) tool(name string, args ...table.Argument) {
	t.file.Tools = append(t.file.Tools, table.Tool{Name: name, Args: args})
}

func (t *twin) rule(tool string, when object, set object) {
	r := table.Rule{Tool: tool, When: raw(when)}
	r.Set = map[string]jsontext.Value{}
	for name, v := range set {
		r.Set[name] = raw(v)
	}
	t.file.Rules = append(t.file.Rules, r)
}

// make writes the whole file.
func (t *twin) make() {
	t.file = table.File{Version: 1, Name: "pullreview-twin", Model: version, Flow: "the tool surface of pullreview as a table; made by a test of that package", Actor: actor}
	t.variable("count", atStart, maxThreads, atStart)
	t.variable("main", 0, int64(mainAtStart), int(mainAtStart))
	t.flag("star", false)
	t.flag("watch", false)
	for b := range branches {
		t.flag(fmt.Sprintf("gone%d", b), false)
	}
	first := start(pageNone)
	var every []jsontext.Value
	for i := range maxThreads {
		th := first.threads[i]
		t.variable(of(i, "state"), 0, 3, int(th.state))
		t.flag(of(i, "draft"), th.draft)
		t.variable(of(i, "latest"), 0, 3, int(th.latest))
		t.variable(of(i, "head"), 0, int64(branches)-1, int(th.head))
		for _, n := range []string{"approves", "demands", "remarks", "comments"} {
			t.variable(of(i, n), 0, maxCount, 0)
		}
		every = append(every, raw(numberOf(i)))
	}
	number := table.Argument{Name: "number", Values: every}
	one := func(name, v string) table.Argument {
		return table.Argument{Name: name, Values: []jsontext.Value{raw(v)}}
	}
	t.tool("comment", one("body", commentBody), number)
	t.tool("review", table.Argument{Name: "decision", Values: []jsontext.Value{raw("approve"), raw("request_changes"), raw("comment")}}, number)
	for _, name := range []string{"merge", "close", "reopen", "ready", "delete_branch"} {
		t.tool(name, number)
	}
	t.tool("open_issue", one("title", issueTitle))
	var heads []jsontext.Value
	for _, b := range branchNames {
		heads = append(heads, raw(b))
	}
	t.tool("open_pull", one("base", "main"), table.Argument{Name: "head", Values: heads}, one("title", pullTitle))
	t.tool("star")
	t.tool("watch")
	for i := range maxThreads {
		t.thread(i)
	}
	t.opening()
	for _, name := range []string{"star", "watch"} {
		for _, on := range []bool{false, true} {
			t.rule(name, is(name, on), object{name: !on})
		}
	}
}

// thread writes what can be done to one thread.
func (t *twin) thread(i int) {
	var here []object
	for n := atStart; n <= i; n++ {
		here = append(here, not(is("count", n)))
	}
	this := object{"Equals": object{"pointer": "/args/number", "value": numberOf(i)}}
	when := func(parts ...object) object { return all(slices.Concat([]object{this}, here, parts)...) }
	under := func(name string) object {
		return object{"Compare": object{"pointer": "/vars/" + name, "op": "<", "value": maxCount}}
	}
	more := func(name string) object { return object{"add": []any{object{"var": name}, 1}} }
	request := not(is(of(i, "state"), 3))
	t.rule("comment", when(request, under(of(i, "comments"))), object{of(i, "comments"): more(of(i, "comments"))})
	for code, d := range []struct{ decision, field string }{{"approve", "approves"}, {"request_changes", "demands"}, {"comment", "remarks"}} {
		said := object{"Equals": object{"pointer": "/args/decision", "value": d.decision}}
		t.rule("review", when(said, request, under(of(i, d.field))), object{of(i, d.field): more(of(i, d.field)), of(i, "latest"): code + 1})
	}
	for b := range int(branches) {
		head, gone := is(of(i, "head"), b), fmt.Sprintf("gone%d", b)
		t.rule("merge", when(is(of(i, "state"), 0), head, is(gone, false)), object{of(i, "state"): 2, "main": b})
		t.rule("delete_branch", when(is(of(i, "state"), 2), head, is(gone, false)), object{gone: true})
	}
	t.rule("close", when(is(of(i, "state"), 0)), object{of(i, "state"): 1})
	t.rule("reopen", when(is(of(i, "state"), 1)), object{of(i, "state"): 0})
	t.rule("ready", when(not(is(of(i, "state"), 2)), request, is(of(i, "draft"), true)), object{of(i, "draft"): false})
}

// opening writes the calls that open threads.
func (t *twin) opening() {
	for n := atStart; n < maxThreads; n++ {
		t.rule("open_issue", is("count", n), object{"count": n + 1, of(n, "state"): 3})
		for b, name := range branchNames {
			head := object{"Equals": object{"pointer": "/args/head", "value": name}}
			t.rule("open_pull", all(head, is("count", n), is(fmt.Sprintf("gone%d", b), false)), object{"count": n + 1, of(n, "state"): 0, of(n, "head"): b})
		}
	}
}

// names gives a state of the Go world as the twin's variables.
func (s *state) names() object {
	number := func(n uint8) value.Number { return value.Number(fmt.Sprint(n)) }
	v := object{"count": number(uint8(s.count)), "main": number(s.main), "star": s.star, "watch": s.watch}
	for b, gone := range s.gone {
		v[fmt.Sprintf("gone%d", b)] = gone
	}
	for i, t := range s.threads {
		v[of(i, "draft")] = t.draft
		for name, n := range map[string]uint8{"state": t.state, "latest": t.latest, "head": t.head, "approves": t.approves, "demands": t.demands, "remarks": t.remarks, "comments": t.comments} {
			v[of(i, name)] = number(n)
		}
	}
	return v
}

// TestTwin: the committed table is the one that is made here, and on random
// walks it offers, refuses and does what the Go world does. After a change that
// is meant: VAREK_UPDATE=1 go test -run TestTwin.
func TestTwin(t *testing.T) {
	const path = "testdata/twin.json"
	var made twin
	made.make()
	text, err := json.Marshal(made.file, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	text = append(bytes.ReplaceAll(text, []byte(`},{`), []byte("},\n{")), '\n')
	if os.Getenv("VAREK_UPDATE") == "1" {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(kept, text) {
		t.Fatalf("%s is not what is made here: %v", path, err)
	}
	there, err := table.New(kept)
	if err != nil {
		t.Fatal(err)
	}
	here, err := New(Tool)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(15, 19))
	met := map[string]int{}
	for range 40 {
		walkBoth(t, r, here, there, met)
	}
	for _, tool := range []string{"comment", "review", "merge", "close", "reopen", "ready", "delete_branch", "open_issue", "open_pull", "star", "watch"} {
		if met[tool] == 0 || tool != "star" && tool != "watch" && met["refused "+tool] == 0 {
			t.Errorf("%s was taken %d times and refused %d times", tool, met[tool], met["refused "+tool])
		}
	}
}

// walkBoth takes one random walk in both worlds.
func walkBoth(t *testing.T, r *rand.Rand, here, there world.World, met map[string]int) {
	t.Helper()
	a, b := both(t, here), both(t, there)
	for range 60 {
		one, two := a.options(t), b.options(t)
		ids := slices.Sorted(maps.Keys(one))
		if other := slices.Sorted(maps.Keys(two)); !slices.Equal(ids, other) {
			t.Fatalf("the worlds have the actions\n%q\n%q", ids, other)
		}
		var open []string
		for _, id := range ids {
			x, y := one[id], two[id]
			if (x == nil) != (y == nil) {
				t.Fatalf("%s: refused here %v, there %v", id, x == nil, y == nil)
			}
			tool, _, _ := bytes.Cut([]byte(id), []byte(" "))
			if x == nil {
				met["refused "+string(tool)]++
				continue
			}
			met[string(tool)]++
			open = append(open, id)
		}
		id := open[r.IntN(len(open))]
		before := b.state
		a.state, b.state = one[id], two[id]
		var s state
		if err := s.get(a.state); err != nil {
			t.Fatal(err)
		}
		doc, err := b.k.(world.Exact).Document(before, b.labels[id], b.state)
		if err != nil {
			t.Fatal(err)
		}
		if vars := doc.(object)["vars"]; !value.Equal(vars, s.names()) {
			t.Fatalf("after %s:\n%v\n%v", id, s.names(), vars)
		}
	}
}

// walked is one world on a walk.
type walked struct {
	w      world.World
	k      world.Walker
	out    *world.Steps
	state  []byte
	labels map[string]world.Label
}

func both(t *testing.T, w world.World) *walked {
	t.Helper()
	k, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	x := &walked{w: w, k: k, out: world.NewSteps(len(w.Facts())), labels: map[string]world.Label{}}
	if err := k.Begin(x.out); err != nil {
		t.Fatal(err)
	}
	x.state = bytes.Clone(x.out.All()[0].State)
	return x
}

// options are the successors by action; nil where it is refused.
func (x *walked) options(t *testing.T) map[string][]byte {
	t.Helper()
	x.out.Reset()
	if err := x.k.Expand(x.state, x.out); err != nil {
		t.Fatal(err)
	}
	list := map[string][]byte{}
	for _, s := range x.out.All() {
		id := x.w.Names().Action(s.Label).ID
		x.labels[id], list[id] = s.Label, nil
		if !s.Refused {
			list[id] = bytes.Clone(s.State)
		}
	}
	return list
}
