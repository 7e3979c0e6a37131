// Package trace is the vocabulary of a recorded session: canonical JSON,
// records of a head and a body, leaf and tree hashes, commitments, evidence
// bundles and the EIP-712 digests that sign them.
//
// Promise: every function here is pure. The same bytes give the same hashes on
// every machine, nothing is rounded on the way, and every decoder either
// accepts the one canonical spelling of a value or returns an error. A
// verifier can be written from this package, a bundle and the chain's facts.
//
// Limits: no I/O beyond the io.Reader and io.Writer that it is handed, no
// clock, no randomness (salts are drawn by the caller). A record of a bundle is
// in memory as a whole, with the blobs behind it, at most DefaultMaxRecord. It
// imports nothing of this project but canon, the forms of values, whose names it
// offers.
package trace
