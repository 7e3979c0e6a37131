package sidecar_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// instant is a store without a disk: commits end at once, so that whoever
// brings an event meets the end of another's commit all the time.
type instant struct {
	mu   sync.Mutex
	seqs []uint64
}

func (s *instant) Append(_ context.Context, entries []sidecar.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range entries {
		s.seqs = append(s.seqs, e.Seq)
	}
	return nil
}

func (s *instant) Event(context.Context, trace.Hash, string) (sidecar.Stored, bool, error) {
	return sidecar.Stored{}, false, nil
}

func (s *instant) Read(context.Context, trace.Hash, uint64, uint64, func(trace.Record, uint64) error) error {
	return errors.New("nothing is read here")
}

func (s *instant) Head(context.Context, trace.Hash) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return uint64(len(s.seqs)), nil
}

// Producers sequence for each other, beside kernel records that nobody waits
// for. An event that nobody takes would be answered busy when ctx ends.
func TestNobodyIsLeftWaiting(t *testing.T) {
	const producers, each, kernel = 16, 200, 200
	store := &instant{}
	s, err := sidecar.Open(t.Context(), sidecar.Config{Session: session, Store: store, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: boot})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("the test is over"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for p := range producers {
		wg.Go(func() {
			for n := range each {
				e := event.New(fmt.Sprintf("e-%d-%d", p, n), "/adapter/test", event.Data{Kind: "intent", Tool: "t"})
				if r := s.Submit(ctx, harness, e); !r.OK || r.Head == nil || r.Head.N != r.Seq {
					t.Errorf("event %d of producer %d: %+v", n, p, r)
					return
				}
			}
		})
	}
	wg.Go(func() {
		for n := range kernel {
			if err := s.Kernel(ctx, sidecar.KernelRecord{Tool: "sys.open"}); err != nil {
				t.Errorf("kernel record %d: %v", n, err)
				return
			}
		}
	})
	wg.Wait()
	p, err := s.Close(ctx, sidecar.Closing{Reason: "end"})
	if err != nil {
		t.Fatal(err)
	}
	// The opening, what was sent, an action for every intent, and the end.
	if want := uint64(1 + 2*producers*each + kernel + 1); p.N != want {
		t.Errorf("%d records, want %d", p.N, want)
	}
	for n, seq := range store.seqs {
		if seq != uint64(n+1) {
			t.Fatalf("record %d has number %d", n+1, seq)
		}
	}
}
