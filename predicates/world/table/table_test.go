package table_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/table"
)

func mail(t testing.TB) []byte {
	text, err := os.ReadFile("testdata/mail.json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestWalk: on random walks the facts are those of the document, which is made
// from the rules anew, and the records are those of a whole call.
func TestWalk(t *testing.T) {
	w, err := table.New(mail(t))
	if err != nil {
		t.Fatal(err)
	}
	k, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	out := world.NewSteps(len(w.Facts()))
	r := rand.New(rand.NewPCG(1, 2))
	taken := map[string]int{}
	for range 200 {
		out.Reset()
		if err := k.Begin(out); err != nil {
			t.Fatal(err)
		}
		state := bytes.Clone(out.All()[0].State)
		for range 20 {
			out.Reset()
			if err := k.Expand(state, out); err != nil {
				t.Fatal(err)
			}
			var next [][]byte
			for _, s := range out.All() {
				if s.Refused {
					taken["refused"]++
					continue
				}
				doc, err := k.(world.Exact).Document(state, s.Label, s.State)
				if err != nil {
					t.Fatal(err)
				}
				agree(t, w, doc, s.Facts)
				last := s.Records[len(s.Records)-1]
				taken[last.Kind+" "+last.Status]++
				next = append(next, bytes.Clone(s.State))
			}
			state = next[r.IntN(len(next))]
		}
	}
	for _, kind := range []string{"refused", "action ok", "action denied", "action error", "session "} {
		if taken[kind] == 0 {
			t.Errorf("no walk met %q: %v", kind, taken)
		}
	}
}

func agree(t *testing.T, w *table.World, doc any, facts []world.Value) {
	t.Helper()
	for i, f := range w.Facts() {
		p, err := formula.ParsePointer(f.Pointer)
		if err != nil {
			t.Fatal(err)
		}
		v, ok := p.Resolve(doc)
		if ok != (facts[i] != world.Absent) || ok && !value.Equal(v, facts[i].JSON(w)) {
			t.Fatalf("%s is %v in the document and %v as a fact", f.Pointer, v, facts[i])
		}
	}
}

// TestPolicies asks policies of the world, one of which reads a variable that
// its own tool's rules do not.
func TestPolicies(t *testing.T) {
	w, err := table.New(mail(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		formula string
		length  int // -1: holds
	}{
		"nothing read leaves": {`{"Never":{"All":[{"Equals":{"pointer":"/before/read","value":true}},{"Equals":{"pointer":"/call/args/to","value":"eve@attacker.example"}}]}}`, 2},
		"balance":             {`{"Always":{"Compare":{"pointer":"/vars/balance","op":">=","value":0}}}`, -1},
		"all is spent":        {`{"Never":{"Equals":{"pointer":"/vars/balance","value":0}}}`, 2},
		"inside a result":     {`{"Never":{"Equals":{"pointer":"/call/result/left","value":1}}}`, 2},
		"denied":              {`{"Never":{"Equals":{"pointer":"/call/decision","value":"deny"}}}`, 1},
	} {
		f, err := formula.Decode([]byte(c.formula), nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := check.Run(context.Background(), w, []check.Policy{{ID: "p", Formula: f}}, check.Options{Depth: 12, Exact: true, CrossCheck: 1})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := res.Findings[0]
		switch {
		case c.length < 0 && (got.Violated || !res.Closed):
			t.Errorf("%s: %+v, closed %v", name, got, res.Closed)
		case c.length >= 0 && (!got.Violated || len(got.Example.Actions) != c.length || !got.Example.Verified):
			t.Errorf("%s: %+v", name, got.Example)
		}
	}
}

// TestFaults: every fault has its line and its pointer.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct{ old, new, says string }{
		"unknown key":          {`"actor"`, `"aktor"`, "line 6, /aktor: unknown key"},
		"doubled key":          {`"actor"`, `"flow"`, "line 6"},
		"not JSON":             {`"actor": "agent",`, `"actor": agent,`, "line 6"},
		"version":              {`"varek_world": 1`, `"varek_world": 2`, "line 2, /varek_world: version 2"},
		"empty range":          {`[0, 6], "start": 6`, `[6, 0], "start": 6`, "/variables/0/range"},
		"start outside":        {`"start": 6`, `"start": 7`, "line 9, /variables/0/start: 7 is not in the variable's domain"},
		"no domain":            {`"range": [1, 3]`, `"optional": true`, "/tools/2/args/0: needs either values"},
		"value twice":          {`[false, true]`, `[false, false]`, "/variables/1/values/1: is in the list twice"},
		"unknown tool":         {`{"tool": "pay", "status"`, `{"tool": "play", "status"`, "/rules/5/tool: there is no tool \"play\""},
		"unknown variable":     {`"set": {"read": true}`, `"set": {"rad": true}`, "/rules/0/outcomes/0/set/rad: there is no variable"},
		"unknown argument":     {`{"last": {"arg": "to"}}`, `{"last": {"arg": "cc"}}`, "has no argument \"cc\""},
		"unknown in condition": {`/args/urgent`, `/args/hurry`, "/rules/2/when: /args/hurry is neither"},
		"unknown in CEL":       {`vars.balance >=`, `vars.purse >=`, "/rules/4/when: there is no variable \"purse\""},
		"past in a condition":  {`{"Exists": {"pointer": "/args/urgent"}}`, `{"Once": {"Exists": {"pointer": "/args/urgent"}}}`, "what was before"},
		"denied and run":       {`"deny"}, "status": "denied"`, `"deny"}`, "/rules/0/outcomes/1/status: the permission says deny"},
		"tool without rule":    {`{"tool": "next request", "set": {"read": false}}`, `{"tool": "pay"}`, "/tools/3: the tool \"next request\" has no rule"},
		"relative path":        {`"/work/a.txt"`, `"work/a.txt"`, "is not absolute and clean"},
		"effect of a variable": {`"path": {"arg": "path"}}]`, `"path": {"var": "last"}}]`, "declared by the call's arguments alone"},
		"address is a name":    {`"192.0.2.7"`, `"mail.example.com"`, "a name goes under host"},
		"unknown event":        {`"event": "connect"`, `"event": "dial"`, "/tools/1/effects/0/event"},
		"arithmetic of one":    {`{"balance": {"sub": [{"var": "balance"}, {"arg": "amount"}]}}, "result"`, `{"balance": {"sub": [1]}}, "result"`, "wants two values"},
		"too many actions":     {`[1, 3]`, `[1, 65536]`, "more than 65536 actions"},
		"refused with outcome": {`"refuse": true`, `"refuse": true, "status": "ok"`, "a refused call has no outcome"},
		"relative workspace":   {`"workspace": "/work"`, `"workspace": "/work/"`, "/session/workspace"},
		"unknown status":       {`"status": "error"`, `"status": "failed"`, "/rules/5/status"},
	} {
		text := strings.Replace(string(mail(t)), c.old, c.new, 1)
		_, err := table.New([]byte(text))
		if !errors.Is(err, table.ErrFile) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

// TestDomainIsHeld: a rule that leaves a variable's domain ends the search.
func TestDomainIsHeld(t *testing.T) {
	text := strings.Replace(string(mail(t)), `vars.balance >= args.amount`, `vars.balance >= 1`, 1)
	w, err := table.New([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f, err := formula.Decode([]byte(`{"All":[]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = check.Run(context.Background(), w, []check.Policy{{ID: "p", Formula: f}}, check.Options{Depth: 6})
	if !errors.Is(err, table.ErrDomain) || !strings.Contains(err.Error(), "/rules/4") {
		t.Errorf("%v", err)
	}
}

// TestSchema: the schema takes the example, and every file that the reader
// takes in the fault table's spirit is refused by it where shapes are wrong.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(table.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("table.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("table.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(v)
	}
	if err := check(string(mail(t))); err != nil {
		t.Error(err)
	}
	for _, c := range [][2]string{{`"actor"`, `"aktor"`}, {`"range": [1, 3]`, `"optional": true`}, {`"varek_world": 1`, `"varek_world": 2`}, {`"event": "connect"`, `"event": "dial"`}} {
		if check(strings.Replace(string(mail(t)), c[0], c[1], 1)) == nil {
			t.Errorf("%s is taken by the schema", c[1])
		}
	}
}

// FuzzNew: reading is total, and what is read walks and has one identity.
func FuzzNew(f *testing.F) {
	f.Add(mail(f))
	f.Add([]byte(`{"varek_world":1,"name":"x","tools":[{"name":"a"}],"rules":[{"tool":"a"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := table.New(text)
		if err != nil {
			if !errors.Is(err, table.ErrFile) {
				t.Fatalf("a fault without a place: %v", err)
			}
			return
		}
		k, err := w.Walk()
		if err != nil {
			t.Fatal(err)
		}
		out := world.NewSteps(len(w.Facts()))
		if err := k.Begin(out); err != nil {
			t.Fatal(err)
		}
		state := bytes.Clone(out.All()[0].State)
		if out.Reset(); len(w.Facts()) < 1000 && k.Expand(state, out) == nil {
			for _, s := range out.All() {
				if w.Action(s.Label).ID == "" {
					t.Fatal("an action without a name")
				}
			}
		}
		if _, err := json.Marshal(w.About().Domains); err != nil {
			t.Fatal(err)
		}
	})
}
