package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/varek/varek/tracestore/trace"
)

// fileVersion is the version of the receipts in the vault.
const fileVersion = 1

// Vault is the folder of kept bundles. Files: <claim>.ndjson the bundle,
// <claim>.receipt.json its receipt, <claim>.heads the user's signed heads, and
// upload-*.part what is being received. A bundle is kept from the moment its
// file has its name; the receipt is written before that.
//
// One process owns a vault at a time (the caller holds a lock).
type Vault struct {
	dir string

	keep sync.Mutex // held while a file gets its final name

	mu    sync.Mutex // guards gates
	gates map[trace.Hash]*sync.RWMutex
}

// OpenVault opens or makes the folder (0700) and removes uploads that a crash
// cut short.
func OpenVault(dir string) (*Vault, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the bundle folder: %w", err)
	}
	parts, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil {
		return nil, fmt.Errorf("listing unfinished uploads in %s: %w", dir, err)
	}
	for _, p := range parts {
		if err := os.Remove(p); err != nil {
			return nil, fmt.Errorf("removing an unfinished upload: %w", err)
		}
	}
	return ReadVault(dir), nil
}

// ReadVault looks into a folder that another process may own; only Receipt,
// Open, Path and Heads may be used.
func ReadVault(dir string) *Vault {
	return &Vault{dir: dir, gates: map[trace.Hash]*sync.RWMutex{}}
}

// Receiving is held from the moment a bundle's time of arrival is fixed until it
// is kept or refused. Any number may hold it for one claim.
func (v *Vault) Receiving(claim trace.Hash) (done func()) {
	g := v.gate(claim)
	g.RLock()
	return g.RUnlock
}

// Ruling is held while the absence of a bundle is established and written down.
// It waits for everything that is Receiving and keeps the rest out.
func (v *Vault) Ruling(claim trace.Hash) (done func()) {
	g := v.gate(claim)
	g.Lock()
	return g.Unlock
}

func (v *Vault) gate(claim trace.Hash) *sync.RWMutex {
	v.mu.Lock()
	defer v.mu.Unlock()
	g := v.gates[claim]
	if g == nil {
		g = new(sync.RWMutex)
		v.gates[claim] = g
	}
	return g
}

func (v *Vault) path(claim trace.Hash, suffix string) string {
	return filepath.Join(v.dir, strings.TrimPrefix(claim.String(), "0x")+suffix)
}

// stage opens a file for an upload.
func (v *Vault) stage() (*os.File, error) {
	f, err := os.CreateTemp(v.dir, "upload-*.part")
	if err != nil {
		return nil, fmt.Errorf("opening a file for the upload: %w", err)
	}
	return f, nil
}

// keepBundle gives a synced upload its name, unless a copy is kept already: then
// it answers that copy's receipt and false. The staged file is gone afterwards
// or remains the caller's to remove.
func (v *Vault) keepBundle(staged string, r Receipt) (Receipt, bool, error) {
	v.keep.Lock()
	defer v.keep.Unlock()
	old, ok, err := v.Receipt(r.Claim)
	if err != nil || ok {
		return old, false, err
	}
	text, err := json.Marshal(storedReceipt{V: fileVersion, Receipt: r})
	if err != nil {
		return Receipt{}, false, fmt.Errorf("writing the receipt: %w", err)
	}
	if err := v.write(v.path(r.Claim, ".receipt.json"), append(text, '\n')); err != nil {
		return Receipt{}, false, err
	}
	if err := os.Rename(staged, v.path(r.Claim, ".ndjson")); err != nil {
		return Receipt{}, false, fmt.Errorf("keeping the bundle: %w", err)
	}
	return r, true, v.sync()
}

type storedReceipt struct {
	V int `json:"v"`
	Receipt
}

// Receipt returns the receipt of the kept bundle, or false when none is kept.
func (v *Vault) Receipt(claim trace.Hash) (Receipt, bool, error) {
	if _, err := os.Stat(v.path(claim, ".ndjson")); errors.Is(err, fs.ErrNotExist) {
		return Receipt{}, false, nil
	} else if err != nil {
		return Receipt{}, false, fmt.Errorf("looking for the bundle: %w", err)
	}
	text, err := os.ReadFile(v.path(claim, ".receipt.json"))
	if err != nil {
		return Receipt{}, false, fmt.Errorf("reading the receipt of a kept bundle: %w", err)
	}
	var s storedReceipt
	if err := json.Unmarshal(text, &s); err != nil {
		return Receipt{}, false, fmt.Errorf("reading the receipt of a kept bundle: %w", err)
	}
	if s.V != fileVersion {
		return Receipt{}, false, fmt.Errorf("receipt of claim %s has version %d: %w", claim, s.V, ErrNewerVersion)
	}
	if s.Claim != claim {
		return Receipt{}, false, fmt.Errorf("the receipt of claim %s names claim %s", claim, s.Claim)
	}
	return s.Receipt, true, nil
}

// Open reads the kept bundle; ErrNoBundle when there is none.
func (v *Vault) Open(claim trace.Hash) (io.ReadCloser, error) {
	f, err := os.Open(v.path(claim, ".ndjson"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoBundle
	}
	if err != nil {
		return nil, fmt.Errorf("opening the bundle: %w", err)
	}
	return f, nil
}

// Size is the length of the kept bundle, 0 when there is none.
func (v *Vault) Size(claim trace.Hash) int64 {
	info, err := os.Stat(v.path(claim, ".ndjson"))
	if err != nil {
		return 0
	}
	return info.Size()
}

// Discard gives up a kept bundle, so that another may be kept. Its bytes stay
// beside it for the operator to look at.
func (v *Vault) Discard(claim trace.Hash) error {
	v.keep.Lock()
	defer v.keep.Unlock()
	err := os.Rename(v.path(claim, ".ndjson"), v.path(claim, ".refused"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("giving up the bundle: %w", err)
	}
	return v.sync()
}

// Path is where the bundle of a claim is kept, for showing it to the operator.
func (v *Vault) Path(claim trace.Hash) string { return v.path(claim, ".ndjson") }

// keepHeads keeps the user's signed heads. The text proves itself against the
// hash of the filing, so every copy is the same copy.
func (v *Vault) keepHeads(claim trace.Hash, text []byte) error {
	v.keep.Lock()
	defer v.keep.Unlock()
	return v.write(v.path(claim, ".heads"), text)
}

// Heads returns the user's signed heads as received, or false when there are none.
func (v *Vault) Heads(claim trace.Hash) ([]byte, bool, error) {
	text, err := os.ReadFile(v.path(claim, ".heads"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("reading the signed heads: %w", err)
	}
	return text, true, nil
}

// write replaces a small file and is durable when it returns.
func (v *Vault) write(path string, text []byte) (err error) {
	f, err := v.stage()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	if _, err = f.Write(text); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err = f.Sync(); err != nil {
		return fmt.Errorf("syncing %s: %w", path, err)
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("naming %s: %w", path, err)
	}
	return errors.Join(f.Close(), v.sync())
}

// sync makes names in the folder durable.
func (v *Vault) sync() error {
	d, err := os.Open(v.dir)
	if err != nil {
		return fmt.Errorf("opening the bundle folder: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
