package aap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// recipients is AAP-4: every recipient of a checked call is permitted.
type recipients struct {
	manifest predicates.Manifest
	env      environment
}

// Manifest implements predicates.Predicate.
func (r *recipients) Manifest() predicates.Manifest { return r.manifest }

// recipientsProgram is AAP-4 with its parameters.
type recipientsProgram struct {
	callProgram
	sources []source
}

// Compile implements predicates.Predicate.
func (r *recipients) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	p.only(append([]string{"recipients", "as", "allow", "split", "include_failed", "grants"}, ruleKeys...)...)
	prog := &recipientsProgram{callProgram: parseCallProgram(p, r.env)}
	if list, ok := p.need("recipients", "point at the recipients, such as [\"/args/to/*\"]"); ok {
		for _, e := range list.list(1) {
			prog.sources = append(prog.sources, parseSourceEntry(p, e))
		}
	}
	coveredBySources(p, prog.calls, prog.sources, "recipients")
	if err := p.err(); err != nil {
		return nil, err
	}
	prog.paths = slices.ContainsFunc(prog.sources, func(s source) bool { return s.form == asPath })
	prog.kept = "all %d checked calls went to permitted recipients only"
	prog.begin = func() check { return recipientsCheck{prog} }
	return prog, nil
}

// coveredBySources refuses calls for which no source is declared: each such
// call would be a violation.
func coveredBySources(p param, calls selector, sources []source, key string) {
	list, ok := p.key("calls")
	if !ok || len(*p.errs) > 0 {
		return
	}
	entries := list.list(1)
	for i, c := range calls.entries {
		declared := func(syscall bool) bool {
			name := string(c.tool)
			if literal, rest, starred := strings.Cut(name, "*"); syscall && starred && len(literal) < len(syscallTools) {
				name = syscallTools + "*" + rest
			}
			return slices.ContainsFunc(sources, func(s source) bool { return s.applies(name, syscall) })
		}
		if c.actions && !strings.HasPrefix(string(c.tool), syscallTools) && !declared(false) {
			entries[i].fail("no entry of %s covers every tool that %s can match", key, quote(string(c.tool)))
		}
		if c.syscalls && !declared(true) {
			entries[i].fail("%s can match kernel records, and no entry of %s with a tool such as sys.connect covers them; add one, or restrict kinds to action", quote(string(c.tool)), key)
		}
	}
}

// Needs implements predicates.Program.
func (r *recipientsProgram) Needs(h trace.Head) bool { return r.needs(h) }

// Start implements predicates.Program.
func (r *recipientsProgram) Start() predicates.Run { return r.start() }

// recipientsCheck has no state of its own.
type recipientsCheck struct{ prog *recipientsProgram }

func (c recipientsCheck) took(*document, *callRun) error { return nil }

// action asks every source that applies.
func (c recipientsCheck) action(doc *document, at *callRun) (string, error) {
	declared := false
	for _, s := range c.prog.sources {
		if !s.applies(doc.head.Tool, doc.syscall()) || s.destination {
			continue
		}
		declared = true
		values, why, err := s.read(doc)
		if err != nil || why != "" {
			return why, err
		}
		for _, v := range values {
			if why := s.forbids(v, at.ledger.at); why != "" {
				return why, nil
			}
		}
	}
	if !declared {
		return "is checked, but no recipients are declared for its tool", nil
	}
	return "", nil
}

// kernel checks where a kernel record went: every entry that applies must
// permit its address or, where the warden knew one, its host name.
func (c recipientsCheck) kernel(doc *document, k kernelRecord, at *callRun) (string, error) {
	declared := false
	for _, s := range c.prog.sources {
		if !s.destination || !s.applies(doc.head.Tool, true) {
			continue
		}
		declared = true
		if k.addr == "" && k.host == "" {
			return "names no destination", nil
		}
		if !s.permitsAny(k.addr, k.host) {
			return fmt.Sprintf("goes to %s, which is not permitted", quote(strings.TrimSpace(k.addr+" "+k.host))), nil
		}
	}
	if slices.ContainsFunc(c.prog.sources, func(s source) bool { return !s.destination && s.applies(doc.head.Tool, true) }) {
		return c.action(doc, at)
	}
	if !declared {
		return "is checked, but no recipients are declared for its tool", nil
	}
	return "", nil
}
