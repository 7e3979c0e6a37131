// Package watch follows one escrow contract's claim events and hands them on in
// chain order, each block range together with the place it was read up to.
//
// It promises that an event is handed on only when the network's number of
// confirmations stands on top of its block, that a restart continues where the
// journal says, and that a reorganisation deeper than the confirmations is
// noticed: the journal keeps block hashes, the watcher finds the newest one that
// is still on the chain, tells the journal to forget what came after it, and
// reads again from there. Events and cursor are given to the journal in one
// call, so a journal that commits them in one transaction sees each event once.
//
// Every range is read a second time, some blocks later: of several nodes behind one
// address the one that answered first may not have had the blocks yet, and its
// answer is then empty and not an error. What the second look finds is handed on
// like the rest, so a journal must bear events that it knows.
//
// It does not judge, does not send transactions and keeps no state of its own
// that matters: everything that must survive is in the journal. It reads events
// through a small interface and trusts the node behind it to show them at one of
// two times; completeness of commitments is proved elsewhere, by the escrow's
// accumulator.
package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// Errors of this package.
var (
	// ErrNoBlock is what a Chain answers for a height it has no block at.
	ErrNoBlock = errors.New("the chain has no block at this height")
	// ErrMoved says that the chain changed while a range was being read; nothing
	// was handed on and the next step reads the range again.
	ErrMoved = errors.New("the chain was reorganised while it was being read; the range is read again")
)

// Block is one block of the chain; Time is its timestamp in seconds.
type Block struct {
	Number uint64
	Hash   trace.Hash
	Time   uint64
}

// Mark is a block that was on the chain when it was read.
type Mark struct {
	Number uint64
	Hash   trace.Hash
}

// Chain is what the watcher needs of a node. Implementations may be retried at
// any time; an answer is either complete or an error.
type Chain interface {
	// Head is the newest block.
	Head(ctx context.Context) (Block, error)
	// Block is the block at a height, or ErrNoBlock.
	Block(ctx context.Context, number uint64) (Block, error)
	// Events lists the claim events of the blocks from..to, both included, in
	// chain order.
	Events(ctx context.Context, from, to uint64) ([]Event, error)
}

// Journal keeps the cursor and what the events mean. Each call is one
// transaction, durable when it returns.
type Journal interface {
	// Marks returns the kept blocks, newest first.
	Marks(ctx context.Context) ([]Mark, error)
	// Apply records the events and the marks up to which the chain was read;
	// marks are in ascending order and the last one is the new cursor.
	Apply(ctx context.Context, events []Event, marks []Mark) error
	// Looked is the block up to which the chain was read a second time.
	Looked(ctx context.Context) (uint64, error)
	// Again records those of the events that are not known, and that the chain was
	// read a second time up to block to.
	Again(ctx context.Context, events []Event, to uint64) error
	// Rewind forgets every mark above block to and every consequence of events
	// above it; the second look goes back too.
	Rewind(ctx context.Context, to uint64) error
}

// Config says where reading starts and how careful it is.
type Config struct {
	Start         uint64 // first block to read when the journal is empty
	Confirmations uint64 // blocks that must stand on top of a block before it is read; 0 reads the head
	Chunk         uint64 // largest number of blocks asked for at once; 0 means 2,000
	Behind        uint64 // how many blocks the second look stays behind the first one; 0 means 64
	// SameChain makes sure that the node serves the chain that the journal is of.
	// It is asked before the first range and before anything is taken back; its
	// error ends the step. nil trusts the node.
	SameChain func(ctx context.Context) error
}

const (
	defaultChunk  = 2000
	defaultBehind = 64
)

// Watcher reads one contract's events into one journal. It is not safe for
// concurrent use.
type Watcher struct {
	chain   Chain
	journal Journal
	cfg     Config
	chunk   uint64 // shrinks when the node refuses a range, grows back
}

