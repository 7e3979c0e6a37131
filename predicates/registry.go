package predicates

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/varek/varek/tracestore/trace"
)

// Manifest is the identity of one version of a predicate: its name and the
// hashes of the text and of the vectors that say what it means.
type Manifest struct {
	ID      string     `json:"id"`      // "AAP-1"
	Spec    trace.Hash `json:"spec"`    // Keccak of the published text
	Vectors trace.Hash `json:"vectors"` // Keccak of the conformance vectors
	Version int        `json:"version"` // from 1
}

// Hash is what a promise registers: Keccak of the manifest's canonical JSON.
func (m Manifest) Hash() trace.Hash {
	text := fmt.Appendf(nil, `{"id":%s,"spec":"%s","vectors":"%s","version":%d}`,
		strconv.Quote(m.ID), m.Spec, m.Vectors, m.Version)
	return trace.Keccak(text)
}

// Name is the form that people write and bundles carry: "AAP-1@1".
func (m Manifest) Name() string { return fmt.Sprintf("%s@%d", m.ID, m.Version) }

// Registry finds predicates by identity. It is immutable after NewRegistry and
// safe for concurrent use.
type Registry struct {
	byHash map[trace.Hash]Predicate
	byName map[string]Predicate
	names  []string
}

// NewRegistry holds the given predicates; two of one name are an error.
func NewRegistry(ps ...Predicate) (*Registry, error) {
	r := &Registry{byHash: map[trace.Hash]Predicate{}, byName: map[string]Predicate{}}
	for _, p := range ps {
		m := p.Manifest()
		if !plainID(m.ID) || m.Version < 1 {
			return nil, fmt.Errorf("predicate %q version %d: want an id of letters, digits and - and a version from 1", m.ID, m.Version)
		}
		name := m.Name()
		if _, ok := r.byName[name]; ok {
			return nil, fmt.Errorf("predicate %s is there twice", name)
		}
		r.byName[name], r.byHash[m.Hash()] = p, p
		r.names = append(r.names, name)
	}
	slices.Sort(r.names)
	return r, nil
}

// plainID keeps ids to characters that need no escape in the manifest's JSON.
func plainID(id string) bool {
	for _, c := range []byte(id) {
		if (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return id != ""
}

// ByHash finds the predicate that a promise registered.
func (r *Registry) ByHash(h trace.Hash) (Predicate, bool) {
	p, ok := r.byHash[h]
	return p, ok
}

// ByName finds a predicate by the form of Manifest.Name.
func (r *Registry) ByName(name string) (Predicate, bool) {
	p, ok := r.byName[name]
	return p, ok
}

// Names lists the registered names, sorted.
func (r *Registry) Names() []string { return slices.Clone(r.names) }
