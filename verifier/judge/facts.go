package judge

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// ErrFacts is returned for facts that contradict themselves: they were not
// read from one escrow, and no verdict may rest on them.
var ErrFacts = errors.New("chain facts are not valid")

// FactsVersion is the version of the facts file.
const FactsVersion = 1

// Facts are what the escrow and its chain say about one claim. As a JSON file
// (schema: facts.schema.json) hashes, addresses and signatures are lower-case
// hex with 0x, and numbers are JSON numbers up to 2^53-1; times are block times
// in seconds. Every member is present, those that have no value as null.
type Facts struct {
	V       int           `json:"v"`
	ChainID uint64        `json:"chain_id"`
	Escrow  trace.Address `json:"escrow"`
	Promise PromiseFacts  `json:"promise"`
	Session SessionFacts  `json:"session"`
	Claim   ClaimFacts    `json:"claim"`
	// Operators may have signed the evidence: the owner's operator when the
	// claim was filed, the operator now, and the owner.
	Operators []trace.Address `json:"operators"`
	// HeadSigners may have signed heads: every operator between the session's
	// opening and its final commitment, and the owner.
	HeadSigners []trace.Address `json:"head_signers"`
	// Items are the session's commitments in the escrow's logs, in any order.
	Items []Item `json:"items"`
	// Final is the final commitment that stands; nil while there is none.
	Final *Final `json:"final"`
	// Heads are the signed heads that the user handed in.
	Heads []Head `json:"heads"`
	// Now is the time of the latest block.
	Now uint64 `json:"now"`
	// Offer is the hash of the bundle that the operator offered on chain.
	Offer *trace.Hash `json:"offer"`
}

// PromiseFacts are the terms that the escrow holds.
type PromiseFacts struct {
	ID            uint32        `json:"id"`
	Owner         trace.Address `json:"owner"`
	Verifier      trace.Address `json:"verifier"`
	PredicateHash trace.Hash    `json:"predicate_hash"`
	ParamsHash    trace.Hash    `json:"params_hash"`
	RegisteredAt  uint64        `json:"registered_at"`
	RetiredAt     uint64        `json:"retired_at"` // 0 = not retired
}

// SessionFacts are what opening the session fixed.
type SessionFacts struct {
	ID       trace.Hash    `json:"id"`
	Owner    trace.Address `json:"owner"`
	User     trace.Address `json:"user"`
	OpenedAt uint64        `json:"opened_at"`
	Promises []uint32      `json:"promises"`
}

// ClaimFacts are what filing fixed.
type ClaimFacts struct {
	ID      trace.Hash `json:"id"`
	Round   uint32     `json:"round"`
	FiledAt uint64     `json:"filed_at"`
}

// The kinds of an Item, as the escrow's event numbers them.
const (
	ItemCheckpoint uint8 = 1
	ItemFinal      uint8 = 2
)

// Item is one commitment of the session.
type Item struct {
	Kind      uint8      `json:"kind"`
	N         uint64     `json:"n"`
	H         trace.Hash `json:"h"`
	BlockTime uint64     `json:"block_time"`
}

// Final is the final commitment that stands.
type Final struct {
	N    uint64     `json:"n"`
	H    trace.Hash `json:"h"`
	Time uint64     `json:"time"`
}

// Head is a commitment that an operator signed off chain.
type Head struct {
	N         uint64     `json:"n"`
	H         trace.Hash `json:"h"`
	Signature string     `json:"signature"` // 0x and 130 hex digits
}

//go:embed facts.schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of the facts file.
func Schema() []byte { return slices.Clone(schema) }

// DecodeFacts reads a facts file strictly: unknown, doubled and missing members
// are errors, ErrFacts like those of Check.
func DecodeFacts(text []byte) (Facts, error) {
	canon, err := trace.Canonicalize(text)
	if err != nil {
		return Facts{}, fmt.Errorf("%w: %w", ErrFacts, err)
	}
	var f Facts
	if err := trace.Unmarshal(canon, &f); err != nil {
		return Facts{}, fmt.Errorf("%w: %w", ErrFacts, err)
	}
	again, err := f.Encode()
	if err != nil {
		return Facts{}, err
	}
	if !bytes.Equal(again, canon) {
		return Facts{}, fmt.Errorf("%w: a member is missing, null or not in its one spelling; the file as understood is %s", ErrFacts, again)
	}
	return f, f.Check()
}

// Encode gives the canonical JSON of the facts.
func (f Facts) Encode() ([]byte, error) {
	text, err := trace.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFacts, err)
	}
	return text, nil
}

// Domain is the EIP-712 domain of the escrow.
func (f Facts) Domain() trace.Domain { return trace.Domain{ChainID: f.ChainID, Contract: f.Escrow} }

// Check reports, as ErrFacts, facts that no escrow can have stated together.
func (f Facts) Check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{ErrFacts}, args...)...)
	}
	want := trace.ClaimID(f.ChainID, f.Escrow, f.Session.ID, f.Promise.ID, f.Claim.Round)
	switch {
	case f.V != FactsVersion:
		return bad("version %d, want %d", f.V, FactsVersion)
	case f.Claim.ID != want:
		return bad("claim id %s does not belong to this chain, escrow, session, promise and round, which give %s", f.Claim.ID, want)
	case f.Promise.Owner != f.Session.Owner:
		return bad("promise of %s for a session of %s", f.Promise.Owner, f.Session.Owner)
	case !slices.Contains(f.Session.Promises, f.Promise.ID):
		return bad("promise %d is not one of the session's %v", f.Promise.ID, f.Session.Promises)
	case f.Claim.FiledAt > f.Now:
		return bad("filed at %d, after the latest block at %d", f.Claim.FiledAt, f.Now)
	case f.Final != nil && f.Final.N > math.MaxUint32:
		return bad("final commitment to %d records", f.Final.N)
	}
	for i, it := range f.Items {
		if it.Kind != ItemCheckpoint && it.Kind != ItemFinal {
			return bad("item %d has kind %d", i, it.Kind)
		}
		if it.N > math.MaxUint32 {
			return bad("item %d commits to %d records", i, it.N)
		}
	}
	return nil
}
