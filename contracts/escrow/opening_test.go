package escrow_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestOpeningBySignature: the operator signs, nothing is sent; the user shows
// the opening with the claim. Openings that do not hold are found out before.
func TestOpeningBySignature(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	operator, user := s.as[devnet.Operator], s.as[devnet.User]
	now := must(s.client.LatestTime(ctx))(t)
	sign := func(signer escrow.Signer, salt byte, at uint64) escrow.Opening {
		return must(s.client.SignOpening(ctx, signer, s.address(devnet.Owner), user.Address(), trace.Hash{salt}, []uint32{id}, at))(t)
	}
	o := must(escrow.ParseOpening(mustJSON(t, sign(operator.Signer(), 1, now))))(t)
	if by, err := s.client.CheckOpening(ctx, o); err != nil || by != operator.Address() {
		t.Fatalf("signed by %s, %v", by, err)
	}
	if _, err := s.client.Session(ctx, o.Session); !errors.Is(err, escrow.ErrUnknownSession) {
		t.Errorf("the chain knows the session already: %v", err)
	}
	s.finalize(trace.Item{Session: o.Session, N: 2, H: trace.Hash{9}})
	claim, _, err := user.FileSigned(ctx, o, id, trace.Hash{}, gwei(10))
	if err != nil {
		t.Fatal(err)
	}
	if x := must(s.client.Session(ctx, o.Session))(t); x.OpenedAt != now || x.User != user.Address() {
		t.Errorf("session %+v", x)
	}
	if c := must(s.client.Claim(ctx, claim))(t); c.Status != escrow.StatusOpen || c.Session != o.Session {
		t.Errorf("claim %+v", c)
	}
	if _, err := operator.OpenSigned(ctx, sign(operator.Signer(), 2, now)); err != nil {
		t.Errorf("shown by itself: %v", err)
	}

	changed, foreign, cut := o, o, o
	changed.User, foreign.Escrow, cut.Signature = s.address(devnet.Verifier), trace.Address{1}, o.Signature[:100]
	late := sign(operator.Signer(), 3, now)
	late.OpenedAt++
	for name, o := range map[string]escrow.Opening{
		"another user": changed, "another escrow": foreign, "a cut signature": cut, "another time": late,
		"a stranger's": sign(s.as[devnet.Deployer].Signer(), 4, now),
	} {
		if by, err := s.client.CheckOpening(ctx, o); !errors.Is(err, escrow.ErrOpening) {
			t.Errorf("%s: signed by %s, %v", name, by, err)
		}
	}
	// A former operator's signature counts for as long as the contract says.
	before := sign(operator.Signer(), 5, now)
	must(s.as[devnet.Owner].SetOperator(ctx, trace.Address{7}))(t)
	if _, err := s.client.CheckOpening(ctx, before); err != nil {
		t.Errorf("signed before the operator was relieved: %v", err)
	}
	s.advance(escrow.FilingWindow + time.Hour)
	if _, err := s.client.CheckOpening(ctx, before); !errors.Is(err, escrow.ErrOpening) {
		t.Errorf("a month after the operator was relieved: %v", err)
	}
	if _, err := user.OpenSigned(ctx, before); !errors.Is(err, escrow.ErrOpeningSigner) {
		t.Errorf("the contract says: %v", err)
	}
}

// TestFinalFromBeforeTheOpening: it neither closes the time for claims nor counts
// as the session's final; and who ended a session does not open it any more.
func TestFinalFromBeforeTheOpening(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	owner, user, operator := s.address(devnet.Owner), s.address(devnet.User), s.as[devnet.Operator]
	session := s.client.SessionID(owner, user, trace.Hash{5}, []uint32{id})
	early := s.finalize(trace.Item{Session: session, N: 1, H: trace.Hash{1}})
	if f, there, err := s.client.Final(ctx, owner, session); err != nil || !there || f.N != 1 {
		t.Errorf("before any opening: %+v %t %v", f, there, err)
	}
	if _, _, err := operator.OpenSession(ctx, owner, user, trace.Hash{5}, []uint32{id}); !errors.Is(err, escrow.ErrFinalized) {
		t.Errorf("opened after the final of block %d: %v", early.Block, err)
	}
	s.advance(escrow.FilingWindow + time.Hour)
	o := must(s.client.SignOpening(ctx, operator.Signer(), owner, user, trace.Hash{5}, []uint32{id}, must(s.client.LatestTime(ctx))(t)))(t)
	claim, _, err := s.as[devnet.User].FileSigned(ctx, o, id, trace.Hash{}, gwei(10))
	if err != nil {
		t.Fatal(err)
	}
	if f := must(s.client.Facts(ctx, claim))(t); f.Final != nil || len(f.Items) != 1 {
		t.Errorf("final %+v of %d items, want none of one", f.Final, len(f.Items))
	}
	s.finalize(trace.Item{Session: session, N: 3, H: trace.Hash{3}})
	if f, there, err := s.client.Final(ctx, owner, session); err != nil || !there || f.N != 3 {
		t.Errorf("final %+v %t %v, want the one of 3 records", f, there, err)
	}
}

