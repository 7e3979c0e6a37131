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
	s, err := sidecar.Resume(ctx, sessionConfig(store))
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

// acked is what the victim has promised.
type acked struct {
	mu      sync.Mutex
	replies map[string]event.Reply // by event id
	sent    map[string]event.Data
	enough  chan struct{} // closed at the count at which the victim dies
	left    int
}

func (a *acked) add(id string, d event.Data, r event.Reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.replies[id], a.sent[id] = r, d
	if a.left--; a.left == 0 {
		close(a.enough)
	}
}

// The sidecar is killed again and again while adapters send. Whatever it has
// acknowledged is in the trace, at its number, with its leaf; no number is used
// twice; and the same event gets the same answer afterwards.
func TestKillInTheMiddleLosesNothingAcknowledged(t *testing.T) {
	dir := t.TempDir()
	all := &acked{replies: map[string]event.Reply{}, sent: map[string]event.Data{}}
	for round := range scale(5) {
		all.enough, all.left = make(chan struct{}), 20+mathrand.N(60)
		runAndKill(t, dir, round, all)
		checkAcked(t, dir, all, false)
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

func checkAcked(t *testing.T, dir string, all *acked, end bool) {
	t.Helper()
	store, err := tracestore.Open(t.Context(), filepath.Join(dir, "trace.db"), tracestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	leaves := map[uint64]trace.Hash{}
	open := map[string]bool{}
	err = store.Read(t.Context(), session, 1, 0, func(r trace.Record, seq uint64) error {
		h, err := trace.DecodeHead(r.Head)
		if err != nil {
			return err
		}
		if seq != uint64(len(leaves)+1) || h.Seq != seq {
			return fmt.Errorf("record %d is numbered %d (%d)", len(leaves)+1, seq, h.Seq)
		}
		leaves[seq] = r.Leaf()
		switch h.Kind {
		case trace.KindIntent:
			if open[h.ActionID] {
				return fmt.Errorf("action id %s was given twice", h.ActionID)
			}
			open[h.ActionID] = true
		case trace.KindAction:
			delete(open, h.ActionID)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, r := range all.replies {
		if leaves[r.Seq] != r.Leaf {
			t.Fatalf("event %s was acknowledged as record %d with leaf %s, the trace has %s", id, r.Seq, r.Leaf, leaves[r.Seq])
		}
	}
	if end {
		closeAcked(t, store, all)
	}
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
