package model_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/contracts/model"
)

// play runs a sequence of operations on a new escrow; the error names the seed
// and the shortest prefix that shows the difference: each operation is compared
// as it is done.
func play(t *testing.T, l *ledger, rules model.Rules, seed uint64, length int) (*world, error) {
	actors, payees, _ := cast(t)
	w := newWorld(t, l, actors, payees, rules, seed)
	for range length {
		if err := w.run(w.next()); err != nil {
			return w, fmt.Errorf("seed %d, after %d operations: %w\n%s", seed, len(w.done), err, strings.Join(w.done, "\n"))
		}
	}
	return w, nil
}

// TestContractIsTheModel compares the contract with the model after each of
// many random operations: outcome, events, every view, every balance.
func TestContractIsTheModel(t *testing.T) {
	l, _, _ := newLedger(t)
	counts := map[string]int{}
	for seed := range rounds(t, 10) {
		w, err := play(t, l, model.Agreed(), uint64(seed), 60)
		if err != nil {
			t.Fatal(err)
		}
		for k, n := range w.counts {
			counts[k] += n
		}
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Log(k, counts[k])
	}
	for name := range l.abi.Methods {
		if m := l.abi.Methods[name]; !m.IsConstant() && counts[name] == 0 {
			t.Errorf("no %s went through: the generator is of no use", name)
		}
	}
}

// broken are models with one rule broken each. The same comparison must find
// every one of them within the budget of the test above.
var broken = map[string]func(*model.Rules){
	"a claim can be filed one second longer":           func(r *model.Rules) { r.ClaimWindow++ },
	"a claim can be filed one second less":             func(r *model.Rules) { r.ClaimWindow-- },
	"a reserve can be withdrawn one second earlier":    func(r *model.Rules) { r.ReserveWindow-- },
	"an offer is in time one second longer":            func(r *model.Rules) { r.EvidenceWindow++ },
	"a claim can be withdrawn one second earlier":      func(r *model.Rules) { r.VerdictWindow-- },
	"a claim expires one second later":                 func(r *model.Rules) { r.ExpiryWindow++ },
	"a former operator counts one second less":         func(r *model.Rules) { r.OperatorWindow-- },
	"a push has all gas":                               func(r *model.Rules) { r.PushGasBounded = false },
	"an open claim holds nothing":                      func(r *model.Rules) { r.HoldsReserve = false },
	"a payout owed takes nothing from what is left":    func(r *model.Rules) { r.DuesReserve = false },
	"dues are collected in any order":                  func(r *model.Rules) { r.OldestFirst = false },
	"the last final stands":                            func(r *model.Rules) { r.FirstFinal = false },
	"a final from before the opening stands":           func(r *model.Rules) { r.EarlyFinalVoid = false },
	"the bond of a kept promise goes back to the user": func(r *model.Rules) { r.BondToOwner = false },
	"a withdrawn pair cannot be filed again":           func(r *model.Rules) { r.RoundsGoOn = false },
}

// TestBrokenRuleIsFound plays each broken model until it differs. At scale 1 a
// few of them, so that the day's test stays short.
func TestBrokenRuleIsFound(t *testing.T) {
	l, _, _ := newLedger(t)
	names := slices.Sorted(maps.Keys(broken))
	for _, name := range names[:min(len(names), rounds(t, 4))] {
		rules := model.Agreed()
		broken[name](&rules)
		found := false
		for seed := range 40 {
			w, err := play(t, l, rules, uint64(seed), 60)
			if found = errors.Is(err, errDiffers); found {
				t.Logf("%s: seed %d, operation %d: %.200s", name, seed, len(w.done), w.done[len(w.done)-1])
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if !found {
			t.Errorf("nobody noticed that %s", name)
		}
	}
}
