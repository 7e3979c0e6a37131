package evidence

import (
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// The windows for what reaches the verifier, in seconds of block time after filing.
const (
	Window      = judge.EvidenceWait // a bundle must be complete by filing + Window
	HeadsWindow = 24 * 3600          // signed heads must be there by filing + HeadsWindow
)

// Errors of this package, told apart with errors.Is.
var (
	ErrUnknownClaim = errors.New("no such claim is known here")
	ErrNotEvidence  = errors.New("this is no evidence for the claim")
	ErrNoBundle     = errors.New("no bundle is kept for this claim")
	ErrNewerVersion = errors.New("the file was written by a newer version")
)

// Receipt says that a bundle is kept. BlockTime is the time of the newest block
// when the bundle was complete, in seconds.
type Receipt struct {
	Claim      trace.Hash `json:"claim"`
	Accepted   bool       `json:"accepted"`
	BundleHash trace.Hash `json:"bundle_hash"`
	BlockTime  uint64     `json:"received_at_block_time"`
}

// Filing is what the door must know of a claim: whether its window is open, when
// it was filed (block time), the bundle hash that the operator offered on chain
// and the hash of the heads that the user filed with (each zero when absent).
type Filing struct {
	Claim     trace.Hash
	Open      bool
	FiledAt   uint64
	Offer     trace.Hash
	HeadsHash trace.Hash
}

// InTime reports whether a bundle of this hash that is complete at block time
// now may still be kept.
func (f Filing) InTime(now uint64, bundle trace.Hash) bool {
	if !f.Open {
		return false
	}
	return now <= f.FiledAt+Window || (!f.Offer.IsZero() && f.Offer == bundle)
}

// mayComeInTime is InTime before the bundle's hash is known.
func (f Filing) mayComeInTime(now uint64) bool {
	return f.Open && (now <= f.FiledAt+Window || !f.Offer.IsZero())
}

// NotEvidence wraps the cause for which a bundle is refused.
func NotEvidence(cause error) error {
	if cause == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrNotEvidence, cause)
}
