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

// TestReorganisedChain takes back, on the real chain and under the real program,
// the verifier's own settlement, then a filing, then a final commitment together
// with the settlement that rested on it. What the new branch has is what counts.
func TestReorganisedChain(t *testing.T) {
	s := newScene(t, "5 ether")
	await := func(claim trace.Hash, status escrow.Status) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); s.open(claim) && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond) // asks the chain again
		}
		got, err := s.client.Claim(t.Context(), claim)
		s.must(err)
		if got.Status != status {
			t.Fatalf("the claim is %s (%s), want %s", got.Status, got.Reason, status)
		}
		s.verdicts(claim, 1)
	}

	broken := s.closed(evil)
	claim := s.file(broken)
	before := s.photograph()
	_, e := s.start()
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, broken, nil))
	await(claim, escrow.StatusPaid)
	s.fork(before)
	await(claim, escrow.StatusPaid) // sent again, on the new branch

	before = s.photograph()
	kept := s.closed(good)
	lost := s.file(kept)
	deliverUntilKept(t, e.URL, lost, s.bundle(lost, kept, nil))
	await(lost, escrow.StatusSatisfied)
	s.fork(before)
	if _, err := s.client.Claim(t.Context(), lost); err == nil {
		t.Fatal("the filing is on the new branch")
	}
	again := s.closed(good) // another session in its place
	claim = s.file(again)
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, again, nil))
	await(claim, escrow.StatusSatisfied)

	open := s.play(s.promise, good)
	claim = s.file(open)
	before = s.photograph()
	s.finalize(open)
	deliverUntilKept(t, e.URL, claim, s.bundle(claim, open, nil))
	await(claim, escrow.StatusSatisfied)
	s.fork(before)
	s.advance(3*day + time.Minute) // and no final comes on this branch
	await(claim, escrow.StatusPaid)
	got, err := s.client.Claim(t.Context(), claim)
	s.must(err)
	if got.Reason.String() != "no_final" {
		t.Errorf("the reason is %s", got.Reason)
	}
}
