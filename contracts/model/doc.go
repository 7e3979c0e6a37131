// Package model is the escrow written a second time, in plain Go, from its
// interface and from the settlement rules, and not from its source. It is what
// the contract is compared with under random operation sequences.
//
// It promises one function per transaction of the escrow: at a given second it
// says which rules the transaction breaks, all of them, by the names of the
// custom errors, or carries it out and says which events come of it. The order
// in which a contract looks at its rules is no part of the interface, so that
// any of the broken rules is a right answer of the contract.
//
// Its limits: amounts are wei below 2^63, a payee is one of four kinds, and
// signatures are a signer's address that somebody else has recovered.
package model
