package trace

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

//go:embed proof.schema.json
var proofSchema []byte

// ProofSchema returns the JSON Schema (draft 2020-12) of proof files.
func ProofSchema() []byte { return slices.Clone(proofSchema) }

// Commit is (n, H(n)) with the root that H(n) hides.
type Commit struct {
	H    Hash   `json:"h"`
	N    uint64 `json:"n"` // at most 2^32-1
	Root Hash   `json:"root"`
}

// check requires that the root belongs to the commitment.
func (c Commit) check(session Hash) error {
	if c.N > math.MaxUint32 {
		return fmt.Errorf("%w: n %d does not fit 32 bits", ErrProof, c.N)
	}
	if got := Commitment(session, c.N, c.Root); got != c.H {
		return fmt.Errorf("%w: the root of %d records commits to %s, the proof says %s", ErrProof, c.N, got, c.H)
	}
	return nil
}

// RecordProof shows that one record stands at its place in a committed prefix.
// Its file is one line of canonical JSON (proof.schema.json).
type RecordProof struct {
	Session    Hash
	Checkpoint Commit
	Record     Record // shown or hidden
	Path       []Hash // RFC 9162 section 2.1.3.1, from the leaf's sibling to the root
}

// ExtensionProof shows that one committed prefix extends another.
type ExtensionProof struct {
	Session Hash
	From    Commit
	To      Commit
	Path    []Hash // RFC 9162 section 2.1.4.1
}

// The types of proof files.
const (
	ProofRecord    = "varek.proof.record"
	ProofExtension = "varek.proof.extension"
)

// Check verifies the proof against its own commitment and returns the record's
// head; ErrProof or ErrHead. That the commitment stands on chain is for the
// caller to compare.
func (p RecordProof) Check() (Head, error) {
	h, err := DecodeHead(p.Record.Head)
	if err != nil {
		return Head{}, err
	}
	if h.Session != p.Session {
		return Head{}, fmt.Errorf("%w: the record belongs to session %s", ErrProof, h.Session)
	}
	if err := p.Checkpoint.check(p.Session); err != nil {
		return Head{}, err
	}
	root, err := InclusionRoot(p.Record.Leaf(), h.Seq-1, p.Checkpoint.N, p.Path)
	if err != nil {
		return Head{}, err
	}
	if root != p.Checkpoint.Root {
		return Head{}, fmt.Errorf("%w: record and path lead to root %s, the checkpoint has %s", ErrProof, root, p.Checkpoint.Root)
	}
	return h, nil
}

// Check verifies the proof against its own two commitments; nil or ErrProof.
func (p ExtensionProof) Check() error {
	if err := p.From.check(p.Session); err != nil {
		return err
	}
	if err := p.To.check(p.Session); err != nil {
		return err
	}
	return CheckConsistency(p.From.N, p.To.N, p.From.Root, p.To.Root, p.Path)
}

type recordProofJSON struct {
	Checkpoint Commit         `json:"checkpoint"`
	Path       []Hash         `json:"path"`
	Record     jsontext.Value `json:"record"`
	Session    Hash           `json:"session"`
	Type       string         `json:"type"`
	V          int            `json:"v"`
}

type extensionProofJSON struct {
	From    Commit `json:"from"`
	Path    []Hash `json:"path"`
	Session Hash   `json:"session"`
	To      Commit `json:"to"`
	Type    string `json:"type"`
	V       int    `json:"v"`
}

// Encode gives the file's canonical JSON, without a newline.
func (p RecordProof) Encode() ([]byte, error) {
	line := appendRecord(nil, p.Record)
	if err := canon.Check(line, recordDepth); err != nil {
		return nil, fmt.Errorf("%w: record: %w", ErrProof, err)
	}
	return Marshal(recordProofJSON{p.Checkpoint, notNil(p.Path), line, p.Session, ProofRecord, Version})
}

// Encode gives the file's canonical JSON, without a newline.
func (p ExtensionProof) Encode() ([]byte, error) {
	return Marshal(extensionProofJSON{p.From, notNil(p.Path), p.Session, p.To, ProofExtension, Version})
}

func notNil(path []Hash) []Hash {
	if path == nil {
		return []Hash{}
	}
	return path
}

// DecodeProof reads either kind of proof file: exactly one of the results is
// not nil. Only the form is checked (ErrProof); Check verifies.
func DecodeProof(text []byte) (*RecordProof, *ExtensionProof, error) {
	text = bytes.TrimSuffix(text, []byte("\n"))
	kind, err := proofType(text)
	if err != nil {
		return nil, nil, err
	}
	switch kind {
	case ProofRecord:
		p, err := decodeRecordProof(text)
		return p, nil, err
	case ProofExtension:
		p, err := decodeExtensionProof(text)
		return nil, p, err
	}
	return nil, nil, fmt.Errorf("%w: its type is %q", ErrProof, canon.Clip([]byte(kind)))
}

func proofType(text []byte) (kind string, err error) {
	err = canon.Members(text, recordDepth, func(name, value []byte) error {
		if string(name) == "type" {
			return setText(string(name), value, &kind)
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrProof, err)
	}
	return kind, nil
}

func decodeRecordProof(text []byte) (*RecordProof, error) {
	var j recordProofJSON
	if err := decodeWhole(text, &j); err != nil {
		return nil, err
	}
	r, err := parseRecord(bytes.Clone(j.Record), &bodyParts{})
	if err == nil && r.Head == nil {
		err = fmt.Errorf("record without head")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: record: %w", ErrProof, err)
	}
	if j.V != Version {
		return nil, fmt.Errorf("%w: version %d, want %d", ErrProof, j.V, Version)
	}
	return &RecordProof{Session: j.Session, Checkpoint: j.Checkpoint, Record: r, Path: j.Path}, nil
}

func decodeExtensionProof(text []byte) (*ExtensionProof, error) {
	var j extensionProofJSON
	if err := decodeWhole(text, &j); err != nil {
		return nil, err
	}
	if j.V != Version {
		return nil, fmt.Errorf("%w: version %d, want %d", ErrProof, j.V, Version)
	}
	return &ExtensionProof{Session: j.Session, From: j.From, To: j.To, Path: j.Path}, nil
}

// decodeWhole decodes one of our structs and requires that every member was
// there, in the one spelling that Marshal writes.
func decodeWhole(text []byte, v any) error {
	if err := Unmarshal(text, v); err != nil {
		return fmt.Errorf("%w: %w", ErrProof, err)
	}
	again, err := Marshal(v)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProof, err)
	}
	if !bytes.Equal(again, text) {
		return fmt.Errorf("%w: %w, or a member is missing", ErrProof, ErrNotCanonical)
	}
	return nil
}
