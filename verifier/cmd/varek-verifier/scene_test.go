package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/cmd/varek-verifier/internal/onchain"
	"github.com/varek/varek/verifier/evidence"
)

const day = 24 * time.Hour

// scene is a development network with one promise on it (mail goes to
// example.com and nowhere else), and a provider and a user who act on it.
type scene struct {
	testing.TB
	state    string
	net      *devnet.Net
	client   *escrow.Client
	owner    *escrow.Account
	operator *escrow.Account
	user     *escrow.Account
	terms    predicates.PromiseFile
	promise  uint32
	salts    uint64
}

const promiseText = `{"predicate":"AAP-4@1","params":{"calls":[{"tool":"send_email","kinds":["action"]}],
"recipients":["/args/to/*"],"as":"email","allow":["*@example.com"],"include_failed":false,"on_gap":"ignore"},
"payout":"0.05 ether","bond":"0.01 ether","reserve":"%s","statement":"Mail goes to example.com and nowhere else."}`

func newScene(t testing.TB, reserve string) *scene {
	t.Helper()
	return newSceneIn(t, t.TempDir(), reserve)
}

func newSceneIn(t testing.TB, state, reserve string) *scene {
	t.Helper()
	s := &scene{TB: t, state: state}
	var err error
	s.net, err = devnet.Start(t.Context(), devnet.Config{State: s.state, Heartbeat: time.Hour})
	s.must(err)
	t.Cleanup(func() { s.must(s.net.Close()) })
	s.client, s.owner = s.account(devnet.Owner)
	_, s.operator = s.account(devnet.Operator)
	_, s.user = s.account(devnet.User)
	s.terms, err = predicates.ParsePromise(fmt.Appendf(nil, promiseText, reserve))
	s.must(err)
	s.promise = s.register(s.net.Keys[devnet.Verifier].Address())
	return s
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *scene) account(role string) (*escrow.Client, *escrow.Account) {
	s.Helper()
	c, a, err := s.net.Account(s.Context(), role)
	s.must(err)
	s.Cleanup(c.Close)
	return c, a
}

// register puts the scene's promise on chain, to be judged by a verifier.
func (s *scene) register(verifier trace.Address) uint32 {
	s.Helper()
	var predicate trace.Hash
	registry, err := aap.Catalog()
	s.must(err)
	if p, known := registry.ByName(s.terms.Predicate); known {
		predicate = p.Manifest().Hash()
	} else {
		s.Fatalf("the catalog does not know %s", s.terms.Predicate)
	}
	id, _, err := s.owner.RegisterPromise(s.Context(), escrow.Registration{
		Predicate: predicate, ParamsHash: s.terms.ParamsHash, Params: s.terms.Params,
		Payout: s.terms.Payout, Bond: s.terms.Bond, Reserve: s.terms.Reserve, Verifier: verifier,
	})
	s.must(err)
	return id
}

// course is one recorded session as its provider holds it.
type course struct {
	session escrow.Session
	promise uint32
	records []trace.Record
	n       uint64
	h       trace.Hash
}

// play opens a session in which the agent mails to each of the addresses, and
// commits a checkpoint in the middle. It is not final yet.
func (s *scene) play(promise uint32, to ...string) *course {
	s.Helper()
	c := s.opened(promise)
	id := c.session.ID
	c.records = mails(s.TB, id, to)
	c.n, c.h = commitment(id, c.records)
	half := c.records[:len(c.records)/2]
	n, h := commitment(id, half)
	_, err := s.operator.Commit(s.Context(), s.owner.Address(), []trace.Item{{Session: id, N: uint32(n), H: h}})
	s.must(err)
	return c
}

// opened is a session without a record.
func (s *scene) opened(promise uint32) *course {
	s.Helper()
	s.salts++
	var seed [8]byte
	binary.BigEndian.PutUint64(seed[:], s.salts)
	id, _, err := s.operator.OpenSession(s.Context(), s.owner.Address(), s.user.Address(), trace.Keccak(seed[:]), []uint32{promise})
	s.must(err)
	session, err := s.client.Session(s.Context(), id)
	s.must(err)
	return &course{session: session, promise: promise}
}

func (s *scene) finalize(c *course) {
	s.Helper()
	_, err := s.operator.Finalize(s.Context(), s.owner.Address(), []trace.Item{{Session: c.session.ID, N: uint32(c.n), H: c.h}})
	s.must(err)
}

