package command

import (
	"errors"

	"github.com/varek/varek/contracts/escrow"
)

// advice says what can be done about a refusal, "" where nothing can.
func advice(err error) string {
	for _, a := range []struct {
		about error
		text  string
	}{
		{escrow.ErrBond, "send exactly the promise's bond; the command does so where --bond is left out"},
		{escrow.ErrZero, "name an address that is not zero"},
		{escrow.ErrAmount, "name an amount above 0 that the contract can hold (less than 2^96 wei)"},
		{escrow.ErrNotOwner, "use the key that registered the promise: --key FILE; the promise's owner is shown by: varek-escrow promise show NUMBER"},
		{escrow.ErrNotOperator, "use the owner's key or that of its operator, which the owner names with: varek-escrow operator set ADDRESS"},
		{escrow.ErrNotVerifier, "only the verifier that the promise names can settle; it is shown by: varek-escrow promise show NUMBER"},
		{escrow.ErrNotUser, "use the key of the session's user: --key FILE"},
		{escrow.ErrSessionMismatch, "only the user whom the session was opened for can file; use that user's key: --key FILE"},
		{escrow.ErrUnknownSession, "check the id; a session that was opened by signature is shown with: varek-escrow claim file --opening FILE"},
		{escrow.ErrUnknownPromise, "see which there are with: varek-escrow promise ls"},
		{escrow.ErrUnknownClaim, "see which there are with: varek-escrow claim ls"},
		{escrow.ErrNotInSession, "name one of the session's promises; they are shown by: varek-escrow session show SESSION"},
		{escrow.ErrRetired, "a retired promise takes no new sessions; register a new one with: varek-escrow promise register FILE"},
		{escrow.ErrNotRetired, "retire it first, then wait 30 days: varek-escrow promise retire NUMBER"},
		{escrow.ErrBeyondDues, "fund another promise, or only what this one owes"},
		{escrow.ErrOpenClaims, "wait until its claims have an outcome: varek-escrow claim ls --open"},
		{escrow.ErrNothing, "there is no money to move; nothing is lost"},
		{escrow.ErrSessionOpened, "open another session, with another salt"},
		{escrow.ErrPairTaken, "follow that claim with: varek-escrow claim show CLAIM. A settled claim cannot be filed again, a withdrawn one can"},
		{escrow.ErrReserveShort, "the provider, or anyone, can add to the reserve with: varek-escrow promise fund NUMBER AMOUNT"},
		{escrow.ErrTooLate, "nothing can be done about this any more"},
		{escrow.ErrTooEarly, "wait until then and run the same command again"},
		{escrow.ErrStatus, "see where the claim stands with: varek-escrow claim show CLAIM"},
		{escrow.ErrNoFinal, "the provider must commit the session's final first"},
		{escrow.ErrNotOldest, "collect the older payout first"},
		{escrow.ErrTransfer, "name another receiver with --to ADDRESS"},
		{escrow.ErrRegisteredLater, "the session can only carry promises that were registered before it was opened"},
		{escrow.ErrOpenedAt, "the time in a signed opening must not lie in the future of the chain"},
		{escrow.ErrPromisesOrder, "name each promise once"},
		{escrow.ErrFunds, "send ether to that address, or use another key"},
		{escrow.ErrPending, "run the same command again: it goes on with this transaction and sends no second one"},
		{escrow.ErrWrongChain, "name another network with --network, or mend rpc in its file"},
		{escrow.ErrOpening, "ask the provider for the file that it signed, unchanged"},
	} {
		if errors.Is(err, a.about) {
			return a.text
		}
	}
	return ""
}
