package escrow

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

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
	opened, err := view(ctx, c, number(head.Number), c.contract.PackSessionOf(session), c.contract.UnpackSessionOf)
	if err != nil {
		return Final{}, false, err
	}
	return c.finalAt(ctx, owner, session, opened.OpenedAt.Uint64(), items, head.Number)
}

func (c *Client) itemsAt(ctx context.Context, owner trace.Address, session trace.Hash, at uint64) ([]Commitment, error) {
	batches, err := c.batchesAt(ctx, owner, at)
	if err != nil {
		return nil, err
	}
	var out []Commitment
	for i := range batches {
		for _, it := range batches[i].items {
			if it.Session == session {
				out = append(out, Commitment{batches[i].Kind, it.N, it.H, batches[i].Time})
			}
		}
	}
	return out, nil
}

// ItemsOf lists the commitments of many sessions of an owner in one pass, in
// chain order; want says which. It is checked like Items.
func (c *Client) ItemsOf(ctx context.Context, owner trace.Address, want func(session trace.Hash) bool) (map[trace.Hash][]trace.Item, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	batches, err := c.batchesAt(ctx, owner, head.Number)
	if err != nil {
		return nil, err
	}
	out := map[trace.Hash][]trace.Item{}
	for i := range batches {
		for _, it := range batches[i].items {
			if want(it.Session) {
				out[it.Session] = append(out[it.Session], it)
			}
		}
	}
	return out, nil
}

// Posted tells which of items the owner has committed already, as checkpoints or
// as finals: for each the transaction that did, zero where there is none.
func (c *Client) Posted(ctx context.Context, owner trace.Address, kind uint8, items []trace.Item) ([]trace.Hash, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	batches, err := c.batchesAt(ctx, owner, head.Number)
	if err != nil {
		return nil, err
	}
	places := make(map[trace.Item][]int, len(items))
	for i, it := range items {
		places[it] = append(places[it], i)
	}
	out := make([]trace.Hash, len(items))
	for i := range batches {
		if batches[i].Kind != kind {
			continue
		}
		for _, it := range batches[i].items {
			for _, place := range places[it] {
				out[place] = trace.Hash(batches[i].Tx)
			}
		}
	}
	return out, nil
}

// FinalTime is the block time of a session's final commitment by the contract's
// slot alone, false when there is none: one question to the node, enough to
// reckon deadlines with.
func (c *Client) FinalTime(ctx context.Context, owner trace.Address, session trace.Hash) (uint64, bool, error) {
	slot, err := view(ctx, c, nil, c.contract.PackFinalOf(common.Address(owner), session), c.contract.UnpackFinalOf)
	if err != nil {
		return 0, false, err
	}
	return slot.Time.Uint64(), slot.Time.Sign() != 0, nil
}

// finalAt picks the first final of a session's items and compares it with the
// contract's slot, which keeps its time and 27 bytes of its hash. A final from
// before the opening, of which the user's signed opening is proof, ended nothing:
// the contract has forgotten it. openedAt is 0 where the session is not open on
// chain.
func (c *Client) finalAt(ctx context.Context, owner trace.Address, session trace.Hash, openedAt uint64, items []Commitment, at uint64) (Final, bool, error) {
	slot, err := view(ctx, c, number(at), c.contract.PackFinalOf(common.Address(owner), session), c.contract.UnpackFinalOf)
	if err != nil {
		return Final{}, false, err
	}
	for _, it := range items {
		if it.Kind != KindFinal || it.BlockTime < openedAt {
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
