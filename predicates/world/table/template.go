package table

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
)

// scope is what a template sees.
type scope struct{ vars, args map[string]any }

func (s scope) document() map[string]any { return map[string]any{"vars": s.vars, "args": s.args} }

// operations are objects of one key that stand for a value.
var operations = []string{"var", "arg", "add", "sub", "min", "max", "literal"}

// operation tells whether an object is one.
func operation(v map[string]any) (op string, operand any, ok bool) {
	if len(v) != 1 {
		return "", nil, false
	}
	for op, operand = range v {
	}
	return op, operand, slices.Contains(operations, op)
}

// references calls back for every {"var":…} and {"arg":…} in a template, and
// says what is wrong with it.
func references(v any, each func(op, name string)) error {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if err := references(e, each); err != nil {
				return err
			}
		}
	case map[string]any:
		op, operand, ok := operation(v)
		if !ok {
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if err := references(v[k], each); err != nil {
					return err
				}
			}
			return nil
		}
		switch op {
		case "literal":
		case "var", "arg":
			name, text := operand.(string)
			if !text {
				return fmt.Errorf("{%q: …} wants a name", op)
			}
			each(op, name)
		default:
			if list, ok := operand.([]any); !ok || len(list) != 2 {
				return fmt.Errorf("{%q: …} wants two values", op)
			}
			return references(operand, each)
		}
	}
	return nil
}

// missing stands for an argument that a call leaves out.
type missing struct{}

// fill gives the value of a template. Members and elements whose argument is
// left out are left out.
func fill(v any, s scope) (any, error) {
	switch v := v.(type) {
	case []any:
		out := make([]any, 0, len(v))
		for _, e := range v {
			x, err := fill(e, s)
			if err != nil {
				return nil, err
			}
			if x != (missing{}) {
				out = append(out, x)
			}
		}
		return out, nil
	case map[string]any:
		if op, operand, ok := operation(v); ok {
			return operate(op, operand, s)
		}
		out := map[string]any{}
		for k, e := range v {
			x, err := fill(e, s)
			if err != nil {
				return nil, err
			}
			if x != (missing{}) {
				out[k] = x
			}
		}
		return out, nil
	}
	return v, nil
}

func operate(op string, operand any, s scope) (any, error) {
	switch op {
	case "literal":
		return operand, nil
	case "var":
		return s.vars[operand.(string)], nil
	case "arg":
		v, ok := s.args[operand.(string)]
		if !ok {
			return missing{}, nil
		}
		return v, nil
	}
	var n [2]int64
	for i, e := range operand.([]any) {
		x, err := fill(e, s)
		if err != nil {
			return nil, err
		}
		number, ok := x.(value.Number)
		if n[i], err = strconv.ParseInt(string(number), 10, 32); !ok || err != nil {
			return nil, fmt.Errorf("%s of something that is no whole number below 2^31", op)
		}
	}
	var out int64
	switch op {
	case "add":
		out = n[0] + n[1]
	case "sub":
		out = n[0] - n[1]
	case "min":
		out = min(n[0], n[1])
	case "max":
		out = max(n[0], n[1])
	}
	return value.Number(strconv.FormatInt(out, 10)), nil
}

// template reads a template; nil stays nil.
func template(v jsontext.Value) (any, error) {
	x, _, err := value.DecodeLiteral(v)
	return x, err
}
