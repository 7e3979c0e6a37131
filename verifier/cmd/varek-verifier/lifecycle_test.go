package main

import (
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
)

const (
	good = "alice@example.com"
	evil = "mallory@attacker.net"
)

// The rows of the settlement table in which evidence decides.
func TestEvidenceDecides(t *testing.T) {
	s := newScene(t, "5 ether")
	b := s.verifier()
	tests := []struct {
		name    string
		to      []string
		change  func(*draft)
		reason  string
		records []uint64
	}{
		{"promise kept", []string{good, "bob@example.com"}, nil, "satisfied", nil},
		{"promise broken", []string{good, evil}, nil, "violated", []uint64{7}},
		{"record altered after its checkpoint", []string{good}, func(d *draft) {
			d.records[1].Body = []byte(strings.Replace(string(d.records[1].Body), "ready", "late!", 1))
		}, "inconsistent", nil},
		{"record altered after the last checkpoint", []string{evil}, func(d *draft) {
			last := &d.records[3]
			last.Body = []byte(strings.ReplaceAll(string(last.Body), evil, good))
		}, "inconsistent", nil},
		{"record left out", []string{good, good}, func(d *draft) {
			d.records = append(d.records[:2:2], d.records[3:]...)
		}, "inconsistent", []uint64{3}},
		{"records after the final one", []string{good}, func(d *draft) {
			d.records = append(d.records, d.records[0])
		}, "inconsistent", []uint64{6}},
		{"needed body withheld", []string{evil}, func(d *draft) {
			d.records[3] = d.records[3].Hide()
		}, "hidden", []uint64{4}},
		{"body withheld that is not needed", []string{good}, func(d *draft) {
			d.records[0] = d.records[0].Hide()
		}, "satisfied", nil},
		{"other parameters", []string{evil}, func(d *draft) {
			d.header.Params = []byte(strings.Replace(string(d.header.Params), "*@example.com", "*", 1))
		}, "params_mismatch", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := s.closed(tt.to...)
			before, user, owner := s.reserve(), s.balance(s.user.Address()), s.credit(s.owner.Address())
			claim := s.file(c)
			b.drain()
			b.mustPost(claim, b.bundle(claim, c, tt.change))
			b.drain()
			status := escrow.StatusPaid
			if tt.reason == "satisfied" {
				status = escrow.StatusSatisfied
			}
			b.settled(claim, status, tt.reason, tt.records...)
			b.paid(status, before, user, owner)
		})
	}
}

// paid follows the money of one settled claim.
func (b *bench) paid(status escrow.Status, reserve, user, owner *big.Int) {
	b.Helper()
	spent := new(big.Int).Sub(reserve, b.reserve())
	gained := new(big.Int).Sub(b.balance(b.user.Address()), user) // less the fee of filing
	credited := new(big.Int).Sub(b.credit(b.owner.Address()), owner)
	if status == escrow.StatusSatisfied {
		if spent.Sign() != 0 || credited.Cmp(b.terms.Bond) != 0 || gained.Sign() >= 0 {
			b.Errorf("kept promise: reserve fell by %s, owner was credited %s, user gained %s", spent, credited, gained)
		}
		return
	}
	if spent.Cmp(b.terms.Payout) != 0 || credited.Sign() != 0 || gained.Sign() <= 0 || gained.Cmp(b.terms.Payout) > 0 {
		b.Errorf("broken promise: reserve fell by %s, owner was credited %s, user gained %s", spent, credited, gained)
	}
}

