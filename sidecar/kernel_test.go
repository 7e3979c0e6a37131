package sidecar_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

func TestKernelRecordsStandWhereTheyHappened(t *testing.T) {
	r := newRig(t, nil)
	var want []string
	for n := range 40 {
		i := r.ok(fmt.Sprint("i", n), intent("t", "{}"))
		for range n % 4 {
			if err := r.kernel(i.ActionID, true); err != nil {
				t.Fatal(err)
			}
			want = append(want, i.ActionID)
		}
		r.ok(fmt.Sprint("a", n), action(i.ActionID, "ok"))
	}
	open := ""
	for _, row := range r.rows() {
		switch row.Kind {
		case trace.KindIntent:
			open = row.ActionID
		case trace.KindAction:
			open = ""
		case trace.KindSyscall:
			if row.ActionID != open || row.ActionID != want[0] {
				t.Fatalf("record %d of %s stands in %q, want %s", row.Seq, row.ActionID, open, want[0])
			}
			want = want[1:]
		}
	}
	if len(want) != 0 {
		t.Errorf("%d kernel records are missing", len(want))
	}
}

func TestKernelRecordsBecomeDurableByThemselves(t *testing.T) {
	r := newRig(t, nil)
	begun := time.Now()
	if err := r.kernel("", true); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > 20*time.Millisecond {
		t.Logf("an unlink waited %v for its record", took)
	}
	eventually(t, "the record is durable without any event", func() bool { return r.s.Progress().Kernel == 1 })
}

func TestSyncKernelRecordIsDurableWhenKernelReturns(t *testing.T) {
	r := newRig(t, nil)
	k := sidecar.KernelRecord{Tool: "sys.unlink", Sync: true, Args: []byte(`{}`)}
	if err := r.s.Kernel(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if p := r.s.Progress(); p.Kernel != 1 {
		t.Errorf("progress %+v", p)
	}
	r.faults.set(func([]sidecar.Entry) error { return errors.New("disk full") }, nil)
	if err := r.s.Kernel(t.Context(), k); err == nil {
		t.Error("a record that could not be written was promised")
	}
	r.faults.set(nil, nil)
}

func TestFullQueueMakesTheAgentWait(t *testing.T) {
	r := newRig(t, nil)
	gate := make(chan struct{})
	r.faults.set(func([]sidecar.Entry) error { <-gate; return nil }, nil)
	done := make(chan error, 1)
	const records = 2 * sidecar.MaxKernelPending
	var mu sync.Mutex
	promised := 0
	go func() {
		for range records {
			if err := r.kernel("", true); err != nil {
				done <- err
				return
			}
			mu.Lock()
			promised++
			mu.Unlock()
		}
		done <- nil
	}()
	// The store does not move, so no more than the bound can be promised, and
	// nothing that is older than the lag.
	time.Sleep(3 * sidecar.MaxKernelLag)
	mu.Lock()
	if promised == 0 || promised > sidecar.MaxKernelPending {
		t.Errorf("%d records were promised while nothing is durable, at most %d may be", promised, sidecar.MaxKernelPending)
	}
	mu.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.s.Kernel(ctx, sidecar.KernelRecord{Tool: "sys.open"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gives up: %v", err)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	r.close()
	if p := r.s.Progress(); p.Kernel != records {
		t.Errorf("%d kernel records of %d", p.Kernel, records)
	}
	r.rows()
}

// A commit that fails takes back its events and keeps the kernel records that
// were already promised; while it lasts no further one is promised.
func TestPromisedKernelRecordsSurviveAFullDisk(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("t", "{}"))
	full := errors.New("no space left")
	r.faults.set(func([]sidecar.Entry) error { return full }, nil)
	for range 5 {
		if err := r.kernel(i.ActionID, true); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.send(harness, "2", action(i.ActionID, "ok")); got.OK || got.Code != event.CodeStore {
		t.Fatalf("answer %+v, want that the store failed", got)
	}
	if err := r.kernel(i.ActionID, true); !errors.Is(err, full) {
		t.Errorf("a kernel record while nothing can be written: %v", err)
	}
	if n := len(r.rows()); n != 2 {
		t.Errorf("%d records", n)
	}
	r.faults.set(nil, nil)
	eventually(t, "the promised records are written once there is space", func() bool { return r.s.Progress().Kernel == 5 })
	if got := r.ok("2", action(i.ActionID, "ok")); got.Dup || got.Seq != 8 {
		t.Errorf("the action, sent again: %+v", got)
	}
	r.rows()
}

// The store says that a commit failed, although it is there.
func TestCommitThatSucceededAgainstItsWord(t *testing.T) {
	r := newRig(t, nil)
	r.faults.set(nil, errors.New("lost the answer"))
	if got := r.ok("1", intent("t", "{}")); got.Seq != 2 || got.Dup {
		t.Errorf("answer %+v", got)
	}
	r.faults.set(nil, nil)
	r.ok("2", action("a2", "ok"))
	if n := len(r.rows()); n != 3 {
		t.Errorf("%d records", n)
	}
}

func TestStoreThatStopsEndsTheSession(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("t", "{}"))
	if err := r.store.Close(); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		got := r.send(harness, fmt.Sprint("s", n), start(i.ActionID))
		if got.OK || got.Code != event.CodeStore || got.Message == "" {
			t.Errorf("start on a closed store: %+v", got)
		}
	}
	eventually(t, "kernel records are refused", func() bool { return r.kernel(i.ActionID, true) != nil })
	if _, err := r.s.Close(t.Context(), sidecar.Closing{}); err == nil {
		t.Error("closed on a closed store")
	}
}

func TestSecondWriterIsNoticed(t *testing.T) {
	r := newRig(t, nil)
	var rec trace.Record
	r.faults.set(func(e []sidecar.Entry) error {
		h := trace.Head{V: 1, Session: session, Seq: e[0].Seq, Kind: trace.KindNotice}
		var err error
		if rec, err = trace.NewRecord(h, trace.Body{Args: []byte(`{}`)}, trace.Hash{1}); err != nil {
			return err
		}
		return adapt(r.store).Append(context.Background(), []sidecar.Entry{{Record: rec, Session: session, Seq: e[0].Seq}})
	}, nil)
	if got := r.send(harness, "1", intent("t", "{}")); got.OK {
		t.Fatalf("acknowledged at a number that somebody else has: %+v", got)
	}
	if err := r.s.Err(); !errors.Is(err, sidecar.ErrDiverged) {
		t.Errorf("the session says %v", err)
	}
}

func TestProducersShareCommits(t *testing.T) {
	const producers, each = 64, 4
	r := newRig(t, nil)
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for n := range each {
				if got := r.send(harness, fmt.Sprintf("%d-%d", p, n), intent("t", "{}")); !got.OK {
					t.Errorf("producer %d: %+v", p, got)
				}
			}
		})
	}
	wg.Wait()
	if n := len(r.rows()); n != 1+producers*each {
		t.Errorf("%d records", n)
	}
	r.faults.mu.Lock()
	defer r.faults.mu.Unlock()
	if commits := len(r.faults.sizes); commits > producers*each/4 {
		t.Errorf("%d records took %d commits", producers*each, commits)
	}
}

