package escrow_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// numbered is a commitment of the i-th of many sessions; the escrow does not
// ask whether a session was opened.
func numbered(i int, n uint32) trace.Item {
	return trace.Item{Session: trace.Keccak(binary.BigEndian.AppendUint32(nil, uint32(i))), N: n, H: trace.Keccak(binary.BigEndian.AppendUint32([]byte{1}, uint32(i)))}
}

// runSessions has many sessions commit two checkpoints and a final each, each
// session for itself and all at once.
func runSessions(tb testing.TB, b *escrow.Batcher, count int) {
	tb.Helper()
	var wg sync.WaitGroup
	var failed atomic.Value
	for i := range count {
		wg.Go(func() {
			for n := range uint32(2) {
				if _, err := b.Commit(tb.Context(), []trace.Item{numbered(i, n+1)}); err != nil {
					failed.Store(fmt.Errorf("session %d: %w", i, err))
					return
				}
			}
			if _, err := b.Finalize(tb.Context(), []trace.Item{numbered(i, 2)}); err != nil {
				failed.Store(fmt.Errorf("final of session %d: %w", i, err))
			}
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		tb.Fatal(err)
	}
}

// TestManySessionsShareTransactions: sessions that know nothing of each other
// share transactions, and each has its commitments, once.
func TestManySessionsShareTransactions(t *testing.T) {
	s := newScene(t)
	const count = 150
	b := escrow.NewBatcher(t.Context(), s.as[devnet.Operator], s.address(devnet.Owner))
	runSessions(t, b, count)
	for _, i := range []int{0, 1, count / 2, count - 1} {
		items := must(s.client.Items(t.Context(), s.address(devnet.Owner), numbered(i, 1).Session))(t)
		if len(items) != 3 || items[0].N != 1 || items[1].N != 2 || items[2].Kind != escrow.KindFinal {
			t.Errorf("session %d: %+v", i, items)
		}
	}
	if n := b.Transactions(); n > count/3 {
		t.Errorf("%d commitments took %d transactions", 3*count, n)
	}
}

// TestBadCommitmentStopsNobodyElse: one item that the contract refuses is
// answered with the refusal; those beside it are made.
func TestBadCommitmentStopsNobodyElse(t *testing.T) {
	s := newScene(t)
	owner := s.address(devnet.Owner)
	b := escrow.NewBatcher(t.Context(), s.as[devnet.Operator], owner)
	var wg sync.WaitGroup
	var refused, made atomic.Int64
	for i := range 20 {
		wg.Go(func() {
			it := numbered(i, 1)
			if i == 7 {
				it.H = trace.Hash{}
			}
			_, err := b.Commit(t.Context(), []trace.Item{it})
			switch {
			case err == nil:
				made.Add(1)
			case errors.Is(err, escrow.ErrItem):
				refused.Add(1)
			default:
				t.Errorf("session %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 19 || refused.Load() != 1 {
		t.Errorf("%d made, %d refused, want 19 and 1", made.Load(), refused.Load())
	}
	if _, err := b.Commit(t.Context(), nil); !errors.Is(err, escrow.ErrItemsLength) {
		t.Errorf("no commitments at all: %v", err)
	}
}

// TestRetryDoesNotPostTwice: an attempt fails after its transaction went out;
// tried again, by the same batcher or by that of the next process, the
// commitment is found and stands once.
func TestRetryDoesNotPostTwice(t *testing.T) {
	s := newScene(t)
	owner := s.address(devnet.Owner)
	p := newProxy(t, s.endpoint)
	dir := t.TempDir()
	batcher := func() *escrow.Batcher {
		a := must(s.through(p).Account(s.keys[devnet.Operator], dir))(t)
		a.Hurry(time.Minute, 50*time.Millisecond, time.Minute)
		return escrow.NewBatcher(t.Context(), a, owner)
	}
	for i, next := range []bool{false, true} {
		b := batcher()
		it := numbered(i, 1)
		b.Fresh(it.Session)
		p.lie(func(c call) (answer, bool) { // the node hides what became of the transaction
			return answer{Error: &answerError{Code: -32000, Message: "down for a while"}}, c.Method == "eth_getTransactionReceipt"
		})
		if _, err := b.Commit(t.Context(), []trace.Item{it}); !errors.Is(err, escrow.ErrPending) {
			t.Fatalf("commit without an answer: %v", err)
		}
		p.lie(nil)
		if next {
			b = batcher()
		}
		for range 2 {
			tx, err := b.Commit(t.Context(), []trace.Item{it})
			if err != nil || tx.IsZero() {
				t.Errorf("next process %t: %s, %v", next, tx, err)
			}
			if next {
				b = batcher()
			} else {
				break
			}
		}
		if items := must(s.client.Items(t.Context(), owner, it.Session))(t); len(items) != 1 {
			t.Errorf("next process %t: %d commitments, want 1", next, len(items))
		}
	}
}

// TestBatcherLetsGo: who asks with a context that ends is answered.
func TestBatcherLetsGo(t *testing.T) {
	s := newScene(t)
	b := escrow.NewBatcher(t.Context(), s.as[devnet.Operator], s.address(devnet.Owner))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Commit(ctx, []trace.Item{numbered(0, 1)}); !errors.Is(err, context.Canceled) {
		t.Errorf("commit after the end: %v", err)
	}
	if _, err := b.Commit(t.Context(), []trace.Item{numbered(1, 1)}); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// BenchmarkMetricCommit commits 1,000 sessions through one batcher. The baseline
// sends each commitment in a transaction of its own, as many as are measured in
// the same run.
func BenchmarkMetricCommit(b *testing.B) {
	n, err := devnet.Start(b.Context(), devnet.Config{State: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	c, operator, err := n.Account(b.Context(), devnet.Operator)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	owner := n.Keys[devnet.Owner].Address()
	const alone = 20
	start := time.Now()
	var gas uint64
	for i := range alone {
		r, err := operator.Commit(b.Context(), owner, []trace.Item{numbered(100_000+i, 1)})
		if err != nil {
			b.Fatal(err)
		}
		gas += r.GasUsed
	}
	single := time.Since(start) / alone
	const sessions = 1000
	batcher := escrow.NewBatcher(b.Context(), operator, owner)
	for i := range sessions {
		batcher.Fresh(numbered(i, 1).Session)
	}
	before, err := c.HeadBlock(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	start = time.Now()
	for b.Loop() {
		runSessions(b, batcher, sessions)
	}
	took := time.Since(start)
	after, err := c.HeadBlock(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	fmt.Printf("METRIC commit_1000_sessions_transactions=%d transactions\n", batcher.Transactions())
	fmt.Printf("METRIC commit_1000_sessions_blocks=%d blocks\n", after.Number-before.Number)
	fmt.Printf("METRIC commit_1000_sessions_ms=%d ms\n", took.Milliseconds())
	fmt.Printf("METRIC commit_alone_ms=%.1f ms\n", float64(single.Microseconds())/1000)
	fmt.Printf("METRIC commit_alone_gas=%d gas\n", gas/alone)
	fmt.Printf("METRIC commit_1000_sessions_over_alone=%.4f ratio\n", took.Seconds()/(single.Seconds()*3*sessions))
}
