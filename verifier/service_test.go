package verifier_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
)

const terms = `{"predicate":"AAP-4@1","params":{"calls":[{"tool":"send_email","kinds":["action"]}],
"recipients":["/args/to/*"],"as":"email","allow":["*@example.com"],"include_failed":false,"on_gap":"ignore"},
"payout":"1 ether","bond":"1 ether","reserve":"1 ether","statement":"Mail goes to example.com and nowhere else."}`

func newParties(t testing.TB) parties {
	t.Helper()
	p := parties{key: trace.Keccak([]byte("operator")), verifier: trace.Address{0xaa}, escrow: trace.Address{0xe5}}
	var err error
	if _, p.operator, err = trace.Sign(trace.Hash{1}, p.key[:]); err != nil {
		t.Fatal(err)
	}
	if p.terms, err = predicates.ParsePromise([]byte(terms)); err != nil {
		t.Fatal(err)
	}
	if p.registry, err = aap.Catalog(); err != nil {
		t.Fatal(err)
	}
	predicate, _, err := p.terms.Compile(p.registry)
	if err != nil {
		t.Fatal(err)
	}
	p.manifest = predicate.Manifest().Hash()
	return p
}

// newPlay is a session with one mail, to a permitted address or to another one.
func newPlay(t testing.TB, name string, kept bool) *play {
	t.Helper()
	p := &play{session: trace.Keccak([]byte(name)), reason: judge.ReasonSatisfied}
	to := "alice@example.com"
	if !kept {
		p.reason, to = judge.ReasonViolated, "mallory@attacker.net"
	}
	args := trace.Admit(fmt.Appendf(nil, `{"to":[%q]}`, to))
	r, err := trace.NewRecord(
		trace.Head{V: trace.Version, Session: p.session, Seq: 1, Kind: trace.KindAction, Tool: "send_email", ActionID: "mail-1", Status: "ok"},
		trace.Body{Args: args.JSON, ArgsHash: &args.Hash}, trace.Keccak([]byte(name), []byte("salt")))
	if err != nil {
		t.Fatal(err)
	}
	var f trace.Frontier
	f.Append(r.Leaf())
	p.records, p.n, p.h = []trace.Record{r}, 1, trace.Commitment(p.session, 1, f.Root())
	return p
}

// house is a verifier over a model, in a folder that outlives it.
type house struct {
	*model
	svc  *verifier.Service
	door *evidence.Server
	dir  string
}

