package escrow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/varek/varek/tracestore/trace"
)

// settledDepth is how many of the newest blocks are never remembered: of several
// nodes behind one address the one that answers may not have them yet, and what it
// does not show then is not missing for good.
const settledDepth = 64

// termBook remembers who was operator of which owner. An owner's events lie
// anywhere since the deployment, and a question about each of many claims would
// search all blocks each time.
type termBook struct {
	mu     sync.Mutex
	owners map[trace.Address]*terms
}

// terms is one owner's history, complete up to a block that is named by its hash.
type terms struct {
	mu      sync.Mutex
	history []tenure
	until   uint64 // 0 for nothing
	hash    trace.Hash
}

func newTermBook() *termBook { return &termBook{owners: map[trace.Address]*terms{}} }

func (b *termBook) of(owner trace.Address) *terms {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.owners[owner]
	if t == nil {
		t = new(terms)
		b.owners[owner] = t
	}
	return t
}

func (t *terms) clear() { t.history, t.until, t.hash = nil, 0, trace.Hash{} }

// dropTerms forgets what rests on a block that is not on the chain any more, or
// is later than the block that is asked about.
func (c *Client) dropTerms(ctx context.Context, t *terms, at uint64) error {
	if t.until == 0 {
		return nil
	}
	if t.until > at {
		t.clear()
		return nil
	}
	b, err := c.BlockAt(ctx, t.until)
	if errors.Is(err, ErrNoBlock) || err == nil && b.Hash != t.hash {
		t.clear()
		return nil
	}
	return err
}

// readTerms reads what the memory lacks up to a block, and remembers what is deep
// enough. The block that names the memory is read before the events: if the chain
// is reorganised in between, its hash tells the next time.
func (c *Client) readTerms(ctx context.Context, owner trace.Address, t *terms, at uint64) ([]tenure, error) {
	var until Block
	if at >= t.until+2*settledDepth {
		var err error
		if until, err = c.BlockAt(ctx, at-settledDepth); err != nil {
			return nil, err
		}
	}
	from := t.until + 1
	if t.until == 0 {
		from = 0
	}
	logs, err := c.logs(ctx, from, at, hashTopic(c.topic("OperatorSet")), addressTopic(owner))
	if err != nil {
		return nil, err
	}
	out := slices.Clone(t.history)
	for i := range logs {
		e, err := c.contract.UnpackOperatorSetEvent(&logs[i])
		if err != nil {
			return nil, fmt.Errorf("an operator of %s cannot be read: %w", owner, err)
		}
		since, err := c.logTime(ctx, &logs[i])
		if err != nil {
			return nil, err
		}
		out = append(out, tenure{trace.Address(e.Operator), since, logs[i].BlockNumber})
	}
	if until.Number > 0 {
		deep := slices.IndexFunc(out, func(o tenure) bool { return o.block > until.Number })
		if deep < 0 {
			deep = len(out)
		}
		t.history, t.until, t.hash = slices.Clone(out[:deep]), until.Number, until.Hash
	}
	return out, nil
}
