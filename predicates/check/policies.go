package check

import (
	"bytes"
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/formula"
)

// ParsePolicies reads a policies file: a JSON list of objects with id,
// predicate (a formula) and, if wanted, statement, formal and unit; or one bare
// formula, which becomes the policy named name. Unknown keys are refused.
func ParsePolicies(text []byte, name string, env *expression.Env) ([]Policy, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		f, err := formula.Decode(text, env)
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", name, err)
		}
		return []Policy{{ID: name, Formula: f}}, nil
	}
	var rows []struct {
		ID        string         `json:"id"`
		Statement string         `json:"statement"`
		Formal    string         `json:"formal"`
		Unit      string         `json:"unit"`
		Predicate jsontext.Value `json:"predicate"`
	}
	if err := json.Unmarshal(text, &rows, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("policies: %w: %w", ErrPolicy, err)
	}
	list := make([]Policy, 0, len(rows))
	for i, r := range rows {
		if r.ID == "" || r.Predicate == nil {
			return nil, fmt.Errorf("policy %d has no id or no predicate: %w", i+1, ErrPolicy)
		}
		f, err := formula.Decode(r.Predicate, env)
		if err != nil {
			return nil, fmt.Errorf("policy %s: %w", r.ID, err)
		}
		list = append(list, Policy{ID: r.ID, Statement: r.Statement, Formal: r.Formal, Unit: r.Unit, Formula: f})
	}
	return list, nil
}
