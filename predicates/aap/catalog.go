// Package aap is the catalog of agent accountability predicates that a promise
// can name: AAP-1 authorization and AAP-4 recipients.
//
// Promise: each predicate means what its published text in spec/ says, vector
// by vector; text and vectors are part of its identity, so a published version
// cannot change in silence. Parameters are read strictly. Evaluation is pure,
// total and deterministic over any records, and needs memory for the calls,
// permissions and created names of a session, not for its records.
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

// Published returns the text and the vectors of a predicate by name ("AAP-1@1").
func Published(name string) (Document, bool) {
	switch name {
	case "AAP-1@1":
		return Document{slices.Clone(authorizationSpec), slices.Clone(authorizationVectors)}, true
	case "AAP-4@1":
		return Document{slices.Clone(recipientsSpec), slices.Clone(recipientsVectors)}, true
	}
	return Document{}, false
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
	return predicates.NewRegistry(
		&authorization{manifest: manifest("AAP-1", 1, authorizationSpec, authorizationVectors), env: env},
		&recipients{manifest: manifest("AAP-4", 1, recipientsSpec, recipientsVectors), env: env},
	)
}
