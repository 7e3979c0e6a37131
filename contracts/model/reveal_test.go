package model_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/contracts/model"
	"github.com/varek/varek/tracestore/trace"
)

// shown is a record with its place, as the Go code and as the contract take it.
type shown struct {
	session trace.Hash
	n, seq  uint32
	record  trace.Record
	path    []trace.Hash
}

// commitment is what the Go code computes, ok false when it refuses.
func (s shown) commitment() (h trace.Hash, ok bool) {
	root, err := trace.InclusionRoot(s.record.Leaf(), uint64(s.seq)-1, uint64(s.n), s.path)
	return trace.Commitment(s.session, uint64(s.n), root), err == nil
}

func (s shown) forContract() (bindings.IRevealPlace, bindings.IRevealRecord) {
	p := bindings.IRevealPlace{Session: s.session, N: s.n, Seq: s.seq, Path: make([][32]byte, len(s.path))}
	for i := range s.path {
		p.Path[i] = s.path[i]
	}
	return p, bindings.IRevealRecord{Head: s.record.Head, Salt: s.record.Salt, Body: s.record.Body, BodyHash: s.record.BodyHash}
}

// records are of random lengths, the empty and the long included.
func records(r *rand.Rand, n int) []trace.Record {
	text := func(most int) []byte {
		b := make([]byte, r.IntN(most))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	out := make([]trace.Record, n)
	for i := range out {
		out[i] = trace.Record{Head: text(90), Body: text(140), Salt: trace.Keccak(text(40), []byte{byte(i)})}
	}
	return out
}

// show proves the record at seq in the trace.
func show(t *testing.T, session trace.Hash, leaves []trace.Record, seq int) shown {
	maker, err := trace.NewInclusion(uint64(seq-1), uint64(len(leaves)))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range leaves {
		maker.Append(r.Leaf())
	}
	path, _, err := maker.Path()
	if err != nil {
		t.Fatal(err)
	}
	return shown{session, uint32(len(leaves)), uint32(seq), leaves[seq-1], path}
}

func committed(session trace.Hash, leaves []trace.Record) trace.Hash {
	var f trace.Frontier
	for _, r := range leaves {
		f.Append(r.Leaf())
	}
	return trace.Commitment(session, f.Size(), f.Root())
}

// alterations of a good proof, each of which must make it prove nothing.
var alterations = map[string]func(*shown){
	"head":      func(s *shown) { s.record.Head = append(slices.Clone(s.record.Head), ' ') },
	"body":      func(s *shown) { s.record.Body = append(slices.Clone(s.record.Body), ' ') },
	"salt":      func(s *shown) { s.record.Salt[31] ^= 1 },
	"session":   func(s *shown) { s.session[0] ^= 1 },
	"seq + 1":   func(s *shown) { s.seq++ },
	"seq - 1":   func(s *shown) { s.seq-- },
	"n + 1":     func(s *shown) { s.n++ },
	"n - 1":     func(s *shown) { s.n-- },
	"longer":    func(s *shown) { s.path = append(slices.Clone(s.path), trace.Hash{1}) },
	"shorter":   func(s *shown) { s.path = s.path[:max(len(s.path), 1)-1]; s.session[1] ^= byte(1 / (1 + len(s.path))) },
	"path":      func(s *shown) { s.path = slices.Clone(s.path); s.session[2] ^= flip(s.path) },
	"moved":     func(s *shown) { s.record.Head, s.record.Body = s.record.Body, append(slices.Clone(s.record.Head), 1) },
	"body hash": func(s *shown) { s.record = s.record.Hide(); s.record.BodyHash[5] ^= 4 },
}

// flip changes a hash of the path; 1 when there is none to change.
func flip(path []trace.Hash) byte {
	if len(path) == 0 {
		return 1
	}
	path[len(path)/2][7] ^= 2
	return 0
}

// revealer asks the deployed Reveal many questions at once.
type revealer struct {
	*ledger
	at    trace.Address
	abi   *abi.ABI
	calls []rpc.BatchElem
	check []func(answer []byte, refused bool) error
}

func newRevealer(t *testing.T, l *ledger, by actor) *revealer {
	parsed, err := bindings.RevealMetaData.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.send(by, nil, 0, common.FromHex(bindings.RevealMetaData.Bin))
	if err != nil || r.Status != types.ReceiptStatusSuccessful {
		t.Fatal("cannot deploy", err)
	}
	return &revealer{ledger: l, at: trace.Address(r.ContractAddress), abi: parsed}
}

func (v *revealer) ask(check func(answer []byte, refused bool) error, method string, args ...any) {
	v.t.Helper()
	in, err := v.abi.Pack(method, args...)
	if err != nil {
		v.t.Fatal(err)
	}
	v.calls = append(v.calls, rpc.BatchElem{Method: "eth_call", Result: new(json.RawMessage),
		Args: []any{map[string]any{"to": common.Address(v.at), "input": hexutil.Bytes(in)}, "latest"}})
	v.check = append(v.check, check)
}

// answers sends what was asked and checks each answer.
func (v *revealer) answers() {
	v.t.Helper()
	for done := 0; done < len(v.calls); done += 200 {
		part := v.calls[done:min(done+200, len(v.calls))]
		if err := v.node.BatchCallContext(v.t.Context(), part); err != nil {
			v.t.Fatal(err)
		}
		for i, c := range part {
			var answer hexutil.Bytes
			if c.Error == nil {
				if err := json.Unmarshal(*c.Result.(*json.RawMessage), &answer); err != nil {
					v.t.Fatal(err)
				}
			} else if _, refused := c.Error.(rpc.DataError); !refused {
				v.t.Fatal(c.Error)
			}
			if err := v.check[done+i](answer, c.Error != nil); err != nil {
				v.t.Fatal(err)
			}
		}
	}
	v.calls, v.check = nil, nil
}

// same asks for the commitment of what is shown: both sides give the same or
// both refuse, and it is the trace's own if and only if the proof is good.
func (v *revealer) same(what string, s shown, h trace.Hash, good bool) {
	v.t.Helper()
	place, record := s.forContract()
	want, ok := s.commitment()
	v.ask(func(answer []byte, refused bool) error {
		switch {
		case refused == ok || (ok && trace.Hash(answer) != want):
			return fmt.Errorf("%s, n %d, seq %d: the contract says %x (refused: %t), the Go code %s (%t)", what, s.n, s.seq, answer, refused, want, ok)
		case good != (ok && want == h):
			return fmt.Errorf("%s, n %d, seq %d: both take it as %t", what, s.n, s.seq, !good)
		}
		return nil
	}, "commitmentOf", place, record)
}

// TestRevealIsTheTracesProof compares the contract's proofs with the Go code's:
// every record of traces of 1 to 70, some of larger ones, shown and hidden.
func TestRevealIsTheTracesProof(t *testing.T) {
	l, actors, _ := newLedger(t)
	v := newRevealer(t, l, actors["owner"])
	r := rand.New(rand.NewPCG(11, 7))
	sizes := []int{127, 128, 129, 1000}
	for n := 1; n <= 70; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		session, leaves := trace.Keccak([]byte(fmt.Sprint("trace ", n))), records(r, n)
		h := committed(session, leaves)
		for seq := 1; seq <= n; seq++ {
			if n > 70 && r.IntN(n) > 5*rounds(t, 1) && seq != n {
				continue
			}
			s := show(t, session, leaves, seq)
			v.same("good", s, h, true)
			hidden := s
			hidden.record = s.record.Hide()
			v.same("hidden", hidden, h, true)
			for _, name := range slices.Sorted(maps.Keys(alterations)) {
				if r.IntN(4) > 0 && n > 9 && rounds(t, 1) == 1 {
					continue // at scale 1 a quarter of them
				}
				bad := s
				alterations[name](&bad)
				v.same(name, bad, h, false)
			}
		}
		v.answers()
	}
}

