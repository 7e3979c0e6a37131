package escrow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// Claim is a filed claim as it stands now.
type Claim struct {
	ID          trace.Hash    `json:"id"`
	Session     trace.Hash    `json:"session"`
	Promise     uint32        `json:"promise"`
	Round       uint32        `json:"round"`
	User        trace.Address `json:"user"`
	Owner       trace.Address `json:"owner"`
	Verifier    trace.Address `json:"verifier"`
	HeadsHash   trace.Hash    `json:"heads_hash,omitzero"`
	Accumulator trace.Hash    `json:"accumulator,omitzero"` // the owner's, in force at filing
	Offer       trace.Hash    `json:"offer,omitzero"`       // bundle offered on chain
	Status      Status        `json:"status"`
	Reason      Reason        `json:"reason"`
	FiledAt     uint64        `json:"filed_at"` // block time
	FiledBlock  uint64        `json:"filed_block"`
}

// ErrUnknownClaim says that no such claim was filed.
var ErrUnknownClaim = errors.New("there is no such claim")

// EvidenceUntil is the last second in which evidence is in time.
func (c Claim) EvidenceUntil() uint64 { return c.FiledAt + seconds(EvidenceWindow) }

// WithdrawableAfter is the second after which the user may take an open claim
// back.
func (c Claim) WithdrawableAfter() uint64 { return c.FiledAt + seconds(WithdrawWindow) }

// ExpiresAfter is the second after which anyone may close an open claim, given
// that its promise is past its withdrawal date.
func (c Claim) ExpiresAfter() uint64 { return c.FiledAt + seconds(ExpiryWindow) }

func seconds(d time.Duration) uint64 { return uint64(d / time.Second) }

// Claim reads a claim, or ErrUnknownClaim.
func (c *Client) Claim(ctx context.Context, id trace.Hash) (Claim, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return Claim{}, err
	}
	return c.claimAt(ctx, id, head.Number)
}

func (c *Client) claimAt(ctx context.Context, id trace.Hash, at uint64) (Claim, error) {
	e, err := c.filing(ctx, id, at)
	if err != nil {
		return Claim{}, err
	}
	return c.claimOf(ctx, e, at)
}

// filing finds the event by which a claim was filed. The contract knows claims
// by what their ids are hashes of, which this event tells.
func (c *Client) filing(ctx context.Context, id trace.Hash, at uint64) (Event, error) {
	logs, err := c.once(ctx, at, "ClaimFiled", common.Hash(id))
	if err != nil {
		return Event{}, err
	}
	if len(logs) > 1 {
		return Event{}, fmt.Errorf("%w: claim %s was filed %d times", ErrIncompleteLogs, id, len(logs))
	}
	if len(logs) == 0 {
		return Event{}, fmt.Errorf("%w: %s on %s", ErrUnknownClaim, id, c.network.Name)
	}
	e, err := c.event(ctx, &logs[0])
	if err != nil {
		return Event{}, err
	}
	if computed := trace.ClaimID(c.network.ChainID, c.network.Escrow, e.Session, e.Promise, e.Round); computed != id {
		return Event{}, fmt.Errorf("the node's answers about claim %s contradict each other: they give %s", id, computed)
	}
	return e, nil
}

// claimKey is what the contract's functions name a claim by.
func (c *Client) claimKey(ctx context.Context, id trace.Hash) (bindings.IEscrowClaimKey, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return bindings.IEscrowClaimKey{}, err
	}
	e, err := c.filing(ctx, id, head.Number)
	return bindings.IEscrowClaimKey{Session: e.Session, PromiseId: e.Promise, Round: e.Round}, err
}

// claimOf completes a filing with the claim's state at a block.
func (c *Client) claimOf(ctx context.Context, e Event, at uint64) (Claim, error) {
	key := bindings.IEscrowClaimKey{Session: e.Session, PromiseId: e.Promise, Round: e.Round}
	raw, err := view(ctx, c, number(at), c.contract.PackClaimOf(key), c.contract.UnpackClaimOf)
	if err != nil {
		return Claim{}, err
	}
	if raw.Status == uint8(StatusNone) {
		return Claim{}, fmt.Errorf("the node's answers about claim %s contradict each other: it was filed, and the contract does not know it", e.Claim)
	}
	offer, err := view(ctx, c, number(at), c.contract.PackOfferOf(e.Claim), c.contract.UnpackOfferOf)
	if err != nil {
		return Claim{}, err
	}
	return Claim{
		ID: e.Claim, Session: e.Session, Promise: e.Promise, Round: e.Round, User: e.User,
		Owner: e.Owner, Verifier: e.Verifier, HeadsHash: e.HeadsHash, Accumulator: e.Accumulator, Offer: offer,
		Status: Status(raw.Status), Reason: Reason(raw.Reason), FiledAt: e.BlockTime, FiledBlock: e.Block,
	}, nil
}

// ClaimFilter chooses claims; a zero member matches every one.
type ClaimFilter struct {
	Owner, User, Verifier trace.Address
	Session               trace.Hash
	Promise               uint32
}

// Claims lists the claims that match, oldest first.
func (c *Client) Claims(ctx context.Context, f ClaimFilter) ([]Claim, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	from, there, err := c.begun(ctx, f, head.Number)
	if err != nil || !there {
		return []Claim{}, err
	}
	logs, err := c.logs(ctx, from, head.Number, eventTopics(c.topic("ClaimFiled"), nil, f.Verifier, f.Owner)...)
	if err != nil {
		return nil, err
	}
	out := []Claim{}
	for i := range logs {
		e, err := c.event(ctx, &logs[i])
		if err != nil {
			return nil, err
		}
		if !f.User.IsZero() && e.User != f.User || !f.Session.IsZero() && e.Session != f.Session || f.Promise != 0 && e.Promise != f.Promise {
			continue
		}
		claim, err := c.claimOf(ctx, e, head.Number)
		if err != nil {
			return nil, err
		}
		out = append(out, claim)
	}
	return out, nil
}

// begun is the block before which no claim of the session or promise can have
// been filed, 0 where the filter names neither; not there: no such session or
// promise is known.
func (c *Client) begun(ctx context.Context, f ClaimFilter, at uint64) (block uint64, there bool, err error) {
	for _, first := range []struct {
		named  bool
		event  string
		member common.Hash
	}{
		{!f.Session.IsZero(), "SessionOpened", common.Hash(f.Session)},
		{f.Promise != 0, "PromiseRegistered", common.BigToHash(number(uint64(f.Promise)))},
	} {
		if !first.named {
			continue
		}
		logs, err := c.once(ctx, at, first.event, first.member)
		if err != nil || len(logs) == 0 {
			return 0, false, err
		}
		block = max(block, logs[0].BlockNumber)
	}
	return block, true, nil
}

// LatestClaim is the newest claim of a session and promise; round 0 when none
// was filed.
func (c *Client) LatestClaim(ctx context.Context, session trace.Hash, promise uint32) (id trace.Hash, round uint32, err error) {
	v, err := view(ctx, c, nil, c.contract.PackLatestClaimOf(session, promise), c.contract.UnpackLatestClaimOf)
	return v.Claim, v.Round, err
}

// eventTopics is a filter on an event's name and three indexed members; a nil or zero
// address matches every one.
func eventTopics(event common.Hash, first []common.Hash, second, third trace.Address) [][]common.Hash {
	topics := [][]common.Hash{{event}, first, nil, nil}
	if !second.IsZero() {
		topics[2] = addressTopic(second)
	}
	if !third.IsZero() {
		topics[3] = addressTopic(third)
	}
	return topics
}
