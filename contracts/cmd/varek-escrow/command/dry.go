package command

import (
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// effect notes what the command is about to do, for --dry-run.
func (s *session) effect(format string, args ...any) {
	s.effects = append(s.effects, fmt.Sprintf(format, args...))
}

// review looks at each transaction before it is signed: a dry run ends there,
// and a key that cannot pay is told how much it lacks.
func (s *session) review(p escrow.Plan) error {
	if s.dryRun {
		s.plan = &p
		return escrow.ErrDryRun
	}
	return p.Short()
}

// planView is what programs learn from a dry run; amounts are wei in decimal.
type planView struct {
	DryRun      bool          `json:"dry_run"` // true
	Effects     []string      `json:"effects"`
	From        trace.Address `json:"from"`
	To          trace.Address `json:"to,omitzero"`
	Value       string        `json:"value_wei"`
	Gas         uint64        `json:"gas"`
	GasPrice    string        `json:"gas_price_wei"`
	DataFee     string        `json:"data_fee_wei"`
	OperatorFee string        `json:"operator_fee_wei"`
	Fee         string        `json:"fee_wei"`
	MaxFee      string        `json:"max_fee_wei"`
	Balance     string        `json:"balance_wei"`
	Enough      bool          `json:"balance_suffices"`
}

// printPlan is the result of a dry run: exit status 0 where the transaction
// could be sent, 1 where the key cannot pay for it.
func (s *session) printPlan(cmd *cobra.Command, n escrow.Network) error {
	p := s.plan
	short := p.Short()
	r := newReport(n, planView{
		true, s.effects, p.From, p.To, p.Value.String(), p.Gas, p.GasPrice.String(), p.DataFee.String(), p.OperatorFee.String(),
		p.Fee.String(), p.MaxFee.String(), p.Balance.String(), short == nil,
	})
	r.say("dry run: nothing was sent. The transaction would")
	for _, e := range s.effects {
		r.say("  - %s", e)
	}
	r.field("from", "%s, which holds %s", p.From, both(p.Balance))
	if p.To.IsZero() {
		r.field("to", "a new contract")
	} else {
		r.field("to", "%s", p.To)
	}
	r.field("sends", "%s", both(p.Value))
	r.field("fee", "about %s (%d gas), at most %s", both(p.Fee), p.Gas, both(p.MaxFee))
	if p.DataFee.Sign() > 0 || p.OperatorFee.Sign() > 0 {
		r.field("of the fee", "%s for the data, %s for the chain's operator", both(p.DataFee), both(p.OperatorFee))
	}
	left := new(big.Int).Sub(new(big.Int).Sub(p.Balance, p.Value), p.Fee)
	if short == nil {
		r.field("left", "about %s", both(left))
		return s.print(cmd, r)
	}
	if err := s.print(cmd, r); err != nil {
		return err
	}
	return fault{short, exitNo}
}
