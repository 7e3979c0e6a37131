// Package duty does what a provider owes after a claim was filed, without a
// human: the session is closed and finalised, its evidence assembled, kept,
// delivered until there is a receipt, and offered on chain when the verifier
// does not answer.
//
// Promise: every step is repeatable and written down before the next one
// begins, so a process that is killed anywhere goes on where it was. A bundle is
// on disk before anybody hears of its hash. One claim whose verifier stalls
// holds up no claim of another verifier. A receipt does not end the duty: while
// a claim stays open, shortly before its deadline its bundle is offered and
// delivered again, in case the receipt was a lie.
//
// Limits: deadlines are block time, pauses between attempts this machine's
// monotonic clock, and neither is the wall clock. The package knows no chain,
// store or predicate: Chain and House are handed in.
package duty