func TestTooManyEventsAreAnsweredBusy(t *testing.T) {
	r := newRig(t, func(c *sidecar.Config) { c.EventLimit = 2 })
	gate := make(chan struct{})
	r.faults.set(func([]sidecar.Entry) error { <-gate; return nil }, nil)
	var wg sync.WaitGroup
	replies := make(chan event.Reply, 8)
	for n := range 8 {
		wg.Go(func() { replies <- r.send(harness, fmt.Sprint(n), intent("t", "{}")) })
	}
	for range 6 {
		if got := <-replies; got.OK || got.Code != event.CodeBusy || got.RetryAfterMS <= 0 {
			t.Errorf("answer %+v, want busy", got)
		}
	}
	close(gate)
	wg.Wait()
	for range 2 {
		if got := <-replies; !got.OK {
			t.Errorf("answer %+v", got)
		}
	}
}

func TestTotalsNameTheFirstOccurrence(t *testing.T) {
	r := newRig(t, nil)
	i := r.ok("1", intent("t", "{}"))
	d := allow(i.ActionID)
	d.Decision = "deny"
	r.ok("2", d)
	put := func(k sidecar.KernelRecord) {
		t.Helper()
		k.Tool, k.ActionID, k.Executed = "sys.open", i.ActionID, true
		k.Metadata = []byte(`{"count":7,"pid":5}`)
		if err := r.s.Kernel(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	other := r.ok("3", intent("t", "{}"))
	put(sidecar.KernelRecord{Serial: 70})
	put(sidecar.KernelRecord{Of: 70})
	put(sidecar.KernelRecord{Of: 71}) // nobody knows it: it stands for itself
	r.ok("4", action(other.ActionID, "ok"))
	rows := r.rows()
	for n, want := range map[int]string{4: `{"count":7,"pid":5}`, 5: `{"count":7,"of":5,"pid":5}`, 6: `{"count":7,"pid":5}`} {
		if got := string(rows[n].Metadata); rows[n].Kind != trace.KindSyscall || got != want {
			t.Errorf("record %d has metadata %s, want %s", n+1, got, want)
		}
	}
}

func TestRecordThatNoVerifierCouldReadIsRefused(t *testing.T) {
	r := newRig(t, nil)
	big := `"` + strings.Repeat("x", sidecar.MaxBody) + `"`
	if got := r.send(harness, "1", intent("t", big)); got.OK || got.Code != event.CodeMalformed || !strings.Contains(got.Message, "a record takes") {
		t.Errorf("answer %.200v", got)
	}
	if got := r.ok("2", intent("t", "{}")); got.Seq != 2 {
		t.Errorf("the next one: %+v", got)
	}
}

// The warden sends totals when a call ends, more of them than the order takes
// at once, and they stand before whatever the adapter does next.
func TestTotalsOfACallAreInTheOrderBeforeTheAnswer(t *testing.T) {
	var r *rig
	r = newRig(t, func(c *sidecar.Config) {
		c.OnEnd = func(id string) {
			for range sidecar.MaxKernelPending + 100 {
				if err := r.kernel(id, true); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	one := r.ok("1", intent("t", "{}"))
	two := r.ok("2", intent("t", "{}"))
	r.ok("3", start(one.ActionID))
	r.ok("4", start(two.ActionID))
	r.ok("5", action(one.ActionID, "ok"))
	next := r.ok("6", event.Data{Kind: "notice"})
	if want := uint64(6 + sidecar.MaxKernelPending + 100 + 1); next.Seq != want {
		t.Errorf("the next event is record %d, want %d", next.Seq, want)
	}
	r.close() // two has no action: its totals come before the close
	rows := r.rows()
	if last := rows[len(rows)-3]; last.Kind != trace.KindSyscall || last.ActionID != two.ActionID {
		t.Errorf("before the closing action stands %+v", last.Head)
	}
}
