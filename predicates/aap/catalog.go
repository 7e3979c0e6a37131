// Package aap is the catalog of agent accountability predicates that a promise
// can name: AAP-1 authorization, AAP-2 scope, AAP-3 payment, AAP-4 recipients,
// AAP-5 limits and PTL-1 temporal rules.
//
// Promise: each predicate means what its published text in spec/ says, vector
// by vector; text and vectors are part of its identity, so a published version
// cannot change in silence. Parameters are read strictly. Evaluation is pure,
// total and deterministic over any records, and needs memory for the calls,
// permissions and created names of a session, for declared state and for open
// windows, not for its records.
//
// Limits: it decides what records say. Whether they are the committed ones is
// for verifier/judge, whether they are true for the harness and the warden
// that wrote them.
package aap

import (
	_ "embed"
	"slices"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// The published texts and vectors. They are hashed as they are: editing a
// published file makes another predicate, which TestManifests refuses.
var (
	//go:embed spec/AAP-1.1.md
	authorizationSpec []byte
	//go:embed vectors/AAP-1.1.json
	authorizationVectors []byte
	//go:embed spec/AAP-2.1.md
	scopeSpec []byte
	//go:embed vectors/AAP-2.1.json
	scopeVectors []byte
	//go:embed spec/AAP-3.1.md
	paymentSpec []byte
	//go:embed vectors/AAP-3.1.json
	paymentVectors []byte
	//go:embed spec/AAP-5.1.md
	limitsSpec []byte
	//go:embed vectors/AAP-5.1.json
	limitsVectors []byte
	//go:embed spec/PTL-1.1.md
	temporalSpec []byte
	//go:embed vectors/PTL-1.1.json
	temporalVectors []byte
	//go:embed spec/AAP-4.1.md
	recipientsSpec []byte
	//go:embed vectors/AAP-4.1.json
	recipientsVectors []byte
)

// Document is what was published for one predicate.
type Document struct {
	Spec    []byte // Markdown
	Vectors []byte // JSON
}

// published lists every version by name.
func published() map[string]Document {
	return map[string]Document{
		"AAP-1@1": {authorizationSpec, authorizationVectors},
		"AAP-2@1": {scopeSpec, scopeVectors},
		"AAP-3@1": {paymentSpec, paymentVectors},
		"AAP-4@1": {recipientsSpec, recipientsVectors},
		"AAP-5@1": {limitsSpec, limitsVectors},
		"PTL-1@1": {temporalSpec, temporalVectors},
	}
}

// Published returns the text and the vectors of a predicate by name ("AAP-1@1").
func Published(name string) (Document, bool) {
	d, ok := published()[name]
	return Document{slices.Clone(d.Spec), slices.Clone(d.Vectors)}, ok
}

// Catalog returns the registry of all published versions. Building it compiles
// the expression environment; share the result.
func Catalog() (*predicates.Registry, error) {
	env, err := newEnvironment()
	if err != nil {
		return nil, err
	}
	manifest := func(id string, version int, spec, vectors []byte) predicates.Manifest {
		return predicates.Manifest{ID: id, Version: version, Spec: trace.Keccak(spec), Vectors: trace.Keccak(vectors)}
	}
	exactly, err := newExactEnvironment("call", "state", "data")
	if err != nil {
		return nil, err
	}
	formulas, err := newExactEnvironment("record", "state", "data")
	if err != nil {
		return nil, err
	}
	return predicates.NewRegistry(
		&authorization{manifest: manifest("AAP-1", 1, authorizationSpec, authorizationVectors), env: env},
		&recipients{manifest: manifest("AAP-4", 1, recipientsSpec, recipientsVectors), env: env},
		&scope{manifest: manifest("AAP-2", 1, scopeSpec, scopeVectors), env: exactly},
		&payment{manifest: manifest("AAP-3", 1, paymentSpec, paymentVectors), env: exactly},
		&limits{manifest: manifest("AAP-5", 1, limitsSpec, limitsVectors), env: exactly},
		&temporal{manifest: manifest("PTL-1", 1, temporalSpec, temporalVectors), env: exactly, formulas: formulas},
	)
}
