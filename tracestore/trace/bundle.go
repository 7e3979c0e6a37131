package trace

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// ErrBundle is the family of every refusal of a bundle's form. It says nothing
// about the trace: contradictions between well-formed records are the judge's.
var ErrBundle = errors.New("bundle is not well formed")

// ErrLimit is returned, with ErrBundle, for a bundle over the reader's limits.
var ErrLimit = errors.New("bundle is over the limit")

// BundleHeader is the first line of an evidence bundle.
type BundleHeader struct {
	V         int            `json:"v"`
	Claim     Hash           `json:"claim"`
	ChainID   uint64         `json:"chain_id"`
	Escrow    Address        `json:"escrow"`
	Session   Hash           `json:"session"`
	Promise   uint32         `json:"promise"`
	Predicate string         `json:"predicate"` // "AAP-1@1"
	Params    jsontext.Value `json:"params"`    // canonical
	N         uint64         `json:"n"`         // of the final commitment, at most 2^32-1
	H         Hash           `json:"h"`
}

// Footer is the last line: the operator's signature over Digest.
type Footer struct {
	Signature []byte  // r ‖ s ‖ v, not yet checked
	Signer    Address // as claimed
}

// Limits bound what a reader accepts; zero fields mean the defaults.
type Limits struct {
	MaxLine    int    // bytes of one line that is no blob, newline included
	MaxRecord  int    // bytes of one record's line and its blob lines together
	MaxBytes   int64  // bytes of the whole uncompressed bundle
	MaxRecords uint64 // record lines
}

// The default limits of a bundle reader.
const (
	DefaultMaxLine    = 16 << 20
	DefaultMaxRecord  = 384 << 20 // any event that the sidecar takes
	DefaultMaxBytes   = 4 << 30
	DefaultMaxRecords = math.MaxUint32
)

func (l Limits) withDefaults() Limits {
	if l.MaxLine <= 0 {
		l.MaxLine = DefaultMaxLine
	}
	if l.MaxRecord <= 0 {
		l.MaxRecord = DefaultMaxRecord
	}
	if l.MaxBytes <= 0 {
		l.MaxBytes = DefaultMaxBytes
	}
	if l.MaxRecords == 0 {
		l.MaxRecords = DefaultMaxRecords
	}
	return l
}

// ParamsHash is the identity of the header's parameters.
func (h BundleHeader) ParamsHash() Hash { return Keccak(h.Params) }

// Domain is the EIP-712 domain that the bundle is signed in.
func (h BundleHeader) Domain() Domain { return Domain{ChainID: h.ChainID, Contract: h.Escrow} }

// Digest is the EIP-712 digest of the evidence with this header and the given
// hash of all bytes before the footer.
func (h BundleHeader) Digest(bundleHash Hash) Hash {
	return h.Domain().EvidenceDigest(h.Claim, h.Session, uint32(h.N), h.H, h.ParamsHash(), bundleHash)
}

// line gives the header's canonical line without the newline.
func (h BundleHeader) line() ([]byte, error) {
	switch {
	case h.V != Version:
		return nil, fmt.Errorf("%w: version %d, want %d", ErrBundle, h.V, Version)
	case h.N > math.MaxUint32:
		return nil, fmt.Errorf("%w: n %d does not fit 32 bits", ErrBundle, h.N)
	case h.Predicate == "":
		return nil, fmt.Errorf("%w: header without predicate", ErrBundle)
	}
	if err := canon.Check(h.Params, MaxDepth); err != nil {
		return nil, fmt.Errorf("%w: params: %w", ErrBundle, err)
	}
	line, err := Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrBundle, err)
	}
	return line, nil
}
