package escrow

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
)

// OracleAddress is where every OP-stack chain has its fee oracle.
const OracleAddress = "0x420000000000000000000000000000000000000F"

// OPFees are the figures from which an OP-stack chain computes what it charges
// beside the gas, as its oracle states them. Amounts are wei.
type OPFees struct {
	L1BaseFee         *big.Int
	BlobBaseFee       *big.Int
	BaseFeeScalar     *big.Int
	BlobBaseFeeScalar *big.Int
}

const (
	// A signature adds this many bytes to an unsigned transaction.
	signatureBytes = 68
	// The size of a transaction in a blob, in millionths of a byte, is a straight
	// line over its compressed length (Fjord).
	sizeIntercept = -42_585_600
	sizeSlope     = 836_500
	sizeLeast     = 100_000_000
)

// DataFee is what the chain charges for the bytes of an unsigned transaction:
// size x (16 x base fee scalar x L1 base fee + blob scalar x blob base fee) /
// 10^12.
func (f OPFees) DataFee(unsigned []byte) *big.Int {
	size := max(sizeLeast, sizeIntercept+sizeSlope*int64(FastLZLen(unsigned)+signatureBytes))
	calldata := new(big.Int).Mul(f.BaseFeeScalar, f.L1BaseFee)
	blobs := new(big.Int).Mul(f.BlobBaseFeeScalar, f.BlobBaseFee)
	fee := calldata.Add(calldata.Lsh(calldata, 4), blobs)
	fee.Mul(fee, big.NewInt(size))
	return fee.Div(fee, big.NewInt(1e12))
}

// oracle asks the fee oracle of an OP-stack chain.
type oracle struct{ eth *ethclient.Client }

// present says whether the chain has an oracle, that is, whether it is one of
// the OP stack.
func (o oracle) present(ctx context.Context) (bool, error) {
	code, err := o.eth.CodeAt(ctx, common.HexToAddress(OracleAddress), nil)
	if err != nil {
		return false, fmt.Errorf("cannot look for the fee oracle: %w", err)
	}
	return len(code) > 0, nil
}

// ask calls a function that takes at most one number and returns one.
func (o oracle) ask(ctx context.Context, signature string, args ...uint64) (*big.Int, error) {
	to := common.HexToAddress(OracleAddress)
	input := crypto.Keccak256([]byte(signature))[:4]
	for _, a := range args {
		input = append(input, common.BigToHash(number(a)).Bytes()...)
	}
	out, err := o.eth.CallContract(ctx, ethereum.CallMsg{To: &to, Data: input}, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot ask the fee oracle for %s: %w", signature, err)
	}
	if len(out) != common.HashLength {
		return nil, fmt.Errorf("the fee oracle answers %s with %d bytes", signature, len(out))
	}
	return new(big.Int).SetBytes(out), nil
}

// fees reads the figures of the data fee.
func (o oracle) fees(ctx context.Context) (OPFees, error) {
	var f OPFees
	for _, q := range []struct {
		name string
		into **big.Int
	}{
		{"l1BaseFee()", &f.L1BaseFee}, {"blobBaseFee()", &f.BlobBaseFee},
		{"baseFeeScalar()", &f.BaseFeeScalar}, {"blobBaseFeeScalar()", &f.BlobBaseFeeScalar},
	} {
		v, err := o.ask(ctx, q.name)
		if err != nil {
			return OPFees{}, err
		}
		*q.into = v
	}
	return f, nil
}

// operatorFee is what the chain's operator charges for an amount of gas.
func (o oracle) operatorFee(ctx context.Context, gas uint64) (*big.Int, error) {
	return o.ask(ctx, "getOperatorFee(uint256)", gas)
}
