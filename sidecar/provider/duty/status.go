package duty

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// Stage is how far a claim's duty is done.
type Stage string

// The stages, in their order; the last three are exits.
const (
	Seen      Stage = "seen"      // nothing done yet
	Final     Stage = "final"     // the session has its final commitment
	Assembled Stage = "assembled" // the signed bundle is on disk
	Delivered Stage = "delivered" // the verifier has given a receipt
	Closed    Stage = "closed"    // the claim has its outcome
	Missed    Stage = "missed"    // the time for evidence passed without a receipt
	Elsewhere Stage = "elsewhere" // its session is not kept here
)

const statusVersion = 1

// Status is one claim's duty as it is written down.
type Status struct {
	V        int               `json:"v"`
	Claim    trace.Hash        `json:"claim"`
	Session  trace.Hash        `json:"session"`
	Promise  uint32            `json:"promise"`
	FiledAt  uint64            `json:"filed_at"`       // block time
	Until    uint64            `json:"evidence_until"` // block time, the last second
	Looked   uint64            `json:"looked"`         // block time of the last step
	Stage    Stage             `json:"stage"`
	Bundle   trace.Hash        `json:"bundle,omitzero"`
	Records  uint64            `json:"records,omitempty"`
	Shown    uint64            `json:"shown,omitempty"`
	Offered  trace.Hash        `json:"offered,omitzero"` // on chain
	Receipt  *provider.Receipt `json:"receipt,omitempty"`
	Kept     trace.Hash        `json:"kept,omitzero"` // another copy, which the verifier keeps instead
	Insured  bool              `json:"insured,omitempty"`
	Failing  uint64            `json:"failing_since,omitempty"` // block time of the first of Attempts
	Attempts int               `json:"failed_attempts,omitempty"`
	Error    string            `json:"last_error,omitempty"`
	Outcome  string            `json:"outcome,omitempty"`
}

// Left is how many seconds of block time remain for evidence.
func (s Status) Left() int64 { return int64(s.Until) - int64(s.Looked) }

// Urgent says that somebody should look: evidence is owed and not received.
func (s Status) Urgent() bool {
	return s.Stage == Seen || s.Stage == Final || s.Stage == Assembled || s.Stage == Elsewhere
}

const (
	statusName = "claim.json"
	bundleName = "bundle.ndjson"
)

// ErrNewerVersion says that a later version wrote the file.
var ErrNewerVersion = errors.New("the file was written by a newer version")

// Read lists what is written down below dir, in no order. A status that cannot be
// read is left out: all of its steps can be done again.
func Read(dir string) ([]Status, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the claims' duties: %w", err)
	}
	var all []Status
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name(), statusName))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a claim's duty: %w", err)
		}
		var s Status
		if json.Unmarshal(text, &s) != nil || s.Claim.IsZero() || e.Name() != folder(s.Claim) {
			continue
		}
		if s.V > statusVersion {
			return nil, fmt.Errorf("%w: %s (version %d)", ErrNewerVersion, filepath.Join(dir, e.Name(), statusName), s.V)
		}
		all = append(all, s)
	}
	return all, nil
}

func folder(claim trace.Hash) string { return strings.TrimPrefix(claim.String(), "0x") }

// write replaces the status whole.
func (s Status) write(dir string) error {
	s.V = statusVersion
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, folder(s.Claim), statusName), func(f *os.File) error {
		_, err := f.Write(append(text, '\n'))
		return err
	})
}

// replace writes a file beside its place, syncs it and moves it there.
func replace(path string, fill func(*os.File) error) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// sweep removes what a killed process left of files that it was writing.
func sweep(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, "*", ".new-*"))
	for _, path := range left {
		_ = os.Remove(path) // it is only space
	}
}
