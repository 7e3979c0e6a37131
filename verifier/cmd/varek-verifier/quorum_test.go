package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
)

// council is a quorum of three members, any two of whom decide, each a process
// with a state directory and an address of its own.
type council struct {
	*scene
	quorum  escrow.Quorum
	promise uint32
	seats   [3]seat
}

type seat struct {
	role, state, address string
	process              *process
}

func newCouncil(t *testing.T) *council {
	s := newScene(t, "1 ether")
	c := &council{scene: s}
	var members []trace.Address
	for i, role := range []string{devnet.Verifier, devnet.Deployer, devnet.Owner} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		s.must(err)
		c.seats[i] = seat{role: role, state: t.TempDir(), address: l.Addr().String()}
		s.must(l.Close())
		members = append(members, s.net.Keys[role].Address())
	}
	_, deployer := s.account(devnet.Deployer)
	var err error
	c.quorum, _, err = deployer.DeployQuorum(t.Context(), members, 2)
	s.must(err)
	c.promise = s.register(c.quorum.Address)
	return c
}

// take starts a member.
func (c *council) take(i int, program string) {
	c.Helper()
	s := &c.seats[i]
	args := []string{"--state", s.state, "--network", escrow.DevNetworkFile(c.state), "--key", devnet.KeyFile(c.state, s.role),
		"--listen", s.address, "--quorum", c.quorum.Address.String()}
	for j, other := range c.seats {
		if j != i {
			args = append(args, "--peer", "http://"+other.address)
		}
	}
	s.process = c.run(program, args...)
	e, listens := <-s.process.hello
	if !listens {
		for line := range s.process.lines {
			c.Log(line)
		}
		c.Fatalf("member %d does not listen: %v", i, <-s.process.exit)
	}
	if len(e.Verifiers) != 2 || e.Verifiers[1] != c.quorum.Address.String() {
		c.Fatalf("member %d serves %v", i, e.Verifiers)
	}
}

// leave stops a member.
func (c *council) leave(i int) {
	c.Helper()
	p := c.seats[i].process
	c.must(p.cmd.Process.Signal(syscall.SIGTERM))
	for range p.lines {
	}
	if err := <-p.exit; err != nil {
		c.Fatalf("member %d: %v", i, err)
	}
}

