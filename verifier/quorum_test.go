package verifier_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
	"github.com/varek/varek/verifier/peers"
)

var council = trace.Address{0xc0, 0x0c}

// member is one member of a quorum of three over a common model chain, with a
// door that listens and can be shut.
type member struct {
	*house
	key  trace.Hash
	self trace.Address
	url  string
	shut *bool
	mu   *sync.Mutex
}

func newMembers(t *testing.T, threshold uint64) []*member {
	t.Helper()
	p := newParties(t)
	p.verifier = council
	chain := newModel(p, 0)
	var all []*member
	var list []trace.Address
	for _, name := range []string{"a", "b", "c"} {
		m := &member{key: trace.Keccak([]byte(name)), shut: new(bool), mu: new(sync.Mutex)}
		var err error
		if _, m.self, err = trace.Sign(trace.Hash{1}, m.key[:]); err != nil {
			t.Fatal(err)
		}
		m.house = &house{model: chain, dir: t.TempDir()}
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			m.mu.Lock()
			closed, door := *m.shut, m.door
			m.mu.Unlock()
			if closed || door == nil {
				http.Error(w, "away", http.StatusBadGateway)
				return
			}
			door.ServeHTTP(w, r)
		}))
		t.Cleanup(srv.Close)
		m.url = srv.URL
		all, list = append(all, m), append(list, m.self)
	}
	for _, m := range all {
		m.open(t, all, list, threshold)
	}
	return all
}

