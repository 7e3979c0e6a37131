package escrow

import (
	"encoding/json"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/core/types"
)

// Hurry shortens what an account waits for.
func (a *Account) Hurry(stuck, patience, grace time.Duration) {
	a.sender.stuck, a.sender.patience, a.sender.grace = stuck, patience, grace
}

// DecodeRefusal is what a revert of the contract becomes.
func DecodeRefusal(contract abi.ABI, raw []byte) error { return decodeRefusal(contract, raw) }

// FeeOf is the fee of a receipt's JSON.
func FeeOf(text []byte) (*big.Int, error) {
	r := new(types.Receipt)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	return feeOf(text, r)
}
