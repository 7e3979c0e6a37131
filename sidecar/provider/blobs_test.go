package provider_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
)

const listParams = `{"allow":["*@example.com"],"as":"email","calls":[{"kinds":["action"],"tool":"send_email"}],` +
	`"include_failed":false,"on_gap":"violated","recipients":["/args/to"],"split":","}`

// mailing is a closed session that sent one mail to the recipients, with the
// claim about it: the list is so long that it is no part of the record's body.
type mailing struct {
	store *tracestore.Store
	dir   string
	facts judge.Facts
	reg   *predicates.Registry
	prog  predicates.Program
	provider.Evidence
}

func mail(t *testing.T, recipients string) *mailing {
	t.Helper()
	m := &mailing{dir: t.TempDir()}
	var err error
	if m.store, err = tracestore.Open(context.Background(), filepath.Join(m.dir, "trace.db"), tracestore.Options{Preallocate: -1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.store.Close() })
	owner, user, escrow := trace.Address{0x0e}, trace.Address{0x0f}, trace.Address{0xe5}
	id := trace.SessionID(1337, escrow, owner, user, trace.Hash{9}, trace.PromisesHash([]uint32{7}))
	s, err := sidecar.Open(t.Context(), sidecar.Config{Session: id, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: "boot", Blobs: m.store,
		Store: sidecar.Adapt(m.store, func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
			func(s tracestore.Stored) sidecar.Stored { return sidecar.Stored(s) })})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("recorded"))
	args := fmt.Sprintf(`{"subject":"Report","to":%q}`, recipients)
	i := s.Submit(t.Context(), harness, event.New("i", "/adapter/test", event.Data{Kind: "intent", Tool: "send_email", ArgsJSON: args}))
	a := s.Submit(t.Context(), harness, event.New("a", "/adapter/test", event.Data{Kind: "action", ActionID: i.ActionID, Status: "ok", ArgsJSON: args}))
	if !i.OK || !a.OK {
		t.Fatalf("%+v, %+v", i, a)
	}
	final, err := s.Close(t.Context(), sidecar.Closing{Reason: "exit"})
	if err != nil {
		t.Fatal(err)
	}
	m.terms(t, id, owner, user, escrow, final)
	return m
}

// terms are what the chain would say of the session and the claim.
func (m *mailing) terms(t *testing.T, id trace.Hash, owner, user, escrow trace.Address, final sidecar.Progress) {
	t.Helper()
	var err error
	if m.reg, err = aap.Catalog(); err != nil {
		t.Fatal(err)
	}
	pred, _ := m.reg.ByName("AAP-4@1")
	if m.prog, err = pred.Compile([]byte(listParams)); err != nil {
		t.Fatal(err)
	}
	claim := trace.ClaimID(1337, escrow, id, 7, 1)
	m.facts = judge.Facts{V: 1, ChainID: 1337, Escrow: escrow,
		Promise:   judge.PromiseFacts{ID: 7, Owner: owner, PredicateHash: pred.Manifest().Hash(), ParamsHash: trace.Keccak([]byte(listParams))},
		Session:   judge.SessionFacts{ID: id, Owner: owner, User: user, OpenedAt: 1, Promises: []uint32{7}},
		Claim:     judge.ClaimFacts{ID: claim, Round: 1, FiledAt: 100},
		Operators: []trace.Address{operator.Address()}, HeadSigners: []trace.Address{operator.Address()},
		Items: []judge.Item{{Kind: judge.ItemFinal, N: final.N, H: final.H, BlockTime: 90}}, Final: &judge.Final{N: final.N, H: final.H, Time: 90},
		Heads: []judge.Head{}, Now: 150}
	m.Evidence = provider.Evidence{Needs: m.prog.Needs, Header: trace.BundleHeader{V: 1, Claim: claim, ChainID: 1337, Escrow: escrow, Session: id,
		Promise: 7, Predicate: "AAP-4@1", Params: []byte(listParams), N: final.N, H: final.H}}
}

// The verifier's side of the mailing: evidence.Server over a real vault.
func (m *mailing) Filing(context.Context, trace.Hash) (evidence.Filing, error) {
	return evidence.Filing{Claim: m.facts.Claim.ID, Open: true, FiledAt: m.facts.Claim.FiledAt}, nil
}

func (m *mailing) Knows(_ context.Context, c trace.Hash) (bool, error) {
	return c == m.facts.Claim.ID, nil
}

func (m *mailing) Report(context.Context, trace.Hash) (evidence.Report, error) {
	return evidence.Report{}, evidence.ErrUnknownClaim
}

