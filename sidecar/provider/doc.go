// Package provider answers claims: it assembles the evidence of a session from
// the store, checks it against what stands on the chain, signs it, and
// delivers it to the verifier.
//
// Promise: Assemble signs nothing that contradicts the provider's own
// commitments. It reads the store twice, once to compare every record and
// every committed prefix, once to write, and compares again what it writes. The
// first contradiction is a *Mismatch that names the record number and both
// hashes. AsStored signs what the store holds all the same, and reports what
// does not agree.
//
// Limits: every body is shown that needs says is needed, the others are hidden;
// needs nil shows all. The package knows no chain, no store and no predicate:
// it takes commitments, a Reader, a Signer and a function.
package provider
