package aap

import (
	"fmt"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// authorizationRun evaluates AAP-1 over one trace.
type authorizationRun struct {
	prog    *authorizationProgram
	ledger  *ledger
	tables  *tables
	names   names
	origins map[string]*origins // by tool of objects
	moved   origins             // for except: no permission settles these
	found   witnesses
	checked int
}

// authorizationCheck is what AAP-1 keeps with a call.
type authorizationCheck struct {
	// values are the paths that the call's arguments name, hash is that of
	// those arguments.
	values []string
	hash   *trace.Hash
	// waiting are kernel records until the call's arguments are final.
	within, beside waiting
	// approved says that the origins of values were settled.
	approved bool
}

// Step implements predicates.Run.
func (r *authorizationRun) Step(v predicates.View) error {
	h, body := v.Head, v.Body
	switch needed := r.prog.Needs(h); {
	case needed && body == nil:
		return withheldBody(h.Kind)
	case !needed:
		// Shown or not, it must not make a difference.
		body = nil
	}
	switch h.Kind {
	case trace.KindSession:
		r.ledger.session(h, body)
	case trace.KindGap:
		if why := r.prog.gap(body); why != "" {
			r.found.add(h.Seq, "%s", why)
		}
	case trace.KindPermission:
		return r.permission(h, body)
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

func (r *authorizationRun) checkOf(c *call) *authorizationCheck {
	if c.check == nil {
		c.check = &authorizationCheck{}
	}
	return c.check.(*authorizationCheck)
}

// permission takes a permission record. The first allow that can cover a call
// is for the files that stand at its paths now.
func (r *authorizationRun) permission(h trace.Head, body *trace.Body) error {
	if err := r.ledger.permission(h, body); err != nil || h.Decision != "allow" || h.ActionID == "" {
		return err
	}
	c := r.ledger.get(h)
	o := r.origins[c.tool]
	if o == nil || c.check == nil || c.action != 0 {
		return nil
	}
	p, check := c.last, r.checkOf(c)
	if check.approved || check.hash == nil || p.hash == nil || *check.hash != *p.hash || !r.prog.permits(p, c.tool) {
		return nil
	}
	check.approved = true
	o.approve(check.values, c.id)
	return nil
}

// announced reads an intent or a start: what the call would be checked as if
// it never ended, and which paths it names.
func (r *authorizationRun) announced(c *call, h trace.Head, body *trace.Body) error {
	if body == nil || c.action != 0 {
		return nil
	}
	doc := newDocument(h, body)
	if r.prog.calls.mayMatch(h.Tool, false) {
		selected, err := r.prog.calls.match(doc, r.tables)
		if err != nil {
			return err
		}
		c.unended.add(body.Args != nil, selected)
	}
	pointers, ok := r.prog.objects[h.Tool]
	if !ok || body.Args == nil {
		return nil
	}
	check := r.checkOf(c)
	hash := argsHash(body)
	if check.hash != nil && hash != nil && *check.hash == *hash {
		return nil
	}
	// What was within the old arguments need not be within the new ones.
	for i, seq := range check.within.seqs {
		check.beside.add(seq, check.within.words[i])
	}
	check.beside.more += check.within.more
	check.within, check.values, check.hash = waiting{}, nil, hash
	for _, p := range pointers {
		f := doc.resolve(p)
		if f.hidden || anyHidden(f.values) {
			return hiddenAt("a path in the arguments")
		}
		for _, v := range f.values {
			if abs, ok := r.ledger.at.absolute(text(v)); ok {
				check.values = append(check.values, abs)
			}
		}
	}
	return nil
}

// action checks one ended call and what waited for it.
func (r *authorizationRun) action(h trace.Head, body *trace.Body) error {
	c, again := r.ledger.end(h, body)
	if !again {
		r.settle(c)
	}
	defer r.forget(c)
	if body == nil {
		return nil
	}
	doc := newDocument(h, body)
	if executed(h.Status) && r.prog.calls.mayMatch(h.Tool, false) {
		selected, err := r.prog.calls.match(doc, r.tables)
		if err != nil {
			return err
		}
		if selected {
			r.checked++
			if why := r.actionLacks(c, again, doc); why != "" {
				r.found.add(h.Seq, "the call %s of %s is not covered: %s", quote(h.ActionID), quote(h.Tool), why)
			}
		}
	}
	if h.Status == "ok" {
		return r.tables.update(doc)
	}
	return nil
}

// forget lets go of an ended call. Kernel records may still name it, and are
// told what it was and why it covers nothing; the values of objects are not
// to be had in a few bytes, so a call of such a tool is kept.
func (r *authorizationRun) forget(c *call) {
	if _, ok := r.prog.objects[c.tool]; ok {
		return
	}
	if len(r.prog.effects) == 0 {
		r.ledger.forget(c, "", "")
		return
	}
	r.ledger.forget(c, c.tool, c.uncovered())
}

// executed reports whether an action of this status counts as one that ran.
func executed(status string) bool { return status != "denied" && status != "cancelled" }

func (r *authorizationRun) actionLacks(c *call, again bool, doc *document) string {
	if why := doc.uncheckable(); why != "" {
		return why
	}
	if again {
		return fmt.Sprintf("it had ended before, in record %d", c.action)
	}
	if why := r.prog.tooWeakAction(doc); why != "" {
		return why
	}
	return c.uncovered()
}

// Outcome implements predicates.Run. A call that nothing ended is judged by
// the closing rule.
func (r *authorizationRun) Outcome() predicates.Outcome {
	for _, c := range r.ledger.unended() {
		r.settle(c)
		if !c.unended.selects() || c.closedAs() != "unknown" {
			continue
		}
		r.checked++
		if why := c.uncovered(); why != "" {
			r.found.add(c.began(), "the call %s of %s never ended and is not covered: %s", quote(c.id), quote(c.tool), why)
		}
	}
	return r.found.outcome(fmt.Sprintf("all %d checked calls and effects were covered by permission", r.checked))
}
