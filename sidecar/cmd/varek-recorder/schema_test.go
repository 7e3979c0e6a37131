package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func compileSchema(t *testing.T, path string) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(path, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestFileSchemas: the published schemas take the files as they are written
// and refuse others.
func TestFileSchemas(t *testing.T) {
	heads, err := trace.Marshal([]signedHead{{H: trace.Hash{1}, N: 7, Signature: trace.FormatSignature(make([]byte, trace.SignatureSize))}})
	if err != nil {
		t.Fatal(err)
	}
	commitments, err := json.Marshal(commitmentsFile{V: 1, ChainID: 31337, Escrow: trace.Address{2}, Session: trace.Hash{3},
		Items: []escrow.Commitment{{Kind: 1, N: 4, H: trace.Hash{5}, BlockTime: 6}, {Kind: 2, N: 9, H: trace.Hash{8}, BlockTime: 7}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, good, old, new string }{
		{"heads.schema.json", string(heads), `"n":7`, `"n":4294967296`},
		{"heads.schema.json", string(heads), `"signature":"0x`, `"signature":"`},
		{"heads.schema.json", string(heads), `"n":7,`, ``},
		{"commitments.schema.json", string(commitments), `"kind":2`, `"kind":3`},
		{"commitments.schema.json", string(commitments), `"v":1`, `"v":1,"w":1`},
		{"commitments.schema.json", string(commitments), `"session":`, `"sessions":`},
	} {
		schema := compileSchema(t, c.path)
		bad := strings.Replace(c.good, c.old, c.new, 1)
		if bad == c.good {
			t.Fatalf("%s: %s changes nothing in %s", c.path, c.old, c.good)
		}
		for text, good := range map[string]bool{c.good: true, bad: false} {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(v); (err == nil) != good {
				t.Errorf("%s on %s: %v, want good %v", c.path, text, err, good)
			}
		}
	}
}
