package aap

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// fuzzPrograms are promises that between them read everything.
func fuzzPrograms(t testing.TB) []predicates.Program {
	t.Helper()
	reg := catalog(t)
	var out []predicates.Program
	add := func(name string, params []byte) {
		pred, _ := reg.ByName(name)
		prog, err := pred.Compile(params)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, prog)
	}
	table := m{"t": m{"from": []any{m{"calls": []any{m{"tool": "*"}}, "key": "/args/path", "value": "/result"}}}}
	add("AAP-1@1", mustJSON(deleting))
	add("AAP-1@1", mustJSON(sending))
	add("AAP-1@1", with(deleting, m{"calls": []any{m{"tool": "*", "where": "call.args.path in state.t || size(call.args) > 1"}}, "state": table,
		"max_age": "60s", "harness": true, "min_assurance": "observed", "min_attribution": "cgroup", "except": []any{"**/x", "$HOME/*"}, "effects": []any{"unlink", "rename_over", "connect"}}))
	add("AAP-4@1", mustJSON(mailing))
	add("AAP-4@1", mustJSON(connecting))
	add("AAP-4@1", with(mailing, m{"calls": []any{m{"tool": "*"}}, "recipients": []any{m{"pointer": "/args/path", "as": "path", "allow": []any{"x", "/tmp/**"}, "split": ","},
		m{"tool": "sys.*", "as": "host", "allow": []any{"10.0.0.0/8"}}}, "grants": m{"max_age": "1h"}, "state": table}))
	add("AAP-2@1", mustJSON(writing))
	add("AAP-2@1", mustJSON(ordering))
	add("AAP-2@1", with(touching, m{"grants": m{}, "state": table, "require": []any{m{"tool": "sys.*", "cel": "call.args.resolved != '' && size(state.t) < 3"}}}))
	add("AAP-3@1", with(spending, m{"calls": []any{m{"tool": "*", "kinds": []any{"action"}}}, "grants": m{"max_age": "1h"}, "amount": []any{m{"pointer": "/args/n", "optional": true}}}))
	add("AAP-5@1", with(budget, m{"calls": []any{m{"tool": "*"}}, "max_count": 2, "repeat": m{"max": 1, "same": "args+result"}, "window": "30s", "sum": m{"amount": "/args/n", "max": 3}}))
	add("AAP-5@1", mustJSON(repeating))
	add("PTL-1@1", mustJSON(separate))
	add("PTL-1@1", with(separate, m{"calls": []any{m{"tool": "*"}}, "also": []any{"permission", "turn"}, "state": table, "formula": m{"All": []any{
		m{"Since": []any{m{"Exists": m{"pointer": "/record/args/path"}}, m{"Expr": m{"cel": "record.kind == 'permission'"}}}}, m{"Never": at("/state/t/x", "y")}}}}))
	return out
}

// traceLines writes records as the fuzzer sees them: one JSON object a line.
func traceLines(records []vectorRecord) []byte {
	var out bytes.Buffer
	for _, r := range records {
		text, _ := json.Marshal(r)
		out.Write(append(text, '\n'))
	}
	return out.Bytes()
}

func everyVector() []vector {
	var all []vector
	for _, table := range [][]vector{authorizationVectorTable(), scopeVectorTable(), paymentVectorTable(), recipientsVectorTable(), limitsVectorTable(), temporalVectorTable()} {
		all = append(all, table...)
	}
	return all
}

// viewsOf reads lines back, leaving out what is no record.
func viewsOf(lines []byte) []predicates.View {
	var out []predicates.View
	for _, line := range bytes.Split(lines, []byte("\n")) {
		var r vectorRecord
		if json.Unmarshal(line, &r) != nil {
			continue
		}
		h := trace.Head{V: 1, Seq: uint64(len(out) + 1), Kind: r.Head.Kind, Tool: r.Head.Tool, ActionID: r.Head.ActionID, Decision: r.Head.Decision, Status: r.Head.Status}
		canon, err := trace.Canonicalize(r.Body)
		if err != nil || h.Check() != nil {
			continue
		}
		body, err := trace.DecodeBody(canon)
		if err != nil {
			continue
		}
		out = append(out, predicates.View{Head: h, Body: &body})
	}
	return out
}