// An invalid copy neither counts nor stands in the way of a valid one.
func TestOnlyTheOperatorsSignatureMakesEvidence(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	c := s.closed(good)
	claim := s.file(c)
	b.drain()
	other := s.closed(evil)
	forged := map[string][]byte{
		"the user's signature":     b.bundle(claim, c, func(d *draft) { d.signer = s.net.Keys[devnet.User] }),
		"the verifier's signature": b.bundle(claim, c, func(d *draft) { d.signer = s.net.Keys[devnet.Verifier] }),
		"a byte changed":           append([]byte(`{ `), b.bundle(claim, c, nil)[1:]...),
		"cut short":                b.bundle(claim, c, nil)[:500],
		"another session's bundle": b.bundle(claim, other, nil),
		"another chain's bundle":   b.bundle(claim, c, func(d *draft) { d.header.ChainID++ }),
		"another escrow's bundle":  b.bundle(claim, c, func(d *draft) { d.header.Escrow[0] ^= 1 }),
		"another claim's bundle":   b.bundle(trace.Keccak([]byte("x")), c, nil),
		"no bundle":                []byte("hello"),
	}
	for name, bundle := range forged {
		if status, code := b.post(claim, bundle); status != http.StatusUnprocessableEntity || code != "not_evidence" {
			t.Errorf("%s: answered %d %s", name, status, code)
		}
	}
	b.drain()
	b.waits(claim)
	b.mustPost(claim, b.bundle(claim, c, nil))
	if status, code := b.post(claim, b.bundle(claim, c, func(d *draft) { d.signer = s.net.Keys[devnet.Owner] })); status != http.StatusOK || code != "" {
		t.Errorf("the same bytes signed by the owner: %d %s; the hash covers all but the footer", status, code)
	}
	b.drain()
	b.settled(claim, escrow.StatusSatisfied, "satisfied")
}

func TestNoEvidence(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	c := s.closed(good)
	claim := s.file(c)
	b.drain()
	s.advance(3*day - time.Minute)
	b.drain()
	b.waits(claim)
	s.advance(2 * time.Minute)
	if status, code := b.post(claim, b.bundle(claim, c, nil)); status != http.StatusGone || code != "late" {
		t.Errorf("evidence after three days: %d %s", status, code)
	}
	b.drain()
	b.settled(claim, escrow.StatusPaid, "no_evidence")
}

// Evidence that arrived in time counts, however late the verifier gets to it.
func TestEvidenceInTimeIsNotForgotten(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	c := s.closed(good)
	claim := s.file(c)
	b.mustPost(claim, b.bundle(claim, c, nil)) // the door looks at the chain for a fresh claim
	b.done()
	s.advance(8 * day)
	b = s.verifier()
	b.drain()
	b.settled(claim, escrow.StatusSatisfied, "satisfied")
}

func TestOfferedEvidenceWaitsTenDays(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	late, never := s.closed(good), s.closed(good)
	lateClaim, neverClaim := s.file(late), s.file(never)
	bundle := b.bundle(lateClaim, late, nil)
	for claim, text := range map[trace.Hash][]byte{lateClaim: bundle, neverClaim: []byte("x\ny\n")} {
		offer := trace.Keccak(text[:strings.LastIndex(strings.TrimSuffix(string(text), "\n"), "\n")+1])
		if _, err := s.operator.Offer(t.Context(), claim, offer); err != nil {
			t.Fatal(err)
		}
	}
	s.advance(9 * day)
	b.drain()
	b.waits(neverClaim)
	other := b.bundle(lateClaim, late, func(d *draft) { d.records[0] = d.records[0].Hide() })
	if status, code := b.post(lateClaim, other); status != http.StatusGone || code != "late" {
		t.Errorf("a late bundle other than the offered one: %d %s", status, code)
	}
	b.mustPost(lateClaim, bundle)
	b.drain()
	b.settled(lateClaim, escrow.StatusSatisfied, "satisfied")
	b.waits(neverClaim)
	s.advance(day)
	b.drain()
	b.settled(neverClaim, escrow.StatusPaid, "no_evidence")
}

func TestNoFinalCommitment(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	open, closing := s.play(s.promise, good), s.play(s.promise, evil)
	openClaim, closingClaim := s.file(open), s.file(closing)
	b.drain()
	b.mustPost(openClaim, b.bundle(openClaim, open, nil))
	b.mustPost(closingClaim, b.bundle(closingClaim, closing, nil))
	b.drain()
	b.waits(openClaim)
	s.advance(2 * day)
	s.finalize(closing)
	s.advance(time.Minute)
	b.drain()
	b.settled(closingClaim, escrow.StatusPaid, "violated", 4)
	b.waits(openClaim)
	s.advance(day)
	b.drain()
	b.settled(openClaim, escrow.StatusPaid, "no_final")
}

