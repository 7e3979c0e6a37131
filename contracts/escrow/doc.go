// Package escrow is the typed client of the escrow contract: it reads promises,
// sessions, commitments and claims, and sends the transactions that change them.
//
// It promises that a client refuses a chain or a contract other than its network
// file's; that commitments are returned only when they add up to the contract's
// own accumulator, so that a node which hides one is found out; that published
// parameters, session and claim ids are recomputed and compared; that one key
// sends one transaction at a time, across processes; and that a refusal of the
// contract arrives as an error of this package with a sentence; that a process
// killed at any point and started again moves no money twice.
//
// Its limits: it trusts its node for the present state (balances, the promise's
// reserve, prices within the network file's limit) and for events other than
// commitments. Every time is block time in
// Unix seconds; every amount is wei.
package escrow
