package aap

import (
	"fmt"

	"github.com/varek/varek/predicates/expression"
)

// requirement is one condition that every call of its tools must meet.
type requirement struct {
	tool toolGlob
	cond *expression.Expr
	text string
	says string // the rule in words; "" if it was left out
}

// parseRequire reads the list of requirements: a condition as text, or
// {cel, tool, says}.
func parseRequire(p param, e environment) []requirement {
	var out []requirement
	for _, entry := range p.list(1) {
		r := requirement{tool: "*"}
		cond := entry
		if _, plain := entry.v.(string); !plain {
			if !entry.object() {
				continue
			}
			entry.only("cel", "tool", "says")
			if tool, ok := entry.key("tool"); ok {
				r.tool = tool.glob()
			}
			if says, ok := entry.key("says"); ok {
				r.says = says.text()
			}
			var ok bool
			if cond, ok = entry.need("cel", "write the condition, such as \"call.args.amount <= 100\""); !ok {
				continue
			}
		}
		r.text = cond.text()
		x, err := e.Compile(r.text)
		if err != nil {
			cond.fail("%w", err)
		}
		r.cond = x
		out = append(out, r)
	}
	return out
}

func (r requirement) applies(tool string, syscall bool) bool { return appliesTo(r.tool, tool, syscall) }

// appliesTo is the rule for entries of parameters that name tools: kernel
// records are meant only by those that name them.
func appliesTo(g toolGlob, tool string, syscall bool) bool {
	if syscall && !g.namesSyscalls() {
		return false
	}
	return g.match(tool)
}

// unmet says which requirement a call does not meet, "" if it meets all. A
// condition that has no truth is not met.
func unmet(list []requirement, doc *document, at *callRun) (string, error) {
	for _, r := range list {
		if !r.applies(doc.head.Tool, doc.syscall()) {
			continue
		}
		in, err := doc.forExpr()
		if err != nil {
			return "", err
		}
		if in == nil {
			return "cannot be checked", nil
		}
		met, err := r.cond.Eval(at.tables.with(in))
		if err != nil {
			return fmt.Sprintf("%s: the condition cannot be answered (%s)", r.name(), quote(err.Error())), nil
		}
		if !met {
			return r.name(), nil
		}
	}
	return "", nil
}

func (r requirement) name() string {
	if r.says != "" {
		return "breaks the rule " + quote(r.says)
	}
	return "does not meet " + quote(r.text)
}
