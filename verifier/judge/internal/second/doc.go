// Package second is a judge written a second time, from the published format
// page alone: encoding/json, a library's Keccak and a library's curve, no clever
// step, everything in memory. Tests compare package judge with it.
//
// Promise: it shares no code with tracestore/trace or verifier/judge, so a
// mistake in one of them is not repeated here by construction. Canonical JSON
// is checked by decoding and encoding again; every prefix is hashed anew by the
// recursive definition of the tree.
//
// Limits: it is slow (quadratic in checkpoints), and it does not evaluate
// predicates: the caller hands in how, since their definition is their own text.
package second