func (m *member) open(t *testing.T, all []*member, list []trace.Address, threshold uint64) {
	t.Helper()
	q := &verifier.Quorum{Address: council, Threshold: threshold, Members: list, Self: m.self,
		Sign: func(_ context.Context, claim trace.Hash, violated bool) ([]byte, error) {
			sig, _, err := trace.Sign(trace.Domain{ChainID: chainID, Contract: council}.VerdictDigest(claim, violated), m.key[:])
			return sig, err
		},
		Submit: func(ctx context.Context, claim trace.Hash, violated bool, signatures [][]byte) (trace.Hash, error) {
			if uint64(len(signatures)) < threshold {
				return trace.Hash{}, errors.New("too few signatures")
			}
			return m.settleTogether(claim, violated)
		},
	}
	for _, other := range all {
		if other == m {
			continue
		}
		p, err := peers.New(other.url+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		q.Peers = append(q.Peers, p)
	}
	var err error
	m.svc, err = verifier.Open(t.Context(), verifier.Config{
		Dir: m.dir, Identity: verifier.Identity{ChainID: chainID, Escrow: m.parties.escrow, Verifier: council},
		Registry: m.parties.registry, Network: "model", Chain: m.model, Ledger: m.model, Quorum: q, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.stop(t) })
	m.mu.Lock()
	m.door = m.svc.Door("", evidence.Limits{PerPeer: 100})
	m.mu.Unlock()
}

// settleTogether is the quorum contract of the model.
func (m *model) settleTogether(claim trace.Hash, violated bool) (trace.Hash, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, filed := m.head().claims[claim]
	if !filed || c.status != "open" {
		return trace.Hash{}, errors.New("the claim is not open")
	}
	reason := string(judge.ReasonSatisfied)
	if violated {
		reason = string(verifier.Unstated)
	}
	m.seal(1, func(b *modelBlock) {
		c.status, c.reason = "settled", reason
		b.claims[claim] = c
		b.events = append(b.events, verdictEvent(claim, violated, reason))
	})
	return m.head().events[0].TxHash, nil
}

func (m *member) setShut(shut bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	*m.shut = shut
}

// rounds lets every member that is there work, in turns.
func rounds(t *testing.T, n int, all ...*member) {
	t.Helper()
	for range n {
		for _, m := range all {
			if _, err := m.svc.Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (m *member) report(t *testing.T, id trace.Hash) evidence.Report {
	t.Helper()
	resp, err := http.Get(m.url + "/v1/claims/" + id.String())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var r evidence.Report
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestQuorumNeedsItsThreshold(t *testing.T) {
	all := newMembers(t, 2)
	a, b, c := all[0], all[1], all[2]
	p := newPlay(t, "together", false)
	a.finalize(p)
	id, _ := a.file(p)
	b.setShut(true)
	c.setShut(true)
	rounds(t, 1, a)
	if !a.deliver(t, id, p, a.parties.key) {
		t.Fatal("the bundle was refused")
	}
	rounds(t, 40, a)
	if r := a.report(t, id); r.State != string(verifier.Settling) || len(r.Quorum.Voices) != 1 || len(a.model.open()) != 1 {
		t.Fatalf("one member alone: %+v, %+v", r, r.Quorum)
	}
	c.setShut(false)
	rounds(t, 40, a, c)
	for _, m := range []*member{a, c} {
		r := m.report(t, id)
		if r.State != string(verifier.Settled) || r.Verdict == nil || r.Verdict.Reason != "violated" || r.Quorum.Dissent || r.Evidence == nil {
			t.Errorf("two members: %+v, %+v", r, r.Quorum)
		}
	}
	b.setShut(false)
	rounds(t, 5, b)
	if r := b.report(t, id); r.State != string(verifier.Settled) || r.Verdict.Reason != string(verifier.Unstated) || r.Verdict.Explanation == "" {
		t.Errorf("who comes late: %+v", r)
	}
}

// Signatures that are no member's, over something else, or under another name
// are refused; the right one is taken from anybody and twice is once.
func TestVoicesProveThemselves(t *testing.T) {
	all := newMembers(t, 3)
	a, b := all[0], all[1]
	p := newPlay(t, "voices", true)
	a.finalize(p)
	id, _ := a.file(p)
	rounds(t, 1, a)
	voice := func(key trace.Hash, claim trace.Hash, contract trace.Address, violated bool) evidence.Voice {
		sig, by, err := trace.Sign(trace.Domain{ChainID: chainID, Contract: contract}.VerdictDigest(claim, violated), key[:])
		if err != nil {
			t.Fatal(err)
		}
		return evidence.Voice{Member: by, Violated: violated, Signature: trace.FormatSignature(sig)}
	}
	good := voice(b.key, id, council, false)
	renamed, flipped, short := good, good, good
	renamed.Member = a.self
	flipped.Violated = true
	short.Signature = "0x00"
	for _, tt := range []struct {
		name string
		v    evidence.Voice
		want int
	}{
		{"a stranger", voice(trace.Keccak([]byte("stranger")), id, council, false), 422},
		{"another claim", voice(b.key, trace.Hash{9}, council, false), 422},
		{"another contract", voice(b.key, id, trace.Address{9}, false), 422},
		{"another name", renamed, 422},
		{"another verdict", flipped, 422},
		{"no signature", short, 422},
		{"a member", good, 200},
		{"a member again", good, 200},
	} {
		text, err := json.Marshal(tt.v)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.Post(a.url+"/v1/claims/"+id.String()+"/voices", "application/json", strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != tt.want {
			t.Errorf("%s: %d %s, want %d", tt.name, resp.StatusCode, answer, tt.want)
		}
	}
	if r := a.report(t, id); len(r.Quorum.Voices) != 1 || r.Quorum.Dissent {
		t.Errorf("voices %+v", r.Quorum)
	}
	single := newHouse(t, 0)
	p = newPlay(t, "single", true)
	id, _ = single.file(p)
	single.drain(t)
	rec := httptest.NewRecorder()
	single.door.ServeHTTP(rec, httptest.NewRequest("POST", "/v1/claims/"+id.String()+"/voices", strings.NewReader(`{"member":"`+a.self.String()+`","violated":true,"signature":"0x"}`)))
	if rec.Code != http.StatusConflict {
		t.Errorf("a voice where one key rules: %d %s", rec.Code, rec.Body)
	}
}

// A stranger's key cannot sit in a quorum.
func TestOnlyMembersServeAQuorum(t *testing.T) {
	h := newModel(newParties(t), 0)
	_, err := verifier.Open(t.Context(), verifier.Config{
		Dir: t.TempDir(), Identity: verifier.Identity{ChainID: chainID, Verifier: council}, Registry: h.parties.registry,
		Chain: h, Ledger: h, Log: slog.New(slog.DiscardHandler),
		Quorum: &verifier.Quorum{Address: council, Threshold: 1, Members: []trace.Address{{1}}, Self: trace.Address{2}},
	})
	if !errors.Is(err, verifier.ErrNoMember) {
		t.Errorf("opening: %v", err)
	}
}

// The figures say what there is, also for names that need escaping, and readiness
// follows the clock.
func TestFiguresAndReadiness(t *testing.T) {
	now := time.Unix(2_000_000, 0)
	m := newModel(newParties(t), 0)
	svc, err := verifier.Open(t.Context(), verifier.Config{
		Dir: t.TempDir(), Identity: verifier.Identity{ChainID: chainID, Escrow: m.parties.escrow, Verifier: m.parties.verifier},
		Registry: m.parties.registry, Network: "a \"name\"\n", Chain: m, Ledger: m, Log: slog.New(slog.DiscardHandler), Clock: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer svc.Close()
	if svc.Ready(t.Context()) == nil {
		t.Error("ready before the chain was read")
	}
	kept := newPlay(t, "figures", true)
	m.finalize(kept)
	m.file(kept)
	m.seal(4*day, func(*modelBlock) {})
	if _, err := svc.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := svc.Ready(t.Context()); err != nil {
		t.Errorf("not ready: %v", err)
	}
	var text strings.Builder
	if err := verifier.WriteMetrics(t.Context(), &text, now, []*verifier.Service{svc}, evidence.Counts{Answers: map[string]int64{"late": 2}}); err != nil {
		t.Fatal(err)
	}
	labels := `{network="a \"name\"\n",verifier="` + m.parties.verifier.String() + `"`
	for _, want := range []string{
		"varek_verifier_claims" + labels + `,state="settled"} 1`, "varek_verifier_verdicts" + labels + `,reason="no_evidence"} 1`,
		"varek_verifier_claim_seconds_count" + labels + "} 1", `varek_verifier_evidence_answers_total{answer="late"} 2`,
		"varek_verifier_dissent" + labels + "} 0",
	} {
		if !strings.Contains(text.String(), want+"\n") {
			t.Errorf("the figures lack %s:\n%s", want, text.String())
		}
	}
	now = now.Add(2 * time.Minute)
	if svc.Ready(t.Context()) == nil {
		t.Error("ready two minutes after the chain was read")
	}
}
