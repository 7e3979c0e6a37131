package escrow

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
)

// Kinds of commitments in the escrow's events.
const (
	KindCheckpoint uint8 = 1
	KindFinal      uint8 = 2
)

// Commitment is one committed state of a session: H is the hash of its first N
// records.
type Commitment struct {
	Kind      uint8      `json:"kind"`
	N         uint32     `json:"n"`
	H         trace.Hash `json:"h"`
	BlockTime uint64     `json:"block_time"`
}

// Final is a session's final commitment, the first one where several were sent.
type Final struct {
	N    uint32     `json:"n"`
	H    trace.Hash `json:"h"`
	Time uint64     `json:"time"` // block time
}

// ErrIncompleteLogs says that the node's events do not add up to the contract's
// state: it hides some, or it is still catching up. Nothing may be judged on
// them.
var ErrIncompleteLogs = errors.New("the node does not show all of the escrow's events")

// Items lists every commitment of a session in chain order. It reads all
// commitments of the owner and returns none unless they add up to the owner's
// accumulator in the contract (ErrIncompleteLogs).
func (c *Client) Items(ctx context.Context, owner trace.Address, session trace.Hash) ([]Commitment, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	return c.itemsAt(ctx, owner, session, head.Number)
}

// Final reads a session's final commitment; false when there is none. It is
// checked like Items and against the slot in the contract.
func (c *Client) Final(ctx context.Context, owner trace.Address, session trace.Hash) (Final, bool, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return Final{}, false, err
	}
	items, err := c.itemsAt(ctx, owner, session, head.Number)
	if err != nil {
		return Final{}, false, err
	}
	return c.finalAt(ctx, owner, session, items, head.Number)
}

func (c *Client) itemsAt(ctx context.Context, owner trace.Address, session trace.Hash, at uint64) ([]Commitment, error) {
	logs, err := c.logs(ctx, 0, at, hashTopic(c.topic("Checkpoints")), addressTopic(owner))
	if err != nil {
		return nil, err
	}
	var acc trace.Hash
	var out []Commitment
	for i := range logs {
		batch, err := c.batch(ctx, &logs[i])
		if err != nil {
			return nil, err
		}
		if batch.prevAcc != acc {
			return nil, fmt.Errorf("%w: commitments of %s before block %d are missing", ErrIncompleteLogs, owner, logs[i].BlockNumber)
		}
		acc = trace.FoldAccumulator(acc, batch.kind, batch.time, batch.data)
		for _, it := range batch.items {
			if it.Session == session {
				out = append(out, Commitment{batch.kind, it.N, it.H, batch.time})
			}
		}
	}
	want, err := view(ctx, c, number(at), c.contract.PackAccumulatorOf(common.Address(owner)), c.contract.UnpackAccumulatorOf)
	if err != nil {
		return nil, err
	}
	if acc != want {
		return nil, fmt.Errorf("%w: %d batches of %s up to block %d give accumulator %s, the contract has %s",
			ErrIncompleteLogs, len(logs), owner, at, acc, trace.Hash(want))
	}
	return out, nil
}

// batch is one Checkpoints event.
type batch struct {
	kind    uint8
	prevAcc trace.Hash
	time    uint64
	data    []byte
	items   []trace.Item
}

func (c *Client) batch(ctx context.Context, l *types.Log) (batch, error) {
	e, err := c.contract.UnpackCheckpointsEvent(l)
	if err != nil {
		return batch{}, fmt.Errorf("the commitments in block %d cannot be read: %w", l.BlockNumber, err)
	}
	at, err := c.logTime(ctx, l)
	if err != nil {
		return batch{}, err
	}
	items, err := trace.UnpackItems(e.Data)
	if err != nil {
		return batch{}, fmt.Errorf("the commitments in block %d cannot be read: %w", l.BlockNumber, err)
	}
	return batch{e.Kind, e.PrevAcc, at, e.Data, items}, nil
}

// finalAt picks the first final of a session's items and compares it with the
// contract's slot, which keeps its time and 27 bytes of its hash.
func (c *Client) finalAt(ctx context.Context, owner trace.Address, session trace.Hash, items []Commitment, at uint64) (Final, bool, error) {
	slot, err := view(ctx, c, number(at), c.contract.PackFinalOf(common.Address(owner), session), c.contract.UnpackFinalOf)
	if err != nil {
		return Final{}, false, err
	}
	for _, it := range items {
		if it.Kind != KindFinal {
			continue
		}
		if slot.Time.Uint64() != it.BlockTime || slot.H != [27]byte(it.H[:27]) {
			return Final{}, false, fmt.Errorf("%w: the first final of session %s is not the one that the contract holds", ErrIncompleteLogs, session)
		}
		return Final{it.N, it.H, it.BlockTime}, true, nil
	}
	if slot.Time.Sign() != 0 {
		return Final{}, false, fmt.Errorf("%w: the final of session %s is missing", ErrIncompleteLogs, session)
	}
	return Final{}, false, nil
}
