package aap

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSchema holds the published schema against the vectors: parameters that
// compile are accepted, and of the faulty ones most are refused.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("promise.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("promise.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(predicate string, params []byte) error {
		text, err := json.Marshal(m{"predicate": predicate, "params": json.RawMessage(params), "payout": "0.1 ether", "bond": "1 wei", "reserve": "5 gwei"})
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	faulty, refused := 0, 0
	for name, table := range map[string][]vector{"AAP-1@1": authorizationVectorTable(), "AAP-2@1": scopeVectorTable(), "AAP-3@1": paymentVectorTable(),
		"AAP-4@1": recipientsVectorTable(), "AAP-5@1": limitsVectorTable(), "PTL-1@1": temporalVectorTable()} {
		for _, v := range table {
			err := check(name, v.Params)
			if v.Expect.Param == nil {
				if err != nil {
					t.Errorf("%s %s: the schema refuses what compiles: %v", name, v.Name, err)
				}
				continue
			}
			faulty++
			if err != nil {
				refused++
			}
		}
	}
	t.Logf("of %d faulty parameters the schema refuses %d", faulty, refused)
	if 3*refused < 2*faulty {
		t.Errorf("of %d faulty parameters the schema refuses %d only", faulty, refused)
	}
	if err := check("AAP-9@1", []byte(`{}`)); err == nil {
		t.Error("the schema knows AAP-9@1")
	}
}
