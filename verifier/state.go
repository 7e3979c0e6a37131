package verifier

import (
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// State is where a claim stands here.
type State string

// The states of a claim's life. Closed is the end without a verdict of ours.
const (
	Filed    State = "filed"             // seen on chain with enough confirmations
	Awaiting State = "awaiting-evidence" // the door is open for a bundle
	Judging  State = "judging"           // the door is shut; the facts decide
	Settling State = "settling"          // the verdict stands and has to reach the chain
	Settled  State = "settled"           // the chain has it, with enough confirmations
	Closed   State = "closed"            // withdrawn or expired
)

// Errors of this package, told apart with errors.Is.
var (
	ErrLocked      = errors.New("another verifier owns this state folder")
	ErrNewerSchema = errors.New("the claims file was written by a newer version of varek-verifier")
	ErrOtherEscrow = errors.New("the claims file belongs to another escrow, chain or verifier key")
	ErrMoved       = errors.New("the claim moved on meanwhile")
	ErrOtherChain  = errors.New("the node serves another chain than the one that the claims are of")
	ErrNoClaim     = errors.New("no such claim is in this state folder")
)

// ClaimError is trouble with one claim; the others go on. The claim stays where
// it is and the step is tried again.
type ClaimError struct {
	Claim trace.Hash
	Op    string // read, await, judge or settle
	Err   error
}

func (e *ClaimError) Error() string { return fmt.Sprintf("claim %s: %s: %v", e.Claim, e.Op, e.Err) }

// Unwrap gives the cause.
func (e *ClaimError) Unwrap() error { return e.Err }

// Claim is a claim as it is kept. Times are block times, verdict members are
// meaningful from Settling on.
type Claim struct {
	ID        trace.Hash
	Session   trace.Hash
	Promise   uint32
	Round     uint32
	FiledAt   uint64
	HeadsHash trace.Hash
	Offer     trace.Hash
	State     State

	Ruled    bool
	Violated bool
	Reason   string
	Records  []uint64
	Sentence string // the judge's own words; may quote the trace and is never published
	Tx       trace.Hash
	Closed   string // withdrawn or expired
	// Dissent is the reason that this member of a quorum found where the chain has
	// the opposite verdict, which then stands in the members above.
	Dissent string
}

// Arrow is one step of a claim's life as it was committed.
type Arrow struct {
	From State  `json:"from"`
	To   State  `json:"to"`
	Time uint64 `json:"block_time"`
	Note string `json:"note"`
}
