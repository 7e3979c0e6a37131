package escrow_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

const day = 24 * time.Hour

// TestBrokenPromisePaysTheUser is the main line: register, open, checkpoint,
// final, claim, verdict, and every wei accounted for.
func TestBrokenPromisePaysTheUser(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	p := must(s.client.Promise(ctx, id))(t)
	if string(p.Params) != string(params) || p.Owner != s.address(devnet.Owner) || p.Available.Cmp(gwei(1000)) != 0 {
		t.Errorf("promise %+v", p)
	}
	x := s.open("a", id)
	first := s.commit(item(x, 3))
	s.commit(item(x, 7), item(s.open("other"), 1))
	final := s.finalize(item(x, 9))

	want := []escrow.Commitment{
		{Kind: escrow.KindCheckpoint, N: 3, H: item(x, 3).H, BlockTime: first.BlockTime},
		{Kind: escrow.KindCheckpoint, N: 7, H: item(x, 7).H, BlockTime: first.BlockTime + 1},
		{Kind: escrow.KindFinal, N: 9, H: item(x, 9).H, BlockTime: final.BlockTime},
	}
	got := must(s.client.Items(ctx, x.Owner, x.ID))(t)
	want[1].BlockTime = got[1].BlockTime // between the two, whichever second it was
	if !reflect.DeepEqual(got, want) {
		t.Errorf("items %+v\nwant  %+v", got, want)
	}

	before := must(s.client.Balance(ctx, x.User))(t)
	claimID, filing, err := s.as[devnet.User].File(ctx, escrow.Filing{Session: x, Promise: id, Bond: gwei(10)})
	if err != nil {
		t.Fatal(err)
	}
	claim := must(s.client.Claim(ctx, claimID))(t)
	if claim.Status != escrow.StatusOpen || claim.Round != 1 || claim.User != x.User || claim.Verifier != s.address(devnet.Verifier) {
		t.Errorf("claim %+v", claim)
	}
	must(s.as[devnet.Verifier].Settle(ctx, claim.ID, true, escrow.ReasonViolated))(t)
	settled := must(s.client.Claim(ctx, claim.ID))(t)
	if settled.Status != escrow.StatusPaid || settled.Reason != escrow.ReasonViolated {
		t.Errorf("settled claim %s, %s", settled.Status, settled.Reason)
	}
	due := new(big.Int).Sub(new(big.Int).Add(before, gwei(100)), filing.Fee)
	if after := must(s.client.Balance(ctx, x.User))(t); after.Cmp(due) != 0 {
		t.Errorf("the user has %s wei, want what was there, the payout and less the fee: %s", after, due)
	}
	if p := must(s.client.Promise(ctx, id))(t); p.Reserve.Cmp(gwei(900)) != 0 || p.OpenClaims != 0 {
		t.Errorf("reserve %s, %d open claims", p.Reserve, p.OpenClaims)
	}
	var kinds []escrow.EventKind
	for _, e := range must(s.client.ClaimEvents(ctx, claim.ID))(t) {
		kinds = append(kinds, e.Kind)
	}
	if !slices.Equal(kinds, []escrow.EventKind{escrow.ClaimFiled, escrow.ClaimSettled}) {
		t.Errorf("events %v", kinds)
	}
}

func TestKeptPromiseCreditsTheProvider(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	x := s.open("a", id)
	claim := s.file(x, id)
	verifier, owner := s.as[devnet.Verifier], s.as[devnet.Owner]
	if _, err := verifier.Settle(ctx, claim.ID, false, escrow.ReasonSatisfied); !errors.Is(err, escrow.ErrNoFinal) {
		t.Errorf("satisfied without a final commitment: %v", err)
	}
	s.finalize(item(x, 0))
	if _, err := verifier.Settle(ctx, claim.ID, false, escrow.ReasonSatisfied); err != nil {
		t.Fatal(err)
	}
	if credit := must(s.client.Credit(ctx, owner.Address()))(t); credit.Cmp(gwei(10)) != 0 {
		t.Errorf("credit %s, want the bond", credit)
	}
	to := trace.Address{19: 0xaa}
	if _, err := owner.Pull(ctx, to); err != nil {
		t.Fatal(err)
	}
	if got := must(s.client.Balance(ctx, to))(t); got.Cmp(gwei(10)) != 0 {
		t.Errorf("pulled %s, want the bond", got)
	}
	if _, err := owner.Pull(ctx, to); !errors.Is(err, escrow.ErrNothing) {
		t.Errorf("second pull: %v", err)
	}
	if _, _, err := s.as[devnet.User].File(ctx, escrow.Filing{Session: x, Promise: id, Bond: gwei(10)}); !errors.Is(err, escrow.ErrPairTaken) {
		t.Errorf("second claim of a resolved pair: %v", err)
	}
}

