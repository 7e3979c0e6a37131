package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
)

// scale multiplies the counts of counted tests.
func scale(t testing.TB) int {
	t.Helper()
	text := os.Getenv("VAREK_SCALE")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("VAREK_SCALE is a whole number from 1, not %q", text)
	}
	return n
}

// process is a running varek-verifier serve.
type process struct {
	cmd   *exec.Cmd
	hello chan endpoint // its address, once
	lines chan string   // its log; closed when it has ended
	exit  chan error
}

func (s *scene) serve() *process { return s.run("varek-verifier", "--state", s.state) }

// run starts serve of a program.
func (s *scene) run(program string, args ...string) *process {
	s.Helper()
	p := &process{hello: make(chan endpoint, 1), lines: make(chan string, 10_000), exit: make(chan error, 1)}
	p.cmd = exec.Command(program, append([]string{"serve", "--json", "--poll", "20ms"}, args...)...)
	stdout, err := p.cmd.StdoutPipe()
	s.must(err)
	stderr, err := p.cmd.StderrPipe()
	s.must(err)
	s.must(p.cmd.Start())
	greeted := make(chan struct{})
	go func() {
		defer close(greeted)
		var e endpoint
		if json.NewDecoder(stdout).Decode(&e) == nil {
			p.hello <- e
		}
		close(p.hello)
	}()
	go func() {
		for scan := bufio.NewScanner(stderr); scan.Scan(); {
			p.lines <- scan.Text()
		}
		close(p.lines)
		<-greeted
		p.exit <- p.cmd.Wait()
	}()
	s.Cleanup(func() { _ = p.cmd.Process.Kill() }) // it has ended, if all went well
	return p
}

// deliver posts the bundle once the process listens; the process may die
// meanwhile. It answers the receipt, if one came.
func (p *process) deliver(claim trace.Hash, bundle []byte) <-chan evidence.Receipt {
	got := make(chan evidence.Receipt, 1)
	go func() {
		defer close(got)
		e, listens := <-p.hello
		if !listens {
			return
		}
		resp, err := http.Post(e.URL+"/v1/claims/"+claim.String()+"/evidence", "application/x-ndjson", bytes.NewReader(bundle))
		if err != nil {
			return
		}
		defer resp.Body.Close()
		var r evidence.Receipt
		if json.NewDecoder(resp.Body).Decode(&r) == nil && resp.StatusCode == http.StatusOK {
			got <- r
		}
	}()
	return got
}

// untilKilled kills the process after some lines of its log or some time,
// whichever comes first.
func (p *process) untilKilled(t testing.TB, lines int, after time.Duration) {
	t.Helper()
	timer := time.NewTimer(after)
	defer timer.Stop()
	for seen := 0; seen < lines; {
		select {
		case _, alive := <-p.lines:
			if !alive {
				t.Fatalf("the verifier ended by itself: %v", <-p.exit)
			}
			seen++
		case <-timer.C:
			lines = 0
		}
	}
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	for range p.lines {
	}
	if err := <-p.exit; err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the verifier ended with %v before it was killed", err)
	}
}

func (s *scene) open(claim trace.Hash) bool {
	s.Helper()
	c, err := s.client.Claim(s.Context(), claim)
	s.must(err)
	return c.Status == escrow.StatusOpen
}

// TestKilledAtAnyPoint kills a real verifier with SIGKILL again and again while
// claims are filed, evidence is delivered and verdicts are sent. Each claim must
// end with one verdict, the right one, and with the bundle whose receipt was sent.
func TestKilledAtAnyPoint(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("VAREK_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("VAREK_SEED=%d repeats this choice of points", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	s := newScene(t, "50 ether")
	kills := 0
	rounds := 0
	for ; kills < 20*scale(t); rounds++ {
		to, status, reason := good, escrow.StatusSatisfied, "satisfied"
		if rounds%2 == 1 {
			to, status, reason = evil, escrow.StatusPaid, "violated"
		}
		c := s.closed(to)
		claim := s.file(c)
		bundle := s.bundle(claim, c, nil)
		var receipts []evidence.Receipt
		for s.open(claim) {
			p := s.serve()
			receipt := p.deliver(claim, bundle)
			p.untilKilled(t, rng.IntN(6), time.Duration(50+rng.IntN(600))*time.Millisecond)
			kills++
			if r, sent := <-receipt; sent {
				receipts = append(receipts, r)
			}
		}
		s.once()
		s.endsWith(claim, status, reason, receipts)
	}
	t.Logf("killed %d times over %d claims", kills, rounds)
}

// once lets a fresh process finish what there is to do.
func (s *scene) once() {
	s.Helper()
	out, err := exec.Command("varek-verifier", "serve", "--once", "--state", s.state).CombinedOutput()
	if err != nil {
		s.Fatalf("serve --once: %v\n%s", err, out)
	}
	if !bytes.HasPrefix(out, []byte("PRIVATE LEDGER")) && !bytes.Contains(out, []byte("\nPRIVATE LEDGER")) {
		s.Errorf("the summary does not say that the ledger is private: %s", out)
	}
}

func (s *scene) endsWith(claim trace.Hash, status escrow.Status, reason string, receipts []evidence.Receipt) {
	s.Helper()
	s.verdicts(claim, 1)
	onChain, err := s.client.Claim(s.Context(), claim)
	s.must(err)
	if onChain.Status != status || onChain.Reason.String() != reason {
		s.Errorf("on chain: %s, %s; want %s, %s", onChain.Status, onChain.Reason, status, reason)
	}
	dir := filepath.Join(s.state, "verifier")
	book, err := verifier.ReadBook(s.Context(), dir)
	s.must(err)
	defer book.Close()
	kept, err := book.Claim(s.Context(), claim)
	s.must(err)
	if kept.State != verifier.Settled || kept.Reason != reason || kept.Tx.IsZero() {
		s.Errorf("kept: %+v; want it settled, %s", kept, reason)
	}
	vault := evidence.ReadVault(filepath.Join(dir, "bundles"))
	now, have, err := vault.Receipt(claim)
	s.must(err)
	for _, r := range receipts {
		if !have || now != r {
			s.Errorf("a receipt %+v was sent, kept is %+v", r, now)
		}
	}
}

// SIGTERM ends the service cleanly: exit code 0 and no endpoint left behind.
func TestStopsWhenAsked(t *testing.T) {
	s := newScene(t, "1 ether")
	p := s.serve()
	e, listens := <-p.hello
	if !listens {
		t.Fatalf("it does not listen: %v", <-p.exit)
	}
	file := filepath.Join(s.state, "verifier", "endpoint.json")
	text, err := os.ReadFile(file)
	s.must(err)
	var written endpoint
	if err := json.Unmarshal(text, &written); err != nil || !reflect.DeepEqual(written, e) || e.Address == "" || len(e.Verifiers) != 1 {
		t.Errorf("endpoint file %s, greeting %+v", text, e)
	}
	resp, err := http.Get(e.URL + "/healthz")
	s.must(err)
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("healthz: %d", resp.StatusCode)
	}
	s.must(p.cmd.Process.Signal(syscall.SIGTERM))
	for range p.lines {
	}
	if err := <-p.exit; err != nil {
		t.Errorf("after SIGTERM: %v", err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the endpoint file is still there: %v", err)
	}
}
