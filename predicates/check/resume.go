package check

import (
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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

// Asked gives the policies that a report or certificate states. judge makes one
// of what a Judge stated of itself; nil refuses such rows.
func Asked(rows []PolicyRow, env *expression.Env, judge func(stated jsontext.Value) (Judge, error)) ([]Policy, error) {
	var list []Policy
	for _, row := range rows {
		p := Policy{ID: row.ID, Statement: row.Statement, Formal: row.Formal, Unit: row.MarginUnit}
		var err error
		if stated := member(row.Predicate, Stated); stated == nil {
			p.Formula, err = formula.Decode(row.Predicate, env)
		} else if judge == nil {
			err = fmt.Errorf("it is no formula: %w", ErrPolicy)
		} else {
			p.Judge, err = judge(stated)
		}
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", row.ID, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// Stated is the one key under which a report has what a Judge says of itself,
// beside the kinds of a formula's node.
const Stated = "Promise"

// member is the value of an object's only member, nil where it is another.
func member(v jsontext.Value, name string) jsontext.Value {
	var m map[string]jsontext.Value
	if json.Unmarshal(v, &m) != nil || len(m) != 1 {
		return nil
	}
	return m[name]
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
