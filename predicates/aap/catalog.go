// Package aap is the catalog of agent accountability predicates that a promise
// can name: AAP-1 authorization and AAP-4 recipients.
//
// Promise: each predicate means what its published text in spec/ says, vector
// by vector; text and vectors are part of its identity, so a published version
// cannot change in silence. Parameters are read strictly. Evaluation is pure,
// total and deterministic over any records, and needs memory for the open
// calls, grants and created names of a session, not for its records.
//
// Limits: it decides what records say. Whether they are the committed ones is
// for verifier/judge, whether they are true for the harness and the warden
// that wrote them.
package aap

import "github.com/varek/varek/predicates"

// Catalog returns the registry of all published versions. Building it compiles
// the expression environment once; share the result.
func Catalog() (*predicates.Registry, error) {
	return predicates.NewRegistry()
}
