package escrow_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// transaction decodes what eth_sendRawTransaction carries.
func transaction(t *testing.T, c call) *types.Transaction {
	t.Helper()
	var raw hexutil.Bytes
	tx := new(types.Transaction)
	if err := json.Unmarshal(c.Params[0], &raw); err != nil {
		t.Error(err)
	} else if err := tx.UnmarshalBinary(raw); err != nil {
		t.Error(err)
	}
	return tx
}

func quoted(t *testing.T, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Error(err)
	}
	return text
}

// operatorThrough is the operator's account behind a proxy.
func (s *scene) operatorThrough(p *proxy) (*escrow.Account, string) {
	s.t.Helper()
	dir := s.t.TempDir()
	return must(s.through(p).Account(s.keys[devnet.Operator], dir))(s.t), dir
}

// TestDroppedTransactionIsSentAgain: the node says yes and forgets.
func TestDroppedTransactionIsSentAgain(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	p := newProxy(t, s.endpoint)
	operator, _ := s.operatorThrough(p)
	swallowed := 0
	var mu sync.Mutex
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		if c.Method != "eth_sendRawTransaction" || swallowed == 2 {
			return answer{}, false
		}
		swallowed++
		return answer{Result: quoted(t, transaction(t, c).Hash())}, true
	})
	if _, err := operator.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)}); err != nil {
		t.Fatal(err)
	}
	if items := must(s.client.Items(t.Context(), x.Owner, x.ID))(t); len(items) != 1 || swallowed != 2 {
		t.Errorf("%d commitments after %d losses, want 1 after 2", len(items), swallowed)
	}
}

// TestStuckTransactionIsReplaced: the network takes nothing below a fee that
// the first offer does not reach.
func TestStuckTransactionIsReplaced(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	p := newProxy(t, s.endpoint)
	operator, _ := s.operatorThrough(p)
	operator.Hurry(50*time.Millisecond, time.Minute, time.Minute)
	var offers []*types.Transaction
	var mu sync.Mutex
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		switch c.Method {
		case "eth_sendRawTransaction":
			tx := transaction(t, c)
			if n := len(offers); n == 0 || offers[n-1].Hash() != tx.Hash() {
				offers = append(offers, tx)
			}
			if len(offers) == 3 {
				return answer{}, false
			}
			return answer{Result: quoted(t, tx.Hash())}, true
		case "eth_getTransactionByHash":
			last := offers[len(offers)-1]
			text, err := last.MarshalJSON()
			if err != nil {
				t.Error(err)
			}
			return answer{Result: text}, len(offers) < 3
		default:
			return answer{}, false
		}
	})
	r := must(operator.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)}))(t)
	if len(offers) != 3 || r.TxHash != trace.Hash(offers[2].Hash()) {
		t.Fatalf("%d offers, receipt of %s", len(offers), r.TxHash)
	}
	for i := 1; i < len(offers); i++ {
		old, higher := offers[i-1], offers[i]
		if old.Nonce() != higher.Nonce() || !enough(old.GasTipCap(), higher.GasTipCap()) || !enough(old.GasFeeCap(), higher.GasFeeCap()) {
			t.Errorf("offer %d: tip %s cap %s after tip %s cap %s; want an eighth more of both", i, higher.GasTipCap(), higher.GasFeeCap(), old.GasTipCap(), old.GasFeeCap())
		}
	}
	if items := must(s.client.Items(t.Context(), x.Owner, x.ID))(t); len(items) != 1 {
		t.Errorf("%d commitments, want 1", len(items))
	}
}

// enough says that v is at least an eighth more than old.
func enough(old, v *big.Int) bool {
	want := new(big.Int).Mul(old, big.NewInt(9))
	return new(big.Int).Mul(v, big.NewInt(8)).Cmp(want) >= 0
}

// TestLaggingReceiptIsNotSentTwice: one of the nodes behind the address knows
// the nonce long before another shows the receipt. Money must not move twice.
func TestLaggingReceiptIsNotSentTwice(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	p := newProxy(t, s.endpoint)
	owner := must(s.through(p).Account(s.keys[devnet.Owner], t.TempDir()))(t)
	hidden := 0
	var mu sync.Mutex
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		if c.Method != "eth_getTransactionReceipt" || hidden == 6 {
			return answer{}, false
		}
		hidden++
		return answer{}, true
	})
	if _, err := owner.Fund(t.Context(), id, gwei(5)); err != nil {
		t.Fatal(err)
	}
	if got := must(s.client.Promise(t.Context(), id))(t).Reserve; got.Cmp(gwei(1005)) != 0 {
		t.Errorf("reserve %s, want one funding of 5 gwei", got)
	}
}

