package command

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
)

func promiseCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "promise",
		Short: "Register, fund, retire and read promises",
		Long:  "A promise fixes what an agent will not do, how a session is checked, and what a user is paid when it was broken.",
		Example: "  varek-escrow promise register promise.yaml\n" +
			"  varek-escrow promise show 1\n" +
			"  varek-escrow promise ls",
	}
	cmd.AddCommand(promiseRegister(s), promiseFund(s), promiseRetire(s), promiseWithdraw(s), promiseShow(s), promiseList(s))
	return cmd
}

func promiseFund(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "fund NUMBER AMOUNT",
		Short:   "Add to a promise's reserve",
		Long:    "Add to a promise's reserve. Anyone may; after retirement only payouts that are owed are accepted.",
		Example: "  varek-escrow promise fund 1 '0.5 ether'",
		Args:    exactly(2, "a promise number and an amount such as '0.5 ether'"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parsePromise(args[0])
			if err != nil {
				return err
			}
			wei, err := predicates.ParseAmount(args[1])
			if err != nil {
				return usage("%w", err)
			}
			c, a, err := s.account(cmd.Context(), devnet.Owner)
			if err != nil {
				return err
			}
			defer c.Close()
			s.effect("add %s to the reserve of promise %d, for ever: it comes back only after retirement", both(wei), id)
			receipt, err := a.Fund(cmd.Context(), id, wei)
			if err != nil {
				return err
			}
			return s.showPromise(cmd, c, id, receipt, "reserve of promise %d funded with %s", id, both(wei))
		},
	}
}

func promiseRetire(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "retire NUMBER",
		Short: "End a promise for new sessions",
		Long: "End a promise for new sessions. Claims stay possible for 30 days; then what is left of the reserve can be\n" +
			"withdrawn. It cannot be undone.",
		Example: "  varek-escrow promise retire 1",
		Args:    exactly(1, "a promise number"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parsePromise(args[0])
			if err != nil {
				return err
			}
			c, a, err := s.account(cmd.Context(), devnet.Owner)
			if err != nil {
				return err
			}
			defer c.Close()
			s.effect("end promise %d for new sessions; claims remain possible for 30 days; this cannot be undone", id)
			receipt, err := a.Retire(cmd.Context(), id)
			if err != nil {
				return err
			}
			return s.showPromise(cmd, c, id, receipt, "promise %d retired", id)
		},
	}
}

func promiseWithdraw(s *session) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:     "withdraw NUMBER",
		Short:   "Take the rest of a retired promise's reserve",
		Long:    "Take what is left of the reserve, more than 30 days after retirement and when no claim is open.",
		Example: "  varek-escrow promise withdraw 1\n  varek-escrow promise withdraw 1 --to 0x00000000000000000000000000000000000000aa",
		Args:    exactly(1, "a promise number"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parsePromise(args[0])
			if err != nil {
				return err
			}
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
			p, err := c.Promise(cmd.Context(), id)
			if err != nil {
				return err
			}
			s.effect("send what is left of the reserve of promise %d, %s, to %s", id, both(p.Available), target)
			receipt, err := a.WithdrawReserve(cmd.Context(), id, target)
			if err != nil {
				return err
			}
			return s.showPromise(cmd, c, id, receipt, "%s of the reserve of promise %d sent to %s", both(p.Available), id, target)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "address that gets the money (default: the owner)")
	return cmd
}

func promiseShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "show NUMBER",
		Short:   "Show a promise and its parameters",
		Example: "  varek-escrow promise show 1\n  varek-escrow promise show 1 --json",
		Args:    exactly(1, "a promise number"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parsePromise(args[0])
			if err != nil {
				return err
			}
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			return s.showPromise(cmd, c, id, escrow.Receipt{}, "promise %d", id)
		},
	}
}

func promiseList(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Short:   "List the promises of the escrow",
		Example: "  varek-escrow promise ls\n  varek-escrow promise ls --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			all, err := c.Promises(cmd.Context())
			if err != nil {
				return err
			}
			catalog, err := aap.Catalog()
			if err != nil {
				return environment(err)
			}
			views := make([]promiseView, len(all))
			r := newReport(c.Network(), views)
			if len(all) == 0 {
				r.say("no promises")
			}
			for i, p := range all {
				views[i] = viewOfPromise(p, catalog)
				r.say("%d  %-8s %-8s payout %s, bond %s, available %s, %d open claims", p.ID, views[i].Name, state(p), ether(p.Payout), ether(p.Bond), ether(p.Available), p.OpenClaims)
			}
			return s.print(cmd, r)
		},
	}
}

func state(p escrow.Promise) string {
	if p.RetiredAt != 0 {
		return "retired"
	}
	return "live"
}