// A user's signed heads are waited for one day; evidence that does not extend
// them rules against the provider.
func TestSignedHeadsBindTheProvider(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	for _, tt := range []struct {
		name   string
		honest bool
		send   bool
		reason string
	}{
		{"heads of this trace", true, true, "satisfied"},
		{"head of a trace that was rewritten", false, true, "head_mismatch"},
		{"heads that never arrive", false, false, "satisfied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := s.closed(good)
			n, h := c.n, c.h
			if !tt.honest {
				h = trace.Keccak(h[:])
			}
			domain := trace.Domain{ChainID: s.net.Network.ChainID, Contract: s.net.Network.Escrow}
			sig, err := s.net.Keys[devnet.Operator].SignHash(domain.HeadDigest(c.session.ID, uint32(n), h))
			s.must(err)
			heads := fmt.Appendf(nil, `[{"h":"%s","n":%d,"signature":"%s"}]`, h, n, trace.FormatSignature(sig))
			claim := s.fileWith(c, trace.Keccak(heads))
			b.drain()
			b.mustPost(claim, b.bundle(claim, c, nil))
			b.drain()
			b.waits(claim)
			if tt.send {
				url := b.http.URL + "/v1/claims/" + claim.String() + "/heads"
				if status, code := postTo(t, url, append(heads, ' ')); status != http.StatusUnprocessableEntity {
					t.Errorf("another file of heads: %d %s", status, code)
				}
				if status, code := postTo(t, url, heads); status != http.StatusOK {
					t.Fatalf("the heads: %d %s", status, code)
				}
			} else {
				s.advance(day + time.Minute)
			}
			b.drain()
			status := escrow.StatusPaid
			if tt.reason == "satisfied" {
				status = escrow.StatusSatisfied
			}
			b.settled(claim, status, tt.reason)
		})
	}
}

// A bundle that was accepted stays evidence when the operator changes afterwards.
func TestOperatorMayChangeAfterDelivery(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	c := s.play(s.promise, good)
	claim := s.file(c)
	next := s.net.Keys[devnet.Deployer]
	_, err := s.owner.SetOperator(t.Context(), next.Address())
	s.must(err)
	b.drain()
	b.mustPost(claim, b.bundle(claim, c, func(d *draft) { d.signer = next }))
	_, err = s.owner.SetOperator(t.Context(), s.operator.Address())
	s.must(err)
	s.finalize(c)
	s.advance(time.Minute)
	b.drain()
	b.settled(claim, escrow.StatusSatisfied, "satisfied")
}

// Claims that the chain ends otherwise end here too, and later rounds are new.
func TestClaimsThatEndWithoutUs(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	c := s.closed(evil)
	claim := s.file(c)
	b.drain()
	b.done() // the verifier is away
	s.advance(11 * day)
	_, err := s.user.WithdrawClaim(t.Context(), claim)
	s.must(err)
	again := s.file(c)
	b = s.verifier()
	b.drain()
	if r := b.report(claim); r.State != string(verifier.Closed) || r.Closed != "withdrawn" || r.Verdict != nil {
		t.Errorf("the withdrawn claim: %+v", r)
	}
	if status, code := b.post(claim, b.bundle(claim, c, nil)); status != http.StatusGone || code != "closed" {
		t.Errorf("evidence for a withdrawn claim: %d %s", status, code)
	}
	if r := b.report(again); r.Round != 2 {
		t.Errorf("the second filing: %+v", r)
	}
	b.mustPost(again, b.bundle(again, c, nil))
	b.drain()
	b.settled(again, escrow.StatusPaid, "violated", 4)
}

func TestOthersClaimsAreNotOurs(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	theirs := s.register(s.net.Keys[devnet.Deployer].Address())
	c := s.play(theirs, evil)
	s.finalize(c)
	claim := s.file(c)
	s.advance(4 * day)
	b.drain()
	if status, code := b.post(claim, b.bundle(claim, c, nil)); status != http.StatusNotFound || code != "unknown_claim" {
		t.Errorf("evidence for another verifier's claim: %d %s", status, code)
	}
	if onChain, err := s.client.Claim(t.Context(), claim); err != nil || onChain.Status != escrow.StatusOpen {
		t.Errorf("another verifier's claim: %s, %v", onChain.Status, err)
	}
}

