package host_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/host"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// ledger notes commitments as a chain would, and may be away.
type ledger struct {
	mu     sync.Mutex
	away   bool
	finals map[trace.Hash]int
}

func (l *ledger) Commit(context.Context, []trace.Item) (trace.Hash, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.away {
		return trace.Hash{}, errors.New("the chain is away")
	}
	return trace.Hash{1}, nil
}

func (l *ledger) Finalize(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	tx, err := l.Commit(ctx, items)
	if err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, i := range items {
			l.finals[i.Session]++
		}
	}
	return tx, err
}

// served is one process's life of a host, on files that outlive it.
type served struct {
	t     testing.TB
	dir   string
	port  int
	chain *ledger
	*host.Host
	store  *tracestore.Store
	bus    *ingest.Server
	points *sidecar.Checkpointer
	end    context.CancelFunc
	ended  chan struct{}
}

func (s *served) start() {
	s.t.Helper()
	var err error
	check := func(err error) {
		if err != nil {
			s.t.Helper()
			s.t.Fatal(err)
		}
	}
	s.store, err = tracestore.Open(context.Background(), filepath.Join(s.dir, "trace.db"), tracestore.Options{})
	check(err)
	records := sidecar.Adapt(s.store, func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
		func(t tracestore.Stored) sidecar.Stored { return sidecar.Stored(t) })
	points := sidecar.AdaptCheckpoints(s.store, func(c sidecar.Checkpoint) tracestore.Checkpoint { return tracestore.Checkpoint(c) },
		func(c tracestore.Checkpoint) sidecar.Checkpoint { return sidecar.Checkpoint(c) })
	s.points, err = sidecar.NewCheckpointer(sidecar.CheckpointConfig{Committer: s.chain, Records: records, Checkpoints: points,
		Clock: sidecar.SystemClock{}, Age: time.Hour})
	check(err)
	s.bus, err = ingest.Start(context.Background(), ingest.Config{Port: s.port})
	check(err)
	s.port = int(s.bus.Addr().Port())
	place := func(id trace.Hash) (string, string) {
		return filepath.Join(s.dir, id.String()+".creds"), filepath.Join(s.dir, id.String()+".key")
	}
	s.Host, err = host.New(host.Config{Store: records, Blobs: s.store, States: s.store, List: s.store.Sessions, Bus: s.bus, Points: s.points,
		Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: "boot",
		Keep: func(id trace.Hash, a ingest.Access) error { c, k := place(id); return a.Write(c, k) },
		Kept: func(id trace.Hash) (ingest.Access, bool, error) {
			c, k := place(id)
			if _, err := os.Stat(c); errors.Is(err, os.ErrNotExist) {
				return ingest.Access{}, false, nil
			}
			a, err := ingest.ReadAccess(c, k)
			return a, err == nil, err
		}})
	check(err)
	ctx, end := context.WithCancel(context.Background())
	s.end, s.ended = end, make(chan struct{})
	go func() { defer close(s.ended); s.points.Run(ctx) }()
}

func (s *served) stop() {
	s.t.Helper()
	err := s.Stop(context.Background())
	s.end()
	<-s.ended
	if err := errors.Join(err, s.store.Close()); err != nil {
		s.t.Fatal(err)
	}
}

func serve(t testing.TB) *served {
	s := &served{t: t, dir: t.TempDir(), chain: &ledger{finals: map[trace.Hash]int{}}}
	s.start()
	return s
}

func id(n int) trace.Hash { return trace.Keccak([]byte(fmt.Sprint("hosted ", n))) }

