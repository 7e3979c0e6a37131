// Package audit is a verifier of evidence bundles and proofs that somebody else
// might have written: from the published formats alone, in the plainest way,
// with nothing of this project in it. Its test lets the commands record a
// session, export, redact, erase and prove it, and checks every byte that comes
// out. Where the two disagree, one of them or the published page is wrong.
//
// Limits: it is slow (the tree is computed from its definition for every
// commitment) and knows no predicate.
package audit
