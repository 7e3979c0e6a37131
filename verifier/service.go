package verifier

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"path/filepath"
	"sync"
	"time"

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
	// Genesis is the hash of the chain's first block: it tells chains apart.
	Genesis(ctx context.Context) (trace.Hash, error)
	// Now is the time of the newest block, in seconds.
	Now(ctx context.Context) (uint64, error)
	// Filed names the verifier of a claim that the chain has and the block of its
	// filing, or answers evidence.ErrUnknownClaim.
	Filed(ctx context.Context, claim trace.Hash) (verifier trace.Address, block uint64, err error)
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
	Dir           string // <state>/verifier, or a folder in it
	Identity      Identity
	Start         uint64 // first block to read when the claims file is new
	Confirmations uint64
	Parallel      int // claims worked on at the same time; 0 means 4
	Network       string
	Registry      *predicates.Registry
	Chain         watch.Chain
	Ledger        Ledger
	Quorum        *Quorum                                     // set where the verifier is a quorum and this process one of its members
	Funds         func(ctx context.Context) (*big.Int, error) // what is left for fees; nil where nobody asks
	Log           *slog.Logger
	Clock         func() time.Time // of the machine, for figures and readiness alone; nil means time.Now
}

// Service owns the claims of one verifier on one escrow.
type Service struct {
	cfg     Config
	book    *Book
	vault   *evidence.Vault
	watcher *watch.Watcher
	relay   *relay // to the quorum's other members; nil where one key rules
	wake    chan struct{}
	tally   tally

	reading sync.Mutex // held by whoever uses the watcher

	mu    sync.Mutex
	sleep map[trace.Hash]uint64 // claim -> block time before which nothing can happen to it
	rest  map[trace.Hash]*rest  // claim -> pause after trouble
	looks map[trace.Hash]int    // claim -> how often this member has left submitting to another one
	busy  map[trace.Hash]bool   // claims that are being worked on; true for a large bundle
	large int                   // how many of them are true
}

// Open takes the state folder and prepares everything; nothing is read from the
// chain before Step or Run.
func Open(ctx context.Context, cfg Config) (*Service, error) {
	if cfg.Parallel <= 0 {
		cfg.Parallel = 4
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if q := cfg.Quorum; q != nil {
		if err := q.check(cfg.Identity); err != nil {
			return nil, err
		}
	}
	book, err := OpenBook(ctx, cfg.Dir, cfg.Identity)
	if err != nil {
		return nil, err
	}
	vault, err := evidence.OpenVault(filepath.Join(cfg.Dir, "bundles"))
	if err != nil {
		return nil, errors.Join(err, book.Close())
	}
	book.together = cfg.Quorum != nil
	s := &Service{
		cfg: cfg, book: book, vault: vault,
		wake:  make(chan struct{}, 1),
		sleep: map[trace.Hash]uint64{}, rest: map[trace.Hash]*rest{}, looks: map[trace.Hash]int{}, busy: map[trace.Hash]bool{},
	}
	if cfg.Quorum != nil {
		s.relay = newRelay(s, cfg.Quorum.Peers)
	}
	s.watcher = watch.New(cfg.Chain, book, watch.Config{Start: cfg.Start, Confirmations: cfg.Confirmations, SameChain: s.sameChain})
	book.touched = s.stir
	book.notify = func(claim trace.Hash, a Arrow) {
		cfg.Log.Info("arrow", "claim", claim, "op", "arrow", "from", string(a.From), "to", string(a.To), "block_time", a.Time, "note", a.Note)
	}
	return s, nil
}

// Close releases the state folder.
func (s *Service) Close() error { return s.book.Close() }

// Book gives read access to what is kept.
func (s *Service) Book() *Book { return s.book }

// Name tells this service from the others of its process.
func (s *Service) Name() string { return s.cfg.Network + "/" + s.cfg.Identity.Verifier.String() }

// sameChain makes sure that the node serves the chain that this folder is about:
// it is asked before anything is taken back because blocks are not there.
func (s *Service) sameChain(ctx context.Context) error {
	genesis, err := s.cfg.Ledger.Genesis(ctx)
	if err != nil {
		return fmt.Errorf("reading the chain's first block: %w", err)
	}
	kept, err := s.book.genesis(ctx, genesis)
	if err != nil {
		return err
	}
	if kept != genesis {
		return fmt.Errorf("%w: its first block is %s, these claims are of the chain that begins with %s; nothing was changed", ErrOtherChain, genesis, kept)
	}
	return nil
}

// Kept is called when a bundle or heads were kept for a claim.
func (s *Service) Kept(_ context.Context, claim trace.Hash) error {
	s.rouse(claim)
	return nil
}

// stir has a claim be looked at in the next pass.
func (s *Service) stir(claim trace.Hash) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sleep, claim)
	delete(s.rest, claim)
}

// rouse has a claim be looked at again at once.
func (s *Service) rouse(claim trace.Hash) {
	s.stir(claim)
	s.nudge()
	if s.relay != nil {
		s.relay.nudge()
	}
}

// nudge makes Run step at once.
func (s *Service) nudge() {
	select {
	case s.wake <- struct{}{}:
	default: // a wake-up is pending already
	}
}