// checkRun evaluates one program over one trace and asserts what must always
// hold: no panic, the one family of errors, the same answer again, and no
// influence of bodies that are not needed.
func checkRun(t *testing.T, prog predicates.Program, views []predicates.View) {
	t.Helper()
	checkForgetting(t, prog, views)
	out, err := predicates.Evaluate(prog, views)
	if err != nil && !errors.Is(err, predicates.ErrHidden) {
		t.Fatalf("an error of another family: %v", err)
	}
	again, againErr := predicates.Evaluate(prog, views)
	if !reflect.DeepEqual(out, again) || (err == nil) != (againErr == nil) {
		t.Fatalf("twice is not the same: %+v %v, %+v %v", out, err, again, againErr)
	}
	var shown []predicates.View
	for _, v := range views {
		if !prog.Needs(v.Head) {
			v.Body = nil
		}
		shown = append(shown, v)
	}
	least, leastErr := predicates.Evaluate(prog, shown)
	if !reflect.DeepEqual(out, least) || (err == nil) != (leastErr == nil) {
		t.Fatalf("bodies that are not needed matter: %+v %v, without them %+v %v", out, err, least, leastErr)
	}
	if err == nil && (out.Violated != (len(out.Records) > 0) || out.Sentence == "") {
		t.Fatalf("an outcome that contradicts itself: %+v", out)
	}
	for i, seq := range out.Records {
		if seq == 0 || seq > uint64(len(views)) || i > 0 && seq <= out.Records[i-1] {
			t.Fatalf("witnesses %v of %d records", out.Records, len(views))
		}
	}
}

// FuzzTrace feeds hostile traces to all programs.
func FuzzTrace(f *testing.F) {
	progs := fuzzPrograms(f)
	for i, v := range everyVector() {
		if i%4 == 0 {
			f.Add(traceLines(v.Records))
		}
	}
	f.Fuzz(func(t *testing.T, lines []byte) {
		views := viewsOf(lines)
		for _, prog := range progs {
			checkRun(t, prog, views)
		}
	})
}

// TestRandomTraces does the same for sessions that look like sessions.
func TestRandomTraces(t *testing.T) {
	progs := fuzzPrograms(t)
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 * scale() {
		views := viewsOf(traceLines(randomTrace(rng)))
		for _, prog := range progs {
			checkRun(t, prog, views)
		}
	}
}

// FuzzParams: parameters compile or are refused at a place that exists or
// could; whatever compiles can be run.
func FuzzParams(f *testing.F) {
	reg := catalog(f)
	for _, v := range everyVector() {
		f.Add([]byte(v.Params))
	}
	f.Add([]byte(`[]`))
	f.Add([]byte(`{"calls":[{"tool":"*","where":"[1,2].map(x,[1,2].map(y,[1,2].map(z,x+y+z)))==[]"}],"on_gap":"ignore"}`))
	views := viewsOf(traceLines(authorizationVectorTable()[0].Records))
	f.Fuzz(func(t *testing.T, params []byte) {
		for _, name := range reg.Names() {
			pred, _ := reg.ByName(name)
			prog, err := pred.Compile(params)
			if err != nil {
				var fault *predicates.ParamError
				if !errors.As(err, &fault) || fault.Cause == nil || err.Error() == "" {
					t.Fatalf("%s: %v", name, err)
				}
				continue
			}
			checkRun(t, prog, views)
		}
	})
}

// FuzzRecipient: a value that has a form keeps it, and permits itself.
func FuzzRecipient(f *testing.F) {
	for _, s := range []string{"alice@example.com", "https://api.example.com:8443/v1?x=1#y", "www.a.example/b", "10.0.0.1", "[2001:db8::1]", "::ffff:10.0.0.1",
		"CH93 0076 2011 6238 5295 7", "12-34", "../a/b", "unix:/run/x", "http://[::1]:80/", "a..b", "https://x/%2e%2e/", "é.example", "a@b@c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := places{workspace: "/w"}
		for _, name := range forms {
			r, err := form(name).normalise(s, at)
			if err != nil {
				continue
			}
			again, err := form(name).normalise(r.text, at)
			if err != nil || again != r {
				t.Fatalf("%s: %q is %q, again %q (%v)", name, s, r.text, again.text, err)
			}
			rule, err := parsePermit(form(name), r.text)
			if err == nil && form(name) != asPath && !rule.match(r, at) {
				t.Fatalf("%s: %q does not permit itself", name, r.text)
			}
		}
	})
}
