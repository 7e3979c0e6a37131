package trace

import "github.com/varek/varek/tracestore/trace/canon"

// The forms of values are package canon's; see there.
type (
	// Hash is a Keccak-256 digest or any other 32-byte word (session ids, salts).
	Hash = canon.Hash
	// Address is a 20-byte account address of the chain.
	Address = canon.Address
	// Kind says what a record is about.
	Kind = canon.Kind
)

// The kinds of records.
const (
	KindIntent     = canon.KindIntent
	KindPermission = canon.KindPermission
	KindStart      = canon.KindStart
	KindAction     = canon.KindAction
	KindSyscall    = canon.KindSyscall
	KindSession    = canon.KindSession
	KindGap        = canon.KindGap
	KindNotice     = canon.KindNotice
)

const (
	// MaxDepth is the deepest nesting that admission accepts.
	MaxDepth = canon.MaxDepth
	// MaxInteger is 2^53-1, the largest magnitude of an admitted number.
	MaxInteger = canon.MaxInteger

	recordDepth = canon.RecordDepth
)

// The families of refusals of package canon.
var (
	ErrHex          = canon.ErrHex
	ErrNotAdmitted  = canon.ErrNotAdmitted
	ErrNotCanonical = canon.ErrNotCanonical
)

// Decisions lists the values of Head.Decision.
func Decisions() []string { return canon.Decisions() }

// Statuses lists the values of Head.Status.
func Statuses() []string { return canon.Statuses() }

// ParseHash reads the form that Hash.String writes; errors are ErrHex.
func ParseHash(s string) (Hash, error) { return canon.ParseHash(s) }

// ParseAddress reads the form that Address.String writes; errors are ErrHex.
func ParseAddress(s string) (Address, error) { return canon.ParseAddress(s) }

// Canonicalize is canon.Canonicalize: admission and the RFC 8785 form.
func Canonicalize(text []byte) ([]byte, error) { return canon.Canonicalize(text) }

// Marshal is canon.Marshal: one of our own Go values as canonical JSON.
func Marshal(v any) ([]byte, error) { return canon.Marshal(v) }

// Unmarshal is canon.Unmarshal: strict JSON into one of our own Go values.
func Unmarshal(text []byte, v any) error { return canon.Unmarshal(text, v) }
