package sidecar_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// A chain that stays away pauses calls at the limit, and only then; one that
// comes back lets them go on. What was answered before is answered again.
func TestChainThatStaysAwayPausesCalls(t *testing.T) {
	var limit atomic.Int64
	limit.Store(int64(time.Hour))
	c := &checkpointed{ledger: &ledger{}}
	c.ledger.set(func([]trace.Item) error { return errors.New("the chain is away") })
	c.rig = newRig(t, func(cfg *sidecar.Config) {
		cfg.OnCommit = func() { c.wake() }
		cfg.Paused = func() string {
			if c.points == nil {
				return ""
			}
			return c.points.Exposure(session, time.Duration(limit.Load()))
		}
	})
	c.run(func(cfg *sidecar.CheckpointConfig) { cfg.Age = 10 * time.Millisecond })
	intent := func(id string) event.Event {
		return event.Event{ID: id, Source: "/adapter/test", Type: "varek.intent.v1", SpecVersion: "1.0",
			Data: event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`}}
	}
	var last event.Reply
	first := intent("first")
	reply := c.s.Submit(t.Context(), harness, first)
	if !reply.OK {
		t.Fatalf("before the limit: %+v", reply)
	}
	limit.Store(int64(time.Millisecond))
	for i := 0; ; i++ {
		if last = c.s.Submit(t.Context(), harness, intent(fmt.Sprint("more", i))); !last.OK {
			break
		}
		if t.Context().Err() != nil {
			t.Fatal("calls were never paused")
		}
	}
	if last.Code != event.CodeBusy || last.RetryAfterMS < 500 || !strings.Contains(last.Message, "not committed on chain") {
		t.Fatalf("paused with %+v", last)
	}
	eventually(t, "the reason of the chain", func() bool {
		return strings.Contains(c.points.Exposure(session, time.Millisecond), "the chain is away")
	})
	start := intent("start")
	start.Type, start.Data = "varek.start.v1", event.Data{Kind: "start", ActionID: reply.ActionID, Tool: "t"}
	if r := c.s.Submit(t.Context(), harness, start); r.Code != event.CodeBusy {
		t.Fatalf("a start while paused: %+v", r)
	}
	if r := c.s.Submit(t.Context(), harness, first); !r.OK || !r.Dup {
		t.Fatalf("a repetition while paused: %+v", r)
	}
	end := intent("end")
	end.Type, end.Data = "varek.action.v1", event.Data{Kind: "action", ActionID: reply.ActionID, Status: "ok", Tool: "t"}
	if r := c.s.Submit(t.Context(), harness, end); !r.OK {
		t.Fatalf("a call that ends while paused: %+v", r)
	}
	c.ledger.set(nil)
	for {
		if r := c.s.Submit(t.Context(), harness, intent("again")); r.OK {
			break
		} else if r.Code != event.CodeBusy {
			t.Fatalf("after the chain came back: %+v", r)
		}
	}
	if why := c.points.Exposure(session, time.Hour); why != "" {
		t.Fatalf("still paused: %s", why)
	}
}

// Every commitment is announced before it counts as made, and the last one
// again after a restart.
func TestCommitmentsAreAnnounced(t *testing.T) {
	var mu sync.Mutex
	var told []trace.Item
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) {
		cfg.Calls = 1
		cfg.Announce = func(_ context.Context, it trace.Item) error {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, it)
			return errors.New("nobody listens")
		}
	})
	c.call(3)
	if _, err := c.s.Close(t.Context(), sidecar.Closing{Reason: "exit"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.points.Finalize(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	_, finals, _ := c.ledger.counts()
	p := c.s.Progress()
	if last := told[len(told)-1]; finals != 1 || last.N != uint32(p.N) || last.H != p.H || last.Session != session {
		t.Fatalf("announced last %+v, final is %d %s", last, p.N, p.H)
	}
	for i := 1; i < len(told); i++ {
		if told[i].N < told[i-1].N {
			t.Fatalf("announced out of order: %+v", told)
		}
	}
}

// A reorganisation takes transactions back that had seemed to be made, while
// the chain comes and goes. Each commitment is repeated with the hash that it
// had, one is under way at a time, and in the end the chain holds everything.
func TestChainThatReorganises(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Calls, cfg.Age = 1, 5*time.Millisecond })
	gone := errors.New("the block is no longer part of the chain")
	var attempts atomic.Int64
	hashes := map[uint32]trace.Hash{} // the checkpointer alone calls
	c.ledger.set(func(items []trace.Item) error {
		for _, it := range items {
			if h, ok := hashes[it.N]; ok && h != it.H {
				t.Errorf("two hashes for %d records", it.N)
			}
			hashes[it.N] = it.H
		}
		if attempts.Add(1)%3 != 0 {
			return gone
		}
		return nil
	})
	for n := range 10 {
		c.call(n)
	}
	eventually(t, "a commitment was taken back and repeated", func() bool { return attempts.Load() > 6 })
	p := c.close()
	c.ledger.set(nil)
	st, err := c.points.Finalize(t.Context(), session)
	if err != nil || !st.Final || st.Committed != p.N {
		t.Errorf("final %+v, %v", st, err)
	}
	if _, finals, _ := c.ledger.counts(); finals != 1 {
		t.Errorf("%d finals", finals)
	}
	c.holds()
}
