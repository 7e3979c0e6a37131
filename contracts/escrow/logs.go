package escrow

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// logRange is the number of blocks asked for at once. Public nodes refuse more
// or less than this; a refused range is halved.
const logRange = 10_000

// logs reads the escrow's logs of the blocks from..to, both included, in chain
// order. topics are those of eth_getLogs.
func (c *Client) logs(ctx context.Context, from, to uint64, topics ...[]common.Hash) ([]types.Log, error) {
	from = max(from, c.network.DeployedBlock)
	var out []types.Log
	for size := uint64(logRange); from <= to; {
		last := min(to, from+size-1)
		part, err := c.eth.FilterLogs(ctx, ethereum.FilterQuery{
			FromBlock: number(from), ToBlock: number(last),
			Addresses: []common.Address{c.address}, Topics: topics,
		})
		if err != nil && last > from && refusesRange(err) {
			size = (last - from + 1) / 2
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read the escrow's events of blocks %d to %d: %w", from, last, err)
		}
		out = append(out, part...)
		from = last + 1
	}
	return out, inOrder(out)
}

// refusesRange says that a node answered and said no. What it says differs from
// provider to provider; a smaller range is the remedy that costs little to try.
func refusesRange(err error) bool {
	var answer rpc.Error
	var status rpc.HTTPError
	if errors.As(err, &status) {
		return status.StatusCode == http.StatusBadRequest || status.StatusCode == http.StatusRequestEntityTooLarge
	}
	return errors.As(err, &answer)
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

func numberTopic(n uint32) []common.Hash {
	return []common.Hash{common.BigToHash(number(uint64(n)))}
}
