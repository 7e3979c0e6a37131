package ingest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// need skips aloud, or fails where VAREK_REQUIRE names root.
func needRoot(t *testing.T, why string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("VAREK_REQUIRE") != "" {
		t.Fatalf("%s: %v", why, err)
	}
	t.Skipf("skipped: %s: %v", why, err)
}

// The disk can no longer be written under the store (the mount turns read-only
// or, where the kernel does not let it with files open, every write fails):
// nothing more is acknowledged, and what was is there when it is sound again.
func TestDiskCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	needRoot(t, "mount a tmpfs", unix.Mount("tmpfs", dir, "tmpfs", 0, "size=32m"))
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	path := filepath.Join(dir, "trace.db")
	at, victim := startVictim(t, dir)
	c := at.dial(t)
	all := newAcked(1 << 30)
	send := func(n int) error { // the client keeps trying while nobody listens
		e := event.New(fmt.Sprint("ro-", n), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		r, err := c.SendEvent(ctx, e)
		if err == nil {
			all.add(e.ID, e.Data, r)
		}
		return err
	}
	for n := range 20 {
		if err := send(n); err != nil {
			t.Fatal(err)
		}
	}
	// As after an error of the device: open files can no longer be written. The
	// victim holds them open, so the mount is taken read-only by force.
	if err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); errors.Is(err, unix.EBUSY) {
		// A writable descriptor keeps a tmpfs from turning; its place under
		// another mount turns all the same.
		needRoot(t, "remount read-only", freeze(victim, dir))
	} else if err != nil {
		needRoot(t, "remount read-only", err)
	}
	var refused *event.RefusedError
	for n := 20; n < 23; n++ {
		// A refusal while the process lives; it ends at the first kernel record
		// that it cannot keep, and then nobody answers.
		err := send(n)
		if err == nil {
			t.Fatalf("event %d was acknowledged on a disk that cannot be written", n)
		}
		if !errors.As(err, &refused) {
			break
		}
		if refused.Code != event.CodeStore {
			t.Fatalf("event %d: %v, want a refusal of the store", n, err)
		}
	}
	victim.stop(t)
	if err := unix.Mount("", dir, "", unix.MS_REMOUNT, "size=32m"); err != nil {
		t.Fatal(err)
	}
	store, err := tracestore.Open(t.Context(), path, tracestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Check(t.Context()), store.Close()); err != nil {
		t.Fatal(err)
	}
	checkAcked(t, dir, all, true)
}

// freeze lets every write of the victim fail as on a read-only file system.
func freeze(v *process, _ string) error {
	limit := unix.Rlimit{Cur: 0, Max: unix.RLIM_INFINITY}
	return unix.Prlimit(v.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil)
}

// process is a victim that is still alive.
type process struct{ cmd *exec.Cmd }

