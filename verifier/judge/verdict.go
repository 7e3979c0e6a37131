package judge

import (
	"errors"
	"fmt"
)

// ErrNotEvidence is returned for a bundle that is no evidence for this claim:
// malformed, of another claim or chain, or not signed by an operator. Nothing
// follows from it; the wait for evidence goes on.
var ErrNotEvidence = errors.New("the bundle is no evidence for this claim")

// Reason is why a verdict is what it is.
type Reason string

// The reasons, in the order of their codes.
const (
	ReasonNone             Reason = "none"              // not decided
	ReasonViolated         Reason = "violated"          // the predicate found a violation
	ReasonSatisfied        Reason = "satisfied"         // the predicate found none
	ReasonNoEvidence       Reason = "no_evidence"       // none came in time
	ReasonNoFinal          Reason = "no_final"          // the session was not finalised in time
	ReasonInconsistent     Reason = "inconsistent"      // records, final commitment or checkpoints contradict each other
	ReasonHidden           Reason = "hidden"            // a needed body is withheld, or a record has no head
	ReasonParamsMismatch   Reason = "params_mismatch"   // the parameters are not the registered ones
	ReasonPredicateUnknown Reason = "predicate_unknown" // no predicate has the registered hash
	ReasonPredicateFailed  Reason = "predicate_failed"  // the predicate cannot run with the registered parameters
	ReasonHeadMismatch     Reason = "head_mismatch"     // the trace does not extend a head that the operator signed
)

var reasons = [...]Reason{
	ReasonNone, ReasonViolated, ReasonSatisfied, ReasonNoEvidence, ReasonNoFinal, ReasonInconsistent,
	ReasonHidden, ReasonParamsMismatch, ReasonPredicateUnknown, ReasonPredicateFailed, ReasonHeadMismatch,
}

// Code is the number that the escrow records; 0 for anything unknown.
func (r Reason) Code() uint8 {
	for i, known := range reasons {
		if r == known {
			return uint8(i)
		}
	}
	return 0
}

// ReasonOf is the reason with a code.
func ReasonOf(code uint8) (Reason, error) {
	if int(code) >= len(reasons) {
		return ReasonNone, fmt.Errorf("no reason has code %d", code)
	}
	return reasons[code], nil
}

// Verdict is the answer to one claim.
type Verdict struct {
	// Decided is false while the claim must wait for evidence or a final
	// commitment; the other members then say for what.
	Decided bool `json:"decided"`
	// Violated rules for the user.
	Violated bool `json:"violated"`
	// Reason says why.
	Reason Reason `json:"reason"`
	// Records are the sequence numbers of the witnesses, ascending.
	Records []uint64 `json:"records"`
	// Sentence says in words what was found.
	Sentence string `json:"sentence"`
	// Proven says what the verdict rests on.
	Proven string `json:"proven"`
}