// When the reserve is short the verdict stands and the payout is owed.
func TestReserveShort(t *testing.T) {
	s := newScene(t, "0.05 ether")
	b := s.verifier()
	first, second := s.closed(evil), s.closed(evil)
	claims := []trace.Hash{s.file(first), s.file(second)}
	b.drain()
	b.mustPost(claims[0], b.bundle(claims[0], first, nil))
	b.drain()
	b.mustPost(claims[1], b.bundle(claims[1], second, nil))
	b.drain()
	b.settled(claims[0], escrow.StatusPaid, "violated", 4)
	b.settled(claims[1], escrow.StatusDue, "violated", 4)
}

// Many claims at once settle each by its own evidence.
func TestManyClaimsAtOnce(t *testing.T) {
	s := newScene(t, "5 ether")
	b := s.verifier()
	claims := map[trace.Hash]bool{}
	for i := range 12 {
		to := good
		if i%2 == 1 {
			to = evil
		}
		c := s.closed(to)
		claim := s.file(c)
		claims[claim] = i%2 == 1
		if i%3 != 0 {
			b.mustPost(claim, b.bundle(claim, c, nil))
		} else {
			defer func() { b.settled(claim, escrow.StatusPaid, "no_evidence") }()
			delete(claims, claim)
		}
	}
	b.drain()
	for claim, violated := range claims {
		if violated {
			b.settled(claim, escrow.StatusPaid, "violated", 4)
		} else {
			b.settled(claim, escrow.StatusSatisfied, "satisfied")
		}
	}
	s.advance(3*day + time.Minute)
	b.drain()
}

// A verifier that is stopped after every single step reaches the same end.
func TestStoppedAfterEveryStep(t *testing.T) {
	s := newScene(t, "1 ether")
	c := s.closed(evil)
	claim := s.file(c)
	b := s.verifier()
	b.mustPost(claim, b.bundle(claim, c, nil))
	for range 10 {
		b.done()
		b = s.verifier()
		if _, err := b.svc.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	b.settled(claim, escrow.StatusPaid, "violated", 4)
	b.verdicts(claim, 1)
}

// verdicts counts the settlements that the chain saw of a claim.
func (s *scene) verdicts(claim trace.Hash, want int) {
	s.Helper()
	events, err := s.client.ClaimEvents(s.Context(), claim)
	s.must(err)
	n := 0
	for _, e := range events {
		if e.Kind == escrow.ClaimSettled {
			n++
		}
	}
	if n != want {
		s.Errorf("the chain saw %d verdicts on claim %s, want %d", n, claim, want)
	}
}

func TestOneOwnerPerStateFolder(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	_, err := verifier.OpenBook(t.Context(), s.state+"/verifier", verifier.Identity{})
	if err == nil || !strings.Contains(err.Error(), "--state") {
		t.Errorf("a second verifier on the same folder: %v", err)
	}
	b.done()
	if _, err := verifier.OpenBook(t.Context(), s.state+"/verifier", verifier.Identity{}); err == nil {
		t.Error("the claims of one escrow were opened for another")
	}
}

// A chain that goes away and comes back is read on where it was left.
func TestChainComesBack(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	c := s.closed(evil)
	claim := s.file(c)
	b.drain()
	b.mustPost(claim, b.bundle(claim, c, nil))
	s.must(s.net.Close())
	if _, err := b.svc.Step(t.Context()); err == nil {
		t.Error("a step without a chain says that all is well")
	}
	if status, code := b.post(claim, b.bundle(claim, c, nil)); status != http.StatusServiceUnavailable || code != "unavailable" {
		t.Errorf("evidence without a chain: %d %s", status, code)
	}
	var err error
	s.net, err = devnet.Start(t.Context(), devnet.Config{State: s.state, Heartbeat: time.Hour})
	s.must(err)
	s.client, s.owner = s.account(devnet.Owner)
	b.drain()
	b.settled(claim, escrow.StatusPaid, "violated", 4)
}
