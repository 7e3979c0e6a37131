package judge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// TestFactsFile reads back what was written and refuses every other spelling.
func TestFactsFile(t *testing.T) {
	r := newRig(t, "alice@example.com")
	r.head(t, "operator", 2, r.at(2))
	r.facts.Offer = &trace.Hash{5}
	for _, f := range []judge.Facts{r.facts, newRig(t, "bob@example.com").facts} {
		text, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := judge.DecodeFacts(text)
		if err != nil || !reflect.DeepEqual(back, f) {
			t.Fatalf("read back %+v, %v", back, err)
		}
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, text, "", "  "); err != nil {
			t.Fatal(err)
		}
		if _, err := judge.DecodeFacts(spaced.Bytes()); err != nil {
			t.Errorf("an indented file: %v", err)
		}
	}
	text, _ := r.facts.Encode()
	for name, change := range map[string][2]string{
		"unknown member":    {`"v":1}`, `"v":1,"w":1}`},
		"member missing":    {`"offer":"0x0500000000000000000000000000000000000000000000000000000000000000",`, ``},
		"inner missing":     {`"round":1`, `"rounds":1`},
		"list that is null": {`"operators":[`, `"operators":null,"x":[`},
		"capitals in hex":   {`"escrow":"0xe5`, `"escrow":"0xE5`},
		"number as text":    {`"chain_id":31337`, `"chain_id":"31337"`},
		"fraction":          {`"chain_id":31337`, `"chain_id":31337.5`},
		"negative":          {`"chain_id":31337`, `"chain_id":-1`},
		"doubled":           {`"v":1}`, `"v":1,"v":1}`},
		"more than u32":     {`"round":1`, `"round":4294967296`},
		"another claim":     {`"round":1`, `"round":2`},
	} {
		bad := strings.Replace(string(text), change[0], change[1], 1)
		if bad == string(text) {
			t.Fatalf("%s changes nothing", name)
		}
		if _, err := judge.DecodeFacts([]byte(bad)); !errors.Is(err, judge.ErrFacts) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaSaysWhatTheCodecReads walks schema and an encoded file together:
// the same members everywhere, all required, patterns that match.
func TestSchemaSaysWhatTheCodecReads(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(judge.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, "alice@example.com")
	r.head(t, "operator", 2, r.at(2))
	r.facts.Offer = &trace.Hash{5}
	text, err := r.facts.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	walkSchema(t, "", schema, schema["$defs"].(map[string]any), doc)
}

func walkSchema(t *testing.T, at string, s, defs map[string]any, v any) {
	t.Helper()
	if ref, ok := s["$ref"].(string); ok {
		s = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if alternatives, ok := s["oneOf"].([]any); ok {
		s = alternatives[len(alternatives)-1].(map[string]any) // the first is null
		if ref, ok := s["$ref"].(string); ok {
			s = defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		}
	}
	switch v := v.(type) {
	case map[string]any:
		props, _ := s["properties"].(map[string]any)
		var required []string
		for _, k := range s["required"].([]any) {
			required = append(required, k.(string))
		}
		if s["additionalProperties"] != false || len(props) != len(v) || len(required) != len(v) {
			t.Errorf("%s: the schema has %d properties, %d required; the file %d", at, len(props), len(required), len(v))
		}
		for k, e := range v {
			p, ok := props[k].(map[string]any)
			if !ok || !slices.Contains(required, k) {
				t.Errorf("%s/%s is not in the schema or not required", at, k)
				continue
			}
			walkSchema(t, at+"/"+k, p, defs, e)
		}
	case []any:
		for _, e := range v {
			walkSchema(t, at+"/*", s["items"].(map[string]any), defs, e)
		}
	case string:
		if pattern, ok := s["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(v) || s["type"] != "string" {
			t.Errorf("%s: %q does not fit %v", at, v, s)
		}
	case float64:
		_, constant := s["const"]
		_, enum := s["enum"]
		if s["type"] != "integer" && !constant && !enum {
			t.Errorf("%s: a number that does not fit %v", at, s)
		}
	}
}

// FuzzDecodeFacts: what is accepted is written back as the same facts.
func FuzzDecodeFacts(f *testing.F) {
	text, err := newRig(f, "alice@example.com").facts.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		facts, err := judge.DecodeFacts(text)
		if err != nil {
			if !errors.Is(err, judge.ErrFacts) {
				t.Fatal(err)
			}
			return
		}
		again, err := facts.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := judge.DecodeFacts(again); err != nil || !reflect.DeepEqual(back, facts) {
			t.Fatalf("%v", err)
		}
	})
}