// closed is play and finalize.
func (s *scene) closed(to ...string) *course {
	s.Helper()
	c := s.play(s.promise, to...)
	s.finalize(c)
	return c
}

func (s *scene) file(c *course) trace.Hash { return s.fileWith(c, trace.Hash{}) }

func (s *scene) fileWith(c *course, headsHash trace.Hash) trace.Hash {
	s.Helper()
	id, _, err := s.user.File(s.Context(), escrow.Filing{Session: c.session, Promise: c.promise, HeadsHash: headsHash, Bond: s.terms.Bond})
	s.must(err)
	return id
}

func (s *scene) advance(d time.Duration) {
	s.Helper()
	_, err := s.net.Chain.Advance(s.Context(), d)
	s.must(err)
}

func commitment(session trace.Hash, records []trace.Record) (uint64, trace.Hash) {
	var f trace.Frontier
	for _, r := range records {
		f.Append(r.Leaf())
	}
	return f.Size(), trace.Commitment(session, f.Size(), f.Root())
}

// mails is mailRecords where nothing can go wrong.
func mails(t testing.TB, session trace.Hash, to []string) []trace.Record {
	t.Helper()
	records, err := mailRecords(session, to)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// mailRecords are the records of a session: its opening, and intent, start and
// action of one mail to each address, and its end.
func mailRecords(session trace.Hash, to []string) ([]trace.Record, error) {
	var records []trace.Record
	var failed error
	add := func(h trace.Head, b trace.Body) {
		h.V, h.Session, h.Seq = trace.Version, session, uint64(len(records)+1)
		b.Time = fmt.Sprintf("2026-01-02T03:04:%02d.000000000Z", len(records)%60)
		b.MonoNS = fmt.Sprint(1000 * (len(records) + 1))
		r, err := trace.NewRecord(h, b, trace.Keccak(session[:], []byte{byte(len(records))}))
		failed = errors.Join(failed, err)
		records = append(records, r)
	}
	add(trace.Head{Kind: trace.KindSession}, trace.Body{
		Args: []byte(`{"event":"open","home":"/home/agent","workspace":"/home/agent/work"}`),
		Boot: "00000000-0000-4000-8000-000000000001"})
	for i, address := range to {
		args := trace.Admit(fmt.Appendf(nil, `{"to":[%q],"subject":"Report","body":"It is ready."}`, address))
		call := fmt.Sprintf("mail-%d", i+1)
		add(trace.Head{Kind: trace.KindIntent, Tool: "send_email", ActionID: call}, trace.Body{Args: args.JSON, ArgsHash: &args.Hash})
		add(trace.Head{Kind: trace.KindStart, Tool: "send_email", ActionID: call}, trace.Body{})
		add(trace.Head{Kind: trace.KindAction, Tool: "send_email", ActionID: call, Status: "ok"},
			trace.Body{Args: args.JSON, ArgsHash: &args.Hash, Result: []byte(`{"status":"sent"}`)})
	}
	add(trace.Head{Kind: trace.KindSession}, trace.Body{Args: []byte(`{"event":"close"}`)})
	return records, failed
}

// draft is a bundle before it is signed.
type draft struct {
	header  trace.BundleHeader
	records []trace.Record
	signer  *escrow.KeySigner
}

// bundle writes the evidence of a claim as an honest provider would, after
// change (if any) had its way with it.
func (s *scene) bundle(claim trace.Hash, c *course, change func(*draft)) []byte {
	s.Helper()
	d := &draft{
		header: trace.BundleHeader{V: trace.Version, Claim: claim, ChainID: s.net.Network.ChainID, Escrow: s.net.Network.Escrow,
			Session: c.session.ID, Promise: c.promise, Predicate: s.terms.Predicate, Params: s.terms.Params, N: c.n, H: c.h},
		records: append([]trace.Record{}, c.records...),
		signer:  s.net.Keys[devnet.Operator],
	}
	if change != nil {
		change(d)
	}
	var buf bytes.Buffer
	w, err := trace.NewBundleWriter(&buf, d.header)
	s.must(err)
	for _, r := range d.records {
		s.must(w.Record(r))
	}
	s.must(w.Close(func(digest trace.Hash) ([]byte, trace.Address, error) {
		sig, err := d.signer.SignHash(digest)
		return sig, d.signer.Address(), err
	}))
	return buf.Bytes()
}

// bench is the verifier under test, stepped by hand: no clock but the chain's.
type bench struct {
	*scene
	svc  *verifier.Service
	http *httptest.Server
	done func()
}

func (s *scene) verifier() *bench {
	s.Helper()
	b := &bench{scene: s}
	client, account := s.account(devnet.Verifier)
	ledger := onchain.New(client, account)
	registry, err := aap.Catalog()
	s.must(err)
	b.svc, err = verifier.Open(s.Context(), verifier.Config{
		Dir:      filepath.Join(s.state, "verifier"),
		Identity: verifier.Identity{ChainID: s.net.Network.ChainID, Escrow: s.net.Network.Escrow, Verifier: account.Address()},
		Start:    s.net.Network.DeployedBlock, Confirmations: s.net.Network.Confirmations, Network: "dev",
		Registry: registry, Chain: ledger, Ledger: ledger, Log: slog.New(slog.DiscardHandler),
	})
	s.must(err)
	b.http = httptest.NewServer(b.svc.Door("PRIVATE LEDGER", evidence.Limits{}))
	open := true
	b.done = func() {
		if open {
			open = false
			b.http.Close()
			s.must(b.svc.Close())
		}
	}
	s.Cleanup(b.done)
	return b
}

// drain lets the verifier do all that can be done now.
func (b *bench) drain() {
	b.Helper()
	_, err := b.svc.Drain(b.Context())
	b.must(err)
}

// post delivers a bundle and returns the status and the answer's code.
func (b *bench) post(claim trace.Hash, bundle []byte) (int, string) {
	b.Helper()
	return postTo(b.TB, b.http.URL+"/v1/claims/"+claim.String()+"/evidence", bundle)
}

func postTo(t testing.TB, url string, body []byte) (int, string) {
	t.Helper()
	resp, err := http.Post(url, "application/x-ndjson", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct {
		Code string `json:"code"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, answer.Code
}

// mustPost delivers a bundle that must be taken.
func (b *bench) mustPost(claim trace.Hash, bundle []byte) {
	b.Helper()
	if status, code := b.post(claim, bundle); status != http.StatusOK {
		b.Fatalf("the bundle was answered with %d %s", status, code)
	}
}

// report is what the public sees of a claim.
func (b *bench) report(claim trace.Hash) evidence.Report {
	b.Helper()
	resp, err := http.Get(b.http.URL + "/v1/claims/" + claim.String())
	b.must(err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	b.must(err)
	var r evidence.Report
	if err := json.Unmarshal(text, &r); err != nil || resp.StatusCode != http.StatusOK {
		b.Fatalf("report: %d %s", resp.StatusCode, text)
	}
	return r
}

// settled checks that chain and public report agree on an outcome.
func (b *bench) settled(claim trace.Hash, status escrow.Status, reason string, records ...uint64) {
	b.Helper()
	onChain, err := b.client.Claim(b.Context(), claim)
	b.must(err)
	if onChain.Status != status || onChain.Reason.String() != reason {
		b.Errorf("on chain: %s, %s; want %s, %s", onChain.Status, onChain.Reason, status, reason)
	}
	r := b.report(claim)
	if r.State != string(verifier.Settled) || r.Verdict == nil {
		b.Fatalf("report: %+v; want it settled", r)
	}
	v := r.Verdict
	if v.Reason != reason || v.Violated == (reason == "satisfied") || fmt.Sprint(v.Records) != fmt.Sprint(append([]uint64{}, records...)) || v.Tx.IsZero() || v.Explanation == "" {
		b.Errorf("published verdict %+v; want %s at records %v", *v, reason, records)
	}
}

// waits checks that a claim is open on chain and here.
func (b *bench) waits(claim trace.Hash) {
	b.Helper()
	onChain, err := b.client.Claim(b.Context(), claim)
	b.must(err)
	if r := b.report(claim); onChain.Status != escrow.StatusOpen || r.State != string(verifier.Awaiting) || r.Verdict != nil {
		b.Fatalf("the claim is %s on chain and %s here; want it open and awaiting evidence", onChain.Status, r.State)
	}
}

// reserve is what the scene's promise holds.
func (s *scene) reserve() *big.Int {
	s.Helper()
	p, err := s.client.Promise(s.Context(), s.promise)
	s.must(err)
	return p.Reserve
}

func (s *scene) balance(a trace.Address) *big.Int {
	s.Helper()
	wei, err := s.client.Balance(s.Context(), a)
	s.must(err)
	return wei
}

func (s *scene) credit(a trace.Address) *big.Int {
	s.Helper()
	wei, err := s.client.Credit(s.Context(), a)
	s.must(err)
	return wei
}
