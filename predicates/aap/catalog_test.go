package aap

import (
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace"
)

// TestManifests pins the identities that promises on chains refer to. If this
// fails, a published text or vector file was edited: put it back, and publish
// the change as a new version.
func TestManifests(t *testing.T) {
	reg := catalog(t)
	want := map[string]string{
		"AAP-1@1": "0x8b6e4908ef7041939b19a2d3b44667e224cc99a1a9974367f27a2d17f3c8995c",
		"AAP-2@1": "0xcdcce8d98f1d36b68e3fbac3d45768615a6fd8bc47fa412a2cf14d4e087d6219",
		"AAP-3@1": "0x188f95637aa79a5b6eec9f2fe05c6eb23458b568378b2e53b30e5e75a367bbbb",
		"AAP-4@1": "0x32090717e2f8e907a2f6f28e9058cf707b76db1d35b2c7146c275f177501b841",
		"AAP-5@1": "0x9967d802b65b42a7f1c09b3e5e6d8fce03dcbae9872f66be54d79a0635f6b13f",
		"PTL-1@1": "0x752b224fd23b156b2bdff8da3d27e735b16668db510b6e19ae7effb45e1b0a01",
	}
	if names := reg.Names(); !slices.Equal(names, []string{"AAP-1@1", "AAP-2@1", "AAP-3@1", "AAP-4@1", "AAP-5@1", "PTL-1@1"}) {
		t.Fatalf("the catalog has %v", names)
	}
	for name, hash := range want {
		p, ok := reg.ByName(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		m := p.Manifest()
		if m.Hash().String() != hash {
			t.Errorf("%s is %s, published is %s", name, m.Hash(), hash)
		}
		if q, ok := reg.ByHash(m.Hash()); !ok || q != p {
			t.Errorf("%s is not found by its hash", name)
		}
		doc, ok := Published(name)
		if !ok || trace.Keccak(doc.Spec) != m.Spec || trace.Keccak(doc.Vectors) != m.Vectors {
			t.Errorf("%s: the documents are not what the manifest names", name)
		}
		if canon, err := trace.Marshal(m); err != nil || trace.Keccak(canon) != m.Hash() {
			t.Errorf("%s: the hash is not that of the canonical manifest %s: %v", name, canon, err)
		}
	}
	if _, ok := Published("AAP-2@2"); ok {
		t.Error("a predicate that does not exist is published")
	}
	if _, ok := reg.ByHash(trace.Hash{}); ok {
		t.Error("the zero hash names a predicate")
	}
}

// TestSpecNamesEveryParameter keeps the published texts complete.
func TestSpecNamesEveryParameter(t *testing.T) {
	for name, keys := range map[string][]string{
		"AAP-1@1": append([]string{"authorities", "scopes", "max_age", "effects", "objects", "except", "include_failed"}, ruleKeys...),
		"AAP-2@1": append([]string{"within", "as", "values", "roots", "split", "require", "include_failed", "grants", "optional", "pointer", "tool", "says"}, ruleKeys...),
		"AAP-3@1": append([]string{"payee", "as", "split", "payees", "amount", "cap", "currency", "require", "include_failed", "grants"}, ruleKeys...),
		"AAP-5@1": append([]string{"max_count", "sum", "repeat", "per", "window", "include_failed"}, ruleKeys...),
		"PTL-1@1": append([]string{"formula", "also", "include_failed"}, ruleKeys...),
		"AAP-4@1": append([]string{"recipients", "as", "allow", "split", "include_failed", "grants", "optional", "pointer", "tool"}, ruleKeys...),
	} {
		doc, _ := Published(name)
		for _, key := range keys {
			if !containsBytes(doc.Spec, "`"+key+"`") {
				t.Errorf("%s does not speak of %s", name, key)
			}
		}
	}
}

func containsBytes(text []byte, s string) bool { return strings.Contains(string(text), s) }
