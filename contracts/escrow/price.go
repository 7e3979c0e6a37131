package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/varek/varek/tracestore/trace"
)

// Prices are what the chain charges now, in wei.
type Prices struct {
	BaseFee *big.Int // for a unit of gas
	Tip     *big.Int // for a unit of gas, as the node suggests
	// OP are the figures of an OP-stack chain, nil elsewhere.
	OP *OPFees

	oracle *oracle
}

// Prices reads what the chain charges now.
func (c *Client) Prices(ctx context.Context) (Prices, error) {
	head, err := c.eth.HeaderByNumber(ctx, nil)
	if err != nil {
		return Prices{}, fmt.Errorf("cannot read a block: %w", err)
	}
	if head.BaseFee == nil {
		return Prices{}, errors.New("the chain has no base fee; only chains with EIP-1559 are supported")
	}
	tip, err := c.eth.SuggestGasTipCap(ctx)
	if err != nil {
		return Prices{}, fmt.Errorf("cannot read the price of gas: %w", err)
	}
	p := Prices{BaseFee: head.BaseFee, Tip: larger(tip, big.NewInt(1))}
	o := oracle{c.eth}
	if op, err := o.present(ctx); err != nil || !op {
		return p, err
	}
	f, err := o.fees(ctx)
	p.OP, p.oracle = &f, &o
	return p, err
}

// Cost is the price of a transaction of an amount of gas that carries so many
// bytes of input; they are taken to be hashes, which do not compress.
func (p Prices) Cost(ctx context.Context, gas uint64, input int) (*big.Int, error) {
	fee := new(big.Int).Add(p.BaseFee, p.Tip)
	fee.Mul(fee, number(gas))
	if p.OP == nil {
		return fee, nil
	}
	const frame = 60 // of a transaction around its input
	noise := make([]byte, 0, input+frame+32)
	for h := (trace.Hash{}); len(noise) < input+frame; {
		h = trace.Keccak(h[:])
		noise = append(noise, h[:]...)
	}
	operator, err := p.oracle.operatorFee(ctx, gas)
	if err != nil {
		return nil, err
	}
	return fee.Add(fee, p.OP.DataFee(noise[:input+frame])).Add(fee, operator), nil
}
