package expression_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/value"
)

type m = map[string]any

func newEnv(t *testing.T) *expression.Env {
	t.Helper()
	env, err := expression.NewEnv("call", "state", "data")
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func evalOn(t *testing.T, text string, call m) (bool, error) {
	t.Helper()
	env := newEnv(t)
	x, err := env.Compile(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	literal, err := json.Marshal(call)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := value.DecodeLiteral(literal)
	if err != nil {
		t.Fatal(err)
	}
	return x.Eval(map[string]any{"call": expression.Value(v), "state": map[string]any{}, "data": map[string]any{"limit": int64(3)}})
}

// TestExprValues shows what JSON means in conditions.
func TestExprValues(t *testing.T) {
	call := m{"args": m{"n": 7, "f": 1.5, "whole": 10.0, "s": "x", "list": []any{1, "a", nil}, "o": m{"k": true}, "none": nil}}
	for text, want := range map[string]bool{
		"call.args.n == 7":                                              true,
		"call.args.n == 7.0":                                            true,
		"call.args.n > data.limit":                                      true,
		"call.args.f > 1":                                               true,
		"call.args.whole == 10":                                         true,
		"type(call.args.whole) == int":                                  true,
		"call.args.s == 7":                                              false,
		"call.args.none == null":                                        true,
		"has(call.args.missing)":                                        false,
		"has(call.args.o.k) && call.args.o.k":                           true,
		"'a' in call.args.list":                                         true,
		"call.args.list[2] == null":                                     true,
		"'k' in call.args.o":                                            true,
		"call.args.list.exists(e, e == 1)":                              true,
		"call.args.s.matches('^[a-z]$')":                                true,
		"call.args.s.matches('^[a-z]{1,3}$')":                           true, // counted repetitions are written out
		"matches('2026-11-30', '^[0-9]{4}(-[0-9]{2}){2}$')":             true,
		"'aaa'.matches('^' + call.args.s + '{3}$') || true":             true,
		"size(call.args.list.filter(e, e != 1)) == 2":                   true,
		"call.args.f < 1 || call.args.missing == 1 || call.args.n == 7": true, // an error beside a truth is absorbed
	} {
		if got, err := evalOn(t, text, call); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"call.args.missing == 1", "call.args.s > 1", "call.args.n / 0 == 1", "call.args.list[9] == 1", "call.args.s", "9223372036854775807 + call.args.n > 0"} {
		if got, err := evalOn(t, text, call); err == nil {
			t.Errorf("%s has the truth %v", text, got)
		}
	}
}

// TestExprWalksMapsInOrder evaluates what depends on the order of a map many
// times.
func TestExprWalksMapsInOrder(t *testing.T) {
	o := m{}
	for i := range 50 {
		o[fmt.Sprintf("k%02d", i)] = i
	}
	for range 50 {
		for _, text := range []string{"call.args.map(k, k)[0] == 'k00'", "call.args.filter(k, true)[49] == 'k49'"} {
			if got, err := evalOn(t, text, m{"args": o}); err != nil || !got {
				t.Fatalf("%s: %v, %v", text, got, err)
			}
		}
	}
}

// TestExprCost stops work that grows beyond the limit, in compiling and in
// evaluating.
func TestExprCost(t *testing.T) {
	list := make([]any, 2000)
	for i := range list {
		list[i] = i
	}
	if _, err := evalOn(t, "call.args.all(x, call.args.all(y, x + y >= 0))", m{"args": list}); err == nil || !strings.Contains(err.Error(), "cost") {
		t.Errorf("a quadratic condition ends with %v", err)
	}
	env := newEnv(t)
	for _, text := range []string{strings.Repeat("(", 100) + "true" + strings.Repeat(")", 100), "true" + strings.Repeat(" && true", 3000), strings.Repeat(" ", 5000) + "true"} {
		if _, err := env.Compile(text); err == nil {
			t.Errorf("%.30q... compiles", text)
		}
	}
	for _, text := range []string{"call.args.s.matches('a{900}b{900}')", "call.args.s.matches('(')", "matches(call.args.s, '(a{100}){11}')", "call.args.s.matches(1)", "now() == 1", "timestamp('x') == null", "duration('1s') == null", "bytes('x') == null", "call.args.getHours() == 1", "optional.of(1).hasValue()", "nothing == 1"} {
		if _, err := env.Compile(text); err == nil {
			t.Errorf("%s compiles", text)
		}
	}
}