// New returns a watcher; it reads nothing before the first Step.
func New(chain Chain, journal Journal, cfg Config) *Watcher {
	if cfg.Chunk == 0 {
		cfg.Chunk = defaultChunk
	}
	if cfg.Behind == 0 {
		cfg.Behind = defaultBehind
	}
	return &Watcher{chain: chain, journal: journal, cfg: cfg, chunk: cfg.Chunk}
}

// Progress tells what one step did.
type Progress struct {
	Head   Block  // newest block seen
	Cursor uint64 // everything up to this block has been handed on; 0 when nothing was
	Events int    // events handed on by this step
	Rewind bool   // a reorganisation was undone
	More   bool   // there is more to read at once
}

// Step reads at most one range. It is repeatable: after an error, or a crash at
// any point, the next step does what is missing.
func (w *Watcher) Step(ctx context.Context) (Progress, error) {
	head, err := w.chain.Head(ctx)
	if err != nil {
		return Progress{}, fmt.Errorf("reading the newest block: %w", err)
	}
	p := Progress{Head: head}
	marks, err := w.journal.Marks(ctx)
	if err != nil {
		return p, fmt.Errorf("reading the cursor: %w", err)
	}
	next := w.cfg.Start
	if len(marks) > 0 {
		p.Cursor = marks[0].Number
		next = marks[0].Number + 1
	}
	if len(marks) == 0 {
		if err := w.sameChain(ctx); err != nil {
			return p, err
		}
	}
	rewound, to, err := w.reconcile(ctx, head, marks)
	if err != nil {
		return p, err
	}
	if rewound {
		p.Rewind, p.More, p.Cursor = true, true, to
		return p, nil
	}
	if head.Number < w.cfg.Confirmations || next > head.Number-w.cfg.Confirmations {
		return w.again(ctx, p)
	}
	return w.read(ctx, p, next, head.Number-w.cfg.Confirmations)
}

// reconcile looks for the newest kept block that is still on the chain. A chain
// that is merely behind (another node of a pool) is no reorganisation: only a
// kept block that the chain replaced by another one is.
func (w *Watcher) reconcile(ctx context.Context, head Block, marks []Mark) (rewound bool, to uint64, err error) {
	replaced := false
	for _, m := range marks {
		if m.Number > head.Number {
			continue
		}
		b, err := w.chain.Block(ctx, m.Number)
		switch {
		case errors.Is(err, ErrNoBlock):
			continue
		case err != nil:
			return false, 0, fmt.Errorf("reading block %d: %w", m.Number, err)
		case b.Hash != m.Hash:
			replaced = true
			continue
		case !replaced:
			return false, 0, nil
		}
		return true, m.Number, w.rewind(ctx, m.Number)
	}
	if !replaced {
		return false, 0, nil
	}
	// Not one kept block is on this chain: read it from the start.
	if w.cfg.Start > 0 {
		to = w.cfg.Start - 1
	}
	return true, to, w.rewind(ctx, to)
}

func (w *Watcher) sameChain(ctx context.Context) error {
	if w.cfg.SameChain == nil {
		return nil
	}
	return w.cfg.SameChain(ctx)
}

func (w *Watcher) rewind(ctx context.Context, to uint64) error {
	if err := w.sameChain(ctx); err != nil {
		return err
	}
	if err := w.journal.Rewind(ctx, to); err != nil {
		return fmt.Errorf("forgetting what a reorganisation took back above block %d: %w", to, err)
	}
	return nil
}

// read hands on one range that ends at most at limit.
func (w *Watcher) read(ctx context.Context, p Progress, from, limit uint64) (Progress, error) {
	to := limit
	if limit-from >= w.chunk {
		to = from + w.chunk - 1
	}
	last, err := w.chain.Block(ctx, to)
	if err != nil {
		return p, fmt.Errorf("reading block %d: %w", to, err)
	}
	events, err := w.chain.Events(ctx, from, to)
	if err != nil {
		w.chunk = max(1, w.chunk/2) // nodes limit ranges by blocks, results or time; a smaller one may pass
		return p, fmt.Errorf("reading the events of blocks %d to %d: %w", from, to, err)
	}
	marks, err := w.marks(ctx, last, events, from)
	if err != nil {
		return p, err
	}
	if err := w.journal.Apply(ctx, events, marks); err != nil {
		return p, fmt.Errorf("keeping the events of blocks %d to %d: %w", from, to, err)
	}
	w.chunk = min(w.cfg.Chunk, w.chunk*2)
	p.Events, p.Cursor, p.More = len(events), to, to < limit
	return p, nil
}

