package check_test

import (
	"os"
	"testing"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world/pullreview"
)

// FuzzReaders: reports, certificates and policies are read totally, and what is
// read can be written.
func FuzzReaders(f *testing.F) {
	golden, err := os.ReadFile("testdata/pullreview-page-5.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(golden)
	f.Add(pullreview.Policies)
	f.Add([]byte(`{"varek_certificate":1,"depth":3}`))
	f.Add([]byte(`[{"id":"a","predicate":{"All":[]}}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := check.ParseReport(text); err == nil {
			if _, err := r.Encode(); err != nil {
				t.Error(err)
			}
			_, _ = r.Finished()
			_, _ = check.Asked(r.Policies, nil, nil)
			_ = r.Says()
		}
		if c, err := check.ParseCertificate(text); err == nil {
			if _, err := c.Encode(); err != nil {
				t.Error(err)
			}
		}
		list, err := check.ParsePolicies(text, "one", nil)
		for _, p := range list {
			if err == nil && (p.ID == "" || p.Formula == nil) {
				t.Errorf("%+v", p)
			}
		}
	})
}
