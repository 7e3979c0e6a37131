package aap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// scope is AAP-2: every checked call stays within its constraints.
type scope struct {
	manifest predicates.Manifest
	env      environment
}

// Manifest implements predicates.Predicate.
func (s *scope) Manifest() predicates.Manifest { return s.manifest }

// scopeProgram is AAP-2 with its parameters.
type scopeProgram struct {
	callProgram
	within  []source
	require []requirement
}

// Compile implements predicates.Predicate.
func (s *scope) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	p.only(append([]string{"within", "as", "values", "roots", "split", "require", "include_failed", "grants"}, ruleKeys...)...)
	prog := &scopeProgram{callProgram: parseCallProgram(p, s.env)}
	within, hasWithin := p.key("within")
	if hasWithin {
		for _, e := range within.list(1) {
			prog.within = append(prog.within, parseWithinEntry(p, e))
		}
	}
	require, hasRequire := p.key("require")
	if hasRequire {
		prog.require = parseRequire(require, s.env)
	}
	if !hasWithin && !hasRequire {
		p.fail("has neither within nor require: nothing would be checked")
	}
	prog.covered(p)
	if err := p.err(); err != nil {
		return nil, err
	}
	prog.paths = slices.ContainsFunc(prog.within, func(s source) bool { return s.form == asPath })
	prog.kept = "all %d checked calls stayed within scope"
	prog.begin = func() check { return scopeCheck{prog} }
	return prog, nil
}

// parseWithinEntry reads one element of within: a pointer, or an object whose
// missing members the top level gives.
func parseWithinEntry(top, e param) source {
	s := source{tool: "*"}
	if _, plain := e.v.(string); plain {
		s.pointer = e.pointer()
	} else {
		if !e.object() {
			return s
		}
		e.only("pointer", "tool", "optional", "as", "values", "roots", "split")
		if tool, ok := e.key("tool"); ok {
			s.tool = tool.glob()
		}
		if ptr, ok := e.key("pointer"); ok {
			s.pointer = ptr.pointer()
		} else if s.destination = strings.HasPrefix(string(s.tool), syscallTools); !s.destination {
			e.fail("has no pointer; only an entry whose tool begins with sys. may leave it out, to mean what the kernel record acts on")
		}
		if o, ok := e.key("optional"); ok {
			s.optional = o.flag()
		}
	}
	s.form = parseForm(top, e)
	s.split = parseSplit(top, e)
	s.bounds(top, e)
	if s.destination && s.form != asHost && s.form != asPath && s.form != "" {
		e.fail("what a kernel record acts on is compared as path or as host")
	}
	return s
}

// bounds reads values and roots of an entry or, failing that, of the top.
func (s *source) bounds(top, e param) {
	values, hasValues := pick(top, e, "values")
	roots, hasRoots := pick(top, e, "roots")
	if !hasValues && !hasRoots {
		e.fail("says nowhere what is in scope: add values or roots, here or at the top")
	}
	if hasValues {
		s.allow = parseAllow(s.form, values)
	}
	if !hasRoots {
		return
	}
	if s.form != asPath {
		roots.fail("roots are for paths; use values, or as path")
		return
	}
	for _, r := range roots.list(1) {
		for _, g := range rootGlobs(r) {
			s.allow.add(permit{form: asPath, places: g})
		}
	}
	if len(s.allow.rules) > maxRules {
		roots.fail("has more than %d entries", maxRules/2)
	}
}

// rootGlobs are the two globs of a root: it, and all below it.
func rootGlobs(r param) []pathGlob {
	text := r.text()
	if strings.Contains(text, "*") {
		r.fail("a root is a plain path without stars, such as $WORKSPACE/src")
		return nil
	}
	below := strings.TrimSuffix(text, "/") + "/**"
	var out []pathGlob
	for _, t := range []string{text, below} {
		if t == "/" {
			continue
		}
		g, err := parsePathGlob(t)
		if err != nil {
			r.fail("%w", err)
			return nil
		}
		out = append(out, g)
	}
	return out
}

// covered refuses calls for which nothing is constrained.
func (s *scopeProgram) covered(p param) {
	all := slices.Clone(s.within)
	for _, r := range s.require {
		all = append(all, source{tool: r.tool})
	}
	coveredBySources(p, s.calls, all, "within or require")
}

// Needs implements predicates.Program.
func (s *scopeProgram) Needs(h trace.Head) bool { return s.needs(h) }

// Start implements predicates.Program.
func (s *scopeProgram) Start() predicates.Run { return s.start() }

// scopeCheck has no state of its own.
type scopeCheck struct{ prog *scopeProgram }

func (c scopeCheck) took(*document, *callRun) error { return nil }

func (c scopeCheck) action(doc *document, at *callRun) (string, error) {
	why, declared, err := outside(c.prog.within, doc, at)
	if err != nil || why != "" {
		return why, err
	}
	return c.required(doc, at, declared)
}

// required asks the conditions. A call that nothing constrains is out of scope.
func (c scopeCheck) required(doc *document, at *callRun, declared bool) (string, error) {
	for _, r := range c.prog.require {
		declared = declared || r.applies(doc.head.Tool, doc.syscall())
	}
	if !declared {
		return "is checked, but nothing says what its tool may do", nil
	}
	return unmet(c.prog.require, doc, at)
}

// outside reads every entry with a pointer that applies and says what is not
// in scope.
func outside(list []source, doc *document, at *callRun) (why string, declared bool, err error) {
	for _, s := range list {
		if s.destination || !s.applies(doc.head.Tool, doc.syscall()) {
			continue
		}
		declared = true
		values, why, err := s.read(doc)
		if err != nil || why != "" {
			return why, true, err
		}
		for _, v := range values {
			if why := s.forbids(v, at.ledger.at); why != "" {
				return why, true, nil
			}
		}
	}
	return "", declared, nil
}

func (c scopeCheck) kernel(doc *document, k kernelRecord, at *callRun) (string, error) {
	declared := false
	for _, s := range c.prog.within {
		if !s.destination || !s.applies(doc.head.Tool, true) {
			continue
		}
		declared = true
		if why := s.holds(k, at); why != "" {
			return why, nil
		}
	}
	why, more, err := outside(c.prog.within, doc, at)
	if err != nil || why != "" {
		return why, err
	}
	return c.required(doc, at, declared || more)
}

// holds says what a kernel record acts on that the entry does not permit: its
// paths, every one, or its destination, by address or by name.
func (s source) holds(k kernelRecord, at *callRun) string {
	if s.form == asHost {
		if k.addr == "" && k.host == "" {
			return "names no destination"
		}
		if !s.permitsAny(k.addr, k.host) {
			return fmt.Sprintf("goes to %s, which is out of scope", quote(strings.TrimSpace(k.addr+" "+k.host)))
		}
		return ""
	}
	to := k.to
	if k.event == "symlink" {
		to = "" // the text of a link is no name that the record acts on
	}
	if k.resolved == "" && to == "" {
		return "names no path"
	}
	for _, p := range []string{k.resolved, to} {
		if p == "" {
			continue
		}
		to, err := asPath.normalise(p, at.ledger.at)
		if err != nil || !s.allow.permits(to, at.ledger.at) {
			return fmt.Sprintf("acts on %s, which is out of scope", quote(p))
		}
	}
	return ""
}
