package escrow

import (
	"context"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
)

// ErrSpectator says that an account was asked to sign that can only look.
var ErrSpectator = errors.New("there is no key to sign with")

type spectator struct{ address trace.Address }

// Spectator is a Signer without a key, for plans of what an address could do.
func Spectator(a trace.Address) Signer { return spectator{a} }

func (s spectator) Address() trace.Address { return s.address }

func (s spectator) SignTyped(context.Context, Typed) ([]byte, error) { return nil, ErrSpectator }

func (s spectator) SignTx(context.Context, *types.Transaction, *big.Int) (*types.Transaction, error) {
	return nil, ErrSpectator
}