// TestForeignTransactionInOurPlace: the key is used elsewhere with our nonce.
func TestForeignTransactionInOurPlace(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	p := newProxy(t, s.endpoint)
	operator, _ := s.operatorThrough(p)
	operator.Hurry(time.Minute, time.Minute, 50*time.Millisecond)
	var once sync.Once
	p.lie(func(c call) (answer, bool) {
		if c.Method != "eth_sendRawTransaction" {
			return answer{}, false
		}
		tx := transaction(t, c)
		once.Do(func() { s.commit(item(x, 9)) }) // by a program that has another lock directory
		return answer{Result: quoted(t, tx.Hash())}, true
	})
	if _, err := operator.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)}); !errors.Is(err, escrow.ErrReplaced) {
		t.Errorf("commit: %v", err)
	}
}

// TestNextProcessFinishesTheTransaction: one process dies between broadcast and
// receipt; the next one with the key finds it and does not stumble.
func TestNextProcessFinishesTheTransaction(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	for _, lost := range []bool{false, true} {
		p := newProxy(t, s.endpoint)
		operator, dir := s.operatorThrough(p)
		ctx, cancel := context.WithCancel(t.Context())
		p.lie(func(c call) (answer, bool) {
			switch c.Method {
			case "eth_sendRawTransaction":
				cancel() // the process dies here
				return answer{Result: quoted(t, transaction(t, c).Hash())}, lost
			case "eth_getTransactionReceipt":
				return answer{}, true
			default:
				return answer{}, false
			}
		})
		before := len(must(s.client.Items(t.Context(), x.Owner, x.ID))(t))
		if _, err := operator.Commit(ctx, x.Owner, []trace.Item{item(x, 1)}); !errors.Is(err, escrow.ErrPending) && !errors.Is(err, context.Canceled) {
			t.Fatalf("commit of the dying process: %v", err)
		}
		if kept, err := filepath.Glob(filepath.Join(dir, "tx-*.flight")); err != nil || len(kept) != 1 {
			t.Fatalf("kept %v, %v", kept, err)
		}
		next := must(s.client.Account(s.keys[devnet.Operator], dir))(t)
		must(next.Commit(t.Context(), x.Owner, []trace.Item{item(x, 2)}))(t)
		want := before + 2
		if lost {
			want = before + 1 // what no node has seen is not sent by somebody else
		}
		if items := must(s.client.Items(t.Context(), x.Owner, x.ID))(t); len(items) != want {
			t.Errorf("lost %t: %d commitments, want %d", lost, len(items), want)
		}
		if kept, err := filepath.Glob(filepath.Join(dir, "tx-*.flight")); err != nil || len(kept) != 0 {
			t.Errorf("still kept %v, %v", kept, err)
		}
	}
}

// TestSilentNode: a node that takes the transaction and never answers again
// leaves it pending; it is not forgotten.
func TestSilentNode(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	p := newProxy(t, s.endpoint)
	operator, dir := s.operatorThrough(p)
	operator.Hurry(time.Minute, 100*time.Millisecond, time.Minute)
	silent := make(chan struct{})
	p.lie(func(c call) (answer, bool) {
		if c.Method == "eth_getTransactionReceipt" {
			<-silent
		}
		return answer{}, false
	})
	_, err := operator.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)})
	close(silent)
	if !errors.Is(err, escrow.ErrPending) {
		t.Errorf("commit: %v", err)
	}
	if kept, err := filepath.Glob(filepath.Join(dir, "tx-*.flight")); err != nil || len(kept) != 1 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestDamagedFlightIsNamed(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	dir := t.TempDir()
	key := s.keys[devnet.Operator]
	file := filepath.Join(dir, "tx-31337-"+key.Address().String()+"-000000000001-00000000.flight")
	if err := os.WriteFile(file, []byte("{\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := must(s.client.Account(key, dir))(t)
	if _, err := a.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("commit: %v", err)
	}
}

func TestPoorAccount(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	poor := must(escrow.LoadOrCreateKey(filepath.Join(t.TempDir(), "poor.key")))(t)
	a := must(s.client.Account(poor, t.TempDir()))(t)
	if _, err := a.Fund(t.Context(), id, gwei(1)); !errors.Is(err, escrow.ErrFunds) || !strings.Contains(err.Error(), poor.Address().String()) {
		t.Errorf("funding without money: %v", err)
	}
}

// TestConfirmations: a network with confirmations waits for blocks on top.
func TestConfirmations(t *testing.T) {
	s := newScene(t)
	x := s.open("a")
	n := s.network
	n.Confirmations = 3
	c := must(escrow.Dial(t.Context(), n))(t)
	defer c.Close()
	a := must(c.Account(s.keys[devnet.Operator], t.TempDir()))(t)
	done := make(chan escrow.Receipt, 1)
	go func() {
		r, err := a.Commit(t.Context(), x.Owner, []trace.Item{item(x, 1)})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	for {
		select {
		case r := <-done:
			if head := must(c.HeadBlock(t.Context()))(t); head.Number < r.Block+3 {
				t.Errorf("confirmed in block %d with head %d", r.Block, head.Number)
			}
			if at := must(c.ConfirmedBlock(t.Context()))(t); at.Number+3 > must(c.HeadBlock(t.Context()))(t).Number {
				t.Errorf("confirmed block %d", at.Number)
			}
			return
		default:
			s.advance(time.Second)
		}
	}
}