// promiseView is a promise as programs read it; amounts are wei in decimal.
type promiseView struct {
	ID           uint32          `json:"id"`
	Name         string          `json:"predicate"` // "?" where the catalog does not know it
	Predicate    trace.Hash      `json:"predicate_hash"`
	Owner        trace.Address   `json:"owner"`
	Verifier     trace.Address   `json:"verifier"`
	Params       json.RawMessage `json:"params,omitempty"` // as published
	ParamsHash   trace.Hash      `json:"params_hash"`
	Payout       string          `json:"payout_wei"`
	Bond         string          `json:"bond_wei"`
	Reserve      string          `json:"reserve_wei"`
	Available    string          `json:"available_wei"`
	OpenClaims   uint32          `json:"open_claims"`
	Dues         uint32          `json:"dues"`
	Hold         bool            `json:"hold"`
	RegisteredAt uint64          `json:"registered_at"`
	RetiredAt    uint64          `json:"retired_at"`
	Sent         *sentView       `json:"transaction,omitempty"`
}

func viewOfPromise(p escrow.Promise, catalog *predicates.Registry) promiseView {
	name := "?"
	if pred, ok := catalog.ByHash(p.Predicate); ok {
		name = pred.Manifest().Name()
	}
	return promiseView{
		ID: p.ID, Name: name, Predicate: p.Predicate, Owner: p.Owner, Verifier: p.Verifier,
		Params: p.Params, ParamsHash: p.ParamsHash,
		Payout: p.Payout.String(), Bond: p.Bond.String(), Reserve: p.Reserve.String(), Available: p.Available.String(),
		OpenClaims: p.OpenClaims, Dues: p.Dues, Hold: p.Hold, RegisteredAt: p.RegisteredAt, RetiredAt: p.RetiredAt,
	}
}

// showPromise reads a promise and reports it below a headline; a receipt with a
// fee says what changed it.
func (s *session) showPromise(cmd *cobra.Command, c *escrow.Client, id uint32, receipt escrow.Receipt, headline string, args ...any) error {
	p, err := c.Promise(cmd.Context(), id)
	if err != nil {
		return err
	}
	r, v, err := promiseReport(cmd, c, p, fmt.Sprintf(headline, args...))
	if err != nil {
		return err
	}
	if receipt.Fee != nil {
		sent := viewOfReceipt(receipt)
		v.Sent = &sent
		r.cost(receipt)
	}
	r.value = v
	return s.print(cmd, r)
}

func promiseReport(cmd *cobra.Command, c *escrow.Client, p escrow.Promise, headline string) (*report, promiseView, error) {
	catalog, err := aap.Catalog()
	if err != nil {
		return nil, promiseView{}, environment(err)
	}
	now, err := c.LatestTime(cmd.Context())
	if err != nil {
		return nil, promiseView{}, err
	}
	v := viewOfPromise(p, catalog)
	r := newReport(c.Network(), v)
	r.say("%s", headline)
	r.field("predicate", "%s (%s)", v.Name, p.Predicate)
	if p.Params != nil {
		r.field("params", "%s", clip(p.Params))
	} else {
		r.field("params", "not published, hash %s", p.ParamsHash)
	}
	r.field("owner", "%s", p.Owner)
	r.field("verifier", "%s", p.Verifier)
	r.field("payout", "%s", both(p.Payout))
	r.field("bond", "%s", both(p.Bond))
	if p.Hold {
		r.field("hold", "yes: each open claim holds its payout in the reserve")
	} else {
		r.field("hold", "no: claims that are settled first are paid first")
	}
	r.field("reserve", "%s, of which %s available: %s", both(p.Reserve), both(p.Available), countPayouts(new(big.Int).Div(p.Available, p.Payout)))
	r.field("claims", "%d open, %s owed", p.OpenClaims, countPayouts(big.NewInt(int64(p.Dues))))
	r.field("registered", "%s", when(p.RegisteredAt, now))
	if p.RetiredAt != 0 {
		until := p.RetiredAt + uint64(escrow.RetirementWindow.Seconds())
		r.field("retired", "%s", when(p.RetiredAt, now))
		r.field("claims until", "%s, then the reserve can be withdrawn", when(until, now))
	}
	return r, v, nil
}

// clip shortens parameters for people; --json has all of them.
func clip(params []byte) string {
	const most = 400
	if len(params) <= most {
		return string(params)
	}
	return fmt.Sprintf("%s… (%d bytes, all of them with --json)", strings.ToValidUTF8(string(params[:most]), ""), len(params))
}

func countPayouts(n *big.Int) string {
	if n.Cmp(big.NewInt(1)) == 0 {
		return "1 payout"
	}
	return n.String() + " payouts"
}
