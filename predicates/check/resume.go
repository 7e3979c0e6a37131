package check

import (
	"fmt"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/formula"
)

// ParseReport reads a report strictly.
func ParseReport(text []byte) (*Report, error) {
	var r Report
	if err := json.Unmarshal(text, &r, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("read a report: %w", err)
	}
	if r.Version != 1 {
		return nil, fmt.Errorf("a report of version %d: %w", r.Version, ErrCertificate)
	}
	return &r, nil
}

// Asked gives the policies that a report or certificate states as formulas.
func Asked(rows []PolicyRow, env *expression.Env) ([]Policy, error) {
	var list []Policy
	for _, row := range rows {
		if string(row.Predicate) == "null" {
			continue
		}
		f, err := formula.Decode(row.Predicate, env)
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", row.ID, err)
		}
		list = append(list, Policy{ID: row.ID, Statement: row.Statement, Formal: row.Formal, Unit: row.MarginUnit, Formula: f})
	}
	return list, nil
}

// Finished gives the levels of a report for Options.Expect.
func (r *Report) Finished() ([]Level, error) {
	var list []Level
	for _, row := range r.Levels {
		l := Level{States: row.States, Outside: row.Outside}
		if err := l.Digest.UnmarshalText([]byte(row.Digest)); err != nil {
			return nil, fmt.Errorf("depth %d: %w", row.Depth, err)
		}
		list = append(list, l)
	}
	return list, nil
}
