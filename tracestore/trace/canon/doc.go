// Package canon is the one form of every value that a trace is made of:
// canonical JSON (RFC 8785) with its admission rule, Keccak-256, hashes and
// addresses with their hex spelling, and the names of kinds, decisions and
// statuses.
//
// Purpose: what starts for every tool call needs these and nothing of bundles,
// proofs or signatures, whose libraries cost such a process more at its start
// than all that it does. Package trace offers the same names to everybody else.
// Promise: every function is pure; a decoder accepts the one spelling of a value
// or returns an error. Limits: no I/O, no clock, no randomness, no curve, no
// compression.
package canon
