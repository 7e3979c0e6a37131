package escrow

import (
	"fmt"
	"time"
)

// Windows of the contract, counted in block time.
const (
	EvidenceWindow   = 3 * 24 * time.Hour   // from filing: evidence is complete, a bundle may be offered
	WithdrawWindow   = 10 * 24 * time.Hour  // from filing: then the user may take the claim back
	FilingWindow     = 30 * 24 * time.Hour  // from the final commitment, or from retirement: claims are filed
	RetirementWindow = 30 * 24 * time.Hour  // from retirement: then the reserve may be withdrawn
	ExpiryWindow     = 180 * 24 * time.Hour // from filing: then anyone may close the claim
)

// Status is where a claim stands.
type Status uint8

// The statuses of the contract.
const (
	StatusNone      Status = iota // never filed
	StatusOpen                    // filed, no verdict yet
	StatusWithdrawn               // taken back by the user
	StatusSatisfied               // the promise was kept
	StatusPaid                    // the promise was broken; payout and bond went to the user
	StatusDue                     // the promise was broken, the payout is owed
	StatusExpired                 // nobody moved it
)

// String is the status in lower case.
func (s Status) String() string {
	return name(uint8(s), "none", "open", "withdrawn", "satisfied", "paid", "due", "expired")
}

// MarshalText is String.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Settled says that a verdict was given.
func (s Status) Settled() bool { return s == StatusSatisfied || s == StatusPaid || s == StatusDue }

// Reason is why a verdict is what it is.
type Reason uint8

// The reasons of the contract.
const (
	ReasonNone Reason = iota
	ReasonViolated
	ReasonSatisfied
	ReasonNoEvidence
	ReasonNoFinal
	ReasonInconsistent
	ReasonHidden
	ReasonParamsMismatch
	ReasonPredicateUnknown
	ReasonPredicateFailed
	ReasonHeadMismatch
	ReasonUnstated
)

// String is the reason's name as the judge writes it.
func (r Reason) String() string {
	return name(uint8(r), "none", "violated", "satisfied", "no_evidence", "no_final", "inconsistent", "hidden",
		"params_mismatch", "predicate_unknown", "predicate_failed", "head_mismatch", "unstated")
}

// MarshalText is String.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Sentence explains the reason.
func (r Reason) Sentence() string {
	sentences := [...]string{
		"no verdict yet",
		"the promise is broken by the recorded session",
		"the promise was kept in the recorded session",
		"no evidence reached the verifier in time",
		"the session has no final commitment",
		"the evidence does not match its own numbering, a checkpoint or the final commitment",
		"the evidence hides something the predicate needs",
		"the parameters differ from the registered ones",
		"the verifier does not know the predicate",
		"the predicate failed on the registered parameters",
		"the evidence does not extend a head that the operator signed",
		"the verifier gives no reason on chain: its members sign the verdict alone",
	}
	if int(r) < len(sentences) {
		return sentences[r]
	}
	return r.String()
}

func name(v uint8, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("unknown(%d)", v)
}
