package world

import (
	"fmt"
	"strings"

	"github.com/varek/varek/predicates/formula"
)

// Document builds the JSON document that facts spell: every pointer that is
// there, with objects around it. It is what formulas see of a world without a
// reading of its own (Exact).
func Document(facts []Fact, values []Value, names Names) (any, error) {
	root := map[string]any{}
	for i, f := range facts {
		if values[i] == Absent {
			continue
		}
		p, err := formula.ParsePointer(f.Pointer)
		if err != nil {
			return nil, fmt.Errorf("fact %q: %w", f.Pointer, err)
		}
		tokens := p.Tokens()
		if len(tokens) == 0 {
			return nil, fmt.Errorf("fact %q: %w", f.Pointer, ErrFacts)
		}
		at := root
		for _, t := range tokens[:len(tokens)-1] {
			inner, ok := at[t].(map[string]any)
			if !ok {
				inner = map[string]any{}
				at[t] = inner
			}
			at = inner
		}
		at[tokens[len(tokens)-1]] = values[i].JSON(names)
	}
	return root, nil
}

// CheckFacts refuses a list of facts that is none: pointers that are equal,
// empty, ill-formed or inside one another.
func CheckFacts(facts []Fact) error {
	seen := map[string]bool{}
	for _, f := range facts {
		p, err := formula.ParsePointer(f.Pointer)
		if err != nil {
			return fmt.Errorf("fact %q: %w", f.Pointer, err)
		}
		if len(p.Tokens()) == 0 || seen[f.Pointer] {
			return fmt.Errorf("fact %q: %w", f.Pointer, ErrFacts)
		}
		seen[f.Pointer] = true
	}
	for _, f := range facts {
		for at := strings.LastIndexByte(f.Pointer, '/'); at > 0; at = strings.LastIndexByte(f.Pointer[:at], '/') {
			if seen[f.Pointer[:at]] {
				return fmt.Errorf("fact %q lies inside fact %q: %w", f.Pointer, f.Pointer[:at], ErrFacts)
			}
		}
	}
	return nil
}
