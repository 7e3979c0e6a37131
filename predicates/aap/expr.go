package aap

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
)

// The limits of expressions belong to the version of the predicates.
const (
	exprCodePoints = 4096
	exprNodes      = 2000
	exprDepth      = 64
	exprRegexSize  = 1000
	exprCost       = 100_000
)

// exprFunctions is the fixed function set: no time, no bytes, nothing that a
// newer library could add.
var exprFunctions = []string{
	operators.Conditional, operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot,
	operators.NotStrictlyFalse, operators.Equals, operators.NotEquals, operators.Add, operators.Divide,
	operators.Modulo, operators.Multiply, operators.Negate, operators.Subtract, operators.Less,
	operators.LessEquals, operators.Greater, operators.GreaterEquals, operators.Index, operators.In,
	overloads.Size, overloads.TypeConvertType, overloads.TypeConvertBool, overloads.TypeConvertDouble,
	overloads.TypeConvertDyn, overloads.TypeConvertInt, overloads.TypeConvertString, overloads.TypeConvertUint,
	overloads.Contains, overloads.EndsWith, overloads.StartsWith, overloads.Matches,
}

var exprMacros = []string{operators.Has, operators.All, operators.Exists, operators.ExistsOne, operators.Map, operators.Filter}

// newExprEnv builds the environment in which where is compiled.
func newExprEnv() (*cel.Env, error) {
	subset := env.NewLibrarySubset().AddIncludedMacros(exprMacros...)
	for _, name := range exprFunctions {
		subset.AddIncludedFunctions(env.NewFunction(name))
	}
	object := cel.MapType(cel.StringType, cel.DynType)
	e, err := cel.NewCustomEnv(
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.CustomTypeAdapter(sortedAdapter{types.DefaultTypeAdapter}),
		cel.CrossTypeNumericComparisons(true),
		cel.ParserExpressionSizeLimit(exprCodePoints),
		cel.ParserRecursionLimit(exprDepth),
		cel.ExpressionNodeLimit(exprNodes),
		cel.RegexProgramSizeLimit(exprRegexSize),
		cel.Variable("call", object),
		cel.Variable("state", object),
		cel.Variable("data", object),
	)
	if err != nil {
		return nil, fmt.Errorf("build the expression environment: %w", err)
	}
	return e, nil
}

// expr is a compiled condition.
type expr struct {
	prog cel.Program
	text string
}

func compileExpr(e *cel.Env, text string) (*expr, error) {
	checked, issues := e.Compile(text)
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
	prog, err := e.Program(checked, cel.CostLimit(exprCost))
	if err != nil {
		return nil, fmt.Errorf("cannot be planned: %w", err)
	}
	return &expr{prog: prog, text: text}, nil
}

// eval gives the condition's truth; an error where it has none.
func (x *expr) eval(vars map[string]any) (bool, error) {
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

// exprValue turns a JSON value into what expressions compute with: whole
// numbers are int, others double; what is not at hand is an error on use.
func exprValue(v any) any {
	switch v := v.(type) {
	case number:
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
			out[i] = exprValue(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = exprValue(e)
		}
		return out
	case hidden, unparsed:
		return types.NewErr("%s", typeName(v))
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
