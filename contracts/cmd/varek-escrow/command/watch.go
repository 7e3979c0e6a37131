package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// errSaid is for an exit status whose reason was printed as the result.
var errSaid = errors.New("see above")

func claimWatch(s *session) *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "watch CLAIM",
		Short: "Follow a claim until it is settled",
		Long: "Follow a claim and print each step until it is settled, then show it.\n\n" +
			"Exit status: 0 there is a verdict, either way; 1 it was closed without one; 3 the time was up.",
		Example: "  varek-escrow claim watch 0x7a…\n  varek-escrow claim watch 0x7a… --timeout 2m",
		Args:    exactly(1, "a claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseHash("claim id", args[0])
			if err != nil {
				return err
			}
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			ctx := cmd.Context()
			if timeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, timeout)
				defer cancel()
			}
			return s.watchClaim(ctx, cmd, c, id)
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", 0, "give up after this time (default: never)")
	return cmd
}

func (s *session) watchClaim(ctx context.Context, cmd *cobra.Command, c *escrow.Client, id trace.Hash) error {
	seen := 0
	every := 2 * time.Second
	if c.Network().Private {
		every = 200 * time.Millisecond
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	// The first look is taken however short the time is.
	for look := cmd.Context(); ; look = ctx {
		events, err := c.ClaimEvents(look, id)
		if err == nil && len(events) == 0 {
			return fmt.Errorf("%w: %s on %s", escrow.ErrUnknownClaim, id, c.Network().Name)
		}
		for ; err == nil && seen < len(events); seen++ {
			fmt.Fprintln(cmd.ErrOrStderr(), progress(events[seen]))
		}
		if err == nil {
			last := events[len(events)-1].Kind
			if last != escrow.ClaimFiled && last != escrow.EvidenceOffered {
				return s.endWatch(cmd, c, id)
			}
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fault{fmt.Errorf("claim %s is still open; go on with: %s", id, s.next(cmd, "claim", "watch", id.String())), exitStopped}
		case <-tick.C:
		}
	}
}

func (s *session) endWatch(cmd *cobra.Command, c *escrow.Client, id trace.Hash) error {
	if err := s.showClaim(cmd, c, id, escrow.Receipt{}, "claim %s", id); err != nil {
		return err
	}
	claim, err := c.Claim(cmd.Context(), id)
	if err != nil {
		return err
	}
	if !claim.Status.Settled() {
		return fault{errSaid, exitNo}
	}
	return nil
}

// progress is one line about one step of a claim.
func progress(e escrow.Event) string {
	at := escrow.BlockTime(e.BlockTime).Format(time.RFC3339)
	switch e.Kind {
	case escrow.ClaimFiled:
		return fmt.Sprintf("%s  filed in block %d", at, e.Block)
	case escrow.EvidenceOffered:
		return fmt.Sprintf("%s  evidence %s offered on chain by %s", at, e.Bundle, e.By)
	case escrow.ClaimSettled:
		return fmt.Sprintf("%s  settled: %s", at, e.Reason.Sentence())
	case escrow.PayoutCollected:
		return fmt.Sprintf("%s  payout collected", at)
	case escrow.ClaimWithdrawn:
		return fmt.Sprintf("%s  withdrawn by its user", at)
	default:
		return fmt.Sprintf("%s  expired", at)
	}
}
