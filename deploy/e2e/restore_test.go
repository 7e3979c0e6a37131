package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
)

// call reports one call from its intent to its end.
func call(t *testing.T, c *event.Client, name string) {
	t.Helper()
	r, err := c.SendEvent(t.Context(), event.New(name+"-i", "/adapter/e2e", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`}))
	if err == nil {
		_, err = c.SendEvent(t.Context(), event.New(name+"-a", "/adapter/e2e", event.Data{Kind: "action", ActionID: r.ActionID, Status: "ok"}))
	}
	if err != nil {
		t.Fatalf("call %s: %v", name, err)
	}
}

// committed waits until serve has put n records or more of a session on the chain.
func (l *line) committed(id string, n uint64) {
	l.t.Helper()
	var list []struct {
		Session   string
		Committed uint64
	}
	eventually(l.t, 2*time.Minute, fmt.Sprintf("%d records are committed", n), func() bool {
		if err := json.Unmarshal([]byte(l.ok("varek-sidecar", "session", "ls", "--json")), &list); err != nil {
			l.t.Fatal(err)
		}
		for _, s := range list {
			if s.Session == id && s.Committed >= n {
				return true
			}
		}
		return false
	})
}

func copyDir(t *testing.T, from, to string) {
	t.Helper()
	if err := os.RemoveAll(to); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if e.Type().IsRegular() {
			copyFile(t, filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		}
	}
}

// refuses starts serve, which must end with 4 and say why.
func (l *line) refuses(why string, args ...string) {
	l.t.Helper()
	r := l.do(l.command("varek-sidecar", append([]string{"serve"}, args...)...))
	if r.code != 4 || !strings.Contains(r.err, why) {
		l.t.Fatalf("serve: exit %d, want 4 and %q:\n%s", r.code, why, r.err)
	}
}

// Fault 10 (an older copy restored) where the store itself cannot tell, because
// its marks were put back with it: the chain can. So can this directory where
// the whole store is gone. The other sessions are served when the lost one is
// left out.
func TestOlderCopyOfServe(t *testing.T) {
	l := newLine(t)
	flags := []string{"--k", "1", "--r", "1s"}
	s := l.serve(flags...)
	lost := l.open()
	c := l.dial(lost)
	call(t, c, "one")
	l.committed(lost.Session.String(), 3)
	s.end(syscall.SIGTERM)
	dir := filepath.Join(l.state, "serve")
	copyDir(t, dir, dir+".old")

	s = l.serve(flags...)
	call(t, c, "two")
	l.committed(lost.Session.String(), 7)
	s.end(syscall.SIGTERM)
	copyDir(t, dir, dir+".new")
	copyDir(t, dir+".old", dir)
	l.refuses("the chain holds a commitment to", flags...)
	l.refuses("--leave-out", flags...)

	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	l.refuses("it has none of its records, and it had begun", flags...)
	if r := l.do(l.command("varek-sidecar", "serve", "--leave-out", "x")); r.code != 2 {
		t.Errorf("--leave-out x: exit %d, want 2", r.code)
	}

	s = l.serve(append(flags, "--leave-out", lost.Session.String())...)
	other := l.open()
	call(t, l.dial(other), "three")
	l.ok("varek-sidecar", "session", "close", other.Session.String())
	s.end(syscall.SIGTERM)

	// With the newest copy everything goes on.
	copyDir(t, dir+".new", dir)
	l.refuses(other.Session.String(), flags...) // the copy lacks what was served meanwhile
	s = l.serve(append(flags, "--leave-out", other.Session.String())...)
	call(t, l.dial(lost), "four")
	l.ok("varek-sidecar", "session", "close", lost.Session.String())
	l.ok("varek-sidecar", "trace", "verify", lost.Session.String(), "--chain")
	if code := s.end(syscall.SIGTERM); code != 0 {
		t.Errorf("serve ended with %d", code)
	}
}

// The same for a run that was killed: its directory comes back from an older
// copy, or without its database.
func TestOlderCopyOfRun(t *testing.T) {
	l := newLine(t)
	work := l.work()
	cmd := l.command("varek-sidecar", "run", "--k", "1", "--r", "1s", "--", "bash", "-c", `
one() { id=$(varek-sidecar emit intent --tool probe --args '{}') && varek-sidecar emit action --action "$id" --status ok; }
one && echo 1 > one; until [ -e go ]; do :; done; one && one && echo 1 > two; sleep 300`)
	cmd.Dir = work
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := func(name string) {
		eventually(t, time.Minute, name+": "+stderr.String(), func() bool { return lines(filepath.Join(work, name)) == 1 })
	}
	done("one")
	id := l.newest().Session
	dir := filepath.Join(l.state, "sessions", strings.TrimPrefix(id, "0x"))
	old := filepath.Join(l.work(), "old")
	copyDir(t, dir, old)
	copied := uint64(len(l.trace(id))) // at most so many are in the copy
	if err := os.WriteFile(filepath.Join(work, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	done("two")
	eventually(t, time.Minute, "the second part is committed", func() bool {
		text, err := os.ReadFile(filepath.Join(dir, "heads.json"))
		var heads []struct{ N uint64 }
		return err == nil && json.Unmarshal(text, &heads) == nil && len(heads) > 0 && heads[len(heads)-1].N > copied
	})
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()         // it was killed
	newest := filepath.Join(l.work(), "newest")
	copyDir(t, dir, newest)
	for _, name := range []string{"trace.db", "trace.db-wal", "trace.db-shm", "trace.db.high"} {
		_ = os.Remove(filepath.Join(dir, name)) // not all of them need be there
		if text, err := os.ReadFile(filepath.Join(old, name)); err == nil {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused := func(why string) {
		t.Helper()
		if r := l.do(l.command("varek-sidecar", "run", "--resume", id)); r.code != 4 || !strings.Contains(r.err, why) {
			t.Fatalf("resume: exit %d, want 4 and %q:\n%s", r.code, why, r.err)
		}
	}
	refused("the chain holds a commitment to")
	for _, name := range []string{"trace.db", "trace.db-wal", "trace.db-shm", "trace.db.high"} {
		_ = os.Remove(filepath.Join(dir, name)) // not all of them need be there
	}
	refused("trace.db")
	copyDir(t, newest, dir)
	l.ok("varek-sidecar", "run", "--resume", id)
	l.ok("varek-sidecar", "trace", "verify", id, "--chain")
}

// A chain that stays away pauses the calls of served sessions, too, where that
// is asked for, and the end of a call is always taken.
func TestServePausesOnExposure(t *testing.T) {
	l := newLine(t)
	if r := l.do(l.command("varek-sidecar", "serve", "--r", "10s", "--on-exposure", "pause", "--exposure-limit", "1s")); r.code != 2 || !strings.Contains(r.err, "--exposure-limit") {
		t.Fatalf("a limit below the rhythm: exit %d, %s", r.code, r.err)
	}
	s := l.serve("--k", "1", "--r", "500ms", "--on-exposure", "pause", "--exposure-limit", "1s", "--final-timeout", "1s")
	p := l.open()
	c := l.dial(p)
	call(t, c, "before")
	begun, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
	if err != nil {
		t.Fatal(err)
	}
	l.ok("varek-escrow", "devchain", "stop")
	creds, err := event.LoadCreds(p.Creds)
	if err != nil {
		t.Fatal(err)
	}
	hasty, err := event.Dial(t.Context(), event.Config{URL: p.URL, Session: p.Session, Creds: creds, Source: "/adapter/e2e", Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer hasty.Close()
	eventually(t, time.Minute, "calls are paused", func() bool {
		_, err := hasty.Send(t.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
		return err != nil && strings.Contains(err.Error(), "not committed on chain")
	})
	if _, err := c.Send(t.Context(), event.Data{Kind: "action", ActionID: begun.ActionID, Status: "ok"}); err != nil {
		t.Errorf("the end of a call while paused: %v", err)
	}
	l.ok("varek-escrow", "devchain", "--detach")
	call(t, c, "after")
	s.end(syscall.SIGTERM)
}
