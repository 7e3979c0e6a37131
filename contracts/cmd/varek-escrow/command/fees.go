package command

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/contracts/snapshots"
)

// operation is one line of the table of fees: its gas is the measured one.
type operation struct {
	what, snapshot string
	input          int // bytes
	share          int // sessions that share the transaction
}

func operations() []operation {
	return []operation{
		{"register a promise", "register", 260, 1},
		{"add to a reserve", "fund", 36, 1},
		{"open a session by a transaction", "open, 1 promise", 196, 1},
		{"checkpoint, alone", "checkpoint, N=1", 164, 1},
		{"checkpoint, one of 100 sessions", "checkpoint, N=100", 6916, 100},
		{"final commitment, alone", "finalize, N=1", 164, 1},
		{"file a claim", "file", 260, 1},
		{"settle: the user is paid", "settle violated, paid", 164, 1},
		{"settle: the promise was kept", "settle satisfied, first credit", 164, 1},
		{"withdraw a claim", "withdrawClaim", 100, 1},
		{"pull a credit", "pull", 36, 1},
		{"deploy an escrow", "deploy", 18_000, 1},
	}
}

// feeView is what programs learn about one operation.
type feeView struct {
	Operation string `json:"operation"`
	Gas       uint64 `json:"gas"` // of one session's share
	Fee       string `json:"fee_wei"`
}

type feesView struct {
	BaseFee    string    `json:"base_fee_wei"`
	Tip        string    `json:"tip_wei"`
	OPStack    bool      `json:"op_stack"`
	Operations []feeView `json:"operations"`
}

func feesCommand(s *session) *cobra.Command {
	var price string
	cmd := &cobra.Command{
		Use:   "fees",
		Short: "Show what each step costs on the network now",
		Long: "Show what each step costs on the network now: gas as the contract's tests measure it, at the price of the\n" +
			"newest block, with the data fee and the operator fee where the chain charges them. The fee of one\n" +
			"particular command is shown by --dry-run.",
		Example: "  varek-escrow fees\n  varek-escrow fees --network base --ether-price 2450",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.fees(cmd, price) },
	}
	cmd.Flags().StringVar(&price, "ether-price", "", "price of one ether in your currency, to show amounts in it as well")
	return cmd
}

func (s *session) fees(cmd *cobra.Command, price string) error {
	var rate *big.Rat
	if price != "" {
		var ok bool
		if rate, ok = new(big.Rat).SetString(price); !ok || rate.Sign() <= 0 || len(price) > 32 {
			return usage("%q is no price; write for instance 2450 or 2450.50", price)
		}
	}
	var measured map[string]string
	if err := json.Unmarshal(snapshots.Escrow, &measured); err != nil {
		return environment(fmt.Errorf("the built-in gas figures are damaged: %w", err))
	}
	c, err := s.dial(cmd.Context())
	if err != nil {
		return err
	}
	defer c.Close()
	p, err := c.Prices(cmd.Context())
	if err != nil {
		return environment(err)
	}
	v := feesView{p.BaseFee.String(), p.Tip.String(), p.OP != nil, []feeView{}}
	r := newReport(c.Network(), &v)
	r.say("a unit of gas costs %s wei and a tip of %s wei", p.BaseFee, p.Tip)
	if p.OP != nil {
		r.say("the chain charges for data by an L1 base fee of %s wei and a blob base fee of %s wei", p.OP.L1BaseFee, p.OP.BlobBaseFee)
	}
	for _, o := range operations() {
		f, err := o.fee(cmd, p, measured)
		if err != nil {
			return environment(err)
		}
		v.Operations = append(v.Operations, f)
		wei, _ := new(big.Int).SetString(f.Fee, 10)
		line := fmt.Sprintf("  %-33s %9d gas  %s", o.what, f.Gas, both(wei))
		if rate != nil {
			worth := new(big.Rat).Mul(rate, new(big.Rat).SetFrac(wei, big.NewInt(1e18)))
			line += ", " + worth.FloatString(6)
		}
		r.say("%s", line)
	}
	return s.print(cmd, r)
}

func (o operation) fee(cmd *cobra.Command, p escrow.Prices, measured map[string]string) (feeView, error) {
	gas, err := strconv.ParseUint(measured[o.snapshot], 10, 64)
	if err != nil {
		return feeView{}, fmt.Errorf("the built-in gas figures lack %q", o.snapshot)
	}
	wei, err := p.Cost(cmd.Context(), gas, o.input)
	if err != nil {
		return feeView{}, err
	}
	wei.Div(wei, big.NewInt(int64(o.share)))
	return feeView{o.what, gas / uint64(o.share), wei.String()}, nil
}
