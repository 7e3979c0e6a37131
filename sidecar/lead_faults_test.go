package sidecar_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
)

// gated makes every commit wait; entered is told of each that has begun, and
// whether the one who commits is the one who brought the event.
func (r *rig) gated() (entered chan bool, gate chan struct{}) {
	entered, gate = make(chan bool, 64), make(chan struct{})
	r.faults.set(func([]sidecar.Entry) error {
		entered <- bytes.Contains(debug.Stack(), []byte("Session).Submit"))
		<-gate
		return nil
	}, nil)
	return entered, gate
}

// submit is Submit on a goroutine of its own.
func (r *rig) submit(ctx context.Context, id string) chan event.Reply {
	out := make(chan event.Reply, 1)
	go func() { out <- r.s.Submit(ctx, harness, event.New(id, "/adapter/test", intent("t", "{}"))) }()
	return out
}

// The caller's context ends while it commits, for itself or others: all the
// same it hears what became of its event.
func TestContextThatEndsWhileLeading(t *testing.T) {
	r, leaders := newRig(t, nil), 0
	for n := range 20 {
		entered, gate := r.gated()
		ctx, cancel := context.WithCancel(t.Context())
		reply := r.submit(ctx, fmt.Sprint(n))
		led := <-entered
		cancel()
		close(gate)
		got := <-reply
		if led {
			leaders++
		} else if got.Code == event.CodeBusy { // the sequencer was just there
			r.faults.set(nil, nil)
			got = r.ok(fmt.Sprint(n), intent("t", "{}"))
		}
		if !got.OK || got.Seq != uint64(n+2) {
			t.Fatalf("event %d: %+v", n, got)
		}
	}
	if leaders == 0 {
		t.Error("nobody has led")
	}
	r.rows()
}

// A disk that hangs holds up nobody who has a time limit of its own, except
// the one that commits; what was answered busy is there afterwards, once.
func TestFollowersOfACommitThatHangs(t *testing.T) {
	r := newRig(t, nil)
	entered, gate := r.gated()
	leader := r.submit(t.Context(), "leader")
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	followers := make([]chan event.Reply, 8)
	for n := range followers {
		followers[n] = r.submit(ctx, fmt.Sprint("f", n))
	}
	durable := make(chan error, 1)
	go func() { durable <- r.s.Kernel(ctx, sidecar.KernelRecord{Tool: "sys.open", Sync: true}) }()
	cancel()
	for n, f := range followers {
		if got := <-f; got.OK || got.Code != event.CodeBusy || got.RetryAfterMS <= 0 {
			t.Errorf("follower %d: %+v, want busy", n, got)
		}
	}
	if err := <-durable; !errors.Is(err, context.Canceled) {
		t.Errorf("a kernel record that must be durable: %v", err)
	}
	r.faults.set(nil, nil)
	close(gate)
	if got := <-leader; !got.OK || got.Seq != 2 {
		t.Errorf("the leader: %+v", got)
	}
	for n := range followers {
		if got := r.ok(fmt.Sprint("f", n), intent("t", "{}")); got.Seq < 3 {
			t.Errorf("follower %d again: %+v", n, got)
		}
	}
	r.close()
	intents := 0
	for _, row := range r.rows() {
		if row.Kind == "intent" {
			intents++
		}
	}
	if intents != 1+len(followers) {
		t.Errorf("%d intents of %d events", intents, 1+len(followers))
	}
}

