package aap

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// authorizationRun evaluates AAP-1 over one trace.
type authorizationRun struct {
	prog    *authorizationProgram
	ledger  *ledger
	tables  *tables
	names   names
	found   witnesses
	checked int
}

// authorizationCheck is what AAP-1 keeps with a call.
type authorizationCheck struct {
	// selected says that the call counts if no action ever ends it.
	selected bool
	// values are the paths that the call's arguments name, with the hash of
	// those arguments.
	values []string
	hash   *trace.Hash
	// waiting are kernel records until the call's arguments are final.
	within, beside waiting
}

// waiting is a bounded list of kernel records with the words for each.
type waiting struct {
	seqs  []uint64
	words []string
	more  int
}

func (w *waiting) add(seq uint64, words string) {
	if len(w.seqs) == predicates.MaxWitnesses {
		w.more++
		return
	}
	w.seqs, w.words = append(w.seqs, seq), append(w.words, words)
}

// Step implements predicates.Run.
func (r *authorizationRun) Step(v predicates.View) error {
	h, body := v.Head, v.Body
	if body == nil && r.prog.Needs(h) {
		return withheldBody(h.Kind)
	}
	switch h.Kind {
	case trace.KindSession:
		r.ledger.session(h, body)
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

func (r *authorizationRun) checkOf(c *call) *authorizationCheck {
	if c.check == nil {
		c.check = &authorizationCheck{}
	}
	return c.check.(*authorizationCheck)
}

// announced reads an intent or a start: what the call would be checked as if
// it never ended, and which paths it names.
func (r *authorizationRun) announced(c *call, h trace.Head, body *trace.Body) error {
	if body == nil || body.Args == nil {
		return nil
	}
	check, doc := r.checkOf(c), newDocument(h, body)
	if r.prog.calls.mayMatch(h.Tool, false) {
		var err error
		if check.selected, err = r.prog.calls.match(doc, r.tables); err != nil {
			return err
		}
	}
	pointers, ok := r.prog.objects[h.Tool]
	if !ok || c.action != 0 {
		return nil
	}
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

// settle decides the kernel records that waited for the call's arguments.
func (r *authorizationRun) settle(c *call) {
	if c.check == nil {
		return
	}
	check := r.checkOf(c)
	for _, w := range []struct {
		waiting
		within bool
	}{{check.within, true}, {check.beside, false}} {
		if len(w.seqs) == 0 {
			continue
		}
		why := r.effectLacks(c, w.within)
		if why == "" {
			continue
		}
		for i, seq := range w.seqs {
			r.found.add(seq, "%s is not covered: %s", w.words[i], why)
		}
		r.found.total += w.more
	}
	check.within, check.beside = waiting{}, waiting{}
}

// effectLacks says why the call does not cover a kernel record of its own.
func (r *authorizationRun) effectLacks(c *call, within bool) string {
	if why := c.uncovered(); why != "" {
		return why
	}
	if _, ok := r.prog.objects[c.tool]; !ok {
		return ""
	}
	check := r.checkOf(c)
	if !within || check.hash == nil || *check.hash != *c.coverage.permit.hash {
		return "the permission is for other objects"
	}
	return ""
}

// Outcome implements predicates.Run. A call that nothing ended is judged by
// the closing rule.
func (r *authorizationRun) Outcome() predicates.Outcome {
	for _, c := range r.ledger.order {
		if c.action != 0 {
			continue
		}
		r.settle(c)
		if c.check == nil || !r.checkOf(c).selected || c.closedAs() != "unknown" {
			continue
		}
		r.checked++
		if why := c.uncovered(); why != "" {
			r.found.add(max(c.start, c.intent), "the call %s of %s never ended and is not covered: %s", quote(c.id), quote(c.tool), why)
		}
	}
	return r.found.outcome(fmt.Sprintf("all %d checked calls and effects were covered by permission", r.checked))
}

// syscall checks one kernel record and follows the names it makes.
func (r *authorizationRun) syscall(h trace.Head, body *trace.Body) error {
	if body == nil {
		if h.ActionID != "" {
			r.ledger.touch(h, body)
		}
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
	var c *call
	if h.ActionID != "" {
		c = r.ledger.touch(h, body)
		c.ran = c.ran || k.executed
	}
	if !k.executed {
		return nil
	}
	if err := r.effect(c, doc, k); err != nil {
		return err
	}
	by := ""
	if attributed(k.attribution) {
		by = h.ActionID
	}
	r.names.step(k, by)
	return r.tables.update(doc)
}

// effect checks one executed kernel record.
func (r *authorizationRun) effect(c *call, doc *document, k kernelRecord) error {
	if k.attribution == byHarness && !r.prog.harness || k.fault == "" && !slices.Contains(r.prog.effects, k.event) {
		return nil
	}
	selected, err := r.prog.calls.match(doc, r.tables)
	if err != nil || !selected {
		return err
	}
	path, hasPath := absolute(k.object())
	if hasPath && k.fault == "" && r.exempt(path, doc.head.ActionID, k) {
		return nil
	}
	r.checked++
	words := "a kernel record" + byWhom(c, k)
	if k.fault == "" {
		words = fmt.Sprintf("the %s of %s%s", k.event, quote(cmp.Or(k.object(), k.addr)), byWhom(c, k))
	}
	if why := r.cannotCover(c, k); why != "" {
		r.found.add(k.seq, "%s is not covered: %s", words, why)
		return nil
	}
	within := hasPath && slices.ContainsFunc(r.checkOf(c).values, func(v string) bool { return under(path, v) })
	if c.action != 0 {
		if why := r.effectLacks(c, within); why != "" {
			r.found.add(k.seq, "%s is not covered: %s", words, why)
		}
		return nil
	}
	check := r.checkOf(c)
	if within {
		check.within.add(k.seq, words)
	} else {
		check.beside.add(k.seq, words)
	}
	return nil
}

// exempt reports whether the path needs no permission at all.
func (r *authorizationRun) exempt(path, actionID string, k kernelRecord) bool {
	if slices.ContainsFunc(r.prog.except, func(g pathGlob) bool { return g.match(path, r.ledger.at) }) {
		return true
	}
	return actionID != "" && attributed(k.attribution) && r.names.owner(path) == actionID
}

// cannotCover says why no permission of any call could cover the record.
func (r *authorizationRun) cannotCover(c *call, k kernelRecord) string {
	switch {
	case k.fault != "":
		return k.fault
	case k.attribution == byHarness:
		return "the harness did it outside every call"
	case !attributed(k.attribution):
		return "it is attributed to no single call"
	case c == nil:
		return "it names no call"
	}
	return r.prog.tooWeak(k.assurance, k.attribution, true)
}

func byWhom(c *call, k kernelRecord) string {
	switch {
	case c != nil && c.tool != "":
		return fmt.Sprintf(" by the call %s of %s", quote(c.id), quote(c.tool))
	case c != nil:
		return " by the call " + quote(c.id)
	case k.attribution == byHarness:
		return " by the harness"
	}
	return ""
}