func (c *council) get(i int, path string) string {
	c.Helper()
	resp, err := http.Get("http://" + c.seats[i].address + path)
	c.must(err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	c.must(err)
	return string(text)
}

// sees waits until a member's report is as it should be.
func (c *council) sees(i int, claim trace.Hash, what string, is func(evidence.Report) bool) evidence.Report {
	c.Helper()
	var r evidence.Report
	deadline := time.Now().Add(90 * time.Second)
	for time.Now().Before(deadline) {
		r = evidence.Report{}
		text := c.get(i, "/v1/claims/"+claim.String())
		if json.Unmarshal([]byte(text), &r) == nil && r.Claim == claim && is(r) {
			return r
		}
		time.Sleep(20 * time.Millisecond) // asks again, as anybody would
	}
	c.Fatalf("member %d never showed %s; last: %+v, quorum %+v", i, what, r, r.Quorum)
	return r
}

func settledReport(r evidence.Report) bool { return r.State == string(verifier.Settled) }

func (c *council) deliver(i int, claim trace.Hash, bundle []byte) {
	c.Helper()
	c.sees(i, claim, "the claim", func(evidence.Report) bool { return true })
	if status, code := postTo(c.TB, "http://"+c.seats[i].address+"/v1/claims/"+claim.String()+"/evidence", bundle); status != http.StatusOK {
		c.Fatalf("member %d answered the bundle with %d %s", i, status, code)
	}
}

func (c *council) onChain(claim trace.Hash, status escrow.Status) {
	c.Helper()
	got, err := c.client.Claim(c.Context(), claim)
	c.must(err)
	if got.Status != status {
		c.Errorf("on chain the claim is %s (%s), want %s", got.Status, got.Reason, status)
	}
}

// claim plays and files a session against the quorum's promise.
func (c *council) claim(to ...string) (trace.Hash, []byte) {
	c.Helper()
	p := c.play(c.promise, to...)
	c.finalize(p)
	id := c.file(p)
	return id, c.bundle(id, p, nil)
}

// Two of three members settle while one is away, and evidence that one of them
// was given reaches the other. Then one member lies and another is away: nothing
// is settled, the contradiction can be seen everywhere, and the member that comes
// back decides.
func TestQuorumOfProcesses(t *testing.T) {
	c := newCouncil(t)
	c.take(0, "varek-verifier")
	c.take(1, "varek-verifier")
	broken, bundle := c.claim(good, evil)
	c.deliver(0, broken, bundle)
	for i := range 2 {
		r := c.sees(i, broken, "the settlement", settledReport)
		if r.Evidence == nil || r.Verdict == nil || r.Verdict.Reason != "violated" || fmt.Sprint(r.Verdict.Records) != "[7]" || r.Quorum.Dissent || len(r.Quorum.Voices) < 2 {
			t.Errorf("member %d: %+v, verdict %+v, quorum %+v", i, r, r.Verdict, r.Quorum)
		}
	}
	c.onChain(broken, escrow.StatusPaid)

	c.leave(1)
	c.take(2, "varek-liar")
	kept, bundle := c.claim(good)
	c.deliver(0, kept, bundle)
	c.sees(0, kept, "the contradiction", func(r evidence.Report) bool { return r.Quorum != nil && r.Quorum.Dissent })
	c.onChain(kept, escrow.StatusOpen)
	for _, text := range []string{c.get(0, "/claims/"+kept.String()), c.get(2, "/claims/"+kept.String())} {
		if !strings.Contains(text, "do not agree") {
			t.Errorf("a page does not show the contradiction: %s", text)
		}
	}
	dissent := fmt.Sprintf(`verifier="%s"} 1`, c.quorum.Address)
	if text := c.get(0, "/metrics"); !strings.Contains(text, "varek_verifier_dissent{") || !strings.Contains(lineOf(text, "varek_verifier_dissent{", c.quorum.Address.String()), dissent) {
		t.Errorf("the metrics do not show the contradiction: %s", text)
	}
	c.take(1, "varek-verifier")
	c.sees(0, kept, "the settlement", settledReport)
	r := c.sees(1, kept, "the settlement", settledReport)
	if r.Evidence == nil || r.Verdict.Reason != "satisfied" || !r.Quorum.Dissent {
		t.Errorf("who came back: %+v, %+v", r, r.Quorum)
	}
	c.onChain(kept, escrow.StatusSatisfied)
	r = c.sees(2, kept, "the settlement", settledReport)
	if r.Verdict.Violated || !r.Quorum.Dissent {
		t.Errorf("the liar's page: %+v, %+v", r.Verdict, r.Quorum)
	}

	silent, _ := c.claim(good)
	c.advance(3*day + time.Minute)
	for i := range 3 {
		c.sees(i, silent, "the settlement", settledReport)
	}
	c.onChain(silent, escrow.StatusPaid)
	for i := range 3 {
		c.leave(i)
	}
	c.byHand()
}

func lineOf(text string, parts ...string) string {
	for line := range strings.Lines(text) {
		all := true
		for _, p := range parts {
			all = all && strings.Contains(line, p)
		}
		if all {
			return line
		}
	}
	return ""
}

// byHand settles a claim with sign and submit alone.
func (c *council) byHand() {
	c.Helper()
	claim, _ := c.claim(good)
	run := func(code int, args ...string) string {
		c.Helper()
		cmd := exec.Command("varek-verifier", append(args, "--state", c.state)...)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
			c.Fatalf("varek-verifier %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	dir := c.seats[0].state
	files := []string{}
	for i, role := range []string{devnet.Verifier, devnet.Owner} {
		if i == 1 {
			if out := run(exitInput, append([]string{"submit", claim.String()}, files...)...); !strings.Contains(out, "1 satisfied; it takes 2 of 3") {
				c.Errorf("one signature: %s", out)
			}
		}
		path := filepath.Join(dir, role+".json")
		c.must(os.WriteFile(path, []byte(run(0, "sign", claim.String(), "--verdict", "satisfied", "--key", devnet.KeyFile(c.state, role))), 0o600))
		files = append(files, path)
	}
	run(exitInput, "sign", claim.String(), "--verdict", "satisfied", "--key", devnet.KeyFile(c.state, devnet.User))
	run(exitInput, "sign", claim.String())
	out := run(0, append([]string{"submit", claim.String(), "--key", devnet.KeyFile(c.state, devnet.User)}, files...)...)
	if !strings.Contains(out, "settled as satisfied with 2 signatures") || !strings.Contains(out, "PRIVATE LEDGER") {
		c.Errorf("submit: %s", out)
	}
	c.onChain(claim, escrow.StatusSatisfied)
}
