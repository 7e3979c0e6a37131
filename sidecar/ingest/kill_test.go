package ingest_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

const childDir = "VAREK_TEST_KILL_DIR"

func TestMain(m *testing.M) {
	if text := os.Getenv(clientAt); text != "" {
		if err := client(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if dir := os.Getenv(childDir); dir != "" {
		if err := victim(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// scale multiplies counted tests.
func scale(n int) int {
	if s, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && s > 0 {
		return n * s
	}
	return n
}

func sessionConfig(store *tracestore.Store) sidecar.Config {
	return sidecar.Config{Session: session, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: "boot", Blobs: store,
		Store: sidecar.Adapt(store, func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
			func(s tracestore.Stored) sidecar.Stored { return sidecar.Stored(s) })}
}

// victim is a sidecar that runs until it is killed: bus, sequencer, store, and
// a warden that never rests.
func victim(dir string) error {
	ctx := context.Background()
	store, err := tracestore.Open(ctx, filepath.Join(dir, "trace.db"), tracestore.Options{})
	if err != nil {
		return err
	}
	cfg := sessionConfig(store)
	cfg.States = store // as serve does; the tests resume once more without
	s, err := sidecar.Resume(ctx, cfg)
	if err != nil {
		return err
	}
	// Where an earlier life of it listened, with the same credentials.
	var at place
	var a ingest.Access
	port := 0
	if text, err := os.ReadFile(filepath.Join(dir, "place.json")); err == nil && json.Unmarshal(text, &at) == nil {
		a, port = ingest.Access{Creds: at.Creds, HookKey: "key"}, at.Port
	} else {
		a = ingest.NewAccess()
	}
	b, err := ingest.Start(ctx, ingest.Config{Port: port})
	if err != nil {
		return err
	}
	if err := b.AttachAs(session, s, everybodyIs(harness), a); err != nil {
		return err
	}
	at = place{b.URL(), int(b.Addr().Port()), a.Creds}
	text, err := json.Marshal(at)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "place.json"), text, 0o600)
	}
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(at); err != nil {
		return err
	}
	for {
		if err := s.Kernel(ctx, sidecar.KernelRecord{Tool: "sys.open", Args: []byte(`{}`), Sync: mathrand.N(50) == 0}); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

type place struct {
	URL   string
	Port  int
	Creds event.Creds
}

// newAcked is nothing promised yet; enough is closed at the count left.
func newAcked(left int) *acked {
	return &acked{replies: map[string]event.Reply{}, sent: map[string]event.Data{}, fresh: map[string]event.Reply{},
		next: 1, actions: map[string]bool{}, enough: make(chan struct{}), left: left}
}

// acked is what the victim has promised.
type acked struct {
	mu      sync.Mutex
	replies map[string]event.Reply // by event id
	sent    map[string]event.Data
	fresh   map[string]event.Reply // of replies, those not yet compared with the trace
	next    uint64                 // the first record not yet looked at
	actions map[string]bool        // the call ids given before it
	enough  chan struct{}          // closed at the count at which the victim dies
	left    int
}

func (a *acked) add(id string, d event.Data, r event.Reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.replies[id], a.sent[id], a.fresh[id] = r, d, r
	if a.left--; a.left == 0 {
		close(a.enough)
	}
}

// The sidecar is killed again and again while adapters send. Whatever it has
// acknowledged is in the trace, at its number, with its leaf; no number is used
// twice; and the same event gets the same answer afterwards.
func TestKillInTheMiddleLosesNothingAcknowledged(t *testing.T) {
	dir := t.TempDir()
	all, rounds := newAcked(0), scale(5)
	for round := range rounds {
		all.enough, all.left = make(chan struct{}), 20+mathrand.N(60)
		runAndKill(t, dir, round, all)
		checkAcked(t, dir, all, false)
		if (round+1)%20 == 0 || round+1 == rounds {
			t.Logf("%d rounds done: %d records stored", round+1, all.next-1)
		}
	}
	checkAcked(t, dir, all, true)
}

func runAndKill(t *testing.T, dir string, round int, all *acked) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var at place
	in := bufio.NewScanner(out)
	if !in.Scan() || json.Unmarshal(in.Bytes(), &at) != nil {
		t.Fatal("the sidecar did not start")
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for p := range 4 {
		c, err := event.Dial(ctx, event.Config{URL: at.URL, Session: session, Creds: at.Creds, Source: "/adapter/test"})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		wg.Go(func() { produce(ctx, c, fmt.Sprintf("%d-%d", round, p), all) })
	}
	<-all.enough
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the sidecar ended by itself")
	}
	cancel()
	wg.Wait()
}

// produce reports calls until the sidecar is gone.
func produce(ctx context.Context, c *event.Client, name string, all *acked) {
	send := func(id string, d event.Data) (event.Reply, bool) {
		r, err := c.SendEvent(ctx, event.New(id, "/adapter/test", d))
		if err != nil {
			return r, false
		}
		all.add(id, d, r)
		return r, true
	}
	for n := 0; ; n++ {
		r, ok := send(fmt.Sprintf("%s-i%d", name, n), event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
		if !ok {
			return
		}
		if n%3 == 0 {
			continue // left open
		}
		if _, ok := send(fmt.Sprintf("%s-a%d", name, n), event.Data{Kind: "action", ActionID: r.ActionID, Status: "ok"}); !ok {
			return
		}
	}
}

// checkAcked compares what was acknowledged with the trace: during a run of
// many deaths what came since the last look, and with end everything from the
// first record on, so that the time grows with the rounds and not with their
// square.
func checkAcked(t *testing.T, dir string, all *acked, end bool) {
	t.Helper()
	store, err := tracestore.Open(t.Context(), filepath.Join(dir, "trace.db"), tracestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if end {
		if err := store.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		all.next, all.fresh, all.actions = 1, all.replies, map[string]bool{}
	}
	if err := all.look(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	if end {
		closeAcked(t, store, all)
	}
}

// look reads the records from next on: they have no gap, give no call id twice,
// and hold what is fresh, each at its number and with its leaf.
func (a *acked) look(ctx context.Context, store *tracestore.Store) error {
	leaves := map[uint64]trace.Hash{}
	err := store.Read(ctx, session, a.next, 0, func(r trace.Record, seq uint64) error {
		h, err := trace.DecodeHead(r.Head)
		if err != nil {
			return err
		}
		if seq != a.next || h.Seq != seq {
			return fmt.Errorf("record %d is numbered %d (%d)", a.next, seq, h.Seq)
		}
		a.next++
		leaves[seq] = r.Leaf()
		if h.Kind == trace.KindIntent {
			if a.actions[h.ActionID] {
				return fmt.Errorf("action id %s was given twice", h.ActionID)
			}
			a.actions[h.ActionID] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	for id, r := range a.fresh {
		if leaves[r.Seq] != r.Leaf {
			return fmt.Errorf("event %s was acknowledged as record %d with leaf %s, the trace has %s", id, r.Seq, r.Leaf, leaves[r.Seq])
		}
	}
	a.fresh = map[string]event.Reply{}
	return nil
}

// closeAcked resumes once more, asks for every answer again, and closes.
func closeAcked(t *testing.T, store *tracestore.Store, all *acked) {
	t.Helper()
	s, err := sidecar.Resume(t.Context(), sessionConfig(store))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("the test is over"))
	for id, first := range all.replies {
		got := s.Submit(t.Context(), harness, event.New(id, "/adapter/test", all.sent[id]))
		if !got.OK || !got.Dup || got.Seq != first.Seq || got.Leaf != first.Leaf || got.ActionID != first.ActionID {
			t.Errorf("event %s again: %+v, first %+v", id, got, first)
		}
	}
	p, err := s.Close(t.Context(), sidecar.Closing{Reason: "crash"})
	if err != nil || !p.Closed {
		t.Fatalf("close: %+v, %v", p, err)
	}
	t.Logf("%d events acknowledged, %d records", len(all.replies), p.N)
}
