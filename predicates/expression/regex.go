package expression

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// matchesOption is the standard matches with a bound on the pattern. The
// library's own bound panics on counted repetitions such as {4}.
func matchesOption() cel.EnvOption {
	args := []*cel.Type{cel.StringType, cel.StringType}
	bind := cel.SingletonBinaryBinding(func(text, pattern ref.Val) ref.Val {
		s, ok := text.(types.String)
		p, okP := pattern.(types.String)
		if !ok || !okP {
			return types.MaybeNoSuchOverloadErr(text)
		}
		// A lower bound of what the cost limit charges afterwards: the answer is
		// the same, without the work.
		if (utf8.RuneCountInString(string(s))/10)*(utf8.RuneCountInString(string(p))/4) > maxCost {
			return types.NewErr("matches: actual cost limit exceeded")
		}
		re, err := compilePattern(string(p))
		if err != nil {
			return types.NewErr("matches: %v", err)
		}
		return types.Bool(re.MatchString(string(s)))
	})
	return cel.Function(overloads.Matches,
		cel.Overload(overloads.Matches, args, cel.BoolType),
		cel.MemberOverload(overloads.MatchesString, args, cel.BoolType),
		bind)
}

// compilePattern refuses patterns of more than maxRegexSize instructions,
// counted repetitions written out.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("is no regular expression: %w", err)
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, fmt.Errorf("is no regular expression: %w", err)
	}
	if len(prog.Inst) > maxRegexSize {
		return nil, fmt.Errorf("the regular expression has %d instructions, at most %d are allowed", len(prog.Inst), maxRegexSize)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("is no regular expression: %w", err)
	}
	return re, nil
}

// literalPatterns refuses patterns that could never be used.
func literalPatterns(e ast.Expr) error {
	var fault error
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(n ast.Expr) {
		if fault != nil || n.Kind() != ast.CallKind || n.AsCall().FunctionName() != overloads.Matches {
			return
		}
		args := n.AsCall().Args()
		if len(args) == 0 || args[len(args)-1].Kind() != ast.LiteralKind {
			return
		}
		if p, ok := args[len(args)-1].AsLiteral().(types.String); ok {
			_, fault = compilePattern(string(p))
		}
	}))
	return fault
}
