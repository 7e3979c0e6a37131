package aap

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// recipients is AAP-4: every recipient of a checked call is permitted.
type recipients struct {
	manifest predicates.Manifest
	env      *cel.Env
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

// source is one place of a call that names recipients.
type source struct {
	tool        toolGlob
	pointer     pointer
	destination bool // the kernel record's own destination, no pointer
	optional    bool
	form        form
	split       string
	allow       []permit
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

// parseSourceEntry reads one element of recipients: a pointer, or an object
// whose missing members the top level gives.
func parseSourceEntry(top, e param) source {
	s := source{tool: "*"}
	if _, plain := e.v.(string); plain {
		s.pointer = e.pointer()
		s.terms(top, e)
		return s
	}
	if !e.object() {
		return s
	}
	e.only("pointer", "tool", "optional", "as", "allow", "split")
	if tool, ok := e.key("tool"); ok {
		s.tool = tool.glob()
	}
	if ptr, ok := e.key("pointer"); ok {
		s.pointer = ptr.pointer()
	} else if s.destination = strings.HasPrefix(string(s.tool), syscallTools); !s.destination {
		e.fail("has no pointer; only an entry whose tool begins with sys. may leave it out, to mean the destination of the kernel record")
	}
	if o, ok := e.key("optional"); ok {
		s.optional = o.flag()
	}
	s.terms(top, e)
	if s.destination && s.form != asHost && s.form != "" {
		e.fail("the destination of a kernel record is compared as host")
	}
	return s
}

// terms reads as, allow and split of an entry or, failing that, of the top.
func (s *source) terms(top, e param) {
	pick := func(key string) (param, bool) {
		if c, ok := e.key(key); ok {
			return c, true
		}
		return top.key(key)
	}
	if as, ok := pick("as"); ok {
		s.form = form(as.oneOf(forms...))
	} else {
		e.fail("says nowhere what its values are: add as, here or at the top")
	}
	if split, ok := pick("split"); ok {
		s.split = split.text()
		if s.split == "" {
			split.fail("want the characters that separate recipients in one text")
		}
	}
	allow, ok := pick("allow")
	if !ok {
		e.fail("says nowhere what is permitted: add allow, here or at the top")
		return
	}
	for _, a := range allow.list(0) {
		rule, err := parsePermit(s.form, a.text())
		if err != nil {
			a.fail("%w", err)
		}
		s.allow = append(s.allow, rule)
	}
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
			return slices.ContainsFunc(r.sources, func(s source) bool { return s.applies(string(c.tool), syscall) })
		}
		if c.actions && !strings.HasPrefix(string(c.tool), syscallTools) && !declared(false) {
			entries[i].fail("no entry of recipients covers every tool that %s can match", quote(string(c.tool)))
		}
		if c.syscalls && !declared(true) {
			entries[i].fail("%s can match kernel records, and no entry of recipients with a tool such as sys.connect covers them; add one, or restrict kinds to action", quote(string(c.tool)))
		}
	}
}

// applies reports whether the entry speaks of a tool. Kernel records are meant
// only by entries that name them.
func (s source) applies(tool string, syscall bool) bool {
	if syscall && !strings.HasPrefix(string(s.tool), syscallTools) || !syscall && s.destination {
		return false
	}
	return s.tool.match(tool)
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
