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
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
)

// Errors of sending.
var (
	// ErrFunds says that the account cannot pay the value and the fee.
	ErrFunds = errors.New("the account does not hold enough to pay for the transaction")
	// ErrPending says that the transaction was sent and that its fate is not
	// known. The next transaction of the key waits for it first.
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
)

// call is what a transaction does; to is nil for a deployment.
type call struct {
	to    *common.Address
	value *big.Int
	input []byte
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

// send makes, sends and follows one transaction until it is confirmed.
func (s *sender) send(ctx context.Context, c call) (Receipt, error) {
	f, r, err := s.include(ctx, c)
	if err != nil {
		return Receipt{}, err
	}
	if r, err = s.confirm(ctx, f, r); err != nil {
		return Receipt{}, err
	}
	if !r.succeeded {
		return r, fmt.Errorf("transaction %s is on the chain and failed: %w", r.TxHash, s.why(ctx, c, r))
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
	if err := s.finishPredecessor(ctx); err != nil {
		return nil, Receipt{}, err
	}
	gas, err := s.estimate(ctx, c)
	if err != nil {
		return nil, Receipt{}, err
	}
	for range 3 {
		f, err := s.prepare(ctx, c, gas)
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
	return gas + gas/4 + spareGas, nil
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
	tx, err := s.signer.SignTx(types.NewTx(&types.DynamicFeeTx{
		ChainID: s.chainID, Nonce: nonce, GasTipCap: tip, GasFeeCap: most,
		Gas: gas, To: c.to, Value: value, Data: c.input,
	}), s.chainID)
	if err != nil {
		return nil, err
	}
	f := &flight{genesis: genesis, txs: []*types.Transaction{tx}}
	return f, s.place.keep(f)
}

func (s *sender) genesis(ctx context.Context) (common.Hash, error) {
	h, err := s.eth.HeaderByNumber(ctx, new(big.Int))
	if err != nil {
		return common.Hash{}, s.refused(err)
	}
	return h.Hash(), nil
}

// finishPredecessor follows a transaction that an earlier process sent and did
// not see included. One that the node does not know is forgotten: its nonce is
// free, and who sent it decides anew.
func (s *sender) finishPredecessor(ctx context.Context) error {
	f, err := s.place.kept()
	if f == nil || err != nil {
		return err
	}
	genesis, err := s.genesis(ctx)
	if err != nil {
		return err
	}
	used, err := s.eth.NonceAt(ctx, common.Address(s.signer.Address()), nil)
	if err != nil {
		return s.refused(err)
	}
	if f.genesis != genesis || used > f.nonce() {
		return s.place.clear()
	}
	for _, tx := range f.txs {
		if _, _, err := s.eth.TransactionByHash(ctx, tx.Hash()); err == nil {
			_, err := s.follow(ctx, f)
			if errors.Is(err, ErrReplaced) || errors.Is(err, errNonceUsed) {
				return nil
			}
			return err
		} else if !errors.Is(err, ethereum.NotFound) {
			return s.refused(err)
		}
	}
	return s.place.clear()
}

// why finds the reason of a transaction that failed on the chain.
func (s *sender) why(ctx context.Context, c call, r Receipt) error {
	_, err := s.eth.CallContract(ctx, s.message(c), number(r.Block))
	if raw, reverted := revertBytes(err); reverted {
		return s.refusal(raw)
	}
	return ErrReverted
}
