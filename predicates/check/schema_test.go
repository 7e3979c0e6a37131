package check_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world/pullreview"
)

func schema(t *testing.T, path string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fits(s *jsonschema.Schema, text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// TestSchemas: what is written fits the published schemas, and they refuse what
// the decoders refuse.
func TestSchemas(t *testing.T) {
	reports, certificates := schema(t, "report.schema.json"), schema(t, "certificate.schema.json")
	for _, o := range []check.Options{{Depth: 5}, {Depth: 5, States: 100}, {Depth: 3, Exact: true, NoReplay: true}} {
		r, last := report(t, pullreview.Page, o, check.Setting{Version: "v"})
		if err := fits(reports, []byte(text(t, r))); err != nil {
			t.Error(err)
		}
		cert, err := last.Certify().Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := fits(certificates, cert); err != nil {
			t.Error(err)
		}
		if fits(certificates, bytes.Replace(cert, []byte(`"closed"`), []byte(`"cloned"`), 1)) == nil {
			t.Error("the schema takes an unknown member")
		}
	}
}

// TestGoldenReport: the report of the page to depth 5, byte by byte. After a
// change that is meant: VAREK_UPDATE=1 go test -run TestGoldenReport.
func TestGoldenReport(t *testing.T) {
	const path = "testdata/pullreview-page-5.json"
	r, _ := report(t, pullreview.Page, check.Options{Depth: 5, CrossCheck: 50}, check.Setting{Version: "golden", Invocation: check.Invocation{World: "pullreview", Surface: "page"}})
	got := text(t, r)
	if os.Getenv("VAREK_UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d is %s, golden %s", i+1, a[i], b[i])
			}
		}
		t.Fatal("the report has another length than the golden one")
	}
}
