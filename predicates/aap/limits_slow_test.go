package aap

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/varek/varek/predicates"
)

// slowCall is one counted call as AAP-5's text speaks of it.
type slowCall struct {
	seq    uint64
	args   string
	from   string
	amount *big.Rat
	mono   int    // seconds; -1 = none
	boot   string // "" = none known
}

// slowLimits goes over all earlier calls for every call: sections 3 to 5 of the
// text as they stand, except that what was left out is left out again.
func slowLimits(calls []slowCall, max int, sum *big.Rat, repeat int, window int) []uint64 {
	var out []uint64
	gone := map[int]bool{}
	for i, c := range calls {
		count, alike, total := 1, 1, new(big.Rat).Set(c.amount)
		for j, e := range calls[:i] {
			if e.from != c.from {
				continue
			}
			if c.mono >= 0 && e.mono >= 0 && c.boot != "" && c.boot == e.boot && c.mono-e.mono >= window {
				gone[j] = true
			}
			if gone[j] {
				continue
			}
			count++
			total.Add(total, e.amount)
			if e.args == c.args {
				alike++
			}
		}
		if count > max || total.Cmp(sum) > 0 || alike > repeat {
			out = append(out, c.seq)
		}
	}
	return out
}

// TestLimitsEqualTheText compares windows, sums and repetitions with the slow
// reading over random sessions.
func TestLimitsEqualTheText(t *testing.T) {
	pred, _ := catalog(t).ByName("AAP-5@1")
	rng := rand.New(rand.NewPCG(3, 9))
	seen := [2]int{}
	for range 2000 * scale() {
		max, sumMax, repeat, window := 1+rng.IntN(5), rng.IntN(12), 1+rng.IntN(3), 10+rng.IntN(40)
		prog, err := pred.Compile(mustJSON(m{"calls": []any{m{"tool": "pay", "kinds": []any{"action"}}}, "max_count": max, "sum": m{"amount": "/args/n", "max": sumMax},
			"repeat": m{"max": repeat, "same": "args"}, "per": []any{"/args/from"}, "window": fmt.Sprintf("%ds", window), "include_failed": false, "on_gap": "ignore"}))
		if err != nil {
			t.Fatal(err)
		}
		var records []vectorRecord
		var calls []slowCall
		boot, now := "", 0
		for range rng.IntN(14) {
			if rng.IntN(6) == 0 {
				boot = fmt.Sprintf("%08d-1111-4111-8111-111111111111", rng.IntN(2))
				records = append(records, session("resume", m{"boot": boot}))
				continue
			}
			if now += rng.IntN(20); rng.IntN(8) == 0 {
				now -= rng.IntN(now + 1) // a hostile clock
			}
			from, tenths := string(rune('x'+rng.IntN(2))), rng.IntN(4)
			c := slowCall{seq: uint64(len(records) + 1), from: from, amount: big.NewRat(int64(tenths), 1), mono: now, boot: boot}
			c.args = fmt.Sprintf(`{"from":"%s","n":%d}`, from, tenths)
			more := mono(now)
			if rng.IntN(8) == 0 {
				c.mono, more = -1, m{}
			}
			records, calls = append(records, action("a", "pay", c.args, "ok", more)), append(calls, c)
		}
		want := slowLimits(calls, max, big.NewRat(int64(sumMax), 1), repeat, window)
		out, err := predicates.Evaluate(prog, viewsOf(traceLines(records)))
		if err != nil || !slices.Equal(out.Records, want) {
			t.Fatalf("%v, %v; want %v\n%s", out, err, want, traceLines(records))
		}
		seen[min(len(want), 1)]++
	}
	if seen[0] < 100 || seen[1] < 100 {
		t.Errorf("%d kept and %d violated: the test sees too little", seen[0], seen[1])
	}
}
