package escrow

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/varek/varek/tracestore/trace"
)

// Most items of one transaction: checkpoints are bound by the size that nodes
// take (128 KiB), finals by gas, of which each stores a slot.
const (
	maxCheckpoints = 1000
	maxFinals      = 400
)

// Batcher puts the commitments of many sessions of one owner on the chain: all
// that wait go in one transaction, and nothing waits for company. When a
// session is due is its checkpointer's decision and stays so. While one
// transaction is on its way to its block the next batch gathers.
//
// A commitment that was made already, by an attempt that failed afterwards or
// by a process that died, is found on the chain and not made again. It is safe
// for concurrent use.
type Batcher struct {
	ctx     context.Context // of the batcher's life
	account *Account
	owner   trace.Address

	mu      sync.Mutex
	waiting map[uint8][]*batchRequest // by kind
	busy    map[uint8]bool            // a goroutine sends this kind
	known   map[trace.Hash]bool       // sessions of which nothing is unaccounted for
	sent    int
}

// batchRequest is one call of Commit or Finalize.
type batchRequest struct {
	ctx   context.Context
	items []trace.Item
	done  chan batchAnswer // holds one
}

type batchAnswer struct {
	tx  trace.Hash
	err error
}

// NewBatcher makes a batcher of an account, which is the owner or its operator.
// It works until ctx ends.
func NewBatcher(ctx context.Context, a *Account, owner trace.Address) *Batcher {
	return &Batcher{
		ctx: ctx, account: a, owner: owner,
		waiting: map[uint8][]*batchRequest{}, busy: map[uint8]bool{}, known: map[trace.Hash]bool{},
	}
}

// Fresh says that a session has just been opened: nothing of it can be on the
// chain yet, so nothing need be looked for.
func (b *Batcher) Fresh(session trace.Hash) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known[session] = true
}

// Transactions is the number of transactions that were confirmed.
func (b *Batcher) Transactions() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent
}

// Commit makes checkpoints and returns the transaction that holds them, the
// last one where they took several.
func (b *Batcher) Commit(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	return b.put(ctx, KindCheckpoint, items)
}

// Finalize makes final commitments, like Commit.
func (b *Batcher) Finalize(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	return b.put(ctx, KindFinal, items)
}

func (b *Batcher) put(ctx context.Context, kind uint8, items []trace.Item) (last trace.Hash, err error) {
	most := maxCheckpoints
	if kind == KindFinal {
		most = maxFinals
	}
	if len(items) == 0 {
		return last, fmt.Errorf("cannot commit: %w", ErrItemsLength)
	}
	for len(items) > 0 && err == nil {
		n := min(most, len(items))
		last, err = b.putPart(ctx, kind, items[:n], most)
		items = items[n:]
	}
	return last, err
}

func (b *Batcher) putPart(ctx context.Context, kind uint8, items []trace.Item, most int) (trace.Hash, error) {
	r := &batchRequest{ctx, items, make(chan batchAnswer, 1)}
	b.mu.Lock()
	b.waiting[kind] = append(b.waiting[kind], r)
	if !b.busy[kind] {
		b.busy[kind] = true
		go b.work(kind, most)
	}
	b.mu.Unlock()
	select {
	case a := <-r.done:
		return a.tx, a.err
	case <-ctx.Done():
		return trace.Hash{}, fmt.Errorf("the commitment may still be made: %w", ctx.Err())
	}
}

// work sends what waits until nothing does.
func (b *Batcher) work(kind uint8, most int) {
	for {
		part := b.take(kind, most)
		if part == nil {
			return
		}
		included := make(chan struct{})
		var once sync.Once
		go func() {
			note := func() { once.Do(func() { close(included) }) }
			defer note()
			b.deliver(kind, part, note)
		}()
		<-included
	}
}

// take removes the next batch from the queue; nil ends the work.
func (b *Batcher) take(kind uint8, most int) (part []*batchRequest) {
	b.mu.Lock()
	defer b.mu.Unlock()
	queue := b.waiting[kind]
	count, n := 0, 0
	for ; n < len(queue) && (n == 0 || count+len(queue[n].items) <= most); n++ {
		if queue[n].ctx.Err() != nil {
			continue // who asked has gone; the next attempt asks again
		}
		part, count = append(part, queue[n]), count+len(queue[n].items)
	}
	b.waiting[kind] = queue[n:]
	if len(part) == 0 {
		b.waiting[kind], b.busy[kind] = nil, false
	}
	return part
}

// deliver commits a batch and answers its requests. Where the contract refuses
// it, its halves are tried, so that one bad item stops nobody else's.
func (b *Batcher) deliver(kind uint8, part []*batchRequest, included func()) {
	part, err := b.dropPosted(kind, part)
	if len(part) == 0 {
		return
	}
	var r Receipt
	if err == nil {
		var items []trace.Item
		for _, q := range part {
			items = append(items, q.items...)
		}
		r, err = b.account.put(b.ctx, kind, b.owner, items, included)
	}
	var refusal *Refusal
	if errors.As(err, &refusal) && len(part) > 1 {
		half := len(part) / 2
		b.deliver(kind, part[:half], nil)
		b.deliver(kind, part[half:], nil)
		return
	}
	b.note(kind, part, err)
	for _, q := range part {
		q.done <- batchAnswer{r.TxHash, err}
	}
}

// note keeps in mind of which sessions something is unaccounted for.
func (b *Batcher) note(kind uint8, part []*batchRequest, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.sent++
	}
	for _, q := range part {
		for _, it := range q.items {
			if err != nil || kind == KindFinal {
				delete(b.known, it.Session)
			} else {
				b.known[it.Session] = true
			}
		}
	}
}

// dropPosted answers the requests whose items are on the chain already. It
// looks there only for sessions of which something is unaccounted for, after
// what earlier attempts have sent has come to its end.
func (b *Batcher) dropPosted(kind uint8, part []*batchRequest) ([]*batchRequest, error) {
	var doubtful []trace.Item
	b.mu.Lock()
	for _, q := range part {
		for _, it := range q.items {
			if !b.known[it.Session] {
				doubtful = append(doubtful, it)
			}
		}
	}
	b.mu.Unlock()
	if len(doubtful) == 0 {
		return part, nil
	}
	if err := b.account.sender.settle(b.ctx); err != nil {
		return part, err
	}
	found, err := b.account.client.Posted(b.ctx, b.owner, kind, doubtful)
	if err != nil {
		return part, err
	}
	posted := map[trace.Item]trace.Hash{}
	for i, tx := range found {
		if !tx.IsZero() {
			posted[doubtful[i]] = tx
		}
	}
	var rest []*batchRequest
	for _, q := range part {
		if tx, all := strip(q, posted); all {
			q.done <- batchAnswer{tx: tx}
		} else {
			rest = append(rest, q)
		}
	}
	return rest, nil
}

// strip takes the posted items out of a request; all says that none is left.
func strip(q *batchRequest, posted map[trace.Item]trace.Hash) (tx trace.Hash, all bool) {
	var left []trace.Item
	for _, it := range q.items {
		if t, ok := posted[it]; ok {
			tx = t
		} else {
			left = append(left, it)
		}
	}
	q.items = left
	return tx, len(left) == 0
}
