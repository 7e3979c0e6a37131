// Package evidence is the verifier's door: it receives evidence bundles and
// signed heads over HTTP, keeps the first valid copy, and shows the public what
// became of each claim.
//
// It promises that a bundle whose receipt was sent is on disk (file and folder
// synced), that what is kept is the first copy that was complete in time and
// passed the injected admission check, and that it never changes afterwards. A
// copy that is no evidence (wrong signature, wrong claim, too large, too slow,
// cut short) is answered with the reason, leaves nothing behind and does not
// stand in the way of a valid one. In time means the block time of the chain's
// newest block once the bundle is complete: at most three days after filing, or,
// when the operator offered the bundle's hash on chain, while the claim is open.
//
// Ruling and receiving exclude each other per claim (see Vault.Ruling), so that
// no bundle that arrived in time is overlooked by a ruling on its absence.
//
// It does not judge. What it publishes holds no private content: numbers,
// hashes, verdicts and fixed sentences, never a line of a bundle. Clients are
// anonymous; the signature inside the bundle is the only authority, and limits
// on size, time and parallel uploads are the only defence against noise. Bundles
// are kept until an operator removes them.
package evidence
