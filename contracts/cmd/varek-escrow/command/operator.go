package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func operatorCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "operator",
		Short: "Name the key that opens sessions and commits for an owner",
		Long: "The owner's key holds the money and stays cold. Its operator is the hot key of the sidecar: it opens\n" +
			"sessions, commits checkpoints and signs evidence, and can move no money.",
		Example: "  varek-escrow operator set 0x00000000000000000000000000000000000000aa\n  varek-escrow operator show",
	}
	cmd.AddCommand(operatorSet(s), operatorShow(s))
	return cmd
}

// operatorView is what programs learn about an owner's operator.
type operatorView struct {
	Owner    trace.Address  `json:"owner"`
	Operator *trace.Address `json:"operator"` // null when there is none
	Sent     *sentView      `json:"transaction,omitempty"`
}

func operatorSet(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "set ADDRESS",
		Short:   "Name the operator of the owner's key",
		Long:    "Name the operator of the owner's key; the zero address removes it. Sessions that are open go on with the new one.",
		Example: "  varek-escrow operator set 0x00000000000000000000000000000000000000aa",
		Args:    exactly(1, "the operator's address"),
		RunE: func(cmd *cobra.Command, args []string) error {
			operator, err := parseAddress(args[0])
			if err != nil {
				return err
			}
			c, a, err := s.account(cmd.Context(), devnet.Owner)
			if err != nil {
				return err
			}
			defer c.Close()
			named, err := c.Operator(cmd.Context(), a.Address())
			if err != nil {
				return err
			}
			if named == operator {
				return fault{sameOperator(a.Address(), operator), exitNo}
			}
			if operator.IsZero() {
				s.effect("take the operator's part from %s: from then on the owner's own key alone opens sessions, commits and signs for %s", named, a.Address())
			} else {
				s.effect("let %s open sessions, commit and sign for %s, instead of whoever did", operator, a.Address())
			}
			receipt, err := a.SetOperator(cmd.Context(), operator)
			if err != nil {
				return err
			}
			sent := viewOfReceipt(receipt)
			r := newReport(c.Network(), operatorView{a.Address(), present(operator), &sent})
			if operator.IsZero() {
				r.say("%s has no operator any more", a.Address())
			} else {
				r.say("operator of %s is now %s", a.Address(), operator)
			}
			r.cost(receipt)
			return s.print(cmd, r)
		},
	}
}

// sameOperator says that there is nothing to send.
func sameOperator(owner, operator trace.Address) error {
	if operator.IsZero() {
		return fmt.Errorf("%w: %s has none; nothing was sent", escrow.ErrSameOperator, owner)
	}
	return fmt.Errorf("%w: %s of %s; nothing was sent", escrow.ErrSameOperator, operator, owner)
}

func operatorShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "show [OWNER]",
		Short:   "Show the operator of an owner",
		Long:    "Show the operator of an owner. Exit status 1 when there is none.",
		Example: "  varek-escrow operator show\n  varek-escrow operator show 0x00000000000000000000000000000000000000aa --network base",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			owner, err := s.accountArgument(cmd.Context(), args, devnet.Owner)
			if err != nil {
				return err
			}
			operator, err := c.Operator(cmd.Context(), owner)
			if err != nil {
				return err
			}
			r := newReport(c.Network(), operatorView{Owner: owner, Operator: present(operator)})
			if operator.IsZero() {
				r.say("%s has no operator", owner)
			} else {
				r.say("operator of %s is %s", owner, operator)
			}
			if err := s.print(cmd, r); err != nil || !operator.IsZero() {
				return err
			}
			return fault{errSaid, exitNo}
		},
	}
}

func present(a trace.Address) *trace.Address {
	if a.IsZero() {
		return nil
	}
	return &a
}

// accountArgument is the address given, or that of --key, or the role's on dev.
func (s *session) accountArgument(ctx context.Context, args []string, role string) (trace.Address, error) {
	if len(args) == 1 {
		return parseAddress(args[0])
	}
	signer, err := s.signer(ctx, role)
	if err != nil {
		return trace.Address{}, err
	}
	return signer.Address(), nil
}
