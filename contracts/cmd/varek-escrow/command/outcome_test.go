package command_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/varek/varek/contracts/cmd/varek-escrow/command"
	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// stage is a development network whose commands run in this process.
type stage struct {
	t     *testing.T
	net   *devnet.Net
	state string
}

func newStage(t *testing.T) *stage {
	t.Helper()
	state := t.TempDir()
	n, err := devnet.Start(t.Context(), devnet.Config{State: state})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return &stage{t, n, state}
}

// run runs a command line and wants its exit status.
func (s *stage) run(want int, args ...string) string {
	s.t.Helper()
	var out, errs strings.Builder
	if got := command.Run(s.t.Context(), "test", append(args, "--state", s.state), &out, &errs); got != want {
		s.t.Fatalf("varek-escrow %s: exit status %d, want %d\n%s%s", strings.Join(args, " "), got, want, out.String(), errs.String())
	}
	return out.String()
}

func (s *stage) account(role string) (*escrow.Client, *escrow.Account) {
	s.t.Helper()
	c, a, err := s.net.Account(s.t.Context(), role)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.Close)
	return c, a
}

// claim registers a promise with a reserve in gwei, opens a session, closes it
// and files a claim by command.
func (s *stage) claim(salt byte, promise uint32) (claim string) {
	s.t.Helper()
	_, operator := s.account(devnet.Operator)
	owner := s.net.Keys[devnet.Owner].Address()
	id, _, err := operator.OpenSession(s.t.Context(), owner, s.net.Keys[devnet.User].Address(), trace.Hash{salt}, []uint32{promise})
	if err != nil {
		s.t.Fatal(err)
	}
	final := trace.Item{Session: id, N: 3, H: trace.Keccak([]byte{salt})}
	if _, err := operator.Finalize(s.t.Context(), owner, []trace.Item{final}); err != nil {
		s.t.Fatal(err)
	}
	var v struct{ ID, Status string }
	if err := json.Unmarshal([]byte(s.run(0, "claim", "file", id.String(), "--json")), &v); err != nil || v.Status != "open" {
		s.t.Fatalf("claim %+v, %v", v, err)
	}
	return v.ID
}

func (s *stage) register(reserve int64) uint32 {
	s.t.Helper()
	_, owner := s.account(devnet.Owner)
	id, _, err := owner.RegisterPromise(s.t.Context(), escrow.Registration{
		Predicate: trace.Hash{1}, ParamsHash: trace.Hash{2}, Payout: big.NewInt(1e8), Bond: big.NewInt(1e7),
		Reserve: big.NewInt(reserve), Verifier: s.net.Keys[devnet.Verifier].Address(),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *stage) settle(claim string, violated bool, reason escrow.Reason) {
	s.t.Helper()
	_, verifier := s.account(devnet.Verifier)
	id, err := trace.ParseHash(claim)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := verifier.Settle(s.t.Context(), id, violated, reason); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) wants(text string, parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			s.t.Errorf("no %q in:\n%s", p, text)
		}
	}
}

// TestOutcomesAreTold shows a claim in each of its ends, and the next command
// where there is something left to do.
func TestOutcomesAreTold(t *testing.T) {
	s := newStage(t)
	promise := s.register(1e8) // one payout
	broken, short, kept := s.claim(1, promise), s.claim(2, promise), s.claim(3, promise)
	s.settle(broken, true, escrow.ReasonViolated)
	s.settle(short, true, escrow.ReasonHidden)
	s.settle(kept, false, escrow.ReasonSatisfied)

	s.wants(s.run(0, "claim", "watch", broken), "PRIVATE LEDGER", "status        paid",
		"the promise is broken by the recorded session; payout 0.0000000001 ether (100000000 wei) and bond 0.00000000001 ether (10000000 wei) went to the user")
	s.wants(s.run(0, "claim", "watch", kept), "status        satisfied", "the bond 0.00000000001 ether (10000000 wei) was credited to the provider")
	s.wants(s.run(0, "claim", "show", short), "status        due", "the evidence hides something the predicate needs",
		"is owed because the reserve is short", "next: varek-escrow claim collect "+short+" --state "+s.state)
	s.wants(s.run(0, "promise", "show", "1"), "predicate     ? (0x01", "0 payouts", "0 open, 1 payout owed", "not published")

	s.run(1, "claim", "collect", short)
	s.run(0, "promise", "fund", "1", "0.1 gwei")
	s.wants(s.run(0, "claim", "collect", short), "status        paid", "fee 0.")
	s.wants(s.run(0, "claim", "watch", short), "status        paid")

	s.wants(s.run(0, "credit", "show"), "0.00000000001 ether")
	to := "0x00000000000000000000000000000000000000aa"
	s.wants(s.run(0, "credit", "pull", "--to", to), "credit of 0.00000000001 ether (10000000 wei) sent to "+to)
	s.wants(s.run(0, "balance", to), to+": 0.00000000001 ether")

	list := s.run(0, "claim", "ls", "--json")
	var all []struct{ ID, Status, Reason string }
	if err := json.Unmarshal([]byte(list), &all); err != nil || len(all) != 3 || all[0].ID != broken || all[2].Reason != "satisfied" {
		t.Errorf("claims %+v, %v", all, err)
	}
}
