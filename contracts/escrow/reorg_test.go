package escrow_test

import (
	"encoding/json"
	"math/big"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// anvilScene is a scene on anvil, which can be told to reorganise itself, and a
// connection that tells it.
func anvilScene(t *testing.T) (*scene, func(out any, method string, args ...any)) {
	t.Helper()
	if os.Getenv(anvilVariable) != "" {
		t.Skip("it stands on anvil anyway, and ran in the first run")
	}
	s := newSceneIn(t, t.TempDir(), anvilBinary(t))
	c := must(rpc.DialContext(t.Context(), s.endpoint))(t)
	t.Cleanup(c.Close)
	return s, func(out any, method string, args ...any) {
		t.Helper()
		if err := c.CallContext(s.ctx(), out, method, args...); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// mineUntil seals blocks until the commitment is done; before is called ahead of
// each.
func mineUntil(s *scene, done <-chan escrow.Receipt, before func()) escrow.Receipt {
	for {
		select {
		case r := <-done:
			return r
		default:
			before()
			s.advance(time.Second)
		}
	}
}

// TestReorganisedTransactionIsPostedOnce: the block of a commitment is thrown out
// of the chain after its receipt was seen. The commitment is sent again, takes
// place once, and readers forget the block that was.
func TestReorganisedTransactionIsPostedOnce(t *testing.T) {
	s, tell := anvilScene(t)
	x := s.open("a")
	s.commit(item(x, 1))
	dir := t.TempDir()
	remembering := must(escrow.Dial(t.Context(), s.network))(t)
	defer remembering.Close()
	if err := remembering.Remember(dir); err != nil {
		t.Fatal(err)
	}

	p := newProxy(t, s.endpoint)
	n := s.network
	n.RPC, n.Confirmations = p.url, 3
	c := must(escrow.Dial(t.Context(), n))(t)
	defer c.Close()
	operator := must(c.Account(s.keys[devnet.Operator], t.TempDir()))(t)
	var mu sync.Mutex
	var sent []common.Hash
	var orphan common.Hash // block that was thrown out
	reorganised := make(chan struct{})
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		switch c.Method {
		case "eth_sendRawTransaction":
			sent = append(sent, transaction(t, c).Hash())
		case "eth_getTransactionReceipt":
			a := p.ask(t.Context(), c)
			var seen *types.Receipt
			if err := json.Unmarshal(a.Result, &seen); err != nil || seen == nil || orphan != (common.Hash{}) {
				return a, true
			}
			orphan = seen.BlockHash
			if items := must(remembering.Items(t.Context(), x.Owner, x.ID))(t); len(items) != 2 {
				t.Errorf("%d commitments before the reorganisation, want 2", len(items))
			}
			tell(nil, "anvil_reorg", 1, []any{})
			tell(nil, "anvil_dropAllTransactions") // the node does not take it back by itself
			close(reorganised)
			return a, true
		}
		return answer{}, false
	})
	done := make(chan escrow.Receipt, 1)
	go func() {
		r, err := operator.Commit(t.Context(), x.Owner, []trace.Item{item(x, 2)})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	select {
	case <-reorganised:
	case r := <-done:
		t.Fatalf("no receipt was asked for: %+v", r)
	}
	r := mineUntil(s, done, func() {})

	if len(sent) < 2 || orphan == (common.Hash{}) {
		t.Fatalf("sent %v, orphan %s: the test has not seen what it is for", sent, orphan)
	}
	for _, hash := range sent {
		if hash != common.Hash(r.TxHash) {
			t.Errorf("sent %s beside %s", hash, r.TxHash)
		}
	}
	var now types.Header
	tell(&now, "eth_getBlockByNumber", hexutil.EncodeUint64(r.Block), false)
	if now.Hash() == orphan {
		t.Error("the receipt is of the block that was thrown out")
	}
	for name, reader := range map[string]*escrow.Client{"fresh": s.client, "remembering": remembering} {
		if items := must(reader.Items(t.Context(), x.Owner, x.ID))(t); len(items) != 2 || items[1].N != 2 {
			t.Errorf("%s reader: commitments %v, want two", name, items)
		}
	}
}

// TestBaseFeeSpike: the base fee rises tenfold between the signature and the
// block. The transaction is replaced by one that pays it, and takes place once.
func TestBaseFeeSpike(t *testing.T) {
	s, tell := anvilScene(t)
	x := s.open("a")
	p := newProxy(t, s.endpoint)
	operator, _ := s.operatorThrough(p)
	operator.Hurry(50*time.Millisecond, time.Minute, time.Minute)
	var mu sync.Mutex
	var spike *big.Int
	offers := map[common.Hash]*big.Int{}
	// A base fee beside which the tip does not count.
	tell(nil, "anvil_setNextBlockBaseFeePerGas", (*hexutil.Big)(gwei(100)))
	s.advance(time.Second)
	tell(nil, "evm_setAutomine", false)
	offered := make(chan struct{})
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		if c.Method != "eth_sendRawTransaction" {
			return answer{}, false
		}
		tx := transaction(t, c)
		offers[tx.Hash()] = tx.GasFeeCap()
		if spike != nil {
			return answer{}, false
		}
		var head types.Header
		tell(&head, "eth_getBlockByNumber", "latest", false)
		spike = new(big.Int).Mul(head.BaseFee, big.NewInt(10))
		a := p.ask(t.Context(), c)
		close(offered)
		return a, true
	})
	done := make(chan escrow.Receipt, 1)
	go func() {
		r, err := operator.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	select {
	case <-offered:
	case r := <-done:
		t.Fatalf("nothing was offered: %+v", r)
	}
	r := mineUntil(s, done, func() { tell(nil, "anvil_setNextBlockBaseFeePerGas", (*hexutil.Big)(spike)) })
	low := 0
	for _, most := range offers {
		if most.Cmp(spike) < 0 {
			low++
		}
	}
	if low == 0 || offers[common.Hash(r.TxHash)] == nil || len(offers) < 2 {
		t.Errorf("offers %v before a base fee of %s, receipt of %s: the test has not seen what it is for", offers, spike, r.TxHash)
	}
	if items := must(s.client.Items(t.Context(), x.Owner, x.ID))(t); len(items) != 1 {
		t.Errorf("%d commitments, want 1", len(items))
	}
}

// assertGapless says that a key's nonces are all used up to the given one and
// that nothing of it is waiting.
func assertGapless(t *testing.T, endpoint string, a trace.Address, want uint64) {
	t.Helper()
	c := must(ethclient.DialContext(t.Context(), endpoint))(t)
	defer c.Close()
	used := must(c.NonceAt(t.Context(), common.Address(a), nil))(t)
	waiting := must(c.PendingNonceAt(t.Context(), common.Address(a)))(t)
	if used != want || waiting != want {
		t.Errorf("nonces used up to %d, waiting up to %d, want %d of both", used, waiting, want)
	}
}
