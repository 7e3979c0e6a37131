package judge

import (
	"errors"
	"fmt"
	"slices"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// finding is one fault, kept until the pass is over and precedence decides.
type finding struct {
	reason   Reason
	records  []uint64
	sentence string
}

// wanted is one commitment that the trace must have at n.
type wanted struct {
	n    uint64
	h    trace.Hash
	head bool // signed off chain, not committed
	what string
}

// examination is the single pass over one bundle. Each fault has its own slot
// because their precedence is not the order in which they are met.
type examination struct {
	facts     Facts
	src       Source
	hasher    *trace.Hasher
	tree      trace.Frontier
	header    trace.BundleHeader
	wanted    []wanted // by n
	next      int      // first of wanted that was not compared
	pred      predicates.Predicate
	run       predicates.Run
	prog      predicates.Program
	admitOnly bool
	signer    trace.Address

	records   *finding // records or final commitment
	params    *finding
	committed *finding // checkpoints
	heads     *finding
	unknown   *finding
	needed    *finding // withheld or unreadable
	failed    *finding
	outcome   predicates.Outcome
}

func newExamination(f Facts, src Source, reg *predicates.Registry) (*examination, error) {
	e := &examination{facts: f, src: src, hasher: trace.NewHasher(), header: src.Header()}
	if err := e.binding(); err != nil {
		return nil, err
	}
	e.collectWanted()
	if e.header.ParamsHash() != f.Promise.ParamsHash {
		e.params = &finding{reason: ReasonParamsMismatch, sentence: fmt.Sprintf(
			"the parameters shown hash to %s, registered is %s", e.header.ParamsHash(), f.Promise.ParamsHash)}
	}
	e.findPredicate(reg)
	return e, nil
}

// notEvidence keeps apart what the bundle is and that it could not be read.
func notEvidence(err error) error {
	if errors.Is(err, trace.ErrBundle) {
		return fmt.Errorf("%w: %w", ErrNotEvidence, err)
	}
	return err
}

// binding requires that the header speaks of this claim on this chain.
func (e *examination) binding() error {
	f, h := e.facts, e.header
	mismatch := func(what string, got, want any) error {
		return fmt.Errorf("%w: its %s is %v, the claim's is %v", ErrNotEvidence, what, got, want)
	}
	switch {
	case h.Claim != f.Claim.ID:
		return mismatch("claim", h.Claim, f.Claim.ID)
	case h.ChainID != f.ChainID:
		return mismatch("chain", h.ChainID, f.ChainID)
	case h.Escrow != f.Escrow:
		return mismatch("escrow", h.Escrow, f.Escrow)
	case h.Session != f.Session.ID:
		return mismatch("session", h.Session, f.Session.ID)
	case h.Promise != f.Promise.ID:
		return mismatch("promise", h.Promise, f.Promise.ID)
	}
	return nil
}

// findPredicate looks the registered predicate up and starts it. A header that
// names another predicate contradicts the registered terms.
func (e *examination) findPredicate(reg *predicates.Registry) {
	pred, ok := reg.ByHash(e.facts.Promise.PredicateHash)
	if !ok {
		e.unknown = &finding{reason: ReasonPredicateUnknown, sentence: fmt.Sprintf(
			"no predicate of the catalog has the registered hash %s", e.facts.Promise.PredicateHash)}
		return
	}
	if name := pred.Manifest().Name(); name != e.header.Predicate && e.params == nil {
		e.params = &finding{reason: ReasonParamsMismatch, sentence: fmt.Sprintf(
			"the evidence names the predicate %q, registered is %s", e.header.Predicate, name)}
	}
	e.pred = pred
	if e.params != nil {
		return
	}
	e.guard(0, func() error {
		prog, err := pred.Compile(e.header.Params)
		if err != nil {
			return err
		}
		e.prog, e.run = prog, prog.Start()
		return nil
	})
	if prog := e.prog; prog != nil {
		e.src.Prepare(func(h trace.Head) bool { return asks(prog, h) })
	}
}

// asks is what the program needs, as far as it answers: the pass itself asks
// again and sees how it fails.
func asks(prog predicates.Program, h trace.Head) (needed bool) {
	defer func() {
		if recover() != nil {
			needed = false
		}
	}()
	return prog.Needs(h)
}

// guard runs a part of the predicate. An error or a panic of it ends its run
// and rules against the provider.
func (e *examination) guard(seq uint64, part func() error) {
	var err error
	func() {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("it panicked: %v", r)
			}
		}()
		err = part()
	}()
	if err == nil {
		return
	}
	e.run = nil
	fd := &finding{reason: ReasonPredicateFailed, sentence: fmt.Sprintf("%s cannot run: %v", e.pred.Manifest().Name(), err)}
	if seq > 0 {
		fd.records = []uint64{seq}
	}
	if errors.Is(err, predicates.ErrHidden) {
		fd.reason, fd.sentence = ReasonHidden, fmt.Sprintf("record %d: %v", seq, err)
		e.needed = fd
		return
	}
	e.failed = fd
}

// collectWanted lists what the trace must have at which n, and judges at once
// what lies beyond the final commitment.
func (e *examination) collectWanted() {
	f := e.facts
	if f.Final == nil {
		return
	}
	for _, it := range f.Items {
		what := "checkpoint"
		if it.Kind == ItemFinal {
			what = "final item"
		}
		e.want(wanted{n: it.N, h: it.H, what: what})
	}
	for _, hd := range f.Heads {
		if e.headCounts(hd) {
			e.want(wanted{n: hd.N, h: hd.H, head: true, what: "signed head"})
		}
	}
	slices.SortStableFunc(e.wanted, func(a, b wanted) int {
		switch {
		case a.n < b.n:
			return -1
		case a.n > b.n:
			return 1
		}
		return 0
	})
}

func (e *examination) want(w wanted) {
	if w.n > e.facts.Final.N {
		e.contradicts(w, fmt.Sprintf("a %s covers %d records, the final commitment only %d", w.what, w.n, e.facts.Final.N))
		return
	}
	e.wanted = append(e.wanted, w)
}

// headCounts reports whether a head carries the signature of somebody who was
// operator while the session ran; others prove nothing and are left aside.
func (e *examination) headCounts(hd Head) bool {
	sig, err := trace.ParseSignature(hd.Signature)
	if err != nil || hd.N != uint64(uint32(hd.N)) {
		return false
	}
	signer, err := trace.Recover(e.facts.Domain().HeadDigest(e.facts.Session.ID, uint32(hd.N), hd.H), sig)
	return err == nil && slices.Contains(e.facts.HeadSigners, signer)
}

func (e *examination) contradicts(w wanted, sentence string) {
	slot, reason := &e.committed, ReasonInconsistent
	if w.head {
		slot, reason = &e.heads, ReasonHeadMismatch
	}
	if *slot == nil {
		*slot = &finding{reason: reason, sentence: sentence}
	}
}
