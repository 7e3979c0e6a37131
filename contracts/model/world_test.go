package model_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/contracts/model"
	"github.com/varek/varek/tracestore/trace"
)

// operation is one transaction for both sides.
type operation struct {
	text  string
	by    actor
	value uint64
	at    uint64 // second; the next one when 0
	input []byte
	apply func(model.Call) model.Result
}

// world is one escrow on the chain beside the model of it.
type world struct {
	*ledger
	actors   map[string]actor
	model    *model.Escrow
	rand     *rand.Rand
	openings []model.Opening // every session that was thought of
	start    map[trace.Address]*big.Int
	counts   map[string]int // of outcomes, by method and error
	done     []string       // operations so far
	salts    byte
}

func newWorld(t *testing.T, l *ledger, actors map[string]actor, payees map[trace.Address]model.Payee, rules model.Rules, seed uint64) *world {
	r, err := l.send(actors["verifier"], nil, 0, common.FromHex(bindings.EscrowMetaData.Bin))
	if err != nil || r.Status != types.ReceiptStatusSuccessful {
		t.Fatal("cannot deploy the escrow", err)
	}
	w := &world{ledger: l, actors: actors, rand: rand.New(rand.NewPCG(seed, 5)), start: map[trace.Address]*big.Int{}, counts: map[string]int{}}
	w.model = model.New(rules, devchain.ChainID, trace.Address(r.ContractAddress), payees)
	clear(l.fees)
	for _, a := range actors {
		b, err := l.eth.BalanceAt(t.Context(), address(a.address), nil)
		if err != nil {
			t.Fatal(err)
		}
		w.start[a.address] = b
	}
	return w
}

// run carries out an operation on both sides and compares everything.
func (w *world) run(op operation) error {
	if op.at != 0 {
		if err := w.at(op.at); err != nil {
			return err
		}
	}
	origin := w.now
	r, err := w.send(op.by, &w.model.Address, op.value, op.input)
	if err != nil {
		return err
	}
	w.done = append(w.done, fmt.Sprintf("%d: %s %s value %d", w.now, op.by.name, op.text, op.value))
	if w.now != origin+1 {
		return fmt.Errorf("the clock stands at %d", w.now)
	}
	want := op.apply(model.Call{By: op.by.address, Value: op.value, Now: w.now})
	if err := w.compare(op, r, want); err != nil {
		return fmt.Errorf("%w: %w", errDiffers, err)
	}
	if op.by.contract() && r.Status == types.ReceiptStatusSuccessful { // the key behind it pays
		w.model.Moved[op.by.address] += int64(op.value)
		w.model.Moved[op.by.from] -= int64(op.value)
	}
	if !w.model.Solvent() {
		return fmt.Errorf("the model is not solvent")
	}
	return w.ask(w.viewsOf(), w.balances())
}

// errDiffers says that contract and model differ; other errors are the test's own.
var errDiffers = errors.New("contract and model differ")

func (w *world) compare(op operation, r *types.Receipt, want model.Result) error {
	method, _, _ := strings.Cut(op.text, "(")
	if r.Status == types.ReceiptStatusSuccessful {
		w.counts[method]++
		if len(want.Refusals) > 0 {
			return fmt.Errorf("the contract does it, the model refuses with %v", want.Refusals)
		}
		return w.compareEvents(r.Logs, want.Events)
	}
	name, err := w.refusal(op.by, w.model.Address, op.value, op.input, r)
	if err != nil {
		return err
	}
	w.counts[method+" "+name]++
	if !slices.Contains(want.Refusals, name) {
		return fmt.Errorf("the contract refuses with %s, the model with %v", name, want.Refusals)
	}
	return nil
}

func (w *world) compareEvents(logs []*types.Log, want []model.Event) error {
	var got []string
	for _, log := range logs {
		if log.Address != address(w.model.Address) {
			continue
		}
		e, err := w.abi.EventByID(log.Topics[0])
		if err != nil {
			return err
		}
		fields := map[string]any{}
		if err := w.abi.UnpackIntoMap(fields, e.Name, log.Data); err != nil {
			return err
		}
		amount, _ := fields["amount"].(*big.Int)
		if amount == nil {
			amount = new(big.Int)
		}
		got = append(got, fmt.Sprintf("%s %d", e.Name, amount))
	}
	var expected []string
	for _, e := range want {
		expected = append(expected, fmt.Sprintf("%s %d", e.Name, e.Amount))
	}
	slices.Sort(got)
	slices.Sort(expected)
	if !slices.Equal(got, expected) {
		return fmt.Errorf("the contract's events are %v, the model's %v", got, expected)
	}
	return nil
}

func (w *world) balances() map[trace.Address]*big.Int {
	out := map[trace.Address]*big.Int{w.model.Address: wei(w.model.Balance)}
	for _, a := range w.actors {
		b := new(big.Int).Add(w.start[a.address], big.NewInt(w.model.Moved[a.address]))
		if paid := w.fees[a.address]; paid != nil {
			b.Sub(b, paid)
		}
		out[a.address] = b
	}
	return out
}
