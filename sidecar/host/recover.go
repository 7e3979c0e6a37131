package host

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// together is how many sessions are taken up at once, so that they share
// commits.
const together = 64

// Recovered says what became of the sessions of an earlier process.
type Recovered struct {
	Live   int // go on, with the credentials that they had
	Ended  int // closed by the rule, their final commitment under way
	Before int // were complete
	Left   int // were left out
}

// Recover takes up the sessions that an earlier process left. It fails if any
// of them can be neither continued nor closed; the others are served.
func (h *Host) Recover(ctx context.Context) (Recovered, error) {
	ids, posted, err := h.earlier(ctx)
	if err != nil {
		return Recovered{}, err
	}
	var mu sync.Mutex
	var out Recovered
	var errs []error
	work := make(chan trace.Hash)
	var wg sync.WaitGroup
	for range min(together, len(ids)) {
		wg.Go(func() {
			for id := range work {
				one, err := h.takeUp(ctx, id, posted[id])
				mu.Lock()
				out.Live, out.Ended, out.Before = out.Live+one.Live, out.Ended+one.Ended, out.Before+one.Before
				out.Left += one.Left
				if err != nil {
					errs = append(errs, fmt.Errorf("take up session %s: %w", id, err))
				}
				mu.Unlock()
			}
		})
	}
	for _, id := range ids {
		work <- id
	}
	close(work)
	wg.Wait()
	return out, errors.Join(errs...)
}

// earlier lists the sessions of earlier processes, and what stands of them on
// the chain.
func (h *Host) earlier(ctx context.Context) ([]trace.Hash, map[trace.Hash][]trace.Item, error) {
	ids, err := h.cfg.List(ctx)
	if err != nil || len(ids) == 0 || h.cfg.Posted == nil {
		return ids, nil, err
	}
	posted, err := h.cfg.Posted(ctx, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("ask the chain what stands there: %w", err)
	}
	return ids, posted, nil
}

func (h *Host) takeUp(ctx context.Context, id trace.Hash, posted []trace.Item) (Recovered, error) {
	if h.cfg.LeaveOut != nil && h.cfg.LeaveOut(id) {
		return Recovered{Left: 1}, nil
	}
	if err := sidecar.Agree(ctx, h.cfg.Store, h.cfg.Points.Checkpoints, id, posted); err != nil {
		return Recovered{}, err
	}
	done, err := h.cfg.Points.Final(ctx, id)
	if err != nil {
		return Recovered{}, err
	}
	if done {
		h.ended(id)
		return Recovered{Before: 1}, nil
	}
	access, ok, err := h.cfg.Kept(id)
	if err != nil {
		return Recovered{}, err
	}
	if err := h.reserve(id); err != nil {
		return Recovered{}, err
	}
	var s *sidecar.Session
	defer func() { h.settle(id, s) }()
	resumed, err := sidecar.Resume(ctx, h.config(id))
	if err != nil {
		return Recovered{}, err
	}
	if ok && !resumed.Progress().Closed {
		if err := h.serve(ctx, resumed, access); err != nil {
			resumed.Fail(err)
			return Recovered{}, err
		}
		s = resumed
		return Recovered{Live: 1}, nil
	}
	err = h.cfg.Points.Add(ctx, resumed)
	if err == nil {
		_, err = resumed.Close(ctx, sidecar.Closing{Reason: "crash"})
	}
	if err != nil {
		resumed.Fail(err)
		return Recovered{}, err
	}
	s = resumed
	// The chain may be away for long; the checkpointer keeps trying.
	go func() {
		if _, err := h.end(ctx, resumed, sidecar.Closing{Reason: "crash"}); err != nil {
			h.cfg.Log.Warn("final commitment not made", "session", id, "op", "recover", "err", err)
		}
	}()
	return Recovered{Ended: 1}, nil
}
