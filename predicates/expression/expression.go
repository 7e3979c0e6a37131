// Package expression compiles the conditions of promises and formulas: CEL with
// a fixed function set and a cost limit.
//
// Promise: an expression has no clock, no randomness and no order of maps; the
// same values give the same truth, or the same absence of one, on every
// machine. Size, depth, regular expressions and the work of one evaluation are
// bounded by constants that belong to the versions of the predicates.
//
// Limits: a whole number is an int, any other a double; exact decimals are
// reached through package value only. See https://cel.dev for the language.
package expression

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/varek/varek/predicates/value"
)

// The limits of expressions belong to the version of the predicates.
const (
	maxCodePoints = 4096
	maxNodes      = 2000
	maxDepth      = 64
	maxRegexSize  = 1000
	maxCost       = 100_000
)

// functions is the fixed function set: no time, no bytes, nothing that a
// newer library could add.
var functions = []string{
	operators.Conditional, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot,
	operators.NotStrictlyFalse, operators.Equals, operators.NotEquals, operators.Add, operators.Divide,
	operators.Modulo, operators.Multiply, operators.Negate, operators.Subtract, operators.Less,
	operators.LessEquals, operators.Greater, operators.GreaterEquals, operators.Index, operators.In,
	overloads.Size, overloads.TypeConvertType, overloads.TypeConvertBool, overloads.TypeConvertDouble,
	overloads.TypeConvertDyn, overloads.TypeConvertInt, overloads.TypeConvertString, overloads.TypeConvertUint,
	overloads.Contains, overloads.EndsWith, overloads.StartsWith,
}

var macros = []string{operators.Has, operators.All, operators.Exists, operators.ExistsOne, operators.Map, operators.Filter}

// Env is the environment in which expressions over some variables compile. It
// is immutable and safe for concurrent use.
type Env struct{ env *cel.Env }

// Function is one more function that expressions may call: nil, bool, int64,
// float64, string and lists of these come in, one of the scalars goes out. It must be
// pure; an error is an expression without a truth.
type Function struct {
	Name      string
	Arguments int
	Call      func(args []any) (any, error)
}

func (f Function) option() cel.EnvOption {
	args := make([]*cel.Type, f.Arguments)
	for i := range args {
		args[i] = cel.DynType
	}
	bind := cel.FunctionBinding(func(vals ...ref.Val) ref.Val {
		in := make([]any, len(vals))
		for i, v := range vals {
			var ok bool
			if in[i], ok = native(v); !ok {
				return types.NewErr("%s: cannot take %s", f.Name, v.Type().TypeName())
			}
		}
		out, err := f.Call(in)
		if err != nil {
			return types.NewErr("%s: %v", f.Name, err)
		}
		return types.DefaultTypeAdapter.NativeToValue(out)
	})
	return cel.Function(f.Name, cel.Overload(f.Name+"_dyn", args, cel.DynType, bind))
}

// native is a scalar, or a list of scalars, as Function takes it.
func native(v ref.Val) (any, bool) {
	switch v.Type() {
	case types.NullType:
		return nil, true
	case types.BoolType, types.IntType, types.DoubleType, types.StringType:
		return v.Value(), true
	}
	list, ok := v.(traits.Lister)
	if !ok {
		return nil, false
	}
	out := []any{}
	for it := list.Iterator(); it.HasNext() == types.True; {
		e, scalar := native(it.Next())
		if _, nested := e.([]any); !scalar || nested {
			return nil, false
		}
		out = append(out, e)
	}
	return out, true
}

// NewEnv declares the variables, each an object whose members are JSON values.
func NewEnv(variables ...string) (*Env, error) { return NewEnvWith(nil, variables...) }

