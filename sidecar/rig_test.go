package sidecar_test

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

var (
	session = trace.Hash{0x5e, 1}
	harness = sidecar.Peer{Route: sidecar.RouteHarness, PID: 100}
	own     = sidecar.Peer{Route: sidecar.RouteOwn, PID: 200}
)

const boot = "11111111-2222-3333-4444-555555555555"

// rig is one session on a real store in a directory of the test's.
type rig struct {
	t      testing.TB
	path   string
	store  *tracestore.Store
	faults *faults
	cfg    sidecar.Config
	s      *sidecar.Session
}

// faults stands between a session and the real store and lets a test decide
// what the store does.
type faults struct {
	sidecar.Store
	mu     sync.Mutex
	before func([]sidecar.Entry) error // error: nothing is written
	after  error                       // reported although it is written
	sizes  []int                       // entries per commit
}

func (f *faults) Append(ctx context.Context, e []sidecar.Entry) error {
	f.mu.Lock()
	before, after := f.before, f.after
	f.sizes = append(f.sizes, len(e))
	f.mu.Unlock()
	if before != nil {
		if err := before(e); err != nil {
			return err
		}
	}
	return errors.Join(f.Store.Append(ctx, e), after)
}

func (f *faults) set(before func([]sidecar.Entry) error, after error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.before, f.after = before, after
}

func openStore(t testing.TB, path string) *tracestore.Store {
	t.Helper()
	st, err := tracestore.Open(context.Background(), path, tracestore.Options{Preallocate: -1})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func adapt(st *tracestore.Store) sidecar.Store {
	return sidecar.Adapt(st, func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
		func(s tracestore.Stored) sidecar.Stored { return sidecar.Stored(s) })
}

func adaptCheckpoints(st *tracestore.Store) sidecar.CheckpointStore {
	return sidecar.AdaptCheckpoints(st, func(c sidecar.Checkpoint) tracestore.Checkpoint { return tracestore.Checkpoint(c) },
		func(c tracestore.Checkpoint) sidecar.Checkpoint { return sidecar.Checkpoint(c) })
}

// newRig opens a session; change may alter its configuration first.
func newRig(t testing.TB, change func(*sidecar.Config)) *rig {
	t.Helper()
	r := &rig{t: t, path: filepath.Join(t.TempDir(), "trace.db")}
	r.store = openStore(t, r.path)
	t.Cleanup(func() { r.store.Close() })
	r.faults = &faults{Store: adapt(r.store)}
	r.cfg = sidecar.Config{Session: session, Store: r.faults, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: boot,
		Opening: sidecar.Opening{Network: "dev", Promises: []uint32{1}, Workspace: "/w", Home: "/h"}}
	if change != nil {
		change(&r.cfg)
	}
	s, err := sidecar.Open(t.Context(), r.cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.s = s
	t.Cleanup(func() { r.s.Fail(errors.New("the test is over")) })
	return r
}

// restart lets the session go without closing it, as a crash does, and resumes
// it on a newly opened store.
func (r *rig) restart() {
	r.t.Helper()
	r.s.Fail(errors.New("crash"))
	if err := r.store.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.store = openStore(r.t, r.path)
	r.faults = &faults{Store: adapt(r.store)}
	r.cfg.Store = r.faults
	s, err := sidecar.Resume(r.t.Context(), r.cfg)
	if err != nil {
		r.t.Fatal(err)
	}
	r.s = s
}

// send submits an event under id and returns the answer.
func (r *rig) send(p sidecar.Peer, id string, d event.Data) event.Reply {
	return r.s.Submit(r.t.Context(), p, event.New(id, "/adapter/test", d))
}

// ok is send for an event that must be accepted.
func (r *rig) ok(id string, d event.Data) event.Reply {
	r.t.Helper()
	reply := r.send(harness, id, d)
	if !reply.OK {
		r.t.Fatalf("event %s: %s: %s", id, reply.Code, reply.Message)
	}
	return reply
}

func (r *rig) kernel(action string, executed bool) error {
	result := `{"decision":"deny","errno":13}`
	if executed {
		result = `{"decision":"allow"}`
	}
	return r.s.Kernel(r.t.Context(), sidecar.KernelRecord{Tool: "sys.unlink", ActionID: action, Executed: executed,
		Args: []byte(`{"event":"unlink","resolved":"/w/x"}`), Result: []byte(result), Metadata: []byte(`{"pid":5}`)})
}

func (r *rig) close() sidecar.Progress {
	r.t.Helper()
	p, err := r.s.Close(r.t.Context(), sidecar.Closing{Reason: "exit"})
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

// row is one stored record, decoded.
type row struct {
	trace.Head
	trace.Body
	leaf trace.Hash
}

// rows reads the session back and checks what must always hold: numbers
// without gap, stamps that never go back, and the hash that was acknowledged.
func (r *rig) rows() []row {
	r.t.Helper()
	var out []row
	var f trace.Frontier
	var last string
	err := r.store.Read(context.Background(), session, 1, 0, func(rec trace.Record, seq uint64) error {
		h, err := trace.DecodeHead(rec.Head)
		if err != nil {
			return err
		}
		b, err := trace.DecodeBody(rec.Body)
		if err != nil {
			return err
		}
		if h.Seq != uint64(len(out)+1) || seq != h.Seq || h.Session != session {
			r.t.Errorf("record %d is numbered %d (%d)", len(out)+1, h.Seq, seq)
		}
		if len(b.MonoNS) < len(last) || len(b.MonoNS) == len(last) && b.MonoNS < last {
			r.t.Errorf("record %d: mono_ns goes back from %s to %s", seq, last, b.MonoNS)
		}
		last = b.MonoNS
		f.Append(rec.Leaf())
		out = append(out, row{h, b, rec.Leaf()})
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	if p := r.s.Progress(); p.N == f.Size() && p.H != trace.Commitment(session, p.N, f.Root()) {
		r.t.Errorf("acknowledged %s at %d, the store gives %s", p.H, p.N, trace.Commitment(session, p.N, f.Root()))
	}
	return out
}

// eventually waits for a condition that another goroutine brings about.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never happened: %s", what)
		}
	}
}

func intent(tool, args string) event.Data {
	return event.Data{Kind: "intent", Tool: tool, ArgsJSON: args}
}

func allow(id string) event.Data {
	return event.Data{Kind: "permission", ActionID: id, Decision: "allow",
		Permission: &event.Permission{Authority: "human", Actor: "ada", Scope: "once"}}
}

func start(id string) event.Data { return event.Data{Kind: "start", ActionID: id} }

func action(id, status string) event.Data {
	return event.Data{Kind: "action", ActionID: id, Status: status, ResultJSON: `"done"`}
}
