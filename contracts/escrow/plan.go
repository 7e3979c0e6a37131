package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
)

// Plan is what a transaction would do to its sender, before it is signed.
// Amounts are wei.
type Plan struct {
	From    trace.Address
	To      trace.Address // zero for a deployment
	Value   *big.Int      // sent along
	Gas     uint64        // as estimated
	Fee     *big.Int      // expected, all parts
	MaxFee  *big.Int      // never more than this
	Balance *big.Int      // what the sender holds
	// Parts of Fee beside the gas; zero but on chains of the OP stack.
	DataFee, OperatorFee *big.Int
	GasPrice             *big.Int // expected price of a unit of gas
}

// ErrDryRun is what a review returns to end a call before it is signed.
var ErrDryRun = errors.New("nothing was sent")

// Short is an error when the sender cannot pay value and fee: ErrFunds with the
// figures.
func (p Plan) Short() error {
	need := new(big.Int).Add(p.Value, p.MaxFee)
	if p.Balance.Cmp(need) >= 0 {
		return nil
	}
	return fmt.Errorf("%w: %s holds %s wei, the transaction takes up to %s wei (%s to send, %s in fees)", ErrFunds, p.From, p.Balance, need, p.Value, p.MaxFee)
}

// reviewed asks the review about a call.
func (s *sender) reviewed(ctx context.Context, c call, gas uint64) error {
	p, err := s.plan(ctx, c, gas)
	if err != nil {
		return err
	}
	return s.review(p)
}

// holds makes sure that the sender has what it is to send, fees aside: a node
// asked for an estimate would say so in words of its own.
func (s *sender) holds(ctx context.Context, value *big.Int) error {
	if value == nil || value.Sign() == 0 {
		return nil
	}
	balance, err := s.eth.BalanceAt(ctx, common.Address(s.signer.Address()), nil)
	if err != nil {
		return s.refused(err)
	}
	if balance.Cmp(value) < 0 {
		return fmt.Errorf("%w: %s holds %s wei and is to send %s wei", ErrFunds, s.signer.Address(), balance, value)
	}
	return nil
}

func (s *sender) plan(ctx context.Context, c call, gas uint64) (Plan, error) {
	tip, most, err := s.fees(ctx)
	if err != nil {
		return Plan{}, err
	}
	head, err := s.eth.HeaderByNumber(ctx, nil)
	if err != nil {
		return Plan{}, s.refused(err)
	}
	balance, err := s.eth.BalanceAt(ctx, common.Address(s.signer.Address()), nil)
	if err != nil {
		return Plan{}, s.refused(err)
	}
	p := Plan{
		From: s.signer.Address(), Value: new(big.Int), Gas: gas, Balance: balance,
		DataFee: new(big.Int), OperatorFee: new(big.Int), GasPrice: new(big.Int).Add(head.BaseFee, tip),
	}
	if c.to != nil {
		p.To = trace.Address(*c.to)
	}
	if c.value != nil {
		p.Value = c.value
	}
	p.Fee = new(big.Int).Mul(number(gas), p.GasPrice)
	p.MaxFee = new(big.Int).Mul(number(gasLimit(gas)), most)
	op, err := oracle{s.eth}.present(ctx)
	switch {
	case err != nil:
	case op:
		err = s.addOPFees(ctx, &p, c, tip, most)
	case s.network.Fees.OPStack:
		err = fmt.Errorf("the network file says that %s is a chain of the OP stack, and it has no fee oracle at %s", s.network.Name, OracleAddress)
	}
	return p, err
}

// addOPFees adds what an OP-stack chain charges beside the gas. The most is
// twice what it is now: the figures follow another chain's base fee.
func (s *sender) addOPFees(ctx context.Context, p *Plan, c call, tip, most *big.Int) error {
	o := oracle{s.eth}
	figures, err := o.fees(ctx)
	if err != nil {
		return err
	}
	unsigned, err := s.unsigned(ctx, c, gasLimit(p.Gas), tip, most)
	if err != nil {
		return err
	}
	p.DataFee = figures.DataFee(unsigned)
	if p.OperatorFee, err = o.operatorFee(ctx, p.Gas); err != nil {
		return err
	}
	limit, err := o.operatorFee(ctx, gasLimit(p.Gas))
	if err != nil {
		return err
	}
	p.Fee.Add(p.Fee, p.DataFee).Add(p.Fee, p.OperatorFee)
	p.MaxFee.Add(p.MaxFee, new(big.Int).Lsh(p.DataFee, 1)).Add(p.MaxFee, limit)
	return nil
}

// unsigned is the transaction as it is signed: what the data fee is reckoned
// from.
func (s *sender) unsigned(ctx context.Context, c call, gas uint64, tip, most *big.Int) ([]byte, error) {
	nonce, err := s.eth.PendingNonceAt(ctx, common.Address(s.signer.Address()))
	if err != nil {
		return nil, s.refused(err)
	}
	tx := types.NewTx(&types.DynamicFeeTx{
		ChainID: s.chainID, Nonce: nonce, GasTipCap: tip, GasFeeCap: most, Gas: gas, To: c.to, Value: c.value, Data: c.input,
	})
	raw, err := tx.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("cannot encode the transaction: %w", err)
	}
	return raw, nil
}