// TestRevealAgainstTheEscrow proves records against a final and against a
// checkpoint that is shown with every link that came after it.
func TestRevealAgainstTheEscrow(t *testing.T) {
	l, actors, payees := newLedger(t)
	w := newWorld(t, l, actors, payees, model.Agreed(), 1)
	owner := actors["owner"]
	v := newRevealer(t, l, owner)
	r := rand.New(rand.NewPCG(3, 9))
	says := func(what string, want bool) func([]byte, bool) error {
		return func(answer []byte, refused bool) error {
			if yes := !refused && len(answer) == 32 && answer[31] == 1; yes != want {
				return fmt.Errorf("%s: the contract says %t", what, yes)
			}
			return nil
		}
	}
	session, leaves := trace.Hash{8}, records(r, 23)
	type sent struct {
		prev trace.Hash
		kind uint8
		at   uint64
		data []byte
	}
	var log []sent
	for i, n := range []int{9, 14, 23} {
		kind, method := uint8(1+i/2), []string{"checkpoint", "checkpoint", "finalize"}[i]
		data := trace.PackItems([]trace.Item{{Session: trace.Hash{7, byte(i)}, N: 3, H: trace.Hash{1}}, {Session: session, N: uint32(n), H: committed(session, leaves[:n])}})
		prev := w.model.Accumulators[owner.address]
		err := w.run(operation{text: method + "()", by: owner, input: w.pack(method, address(owner.address), data), apply: func(c model.Call) model.Result {
			return map[uint8]func(model.Call, trace.Address, []byte) model.Result{1: w.model.Checkpoint, 2: w.model.Finalize}[kind](c, owner.address, data)
		}})
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, sent{prev, kind, w.now, data})
	}
	escrow := address(w.model.Address)
	for i, n := range []int{9, 14, 23} {
		c := bindings.IRevealCheckpoint{PrevAcc: log[i].prev, Kind: log[i].kind, Time: wei(log[i].at), Data: log[i].data, Item: big.NewInt(1)}
		for _, later := range log[i+1:] {
			c.Later = append(c.Later, bindings.IRevealLink{Kind: later.kind, Time: wei(later.at), DataHash: trace.Keccak(later.data)})
		}
		for seq := 1; seq <= n; seq++ {
			place, record := show(t, session, leaves[:n], seq).forContract()
			v.ask(says("shown", true), "isInCheckpoint", escrow, address(owner.address), place, record, c)
			v.ask(says("final", n == 23), "isInFinal", escrow, address(owner.address), place, record)
			v.ask(says("final of another owner", false), "isInFinal", escrow, escrow, place, record)
			for what, alter := range map[string]func(*bindings.IRevealCheckpoint){
				"kind": func(c *bindings.IRevealCheckpoint) { c.Kind ^= 3 },
				"time": func(c *bindings.IRevealCheckpoint) { c.Time = wei(log[i].at + 1) },
				"data": func(c *bindings.IRevealCheckpoint) { c.Data = append(slices.Clone(c.Data), 0) },
				"item": func(c *bindings.IRevealCheckpoint) { c.Item = big.NewInt(0) },
				"none": func(c *bindings.IRevealCheckpoint) { c.Item = big.NewInt(2) },
				"prev": func(c *bindings.IRevealCheckpoint) { c.PrevAcc[0] ^= 1 },
				"link": func(c *bindings.IRevealCheckpoint) {
					c.Later = append(slices.Clone(c.Later), bindings.IRevealLink{Kind: 1, Time: wei(1), DataHash: [32]byte{1}})
				},
				"hidden link": func(c *bindings.IRevealCheckpoint) {
					if len(c.Later) == 0 {
						c.Kind = 9 // nothing came later that could be left out
						return
					}
					c.Later = c.Later[:len(c.Later)-1]
				},
			} {
				bad := c
				alter(&bad)
				v.ask(says(what, false), "isInCheckpoint", escrow, address(owner.address), place, record, bad)
			}
			record.Head = append(slices.Clone(record.Head), 1)
			v.ask(says("altered", false), "isInCheckpoint", escrow, address(owner.address), place, record, c)
			v.ask(says("altered", false), "isInFinal", escrow, address(owner.address), place, record)
		}
	}
	v.answers()
}
