package escrow

import (
	"context"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// tenure is an operator and the time from which it was one.
type tenure struct {
	operator trace.Address
	from     uint64
}

// OperatorsBetween lists the keys that were operators of an owner at some
// moment of the block times from..to, both included, in order and each once.
func (c *Client) OperatorsBetween(ctx context.Context, owner trace.Address, from, to uint64) ([]trace.Address, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil {
		return nil, err
	}
	history, err := c.tenures(ctx, owner, head.Number)
	if err != nil {
		return nil, err
	}
	return operatorsBetween(history, from, to), nil
}

func operatorsBetween(history []tenure, from, to uint64) []trace.Address {
	var out []trace.Address
	seen := map[trace.Address]bool{{}: true}
	for i, t := range history {
		ended := i+1 < len(history) && history[i+1].from < from
		if t.from <= to && !ended && !seen[t.operator] {
			seen[t.operator] = true
			out = append(out, t.operator)
		}
	}
	return out
}

// tenures reads an owner's operators up to a block, oldest first. The last one
// is compared with the contract.
func (c *Client) tenures(ctx context.Context, owner trace.Address, at uint64) ([]tenure, error) {
	logs, err := c.logs(ctx, 0, at, hashTopic(c.topic("OperatorSet")), addressTopic(owner))
	if err != nil {
		return nil, err
	}
	out := make([]tenure, len(logs))
	for i := range logs {
		e, err := c.contract.UnpackOperatorSetEvent(&logs[i])
		if err != nil {
			return nil, fmt.Errorf("an operator of %s cannot be read: %w", owner, err)
		}
		since, err := c.logTime(ctx, &logs[i])
		if err != nil {
			return nil, err
		}
		out[i] = tenure{trace.Address(e.Operator), since}
	}
	now, err := c.operatorAt(ctx, owner, number(at))
	if err != nil {
		return nil, err
	}
	var last trace.Address
	if len(out) > 0 {
		last = out[len(out)-1].operator
	}
	if last != now {
		return nil, fmt.Errorf("%w: the last operator of %s by events is %s, by the contract %s", ErrIncompleteLogs, owner, last, now)
	}
	return out, nil
}