// TestQuorumDecides: two of three members settle a claim; fewer, strangers and
// doubles are refused before anything is sent.
func TestQuorumDecides(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	members := []*escrow.Account{s.as[devnet.Verifier], s.as[devnet.Deployer], s.as[devnet.User]}
	addresses := []trace.Address{}
	for _, m := range members {
		addresses = append(addresses, m.Address())
	}
	for _, c := range []struct {
		members   []trace.Address
		threshold int
	}{{addresses, 1}, {addresses, 4}, {addresses, 0}, {append(slices.Clone(addresses), addresses[0]), 3}, {nil, 0}} {
		if _, _, err := s.as[devnet.Deployer].DeployQuorum(ctx, c.members, c.threshold); !errors.Is(err, escrow.ErrQuorum) {
			t.Errorf("%d of %d: %v", c.threshold, len(c.members), err)
		}
	}
	q, _, err := s.as[devnet.Deployer].DeployQuorum(ctx, addresses, 2)
	if err != nil {
		t.Fatal(err)
	}
	if q.Threshold != 2 || len(q.Members) != 3 || !slices.IsSortedFunc(q.Members, func(a, b trace.Address) int { return slices.Compare(a[:], b[:]) }) {
		t.Errorf("quorum %+v", q)
	}
	for _, a := range []trace.Address{s.network.Escrow, {1}} {
		if _, err := s.client.Quorum(ctx, a); !errors.Is(err, escrow.ErrNoQuorum) {
			t.Errorf("%s as a quorum: %v", a, err)
		}
	}
	id, _, err := s.as[devnet.Owner].RegisterPromise(ctx, escrow.Registration{
		Predicate: trace.Hash{1}, ParamsHash: trace.Hash{2}, Payout: gwei(100), Bond: gwei(10), Reserve: gwei(1000), Verifier: q.Address, Hold: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	claim := s.file(s.open("a", id), id)
	if p := must(s.client.Promise(ctx, id))(t); !p.Hold || p.Available.Cmp(gwei(900)) != 0 {
		t.Errorf("with a claim open under hold, %s are available", p.Available)
	}
	voice := func(a *escrow.Account, violated bool) []byte {
		return must(a.Signer().SignTyped(ctx, q.Message(claim.ID, violated)))(t)
	}
	a, b, stranger := voice(members[0], true), voice(members[1], true), voice(s.as[devnet.Owner], true)
	for name, sigs := range map[string][][]byte{
		"one": {a}, "none": {}, "the same twice": {a, a}, "a stranger": {a, stranger},
		"another verdict": {a, voice(members[1], false)}, "cut": {a, b[:64]},
	} {
		if _, err := s.as[devnet.User].SubmitVerdict(ctx, q, claim.ID, true, sigs); !errors.Is(err, escrow.ErrVoices) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, order := range [][][]byte{{b, a}} {
		must(s.as[devnet.User].SubmitVerdict(ctx, q, claim.ID, true, order))(t)
	}
	if c := must(s.client.Claim(ctx, claim.ID))(t); c.Status != escrow.StatusPaid || c.Reason != escrow.ReasonUnstated {
		t.Errorf("claim %+v", c)
	}
	if _, err := s.as[devnet.User].SubmitVerdict(ctx, q, claim.ID, true, [][]byte{a, b}); !errors.Is(err, escrow.ErrStatus) {
		t.Errorf("the same verdict again: %v", err)
	}
}
