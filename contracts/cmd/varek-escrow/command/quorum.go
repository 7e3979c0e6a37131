package command

import (
	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func quorumCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "quorum",
		Short: "Make a verifier of several members, and look at one",
		Long: "A quorum is a contract that a promise can name as its verifier. Its members sign verdicts off chain; any\n" +
			"number of them that reaches the threshold decides. Members and threshold are fixed for ever.",
		Example: "  varek-escrow quorum deploy --threshold 2 0x00000000000000000000000000000000000000aa 0x00000000000000000000000000000000000000bb 0x00000000000000000000000000000000000000cc\n" +
			"  varek-escrow quorum show 0x00000000000000000000000000000000000000dd",
	}
	cmd.AddCommand(quorumDeploy(s), quorumShow(s))
	return cmd
}

// quorumView is what programs learn about a quorum.
type quorumView struct {
	escrow.Quorum
	Sent *sentView `json:"transaction,omitempty"`
}

func quorumDeploy(s *session) *cobra.Command {
	var threshold int
	cmd := &cobra.Command{
		Use:   "deploy MEMBER…",
		Short: "Deploy a quorum of verifiers",
		Long: "Deploy a quorum whose members are the addresses given. More than half of them must be needed, because two\n" +
			"verdicts that contradict each other could otherwise both be valid.",
		Example: "  varek-escrow quorum deploy --threshold 2 0x00000000000000000000000000000000000000aa 0x00000000000000000000000000000000000000bb 0x00000000000000000000000000000000000000cc",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("%s wants the members' addresses; see: %s --help", cmd.CommandPath(), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			members := make([]trace.Address, len(args))
			for i, text := range args {
				var err error
				if members[i], err = parseAddress(text); err != nil {
					return err
				}
			}
			if threshold == 0 {
				threshold = len(members)/2 + 1
			}
			c, a, err := s.account(cmd.Context(), devnet.Deployer)
			if err != nil {
				return err
			}
			defer c.Close()
			s.effect("deploy a quorum of %d members, any %d of whom decide", len(members), threshold)
			q, receipt, err := a.DeployQuorum(cmd.Context(), members, threshold)
			if err != nil {
				return err
			}
			sent := viewOfReceipt(receipt)
			r := newReport(c.Network(), quorumView{q, &sent})
			r.say("quorum deployed at %s", q.Address)
			r.quorum(q)
			r.cost(receipt)
			r.next(s.next(cmd, "promise", "register", "promise.yaml", "--verifier", q.Address.String(), "--any-verifier"))
			return s.print(cmd, r)
		},
	}
	cmd.Flags().IntVar(&threshold, "threshold", 0, "how many members decide (default: the least that is more than half)")
	return cmd
}

func quorumShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "show ADDRESS",
		Short:   "Show who decides in a quorum",
		Long:    "Show who decides in a quorum, after making sure that it has a quorum's code and serves this escrow.",
		Example: "  varek-escrow quorum show 0x00000000000000000000000000000000000000dd",
		Args:    exactly(1, "the quorum's address"),
		RunE: func(cmd *cobra.Command, args []string) error {
			address, err := parseAddress(args[0])
			if err != nil {
				return err
			}
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			q, err := c.Quorum(cmd.Context(), address)
			if err != nil {
				return err
			}
			r := newReport(c.Network(), quorumView{Quorum: q})
			r.say("quorum %s", q.Address)
			r.quorum(q)
			return s.print(cmd, r)
		},
	}
}

func (r *report) quorum(q escrow.Quorum) {
	r.field("threshold", "%d of %d members", q.Threshold, len(q.Members))
	for _, m := range q.Members {
		r.field("member", "%s", m)
	}
}
