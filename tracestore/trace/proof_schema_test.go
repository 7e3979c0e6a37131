package trace

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestProofSchema: the schema takes what Encode writes and refuses the forms
// that DecodeProof refuses.
func TestProofSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(ProofSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("proof", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("proof")
	if err != nil {
		t.Fatal(err)
	}
	agree := func(name, text string, good bool) {
		t.Helper()
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, _, decodeErr := DecodeProof([]byte(text))
		if schemaErr := schema.Validate(v); (schemaErr == nil) != good || (decodeErr == nil) != good {
			t.Errorf("%s: the schema says %v, the decoder %v, want good %v", name, schemaErr, decodeErr, good)
		}
	}
	r, e := proofsOf(t, 7, 5)
	record, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r.Record = r.Record.Hide()
	hidden, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	extension, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	agree("record", string(record), true)
	agree("hidden record", string(hidden), true)
	agree("extension", string(extension), true)
	for _, text := range []string{string(record), string(hidden), string(extension)} {
		for name, bad := range map[string]string{
			"version":        strings.TrimSuffix(text, `"v":1}`) + `"v":2}`,
			"unknown member": strings.TrimSuffix(text, `}`) + `,"w":1}`,
			"no type":        strings.Replace(strings.Replace(text, `"type":"varek.proof.record",`, ``, 1), `"type":"varek.proof.extension",`, ``, 1),
			"type":           strings.Replace(text, `varek.proof.`, `varek.proof.x`, 1),
			"path":           strings.Replace(text, `"path":["0x`, `"path":["0X`, 1),
			"path null":      strings.Replace(text, `"path":[`, `"path":null,"q":[`, 1),
			"root":           strings.Replace(text, `"root":"0x`, `"root":"`, 1),
			"n negative":     strings.Replace(text, `"n":`, `"n":-`, 1),
		} {
			if bad == text {
				t.Fatalf("%s: the case changes nothing", name)
			}
			agree(name, bad, false)
		}
	}
	agree("record without salt", strings.Replace(string(record), `"salt"`, `"salz"`, 1), false)
}