func (p *process) stop(t *testing.T) {
	t.Helper()
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

func (at place) dial(t testing.TB) *event.Client {
	t.Helper()
	c, err := event.Dial(t.Context(), event.Config{URL: at.URL, Session: session, Creds: at.Creds, Source: "/adapter/test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func startVictim(t *testing.T, dir string) (place, *process) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	var at place
	in := bufio.NewScanner(out)
	if !in.Scan() || json.Unmarshal(in.Bytes(), &at) != nil {
		t.Fatal("the sidecar did not start")
	}
	return at, p
}

// The sidecar's process is stopped for longer than a client waits for one
// answer: nothing runs unrecorded, and afterwards every event is there once.
func TestStoppedProcess(t *testing.T) {
	dir := t.TempDir()
	at, victim := startVictim(t, dir)
	all := newAcked(1 << 30)
	pause := 7 * time.Second
	if scale(1) > 1 {
		pause = time.Minute
	}
	if err := victim.cmd.Process.Signal(unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// A connection made before would hide that nobody reads; all are new.
	var wg sync.WaitGroup
	for p := range 8 {
		wg.Go(func() {
			c, err := event.Dial(t.Context(), event.Config{URL: at.URL, Session: session, Creds: at.Creds, Source: "/adapter/test", Timeout: 3 * time.Minute})
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for n := range 20 {
				e := event.New(fmt.Sprintf("stop-%d-%d", p, n), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
				r, err := c.SendEvent(t.Context(), e)
				if err != nil {
					t.Error(err)
					return
				}
				all.add(e.ID, e.Data, r)
			}
		})
	}
	time.Sleep(pause)
	all.mu.Lock()
	early := len(all.replies)
	all.mu.Unlock()
	if early > 0 {
		t.Errorf("%d answers came from a stopped process", early)
	}
	if err := victim.cmd.Process.Signal(unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	victim.stop(t)
	if len(all.replies) != 160 {
		t.Errorf("%d of 160 events were acknowledged", len(all.replies))
	}
	checkAcked(t, dir, all, true)
}

// stepping is a wall clock that somebody turns; the monotonic one goes on.
type stepping struct {
	sidecar.SystemClock
	mu   sync.Mutex
	step time.Duration
}

func (c *stepping) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.SystemClock.Now().Add(c.step)
}

// The wall clock goes back an hour, a day ahead, to the beginning of its time
// and past the last nanosecond that 64 bits hold: numbers and the monotonic
// stamps do not care.
func TestClockSteps(t *testing.T) {
	dir := t.TempDir()
	store, err := tracestore.Open(t.Context(), filepath.Join(dir, "trace.db"), tracestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	clock := &stepping{}
	cfg := sessionConfig(store)
	cfg.Clock = clock
	s, err := sidecar.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("the test is over"))
	b, a := bus(t, ingest.Config{}, s, everybodyIs(harness))
	c, err := dial(t, b, a, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []time.Duration{0, -time.Hour, 24 * time.Hour, time.Until(time.Unix(0, 0)), time.Until(time.Unix(0, math.MaxInt64).Add(time.Hour))} {
		clock.mu.Lock()
		clock.step = step
		clock.mu.Unlock()
		for range 5 {
			if _, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	last, walls := uint64(0), map[string]bool{}
	err = store.Read(t.Context(), session, 1, 0, func(r trace.Record, seq uint64) error {
		body, err := trace.DecodeBody(r.Body)
		if err != nil {
			return err
		}
		var mono uint64
		if _, err := fmt.Sscan(body.MonoNS, &mono); err != nil || mono < last {
			return fmt.Errorf("record %d: monotonic stamp %s after %d (%v)", seq, body.MonoNS, last, err)
		}
		last = mono
		walls[body.Time[:13]] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(walls) < 5 || !walls["1970-01-01T00"] || !walls["2262-04-12T00"] {
		t.Errorf("the wall clock's hours in the trace: %v; want all five", walls)
	}
}

// Five hundred clients are sending when the sidecar is killed and started
// again on the same port: each of them goes on, nothing acknowledged is lost,
// and nothing is there twice.
func TestReconnectingClients(t *testing.T) {
	clients, each := 100, 6
	if scale(1) > 1 {
		clients, each = 500, 20
	}
	dir := t.TempDir()
	at, victim := startVictim(t, dir)
	all := newAcked(clients)
	var wg sync.WaitGroup
	for p := range clients {
		c, err := event.Dial(t.Context(), event.Config{URL: at.URL, Session: session, Creds: at.Creds, Source: "/adapter/test", Timeout: 3 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			defer c.Close()
			for n := range each {
				e := event.New(fmt.Sprintf("storm-%d-%d", p, n), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
				r, err := c.SendEvent(t.Context(), e)
				if err != nil {
					t.Errorf("client %d, event %d: %v", p, n, err)
					return
				}
				all.add(e.ID, e.Data, r)
			}
		})
	}
	<-all.enough
	victim.stop(t)
	// The next one listens where the last one did, with the same credentials.
	again, victim := startVictim(t, dir)
	if again.URL != at.URL {
		t.Fatalf("came back at %s, was at %s", again.URL, at.URL)
	}
	wg.Wait()
	victim.stop(t)
	if len(all.replies) != clients*each {
		t.Errorf("%d of %d events were acknowledged", len(all.replies), clients*each)
	}
	checkAcked(t, dir, all, true)
}
