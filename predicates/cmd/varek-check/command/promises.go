package command

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/check/promise"
	"github.com/varek/varek/predicates/expression"
)

// promisePolicies reads promise files as policies of a search.
func promisePolicies(files []string) ([]check.Policy, error) {
	reg, err := aap.Catalog()
	if err != nil {
		return nil, err
	}
	var list []check.Policy
	for _, path := range files {
		l, err := loadPromise(reg, path)
		if err != nil {
			return nil, err
		}
		pred, _ := reg.ByName(l.promise.Predicate)
		base := filepath.Base(path)
		j := promise.New(l.promise, pred, l.prog)
		list = append(list, check.Policy{ID: strings.TrimSuffix(base, filepath.Ext(base)), Statement: strings.Join(strings.Fields(l.promise.Statement), " "),
			Formal: l.promise.Predicate, Judge: j})
	}
	return list, nil
}

// statedPolicies makes the policies of a report or certificate again.
func statedPolicies(rows []check.PolicyRow, env *expression.Env) ([]check.Policy, error) {
	var reg *predicates.Registry
	return check.Asked(rows, env, func(text jsontext.Value) (check.Judge, error) {
		if reg == nil {
			var err error
			if reg, err = aap.Catalog(); err != nil {
				return nil, err
			}
		}
		return promise.FromStated(text, reg)
	})
}

// export writes the first promise's counterexample as an evidence bundle.
func (w *writer) export(res *check.Result) error {
	for i, p := range w.a.policies {
		j, ok := p.Judge.(*promise.Judge)
		if e := res.Findings[i].Example; ok && e != nil && e.Verified {
			var b bytes.Buffer
			if err := promise.Export(&b, j.Promise(), e.Path); err != nil {
				return fmt.Errorf("export %s: %w", p.ID, err)
			}
			if err := replaceFile(w.f.export, b.Bytes()); err != nil {
				return err
			}
			w.exported = p.ID
			return nil
		}
	}
	return nil
}
