package verifier

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
	"github.com/varek/varek/verifier/watch"
)

// Status is what the chain says of a claim now.
type Status struct {
	Open bool   // in the newest block nobody has settled, withdrawn or expired it
	Time uint64 // of the newest block that has the network's confirmations
}

// Ledger is what a claim's life needs of the escrow.
type Ledger interface {
	// Now is the time of the newest block, in seconds.
	Now(ctx context.Context) (uint64, error)
	// Status says where the claim stands on chain.
	Status(ctx context.Context, claim trace.Hash) (Status, error)
	// Final reports whether the final commitment of the claim's session is on
	// chain, with the network's confirmations.
	Final(ctx context.Context, claim trace.Hash) (bool, error)
	// Facts collects everything on chain that a judgement rests on, as of the
	// newest confirmed block, and takes the user's signed heads in.
	Facts(ctx context.Context, claim trace.Hash, heads []judge.Head) (judge.Facts, error)
	// Settle sends the verdict and returns once it is in a block.
	Settle(ctx context.Context, claim trace.Hash, violated bool, reason judge.Reason) (tx trace.Hash, err error)
}

// Config wires a Service.
type Config struct {
	Dir           string // <state>/verifier
	Identity      Identity
	Start         uint64 // first block to read when the claims file is new
	Confirmations uint64
	Parallel      int // claims worked on at the same time; 0 means 4
	Network       string
	Registry      *predicates.Registry
	Chain         watch.Chain
	Ledger        Ledger
	Log           *slog.Logger
}

// Service owns the claims of one verifier key on one escrow.
type Service struct {
	cfg     Config
	book    *Book
	vault   *evidence.Vault
	watcher *watch.Watcher
	wake    chan struct{}

	reading sync.Mutex // held by whoever uses the watcher

	mu    sync.Mutex
	sleep map[trace.Hash]uint64 // claim -> block time before which nothing can happen to it
	rest  map[trace.Hash]*rest  // claim -> pause after trouble
}

// Open takes the state folder and prepares everything; nothing is read from the
// chain before Step or Run.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.Parallel <= 0 {
		cfg.Parallel = 4
	}
	book, err := OpenBook(ctx, cfg.Dir, cfg.Identity)
	if err != nil {
		return nil, err
	}
	vault, err := evidence.OpenVault(filepath.Join(cfg.Dir, "bundles"))
	if err != nil {
		return nil, errors.Join(err, book.Close())
	}
	s := &Service{
		cfg: cfg, book: book, vault: vault,
		wake:  make(chan struct{}, 1),
		sleep: map[trace.Hash]uint64{}, rest: map[trace.Hash]*rest{},
	}
	s.watcher = watch.New(cfg.Chain, book, watch.Config{Start: cfg.Start, Confirmations: cfg.Confirmations})
	book.notify = func(claim trace.Hash, a Arrow) {
		cfg.Log.Info("arrow", "claim", claim, "op", "arrow", "from", string(a.From), "to", string(a.To), "block_time", a.Time, "note", a.Note)
	}
	return s, nil
}

// Close releases the state folder.
func (s *Service) Close() error { return s.book.Close() }

// Book gives read access to what is kept.
func (s *Service) Book() *Book { return s.book }

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
	p, err := s.catchUp(ctx)
	if err != nil {
		return p, err
	}
	claims, err := s.book.active(ctx)
	if err != nil {
		return p, err
	}
	p.Active = len(claims)
	moved, err := s.workOn(ctx, claims, p.Time)
	p.Moved = p.Moved || moved
	p.Resting = s.tidy(claims)
	return p, err
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
		if err != nil {
			return p, err
		}
		if w.Events > 0 || w.Rewind {
			p.Moved = true
			s.wakeAll()
		}
		more = w.More
	}
	return p, nil
}

// workOn advances the claims that are awake, a bounded number at a time.
func (s *Service) workOn(ctx context.Context, claims []Claim, now uint64) (bool, error) {
	var group errgroup.Group
	group.SetLimit(s.cfg.Parallel)
	var mu sync.Mutex
	var moved bool
	var trouble []error
	for _, c := range claims {
		if ctx.Err() != nil || !s.awake(c.ID, now) {
			continue
		}
		group.Go(func() error {
			m, err := s.advance(ctx, c)
			s.rested(c.ID, err)
			mu.Lock()
			defer mu.Unlock()
			moved = moved || m
			if err != nil {
				trouble = append(trouble, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return moved, err
	}
	return moved, errors.Join(trouble...)
}

// Kept is called when a bundle or heads were kept for a claim.
func (s *Service) Kept(_ context.Context, claim trace.Hash) error {
	s.mu.Lock()
	delete(s.sleep, claim)
	delete(s.rest, claim)
	s.mu.Unlock()
	s.nudge()
	return nil
}

// nudge makes Run step at once.
func (s *Service) nudge() {
	select {
	case s.wake <- struct{}{}:
	default: // a wake-up is pending already
	}
}

// maxPause is the longest pause between two looks at a chain that does not answer.
const maxPause = 30 * time.Second

// Run steps until ctx ends: after every poll, and at once when evidence arrives.
// Errors of a step are logged and the step is repeated, after longer pauses while
// the chain does not answer; what was committed before ctx ended stays.
func (s *Service) Run(ctx context.Context, poll time.Duration) error {
	pause := poll
	timer := time.NewTimer(poll)
	defer timer.Stop()
	for {
		p, err := s.Step(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil && p.Moved:
			continue
		case err != nil:
			s.logTrouble(err)
		}
		pause = nextPause(pause, poll, err)
		timer.Reset(pause)
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		case <-s.wake:
		}
	}
}

// nextPause doubles while the chain itself gives trouble; trouble with a claim
// makes that claim rest and not the service.
func nextPause(last, poll time.Duration, err error) time.Duration {
	var c *ClaimError
	if err == nil || errors.As(err, &c) {
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
		s.cfg.Log.Warn("a claim's step failed and is repeated", "claim", c.Claim, "op", c.Op, "err", c.Err)
		return
	}
	s.cfg.Log.Warn("the chain was not read and is tried again", "op", "watch", "err", err)
}

// Drain steps until nothing moves any more and returns what is left to wait for.
// It ends with the first trouble; called again it tries that again.
func (s *Service) Drain(ctx context.Context) (Progress, error) {
	for {
		p, err := s.Step(ctx)
		if err != nil || (!p.Moved && p.Resting == 0) {
			return p, err
		}
	}
}