func (m *mailing) Reports(context.Context, int, int) ([]evidence.Report, error) { return nil, nil }

func (m *mailing) verifier(t *testing.T) (url string, vault *evidence.Vault) {
	t.Helper()
	vault, err := evidence.OpenVault(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := evidence.NewServer(evidence.Config{Houses: []evidence.House{{Name: "one", Book: m, Vault: vault,
		Admit: func(_ context.Context, _ trace.Hash, r io.Reader) error {
			err := judge.Admit(m.facts, r)
			if errors.Is(err, judge.ErrNotEvidence) {
				err = evidence.NotEvidence(err)
			}
			return err
		},
		CheckHeads: func([]byte) error { return nil },
		Now:        func(context.Context) (uint64, error) { return m.facts.Now, nil },
		Kept:       func(context.Context, trace.Hash) error { return nil },
		Ready:      func(context.Context) error { return nil },
	}}})
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	return srv.URL, vault
}

// TestLongArgumentsAreJudged: from the tool call to the verdict, with a list of
// recipients of 200 KiB that the promise is about.
func TestLongArgumentsAreJudged(t *testing.T) {
	good := strings.TrimSuffix(strings.Repeat("someone@example.com,", 200<<10/20), ",")
	for name, c := range map[string]struct {
		to   string
		want judge.Reason
	}{
		"kept":     {good, judge.ReasonSatisfied},
		"violated": {good + ",mallory@evil.example", judge.ReasonViolated},
	} {
		t.Run(name, func(t *testing.T) {
			m := mail(t, c.to)
			var out bytes.Buffer
			sum, err := provider.Assemble(t.Context(), m.store, m.Evidence, operator, &out)
			if err != nil || sum.Blobs == 0 {
				t.Fatalf("%+v, %v", sum, err)
			}
			url, vault := m.verifier(t)
			receipt, err := provider.Deliver(t.Context(), provider.Delivery{URL: url, Claim: m.facts.Claim.ID, Attempts: 1,
				Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out.Bytes())), nil }})
			if err != nil || receipt.BundleHash != sum.BundleHash {
				t.Fatalf("%+v, %v; the bundle's hash is %s", receipt, err, sum.BundleHash)
			}
			kept, err := vault.Open(m.facts.Claim.ID)
			if err != nil {
				t.Fatal(err)
			}
			defer kept.Close()
			v, err := judge.JudgeParallel(m.facts, kept, m.reg)
			if err != nil || v.Reason != c.want {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
}

// A text that the store lost, or that is another now, is no honest evidence;
// as stored it stays a reference, and the judge rules against the provider.
func TestLostAndAlteredTexts(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"lost":    os.Remove,
		"altered": func(path string) error { return os.WriteFile(path, []byte("alice@example.com"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			m := mail(t, strings.Repeat("someone@example.com,", 5000)+"mallory@evil.example")
			files, err := filepath.Glob(filepath.Join(m.dir, "blobs", "*", "*"))
			if err != nil || len(files) == 0 {
				t.Fatalf("no texts are kept: %v", err)
			}
			for _, f := range files {
				if err := harm(f); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := provider.Assemble(t.Context(), m.store, m.Evidence, operator, io.Discard); !errors.Is(err, provider.ErrMismatch) {
				t.Errorf("got %v, want ErrMismatch", err)
			}
			m.AsStored = true
			var out bytes.Buffer
			sum, err := provider.Assemble(t.Context(), m.store, m.Evidence, operator, &out)
			if err != nil || len(sum.Mismatches) == 0 || sum.Blobs != 0 {
				t.Fatalf("%+v, %v", sum, err)
			}
			v, err := judge.Judge(m.facts, &out, m.reg)
			if err != nil || v.Reason != judge.ReasonHidden {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
}

// A hidden body takes its texts with it.
func TestHiddenBodiesShowNoTexts(t *testing.T) {
	m := mail(t, strings.Repeat("someone@example.com,", 5000)+"someone@example.com")
	m.Needs, m.Hide = nil, func(_ trace.Record, h trace.Head) bool {
		return h.Kind == trace.KindAction || h.Kind == trace.KindIntent
	}
	var out bytes.Buffer
	sum, err := provider.Assemble(t.Context(), m.store, m.Evidence, operator, &out)
	if err != nil || sum.Blobs != 0 || bytes.Contains(out.Bytes(), []byte("someone@")) {
		t.Errorf("%+v, %v", sum, err)
	}
}
