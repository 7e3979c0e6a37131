package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
)

// Errors of sending.
var (
	// ErrFunds says that the account cannot pay the value and the fee.
	ErrFunds = errors.New("the account does not hold enough to pay for the transaction")
	// ErrPending says that the transaction was sent and that its fate is not
	// known. The same call made again goes on with it and sends no second one.
	ErrPending = errors.New("the transaction was sent and is not on the chain yet")
	// ErrReplaced says that another transaction of the key took the place of the
	// one sent: the key is used by a program that does not share the lock.
	ErrReplaced = errors.New("another transaction of the same key took this one's place")
)

const (
	// stuckAfter is how long a transaction may wait before its fee is raised.
	stuckAfter = 30 * time.Second
	// silence is how long a node may fail to answer while we wait for it.
	silence = time.Minute
	// lag is how long a used nonce may be without a receipt.
	lag = 20 * time.Second
	// spareGas comes on top of the estimate and a quarter of it: the contract
	// pays users with a fixed stipend and falls back to a credit where that runs
	// out, and an estimate looks for the least gas that does not fail.
	spareGas = 60_000
	// maxTxGas is the most gas that one transaction may ask for (EIP-7825).
	maxTxGas = 1 << 24
)

// call is what a transaction does; to is nil for a deployment.
type call struct {
	to    *common.Address
	value *big.Int
	input []byte
}

// intent is the same for calls that do the same.
func (c call) intent() common.Hash {
	var to, value common.Hash
	if c.to != nil {
		to = common.BytesToHash(append([]byte{1}, c.to[:]...))
	}
	if c.value != nil {
		value = common.BigToHash(c.value)
	}
	return crypto.Keccak256Hash(to[:], value[:], c.input)
}

// sender sends the transactions of one key, one at a time.
type sender struct {
	rpc     *rpc.Client
	eth     *ethclient.Client
	network Network
	chainID *big.Int
	signer  Signer
	place   *berth
	refusal func(revert []byte) error
	review  func(Plan) error // asked before anything is signed, nil for none

	stuck, patience, grace time.Duration
}

func newSender(c *rpc.Client, n Network, signer Signer, lockDir string) (*sender, error) {
	place, err := newBerth(lockDir, n.ChainID, signer.Address())
	if err != nil {
		return nil, err
	}
	return &sender{
		rpc: c, eth: ethclient.NewClient(c), network: n, chainID: new(big.Int).SetUint64(n.ChainID),
		signer: signer, place: place, refusal: func([]byte) error { return ErrReverted },
		stuck: stuckAfter, patience: silence, grace: lag,
	}, nil
}

// send makes, sends and follows one transaction until it is confirmed. Its
// receipt's release forgets it; until then the same call, made by another
// process after this one's death, finds this transaction and sends no second.
//
// included, unless nil, is called when the transaction is in a block and the
// next one of the key may be sent, before the confirmations are there.
func (s *sender) send(ctx context.Context, c call, included func()) (Receipt, error) {
	f, r, err := s.include(ctx, c)
	if err != nil {
		return Receipt{}, err
	}
	if included != nil {
		included()
	}
	resumed := r.Resumed
	if r, err = s.confirm(ctx, f, r); err != nil {
		f.leave()
		return Receipt{}, err
	}
	r.Resumed, r.release = resumed, f.forget
	if !r.succeeded {
		return r, errors.Join(fmt.Errorf("transaction %s is on the chain and failed: %w", r.TxHash, s.why(ctx, c, r)), f.forget())
	}
	return r, nil
}

// include brings the transaction into a block while it holds the key's lock.
func (s *sender) include(ctx context.Context, c call) (*flight, Receipt, error) {
	unlock, err := s.place.lock(ctx)
	if err != nil {
		return nil, Receipt{}, err
	}
	defer unlock()
	if f, r, err := s.finishPredecessors(ctx, c.intent()); f != nil || err != nil {
		r.Resumed = true
		return f, r, err
	}
	if s.review != nil {
		if err := s.holds(ctx, c.value); err != nil {
			return nil, Receipt{}, err
		}
	}
	gas, err := s.estimate(ctx, c)
	if err != nil {
		return nil, Receipt{}, err
	}
	if s.review != nil {
		if err := s.reviewed(ctx, c, gas); err != nil {
			return nil, Receipt{}, err
		}
	}
	for range 3 {
		f, err := s.prepare(ctx, c, gasLimit(gas))
		if err != nil {
			return nil, Receipt{}, err
		}
		r, err := s.follow(ctx, f)
		if errors.Is(err, errNonceUsed) {
			continue // by a program without our lock, a moment ago; nothing was sent
		}
		return f, r, err
	}
	return nil, Receipt{}, fmt.Errorf("%w: every nonce was used before it could be sent", ErrReplaced)
}

func (s *sender) message(c call) ethereum.CallMsg {
	return ethereum.CallMsg{From: common.Address(s.signer.Address()), To: c.to, Value: c.value, Data: c.input}
}

