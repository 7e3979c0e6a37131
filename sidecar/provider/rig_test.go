package provider_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

var (
	session = trace.Hash{0x51}
	claim   = trace.Hash{0xc1}
	harness = sidecar.Peer{Route: sidecar.RouteHarness, PID: 1}
)

// key signs with a real secp256k1 key.
type key [32]byte

func (k key) Address() trace.Address {
	_, a, err := trace.Sign(trace.Hash{1}, k[:])
	if err != nil {
		panic(err)
	}
	return a
}

func (k key) SignHash(digest trace.Hash) ([]byte, error) {
	sig, _, err := trace.Sign(digest, k[:])
	return sig, err
}

var operator = key{31: 7}

// recorded is a closed session in a real store and what was committed of it.
type recorded struct {
	path     string
	store    *tracestore.Store
	evidence provider.Evidence
}

func record(t *testing.T) *recorded {
	t.Helper()
	r := &recorded{path: filepath.Join(t.TempDir(), "trace.db")}
	r.open(t)
	s, err := sidecar.Open(t.Context(), sidecar.Config{Session: session, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: "boot",
		Store: sidecar.Adapt(r.store, func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
			func(s tracestore.Stored) sidecar.Stored { return sidecar.Stored(s) })})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("recorded"))
	commit := func(p sidecar.Progress) {
		r.evidence.Commitments = append(r.evidence.Commitments, trace.Item{Session: session, N: uint32(p.N), H: p.H})
	}
	for n := range 6 {
		i := s.Submit(t.Context(), harness, event.New(fmt.Sprint("i", n), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`}))
		a := s.Submit(t.Context(), harness, event.New(fmt.Sprint("a", n), "/adapter/test", event.Data{Kind: "action", ActionID: i.ActionID, Status: "ok"}))
		if !i.OK || !a.OK {
			t.Fatalf("%+v, %+v", i, a)
		}
		if n%2 == 0 {
			commit(s.Progress())
		}
	}
	final, err := s.Close(t.Context(), sidecar.Closing{Reason: "exit"})
	if err != nil {
		t.Fatal(err)
	}
	r.evidence.Commitments = append(r.evidence.Commitments, trace.Item{Session: trace.Hash{9}, N: 1, H: trace.Hash{9}}) // somebody else's
	r.evidence.Header = trace.BundleHeader{V: 1, Claim: claim, ChainID: 1337, Escrow: trace.Address{0xe5}, Session: session,
		Promise: 1, Predicate: "AAP-1@1", Params: []byte(`{}`), N: final.N, H: final.H}
	return r
}

func (r *recorded) open(t *testing.T) {
	t.Helper()
	store, err := tracestore.Open(context.Background(), r.path, tracestore.Options{Preallocate: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	r.store = store
}

// alter changes the store as its owner can.
func (r *recorded) alter(t *testing.T, update string) {
	t.Helper()
	if err := r.store.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", r.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"DROP TRIGGER records_no_update", "DROP TRIGGER records_no_delete", update} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := tracestore.Open(context.Background(), r.path, tracestore.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	r.store = store
}
