package escrow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/tracestore/trace"
)

// batch is one Checkpoints event: commitments of one transaction.
type batch struct {
	Block     uint64      `json:"block"`
	BlockHash common.Hash `json:"block_hash"`
	Tx        common.Hash `json:"tx"`
	Time      uint64      `json:"time"`
	Kind      uint8       `json:"kind"`
	Data      []byte      `json:"data"`

	acc   trace.Hash // the owner's accumulator after it
	items []trace.Item
}

// batchBook remembers the batches of owners, so that a question about a session
// reads what is new and no more. Every answer is compared with the accumulator
// in the contract, and the accumulator commits to every byte and time of every
// batch: a book that remembers wrongly is found out like a node that lies, and
// is thrown away.
type batchBook struct {
	mu     sync.Mutex
	dir    string // where books are kept between processes, "" for nowhere
	owners map[trace.Address]*ownerBook
}

// ownerBook holds one owner's batches in chain order, complete up to a block.
type ownerBook struct {
	mu      sync.Mutex
	loaded  bool
	batches []batch
	until   uint64 // the last block that was looked at
	kept    int    // of the batches, how many the file holds
	size    int64  // of the file that holds them; 0: it is to be written anew
}

func newBatchBook() *batchBook { return &batchBook{owners: map[trace.Address]*ownerBook{}} }

func (b *batchBook) of(owner trace.Address) *ownerBook {
	b.mu.Lock()
	defer b.mu.Unlock()
	book := b.owners[owner]
	if book == nil {
		book = new(ownerBook)
		b.owners[owner] = book
	}
	return book
}

// batchesAt returns an owner's batches up to a block, after comparing them with
// the contract's accumulator there.
func (c *Client) batchesAt(ctx context.Context, owner trace.Address, at uint64) ([]batch, error) {
	want, err := view(ctx, c, number(at), c.contract.PackAccumulatorOf(common.Address(owner)), c.contract.UnpackAccumulatorOf)
	if err != nil {
		return nil, err
	}
	book := c.batches.of(owner)
	book.mu.Lock()
	defer book.mu.Unlock()
	if !book.loaded {
		book.loaded = true
		c.loadBook(owner, book)
	}
	known := len(book.batches)
	out, err := c.extend(ctx, owner, book, at, want)
	// Blocks that were read have been replaced, or the memory is wrong.
	for _, shorten := range []func(context.Context, *ownerBook) error{c.dropReplaced, emptied} {
		if err == nil || known == 0 {
			break
		}
		if err = shorten(ctx, book); err == nil {
			out, err = c.extend(ctx, owner, book, at, want)
		}
	}
	if err != nil {
		return nil, errors.Join(err, emptied(ctx, book))
	}
	return out, c.keepBook(owner, book)
}

// dropReplaced takes back the batches of blocks that are no longer on the chain.
func (c *Client) dropReplaced(ctx context.Context, book *ownerBook) error {
	for len(book.batches) > 0 {
		last := book.batches[len(book.batches)-1]
		b, err := c.BlockAt(ctx, last.Block)
		if err == nil && b.Hash == trace.Hash(last.BlockHash) {
			break
		} else if err != nil && !errors.Is(err, ErrNoBlock) {
			return err
		}
		book.batches = book.batches[:len(book.batches)-1]
	}
	book.until, book.kept = 0, min(book.kept, len(book.batches))
	if n := len(book.batches); n > 0 {
		book.until = book.batches[n-1].Block
	}
	book.size = 0
	return nil
}

func emptied(_ context.Context, book *ownerBook) error {
	book.batches, book.until, book.kept, book.size = nil, 0, 0, 0
	return nil
}

// extend reads the batches that the book lacks, unless it holds those that the
// accumulator asks for already.
func (c *Client) extend(ctx context.Context, owner trace.Address, book *ownerBook, at uint64, want trace.Hash) ([]batch, error) {
	if out := book.upTo(at); accumulated(out) == want {
		return out, nil
	}
	if at > book.until || len(book.batches) == 0 {
		from := book.until + 1
		if len(book.batches) == 0 {
			from = 0
		}
		logs, err := c.logs(ctx, from, at, hashTopic(c.topic("Checkpoints")), addressTopic(owner))
		if err != nil {
			return nil, err
		}
		if err := c.append(ctx, owner, book, logs); err != nil {
			return nil, err
		}
		book.until = at
	}
	out := book.upTo(at)
	if got := accumulated(out); got != want {
		return nil, fmt.Errorf("%w: %d batches of %s up to block %d give accumulator %s, the contract has %s",
			ErrIncompleteLogs, len(out), owner, at, got, want)
	}
	return out, nil
}

func (c *Client) append(ctx context.Context, owner trace.Address, book *ownerBook, logs []types.Log) error {
	for i := range logs {
		e, err := c.contract.UnpackCheckpointsEvent(&logs[i])
		if err != nil {
			return fmt.Errorf("the commitments in block %d cannot be read: %w", logs[i].BlockNumber, err)
		}
		at, err := c.logTime(ctx, &logs[i])
		if err != nil {
			return err
		}
		if e.PrevAcc != accumulated(book.batches) {
			return fmt.Errorf("%w: commitments of %s before block %d are missing", ErrIncompleteLogs, owner, logs[i].BlockNumber)
		}
		b := batch{Block: logs[i].BlockNumber, BlockHash: logs[i].BlockHash, Tx: logs[i].TxHash, Time: at, Kind: e.Kind, Data: e.Data}
		if err := book.add(b); err != nil {
			return err
		}
	}
	return nil
}

// add folds a batch into the book.
func (o *ownerBook) add(b batch) error {
	var err error
	if b.items, err = trace.UnpackItems(b.Data); err != nil {
		return fmt.Errorf("the commitments in block %d cannot be read: %w", b.Block, err)
	}
	b.acc = trace.FoldAccumulator(accumulated(o.batches), b.Kind, b.Time, b.Data)
	o.batches, o.until = append(o.batches, b), b.Block
	return nil
}

// upTo are the batches of the blocks up to at.
func (o *ownerBook) upTo(at uint64) []batch {
	n, _ := slices.BinarySearchFunc(o.batches, at+1, func(b batch, block uint64) int {
		if b.Block < block {
			return -1
		}
		return 1
	})
	return o.batches[:n:n]
}

func accumulated(batches []batch) trace.Hash {
	if len(batches) == 0 {
		return trace.Hash{}
	}
	return batches[len(batches)-1].acc
}
