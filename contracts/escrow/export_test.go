package escrow

import (
	"encoding/json"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
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

// Tenure is an operator and since when.
type Tenure struct {
	Operator trace.Address
	From     uint64
}

// OperatorsIn is the list of operators of a history in a span of time.
func OperatorsIn(history []Tenure, from, to uint64) []trace.Address {
	in := make([]tenure, len(history))
	for i, t := range history {
		in[i] = tenure{operator: t.Operator, from: t.From}
	}
	return operatorsBetween(in, from, to)
}

// KeptFlight decodes the text of a file of a transaction under way, the number
// of its transactions.
func KeptFlight(text []byte) (int, error) {
	f, err := decodeFlight(text)
	if err != nil {
		return 0, err
	}
	return len(f.txs), nil
}

// ReadRefusal is what an answer's words mean, and the span that they propose.
func ReadRefusal(text string) (kind string, span uint64) {
	kinds := map[answerKind]string{hopeless: "hopeless", tooMuch: "too much", tooFast: "too fast"}
	return kinds[kindOfWords(text, tooMuch)], proposedSpan(text)
}

// Breathe shortens the waits between questions to a node that tires.
func (c *Client) Breathe(d time.Duration) { c.breath = d }
