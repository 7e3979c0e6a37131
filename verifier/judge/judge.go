package judge

import (
	"fmt"
	"io"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// The waits of the settlement table, in seconds of block time after filing.
const (
	EvidenceWait = 3 * 24 * 3600  // for evidence and for the final commitment
	OfferWait    = 10 * 24 * 3600 // for evidence whose hash was offered on chain
)

// Source is an evidence bundle whose header has been read; *trace.BundleReader
// is one. What it gives must follow from the bundle's bytes alone: the records
// in order, each with its leaf and its head, io.EOF after a well-formed footer,
// trace.ErrBundle for a fault of form.
type Source interface {
	Header() trace.BundleHeader
	NextEntry() (*trace.Entry, error)
	Footer() trace.Footer
	Digest() trace.Hash
	// Prepare says, before the first entry, for which records the body will be
	// asked; a source may decode those ahead. It may be called by several
	// goroutines.
	Prepare(want func(trace.Head) bool)
}

// Judge decides the claim that the facts describe. bundle is the evidence that
// the verifier kept, nil while there is none. It uses no goroutine; Examine
// takes a source that reads on others.
//
// Errors are ErrFacts, ErrNotEvidence, or the reader's own; none of them is a
// verdict. Bundles over the default limits of trace are ErrNotEvidence.
func Judge(f Facts, bundle io.Reader, reg *predicates.Registry) (Verdict, error) {
	if err := f.Check(); err != nil {
		return Verdict{}, err
	}
	if bundle == nil {
		return withoutEvidence(f), nil
	}
	src, err := trace.NewBundleReader(bundle, trace.Limits{})
	if err != nil {
		return Verdict{}, notEvidence(err)
	}
	return Examine(f, src, reg)
}

// JudgeParallel is Judge with reading and hashing on all cores around it.
func JudgeParallel(f Facts, bundle io.Reader, reg *predicates.Registry) (Verdict, error) {
	if err := f.Check(); err != nil {
		return Verdict{}, err
	}
	if bundle == nil {
		return withoutEvidence(f), nil
	}
	src, err := trace.NewParallelBundleReader(bundle, trace.Limits{})
	if err != nil {
		return Verdict{}, notEvidence(err)
	}
	defer src.Close()
	return Examine(f, src, reg)
}

// Examine is the judge's core: the verdict over one source of evidence. Errors
// are those of Judge.
func Examine(f Facts, src Source, reg *predicates.Registry) (Verdict, error) {
	if err := f.Check(); err != nil {
		return Verdict{}, err
	}
	e, err := newExamination(f, src, reg)
	if err != nil {
		return Verdict{}, err
	}
	if err := e.read(); err != nil {
		return Verdict{}, err
	}
	if f.Final == nil {
		return withoutFinal(f), nil
	}
	return e.verdict(), nil
}

// Admit reads the bundle as Judge would and says whether it is evidence for
// this claim at all: nil, ErrNotEvidence, ErrFacts or the reader's own error.
func Admit(f Facts, bundle io.Reader) error {
	if err := f.Check(); err != nil {
		return err
	}
	reg, err := predicates.NewRegistry()
	if err != nil {
		return err
	}
	src, err := trace.NewParallelBundleReader(bundle, trace.Limits{})
	if err != nil {
		return notEvidence(err)
	}
	defer src.Close()
	e, err := newExamination(f, src, reg)
	if err != nil {
		return err
	}
	e.admitOnly = true
	return e.read()
}

// withoutEvidence is Algorithm 1 lines 2 to 4, with the longer wait where the
// operator offered its evidence on chain.
func withoutEvidence(f Facts) Verdict {
	wait := uint64(EvidenceWait)
	if f.Offer != nil {
		wait = OfferWait
	}
	if past(f, wait) {
		return Verdict{Decided: true, Violated: true, Reason: ReasonNoEvidence,
			Sentence: fmt.Sprintf("no evidence came within %d days of filing", wait/86400),
			Proven:   clockProof(f)}
	}
	if f.Final == nil && past(f, EvidenceWait) {
		return withoutFinal(f)
	}
	return Verdict{Reason: ReasonNone,
		Sentence: fmt.Sprintf("waiting for evidence until block time %d", f.Claim.FiledAt+wait),
		Proven:   clockProof(f)}
}

func withoutFinal(f Facts) Verdict {
	if past(f, EvidenceWait) {
		return Verdict{Decided: true, Violated: true, Reason: ReasonNoFinal,
			Sentence: "the session had no final commitment 3 days after filing",
			Proven:   clockProof(f)}
	}
	return Verdict{Reason: ReasonNone,
		Sentence: fmt.Sprintf("waiting for the final commitment until block time %d", f.Claim.FiledAt+EvidenceWait),
		Proven:   clockProof(f)}
}

// past reports whether more than wait seconds lie between filing and now.
func past(f Facts, wait uint64) bool { return f.Now-f.Claim.FiledAt > wait }

func clockProof(f Facts) string {
	return fmt.Sprintf("filed at block time %d, latest block at %d, on chain %d", f.Claim.FiledAt, f.Now, f.ChainID)
}

// signerOf recovers the signer of a bundle's footer and requires that it is
// the one the footer names.
func signerOf(digest trace.Hash, footer trace.Footer) (trace.Address, error) {
	got, err := trace.Recover(digest, footer.Signature)
	if err != nil {
		return trace.Address{}, fmt.Errorf("%w: %w", ErrNotEvidence, err)
	}
	if got != footer.Signer {
		return trace.Address{}, fmt.Errorf("%w: signed by %s, but the footer names %s", ErrNotEvidence, got, footer.Signer)
	}
	return got, nil
}
