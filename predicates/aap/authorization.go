package aap

import (
	"slices"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// authorization is AAP-1: no checked call without permission.
type authorization struct {
	manifest predicates.Manifest
	env      environment
}

// Manifest implements predicates.Predicate.
func (a *authorization) Manifest() predicates.Manifest { return a.manifest }

// authorizationProgram is AAP-1 with its parameters.
type authorizationProgram struct {
	rules
	terms   terms
	effects []string
	objects map[string][]pointer
	except  []pathGlob
}

// Compile implements predicates.Predicate.
func (a *authorization) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	if failed, ok := p.key("include_failed"); ok {
		failed.fail("AAP-1 has no include_failed: a call that ended in an error always counts")
	}
	p.only(append([]string{"authorities", "scopes", "max_age", "effects", "objects", "except"}, ruleKeys...)...)
	prog := &authorizationProgram{rules: parseRules(p, a.env), terms: parseTerms(p), objects: map[string][]pointer{}}
	prog.terms.minAssurance = prog.minAssurance
	prog.parseEffects(p)
	if objects, ok := p.key("objects"); ok && objects.object() {
		for _, tool := range objects.members() {
			for _, ptr := range tool.list(1) {
				prog.objects[tool.name()] = append(prog.objects[tool.name()], ptr.pointer())
			}
		}
	}
	if except, ok := p.key("except"); ok {
		for _, e := range except.list(1) {
			g, err := parsePathGlob(e.text())
			if err != nil {
				e.fail("%w", err)
			}
			prog.except = append(prog.except, g)
		}
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	return prog, nil
}

// parseEffects requires effects exactly where kernel records are checked, so
// that no promise looks as if it watched the kernel and does not.
func (a *authorizationProgram) parseEffects(p param) {
	set, ok := p.key("effects")
	checked := a.calls.anySyscalls()
	switch {
	case ok && !checked:
		set.fail("%w", errNoSyscalls)
	case ok:
		a.effects = set.set(effects...)
	case checked:
		p.child("effects").fail("is missing: calls can match kernel records; name the effects that need permission, such as [\"unlink\", \"rmdir\"], or restrict kinds to action")
	}
	for _, key := range []string{"objects", "except", "harness", "min_attribution"} {
		if c, given := p.key(key); given && !checked {
			c.fail("concerns kernel records only, and %w", errNoSyscalls)
		}
	}
}

// concerned reports whether kernel records of a tool matter: all that can name
// paths, because created names are followed; the others if their one effect is
// checked.
func (a *authorizationProgram) concerned(tool string) bool {
	switch tool {
	case "sys.exec", "sys.connect", "sys.send", "sys.bind":
		return slices.Contains(a.effects, strings.TrimPrefix(tool, syscallTools))
	}
	return true
}

// Needs implements predicates.Program.
func (a *authorizationProgram) Needs(h trace.Head) bool {
	switch h.Kind {
	case trace.KindSession, trace.KindGap, trace.KindPermission:
		return true
	case trace.KindIntent, trace.KindStart, trace.KindAction:
		// With kernel effects any call's permission may be asked for.
		return len(a.effects) > 0 || a.calls.mayMatch(h.Tool, false) || a.state.needs(h.Tool, false)
	case trace.KindSyscall:
		return len(a.effects) > 0 && a.concerned(h.Tool) ||
			a.terms.maxAge > 0 && h.ActionID != "" || a.state.needs(h.Tool, true)
	}
	return false
}

// Start implements predicates.Program.
func (a *authorizationProgram) Start() predicates.Run {
	r := &authorizationRun{prog: a, ledger: newLedger(a.terms), tables: newTables(a.state), origins: map[string]*origins{}, moved: origins{newLinks: true}}
	for tool := range a.objects {
		r.origins[tool] = &origins{}
	}
	return r
}

// permits reports whether an allow is good in itself for a tool.
func (a *authorizationProgram) permits(p *permission, tool string) bool {
	return p.fault == "" && p.tool == tool && slices.Contains(a.terms.authorities, p.authority) &&
		!below(p.assurance, a.terms.minAssurance, assurances)
}