// NewEnvWith also declares functions beside the fixed set.
func NewEnvWith(more []Function, variables ...string) (*Env, error) {
	subset := env.NewLibrarySubset().AddIncludedMacros(macros...)
	for _, name := range functions {
		subset.AddIncludedFunctions(env.NewFunction(name))
	}
	object := cel.MapType(cel.StringType, cel.DynType)
	options := []cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.CustomTypeAdapter(sortedAdapter{types.DefaultTypeAdapter}),
		cel.CrossTypeNumericComparisons(true),
		cel.ParserExpressionSizeLimit(maxCodePoints),
		cel.ParserRecursionLimit(maxDepth),
		cel.ExpressionNodeLimit(maxNodes),
		matchesOption(),
	}
	for _, name := range variables {
		options = append(options, cel.Variable(name, object))
	}
	for _, f := range more {
		options = append(options, f.option())
	}
	e, err := cel.NewCustomEnv(options...)
	if err != nil {
		return nil, fmt.Errorf("build the expression environment: %w", err)
	}
	return &Env{env: e}, nil
}

// Expr is a compiled condition, safe for concurrent use.
type Expr struct{ prog cel.Program }

// Compile checks a condition; its errors say what is wrong and where.
func (e *Env) Compile(text string) (*Expr, error) {
	checked, issues := e.env.Compile(text)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("is not a valid expression: %w", err)
	}
	if t := checked.OutputType(); !t.IsExactType(cel.BoolType) && !t.IsExactType(cel.DynType) {
		return nil, fmt.Errorf("gives %s; want true or false", t)
	}
	// A literal map would be walked in no fixed order by the macros.
	literal := false
	ast.PreOrderVisit(checked.NativeRep().Expr(), ast.NewExprVisitor(func(n ast.Expr) {
		literal = literal || n.Kind() == ast.MapKind || n.Kind() == ast.StructKind
	}))
	if literal {
		return nil, errors.New("has a map or message literal; put constants into data")
	}
	if err := literalPatterns(checked.NativeRep().Expr()); err != nil {
		return nil, err
	}
	prog, err := e.env.Program(checked, cel.CostLimit(maxCost))
	if err != nil {
		return nil, fmt.Errorf("cannot be planned: %w", err)
	}
	return &Expr{prog: prog}, nil
}

// Eval gives the condition's truth over the variables, whose values come from
// Value; an error where it has none.
func (x *Expr) Eval(vars map[string]any) (bool, error) {
	out, _, err := x.prog.Eval(vars)
	if err != nil {
		return false, err
	}
	b, ok := out.Value().(bool)
	if !ok {
		return false, fmt.Errorf("gives %s", out.Type().TypeName())
	}
	return b, nil
}

// Value turns a JSON value into what expressions compute with: whole
// numbers are int, others double; what is not at hand is an error on use.
func Value(v any) any {
	switch v := v.(type) {
	case value.Number:
		if i, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return i
		}
		// Admission guarantees that a double holds the literal.
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil {
			return types.NewErr("number %s is out of range", string(v))
		}
		return f
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = Value(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = Value(e)
		}
		return out
	case value.Hidden, value.Unparsed:
		return types.NewErr("%s", value.TypeName(v))
	}
	return v
}

// sortedAdapter makes maps walk in the order of their keys, so that macros
// over them mean the same on every run.
type sortedAdapter struct{ types.Adapter }

// NativeToValue implements types.Adapter.
func (a sortedAdapter) NativeToValue(v any) ref.Val {
	switch v := v.(type) {
	case map[string]any:
		return sortedMap{types.NewStringInterfaceMap(a, v), v}
	case []any:
		return types.NewDynamicList(a, v)
	}
	return a.Adapter.NativeToValue(v)
}

type sortedMap struct {
	traits.Mapper
	m map[string]any
}

// Iterator implements traits.Iterable.
func (s sortedMap) Iterator() traits.Iterator {
	keys := slices.Sorted(maps.Keys(s.m))
	list := make([]any, len(keys))
	for i, k := range keys {
		list[i] = k
	}
	return types.NewDynamicList(types.DefaultTypeAdapter, list).Iterator()
}
