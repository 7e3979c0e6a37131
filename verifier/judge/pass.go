package judge

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// read passes over all records and admits the signature. Its error says that
// the bundle is no evidence, or could not be read.
func (e *examination) read() error {
	e.compare()
	for seq := uint64(1); ; seq++ {
		entry, err := e.src.NextEntry()
		if errors.Is(err, io.EOF) && !errors.Is(err, trace.ErrBundle) {
			break
		}
		if err != nil {
			return notEvidence(err)
		}
		if !e.admitOnly && e.records == nil {
			e.record(seq, entry)
		}
	}
	signer, err := signerOf(e.src.Digest(), e.src.Footer())
	if err != nil {
		return err
	}
	if !slices.Contains(e.facts.Operators, signer) {
		return fmt.Errorf("%w: %s, who signed it, was not the owner's operator", ErrNotEvidence, signer)
	}
	e.signer = signer
	if !e.admitOnly {
		e.close()
	}
	return nil
}

// record takes one record into the tree, compares what is wanted there and
// feeds the predicate. After the first fault of the records nothing that
// follows can be trusted to mean anything, so nothing is examined.
func (e *examination) record(seq uint64, entry *trace.Entry) {
	fault := func(reason Reason, format string, args ...any) {
		e.records = &finding{reason: reason, records: []uint64{seq},
			sentence: fmt.Sprintf("record %d "+format, append([]any{seq}, args...)...)}
	}
	h, r := entry.Head, entry.Record
	if r.Head == nil {
		fault(ReasonHidden, "is shown without its head")
		return
	}
	switch {
	case entry.HeadErr != nil:
		fault(ReasonInconsistent, "cannot be read: %v", entry.HeadErr)
		return
	case h.Seq != seq:
		fault(ReasonInconsistent, "carries the number %d", h.Seq)
		return
	case h.Session != e.header.Session:
		fault(ReasonInconsistent, "belongs to the session %s", h.Session)
		return
	}
	e.hasher.Add(&e.tree, entry)
	e.compare()
	if e.run == nil {
		return
	}
	view := predicates.View{Head: h}
	needed, ok := e.needs(h)
	if !ok {
		return
	}
	if needed {
		if view.Body = e.body(seq, h, entry); view.Body == nil {
			return
		}
	}
	e.guard(seq, func() error { return e.run.Step(view) })
}

// body decodes a body that the predicate needs; nil ends the predicate's run,
// because what is withheld or no body cannot be judged.
func (e *examination) body(seq uint64, h trace.Head, entry *trace.Entry) *trace.Body {
	if entry.Record.Hidden {
		e.needed = &finding{reason: ReasonHidden, records: []uint64{seq},
			sentence: fmt.Sprintf("record %d: the body of this %s is withheld, and %s needs it", seq, h.Kind, e.pred.Manifest().Name())}
		e.run = nil
		return nil
	}
	// A text that is shown is an ordinary string to the predicate; one that is
	// not stays hidden, which only matters where the predicate reads it.
	body, err := entry.Body()
	if err != nil {
		e.needed = &finding{reason: ReasonInconsistent, records: []uint64{seq},
			sentence: fmt.Sprintf("record %d has a body that cannot be read: %v", seq, err)}
		e.run = nil
		return nil
	}
	return body
}

func (e *examination) needs(h trace.Head) (needed, ok bool) {
	e.guard(h.Seq, func() error {
		needed = e.prog.Needs(h)
		return nil
	})
	return needed, e.run != nil
}

// compare checks everything that is wanted at the tree's present size.
func (e *examination) compare() {
	n := e.tree.Size()
	var got trace.Hash
	for known := false; e.next < len(e.wanted) && e.wanted[e.next].n == n; e.next++ {
		if !known {
			got, known = e.hasher.Commitment(e.header.Session, &e.tree), true
		}
		if w := e.wanted[e.next]; w.h != got {
			e.contradicts(w, fmt.Sprintf("a %s says %s at record %d, the records shown give %s", w.what, w.h, n, got))
		}
	}
}

// close compares the end of the trace with the final commitment.
func (e *examination) close() {
	if e.records != nil || e.facts.Final == nil {
		return
	}
	n, final := e.tree.Size(), *e.facts.Final
	h := e.hasher.Commitment(e.header.Session, &e.tree)
	say := ""
	switch {
	case n != final.N:
		say = fmt.Sprintf("the bundle shows %d records, the final commitment covers %d", n, final.N)
	case h != final.H:
		say = fmt.Sprintf("the records shown give %s, the final commitment is %s", h, final.H)
	case e.header.N != final.N || e.header.H != final.H:
		say = fmt.Sprintf("the header claims (%d, %s), the final commitment is (%d, %s)", e.header.N, e.header.H, final.N, final.H)
	}
	if say != "" {
		e.records = &finding{reason: ReasonInconsistent, sentence: say}
		return
	}
	if e.run != nil {
		e.guard(0, func() error {
			e.outcome = e.run.Outcome()
			return nil
		})
	}
}

// verdict picks the first fault in the order of Algorithm 1: the trace and its
// final commitment, the parameters, the checkpoints, then signed heads, the
// predicate's absence, needed parts that are withheld or unreadable, its
// failure, and last its outcome.
func (e *examination) verdict() Verdict {
	proven := fmt.Sprintf("evidence signed by %s for claim %s on chain %d", e.signer, e.header.Claim, e.header.ChainID)
	for _, fd := range []*finding{e.records, e.params, e.committed, e.heads, e.unknown, e.needed, e.failed} {
		if fd != nil {
			return Verdict{Decided: true, Violated: true, Reason: fd.reason, Records: fd.records, Sentence: fd.sentence, Proven: proven}
		}
	}
	v := Verdict{Decided: true, Reason: ReasonSatisfied, Sentence: e.outcome.Sentence}
	if e.outcome.Violated {
		v.Violated, v.Reason, v.Records = true, ReasonViolated, e.outcome.Records
	}
	v.Proven = fmt.Sprintf("%s; its %d records are the ones of the final commitment, of %d commitments and signed heads, and %s decided them",
		proven, e.tree.Size(), len(e.wanted), e.pred.Manifest().Name())
	return v
}
