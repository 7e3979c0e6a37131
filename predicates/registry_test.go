package predicates_test

import (
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// named is a predicate that has an identity and nothing else.
type named struct{ m predicates.Manifest }

func (n named) Manifest() predicates.Manifest { return n.m }
func (named) Compile([]byte) (predicates.Program, error) {
	return nil, &predicates.ParamError{}
}

// TestManifestHash is the definition: Keccak of the canonical manifest.
func TestManifestHash(t *testing.T) {
	m := predicates.Manifest{ID: "AAP-1", Version: 1, Spec: trace.Hash{1}, Vectors: trace.Hash{2}}
	canon, err := trace.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"AAP-1","spec":"0x0100000000000000000000000000000000000000000000000000000000000000","vectors":"0x0200000000000000000000000000000000000000000000000000000000000000","version":1}`
	if string(canon) != want || m.Hash() != trace.Keccak([]byte(want)) || m.Name() != "AAP-1@1" {
		t.Errorf("%s is %s, canonical %s", m.Name(), m.Hash(), canon)
	}
}

func TestRegistry(t *testing.T) {
	a := named{predicates.Manifest{ID: "A-1", Version: 1}}
	b := named{predicates.Manifest{ID: "A-1", Version: 2}}
	reg, err := predicates.NewRegistry(b, a)
	if err != nil {
		t.Fatal(err)
	}
	if names := reg.Names(); len(names) != 2 || names[0] != "A-1@1" {
		t.Errorf("names %v", names)
	}
	if p, ok := reg.ByName("A-1@2"); !ok || p != b {
		t.Errorf("%v, %v", p, ok)
	}
	if p, ok := reg.ByHash(a.m.Hash()); !ok || p != a {
		t.Errorf("%v, %v", p, ok)
	}
	if _, ok := reg.ByHash(trace.Hash{9}); ok {
		t.Error("an unknown hash is found")
	}
	for _, bad := range []predicates.Manifest{{ID: "A-1", Version: 1}, {ID: "", Version: 1}, {ID: "A", Version: 0}, {ID: `A"`, Version: 1}, {ID: "A@1", Version: 1}} {
		if _, err := predicates.NewRegistry(a, named{bad}); err == nil {
			t.Errorf("%+v is registered", bad)
		}
	}
}
