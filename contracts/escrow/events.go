package escrow

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
)

// EventKind names an event in a claim's life.
type EventKind string

// The events of claims.
const (
	ClaimFiled      EventKind = "ClaimFiled"
	EvidenceOffered EventKind = "EvidenceOffered"
	ClaimSettled    EventKind = "ClaimSettled"
	PayoutCollected EventKind = "PayoutCollected"
	ClaimWithdrawn  EventKind = "ClaimWithdrawn"
	ClaimExpired    EventKind = "ClaimExpired"
)

// Event is one event in a claim's life. Beyond Kind, Claim and the place on the
// chain it carries what its kind has.
type Event struct {
	Kind      EventKind  `json:"kind"`
	Claim     trace.Hash `json:"claim"`
	Block     uint64     `json:"block"`
	BlockHash trace.Hash `json:"block_hash"`
	BlockTime uint64     `json:"block_time"`
	TxHash    trace.Hash `json:"tx"`
	Index     uint       `json:"index"` // of the log within its block

	Promise uint32        `json:"promise,omitzero"` // all but EvidenceOffered
	User    trace.Address `json:"user,omitzero"`    // all but EvidenceOffered

	// ClaimFiled
	Session     trace.Hash    `json:"session,omitzero"`
	Round       uint32        `json:"round,omitzero"`
	Owner       trace.Address `json:"owner,omitzero"`
	Verifier    trace.Address `json:"verifier,omitzero"`
	HeadsHash   trace.Hash    `json:"heads_hash,omitzero"`
	Accumulator trace.Hash    `json:"accumulator,omitzero"`

	// EvidenceOffered
	Bundle trace.Hash    `json:"bundle,omitzero"`
	By     trace.Address `json:"by,omitzero"`

	// ClaimSettled
	Violated bool   `json:"violated,omitzero"`
	Reason   Reason `json:"reason,omitzero"`
	Status   Status `json:"status,omitzero"`
}

// Events lists the claim events of the blocks from..to, both included, in chain
// order: the answer is complete or an error.
func (c *Client) Events(ctx context.Context, from, to uint64) ([]Event, error) {
	kinds := []EventKind{ClaimFiled, EvidenceOffered, ClaimSettled, PayoutCollected, ClaimWithdrawn, ClaimExpired}
	topics := make([]common.Hash, len(kinds))
	for i, k := range kinds {
		topics[i] = c.topic(string(k))
	}
	return c.events(ctx, from, to, topics)
}

// ClaimEvents lists the events of one claim since it was filed, in chain order.
func (c *Client) ClaimEvents(ctx context.Context, claim trace.Hash) ([]Event, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	kinds := []common.Hash{}
	for _, k := range []EventKind{ClaimFiled, EvidenceOffered, ClaimSettled, PayoutCollected, ClaimWithdrawn, ClaimExpired} {
		kinds = append(kinds, c.topic(string(k)))
	}
	filed, err := c.filing(ctx, claim, head.Number)
	if errors.Is(err, ErrUnknownClaim) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c.events(ctx, filed.Block, head.Number, kinds, hashTopic(claim))
}

func (c *Client) events(ctx context.Context, from, to uint64, topics ...[]common.Hash) ([]Event, error) {
	logs, err := c.logs(ctx, from, to, topics...)
	if err != nil {
		return nil, err
	}
	out := make([]Event, len(logs))
	for i := range logs {
		if out[i], err = c.event(ctx, &logs[i]); err != nil {
			return nil, err
		}
		if out[i].Kind == ClaimFiled {
			c.guess("ClaimFiled", out[i].Claim, out[i].Block)
		}
	}
	return out, nil
}

// event decodes one log of the kinds above.
func (c *Client) event(ctx context.Context, l *types.Log) (Event, error) {
	at, err := c.logTime(ctx, l)
	if err != nil {
		return Event{}, err
	}
	e := Event{
		Block: l.BlockNumber, BlockHash: trace.Hash(l.BlockHash), BlockTime: at, TxHash: trace.Hash(l.TxHash), Index: l.Index,
	}
	if len(l.Topics) == 0 {
		return Event{}, fmt.Errorf("the escrow's event in block %d has no name", l.BlockNumber)
	}
	switch l.Topics[0] {
	case c.topic("ClaimFiled"):
		err = e.filed(c, l)
	case c.topic("EvidenceOffered"):
		err = e.offered(c, l)
	case c.topic("ClaimSettled"):
		err = e.settled(c, l)
	default:
		err = e.closed(c, l)
	}
	if err != nil {
		return Event{}, fmt.Errorf("the escrow's event in block %d cannot be read: %w", l.BlockNumber, err)
	}
	return e, nil
}

func (e *Event) filed(c *Client, l *types.Log) error {
	v, err := c.contract.UnpackClaimFiledEvent(l)
	if err != nil {
		return err
	}
	e.Kind, e.Claim, e.Promise, e.User = ClaimFiled, v.Claim, v.PromiseId, trace.Address(v.User)
	e.Session, e.Round, e.Owner, e.Verifier = v.Session, v.Round, trace.Address(v.Owner), trace.Address(v.Verifier)
	e.HeadsHash, e.Accumulator = v.HeadsHash, v.Accumulator
	return nil
}

func (e *Event) offered(c *Client, l *types.Log) error {
	v, err := c.contract.UnpackEvidenceOfferedEvent(l)
	if err != nil {
		return err
	}
	e.Kind, e.Claim, e.Bundle, e.By = EvidenceOffered, v.Claim, v.BundleHash, trace.Address(v.By)
	return nil
}

func (e *Event) settled(c *Client, l *types.Log) error {
	v, err := c.contract.UnpackClaimSettledEvent(l)
	if err != nil {
		return err
	}
	e.Kind, e.Claim, e.Promise, e.User = ClaimSettled, v.Claim, v.PromiseId, trace.Address(v.User)
	e.Violated, e.Reason, e.Status = v.Violated, Reason(v.Reason), Status(v.Status)
	return nil
}

// closed reads the three events that carry nothing but whose claim it was.
func (e *Event) closed(c *Client, l *types.Log) error {
	if v, err := c.contract.UnpackPayoutCollectedEvent(l); err == nil {
		e.Kind, e.Claim, e.Promise, e.User = PayoutCollected, v.Claim, v.PromiseId, trace.Address(v.User)
		return nil
	}
	if v, err := c.contract.UnpackClaimWithdrawnEvent(l); err == nil {
		e.Kind, e.Claim, e.Promise, e.User = ClaimWithdrawn, v.Claim, v.PromiseId, trace.Address(v.User)
		return nil
	}
	v, err := c.contract.UnpackClaimExpiredEvent(l)
	if err != nil {
		return err
	}
	e.Kind, e.Claim, e.Promise, e.User = ClaimExpired, v.Claim, v.PromiseId, trace.Address(v.User)
	return nil
}
