package ingest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

func (l *line) kinds(t *testing.T) []string {
	t.Helper()
	var out []string
	err := l.store.Read(t.Context(), session, 1, 0, func(r trace.Record, _ uint64) error {
		h, err := trace.DecodeHead(r.Head)
		what := string(h.Kind)
		if h.Kind == trace.KindNotice {
			what += " " + string(r.Body)
		}
		out = append(out, what)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func permissionFor(id string) event.Data {
	return event.Data{Kind: "permission", ActionID: id, Decision: "allow", Permission: &event.Permission{Authority: "human", Scope: "once"}}
}

// A password is not enough: who claims a permission from inside a call leaves
// a notice and no permission.
func TestToolThatStoleThePasswordCannotPermit(t *testing.T) {
	p := everybodyIs(harness)
	l := newLine(t, t.TempDir(), p)
	c, err := dial(t, l.bus, l.access, "")
	if err != nil {
		t.Fatal(err)
	}
	i, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "rm", ArgsJSON: `{"path":"x"}`})
	if err != nil {
		t.Fatal(err)
	}
	p.set(ingest.Peer{Route: sidecar.RouteCall, PID: 77, ActionID: i.ActionID}, true)
	if _, err := dial(t, l.bus, l.access, ""); err == nil {
		t.Fatal("a process of the call was let in")
	}
	p.set(ingest.Peer{Route: sidecar.RouteOwn, PID: 78}, true)
	if _, err := dial(t, l.bus, l.access, ""); err == nil {
		t.Fatal("our own binary was let in without the key")
	}
	if err := l.bus.Detach(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	kinds := l.kinds(t)
	if got := strings.Join(kinds[:2], " "); got != "session intent" || len(kinds) != 4 {
		t.Fatalf("the trace holds %v", kinds)
	}
	for n, want := range []string{`"pid":77,"remote":"127.0.0.1:`, `"pid":78,"remote":"127.0.0.1:`} {
		if !strings.HasPrefix(kinds[2+n], "notice") || !strings.Contains(kinds[2+n], want) {
			t.Errorf("record %d is %s, want a notice with %s", 3+n, kinds[2+n], want)
		}
	}
}

// The hooks' route reports events, and whether its permissions count is the
// session's to say.
func TestPermissionOfTheOwnRouteCanBeSwitchedOff(t *testing.T) {
	p := everybodyIs(ingest.Peer{Route: sidecar.RouteOwn, PID: 5})
	dir := t.TempDir()
	l := newLine(t, dir, p)
	c, err := dial(t, l.bus, l.access, l.access.HookKey)
	if err != nil {
		t.Fatal(err)
	}
	i, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "rm"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(t.Context(), permissionFor(i.ActionID)); err != nil {
		t.Errorf("a permission of a hook: %v", err)
	}
	strict := sessionConfig(l.store)
	strict.Session = trace.Hash{0xcc}
	strict.Accept = func(p sidecar.Peer) bool { return p.Route == sidecar.RouteHarness }
	s, err := sidecar.Open(t.Context(), strict)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("the test is over"))
	a, err := l.bus.Attach(strict.Session, s, p)
	if err != nil {
		t.Fatal(err)
	}
	c, err = event.Dial(t.Context(), event.Config{URL: l.bus.URL(), Session: strict.Session, Creds: a.Creds, Key: a.HookKey, Source: "/adapter/test"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if i, err = c.Send(t.Context(), event.Data{Kind: "intent", Tool: "rm"}); err != nil {
		t.Fatal(err)
	}
	var refused *event.RefusedError
	if _, err := c.Send(t.Context(), permissionFor(i.ActionID)); !errors.As(err, &refused) || refused.Code != event.CodeRefused {
		t.Errorf("a permission of a hook where it does not count: %v", err)
	}
}

func TestProducersOverTheBus(t *testing.T) {
	const producers, each = 64, 4
	l := newLine(t, t.TempDir(), everybodyIs(harness))
	var wg sync.WaitGroup
	var mu sync.Mutex
	var seqs []uint64
	for p := range producers {
		c, err := dial(t, l.bus, l.access, "")
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for range each {
				r, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: fmt.Sprint("t", p)})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				seqs = append(seqs, r.Seq)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.Sort(seqs)
	for n, seq := range seqs {
		if seq != uint64(n+2) {
			t.Fatalf("answer %d has number %d", n, seq)
		}
	}
	if len(seqs) != producers*each {
		t.Errorf("%d answers", len(seqs))
	}
}

// A disk without room: the adapter gets an error, so the tool does not run,
// and goes on once there is room. Nothing acknowledged is lost.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		needs(t, "root", "mount a small tmpfs: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	l := newLineOn(t, dir, everybodyIs(harness), tracestore.Options{Preallocate: -1})
	c, err := dial(t, l.bus, l.access, "")
	if err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(dir, "ballast")
	fill(t, ballast)
	big := `"` + strings.Repeat("x", 100<<10) + `"`
	acked, full := 0, false
	for n := 0; n < 300 && !full; n++ {
		_, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: big})
		var refused *event.RefusedError
		switch {
		case err == nil:
			acked++
		case errors.As(err, &refused) && refused.Code == event.CodeStore:
			full = true
		default:
			t.Fatalf("event %d: %v", n, err)
		}
	}
	if !full {
		t.Fatal("the disk never became full")
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"}); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if n := len(l.kinds(t)); n != acked+2 {
		t.Errorf("%d records, acknowledged were %d", n, acked+2)
	}
}

func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 64<<10)
	for err == nil {
		_, err = f.Write(block)
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
}

// needs skips aloud, or fails where the environment promised what is missing.
func needs(t *testing.T, what, format string, args ...any) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("VAREK_REQUIRE"), ","), what) {
		t.Fatalf("needs "+what+": "+format, args...)
	}
	t.Skipf("needs "+what+": "+format, args...)
}

// The server goes away under everybody's feet, without a goodbye.
func TestServerDiesInTheMiddle(t *testing.T) {
	l := newLine(t, t.TempDir(), everybodyIs(harness))
	c, err := event.Dial(t.Context(), event.Config{URL: l.bus.URL(), Session: session, Creds: l.access.Creds, Source: "/adapter/test", Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	i, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"})
	if err != nil {
		t.Fatal(err)
	}
	l.bus.Kill()
	select {
	case <-l.bus.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("nobody noticed")
	}
	if _, err := c.Send(t.Context(), event.Data{Kind: "start", ActionID: i.ActionID}); !errors.Is(err, event.ErrNoReply) {
		t.Errorf("a start without a bus: %v", err)
	}
	p, err := l.session.Close(t.Context(), sidecar.Closing{Reason: "bus"})
	if err != nil || p.N != 4 {
		t.Errorf("the session closes as %+v, %v", p, err)
	}
}