func (h *house) start(t testing.TB) {
	t.Helper()
	var err error
	h.svc, err = verifier.Open(t.Context(), verifier.Config{
		Dir: h.dir, Identity: verifier.Identity{ChainID: chainID, Escrow: h.parties.escrow, Verifier: h.parties.verifier},
		Confirmations: h.confirmations, Registry: h.parties.registry, Network: "model",
		Chain: h.model, Ledger: h.model, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.door = h.svc.Door("", evidence.Limits{PerPeer: 100})
}

func (h *house) stop(t testing.TB) {
	t.Helper()
	if err := h.svc.Close(); err != nil {
		t.Fatal(err)
	}
}

func newHouse(t testing.TB, confirmations uint64) *house {
	t.Helper()
	h := &house{model: newModel(newParties(t), confirmations), dir: t.TempDir()}
	h.start(t)
	t.Cleanup(func() { h.stop(t) })
	return h
}

// deliver posts the evidence of a claim, signed by key, and reports whether a
// receipt came back.
func (h *house) deliver(t testing.TB, id trace.Hash, p *play, key trace.Hash) bool {
	t.Helper()
	text, err := h.bundle(id, p, key)
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest("POST", "/v1/claims/"+id.String()+"/evidence", bytes.NewReader(text))
	rec := httptest.NewRecorder()
	h.door.ServeHTTP(rec, req)
	var r evidence.Receipt
	if err := json.Unmarshal(rec.Body.Bytes(), &r); err != nil {
		t.Fatalf("answer %d %s", rec.Code, rec.Body)
	}
	if r.Accepted {
		h.mu.Lock()
		h.kept[id] = true
		h.mu.Unlock()
	}
	return r.Accepted
}

// drain steps over trouble that was put in the way on purpose.
func (h *house) drain(t testing.TB) {
	t.Helper()
	for range 200 {
		_, err := h.svc.Drain(t.Context())
		if err == nil {
			return
		}
		if !errors.Is(err, errLost) {
			t.Fatalf("drain: %v", err)
		}
	}
	t.Fatal("the verifier never comes to rest")
}

func (h *house) claim(t testing.TB, id trace.Hash) verifier.Claim {
	t.Helper()
	c, err := h.svc.Book().Claim(t.Context(), id)
	if err != nil {
		t.Fatalf("claim %s: %v", id, err)
	}
	return c
}

func TestSettlementThatAForkTookBackIsSentAgain(t *testing.T) {
	h := newHouse(t, 2)
	p := newPlay(t, "fork", false)
	h.finalize(p)
	id, _ := h.file(p)
	h.advance(12)
	h.advance(12)
	if !h.deliver(t, id, p, h.parties.key) {
		t.Fatal("the evidence was refused")
	}
	h.drain(t)
	h.advance(12)
	h.advance(12)
	h.drain(t)
	first := h.claim(t, id)
	if first.State != verifier.Settled || first.Reason != "violated" {
		t.Fatalf("before the fork: %+v", first)
	}
	h.fork(3) // the settlement and its confirmations
	h.drain(t)
	if c := h.claim(t, id); c.State == verifier.Settled && c.Tx == first.Tx {
		t.Fatalf("a settlement that is no longer on chain is still believed: %+v", c)
	}
	h.advance(12)
	h.advance(12)
	h.drain(t)
	if c := h.claim(t, id); c.State != verifier.Settled || c.Reason != "violated" || c.Tx == first.Tx {
		t.Fatalf("after the fork: %+v", c)
	}
}

func TestFilingThatAForkTookBackIsNoClaim(t *testing.T) {
	h := newHouse(t, 0)
	p := newPlay(t, "unfiled", true)
	h.finalize(p)
	id, _ := h.file(p)
	h.drain(t)
	before := h.claim(t, id)
	h.fork(1)
	h.drain(t)
	if _, err := h.svc.Book().Claim(t.Context(), id); !errors.Is(err, verifier.ErrNoClaim) {
		t.Fatalf("the claim is still here: %v", err)
	}
	if h.deliver(t, id, p, h.parties.key) {
		t.Fatal("evidence was taken for a claim that nobody filed")
	}
	h.advance(100)
	if again, filed := h.file(p); !filed || again != id {
		t.Fatalf("filed again: %s, %v", again, filed)
	}
	h.drain(t)
	if c := h.claim(t, id); c.FiledAt <= before.FiledAt || c.State != verifier.Awaiting {
		t.Fatalf("filed again: %+v; the window must start anew after %d", c, before.FiledAt)
	}
}

// A settlement whose answer was lost is not sent twice; one that never arrived
// is sent again.
// A node that hides a filing keeps its claim from nobody who asks for it: the door
// finds it by its id.
func TestHiddenFilingIsFoundByItsEvidence(t *testing.T) {
	h := newHouse(t, 1)
	p := newPlay(t, "hidden", false)
	h.finalize(p)
	id, _ := h.file(p)
	h.advance(1)
	h.hide = 1
	h.drain(t)
	if _, err := h.svc.Book().Claim(t.Context(), id); !errors.Is(err, verifier.ErrNoClaim) {
		t.Fatalf("the filing was not hidden: %v", err)
	}
	if !h.deliver(t, id, p, h.parties.key) {
		t.Fatal("evidence for a claim that is on chain was refused")
	}
	h.drain(t)
	h.advance(1)
	h.drain(t)
	if c := h.claim(t, id); c.State != verifier.Settled || c.Reason != "violated" {
		t.Errorf("the claim: %+v", c)
	}
	if h.deliver(t, trace.Keccak([]byte("nothing")), p, h.parties.key) {
		t.Error("evidence for a claim that nobody filed was taken")
	}
}

func TestLostTransactions(t *testing.T) {
	for name, fault := range map[string]func(*model){
		"answer lost":      func(m *model) { m.loseAnswer = true },
		"transaction lost": func(m *model) { m.dropSettle = true },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, 0)
			p := newPlay(t, name, true)
			h.finalize(p)
			id, _ := h.file(p)
			h.deliver(t, id, p, h.parties.key)
			fault(h.model)
			h.drain(t)
			settled := 0
			for _, b := range h.blocks {
				for _, e := range b.events {
					if e.Claim == id && e.Kind == "settled" {
						settled++
					}
				}
			}
			if c := h.claim(t, id); settled != 1 || c.State != verifier.Settled || c.Reason != "satisfied" {
				t.Fatalf("%d settlements, %+v", settled, c)
			}
		})
	}
}

