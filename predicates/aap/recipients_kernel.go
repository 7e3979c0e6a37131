package aap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/tracestore/trace"
)

// syscall checks one kernel record.
func (r *recipientsRun) syscall(h trace.Head, body *trace.Body) error {
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

func (r *recipientsRun) kernel(doc *document, k kernelRecord) error {
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
		if why, err = r.destinations(doc, k); err != nil {
			return err
		}
	}
	if why != "" {
		r.found.add(k.seq, "the kernel record of %s %s", quote(doc.head.Tool), why)
	}
	return nil
}

// destinations checks where a kernel record went: every entry that applies
// must permit its address or, where the warden knew one, its host name.
func (r *recipientsRun) destinations(doc *document, k kernelRecord) (string, error) {
	declared := false
	for _, s := range r.prog.sources {
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
	if slices.ContainsFunc(r.prog.sources, func(s source) bool { return !s.destination && s.applies(doc.head.Tool, true) }) {
		return r.everyRecipient(doc)
	}
	if !declared {
		return "is checked, but no recipients are declared for its tool", nil
	}
	return "", nil
}
