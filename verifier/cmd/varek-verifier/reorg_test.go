package main

import (
	"os"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// photograph stops the chain, copies it and starts it again.
func (s *scene) photograph() (dir string) {
	s.Helper()
	dir = s.TempDir()
	s.must(s.net.Close())
	s.must(os.CopyFS(dir, os.DirFS(devnet.Dir(s.state))))
	s.restart()
	return dir
}

// fork puts the chain back to a photograph. What is mined from here on is another
// branch: its blocks have other hashes than those that were.
func (s *scene) fork(dir string) {
	s.Helper()
	s.must(s.net.Close())
	s.must(os.RemoveAll(devnet.Dir(s.state)))
	s.must(os.CopyFS(devnet.Dir(s.state), os.DirFS(dir)))
	s.restart()
	s.advance(time.Minute)
}

func (s *scene) restart() {
	s.Helper()
	var err error
	s.net, err = devnet.Start(s.Context(), devnet.Config{State: s.state, Heartbeat: time.Hour})
	s.must(err)
	s.client, s.owner = s.account(devnet.Owner)
	_, s.operator = s.account(devnet.Operator)
	_, s.user = s.account(devnet.User)
}

// awaitEnd waits until a claim is closed, with this status and by one verdict.
func (s *scene) awaitEnd(claim trace.Hash, status escrow.Status) {
	s.Helper()
	for deadline := time.Now().Add(time.Minute); s.open(claim) && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond) // asks the chain again
	}
	got, err := s.client.Claim(s.Context(), claim)
	s.must(err)
	if got.Status != status {
		s.Fatalf("the claim is %s (%s), want %s", got.Status, got.Reason, status)
	}
	s.verdicts(claim, 1)
}

// TestReorganisedChain takes back, on the real chain and under the real program,
// the verifier's own settlement, then a filing, then a final commitment together
// with the settlement that rested on it. What the new branch has is what counts.
func TestReorganisedChain(t *testing.T) {
	s := newScene(t, "5 ether")
	broken := s.closed(evil)
	claim := s.file(broken)
	before := s.photograph()
	_, e := s.start()
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, broken, nil))
	s.awaitEnd(claim, escrow.StatusPaid)
	s.fork(before)
	s.awaitEnd(claim, escrow.StatusPaid) // sent again, on the new branch

	before = s.photograph()
	kept := s.closed(good)
	lost := s.file(kept)
	deliverUntilKept(t, e.URL, lost, s.bundle(lost, kept, nil))
	s.awaitEnd(lost, escrow.StatusSatisfied)
	s.fork(before)
	if _, err := s.client.Claim(t.Context(), lost); err == nil {
		t.Fatal("the filing is on the new branch")
	}
	again := s.closed(good) // another session in its place
	claim = s.file(again)
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, again, nil))
	s.awaitEnd(claim, escrow.StatusSatisfied)

	open := s.play(s.promise, good)
	claim = s.file(open)
	before = s.photograph()
	s.finalize(open)
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, open, nil))
	s.awaitEnd(claim, escrow.StatusSatisfied)
	s.fork(before)
	s.advance(3*day + time.Minute) // and no final comes on this branch
	s.awaitEnd(claim, escrow.StatusPaid)
	got, err := s.client.Claim(t.Context(), claim)
	s.must(err)
	if got.Reason.String() != "no_final" {
		t.Errorf("the reason is %s", got.Reason)
	}
}

// TestReorganisedCheckpoint takes back a checkpoint and nothing else: filing and
// bundle stand on both branches. Of one session the old branch has a checkpoint
// that is not of its trace and the new one has not; of the other it is the reverse.
// The verifier has read the old branch's when it took the bundles.
func TestReorganisedCheckpoint(t *testing.T) {
	s := newScene(t, "5 ether")
	_, e := s.start()
	cleared, damned := s.play(s.promise, good), s.play(s.promise, good)
	clear, damn := s.file(cleared), s.file(damned)
	wrong := func(c *course) {
		t.Helper()
		_, err := s.operator.Commit(t.Context(), s.owner.Address(), []trace.Item{{Session: c.session.ID, N: 2, H: trace.Keccak([]byte("another trace"))}})
		s.must(err)
	}
	before := s.photograph()
	wrong(cleared)
	for claim, c := range map[trace.Hash]*course{clear: cleared, damn: damned} {
		deliverUntilKept(t, e.URL, claim, s.bundle(claim, c, nil))
	}
	s.fork(before)
	wrong(damned)
	s.finalize(cleared)
	s.finalize(damned)
	s.awaitEnd(clear, escrow.StatusSatisfied)
	s.awaitEnd(damn, escrow.StatusPaid)
	got, err := s.client.Claim(t.Context(), damn)
	s.must(err)
	if got.Reason.String() != "inconsistent" {
		t.Errorf("the reason is %s", got.Reason)
	}
}
