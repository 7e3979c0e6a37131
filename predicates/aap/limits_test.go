package aap

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
)

// TestManyWitnesses states the first hundred and counts the rest, whether they
// are found at once or wait for the end of their call.
func TestManyWitnesses(t *testing.T) {
	pred, _ := catalog(t).ByName("AAP-1@1")
	prog, err := pred.Compile(mustJSON(deleting))
	if err != nil {
		t.Fatal(err)
	}
	var effects []vectorRecord
	for i := range 250 {
		effects = append(effects, unlink("s", fmt.Sprintf("/w/%d", i)))
	}
	waits := vector{Records: shell("s", effects...)}
	atOnce := vector{Records: append(shell("s"), effects...)}
	for name, v := range map[string]vector{"waiting": waits, "at once": atOnce} {
		out, err := predicates.Evaluate(prog, v.views(t, prog, false))
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Records) != predicates.MaxWitnesses || !strings.HasSuffix(out.Sentence, "(and 249 more records)") || !strings.HasPrefix(out.Sentence, fmt.Sprintf("record %d: ", out.Records[0])) {
			t.Errorf("%s: %d witnesses, %s", name, len(out.Records), out.Sentence)
		}
	}
}

// TestManyNames follows a directory of many names through many renames, which
// is quick only if a directory moves in one step.
func TestManyNames(t *testing.T) {
	n := names{}
	n.create("/d", "a")
	for i := range 20_000 {
		n.create(fmt.Sprintf("/d/%d", i), "a")
	}
	from, to := "/d", "/e"
	for range 20_001 {
		n.move(from, to, "a", false)
		from, to = to, from
	}
	if n.owner("/e/19999") != "a" || n.owner("/d/19999") != "" || n.owner("/e") != "a" {
		t.Error("the names did not move along")
	}
	deep := strings.Repeat("/x", maxElements+1)
	long := "/" + strings.Repeat("x", maxPath)
	for _, p := range []string{deep, long, "/", "", "x"} {
		if n.create(p, "a"); n.owner(p) != "" {
			t.Errorf("%.20s... is owned", p)
		}
	}
	deepest := strings.Repeat("/x", maxElements)
	if n.create(deepest, "a"); n.owner(deepest) != "a" {
		t.Error("the deepest path is not followed")
	}
}

// TestParamLimits refuses what would make a promise slow to judge.
func TestParamLimits(t *testing.T) {
	long := strings.Repeat("a", maxGlob+1)
	stars := strings.Repeat("a*", maxStars+1)
	many := func(n int, f func(int) string) []any {
		out := make([]any, n)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	tables := m{}
	for i := range maxTables + 1 {
		tables[fmt.Sprint(i)] = m{"from": []any{m{"calls": []any{m{"tool": "t"}}, "key": "/args/k", "value": "/result"}}}
	}
	for _, c := range []struct {
		name, predicate, pointer string
		params                   []byte
	}{
		{"a long tool", "AAP-1@1", "/calls/0/tool", with(sending, m{"calls": []any{m{"tool": long}}})},
		{"a tool of stars", "AAP-1@1", "/calls/0/tool", with(sending, m{"calls": []any{m{"tool": stars}}})},
		{"an empty tool", "AAP-1@1", "/calls/0/tool", with(sending, m{"calls": []any{m{"tool": ""}}})},
		{"a long path", "AAP-1@1", "/except/0", with(deleting, m{"except": []any{"/" + long}})},
		{"a path of stars", "AAP-1@1", "/except/0", with(deleting, m{"except": []any{"/" + stars}})},
		{"an empty path", "AAP-1@1", "/except/0", with(deleting, m{"except": []any{""}})},
		{"many tables", "AAP-1@1", "/state", with(sending, m{"state": tables})},
		{"a deep pointer", "AAP-4@1", "/recipients/0", with(mailing, m{"recipients": []any{"/args" + strings.Repeat("/a", maxValueDepth)}})},
		{"a long age", "AAP-1@1", "/max_age", with(sending, m{"max_age": "99999999999d"})},
		{"a list that is none", "AAP-1@1", "/calls", with(sending, m{"calls": m{}})},
		{"a call that is none", "AAP-1@1", "/calls/0", with(sending, m{"calls": []any{"send_email"}})},
		{"a flag that is none", "AAP-1@1", "/harness", with(deleting, m{"harness": 1})},
		{"an age that is none", "AAP-1@1", "/max_age", with(sending, m{"max_age": []any{}})},
		{"many permitted", "AAP-4@1", "/allow", with(mailing, m{"allow": many(maxAllow+1, func(i int) string { return fmt.Sprintf("a%d@example.com", i) })})},
		{"many patterns", "AAP-4@1", "/allow", with(mailing, m{"allow": many(maxRules+1, func(i int) string { return fmt.Sprintf("*@d%d.example", i) })})},
		{"no object", "AAP-4@1", "", []byte(`[]`)},
		{"no JSON", "AAP-4@1", "", []byte(`{"a":1,"a":2}`)},
	} {
		pred, _ := catalog(t).ByName(c.predicate)
		_, err := pred.Compile(c.params)
		var fault *predicates.ParamError
		if !errors.As(err, &fault) || fault.Pointer != c.pointer {
			t.Errorf("%s: %v, want a fault at %q", c.name, err, c.pointer)
		}
	}
}

// TestSentencesStayShort quotes what records say, cut at a character.
func TestSentencesStayShort(t *testing.T) {
	if got := quote("a\x00\n\"é"); got != `"a\x00\n\"é"` {
		t.Error(got)
	}
	if got := quote(strings.Repeat("é", 5000)); len(got) > 200 || !strings.HasSuffix(got, `é"...`) {
		t.Error(got)
	}
	for v, want := range map[any]string{nil: "null", true: "a boolean", "": "text", number("1"): "a number", hidden{}: "a hidden text", unparsed{}: "not readable JSON"} {
		if got := typeName(v); got != want {
			t.Errorf("%v is %s", v, got)
		}
	}
	if typeName([]any{}) != "a list" || typeName(m{}) != "an object" {
		t.Error("lists and objects")
	}
}

// TestDecodeValue undoes the escape of reserved keys and keeps markers apart.
func TestDecodeValue(t *testing.T) {
	for text, want := range map[string]string{
		`{"$blob":{"k":1}}`: "predicates/aap hidden", `{"$raw":"AA=="}`: "predicates/aap unparsed",
		`{"$$raw":1}`: "map[$raw:1]", `{"$$$blob":1}`: "map[$$blob:1]", `{"$blob":1,"x":2}`: "map[$blob:1 x:2]",
		`{"raw":1}`: "map[raw:1]", `{"$other":1}`: "map[$other:1]", `[{"$$raw":{"$$raw":1}}]`: "[map[$raw:map[$raw:1]]]",
	} {
		v, _, err := decodeValue([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(v)
		switch v.(type) {
		case hidden:
			got = "predicates/aap hidden"
		case unparsed:
			got = "predicates/aap unparsed"
		}
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if _, _, err := decodeValue([]byte(strings.Repeat("[", 200) + strings.Repeat("]", 200))); !errors.Is(err, errTooDeep) {
		t.Errorf("200 levels: %v", err)
	}
	for _, bad := range []string{`{`, `[1`, `{"a":}`, ``, `tru`} {
		if v, _, err := decodeValue([]byte(bad)); err == nil {
			t.Errorf("%q is %v", bad, v)
		}
	}
	if v, present, err := decodeValue(nil); v != nil || present || err != nil {
		t.Error("an absent member is there")
	}
}