// TestWindows walks over each deadline: the last second on one side, the next
// on the other.
func TestWindows(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	verifier, user := s.as[devnet.Verifier], s.as[devnet.User]

	late := s.open("late", id)
	final := s.finalize(item(late, 1))
	x := s.open("a", id)
	claim := s.file(x, id)
	if _, err := verifier.Settle(ctx, claim.ID, true, escrow.ReasonNoEvidence); !errors.Is(err, escrow.ErrTooEarly) {
		t.Errorf("no evidence at once: %v", err)
	}
	if _, err := user.WithdrawClaim(ctx, claim.ID); !errors.Is(err, escrow.ErrTooEarly) {
		t.Errorf("withdrawal at once: %v", err)
	}
	if _, err := s.as[devnet.Operator].Offer(ctx, claim.ID, trace.Keccak([]byte("bundle"))); err != nil {
		t.Fatal(err)
	}
	s.advance(escrow.EvidenceWindow + time.Hour)
	if _, err := verifier.Settle(ctx, claim.ID, true, escrow.ReasonNoEvidence); !errors.Is(err, escrow.ErrTooEarly) {
		t.Errorf("no evidence after 3 days in spite of an offer: %v", err)
	}
	s.advance(7 * day)
	if _, err := user.WithdrawClaim(ctx, claim.ID); err != nil {
		t.Errorf("withdrawal after 10 days: %v", err)
	}
	again := s.file(x, id)
	if again.Round != 2 {
		t.Errorf("the second claim of the pair has round %d", again.Round)
	}
	s.advance(escrow.EvidenceWindow + time.Hour)
	if _, err := verifier.Settle(ctx, again.ID, true, escrow.ReasonNoEvidence); err != nil {
		t.Errorf("no evidence after 3 days: %v", err)
	}
	rest := int64(final.BlockTime) + int64(escrow.FilingWindow.Seconds()) - int64(must(s.client.LatestTime(ctx))(t))
	s.advance(time.Duration(rest+60) * time.Second)
	_, _, err := user.File(ctx, escrow.Filing{Session: late, Promise: id, Bond: gwei(10)})
	var refusal *escrow.Refusal
	if !errors.Is(err, escrow.ErrTooLate) || !errors.As(err, &refusal) {
		t.Fatalf("filing 30 days after the final: %v", err)
	}
	last := escrow.BlockTime(final.BlockTime + uint64(escrow.FilingWindow.Seconds())).Format(time.RFC3339)
	if want := escrow.ErrTooLate.Error() + ": it was " + last; refusal.Sentence != want {
		t.Errorf("sentence %q, want %q", refusal.Sentence, want)
	}
}

func TestRetirement(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	owner := s.as[devnet.Owner]
	if _, err := owner.WithdrawReserve(ctx, id, owner.Address()); !errors.Is(err, escrow.ErrNotRetired) {
		t.Errorf("withdrawal from a live promise: %v", err)
	}
	must(owner.Retire(ctx, id))(t)
	if _, _, err := s.as[devnet.Operator].OpenSession(ctx, owner.Address(), s.address(devnet.User), trace.Keccak(nil), []uint32{id}); !errors.Is(err, escrow.ErrRetired) {
		t.Errorf("session under a retired promise: %v", err)
	}
	if _, err := owner.Fund(ctx, id, gwei(1)); !errors.Is(err, escrow.ErrBeyondDues) {
		t.Errorf("funding a retired promise: %v", err)
	}
	if _, err := owner.WithdrawReserve(ctx, id, owner.Address()); !errors.Is(err, escrow.ErrTooEarly) {
		t.Errorf("withdrawal at once: %v", err)
	}
	s.advance(escrow.RetirementWindow + time.Minute)
	to := trace.Address{19: 0xbb}
	must(owner.WithdrawReserve(ctx, id, to))(t)
	if got := must(s.client.Balance(ctx, to))(t); got.Cmp(gwei(1000)) != 0 {
		t.Errorf("withdrawn %s", got)
	}
}

// TestShortReserve: a verdict the reserve cannot pay is owed, and collected once
// it can.
func TestShortReserve(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(100))
	a, b := s.open("a", id), s.open("b", id)
	first, second := s.file(a, id), s.file(b, id)
	for _, c := range []escrow.Claim{first, second} {
		must(s.as[devnet.Verifier].Settle(ctx, c.ID, true, escrow.ReasonViolated))(t)
	}
	if c := must(s.client.Claim(ctx, second.ID))(t); c.Status != escrow.StatusDue {
		t.Fatalf("the second claim is %s", c.Status)
	}
	if due := must(s.client.OldestDue(ctx, id))(t); due != second.ID {
		t.Errorf("oldest due %s, want %s", due, second.ID)
	}
	if _, err := s.as[devnet.User].Collect(ctx, second.ID); !errors.Is(err, escrow.ErrReserveShort) {
		t.Errorf("collecting from an empty reserve: %v", err)
	}
	must(s.as[devnet.Owner].Fund(ctx, id, gwei(100)))(t)
	must(s.as[devnet.Deployer].Collect(ctx, second.ID))(t)
	if c := must(s.client.Claim(ctx, second.ID))(t); c.Status != escrow.StatusPaid {
		t.Errorf("after collecting the claim is %s", c.Status)
	}
}