// A bundle whose time of arrival is fixed inside the window is not overlooked by
// a ruling that begins before the bundle is kept.
func TestRulingWaitsForWhatIsBeingTakenIn(t *testing.T) {
	h := newHouse(t, 0)
	p := newPlay(t, "photo finish", true)
	h.finalize(p)
	id, _ := h.file(p)
	h.drain(t)
	inside, goOn, reads := make(chan struct{}), make(chan struct{}), 0
	h.onNow = func() {
		if reads++; reads == 2 { // the first look is before the upload, the second fixes the time
			close(inside)
			<-goOn
		}
	}
	delivered := make(chan bool, 1)
	go func() { delivered <- h.deliver(t, id, p, h.parties.key) }()
	<-inside
	h.advance(4 * day)
	stepped := make(chan struct{})
	var stepErr error
	go func() {
		defer close(stepped)
		_, stepErr = h.svc.Step(t.Context())
	}()
	select {
	case <-stepped:
		t.Error("a ruling went ahead while a bundle was being taken in")
	case <-time.After(100 * time.Millisecond): // a ruling that waits is still waiting
	}
	close(goOn)
	if !<-delivered {
		t.Error("the bundle that was in time was refused")
	}
	<-stepped
	if stepErr != nil {
		t.Fatal(stepErr)
	}
	h.drain(t)
	if c := h.claim(t, id); c.State != verifier.Settled || c.Reason != "satisfied" {
		t.Fatalf("%+v", c)
	}
}

// Somebody who rules with the same key elsewhere is believed, because the chain is.
func TestVerdictFromElsewhere(t *testing.T) {
	h := newHouse(t, 0)
	p := newPlay(t, "elsewhere", true)
	h.finalize(p)
	id, _ := h.file(p)
	h.drain(t)
	h.expected[id] = "inconsistent"
	if _, err := h.Settle(t.Context(), id, true, judge.ReasonInconsistent); err != nil {
		t.Fatal(err)
	}
	h.drain(t)
	if c := h.claim(t, id); c.State != verifier.Settled || c.Reason != "inconsistent" || !c.Violated {
		t.Fatalf("%+v", c)
	}
	arrows, err := h.svc.Book().Arrows(t.Context(), id)
	if err != nil || !strings.Contains(arrows[len(arrows)-1].Note, "another process") {
		t.Fatalf("arrows %+v, %v", arrows, err)
	}
}

// TestAnyHistory drives the verifier through random histories of filings,
// deliveries, deadlines, forks, lost transactions and restarts. In the end every
// claim is settled or closed here exactly as on the chain, and every settlement
// was the one that the settlement table calls for on the facts at its judging.
func TestAnyHistory(t *testing.T) {
	p := newParties(t)
	var plays []*play
	for i := range 4 {
		plays = append(plays, newPlay(t, fmt.Sprint("play ", i), i%2 == 0))
	}
	histories(t, 25)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		h := &house{model: newModel(p, rapid.Uint64Range(0, 2).Draw(rt, "confirmations")), dir: dir}
		h.start(t)
		defer func() { h.stop(t) }()
		for range rapid.IntRange(5, 40).Draw(rt, "acts") {
			h.act(t, rt, plays)
		}
		h.dropSettle, h.loseAnswer = false, false
		for range 9 { // past every deadline, and confirmed
			h.advance(4 * day)
			h.drain(t)
		}
		for id, c := range h.head().claims {
			got, err := h.svc.Book().Claim(t.Context(), id)
			if err != nil {
				rt.Fatalf("claim %s: %v", id, err)
			}
			if c.status == "settled" && (got.State != verifier.Settled || got.Reason != c.reason) {
				rt.Fatalf("settled on chain as %s, here %+v", c.reason, got)
			}
			if c.status == "withdrawn" && got.State != verifier.Closed {
				rt.Fatalf("withdrawn on chain, here %+v", got)
			}
			if c.status == "open" {
				rt.Fatalf("still open: %+v", got)
			}
		}
		for _, w := range h.wrong {
			rt.Fatal(w)
		}
	})
}