// estimate asks the node what the call costs, and so learns a refusal before
// anything is sent.
func (s *sender) estimate(ctx context.Context, c call) (uint64, error) {
	gas, err := s.eth.EstimateGas(ctx, s.message(c))
	if raw, reverted := revertBytes(err); reverted {
		return 0, s.refusal(raw)
	}
	if err != nil {
		return 0, s.refused(err)
	}
	return gas, nil
}

// gasLimit leaves room above an estimate, up to what one transaction may ask.
func gasLimit(estimate uint64) uint64 {
	limit := estimate + estimate/4 + spareGas
	if limit > maxTxGas && estimate <= maxTxGas {
		return maxTxGas
	}
	return limit
}

// prepare signs the transaction and keeps it before anybody has seen it.
func (s *sender) prepare(ctx context.Context, c call, gas uint64) (*flight, error) {
	nonce, err := s.eth.PendingNonceAt(ctx, common.Address(s.signer.Address()))
	if err != nil {
		return nil, s.refused(err)
	}
	tip, most, err := s.fees(ctx)
	if err != nil {
		return nil, err
	}
	genesis, err := s.genesis(ctx)
	if err != nil {
		return nil, err
	}
	value := c.value
	if value == nil {
		value = new(big.Int)
	}
	tx, err := s.signer.SignTx(ctx, types.NewTx(&types.DynamicFeeTx{
		ChainID: s.chainID, Nonce: nonce, GasTipCap: tip, GasFeeCap: most,
		Gas: gas, To: c.to, Value: value, Data: c.input,
	}), s.chainID)
	if err != nil {
		return nil, err
	}
	return s.place.begin(genesis, c.intent(), tx)
}

func (s *sender) genesis(ctx context.Context) (common.Hash, error) {
	h, err := s.eth.HeaderByNumber(ctx, new(big.Int))
	if err != nil {
		return common.Hash{}, s.refused(err)
	}
	return h.Hash(), nil
}

// finishPredecessors sees to the transactions of processes that died. The
// first that does what is now asked for is followed to its end and returned: it
// takes the place of a new one. Any other is followed where the node knows it,
// because the next nonce depends on it, and forgotten.
func (s *sender) finishPredecessors(ctx context.Context, intent common.Hash) (*flight, Receipt, error) {
	left, err := s.place.abandoned()
	if len(left) == 0 || err != nil {
		return nil, Receipt{}, err
	}
	genesis, err := s.genesis(ctx)
	for i, f := range left {
		var r Receipt
		var ours bool
		if err == nil {
			r, ours, err = s.finish(ctx, f, genesis, intent)
		}
		if err != nil || ours {
			for _, rest := range left[i+1:] {
				rest.leave()
			}
			if !ours {
				f.leave()
				f = nil
			}
			return f, r, err
		}
	}
	return nil, Receipt{}, nil
}

// finish brings one predecessor to its end. ours says that it did what is now
// asked for; it is then still under way to its confirmations.
func (s *sender) finish(ctx context.Context, f *flight, genesis, intent common.Hash) (r Receipt, ours bool, err error) {
	if f.genesis != genesis {
		return Receipt{}, false, f.forget()
	}
	r, found, foreign, err := s.search(ctx, f, false)
	if err != nil {
		return Receipt{}, false, s.refused(err)
	}
	same := f.intent == intent
	if !found && !foreign {
		// Unknown to the node and meant by somebody else: its nonce is free, and
		// who sent it decides anew.
		_, _, err := s.eth.TransactionByHash(ctx, f.newest().Hash())
		if errors.Is(err, ethereum.NotFound) && !same {
			return Receipt{}, false, f.forget()
		} else if err != nil && !errors.Is(err, ethereum.NotFound) {
			return Receipt{}, false, s.refused(err)
		}
	}
	if !found && (same || !foreign) {
		r, err = s.follow(ctx, f)
		if errors.Is(err, ErrReplaced) || errors.Is(err, errNonceUsed) {
			return Receipt{}, false, nil // follow has forgotten it
		} else if err != nil {
			return Receipt{}, false, err
		}
		found = true
	}
	if same && found && r.succeeded {
		return r, true, nil
	}
	return Receipt{}, false, f.forget()
}

// settle sees to the transactions of processes that died, so that what is on the
// chain afterwards is all that was sent.
func (s *sender) settle(ctx context.Context) error {
	unlock, err := s.place.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	_, _, err = s.finishPredecessors(ctx, common.Hash{})
	return err
}

// why finds the reason of a transaction that failed on the chain.
func (s *sender) why(ctx context.Context, c call, r Receipt) error {
	_, err := s.eth.CallContract(ctx, s.message(c), number(r.Block))
	if raw, reverted := revertBytes(err); reverted {
		return s.refusal(raw)
	}
	return ErrReverted
}
