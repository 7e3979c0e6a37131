package watch_test

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/watch"
)

// ledger is a chain that can be extended, forked and made to fail: the events of
// each block are part of what its hash covers.
type ledger struct {
	blocks []block
	salt   uint64 // makes blocks of different branches differ

	limit    uint64 // refuses wider ranges, like public nodes do; 0 refuses none
	hide     int    // this many answers about events are empty
	onEvents func() // called while a range is being read
	asked    int    // ranges asked for
}

type block struct {
	watch.Block
	events []watch.Event
}

func newLedger() *ledger {
	l := &ledger{}
	l.extend(nil)
	return l
}

func (l *ledger) extend(claims []trace.Hash) {
	l.salt++
	n := uint64(len(l.blocks))
	var seed [16]byte
	binary.BigEndian.PutUint64(seed[:], n)
	binary.BigEndian.PutUint64(seed[8:], l.salt)
	b := block{Block: watch.Block{Number: n, Hash: trace.Keccak(seed[:]), Time: 1000 + 2*n}}
	for _, c := range claims {
		b.events = append(b.events, watch.Event{Kind: watch.Filed, Claim: c, Block: n, BlockHash: b.Hash, BlockTime: b.Time})
	}
	l.blocks = append(l.blocks, b)
}

// fork drops the newest blocks.
func (l *ledger) fork(depth int) { l.blocks = l.blocks[:len(l.blocks)-depth] }

// confirmed lists the claims of the blocks that have enough blocks on top: what
// a reader from the start block must have seen, and nothing else.
func (l *ledger) confirmed(start, confirmations uint64) []trace.Hash {
	claims := []trace.Hash{}
	for _, b := range l.blocks {
		if b.Number >= start && b.Number+confirmations < uint64(len(l.blocks)) {
			for _, e := range b.events {
				claims = append(claims, e.Claim)
			}
		}
	}
	return claims
}

func (l *ledger) Head(context.Context) (watch.Block, error) {
	return l.blocks[len(l.blocks)-1].Block, nil
}

func (l *ledger) Block(_ context.Context, n uint64) (watch.Block, error) {
	if n >= uint64(len(l.blocks)) {
		return watch.Block{}, watch.ErrNoBlock
	}
	return l.blocks[n].Block, nil
}

var errRange = errors.New("range too wide")

func (l *ledger) Events(_ context.Context, from, to uint64) ([]watch.Event, error) {
	l.asked++
	if l.limit > 0 && to-from+1 > l.limit {
		return nil, errRange
	}
	if l.onEvents != nil {
		l.onEvents()
	}
	if l.hide > 0 {
		l.hide--
		return nil, nil
	}
	var events []watch.Event
	for n := from; n <= to && n < uint64(len(l.blocks)); n++ {
		events = append(events, l.blocks[n].events...)
	}
	return events, nil
}

// journal keeps what it is told, in memory, and can lose its process between
// any two calls because every call is whole.
type journal struct {
	marks  []watch.Mark // newest first
	events []watch.Event
	twice  bool // an event was handed on a second time without a rewind
	looked uint64
	fail   error
}

func (j *journal) Marks(context.Context) ([]watch.Mark, error) { return slices.Clone(j.marks), nil }

func (j *journal) Apply(_ context.Context, events []watch.Event, marks []watch.Mark) error {
	if j.fail != nil {
		return j.fail
	}
	for _, e := range events {
		j.twice = j.twice || slices.Contains(j.events, e)
		j.events = append(j.events, e)
	}
	for _, m := range marks {
		j.marks = slices.Insert(j.marks, 0, m)
	}
	return nil
}

func (j *journal) Looked(context.Context) (uint64, error) { return j.looked, nil }

func (j *journal) Again(_ context.Context, events []watch.Event, to uint64) error {
	for _, e := range events {
		if !slices.Contains(j.events, e) {
			j.events = append(j.events, e)
		}
	}
	slices.SortStableFunc(j.events, func(a, b watch.Event) int { return int(a.Block) - int(b.Block) })
	j.looked = to
	return nil
}

func (j *journal) Rewind(_ context.Context, to uint64) error {
	j.looked = min(j.looked, to)
	j.marks = slices.DeleteFunc(j.marks, func(m watch.Mark) bool { return m.Number > to })
	j.events = slices.DeleteFunc(j.events, func(e watch.Event) bool { return e.Block > to })
	return nil
}

func (j *journal) claims() []trace.Hash {
	claims := []trace.Hash{}
	for _, e := range j.events {
		claims = append(claims, e.Claim)
	}
	return claims
}
