package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// Account sends transactions to the escrow with one key. Its methods return
// when the transaction has the network's confirmations; a refusal of the
// contract is a *Refusal and has cost nothing. It is safe for concurrent use,
// also by several processes that share the lock directory.
type Account struct {
	client *Client
	sender *sender
	hold   bool

	mu   sync.Mutex
	held []func() error // releases of what Hold keeps
}

// Account makes an account of a key. lockDir holds one lock file per key; all
// processes that use the key on this host must name the same directory.
func (c *Client) Account(signer Signer, lockDir string) (*Account, error) {
	s, err := newSender(c.rpc, c.network, signer, lockDir)
	if err != nil {
		return nil, err
	}
	quorum, err := bindings.QuorumMetaData.ParseABI()
	if err != nil {
		return nil, fmt.Errorf("the built-in interface of the quorum is damaged: %w", err)
	}
	s.refusal = func(raw []byte) error {
		err := decodeRefusal(c.abi, raw)
		if errors.Is(err, ErrReverted) {
			err = decodeRefusal(*quorum, raw)
		}
		return err
	}
	return &Account{client: c, sender: s}, nil
}

// Review has every call's plan shown to f before it is signed; an error of f
// ends the call, and nothing was sent. It is set before the account is used.
func (a *Account) Review(f func(Plan) error) { a.sender.review = f }

// Hold keeps the memory of what the account sends until Release. A program
// that dies before it has told its user what was done, and is started again,
// then finds the transaction and sends no second one: Receipt.Resumed says so.
// It is set before the account is used.
func (a *Account) Hold() { a.hold = true }

// Release forgets what Hold has kept: who asked for it knows.
func (a *Account) Release() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var errs []error
	for _, release := range a.held {
		errs = append(errs, release())
	}
	a.held = nil
	return errors.Join(errs...)
}

// Address is the account's address.
func (a *Account) Address() trace.Address { return a.sender.signer.Address() }

// Signer is the account's key.
func (a *Account) Signer() Signer { return a.sender.signer }

func (a *Account) send(ctx context.Context, op string, value *big.Int, input []byte, err error) (Receipt, error) {
	return a.sendNoting(ctx, op, value, input, err, nil)
}

// sendNoting is send that says when the transaction is in a block.
func (a *Account) sendNoting(ctx context.Context, op string, value *big.Int, input []byte, err error, included func()) (Receipt, error) {
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot %s: %w", op, err)
	}
	return a.submit(ctx, op, call{to: &a.client.address, value: value, input: input}, included)
}

