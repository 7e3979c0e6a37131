// Package judge is Algorithm 1 as a pure function: from the facts of the chain,
// one evidence bundle and a registry of predicates to a verdict.
//
// Promise: the verdict depends on nothing but its arguments. There is no clock,
// no randomness, no map order and no floating point in it, so anyone who holds
// the bundle and can read the chain recomputes it. A bundle is read in one
// pass, whatever the number of checkpoints, and memory is bounded by the
// longest line and the predicate's state. Everything fails closed: what the
// provider signed and cannot be checked rules against the provider; what the
// provider did not sign is no evidence at all.
//
// Limits: it trusts the facts it is given. Reading them from a chain with
// enough confirmations, keeping the first valid copy of the evidence, waiting
// for signed heads and sending the settlement belong to the verifier around it.
package judge
