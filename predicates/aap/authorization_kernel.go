package aap

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

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

// syscall checks one kernel record and follows the names it makes.
func (r *authorizationRun) syscall(h trace.Head, body *trace.Body) error {
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
	for _, o := range r.origins {
		o.step(k, by)
	}
	if len(r.prog.except) > 0 {
		r.moved.step(k, by)
	}
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
	within := hasPath && r.within(c, path)
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

// within reports whether the path lies within the values of the call's
// arguments, and so did what stands there before it was moved.
func (r *authorizationRun) within(c *call, path string) bool {
	values := r.checkOf(c).values
	has := func(p string) bool {
		return slices.ContainsFunc(values, func(v string) bool { return under(p, v) })
	}
	if o := r.origins[c.tool]; o != nil && !has(o.of(path)) {
		return false
	}
	return has(path)
}

// exempt reports whether the path needs no permission at all. A file that was
// moved to an excepted place is none that may go.
func (r *authorizationRun) exempt(path, actionID string, k kernelRecord) bool {
	excepted := func(p string) bool {
		return slices.ContainsFunc(r.prog.except, func(g pathGlob) bool { return g.match(p, r.ledger.at) })
	}
	if excepted(path) && excepted(r.moved.of(path)) {
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
