package escrow

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// CodeHash is the hash of the code of every escrow that this program deploys.
func CodeHash() (trace.Hash, error) { return trace.ParseHash(bindings.RuntimeCodeHash) }

// Deploy deploys a new escrow on the network with the signer's key, compares
// the code on the chain with CodeHash and returns the network with the escrow
// filled in. The escrow that n names, if any, is not looked at. keep is called
// with the network before the deployment is forgotten: until it has succeeded,
// Deploy called again finds the same escrow and deploys no second one. review
// may be nil, see Account.Review.
func Deploy(ctx context.Context, n Network, c *rpc.Client, signer Signer, lockDir string, review func(Plan) error, keep func(Network) error) (Network, Receipt, error) {
	want, err := CodeHash()
	if err != nil {
		return Network{}, Receipt{}, fmt.Errorf("the built-in escrow is damaged: %w", err)
	}
	if err := checkChain(ctx, n, c); err != nil {
		return Network{}, Receipt{}, err
	}
	s, err := newSender(c, n, signer, lockDir)
	if err != nil {
		return Network{}, Receipt{}, err
	}
	s.review = review
	code := common.FromHex(bindings.EscrowMetaData.Bin)
	if len(code) == 0 {
		return Network{}, Receipt{}, errors.New("the built-in escrow has no code")
	}
	r, err := s.send(ctx, call{input: code}, nil)
	if err != nil {
		return Network{}, Receipt{}, fmt.Errorf("cannot deploy the escrow: %w", err)
	}
	n.Version, n.Escrow, n.CodeHash, n.DeployedBlock = networkVersion, r.contract, want, r.Block
	deployed, err := ethclient.NewClient(c).CodeAt(ctx, common.Address(r.contract), nil)
	if err != nil {
		return Network{}, r, fmt.Errorf("cannot read the deployed escrow: %w", err)
	}
	if got := trace.Keccak(deployed); got != want {
		return Network{}, r, fmt.Errorf("%w: deployed at %s with hash %s, want %s", ErrWrongCode, r.contract, got, want)
	}
	if err := keep(n); err != nil {
		return n, r, err
	}
	return n, r, r.release()
}
