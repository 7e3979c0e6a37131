package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// hugeArgs are 8 MiB of arguments: over what one event carries inline.
var hugeArgs = `{"text":"` + strings.Repeat("0123456789abcdef", 8<<20/16) + `"}`

// neighbour opens a second session on the line's bus and store.
func (l *line) neighbour(t testing.TB) *event.Client {
	t.Helper()
	id := trace.Hash{0xbb, 2}
	cfg := sessionConfig(l.store)
	cfg.Session = id
	s, err := sidecar.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Fail(errors.New("the test is over")) })
	a, err := l.bus.Attach(id, s, everybodyIs(harness))
	if err != nil {
		t.Fatal(err)
	}
	// Time enough for a large event on a machine that others use, too.
	c, err := event.Dial(t.Context(), event.Config{URL: l.bus.URL(), Session: id, Creds: a.Creds, Source: "/adapter/test", Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// flood sends events of 8 MiB one after another until ctx ends, and says how
// many were acknowledged.
func flood(ctx context.Context, c *event.Client) (n int, err error) {
	for ctx.Err() == nil {
		if _, err = c.Send(context.WithoutCancel(ctx), event.Data{Kind: "intent", Tool: "write", ArgsJSON: hugeArgs}); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// BenchmarkMetricOthers measures what the acknowledgements of a session take
// while another one, on the same bus and in the same store, sends 8 MiB events
// without a pause: its p99 over that of the same session left alone, before and
// after, in one run.
func BenchmarkMetricOthers(b *testing.B) {
	const rounds = 600
	l := newLine(b, b.TempDir(), everybodyIs(harness))
	small, err := dial(b, l.bus, l.access, "")
	if err != nil {
		b.Fatal(err)
	}
	large := l.neighbour(b)
	acks := func() (took []time.Duration) {
		for range rounds {
			begun := time.Now()
			if _, err := small.Send(b.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: kibArgs}); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(begun))
		}
		return took
	}
	for b.Loop() {
		acks() // warms all up
		alone := acks()
		ctx, stop := context.WithCancel(b.Context())
		type outcome struct {
			n   int
			err error
		}
		flooded := make(chan outcome, 1)
		go func() {
			n, err := flood(ctx, large)
			flooded <- outcome{n, err}
		}()
		beside := acks()
		stop()
		got := <-flooded
		if got.err != nil || got.n == 0 {
			b.Fatalf("%d large events, %v", got.n, got.err)
		}
		alone = append(alone, acks()...)
		fmt.Printf("\nMETRIC store_others_p50_beside_8mib=%.2f ratio\n", float64(quantile(beside, 0.5))/float64(quantile(alone, 0.5)))
		fmt.Printf("METRIC store_others_p99_beside_8mib=%.2f ratio\n", float64(quantile(beside, 0.99))/float64(quantile(alone, 0.99)))
		fmt.Printf("METRIC store_others_large_events=%d events\n", got.n)
	}
}

// A large event of one session does not keep another's from being answered:
// small ones are acknowledged while its data is under way.
func TestOthersAreAnsweredBesideLargeEvents(t *testing.T) {
	l := newLine(t, t.TempDir(), everybodyIs(harness))
	small, err := dial(t, l.bus, l.access, "")
	if err != nil {
		t.Fatal(err)
	}
	large := l.neighbour(t)
	ended := make(chan error, 1)
	go func() {
		_, err := large.Send(context.WithoutCancel(t.Context()), event.Data{Kind: "intent", Tool: "write", ArgsJSON: hugeArgs})
		ended <- err
	}()
	for n := 0; ; n++ {
		if _, err := small.Send(t.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`}); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			if err := l.store.Check(t.Context()); err != nil {
				t.Error(err)
			}
			t.Logf("%d small events beside one of 8 MiB", n+1)
			return
		default:
		}
	}
}
