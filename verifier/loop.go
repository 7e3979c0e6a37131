package verifier

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/watch"
)

// Progress tells what one Step did.
type Progress struct {
	Block, Time uint64 // newest block
	Active      int    // claims that are not at an end
	Moved       bool   // something happened: an event, an arrow or a settlement
	Resting     int    // claims whose last step failed and is tried again
}

// Step reads the chain up to its confirmed head and takes every claim as far as
// it can go. Trouble with a claim is returned as a ClaimError (joined when there
// are several) and does not stop the others.
func (s *Service) Step(ctx context.Context) (Progress, error) {
	var work sync.WaitGroup
	var mu sync.Mutex
	var moved bool
	var trouble []error
	slots := make(chan struct{}, s.cfg.Parallel)
	p, err := s.catchUp(ctx)
	if err != nil {
		return p, err
	}
	p.Active, err = s.pass(ctx, p.Time, func(c Claim) {
		slots <- struct{}{}
		work.Go(func() {
			defer func() { <-slots }()
			m, err := s.work(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			moved = moved || m
			if err != nil {
				trouble = append(trouble, err)
			}
		})
	})
	work.Wait()
	p.Moved = p.Moved || moved
	p.Resting = s.resting()
	return p, errors.Join(append(trouble, err)...)
}

// pass hands every claim that is awake to start, and counts the active ones.
func (s *Service) pass(ctx context.Context, now uint64, start func(Claim)) (int, error) {
	claims, err := s.book.active(ctx)
	if err != nil {
		return 0, err
	}
	s.tidy(claims)
	for _, c := range inTurn(claims) {
		if ctx.Err() != nil {
			break
		}
		if s.take(c.ID, now) {
			start(c)
		}
	}
	return len(claims), nil
}

// inTurn orders claims so that the oldest of each promise come first: who files
// a thousand claims against one promise does not keep those of others waiting.
func inTurn(claims []Claim) []Claim {
	rank := make(map[trace.Hash]int, len(claims))
	of := map[uint32]int{}
	for _, c := range claims { // oldest first
		rank[c.ID] = of[c.Promise]
		of[c.Promise]++
	}
	slices.SortStableFunc(claims, func(a, b Claim) int { return rank[a.ID] - rank[b.ID] })
	return claims
}

// work takes one claim as far as it goes and gives it back.
func (s *Service) work(ctx context.Context, c Claim) (bool, error) {
	moved, err := s.advance(ctx, c)
	s.tally.worked(err)
	s.rested(c.ID, err)
	return moved, err
}

// catchUp reads the chain up to its confirmed head.
func (s *Service) catchUp(ctx context.Context) (p Progress, err error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	for more := true; more; {
		w, err := s.watcher.Step(ctx)
		p.Block, p.Time = w.Head.Number, w.Head.Time
		if errors.Is(err, watch.ErrMoved) && ctx.Err() == nil {
			return p, nil // the next step reads it again
		}
		s.tally.read(w, err, s.cfg.Clock())
		if err != nil {
			return p, err
		}
		if w.Rewind {
			s.wakeAll()
		}
		p.Moved = p.Moved || w.Events > 0 || w.Rewind
		more = w.More
	}
	return p, nil
}

// maxPause is the longest pause between two looks at a chain that does not answer.
const maxPause = 30 * time.Second

// Run works until ctx ends: it reads the chain at every poll and looks at the
// claims after every poll, and at once when evidence arrives. A claim that takes
// long holds up neither the chain's reading nor the other claims. Errors are
// logged and the step is repeated, after longer pauses while the chain does not
// answer. When ctx has ended it waits for the claims that are being worked on,
// which give up at their next step; what was committed stays.
func (s *Service) Run(ctx context.Context, poll time.Duration) error {
	var parts sync.WaitGroup
	parts.Go(func() { s.read(ctx, poll) })
	parts.Go(func() { s.handle(ctx, poll) })
	if s.relay != nil {
		parts.Go(func() { s.relay.run(ctx, poll) })
	}
	parts.Wait()
	return nil
}

// read follows the chain.
func (s *Service) read(ctx context.Context, poll time.Duration) {
	pause := poll
	for ctx.Err() == nil {
		p, err := s.catchUp(ctx)
		if err != nil && ctx.Err() == nil {
			s.logTrouble(err)
		}
		if p.Moved || err == nil {
			s.nudge()
		}
		pause = nextPause(pause, poll, err)
		idle(ctx, pause, nil)
	}
}

// handle looks after the claims, a bounded number at a time.
func (s *Service) handle(ctx context.Context, poll time.Duration) {
	var workers sync.WaitGroup
	defer workers.Wait()
	slots := make(chan struct{}, s.cfg.Parallel)
	for ctx.Err() == nil {
		_, now := s.tally.head()
		_, err := s.pass(ctx, now, func(c Claim) {
			slots <- struct{}{}
			workers.Go(func() {
				moved, err := s.work(ctx, c)
				<-slots
				if err != nil && ctx.Err() == nil {
					s.logTrouble(err)
				}
				if moved {
					s.nudge()
				}
			})
		})
		if err != nil && ctx.Err() == nil {
			s.logTrouble(err)
		}
		idle(ctx, poll, s.wake)
	}
}

// idle waits for the time, for the bell or for the end of ctx.
func idle(ctx context.Context, d time.Duration, bell <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-bell:
	}
}

// nextPause doubles while the chain gives trouble.
func nextPause(last, poll time.Duration, err error) time.Duration {
	if err == nil {
		return poll
	}
	return max(poll, min(2*last, maxPause))
}

func (s *Service) logTrouble(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			s.logTrouble(e)
		}
		return
	}
	var c *ClaimError
	if errors.As(err, &c) {
		s.cfg.Log.Warn("a claim's step failed and is repeated", "claim", c.Claim, "op", c.Op, "err", evidence.Cause(c.Err))
		return
	}
	s.cfg.Log.Warn("the chain was not read and is tried again", "op", "watch", "err", evidence.Cause(err))
}

// Drain steps until nothing moves any more and returns what is left to wait for.
// It ends with the first trouble; called again it tries that again.
func (s *Service) Drain(ctx context.Context) (Progress, error) {
	for {
		if s.relay != nil {
			s.relay.sync(ctx)
		}
		p, err := s.Step(ctx)
		if err != nil || (!p.Moved && p.Resting == 0) {
			return p, err
		}
	}
}
