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
	block    uint64 // of the event that began it
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

// tenures lists an owner's operators up to a block, oldest first. What is old
// enough is remembered; the last one is compared with the contract, and where they
// differ all is read again.
func (c *Client) tenures(ctx context.Context, owner trace.Address, at uint64) ([]tenure, error) {
	now, err := c.operatorAt(ctx, owner, number(at))
	if err != nil {
		return nil, err
	}
	book := c.terms.of(owner)
	book.mu.Lock()
	defer book.mu.Unlock()
	if err := c.dropTerms(ctx, book, at); err != nil {
		return nil, err
	}
	out, err := c.readTerms(ctx, owner, book, at)
	if err == nil && lastOf(out) != now && book.until > 0 {
		book.clear()
		out, err = c.readTerms(ctx, owner, book, at)
	}
	if err != nil {
		return nil, err
	}
	if last := lastOf(out); last != now {
		book.clear()
		return nil, fmt.Errorf("%w: the last operator of %s by events is %s, by the contract %s", ErrIncompleteLogs, owner, last, now)
	}
	return out, nil
}

func lastOf(history []tenure) (operator trace.Address) {
	if n := len(history); n > 0 {
		operator = history[n-1].operator
	}
	return operator
}
