package escrow_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/tracestore/trace"
)

// TestOperatorsAreRememberedTruly: a client that remembers an owner's operators
// gives the answer of one that has just begun, before and after changes, and asks
// for the old blocks once.
func TestOperatorsAreRememberedTruly(t *testing.T) {
	s := newScene(t)
	p := newProxy(t, s.endpoint)
	old, owner := s.through(p), s.address(devnet.Owner)
	whole := 0
	p.lie(func(c call) (answer, bool) {
		var q struct{ FromBlock string }
		if c.Method == "eth_getLogs" && json.Unmarshal(c.Params[0], &q) == nil && len(q.FromBlock) <= len("0xf") {
			whole++
		}
		return answer{}, false
	})
	same := func(want int) {
		t.Helper()
		now := must(s.client.LatestTime(t.Context()))(t)
		fresh := must(s.through(p).OperatorsBetween(t.Context(), owner, 0, now))(t)
		got := must(old.OperatorsBetween(t.Context(), owner, 0, now))(t)
		if !slices.Equal(got, fresh) || len(got) != want {
			t.Errorf("%v, a new client has %v; want %d", got, fresh, want)
		}
	}
	blocks := func(n int) {
		for range n {
			s.advance(time.Second)
		}
	}
	same(1)
	blocks(140)
	same(1) // remembers from here on
	for i, a := range []trace.Address{{1}, {2}, s.address(devnet.Operator)} {
		must(s.as[devnet.Owner].SetOperator(t.Context(), a))(t)
		same(min(i+2, 3))
		blocks(140)
		same(min(i+2, 3))
	}
	whole = 0
	for range 3 {
		must(old.OperatorsBetween(t.Context(), owner, 0, 1))(t)
	}
	if whole != 0 {
		t.Errorf("the whole chain was searched %d times more", whole)
	}
}
