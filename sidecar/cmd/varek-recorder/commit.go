package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
)

// checkpointsOf makes the concrete store the checkpointer's.
func checkpointsOf(s *tracestore.Store) sidecar.CheckpointStore {
	return sidecar.AdaptCheckpoints(s,
		func(c sidecar.Checkpoint) tracestore.Checkpoint { return tracestore.Checkpoint(c) },
		func(c tracestore.Checkpoint) sidecar.Checkpoint { return sidecar.Checkpoint(c) })
}

// checkpoints starts committing the session. It outlives an interrupted ctx:
// what was recorded is committed as far as the chain allows.
// fresh says that the session has just been opened.
func (r *liveRun) checkpoints(ctx context.Context, fresh bool) error {
	// It looks on the chain for what an attempt before a crash has posted.
	batcher := escrow.NewBatcher(context.WithoutCancel(ctx), r.chain.operator, r.chain.owner)
	if fresh {
		batcher.Fresh(r.session.ID())
	}
	var err error
	if r.cluster, err = r.flags.clusterFlags.start(r.log, nil); err != nil {
		return err
	}
	heads, err := r.heads()
	if err != nil {
		return fmt.Errorf("start the checkpoints: %w", err)
	}
	points, err := sidecar.NewCheckpointer(sidecar.CheckpointConfig{
		Committer: batcher, Records: storeOf(r.store), Checkpoints: checkpointsOf(r.store), Clock: sidecar.SystemClock{},
		Log: r.log, Calls: r.flags.k, Age: r.flags.r, Announce: heads.announce,
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
		var side sync.WaitGroup
		side.Go(func() { r.watch(ctx, points, heads) })
		points.Run(ctx)
		side.Wait()
	}()
	return nil
}
