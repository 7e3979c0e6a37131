package main

import (
	"context"
	"fmt"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// committer puts one owner's commitments on the escrow with the operator's key.
type committer struct{ chain *chain }

// Commit implements sidecar.Committer.
func (c committer) Commit(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	receipt, err := c.chain.operator.Commit(ctx, c.chain.owner, items)
	return receipt.TxHash, err
}

// Finalize implements sidecar.Committer.
func (c committer) Finalize(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	receipt, err := c.chain.operator.Finalize(ctx, c.chain.owner, items)
	return receipt.TxHash, err
}

// checkpointsOf makes the concrete store the checkpointer's.
func checkpointsOf(s *tracestore.Store) sidecar.CheckpointStore {
	return sidecar.AdaptCheckpoints(s,
		func(c sidecar.Checkpoint) tracestore.Checkpoint { return tracestore.Checkpoint(c) },
		func(c tracestore.Checkpoint) sidecar.Checkpoint { return sidecar.Checkpoint(c) })
}

// checkpoints starts committing the session. It outlives an interrupted ctx:
// what was recorded is committed as far as the chain allows.
func (r *liveRun) checkpoints(ctx context.Context) error {
	points, err := sidecar.NewCheckpointer(sidecar.CheckpointConfig{
		Committer: committer{r.chain}, Records: storeOf(r.store), Checkpoints: checkpointsOf(r.store), Clock: sidecar.SystemClock{},
		Log: r.log, Calls: r.flags.k, Age: r.flags.r,
	})
	if err != nil {
		return fmt.Errorf("start the checkpoints: %w", err)
	}
	if err := points.Add(ctx, r.session); err != nil {
		return fmt.Errorf("start the checkpoints: %w", err)
	}
	ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	r.stopped = make(chan struct{})
	r.points.Store(points)
	go func() {
		defer close(r.stopped)
		points.Run(ctx)
	}()
	return nil
}