// submit sends a call to any contract.
func (a *Account) submit(ctx context.Context, op string, c call, included func()) (Receipt, error) {
	r, err := a.sender.send(ctx, c, included)
	if err != nil {
		return r, fmt.Errorf("cannot %s: %w", op, err)
	}
	if !a.hold {
		return r, r.release()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held = append(a.held, r.release)
	return r, nil
}

// Registration are the terms of a new promise, in wei.
type Registration struct {
	Predicate  trace.Hash
	ParamsHash trace.Hash
	Params     []byte // canonical parameters to publish, or nil
	Payout     *big.Int
	Bond       *big.Int
	Reserve    *big.Int // sent along
	Verifier   trace.Address
	Hold       bool // each open claim holds its payout
}

// RegisterPromise registers a promise of the account and returns its number.
func (a *Account) RegisterPromise(ctx context.Context, r Registration) (uint32, Receipt, error) {
	input, err := a.client.contract.TryPackRegister(r.Predicate, r.ParamsHash, r.Payout, r.Bond, common.Address(r.Verifier), r.Hold, r.Params)
	receipt, err := a.send(ctx, "register the promise", r.Reserve, input, err)
	if err != nil {
		return 0, receipt, err
	}
	e, err := eventIn(receipt, a.client.address, a.client.contract.UnpackPromiseRegisteredEvent)
	if err != nil {
		return 0, receipt, err
	}
	return e.PromiseId, receipt, nil
}

// Fund adds wei to a promise's reserve.
func (a *Account) Fund(ctx context.Context, promise uint32, wei *big.Int) (Receipt, error) {
	input, err := a.client.contract.TryPackFund(promise)
	return a.send(ctx, fmt.Sprintf("fund promise %d", promise), wei, input, err)
}

// Retire ends a promise for new sessions.
func (a *Account) Retire(ctx context.Context, promise uint32) (Receipt, error) {
	input, err := a.client.contract.TryPackRetire(promise)
	return a.send(ctx, fmt.Sprintf("retire promise %d", promise), nil, input, err)
}

// WithdrawReserve takes what is left out of a retired promise.
func (a *Account) WithdrawReserve(ctx context.Context, promise uint32, to trace.Address) (Receipt, error) {
	input, err := a.client.contract.TryPackWithdrawReserve(promise, common.Address(to))
	return a.send(ctx, fmt.Sprintf("withdraw the reserve of promise %d", promise), nil, input, err)
}

// SetOperator names the key that opens, commits and offers for the account; the
// zero address removes it.
func (a *Account) SetOperator(ctx context.Context, operator trace.Address) (Receipt, error) {
	input, err := a.client.contract.TryPackSetOperator(common.Address(operator))
	return a.send(ctx, "name the operator", nil, input, err)
}

// OpenSession opens a session of owner and returns its id. The account is the
// owner or its operator; promises ascend.
func (a *Account) OpenSession(ctx context.Context, owner, user trace.Address, salt trace.Hash, promises []uint32) (trace.Hash, Receipt, error) {
	input, err := a.client.contract.TryPackOpen(common.Address(owner), common.Address(user), salt, promises)
	receipt, err := a.send(ctx, "open the session", nil, input, err)
	if err != nil {
		return trace.Hash{}, receipt, err
	}
	return a.client.SessionID(owner, user, salt, promises), receipt, nil
}

// Commit sends checkpoints of any number of owner's sessions in one
// transaction.
func (a *Account) Commit(ctx context.Context, owner trace.Address, items []trace.Item) (Receipt, error) {
	return a.put(ctx, KindCheckpoint, owner, items, nil)
}

// Finalize sends final commitments of any number of owner's sessions in one
// transaction. The first final of a session stands; repeating it is harmless.
func (a *Account) Finalize(ctx context.Context, owner trace.Address, items []trace.Item) (Receipt, error) {
	return a.put(ctx, KindFinal, owner, items, nil)
}

func (a *Account) put(ctx context.Context, kind uint8, owner trace.Address, items []trace.Item, included func()) (Receipt, error) {
	if kind == KindFinal {
		input, err := a.client.contract.TryPackFinalize(common.Address(owner), trace.PackItems(items))
		return a.sendNoting(ctx, "commit finals", nil, input, err, included)
	}
	input, err := a.client.contract.TryPackCheckpoint(common.Address(owner), trace.PackItems(items))
	return a.sendNoting(ctx, "commit checkpoints", nil, input, err, included)
}

// Filing says which promise a session broke.
type Filing struct {
	Session   Session
	Promise   uint32
	HeadsHash trace.Hash // hash of the user's file of signed heads, or zero
	Bond      *big.Int   // the promise's bond, exactly
}

// File files a claim and returns its id.
func (a *Account) File(ctx context.Context, f Filing) (trace.Hash, Receipt, error) {
	s := f.Session
	input, err := a.client.contract.TryPackFile(s.ID, f.Promise, s.Promises, common.Address(s.Owner), s.Salt, f.HeadsHash)
	receipt, err := a.send(ctx, "file the claim", f.Bond, input, err)
	if err != nil {
		return trace.Hash{}, receipt, err
	}
	e, err := eventIn(receipt, a.client.address, a.client.contract.UnpackClaimFiledEvent)
	if err != nil {
		return trace.Hash{}, receipt, err
	}
	return e.Claim, receipt, nil
}

// Offer puts a bundle's hash on chain, for a verifier that does not answer.
func (a *Account) Offer(ctx context.Context, claim, bundle trace.Hash) (Receipt, error) {
	key, err := a.client.claimKey(ctx, claim)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot offer the evidence: %w", err)
	}
	input, err := a.client.contract.TryPackOffer(key, bundle)
	return a.send(ctx, "offer the evidence", nil, input, err)
}

// Settle rules on a claim. The account is the promise's verifier.
func (a *Account) Settle(ctx context.Context, claim trace.Hash, violated bool, reason Reason) (Receipt, error) {
	key, err := a.client.claimKey(ctx, claim)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot settle the claim: %w", err)
	}
	input, err := a.client.contract.TryPackSettle(key, violated, uint8(reason))
	return a.send(ctx, "settle the claim", nil, input, err)
}

// WithdrawClaim takes an open claim back with its bond.
func (a *Account) WithdrawClaim(ctx context.Context, claim trace.Hash) (Receipt, error) {
	key, err := a.client.claimKey(ctx, claim)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot withdraw the claim: %w", err)
	}
	input, err := a.client.contract.TryPackWithdrawClaim(key)
	return a.send(ctx, "withdraw the claim", nil, input, err)
}

// Collect pays a payout that is owed, once the reserve covers it.
func (a *Account) Collect(ctx context.Context, claim trace.Hash) (Receipt, error) {
	key, err := a.client.claimKey(ctx, claim)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot collect the payout: %w", err)
	}
	input, err := a.client.contract.TryPackCollect(key)
	return a.send(ctx, "collect the payout", nil, input, err)
}

// Expire closes a claim that nobody moved.
func (a *Account) Expire(ctx context.Context, claim trace.Hash) (Receipt, error) {
	key, err := a.client.claimKey(ctx, claim)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot expire the claim: %w", err)
	}
	input, err := a.client.contract.TryPackExpire(key)
	return a.send(ctx, "expire the claim", nil, input, err)
}

// Pull sends the account's credit in the escrow to an address.
func (a *Account) Pull(ctx context.Context, to trace.Address) (Receipt, error) {
	input, err := a.client.contract.TryPackPull(common.Address(to))
	return a.send(ctx, "pull the credit", nil, input, err)
}

// eventIn finds the event of a kind that a transaction of ours has emitted.
func eventIn[E any](r Receipt, escrow common.Address, unpack func(*types.Log) (*E, error)) (*E, error) {
	for _, l := range r.logs {
		if l.Address != escrow {
			continue
		}
		if e, err := unpack(l); err == nil {
			return e, nil
		}
	}
	return nil, fmt.Errorf("transaction %s succeeded without its event; the node's receipt is not complete", r.TxHash)
}