func (s *served) dial(session trace.Hash, a ingest.Access) *event.Client {
	s.t.Helper()
	c, err := event.Dial(context.Background(), event.Config{URL: s.bus.URL(), Session: session, Creds: a.Creds, Source: "/adapter/test"})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// A session lives through an end of serve: its adapter keeps its connection's
// name and password, its open call can still end, and numbers go on.
func TestSessionsGoOnAfterRestart(t *testing.T) {
	s := serve(t)
	live, lost, over := id(1), id(2), id(3)
	access := map[trace.Hash]ingest.Access{}
	for _, session := range []trace.Hash{live, lost, over} {
		a, err := s.Open(t.Context(), session, sidecar.Opening{Network: "test"})
		if err != nil {
			t.Fatal(err)
		}
		access[session] = a
	}
	if _, err := s.Open(t.Context(), live, sidecar.Opening{}); !errors.Is(err, sidecar.ErrExists) {
		t.Errorf("opened twice: %v", err)
	}
	c := s.dial(live, access[live])
	defer c.Close()
	call, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"})
	if err != nil {
		t.Fatal(err)
	}
	abandoned := s.dial(lost, access[lost])
	defer abandoned.Close()
	if _, err := abandoned.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"}); err != nil {
		t.Fatal(err)
	}
	if st, err := s.Close(t.Context(), over, sidecar.Closing{Reason: "done"}); err != nil || !st.Final {
		t.Fatalf("close: %+v, %v", st, err)
	}
	s.stop()
	if err := os.Remove(filepath.Join(s.dir, lost.String()+".creds")); err != nil {
		t.Fatal(err)
	}

	s.start()
	defer s.stop()
	got, err := s.Recover(t.Context())
	if err != nil || got != (host.Recovered{Live: 1, Ended: 1, Before: 1}) {
		t.Fatalf("recovered %+v, %v", got, err)
	}
	// The same client, on the connection that it had lost.
	end, err := c.Send(t.Context(), event.Data{Kind: "action", ActionID: call.ActionID, Status: "ok"})
	if err != nil || end.Seq != call.Seq+3 { // a gap and the resumption lie between
		t.Fatalf("the call's end: %+v, %v; its intent was %d", end, err, call.Seq)
	}
	if _, err := s.Close(t.Context(), live, sidecar.Closing{Reason: "done"}); err != nil {
		t.Fatal(err)
	}
	for len(s.Sessions()) > 0 { // the abandoned one is ended by itself
		runtime.Gosched()
	}
	s.chain.mu.Lock()
	defer s.chain.mu.Unlock()
	for session, n := range s.chain.finals {
		if n != 1 {
			t.Errorf("session %s has %d final commitments", session, n)
		}
	}
	if len(s.chain.finals) != 3 {
		t.Errorf("%d sessions are final, want 3", len(s.chain.finals))
	}
	if err := s.store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// One session's credentials open no other session.
func TestSessionsAreApart(t *testing.T) {
	s := serve(t)
	defer s.stop()
	a, err := s.Open(t.Context(), id(1), sidecar.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(t.Context(), id(2), sidecar.Opening{}); err != nil {
		t.Fatal(err)
	}
	c, err := event.Dial(t.Context(), event.Config{URL: s.bus.URL(), Session: id(2), Creds: a.Creds, Source: "/adapter/test", Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"}); err == nil || !strings.Contains(strings.ToLower(err.Error()), "permission") {
		t.Errorf("an event for another session: %v", err)
	}
	if n, err := s.store.Head(t.Context(), id(2)); err != nil || n != 1 {
		t.Errorf("session 2 has %d records, %v", n, err)
	}
}

func sessions(t testing.TB) int {
	n := 1000
	if scale, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && scale > 0 {
		n *= scale
	}
	return min(n, 10000)
}

// BenchmarkMetricIdleSessions opens ten thousand sessions in one host and
// weighs what each costs while nobody speaks to it.
func BenchmarkMetricIdleSessions(b *testing.B) {
	for range b.N {
		s := serve(b)
		before := weigh()
		const n = 10000
		openMany(b, s, n)
		per := float64(weigh()-before) / n / 1024
		fmt.Printf("\nMETRIC serve_idle_session_kib=%.2f KiB\n", per)
		s.stop()
	}
}

// weigh is what the process holds after everything free was given back: heap,
// stacks and the runtime's own.
func weigh() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

func openMany(t testing.TB, s *served, n int) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range 64 {
		wg.Go(func() {
			for i := range next {
				if _, err := s.Open(context.Background(), id(i), sidecar.Opening{Network: "test"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Many sessions at once are opened, left, taken up and found whole.
func TestManySessions(t *testing.T) {
	s := serve(t)
	n := sessions(t)
	openMany(t, s, n)
	s.stop()
	s.start()
	defer s.stop()
	if got, err := s.Recover(t.Context()); err != nil || got.Live != n {
		t.Fatalf("recovered %+v, %v; want %d live", got, err, n)
	}
	if err := s.store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}
