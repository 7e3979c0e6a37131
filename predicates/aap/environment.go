package aap

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/value"
)

// environment is where the conditions of one version of a predicate compile.
type environment struct {
	*expression.Env
	starts bool // tables may have rows from the start
}

// newEnvironment is that of AAP-1@1 and AAP-4@1: call, state and data.
func newEnvironment() (environment, error) {
	e, err := expression.NewEnv("call", "state", "data")
	if err != nil {
		return environment{}, fmt.Errorf("catalog: %w", err)
	}
	return environment{Env: e}, nil
}

// newExactEnvironment is that of AAP-2@1, AAP-3@1, AAP-5@1 and PTL-1@1: it
// computes with money exactly and compares names by their forms.
func newExactEnvironment(variables ...string) (environment, error) {
	e, err := expression.NewEnvWith([]expression.Function{
		{Name: "scaled", Arguments: 2, Call: scaled},
		{Name: "normal", Arguments: 2, Call: normal},
		{Name: "sum", Arguments: 1, Call: sum},
	}, variables...)
	if err != nil {
		return environment{}, fmt.Errorf("catalog: %w", err)
	}
	return environment{e, true}, nil
}

// sum(list) is the sum of whole numbers; 0 of none.
func sum(args []any) (any, error) {
	list, ok := args[0].([]any)
	if !ok {
		return nil, errors.New("not a list")
	}
	total := int64(0)
	for _, v := range list {
		i, ok := v.(int64)
		if !ok {
			return nil, errors.New("not a whole number")
		}
		if next := total + i; (next > total) == (i > 0) {
			total = next
		} else {
			return nil, errors.New("the sum exceeds 64 bits")
		}
	}
	return total, nil
}

const maxPlaces = 18

// scaled(x, n) is x times ten to the n as an int, where that is whole: money in
// its smallest unit. x is a number or a text that is one.
func scaled(args []any) (any, error) {
	places, ok := args[1].(int64)
	if !ok || places < 0 || places > maxPlaces {
		return nil, fmt.Errorf("the places are a whole number from 0 to %d", maxPlaces)
	}
	text := ""
	switch x := args[0].(type) {
	case int64:
		text = strconv.FormatInt(x, 10)
	case float64:
		// The shortest spelling is the literal that the record holds.
		text = strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		text = x
	}
	d, ok := value.ParseDecimal(text)
	if !ok {
		return nil, errors.New("not a number")
	}
	i, ok := d.Scaled(int(places))
	if !ok {
		return nil, fmt.Errorf("%s has more than %d places, or is too large", text, places)
	}
	return i, nil
}

// normal(text, form) is the text as the form compares it (AAP-4 section 4).
func normal(args []any) (any, error) {
	name, ok := args[1].(string)
	if !ok || !slices.Contains(forms, name) {
		return nil, fmt.Errorf("the form is one of %s", strings.Join(forms, ", "))
	}
	v := args[0]
	if i, ok := v.(int64); ok {
		v = number(strconv.FormatInt(i, 10))
	}
	r, err := form(name).normalise(v, places{})
	if err != nil {
		return nil, err
	}
	return r.text, nil
}