// again reads at most one range a second time.
func (w *Watcher) again(ctx context.Context, p Progress) (Progress, error) {
	looked, err := w.journal.Looked(ctx)
	if err != nil {
		return p, fmt.Errorf("reading the cursor of the second look: %w", err)
	}
	from := max(looked+1, w.cfg.Start)
	if p.Cursor < w.cfg.Behind || from > p.Cursor-w.cfg.Behind {
		return p, nil
	}
	limit := p.Cursor - w.cfg.Behind
	to := min(limit, from+w.chunk-1)
	events, err := w.chain.Events(ctx, from, to)
	if err != nil {
		w.chunk = max(1, w.chunk/2)
		return p, fmt.Errorf("reading the events of blocks %d to %d a second time: %w", from, to, err)
	}
	for _, e := range events {
		if e.Block < from || e.Block > to {
			return p, fmt.Errorf("an event of block %d was answered for blocks %d to %d: %w", e.Block, from, to, ErrMoved)
		}
	}
	if err := w.journal.Again(ctx, events, to); err != nil {
		return p, fmt.Errorf("keeping the events of blocks %d to %d: %w", from, to, err)
	}
	p.More = to < limit
	return p, nil
}

// Reread reads one block, which was read before, again and hands on what it has.
func (w *Watcher) Reread(ctx context.Context, number uint64) error {
	looked, err := w.journal.Looked(ctx)
	if err != nil {
		return fmt.Errorf("reading the cursor of the second look: %w", err)
	}
	events, err := w.chain.Events(ctx, number, number)
	if err != nil {
		return fmt.Errorf("reading the events of block %d again: %w", number, err)
	}
	return w.journal.Again(ctx, events, min(looked, max(number, 1)-1))
}

// marks turns what was read into marks, and refuses a range that does not hang
// together: events outside it or out of order, two hashes for one height, or a
// last block that is no longer the one seen before the events were read.
func (w *Watcher) marks(ctx context.Context, last Block, events []Event, from uint64) ([]Mark, error) {
	var marks []Mark
	for _, e := range events {
		if e.Block < from || e.Block > last.Number {
			return nil, fmt.Errorf("an event of block %d was answered for blocks %d to %d: %w", e.Block, from, last.Number, ErrMoved)
		}
		if n := len(marks); n > 0 && marks[n-1].Number == e.Block {
			if marks[n-1].Hash != e.BlockHash {
				return nil, fmt.Errorf("block %d was answered with two hashes: %w", e.Block, ErrMoved)
			}
			continue
		}
		marks = append(marks, Mark{Number: e.Block, Hash: e.BlockHash})
	}
	if !slices.IsSortedFunc(marks, func(a, b Mark) int { return int(int64(a.Number - b.Number)) }) {
		return nil, fmt.Errorf("events of blocks %d to %d are not in chain order: %w", from, last.Number, ErrMoved)
	}
	again, err := w.chain.Block(ctx, last.Number)
	if err != nil {
		return nil, fmt.Errorf("reading block %d again: %w", last.Number, err)
	}
	end := Mark{Number: last.Number, Hash: last.Hash}
	if n := len(marks); n > 0 && marks[n-1].Number == end.Number {
		if marks[n-1] != end {
			return nil, ErrMoved
		}
		marks = marks[:n-1]
	}
	if again.Hash != last.Hash {
		return nil, ErrMoved
	}
	return append(marks, end), nil
}
