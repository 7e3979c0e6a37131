package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/tracestore/trace"
)

// Promise is a registered promise as it stands now.
type Promise struct {
	ID         uint32
	Owner      trace.Address
	Verifier   trace.Address
	Predicate  trace.Hash // hash of the predicate's manifest
	ParamsHash trace.Hash
	Params     []byte // canonical parameters, checked against ParamsHash; nil when not published
	Payout     *big.Int
	Bond       *big.Int
	Reserve    *big.Int
	Available  *big.Int // reserve less the payouts owed and held
	Hold       bool     // each open claim holds its payout
	OpenClaims uint32
	Dues       uint32 // payouts owed
	// RegisteredAt and RetiredAt are block times; RetiredAt is 0 while the promise is live.
	RegisteredAt uint64
	RetiredAt    uint64
}

// PromiseCount is the number of the newest promise; numbers begin at 1.
func (c *Client) PromiseCount(ctx context.Context) (uint32, error) {
	return view(ctx, c, nil, c.contract.PackPromiseCount(), c.contract.UnpackPromiseCount)
}

// Promise reads a promise with its published parameters, or ErrUnknownPromise.
func (c *Client) Promise(ctx context.Context, id uint32) (Promise, error) {
	p, err := c.promiseAt(ctx, id, nil)
	if err != nil {
		return Promise{}, err
	}
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return Promise{}, err
	}
	p.Params, err = c.publishedParams(ctx, p, head.Number)
	return p, err
}

func (c *Client) promiseAt(ctx context.Context, id uint32, at *big.Int) (Promise, error) {
	raw, err := view(ctx, c, at, c.contract.PackPromiseOf(id), c.contract.UnpackPromiseOf)
	if err != nil {
		return Promise{}, err
	}
	if raw.RegisteredAt.Sign() == 0 {
		return Promise{}, fmt.Errorf("%w as number %d on %s", ErrUnknownPromise, id, c.network.Name)
	}
	available, err := view(ctx, c, at, c.contract.PackAvailableOf(id), c.contract.UnpackAvailableOf)
	if err != nil {
		return Promise{}, err
	}
	return Promise{
		ID: id, Owner: trace.Address(raw.Owner), Verifier: trace.Address(raw.Verifier),
		Predicate: raw.Predicate, ParamsHash: raw.ParamsHash,
		Payout: raw.Payout, Bond: raw.Bond, Reserve: raw.Reserve, Available: available, Hold: raw.Hold,
		OpenClaims: raw.OpenClaims, Dues: raw.Dues,
		RegisteredAt: raw.RegisteredAt.Uint64(), RetiredAt: raw.RetiredAt.Uint64(),
	}, nil
}

// ErrParams says that the parameters a node shows for a promise are not those
// that were registered.
var ErrParams = errors.New("the node shows other parameters than were registered")

// publishedParams reads the parameters from the registration's event.
func (c *Client) publishedParams(ctx context.Context, p Promise, to uint64) ([]byte, error) {
	logs, err := c.once(ctx, to, "PromiseRegistered", common.BigToHash(number(uint64(p.ID))))
	if err != nil {
		return nil, err
	}
	if len(logs) != 1 {
		return nil, fmt.Errorf("%w: %d registrations of promise %d, want 1", ErrIncompleteLogs, len(logs), p.ID)
	}
	e, err := c.contract.UnpackPromiseRegisteredEvent(&logs[0])
	if err != nil {
		return nil, fmt.Errorf("the registration of promise %d cannot be read: %w", p.ID, err)
	}
	if len(e.Params) == 0 {
		return nil, nil
	}
	if trace.Keccak(e.Params) != p.ParamsHash {
		return nil, fmt.Errorf("%w: promise %d", ErrParams, p.ID)
	}
	return e.Params, nil
}

// Promises lists all promises as they stand now, oldest first, without their
// parameters.
func (c *Client) Promises(ctx context.Context) ([]Promise, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	at := number(head.Number)
	count, err := view(ctx, c, at, c.contract.PackPromiseCount(), c.contract.UnpackPromiseCount)
	if err != nil {
		return nil, err
	}
	out := make([]Promise, count)
	for i := range out {
		if out[i], err = c.promiseAt(ctx, uint32(i)+1, at); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// OldestDue is the claim whose payout a promise has owed longest, zero when it
// owes none.
func (c *Client) OldestDue(ctx context.Context, promise uint32) (trace.Hash, error) {
	h, err := view(ctx, c, nil, c.contract.PackOldestDueOf(promise), c.contract.UnpackOldestDueOf)
	return h, err
}
