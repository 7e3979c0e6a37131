package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"
)

// Fees are the rules of a network for what a transaction may cost.
type Fees struct {
	// OPStack says that the chain charges a data fee and an operator fee beside
	// the gas, and has the oracle that tells them.
	OPStack bool `json:"op_stack,omitzero"`
	// MaxPerGas is the most that a transaction offers for a unit of gas, in wei; 0
	// sets no limit.
	MaxPerGas uint64 `json:"max_wei_per_gas,omitzero"`
}

func (f Fees) limit() *big.Int {
	if f.MaxPerGas == 0 {
		return nil
	}
	return new(big.Int).SetUint64(f.MaxPerGas)
}

// ErrFeeLimit says that the chain asks more for its gas than the network file
// allows.
var ErrFeeLimit = errors.New("gas costs more than the network file allows")

// fees proposes a tip and the most to pay per gas: twice the base fee and the
// tip, which holds while the base fee doubles (EIP-1559), within the network's
// limit.
func (s *sender) fees(ctx context.Context) (tip, most *big.Int, err error) {
	head, err := s.eth.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, nil, s.refused(err)
	}
	if head.BaseFee == nil {
		return nil, nil, errors.New("the chain has no base fee; only chains with EIP-1559 are supported")
	}
	tip, err = s.eth.SuggestGasTipCap(ctx)
	if err != nil {
		return nil, nil, s.refused(err)
	}
	tip = larger(tip, big.NewInt(1))
	most = new(big.Int).Lsh(head.BaseFee, 1)
	most.Add(most, tip)
	limit := s.network.Fees.limit()
	if limit == nil || most.Cmp(limit) <= 0 {
		return tip, most, nil
	}
	if now := new(big.Int).Add(head.BaseFee, tip); now.Cmp(limit) > 0 {
		return nil, nil, fmt.Errorf("%w: %s asks %s wei for a unit now, the limit is %s wei; wait until it is cheaper, or raise fees.max_wei_per_gas in a copy of the network file", ErrFeeLimit, s.network.Name, now, limit)
	}
	return tip, limit, nil
}

// raised is one eighth more and at least one wei: what the strictest pools ask
// of a replacement.
func raised(v *big.Int) *big.Int {
	more := new(big.Int).Rsh(v, 3)
	return more.Add(more, v).Add(more, big.NewInt(1))
}

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}
