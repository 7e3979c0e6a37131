package escrow

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/tracestore/trace"
)

// Session is an opened session. Its id binds owner, user, salt and promises.
type Session struct {
	ID          trace.Hash    `json:"id"`
	Owner       trace.Address `json:"owner"`
	User        trace.Address `json:"user"`
	Salt        trace.Hash    `json:"salt"`
	Promises    []uint32      `json:"promises"`
	OpenedAt    uint64        `json:"opened_at"`    // block time, or the time that a shown opening states
	OpenedBlock uint64        `json:"opened_block"` // where the opening came on chain
}

// Session reads a session, or ErrUnknownSession.
func (c *Client) Session(ctx context.Context, id trace.Hash) (Session, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return Session{}, err
	}
	return c.sessionAt(ctx, id, head.Number)
}

func (c *Client) sessionAt(ctx context.Context, id trace.Hash, at uint64) (Session, error) {
	raw, err := view(ctx, c, new(big.Int).SetUint64(at), c.contract.PackSessionOf(id), c.contract.UnpackSessionOf)
	if err != nil {
		return Session{}, err
	}
	if raw.OpenedAt.Sign() == 0 {
		return Session{}, fmt.Errorf("%w: %s on %s", ErrUnknownSession, id, c.network.Name)
	}
	logs, err := c.once(ctx, at, "SessionOpened", common.Hash(id))
	if err != nil {
		return Session{}, err
	}
	if len(logs) != 1 {
		return Session{}, fmt.Errorf("%w: %d openings of session %s, want 1", ErrIncompleteLogs, len(logs), id)
	}
	e, err := c.contract.UnpackSessionOpenedEvent(&logs[0])
	if err != nil {
		return Session{}, fmt.Errorf("the opening of session %s cannot be read: %w", id, err)
	}
	s := Session{
		ID: id, Owner: trace.Address(raw.Owner), User: trace.Address(e.User), Salt: e.Salt, Promises: e.Promises,
		OpenedAt: raw.OpenedAt.Uint64(), OpenedBlock: logs[0].BlockNumber,
	}
	if computed := c.SessionID(s.Owner, s.User, s.Salt, s.Promises); computed != id {
		return Session{}, fmt.Errorf("%w: session %s, its event gives %s", ErrSessionMismatch, id, computed)
	}
	return s, nil
}

// SessionID is the id of the session that these open on this escrow.
func (c *Client) SessionID(owner, user trace.Address, salt trace.Hash, promises []uint32) trace.Hash {
	return trace.SessionID(c.network.ChainID, c.network.Escrow, owner, user, salt, trace.PromisesHash(promises))
}

// Sessions lists the sessions that match, oldest first. A zero address matches
// every one.
func (c *Client) Sessions(ctx context.Context, owner, user trace.Address) ([]Session, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	topics := eventTopics(c.topic("SessionOpened"), nil, owner, user)
	logs, err := c.logs(ctx, 0, head.Number, topics...)
	if err != nil {
		return nil, err
	}
	out := make([]Session, len(logs))
	for i := range logs {
		e, err := c.contract.UnpackSessionOpenedEvent(&logs[i])
		if err != nil {
			return nil, fmt.Errorf("the opening of a session cannot be read: %w", err)
		}
		out[i] = Session{
			e.Session, trace.Address(e.Owner), trace.Address(e.User), e.Salt, e.Promises, e.OpenedAt.Uint64(), logs[i].BlockNumber,
		}
	}
	return out, nil
}
