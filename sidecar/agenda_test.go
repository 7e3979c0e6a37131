package sidecar_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// looked counts how often the checkpointer looks at a session.
type looked struct {
	sidecar.Source
	id    trace.Hash
	times atomic.Int64
}

func (l *looked) ID() trace.Hash { return l.id }

func (l *looked) Progress() sidecar.Progress {
	l.times.Add(1)
	return l.Source.Progress()
}

// silent is a session that has no records yet.
type silent struct{}

func (silent) ID() trace.Hash             { return trace.Hash{} }
func (silent) Progress() sidecar.Progress { return sidecar.Progress{} }
func (silent) Fail(error)                 {}

// The work of one session's commits does not grow with the sessions beside it:
// those are not even looked at.
func TestQuietSessionsAreNotLookedAt(t *testing.T) {
	r := newRig(t, nil)
	l := &ledger{}
	points, err := sidecar.NewCheckpointer(sidecar.CheckpointConfig{Committer: l, Records: r.faults, Checkpoints: adaptCheckpoints(r.store),
		Clock: sidecar.SystemClock{}, Calls: 1, Age: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	quiet := make([]*looked, 200)
	for i := range quiet {
		quiet[i] = &looked{Source: silent{}, id: trace.Keccak([]byte{byte(i), byte(i >> 8)})}
		if err := points.Add(t.Context(), quiet[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := points.Add(t.Context(), r.s); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { points.Run(ctx); close(done) }()
	for n := range 50 {
		i := r.ok(string(rune('A'+n)), intent("t", "{}"))
		r.ok(string(rune('A'+n))+"-", action(i.ActionID, "ok"))
		points.Touch(session)
		eventually(t, "the call is committed", func() bool {
			st, _ := points.Status(session)
			return st.Committed == r.s.Progress().N
		})
	}
	cancel()
	<-done
	for _, q := range quiet {
		if n := q.times.Load(); n != 1 {
			t.Fatalf("a quiet session was looked at %d times, want once when it was added", n)
		}
	}
	if checkpoints, _, _ := l.counts(); checkpoints < 50 {
		t.Errorf("%d checkpoints", checkpoints)
	}
}

// Fencing: of two sidecars that go on with the same session, the second cannot
// open the file; and where the lock was got around, the number is the last
// guard: the one that is behind ends, and not one of its records is
// acknowledged beside the other's.
func TestTwoSidecarsOnOneSession(t *testing.T) {
	r := newRig(t, nil)
	r.ok("first", intent("t", "{}"))
	// Two sequencers over one store stand for two processes that both got past
	// the lock; each has its own idea of the next number.
	second, err := sidecar.Resume(t.Context(), r.cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Fail(sidecar.ErrClosed)
	acked := map[uint64]trace.Hash{}
	if reply := r.send(harness, "late", intent("t", "{}")); reply.OK {
		t.Errorf("the sidecar that is behind acknowledged %+v", reply)
	}
	if r.s.Err() == nil {
		t.Error("the sidecar that is behind goes on")
	}
	ahead := r.s
	r.s = second
	for _, id := range []string{"one", "two", "three"} {
		reply := r.ok(id, intent("t", "{}"))
		acked[reply.Seq] = reply.Leaf
	}
	if reply := ahead.Submit(t.Context(), harness, event.New("again", "/adapter/test", intent("t", "{}"))); reply.OK {
		t.Errorf("the sidecar that ended acknowledged %+v", reply)
	}
	rows := r.rows()
	for seq, leaf := range acked {
		if rows[seq-1].leaf != leaf {
			t.Errorf("record %d is not the acknowledged one", seq)
		}
	}
	if _, err := tracestore.Open(t.Context(), r.path, tracestore.Options{}); !errors.Is(err, tracestore.ErrLocked) {
		t.Errorf("a second opening of the store: %v", err)
	}
}
