package duty

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// Claim is a claim against one of the provider's sessions, as the chain shows it.
type Claim struct {
	ID, Session    trace.Hash
	Promise        uint32
	Verifier       trace.Address
	FiledAt, Until uint64     // block time; Until is the last second for evidence
	Offer          trace.Hash // bundle offered on chain
	Open           bool
	Outcome        string // of one that is not open
}

// Chain is the escrow as the duty needs it.
type Chain interface {
	// Claims lists all claims against the provider, and the newest block's time.
	Claims(ctx context.Context) (now uint64, list []Claim, err error)
	// Offer puts a bundle's hash on chain; doing it again is harmless.
	Offer(ctx context.Context, claim, bundle trace.Hash) error
}

// House is the provider's own side.
type House interface {
	// Close ends a claim's session, if it is open, and makes its final
	// commitment; nil where that stands. ErrElsewhere: it is not kept here.
	Close(ctx context.Context, c Claim, now uint64) error
	// Assemble writes the signed bundle, the same bytes each time.
	Assemble(ctx context.Context, c Claim, w io.Writer) (provider.Summary, error)
	// Doors are the addresses at which the claim's verifier takes evidence.
	Doors(c Claim) ([]string, error)
}

// ErrElsewhere says that a session is not kept here.
var ErrElsewhere = errors.New("the session is not kept here")

// Config wires a Keeper. Chain, House, Dir and Log are needed.
type Config struct {
	Chain Chain
	House House
	Dir   string // one directory per claim
	Log   *slog.Logger

	// OfferAfter is how long (block time, seconds) delivery may fail before the
	// bundle is offered on chain; 0 is one hour. It is offered in any case when
	// no more than Insure remains; 0 is twelve hours.
	OfferAfter, Insure uint64
	// Pause is the wait after a claim's first failed attempt; it doubles up to
	// MostPause. 0 is 5 seconds and 5 minutes.
	Pause, MostPause time.Duration
	// Workers answer claims at once, PerDoor of them at one verifier; 0 is 8 and 2.
	Workers, PerDoor int
	// Delivery is the pattern of deliveries: its client and time limits.
	Delivery provider.Delivery
}

// Keeper does the duties. Its methods may be called by many goroutines.
type Keeper struct {
	cfg Config

	mu    sync.Mutex
	known map[trace.Hash]*entry
	busy  int
	doors map[trace.Address]int
	read  time.Time // last complete look; zero: none yet
	work  sync.WaitGroup
}

// entry is one claim in memory. While it is busy, its status belongs to the
// worker, and shown is what others see.
type entry struct {
	status, shown Status
	busy          bool
	next          time.Time // no attempt before
	pause         time.Duration
	warned        int
}

// New reads what an earlier process wrote down.
func New(cfg Config) (*Keeper, error) {
	for _, d := range []struct {
		v   *uint64
		def uint64
	}{{&cfg.OfferAfter, 3600}, {&cfg.Insure, 12 * 3600}} {
		if *d.v == 0 {
			*d.v = d.def
		}
	}
	if cfg.Pause <= 0 {
		cfg.Pause = 5 * time.Second
	}
	if cfg.MostPause <= 0 {
		cfg.MostPause = 5 * time.Minute
	}
	if cfg.Workers <= 0 {
		cfg.Workers = 8
	}
	if cfg.PerDoor <= 0 {
		cfg.PerDoor = 2
	}
	if cfg.Delivery.Client == nil {
		cfg.Delivery.Client = http.DefaultClient
	}
	list, err := Read(cfg.Dir)
	if err != nil {
		return nil, err
	}
	sweep(cfg.Dir)
	k := &Keeper{cfg: cfg, known: map[trace.Hash]*entry{}, doors: map[trace.Address]int{}}
	for _, s := range list {
		k.known[s.Claim] = &entry{status: s, shown: s}
	}
	return k, nil
}

