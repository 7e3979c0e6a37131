package escrow

import (
	"context"
	"fmt"
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// Facts are everything that the chain says about one claim and that a judge
// needs, read at one block. As JSON they are the judge's facts file, whose
// schema is published beside the judge.
type Facts struct {
	V       int           `json:"v"` // 1
	ChainID uint64        `json:"chain_id"`
	Escrow  trace.Address `json:"escrow"`
	Promise FactsPromise  `json:"promise"`
	Session FactsSession  `json:"session"`
	Claim   FactsClaim    `json:"claim"`
	// Operators may have signed the evidence: the owner's operator when the claim
	// was filed, the operator now, and the owner.
	Operators []trace.Address `json:"operators"`
	// HeadSigners may have signed heads: every operator between the session's
	// opening and its final commitment, and the owner.
	HeadSigners []trace.Address `json:"head_signers"`
	Items       []Commitment    `json:"items"` // the session's commitments in chain order
	Final       *Final          `json:"final"` // nil while there is none
	Heads       []FactsHead     `json:"heads"` // none from the chain; the reader adds the user's
	Now         uint64          `json:"now"`   // time of the block that was read
	Offer       *trace.Hash     `json:"offer"` // bundle offered on chain, nil without
}

// FactsPromise are the terms of the promise.
type FactsPromise struct {
	ID            uint32        `json:"id"`
	Owner         trace.Address `json:"owner"`
	Verifier      trace.Address `json:"verifier"`
	PredicateHash trace.Hash    `json:"predicate_hash"`
	ParamsHash    trace.Hash    `json:"params_hash"`
	RegisteredAt  uint64        `json:"registered_at"`
	RetiredAt     uint64        `json:"retired_at"` // 0 while it is live
}

// FactsSession is what opening the session fixed.
type FactsSession struct {
	ID       trace.Hash    `json:"id"`
	Owner    trace.Address `json:"owner"`
	User     trace.Address `json:"user"`
	OpenedAt uint64        `json:"opened_at"`
	Promises []uint32      `json:"promises"`
}

// FactsClaim is what filing fixed.
type FactsClaim struct {
	ID      trace.Hash `json:"id"`
	Round   uint32     `json:"round"`
	FiledAt uint64     `json:"filed_at"`
}

// FactsHead is a head that an operator signed off chain.
type FactsHead struct {
	N         uint32     `json:"n"`
	H         trace.Hash `json:"h"`
	Signature string     `json:"signature"` // 0x and 130 hexadecimal digits
}

// factsVersion is the version of the judge's facts file.
const factsVersion = 1

// Facts reads a claim's facts at the newest block that has the network's
// confirmations: what a reorganisation could still undo is not in them. It
// fails with ErrUnknownClaim where that block does not have the claim yet, and
// with ErrIncompleteLogs where the node hides commitments.
func (c *Client) Facts(ctx context.Context, claim trace.Hash) (Facts, error) {
	at, err := c.ConfirmedBlock(ctx)
	if err != nil {
		return Facts{}, err
	}
	f, err := c.factsAt(ctx, claim, at)
	if err != nil {
		return Facts{}, err
	}
	again, err := c.BlockAt(ctx, at.Number)
	if err != nil {
		return Facts{}, err
	}
	if again.Hash != at.Hash {
		return Facts{}, fmt.Errorf("block %d was replaced while the facts of claim %s were read; read them again", at.Number, claim)
	}
	return f, nil
}

func (c *Client) factsAt(ctx context.Context, id trace.Hash, at Block) (Facts, error) {
	claim, err := c.claimAt(ctx, id, at.Number)
	if err != nil {
		return Facts{}, err
	}
	promise, err := c.promiseAt(ctx, claim.Promise, number(at.Number))
	if err != nil {
		return Facts{}, err
	}
	c.guess("SessionOpened", claim.Session, claim.FiledBlock) // where its opening was signed, it came with the first claim
	session, err := c.sessionAt(ctx, claim.Session, at.Number)
	if err != nil {
		return Facts{}, err
	}
	items, err := c.itemsAt(ctx, session.Owner, session.ID, at.Number)
	if err != nil {
		return Facts{}, err
	}
	final, closed, err := c.finalAt(ctx, session.Owner, session.ID, session.OpenedAt, items, at.Number)
	if err != nil {
		return Facts{}, err
	}
	history, err := c.tenures(ctx, session.Owner, at.Number)
	if err != nil {
		return Facts{}, err
	}
	f := Facts{
		V: factsVersion, ChainID: c.network.ChainID, Escrow: c.network.Escrow,
		Promise: FactsPromise{promise.ID, promise.Owner, promise.Verifier, promise.Predicate, promise.ParamsHash, promise.RegisteredAt, promise.RetiredAt},
		Session: FactsSession{session.ID, session.Owner, session.User, session.OpenedAt, session.Promises},
		Claim:   FactsClaim{claim.ID, claim.Round, claim.FiledAt},
		Items:   append([]Commitment{}, items...), Heads: []FactsHead{}, Now: at.Time,
	}
	f.signers(history, session, claim, final, closed)
	if !claim.Offer.IsZero() {
		f.Offer = &claim.Offer
	}
	return f, nil
}

// signers fills in who may have signed, and the final commitment.
func (f *Facts) signers(history []tenure, s Session, claim Claim, final Final, closed bool) {
	until := f.Now
	if closed {
		f.Final, until = &final, final.Time
	}
	f.HeadSigners = withOwner(operatorsBetween(history, s.OpenedAt, until), s.Owner)
	atFiling := operatorsBetween(history, claim.FiledAt, claim.FiledAt)
	for _, a := range operatorsBetween(history, f.Now, f.Now) {
		if !slices.Contains(atFiling, a) {
			atFiling = append(atFiling, a)
		}
	}
	f.Operators = withOwner(atFiling, s.Owner)
}

func withOwner(operators []trace.Address, owner trace.Address) []trace.Address {
	if slices.Contains(operators, owner) {
		return operators
	}
	return append(operators, owner)
}
