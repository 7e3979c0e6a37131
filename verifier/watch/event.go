package watch

import "github.com/varek/varek/tracestore/trace"

// Kind names what happened to a claim on the chain.
type Kind string

// The events of the escrow contract that move a claim.
const (
	Filed     Kind = "filed"     // a user filed it and paid the bond
	Offered   Kind = "offered"   // the operator put the hash of its evidence on chain
	Settled   Kind = "settled"   // the pinned verifier ruled
	Withdrawn Kind = "withdrawn" // the user took the bond back
	Expired   Kind = "expired"   // nobody moved it and anyone closed it
)

// Event is one claim event. The members after BlockTime are set as the kind has
// them: Filed carries the claim's particulars, Offered the bundle hash, Settled
// the verdict and its reason, spelled as the judge spells it.
type Event struct {
	Kind      Kind
	Claim     trace.Hash
	Block     uint64
	BlockHash trace.Hash
	BlockTime uint64
	TxHash    trace.Hash

	Session   trace.Hash
	Promise   uint32
	Round     uint32
	Verifier  trace.Address // pinned by the promise
	HeadsHash trace.Hash    // zero when the user filed without signed heads

	BundleHash trace.Hash

	Violated bool
	Reason   string
}