// Look reads the claims and starts what is due. It does not wait for it.
func (k *Keeper) Look(ctx context.Context) error {
	now, list, err := k.cfg.Chain.Claims(ctx)
	if err != nil {
		return fmt.Errorf("list the claims: %w", err)
	}
	// What ends first comes first.
	slices.SortFunc(list, func(a, b Claim) int { return cmp.Compare(a.Until, b.Until) })
	k.mu.Lock()
	defer k.mu.Unlock()
	k.read = time.Now()
	for _, c := range list {
		e := k.known[c.ID]
		if e == nil {
			s := Status{Claim: c.ID, Stage: Seen}
			e = &entry{status: s, shown: s}
			k.known[c.ID] = e
		}
		if e.busy || k.over(e, c, now) || time.Now().Before(e.next) || k.busy >= k.cfg.Workers || k.doors[c.Verifier] >= k.cfg.PerDoor {
			continue
		}
		e.busy = true
		k.busy++
		k.doors[c.Verifier]++
		k.work.Go(func() { k.attempt(ctx, e, c, now) })
	}
	return nil
}

// over says that nothing is to be done for a claim now.
func (k *Keeper) over(e *entry, c Claim, now uint64) bool {
	switch s := &e.status; {
	case !c.Open:
		return s.Stage == Closed && s.Outcome == c.Outcome
	case s.Stage == Missed:
		return now > c.Until && c.Offer.IsZero()
	case s.Stage == Delivered:
		return !k.doubtful(s, c, now)
	}
	return false
}

// attempt does one claim's next steps and writes down how far it came.
func (k *Keeper) attempt(ctx context.Context, e *entry, c Claim, now uint64) {
	s := &e.status
	s.Session, s.Promise, s.FiledAt, s.Until, s.Looked, s.Offered = c.Session, c.Promise, c.FiledAt, c.Until, now, c.Offer
	log := k.cfg.Log.With("claim", c.ID, "session", c.Session, "op", "claims")
	before := s.Stage
	err := k.steps(ctx, s, c, now)
	if ctx.Err() != nil {
		err = nil // we are stopping; it goes on next time
	}
	switch {
	case err != nil:
		if s.Attempts == 0 {
			s.Failing = now
		}
		s.Attempts++
		s.Error = err.Error()
	default:
		s.Attempts, s.Failing, s.Error = 0, 0, ""
	}
	if fault := s.write(k.cfg.Dir); fault != nil {
		log.Error("how far the claim is answered cannot be kept", "err", fault)
	}
	if before != s.Stage {
		log.Info("claim "+string(s.Stage), "bundle", s.Bundle, "outcome", s.Outcome)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.warn(log, e, err)
	e.pause = min(max(2*e.pause, k.cfg.Pause), k.cfg.MostPause)
	if err == nil {
		e.pause = 0
	}
	e.next = time.Now().Add(e.pause)
	e.shown, e.busy = *s, false
	k.busy--
	k.doors[c.Verifier]--
}

// warn says what is wrong: each failure once as it comes, and louder as the
// end of the time for evidence comes nearer.
func (k *Keeper) warn(log *slog.Logger, e *entry, err error) {
	s := e.status
	if err != nil && s.Urgent() {
		log.Warn("claim not answered yet", "err", err, "stage", s.Stage, "attempts", s.Attempts, "left", time.Duration(s.Left())*time.Second)
	} else if err != nil {
		log.Warn("claim: a step failed", "err", err, "stage", s.Stage)
	}
	if !s.Urgent() {
		return
	}
	for i, hours := range []int64{48, 24, 12, 6, 3, 1} {
		if s.Left() <= hours*3600 && e.warned <= i {
			e.warned = i + 1
			log.Error(fmt.Sprintf("less than %d hours are left to answer the claim, and its payout is lost without an answer", hours),
				"stage", s.Stage, "err", s.Error, "next", "varek-sidecar claims; varek-sidecar claims deliver "+s.Claim.String())
		}
	}
}

// Statuses lists all claims, the next to end first.
func (k *Keeper) Statuses() []Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := make([]Status, 0, len(k.known))
	for _, e := range k.known {
		list = append(list, e.shown)
	}
	slices.SortFunc(list, func(a, b Status) int {
		return cmp.Or(cmp.Compare(a.Until, b.Until), slices.Compare(a.Claim[:], b.Claim[:]))
	})
	return list
}

// Since is how long ago the claims were last read; false: not yet.
func (k *Keeper) Since() (time.Duration, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Since(k.read), !k.read.IsZero()
}

// Wait returns when nothing is under way.
func (k *Keeper) Wait() { k.work.Wait() }