// TestRefusalsHaveSentences asks for what the contract refuses and wants the
// sentinel of each.
func TestRefusalsHaveSentences(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	x := s.open("a", id)
	owner, operator, user, stranger := s.as[devnet.Owner], s.as[devnet.Operator], s.as[devnet.User], s.as[devnet.Deployer]
	claim := s.file(x, id)
	for name, c := range map[string]struct {
		call func() error
		want error
	}{
		"unknown promise":    {func() error { _, err := owner.Retire(ctx, 99); return err }, escrow.ErrUnknownPromise},
		"not the owner":      {func() error { _, err := stranger.Retire(ctx, id); return err }, escrow.ErrNotOwner},
		"not the operator":   {func() error { _, err := stranger.Commit(ctx, x.Owner, []trace.Item{item(x, 1)}); return err }, escrow.ErrNotOperator},
		"not the verifier":   {func() error { _, err := user.Settle(ctx, claim.ID, true, 1); return err }, escrow.ErrNotVerifier},
		"not the user":       {func() error { _, err := owner.WithdrawClaim(ctx, claim.ID); return err }, escrow.ErrNotUser},
		"no items":           {func() error { _, err := operator.Commit(ctx, x.Owner, nil); return err }, escrow.ErrItemsLength},
		"a checkpoint of 0":  {func() error { _, err := operator.Commit(ctx, x.Owner, []trace.Item{item(x, 0)}); return err }, escrow.ErrItem},
		"a strange reason":   {func() error { _, err := s.as[devnet.Verifier].Settle(ctx, claim.ID, true, 2); return err }, escrow.ErrReason},
		"a session reopened": {func() error { _, _, err := operator.OpenSession(ctx, x.Owner, x.User, x.Salt, x.Promises); return err }, escrow.ErrSessionOpened},
		"a wrong bond": {func() error {
			_, _, err := user.File(ctx, escrow.Filing{Session: s.open("b", id), Promise: id, Bond: gwei(11)})
			return err
		}, escrow.ErrBond},
		"another's session": {func() error {
			_, _, err := stranger.File(ctx, escrow.Filing{Session: x, Promise: id, Bond: gwei(10)})
			return err
		}, escrow.ErrSessionMismatch},
	} {
		err := c.call()
		var refusal *escrow.Refusal
		if !errors.Is(err, c.want) || !errors.As(err, &refusal) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if _, err := s.client.Promise(ctx, 99); !errors.Is(err, escrow.ErrUnknownPromise) {
		t.Errorf("reading promise 99: %v", err)
	}
	if _, err := s.client.Session(ctx, trace.Hash{1}); !errors.Is(err, escrow.ErrUnknownSession) {
		t.Errorf("reading an unknown session: %v", err)
	}
	if _, err := s.client.Claim(ctx, trace.Hash{1}); !errors.Is(err, escrow.ErrUnknownClaim) {
		t.Errorf("reading an unknown claim: %v", err)
	}
}

// TestFactsAreTheJudges: the facts of a claim are a valid facts file, and the
// first final and every operator are in it.
func TestFactsAreTheJudges(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	x := s.open("a", id)
	s.commit(item(x, 4))
	other := s.address(devnet.Deployer)
	must(s.as[devnet.Owner].SetOperator(ctx, other))(t)
	if _, err := s.as[devnet.Owner].SetOperator(ctx, other); !errors.Is(err, escrow.ErrSameOperator) {
		t.Errorf("the same operator again: %v", err)
	}
	s.advance(2 * time.Second) // a chain may seal several blocks within one second
	must(s.as[devnet.Deployer].Finalize(ctx, x.Owner, []trace.Item{item(x, 5)}))(t)
	must(s.as[devnet.Deployer].Finalize(ctx, x.Owner, []trace.Item{item(x, 6)}))(t)
	claim := s.file(x, id)
	offer := trace.Keccak([]byte("bundle"))
	must(s.as[devnet.Deployer].Offer(ctx, claim.ID, offer))(t)
	s.advance(day)
	must(s.as[devnet.Owner].SetOperator(ctx, trace.Address{}))(t)

	text := must(json.Marshal(must(s.client.Facts(ctx, claim.ID))(t)))(t)
	f, err := judge.DecodeFacts(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	operator := s.address(devnet.Operator)
	if f.Claim.ID != claim.ID || f.Promise.ParamsHash != trace.Keccak(params) || f.Offer == nil || *f.Offer != offer {
		t.Errorf("facts %s", text)
	}
	if f.Final == nil || f.Final.N != 5 || len(f.Items) != 3 {
		t.Errorf("final %+v of %d items, want the first of two", f.Final, len(f.Items))
	}
	if want := []trace.Address{other, x.Owner}; !slices.Equal(f.Operators, want) {
		t.Errorf("evidence may be signed by %v, want the operator at filing and the owner, %v", f.Operators, want)
	}
	if want := []trace.Address{operator, other, x.Owner}; !slices.Equal(f.HeadSigners, want) {
		t.Errorf("heads may be signed by %v, want every operator till the final and the owner, %v", f.HeadSigners, want)
	}
	if _, err := s.client.Facts(ctx, trace.Hash{7}); !errors.Is(err, escrow.ErrUnknownClaim) {
		t.Errorf("facts of an unknown claim: %v", err)
	}
}
