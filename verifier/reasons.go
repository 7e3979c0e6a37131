package verifier

import "github.com/varek/varek/verifier/judge"

// Unstated is the reason that the chain has of a verdict by a quorum, whose
// members sign (claim, violated) alone.
const Unstated judge.Reason = "unstated"

// Explain says in a fixed sentence what a reason means. The judge's own sentence
// may quote the trace; this one may be published.
func Explain(r judge.Reason) string {
	switch r {
	case judge.ReasonViolated:
		return "the evidence matches the commitments and breaks the promise at the records named"
	case judge.ReasonSatisfied:
		return "the evidence matches the commitments and keeps the promise"
	case judge.ReasonNoEvidence:
		return "no valid evidence reached the verifier in time"
	case judge.ReasonNoFinal:
		return "the session has no final commitment in time"
	case judge.ReasonInconsistent:
		return "the evidence contradicts itself, a checkpoint or the final commitment"
	case judge.ReasonHidden:
		return "a body that the predicate needs was withheld, or a record came without its head"
	case judge.ReasonParamsMismatch:
		return "the parameters in the evidence are not the registered ones"
	case judge.ReasonPredicateUnknown:
		return "no predicate with the registered hash is known"
	case judge.ReasonPredicateFailed:
		return "the registered predicate cannot run with the registered parameters"
	case judge.ReasonHeadMismatch:
		return "the evidence does not extend a head that the operator had signed"
	case Unstated:
		return "enough members of the quorum signed that the promise was broken; this member did not find out why"
	case judge.ReasonNone:
		return "nothing is decided"
	}
	return "this version does not know the reason " + string(r)
}
