package escrow

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
)

// Receipt says where a transaction is on the chain and what it cost.
type Receipt struct {
	TxHash    trace.Hash
	Block     uint64
	BlockTime uint64   // Unix seconds
	GasUsed   uint64   // units of gas
	Fee       *big.Int // wei, with the data and operator fees of an OP-stack chain
	// Resumed says that the transaction was sent by an earlier run which ended
	// before it could say so; this one has not sent a second.
	Resumed bool

	succeeded bool
	logs      []*types.Log
	contract  trace.Address // of a deployment
	release   func() error  // forgets the transaction: who asked for it knows
}

// receipt reads a transaction's receipt, or ethereum.NotFound.
func (s *sender) receipt(ctx context.Context, tx *types.Transaction) (Receipt, error) {
	var raw json.RawMessage
	if err := s.rpc.CallContext(ctx, &raw, "eth_getTransactionReceipt", tx.Hash()); err != nil {
		return Receipt{}, err
	}
	if len(raw) == 0 || string(raw) == "null" {
		return Receipt{}, ethereum.NotFound
	}
	r := new(types.Receipt)
	if err := json.Unmarshal(raw, r); err != nil {
		return Receipt{}, fmt.Errorf("the receipt of %s cannot be read: %w", tx.Hash(), err)
	}
	fee, err := feeOf(raw, r)
	if err != nil {
		return Receipt{}, fmt.Errorf("the receipt of %s cannot be read: %w", tx.Hash(), err)
	}
	block, err := s.eth.HeaderByHash(ctx, r.BlockHash)
	if err != nil {
		return Receipt{}, err
	}
	return Receipt{
		TxHash: trace.Hash(r.TxHash), Block: r.BlockNumber.Uint64(), BlockTime: block.Time, GasUsed: r.GasUsed, Fee: fee,
		succeeded: r.Status == types.ReceiptStatusSuccessful, logs: r.Logs, contract: trace.Address(r.ContractAddress),
	}, nil
}

// feeOf adds up a receipt's fees. l1Fee and the operator fee are members of
// OP-stack receipts (Isthmus: gasUsed * scalar / 1e6 + constant; Jovian: gasUsed
// * scalar * 100 + constant, told apart by daFootprintGasScalar).
func feeOf(raw []byte, r *types.Receipt) (*big.Int, error) {
	fee := new(big.Int).SetUint64(r.GasUsed)
	if r.EffectiveGasPrice != nil {
		fee.Mul(fee, r.EffectiveGasPrice)
	} else {
		fee.SetUint64(0)
	}
	var op struct {
		L1Fee     *hexutil.Big    `json:"l1Fee"`
		Scalar    *hexutil.Uint64 `json:"operatorFeeScalar"`
		Constant  *hexutil.Uint64 `json:"operatorFeeConstant"`
		Footprint *hexutil.Uint64 `json:"daFootprintGasScalar"`
	}
	if err := json.Unmarshal(raw, &op); err != nil {
		return nil, err
	}
	if op.L1Fee != nil {
		fee.Add(fee, op.L1Fee.ToInt())
	}
	if op.Scalar != nil {
		part := new(big.Int).Mul(new(big.Int).SetUint64(r.GasUsed), new(big.Int).SetUint64(uint64(*op.Scalar)))
		if op.Footprint != nil {
			part.Mul(part, big.NewInt(100))
		} else {
			part.Div(part, big.NewInt(1_000_000))
		}
		fee.Add(fee, part)
	}
	if op.Constant != nil {
		fee.Add(fee, new(big.Int).SetUint64(uint64(*op.Constant)))
	}
	return fee, nil
}