// histories sets how many random histories are tried, by VAREK_SCALE; a number
// on the command line stands.
func histories(t *testing.T, n int) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	if f.Value.String() != f.DefValue {
		return
	}
	scale := 1
	if text := os.Getenv("VAREK_SCALE"); text != "" {
		var err error
		if scale, err = strconv.Atoi(text); err != nil {
			t.Fatalf("VAREK_SCALE: %v", err)
		}
	}
	if err := flag.Set("rapid.checks", strconv.Itoa(n*scale)); err != nil {
		t.Fatal(err)
	}
}

// act does one thing to the world or the verifier.
func (h *house) act(t testing.TB, rt *rapid.T, plays []*play) {
	p := plays[rapid.IntRange(0, len(plays)-1).Draw(rt, "play")]
	switch rapid.SampledFrom([]string{"file", "final", "deliver", "forge", "hours", "days", "fork", "drop", "lose", "withdraw", "step", "step", "drain", "restart"}).Draw(rt, "act") {
	case "file":
		h.file(p)
	case "final":
		h.finalize(p)
	case "deliver":
		for _, id := range h.open() {
			if h.head().claims[id].play == p {
				h.deliver(t, id, p, h.parties.key)
			}
		}
	case "forge":
		for _, id := range h.open() {
			if other := trace.Keccak([]byte("mallory")); h.head().claims[id].play == p && !h.kept[id] && h.deliver(t, id, p, other) {
				rt.Fatal("a forged bundle was taken")
			}
		}
	case "hours":
		h.advance(rapid.Uint64Range(1, day).Draw(rt, "seconds"))
	case "days":
		h.advance(rapid.Uint64Range(2, 4).Draw(rt, "days") * day)
	case "fork":
		h.fork(rapid.IntRange(1, 4).Draw(rt, "depth"))
	case "drop":
		h.dropSettle = true
	case "lose":
		h.loseAnswer = true
	case "withdraw":
		for _, id := range h.open() {
			h.withdraw(id)
		}
	case "step":
		if _, err := h.svc.Step(t.Context()); err != nil && !errors.Is(err, errLost) {
			rt.Fatalf("step: %v", err)
		}
	case "drain":
		h.drain(t)
	case "restart":
		h.stop(t)
		h.start(t)
	}
}

// TestRunWithManySenders lets the service run while senders deliver: for the
// race detector, and for the wake-up by a delivery.
func TestRunWithManySenders(t *testing.T) {
	h := newHouse(t, 0)
	ids := make([]trace.Hash, 10)
	plays := make([]*play, len(ids))
	for i := range ids {
		plays[i] = newPlay(t, fmt.Sprint("many ", i), i%2 == 0)
		h.finalize(plays[i])
		ids[i], _ = h.file(plays[i])
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- h.svc.Run(ctx, time.Hour) }() // only evidence wakes it
	var senders sync.WaitGroup
	for i, id := range ids {
		for range 3 {
			senders.Go(func() { h.deliver(t, id, plays[i], h.parties.key) })
		}
	}
	senders.Wait()
	for len(h.open()) > 0 {
		time.Sleep(time.Millisecond) // polls the chain, as a user would
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	h.drain(t)
	for i, id := range ids {
		if c := h.claim(t, id); c.State != verifier.Settled || c.Reason != string(plays[i].reason) {
			t.Errorf("claim %d: %+v, want %s", i, c, plays[i].reason)
		}
	}
}
