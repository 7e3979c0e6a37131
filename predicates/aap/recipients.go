package aap

import (
	"slices"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/tracestore/trace"
)

// recipients is AAP-4: every recipient of a checked call is permitted.
type recipients struct {
	manifest predicates.Manifest
	env      *expression.Env
}

// Manifest implements predicates.Predicate.
func (r *recipients) Manifest() predicates.Manifest { return r.manifest }

// recipientsProgram is AAP-4 with its parameters.
type recipientsProgram struct {
	rules
	includeFailed bool
	sources       []source
	grants        *terms // nil: no permission can permit a recipient
}

// Compile implements predicates.Predicate.
func (r *recipients) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	p.only(append([]string{"recipients", "as", "allow", "split", "include_failed", "grants"}, ruleKeys...)...)
	prog := &recipientsProgram{rules: parseRules(p, r.env)}
	if failed, ok := p.need("include_failed", "say true or false: whether calls that ended in an error count"); ok {
		prog.includeFailed = failed.flag()
	}
	if list, ok := p.need("recipients", "point at the recipients, such as [\"/args/to/*\"]"); ok {
		for _, e := range list.list(1) {
			prog.sources = append(prog.sources, parseSourceEntry(p, e))
		}
	}
	if g, ok := p.key("grants"); ok && g.object() {
		g.only("authorities", "scopes", "max_age")
		t := parseTerms(g)
		t.minAssurance = prog.minAssurance
		prog.grants = &t
	}
	prog.checkCovered(p)
	if err := p.err(); err != nil {
		return nil, err
	}
	return prog, nil
}

// checkCovered refuses calls for which no recipients are declared: each such
// call would be a violation.
func (r *recipientsProgram) checkCovered(p param) {
	list, ok := p.key("calls")
	if !ok || len(*p.errs) > 0 {
		return
	}
	entries := list.list(1)
	for i, c := range r.calls.entries {
		declared := func(syscall bool) bool {
			name := string(c.tool)
			if literal, rest, starred := strings.Cut(name, "*"); syscall && starred && len(literal) < len(syscallTools) {
				name = syscallTools + "*" + rest
			}
			return slices.ContainsFunc(r.sources, func(s source) bool { return s.applies(name, syscall) })
		}
		if c.actions && !strings.HasPrefix(string(c.tool), syscallTools) && !declared(false) {
			entries[i].fail("no entry of recipients covers every tool that %s can match", quote(string(c.tool)))
		}
		if c.syscalls && !declared(true) {
			entries[i].fail("%s can match kernel records, and no entry of recipients with a tool such as sys.connect covers them; add one, or restrict kinds to action", quote(string(c.tool)))
		}
	}
}

// Needs implements predicates.Program.
func (r *recipientsProgram) Needs(h trace.Head) bool {
	switch h.Kind {
	case trace.KindGap:
		return true
	case trace.KindSession:
		return r.grants != nil || slices.ContainsFunc(r.sources, func(s source) bool { return s.form == asPath })
	case trace.KindPermission:
		return r.grants != nil
	case trace.KindIntent, trace.KindStart, trace.KindAction:
		return r.calls.mayMatch(h.Tool, false) || r.state.needs(h.Tool, false)
	case trace.KindSyscall:
		return r.calls.mayMatch(h.Tool, true) || r.state.needs(h.Tool, true) ||
			r.grants != nil && r.grants.maxAge > 0 && h.ActionID != ""
	}
	return false
}

// Start implements predicates.Program.
func (r *recipientsProgram) Start() predicates.Run {
	var t terms
	if r.grants != nil {
		t = *r.grants
	}
	return &recipientsRun{prog: r, ledger: newLedger(t), tables: newTables(r.state)}
}
