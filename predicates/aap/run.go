package aap

import (
	"bytes"
	"fmt"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// callProgram is what the predicates that look at calls one by one have in
// common: which calls count, and what a permission can heal.
type callProgram struct {
	rules
	includeFailed bool
	grants        *terms // nil: no permission permits what the check finds fault with
	paths         bool   // the workspace and the home matter
	ages          bool   // the time of records matters
	kept          string // the sentence of a kept promise, with %d for the checked calls
	begin         func() check
}

// check is one predicate's question about one counted call.
type check interface {
	// action says what is wrong with a call, "" if nothing. It has no effect: it
	// is also asked about calls that may still end otherwise.
	action(doc *document, at *callRun) (string, error)
	// kernel asks the same about an executed kernel record.
	kernel(doc *document, k kernelRecord, at *callRun) (string, error)
	// took tells that the call counts, after it was asked about.
	took(doc *document, at *callRun) error
}

// needs reports whether a body must be shown.
func (p *callProgram) needs(h trace.Head) bool {
	switch h.Kind {
	case trace.KindGap:
		return true
	case trace.KindSession:
		return p.grants != nil || p.paths || p.ages
	case trace.KindPermission:
		return p.grants != nil
	case trace.KindIntent, trace.KindStart, trace.KindAction:
		return p.calls.mayMatch(h.Tool, false) || p.state.needs(h.Tool, false)
	case trace.KindSyscall:
		return p.calls.mayMatch(h.Tool, true) || p.state.needs(h.Tool, true) ||
			p.grants != nil && p.grants.maxAge > 0 && h.ActionID != ""
	}
	return false
}

func (p *callProgram) start() predicates.Run {
	var t terms
	if p.grants != nil {
		t = *p.grants
	}
	return &callRun{prog: p, check: p.begin(), ledger: newLedger(t), tables: newTables(p.state)}
}

// parseCallProgram reads the shared keys; include_failed is required.
func parseCallProgram(p param, e environment) callProgram {
	prog := callProgram{rules: parseRules(p, e)}
	if failed, ok := p.need("include_failed", "say true or false: whether calls that ended in an error count"); ok {
		prog.includeFailed = failed.flag()
	}
	if g, ok := p.key("grants"); ok && g.object() {
		g.only("authorities", "scopes", "max_age")
		t := parseTerms(g)
		t.minAssurance = prog.minAssurance
		prog.grants = &t
	}
	return prog
}

// callRun evaluates such a predicate over one trace.
type callRun struct {
	prog    *callProgram
	check   check
	ledger  *ledger
	tables  *tables
	found   witnesses
	checked int
}

// unendedCheck is what the call would be judged by if nothing ended it. It is
// given up when the action comes.
type unendedCheck struct{ doc *document }

// Step implements predicates.Run.
func (r *callRun) Step(v predicates.View) error {
	h, body := v.Head, v.Body
	switch needed := r.prog.needs(h); {
	case needed && body == nil:
		return withheldBody(h.Kind)
	case !needed:
		// Shown or not, it must not make a difference.
		body = nil
	}
	switch h.Kind {
	case trace.KindSession:
		if body != nil {
			r.ledger.session(h, body)
		}
	case trace.KindGap:
		if why := r.prog.gap(body); why != "" {
			r.found.add(h.Seq, "%s", why)
		}
	case trace.KindPermission:
		return r.ledger.permission(h, body)
	case trace.KindIntent:
		return r.announced(r.ledger.intent(h, body), h, body)
	case trace.KindStart:
		return r.announced(r.ledger.begin(h, body), h, body)
	case trace.KindSyscall:
		return r.syscall(h, body)
	case trace.KindAction:
		return r.action(h, body)
	}
	return nil
}

func (r *callRun) announced(c *call, h trace.Head, body *trace.Body) error {
	if body == nil || c.action != 0 || !r.prog.calls.mayMatch(h.Tool, false) {
		return nil
	}
	// Selection sees the state of this moment. What the arguments say can wait
	// for the end, where most calls have an action that counts instead; but
	// only here can a blob still be called hidden.
	doc := newDocument(h, body)
	selected, err := r.prog.calls.match(doc, r.tables)
	if err != nil {
		return err
	}
	if selected && mentionsBlob(body) {
		if _, err := r.lacks(doc); err != nil {
			return err
		}
	}
	c.unended.add(body.Args != nil, selected)
	if c.check == nil || body.Args != nil {
		c.check = &unendedCheck{doc: doc}
	}
	return nil
}

// mentionsBlob is true wherever a blob is, and costs no decoding.
func mentionsBlob(b *trace.Body) bool {
	mark := []byte(`"$blob"`)
	return bytes.Contains(b.Args, mark) || bytes.Contains(b.Result, mark) || bytes.Contains(b.Metadata, mark)
}

func (r *callRun) action(h trace.Head, body *trace.Body) error {
	c, again := r.ledger.end(h, body)
	c.check = nil
	// That it has ended is all that later records of the call are told.
	defer r.ledger.forget(c, "", "")
	if body == nil {
		return nil
	}
	doc := newDocument(h, body)
	if r.counts(h.Status) && r.prog.calls.mayMatch(h.Tool, false) {
		selected, err := r.prog.calls.match(doc, r.tables)
		if err != nil {
			return err
		}
		if selected {
			if err := r.judge(c, again, doc); err != nil {
				return err
			}
		}
	}
	if h.Status == "ok" {
		return r.tables.update(doc)
	}
	return nil
}

// counts reports whether an action of this status was carried out.
func (r *callRun) counts(status string) bool {
	return executed(status) && (status != "error" || r.prog.includeFailed)
}

func (r *callRun) judge(c *call, again bool, doc *document) error {
	r.checked++
	why, err := r.lacks(doc)
	if err != nil {
		return err
	}
	if why != "" && !r.granted(c, again, doc) {
		r.found.add(doc.head.Seq, "the call %s of %s %s", quote(doc.head.ActionID), quote(doc.head.Tool), why)
	}
	return r.check.took(doc, r)
}

// granted reports whether a permission for this very call permits what the
// check finds fault with. What cannot be checked cannot be granted.
func (r *callRun) granted(c *call, again bool, doc *document) bool {
	return r.prog.grants != nil && !again && doc.uncheckable() == "" &&
		r.prog.tooWeakAction(doc) == "" && c.uncovered() == ""
}

// lacks says what is wrong with a call, "" if nothing.
func (r *callRun) lacks(doc *document) (string, error) {
	if why := doc.uncheckable(); why != "" {
		return "cannot be checked: " + why, nil
	}
	if why := r.prog.tooWeakAction(doc); why != "" {
		return "counts as uncovered: " + why, nil
	}
	return r.check.action(doc, r)
}

// Outcome implements predicates.Run. A call that nothing ended is judged by
// the closing rule, after all others.
func (r *callRun) Outcome() predicates.Outcome {
	for _, c := range r.ledger.unended() {
		unended, ok := c.check.(*unendedCheck)
		if !ok || !c.unended.selects() || c.closedAs() != "unknown" {
			continue
		}
		r.checked++
		// Step has answered hidden where a blob is in the way.
		why, err := r.lacks(unended.doc)
		if err != nil || why != "" && !r.granted(c, false, unended.doc) {
			r.found.add(c.began(), "the call %s of %s never ended and %s", quote(c.id), quote(c.tool), why)
		}
		if err := r.check.took(unended.doc, r); err != nil {
			r.found.add(c.began(), "the call %s of %s never ended and cannot be counted: %v", quote(c.id), quote(c.tool), err)
		}
	}
	return r.found.outcome(fmt.Sprintf(r.prog.kept, r.checked))
}

// syscall checks one kernel record.
func (r *callRun) syscall(h trace.Head, body *trace.Body) error {
	if body == nil {
		r.ledger.mayHaveRun(h)
		return nil
	}
	doc := newDocument(h, body)
	k := readKernel(doc)
	if anyHidden(doc.all()) {
		return hiddenAt("a text of a kernel record")
	}
	if k.total {
		return nil
	}
	if h.ActionID != "" {
		c := r.ledger.touch(h, body)
		c.ran = c.ran || k.executed
	}
	if !k.executed {
		return nil
	}
	if r.prog.calls.mayMatch(h.Tool, true) && (k.attribution != byHarness || r.prog.harness) {
		if err := r.kernel(doc, k); err != nil {
			return err
		}
	}
	return r.tables.update(doc)
}

func (r *callRun) kernel(doc *document, k kernelRecord) error {
	selected, err := r.prog.calls.match(doc, r.tables)
	if err != nil || !selected {
		return err
	}
	r.checked++
	why := k.fault
	if why == "" {
		why = r.prog.tooWeak(k.assurance, k.attribution, true)
	}
	if why == "" {
		if why, err = r.check.kernel(doc, k, r); err != nil {
			return err
		}
	}
	if why != "" {
		r.found.add(k.seq, "the kernel record of %s %s", quote(doc.head.Tool), why)
	}
	return r.check.took(doc, r)
}
