package escrow

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/tracestore/trace"
)

const (
	// logRange is the number of blocks first asked for at once. Public nodes refuse
	// more or less than this; how much one answers is remembered.
	logRange = 10_000
	// rateTries is how often a question is repeated to a node that wants to be
	// asked less often.
	rateTries = 6
)

// logs reads the escrow's logs of the blocks from..to, both included, in chain
// order. topics are those of eth_getLogs.
func (c *Client) logs(ctx context.Context, from, to uint64, topics ...[]common.Hash) ([]types.Log, error) {
	from = max(from, c.network.DeployedBlock)
	var out []types.Log
	size := c.span.Load()
	for waits := 0; from <= to; {
		last := min(to, from+size-1)
		part, err := c.eth.FilterLogs(ctx, ethereum.FilterQuery{
			FromBlock: number(from), ToBlock: number(last),
			Addresses: []common.Address{c.address}, Topics: topics,
		})
		if err == nil {
			out = append(out, part...)
			from, waits = last+1, 0
			continue
		}
		switch kind := classify(err); {
		case kind == tooMuch && last > from:
			size = smaller(last-from+1, err)
			c.span.Store(size)
			continue
		case kind == tooFast && waits < rateTries:
			waits++
			if c.rest(ctx, waits) == nil {
				continue
			}
		}
		return nil, fmt.Errorf("cannot read the escrow's events of blocks %d to %d: %w", from, last, err)
	}
	return out, inOrder(out)
}

// place is where to look for an event that the contract emits once for its first
// indexed member.
type place struct{ event, member common.Hash }

// once reads an event that the contract emits once for its first indexed member:
// a filing, an opening, a registration. It asks first where the event was seen
// before, and then from the newest blocks back, range by range, because what one
// asks about is mostly young and the deployment may be millions of blocks old.
// The caller checks what it gets, and how many.
func (c *Client) once(ctx context.Context, to uint64, event string, member common.Hash) ([]types.Log, error) {
	key := place{c.topic(event), member}
	topics := [][]common.Hash{{key.event}, {key.member}}
	if seen, ok := c.places.Load(key); ok && seen.(uint64) <= to {
		logs, err := c.logs(ctx, seen.(uint64), seen.(uint64), topics...)
		if err != nil || len(logs) > 0 {
			return logs, err
		}
		c.places.Delete(key) // the block was replaced
	}
	for first := uint64(0); to >= c.network.DeployedBlock; to = first - 1 {
		first = c.network.DeployedBlock
		if span := c.span.Load(); to-first >= span {
			first = to - span + 1
		}
		logs, err := c.logs(ctx, first, to, topics...)
		if err != nil {
			return nil, err
		}
		if len(logs) > 0 {
			c.places.Store(key, logs[0].BlockNumber)
			return logs, nil
		}
		if first == 0 {
			break
		}
	}
	return nil, nil
}

// guess says where once looks first for an event that was not seen yet. A wrong
// guess costs one question.
func (c *Client) guess(event string, member trace.Hash, block uint64) {
	c.places.LoadOrStore(place{c.topic(event), common.Hash(member)}, block)
}

// smaller is the number of blocks to ask for after a refusal of asked: what the
// refusal proposes, or half.
func smaller(asked uint64, refusal error) uint64 {
	text := refusal.Error()
	var status rpc.HTTPError
	if errors.As(refusal, &status) {
		text = string(status.Body)
	}
	if n := proposedSpan(text); n > 0 && n < asked {
		return n
	}
	return max(1, asked/2)
}

// rest waits before the n-th repetition of a question: 250 ms, doubled each
// time.
func (c *Client) rest(ctx context.Context, n int) error {
	t := time.NewTimer(c.breath << (n - 1))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// ErrLogOrder says that a node returned events out of order or twice.
var ErrLogOrder = errors.New("the node returned events out of order")

func inOrder(logs []types.Log) error {
	for i := 1; i < len(logs); i++ {
		a, b := &logs[i-1], &logs[i]
		if b.BlockNumber < a.BlockNumber || b.BlockNumber == a.BlockNumber && b.Index <= a.Index {
			return fmt.Errorf("%w: block %d", ErrLogOrder, b.BlockNumber)
		}
	}
	return nil
}

// logTime is the time of the log's block. Most nodes state it with the log.
func (c *Client) logTime(ctx context.Context, l *types.Log) (uint64, error) {
	if l.BlockTimestamp != 0 {
		return l.BlockTimestamp, nil
	}
	h, err := c.eth.HeaderByHash(ctx, l.BlockHash)
	if err != nil {
		return 0, fmt.Errorf("cannot read block %d: %w", l.BlockNumber, err)
	}
	return h.Time, nil
}

// topic is the first topic of an event of the contract.
func (c *Client) topic(event string) common.Hash { return c.abi.Events[event].ID }

func hashTopic(h [32]byte) []common.Hash { return []common.Hash{h} }

func addressTopic(a [20]byte) []common.Hash {
	return []common.Hash{common.BytesToHash(a[:])}
}
