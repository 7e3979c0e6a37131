package command

import (
	"context"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func creditCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "credit",
		Short: "Show and pull what waits in the escrow",
		Long: "Bonds of kept promises, and payments that their receiver could not take, wait in the escrow as credit\n" +
			"until their account pulls them.",
		Example: "  varek-escrow credit show\n  varek-escrow credit pull",
	}
	cmd.AddCommand(creditShow(s), creditPull(s))
	return cmd
}

// amountView is what programs learn about an account's money, wei in decimal.
type amountView struct {
	Address trace.Address `json:"address"`
	Wei     string        `json:"wei"`
	Sent    *sentView     `json:"transaction,omitempty"`
}

func creditShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "show [ADDRESS]",
		Short:   "Show the credit of an account",
		Example: "  varek-escrow credit show\n  varek-escrow credit show --as user",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.showAmount(cmd, args, devnet.Owner, "credit of %s in the escrow: %s", (*escrow.Client).Credit)
		},
	}
}

func creditPull(s *session) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:     "pull",
		Short:   "Send the account's credit to an address",
		Example: "  varek-escrow credit pull\n  varek-escrow credit pull --as user --to 0x00000000000000000000000000000000000000aa",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, a, err := s.account(cmd.Context(), devnet.Owner)
			if err != nil {
				return err
			}
			defer c.Close()
			target := a.Address()
			if to != "" {
				if target, err = parseAddress(to); err != nil {
					return err
				}
			}
			wei, err := c.Credit(cmd.Context(), a.Address())
			if err != nil {
				return err
			}
			s.effect("send the credit of %s to %s", both(wei), target)
			receipt, err := a.Pull(cmd.Context(), target)
			if err != nil {
				return err
			}
			sent := viewOfReceipt(receipt)
			r := newReport(c.Network(), amountView{target, wei.String(), &sent})
			r.say("credit of %s sent to %s", both(wei), target)
			r.cost(receipt)
			return s.print(cmd, r)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "address that gets the money (default: the account itself)")
	return cmd
}

func balanceCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "balance [ADDRESS]",
		Short: "Show what an account holds on the chain",
		Long:  "Show what an account holds on the chain, outside the escrow. On dev the default is the user's account.",
		Example: "  varek-escrow balance --as owner\n" +
			"  varek-escrow balance 0x00000000000000000000000000000000000000aa --network base",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.showAmount(cmd, args, devnet.User, "balance of %s: %s", (*escrow.Client).Balance)
		},
	}
}

// showAmount reads one amount of one account.
func (s *session) showAmount(cmd *cobra.Command, args []string, role, sentence string, read func(*escrow.Client, context.Context, trace.Address) (*big.Int, error)) error {
	c, err := s.dial(cmd.Context())
	if err != nil {
		return err
	}
	defer c.Close()
	a, err := s.accountArgument(cmd.Context(), args, role)
	if err != nil {
		return err
	}
	wei, err := read(c, cmd.Context(), a)
	if err != nil {
		return err
	}
	r := newReport(c.Network(), amountView{Address: a, Wei: wei.String()})
	r.say(sentence, a, both(wei))
	return s.print(cmd, r)
}
