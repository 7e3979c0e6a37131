package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// gwei is the unit of the fee limits here.
const gwei = 1_000_000_000

// TestFeeSpikeAndLostTransactions: while gas costs more than the operator allows
// the verdict waits, and nothing is sent; when it is cheap again it goes out. The
// node then takes the transaction and loses it, again and again, and it is sent
// again until the chain has it. One verdict comes of all that.
func TestFeeSpikeAndLostTransactions(t *testing.T) {
	s := newScene(t, "5 ether")
	asked, sent, lost := make(chan struct{}, 1000), 0, 0
	node, e := s.behind(newBadNode(t, rand.New(rand.NewPCG(1, 1)), s.net.Network.RPC, s.net.Network.RPC), 50*gwei)
	spike := func(c rpcCall) (string, json.RawMessage) {
		switch c.Method {
		case "eth_maxPriorityFeePerGas":
			select {
			case asked <- struct{}{}:
			default:
			}
			return "instead", json.RawMessage(`"0x174876e800"`) // 100 gwei
		case "eth_sendRawTransaction":
			sent++
		}
		return "", nil
	}
	node.follow(spike)
	c := s.closed(evil)
	claim := s.file(c)
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, c, nil))
	for range 3 { // it tries again, and again finds it too dear
		select {
		case <-asked:
		case <-time.After(time.Minute):
			t.Fatal("the price is not asked for again")
		}
	}
	if !s.open(claim) {
		t.Fatal("the verdict was paid for at any price")
	}
	node.follow(func(c rpcCall) (string, json.RawMessage) {
		if c.Method != "eth_sendRawTransaction" || lost == 3 {
			return "", nil
		}
		lost++
		tx := sentIn(t, c)
		text, _ := json.Marshal(tx.Hash())
		return "instead", text
	})
	s.awaitEnd(claim, escrow.StatusPaid)
	node.follow(nil)
	if sent != 0 || lost != 3 {
		t.Errorf("%d transactions during the spike, %d lost; want 0 and 3", sent, lost)
	}
}

// TestStuckTransaction: the node keeps the verdict's transaction in its pool, and
// nobody includes it at its price. After the time that the sender gives it, it is
// replaced by one that pays more, and that one is included.
func TestStuckTransaction(t *testing.T) {
	if scale(t) < 10 {
		t.Skip("it waits the half minute after which a fee is raised; VAREK_SCALE=10 runs it")
	}
	s := newScene(t, "5 ether")
	node, e := s.behind(newBadNode(t, rand.New(rand.NewPCG(1, 1)), s.net.Network.RPC, s.net.Network.RPC), 0)
	var first, second *types.Transaction
	node.follow(func(c rpcCall) (string, json.RawMessage) {
		switch c.Method {
		case "eth_sendRawTransaction":
			tx := sentIn(t, c)
			if first == nil {
				first = tx
			}
			if tx.Hash() != first.Hash() {
				second = tx
				return "", nil
			}
			text, _ := json.Marshal(tx.Hash())
			return "instead", text
		case "eth_getTransactionByHash":
			if first == nil || !bytes.Contains(c.Params[0], []byte(first.Hash().Hex())) {
				return "", nil
			}
			text, err := json.Marshal(first)
			if err != nil {
				t.Error(err)
			}
			return "instead", text
		}
		return "", nil
	})
	c := s.closed(evil)
	claim := s.file(c)
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, c, nil))
	s.awaitEnd(claim, escrow.StatusPaid)
	node.follow(nil)
	if first == nil || second == nil {
		t.Fatal("no transaction was replaced")
	}
	if first.Nonce() != second.Nonce() || second.GasTipCap().Cmp(first.GasTipCap()) <= 0 || second.GasFeeCap().Cmp(first.GasFeeCap()) <= 0 {
		t.Errorf("nonce %d, tip %s, at most %s; replaced by nonce %d, tip %s, at most %s",
			first.Nonce(), first.GasTipCap(), first.GasFeeCap(), second.Nonce(), second.GasTipCap(), second.GasFeeCap())
	}
	events, err := s.client.ClaimEvents(t.Context(), claim)
	s.must(err)
	if last := events[len(events)-1]; last.TxHash != trace.Hash(second.Hash()) {
		t.Errorf("settled by %s, want the replacement %s", last.TxHash, second.Hash())
	}
}

// sentIn is the transaction that a call hands to the node.
func sentIn(t *testing.T, c rpcCall) *types.Transaction {
	var raw hexutil.Bytes
	tx := new(types.Transaction)
	if err := json.Unmarshal(c.Params[0], &raw); err != nil {
		t.Error(err)
	} else if err := tx.UnmarshalBinary(raw); err != nil {
		t.Error(err)
	}
	return tx
}