// The session fails while somebody commits on its own goroutine: neither it
// nor anybody behind it hears of success, and nothing is written afterwards,
// not even the kernel records that were promised.
func TestSessionThatFailsWhileSomebodyLeads(t *testing.T) {
	for _, name := range []string{"the commit succeeds", "the commit fails"} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			var commits atomic.Int32
			entered, gate := make(chan struct{}, 64), make(chan struct{})
			r.faults.set(func([]sidecar.Entry) error {
				commits.Add(1)
				entered <- struct{}{}
				<-gate
				if strings.HasSuffix(name, "fails") {
					return errors.New("no space left")
				}
				return nil
			}, nil)
			leader := r.submit(t.Context(), "leader")
			<-entered
			followers := make([]chan event.Reply, 4)
			for n := range followers {
				followers[n] = r.submit(t.Context(), fmt.Sprint("f", n))
			}
			for range 3 {
				if err := r.kernel("", true); err != nil {
					t.Fatal(err)
				}
			}
			cause := errors.New("the store lies")
			r.s.Fail(cause)
			for n, f := range followers {
				if got := <-f; got.OK || got.Code != event.CodeStore {
					t.Errorf("follower %d: %+v", n, got)
				}
			}
			close(gate)
			if got := <-leader; got.OK || got.Code != event.CodeStore {
				t.Errorf("the leader: %+v", got)
			}
			if err := r.kernel("", true); !errors.Is(err, cause) {
				t.Errorf("a kernel record afterwards: %v", err)
			}
			if got := r.send(harness, "late", intent("t", "{}")); got.OK || got.Code != event.CodeStore {
				t.Errorf("an event afterwards: %+v", got)
			}
			if _, err := r.s.Close(t.Context(), sidecar.Closing{}); !errors.Is(err, cause) {
				t.Errorf("the close afterwards: %v", err)
			}
			if n := commits.Load(); n != 1 {
				t.Errorf("%d commits, want the one that was under way", n)
			}
		})
	}
}

// Everybody who waits becomes leader at some time, every third commit fails,
// and kernel records are promised in between: in the trace each producer's
// records stand in the order in which it made them, once each.
func TestLeadersKeepTheOrder(t *testing.T) {
	const producers, each = 6, 25
	r := newRig(t, nil)
	var commits atomic.Int32
	r.faults.set(func([]sidecar.Entry) error {
		if commits.Add(1)%3 == 0 {
			return errors.New("no space left")
		}
		return nil
	}, nil)
	var wg sync.WaitGroup
	var refused atomic.Int32
	for p := range producers {
		wg.Go(func() {
			for n := range each {
				name := fmt.Sprintf("p%d-%03d", p, n)
				for r.s.Kernel(t.Context(), sidecar.KernelRecord{Tool: name}) != nil {
					refused.Add(1)
				}
				for {
					got := r.send(harness, name, intent(name, "{}"))
					if got.OK {
						break
					}
					if refused.Add(1); got.Code != event.CodeStore {
						t.Errorf("event %s: %+v", name, got)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	if refused.Load() == 0 {
		t.Error("no commit failed under anybody")
	}
	next := map[string]int{}
	for _, row := range r.rows()[1:] {
		p, _, _ := strings.Cut(row.Tool, "-")
		if want := fmt.Sprintf("%s-%03d", p, next[p]/2); row.Tool != want || (row.Kind == "syscall") != (next[p]%2 == 0) {
			t.Fatalf("record %d is %s %s, number %d of its producer", row.Seq, row.Kind, row.Tool, next[p])
		}
		next[p]++
	}
	for p, n := range next {
		if n != 2*each {
			t.Errorf("%s has %d records, want %d", p, n, 2*each)
		}
	}
	if len(next) != producers {
		t.Errorf("records of %d producers", len(next))
	}
}

// The database is removed under the session: the commit goes into a file that
// is gone, the store stops, and what it still shows is no reason to say ok.
func TestNothingIsAcknowledgedIntoARemovedFile(t *testing.T) {
	r := newRig(t, nil)
	r.ok("1", intent("t", "{}"))
	if err := os.Remove(r.path); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if got := r.send(harness, fmt.Sprint("gone", n), intent("t", "{}")); got.OK || got.Code != event.CodeStore {
			t.Fatalf("event %d was acknowledged into a file that is gone: %+v", n, got)
		}
	}
	if r.s.Err() == nil {
		t.Error("the session goes on")
	}
}
