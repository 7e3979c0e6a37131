package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// checkFiling finds out what the contract would refuse, in the terms of the one
// who files: dates and amounts instead of a revert. The contract decides; this
// is so that the answer is understood.
func checkFiling(cmd *cobra.Command, c *escrow.Client, who trace.Address, x escrow.Session, p escrow.Promise) error {
	no := func(err error) error { return fault{fmt.Errorf("the claim cannot be filed: %w", err), exitNo} }
	if !slices.Contains(x.Promises, p.ID) {
		return no(fmt.Errorf("%w: session %s has the promises %v, not %d", escrow.ErrNotInSession, x.ID, x.Promises, p.ID))
	}
	if x.User != who {
		return no(fmt.Errorf("%w: session %s was opened for %s, the key is %s", escrow.ErrSessionMismatch, x.ID, x.User, who))
	}
	latest, round, err := c.LatestClaim(cmd.Context(), x.ID, p.ID)
	if err != nil {
		return err
	}
	if round > 0 {
		claim, err := c.Claim(cmd.Context(), latest)
		if err != nil {
			return err
		}
		if claim.Status != escrow.StatusWithdrawn {
			return no(fmt.Errorf("%w: claim %s is %s", escrow.ErrPairTaken, latest, claim.Status))
		}
	}
	now, err := c.LatestTime(cmd.Context())
	if err != nil {
		return err
	}
	closing, why, err := filingEnds(cmd, c, x, p)
	if err != nil {
		return err
	}
	if closing != 0 && now > closing {
		return no(fmt.Errorf("%w: claims were possible until %s, 30 days after %s", escrow.ErrTooLate, when(closing, now), why))
	}
	if p.Available.Cmp(p.Payout) < 0 {
		return no(fmt.Errorf("%w: promise %d has %s available, the payout is %s", escrow.ErrReserveShort, p.ID, both(p.Available), both(p.Payout)))
	}
	return nil
}

// filingEnds is the last second for a claim, 0 while nothing limits it, and what
// it is reckoned from.
func filingEnds(cmd *cobra.Command, c *escrow.Client, x escrow.Session, p escrow.Promise) (uint64, string, error) {
	window := uint64(escrow.FilingWindow.Seconds())
	final, closed, err := c.FinalTime(cmd.Context(), x.Owner, x.ID)
	if err != nil {
		return 0, "", err
	}
	// A final from before the opening ends nothing: the contract forgets it when it sees the signed opening.
	closed = closed && final >= x.OpenedAt
	if closed && (p.RetiredAt == 0 || final <= p.RetiredAt) {
		return final + window, "the session's final commitment", nil
	}
	if p.RetiredAt != 0 {
		return p.RetiredAt + window, "the promise was retired", nil
	}
	return 0, "", nil
}
