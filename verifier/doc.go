// Package verifier carries each claim from its filing to its settlement.
//
//	Filed -> AwaitingEvidence -> Judging -> Settling -> Settled
//
// The promise: every arrow is committed to this package's own SQLite file before
// anything is done because of it, and every step may be repeated, so that a
// verifier killed at any point reaches the same single verdict after its restart.
// Before it settles it looks at the chain whether the claim is still open. A
// missed deadline is an arrow like any other. A claim that its user withdrew, or
// that expired, or that was ruled on elsewhere with the same key, ends as the
// chain says. A reorganisation deeper than the network's confirmations takes
// back what it undid: the claim is awaited and judged again on the new chain.
//
// Time is block time, read from the chain and never from the machine. The
// package decides nothing about evidence: verifier/judge does, as a pure
// function over the bundle and the chain's facts, and the outcomes are those of the
// settlement table. What this package adds is order, durability and
// patience.
//
// Limits: it trusts its node for the events of claims (completeness of the
// commitments is proved by the escrow's accumulator, in the facts); one process
// at a time owns a state folder; bundles and rulings are kept for ever.
package verifier
