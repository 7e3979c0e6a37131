package aap

import (
	"bytes"
	"fmt"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// recipientsRun evaluates AAP-4 over one trace.
type recipientsRun struct {
	prog    *recipientsProgram
	ledger  *ledger
	tables  *tables
	found   witnesses
	checked int
}

// recipientsCheck is what the call would be judged by if nothing ended it. It
// is given up when the action comes.
type recipientsCheck struct{ doc *document }

// Step implements predicates.Run.
func (r *recipientsRun) Step(v predicates.View) error {
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

func (r *recipientsRun) announced(c *call, h trace.Head, body *trace.Body) error {
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
		c.check = &recipientsCheck{doc: doc}
	}
	return nil
}

// mentionsBlob is true wherever a blob is, and costs no decoding.
func mentionsBlob(b *trace.Body) bool {
	mark := []byte(`"$blob"`)
	return bytes.Contains(b.Args, mark) || bytes.Contains(b.Result, mark) || bytes.Contains(b.Metadata, mark)
}

func (r *recipientsRun) action(h trace.Head, body *trace.Body) error {
	c, again := r.ledger.end(h, body)
	c.check = nil
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

// counts reports whether an action of this status was a sending.
func (r *recipientsRun) counts(status string) bool {
	return executed(status) && (status != "error" || r.prog.includeFailed)
}

func (r *recipientsRun) judge(c *call, again bool, doc *document) error {
	r.checked++
	why, err := r.lacks(doc)
	if err != nil || why == "" {
		return err
	}
	if r.granted(c, again, doc) {
		return nil
	}
	r.found.add(doc.head.Seq, "the call %s of %s %s", quote(doc.head.ActionID), quote(doc.head.Tool), why)
	return nil
}

// granted reports whether a permission for this very call permits what the
// allow list does not. What cannot be checked cannot be granted.
func (r *recipientsRun) granted(c *call, again bool, doc *document) bool {
	return r.prog.grants != nil && !again && doc.uncheckable() == "" &&
		r.prog.tooWeakAction(doc) == "" && c.uncovered() == ""
}

// lacks says what is wrong with the recipients of an action, "" if nothing.
func (r *recipientsRun) lacks(doc *document) (string, error) {
	if why := doc.uncheckable(); why != "" {
		return "cannot be checked: " + why, nil
	}
	if why := r.prog.tooWeakAction(doc); why != "" {
		return "counts as uncovered: " + why, nil
	}
	return r.everyRecipient(doc)
}

func (r *recipientsRun) everyRecipient(doc *document) (string, error) {
	declared := false
	for _, s := range r.prog.sources {
		if !s.applies(doc.head.Tool, doc.syscall()) || s.destination {
			continue
		}
		declared = true
		values, why, err := s.read(doc)
		if err != nil || why != "" {
			return why, err
		}
		for _, v := range values {
			if why := s.forbids(v, r.ledger.at); why != "" {
				return why, nil
			}
		}
	}
	if !declared {
		return "is checked, but no recipients are declared for its tool", nil
	}
	return "", nil
}

// Outcome implements predicates.Run. A call that nothing ended is judged by
// the closing rule.
func (r *recipientsRun) Outcome() predicates.Outcome {
	for _, c := range r.ledger.order {
		check, ok := c.check.(*recipientsCheck)
		if !ok || c.action != 0 || !c.unended.selects() || c.closedAs() != "unknown" {
			continue
		}
		r.checked++
		// Step has answered hidden where a blob is in the way.
		why, err := r.lacks(check.doc)
		if err != nil || why != "" && !r.granted(c, false, check.doc) {
			r.found.add(c.began(), "the call %s of %s never ended and %s", quote(c.id), quote(c.tool), why)
		}
	}
	return r.found.outcome(fmt.Sprintf("all %d checked calls went to permitted recipients only", r.checked))
}
