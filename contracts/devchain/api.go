package devchain

import (
	"context"
	"math"
	"time"

	"github.com/ethereum/go-ethereum/eth"

	"github.com/varek/varek/tracestore/trace"
)

// Status is the answer of varek_status: which chain answers and where it stands.
type Status struct {
	PID      int        `json:"pid"`
	Socket   string     `json:"socket"`
	ChainID  uint64     `json:"chain_id"`
	Genesis  trace.Hash `json:"genesis"`
	Block    uint64     `json:"block"`            // number of the latest block
	Time     uint64     `json:"time"`             // its time, Unix seconds
	Advanced uint64     `json:"advanced_seconds"` // how far the clock was moved ahead in all
}

// api is the namespace varek of the chain's socket.
type api struct {
	chain   *Chain
	backend *eth.Ethereum
}

// AdvanceTime is varek_advanceTime(seconds): it moves the clock forward and
// answers the time of the new block in Unix seconds.
func (a *api) AdvanceTime(ctx context.Context, seconds uint64) (uint64, error) {
	d := time.Duration(math.MaxInt64)
	if seconds < uint64(d/time.Second) {
		d = time.Duration(seconds) * time.Second
	}
	t, err := a.chain.Advance(ctx, d)
	if err != nil {
		return 0, err
	}
	return uint64(t.Unix()), nil
}

// Status is varek_status().
func (a *api) Status() Status { return a.chain.status(a.backend) }
