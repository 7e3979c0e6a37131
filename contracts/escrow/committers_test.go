package escrow_test

import (
	"errors"
	"testing"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestCommittersShareOneAccumulator: owner, operator and the next operator commit
// by turns for one session. The contract keeps the accumulator in another slot
// for each, and yet it is one: the client's fold agrees with the contract after
// every turn, and nothing is lost when the operator changes or goes.
func TestCommittersShareOneAccumulator(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	x := s.open("shared", id)
	owner := s.address(devnet.Owner)
	next := s.as[devnet.Deployer]
	turns := []struct {
		by    *escrow.Account
		named trace.Address // operator named before the turn; its own where it stays
	}{
		{s.as[devnet.Operator], s.address(devnet.Operator)},
		{s.as[devnet.Owner], s.address(devnet.Operator)},
		{s.as[devnet.Operator], s.address(devnet.Operator)},
		{next, next.Address()},
		{s.as[devnet.Owner], next.Address()},
		{s.as[devnet.Owner], trace.Address{}},
		{s.as[devnet.Operator], s.address(devnet.Operator)},
	}
	for i, turn := range turns {
		if now := must(s.client.Operator(ctx, owner))(t); now != turn.named {
			must(s.as[devnet.Owner].SetOperator(ctx, turn.named))(t)
		}
		it := item(x, uint32(i+1))
		must(turn.by.Commit(ctx, owner, []trace.Item{it}))(t)
		// The client compares its fold over all batches with the contract's accumulator.
		if got, err := s.client.Items(ctx, owner, x.ID); err != nil || len(got) != i+1 {
			t.Fatalf("turn %d: %d commitments, %v", i, len(got), err)
		}
	}
	if _, err := next.Commit(ctx, owner, []trace.Item{item(x, 99)}); !errors.Is(err, escrow.ErrNotOperator) {
		t.Errorf("a former operator commits: %v", err)
	}
	last := item(x, uint32(len(turns)+1))
	must(s.as[devnet.Owner].Finalize(ctx, owner, []trace.Item{last}))(t)
	claim := s.file(x, id)
	f := must(s.client.Facts(ctx, claim.ID))(t)
	if len(f.Items) != len(turns)+1 || f.Final == nil || f.Final.N != last.N || f.Final.H != last.H {
		t.Fatalf("%d items and final %+v, want %d and %d records", len(f.Items), f.Final, len(turns)+1, last.N)
	}
	for i, it := range f.Items {
		if want := item(x, uint32(i+1)); it.N != want.N || it.H != want.H {
			t.Errorf("item %d is %d %s, want %d %s", i, it.N, it.H, want.N, want.H)
		}
	}
	for _, a := range []trace.Address{owner, s.address(devnet.Operator), next.Address()} {
		found := false
		for _, h := range f.HeadSigners {
			found = found || h == a
		}
		if !found {
			t.Errorf("%s committed and does not count as a signer of heads: %s", a, f.HeadSigners)
		}
	}
}
