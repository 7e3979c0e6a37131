package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// serving is a running varek-sidecar serve.
type serving struct {
	l   *line
	cmd *exec.Cmd
	log string
}

// serve starts one and waits until it answers on its socket.
func (l *line) serve(args ...string) *serving {
	l.t.Helper()
	s := &serving{l: l, cmd: l.command("varek-sidecar", append([]string{"serve"}, args...)...), log: filepath.Join(l.t.TempDir(), "serve.log")}
	out, err := os.Create(s.log)
	if err != nil {
		l.t.Fatal(err)
	}
	defer out.Close()
	s.cmd.Stdout, s.cmd.Stderr = out, out
	if err := s.cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { s.end(syscall.SIGKILL) })
	eventually(l.t, 3*time.Minute, "serve answers; its log is "+s.log, func() bool {
		return l.do(l.command("varek-sidecar", "session", "ls")).code == 0
	})
	return s
}

// end signals the process and waits for it; again it does nothing.
func (s *serving) end(sig syscall.Signal) int {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Signal(sig) // it may have ended
		_ = s.cmd.Wait()
	}
	return s.cmd.ProcessState.ExitCode()
}

// seat is what session open --json says.
type seat struct {
	Session trace.Hash
	URL     string
	Creds   string
}

func (l *line) open(args ...string) (p seat) {
	l.t.Helper()
	if err := json.Unmarshal([]byte(l.ok("varek-sidecar", append([]string{"session", "open", "--json"}, args...)...)), &p); err != nil {
		l.t.Fatal(err)
	}
	return p
}

func (l *line) dial(p seat) *event.Client {
	l.t.Helper()
	creds, err := event.LoadCreds(p.Creds)
	if err != nil {
		l.t.Fatal(err)
	}
	c, err := event.Dial(l.t.Context(), event.Config{URL: p.URL, Session: p.Session, Creds: creds, Source: "/adapter/e2e", Timeout: 5 * time.Minute})
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(c.Close)
	return c
}

// promised is what serve has acknowledged of one session.
type promised struct {
	mu      sync.Mutex
	actions map[uint64]string // action ids by record number
}

func (p *promised) add(t *testing.T, r event.Reply) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, twice := p.actions[r.Seq]; twice && !r.Dup {
		t.Errorf("number %d was given twice", r.Seq)
	}
	p.actions[r.Seq] = r.ActionID
}

func (p *promised) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.actions)
}

// speak reports calls until told to stop; a kill in between only delays it.
func speak(ctx context.Context, t *testing.T, c *event.Client, name string, p *promised) {
	for n := 0; ctx.Err() == nil; n++ {
		// Each event is sent until it is answered: its id makes that harmless.
		send := func(kind string, d event.Data) event.Reply {
			r, err := c.SendEvent(context.Background(), event.New(fmt.Sprintf("%s-%s-%d", name, kind, n), "/adapter/e2e", d))
			if err != nil {
				t.Errorf("%s, call %d, %s: %v", name, n, kind, err)
				return r
			}
			p.add(t, r)
			return r
		}
		r := send("intent", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
		if !r.OK {
			return
		}
		if end := send("action", event.Data{Kind: "action", ActionID: r.ActionID, Status: "ok"}); !end.OK {
			return
		}
	}
}

// TestServeKilled kills serve with live sessions whose adapters are speaking,
// and starts it again: the adapters go on by themselves, nothing acknowledged is
// lost, no number is given twice, and every session gets one final commitment.
func TestServeKilled(t *testing.T) {
	l := newLine(t)
	flags := []string{"--k", "5", "--r", "1s"}
	s := l.serve(flags...)
	const sessions = 3
	var seats []seat
	var all []*promised
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wg sync.WaitGroup
	for i := range sessions {
		p := l.open()
		seats, all = append(seats, p), append(all, &promised{actions: map[uint64]string{}})
		for k := range 2 {
			c := l.dial(p)
			wg.Go(func() { speak(ctx, t, c, fmt.Sprintf("s%d-%d", i, k), all[i]) })
		}
	}
	for range 2 * scale() {
		before := make([]int, sessions)
		for i := range before {
			before[i] = all[i].count()
		}
		more := func() bool {
			for i := range before {
				if all[i].count() < before[i]+10 {
					return false
				}
			}
			return true
		}
		eventually(t, 3*time.Minute, "every session is acknowledged ten more events", more)
		s.end(syscall.SIGKILL)
		s = l.serve(flags...)
	}
	stop()
	wg.Wait()
	var list []struct {
		Session trace.Hash
		Records uint64
	}
	if err := json.Unmarshal([]byte(l.ok("varek-sidecar", "session", "ls", "--json")), &list); err != nil || len(list) != sessions {
		t.Fatalf("session ls: %+v, %v", list, err)
	}
	for i, p := range seats {
		if again := l.ok("varek-sidecar", "session", "join", p.Session.String()); !strings.Contains(again, "VAREK_NATS_URL="+p.URL+"\n") {
			t.Errorf("session join: %s, want the address of before, %s", again, p.URL)
		}
		if out := l.ok("varek-sidecar", "session", "close", p.Session.String()); !strings.Contains(out, "final commitment made") {
			t.Errorf("session close: %s", out)
		}
		l.holds(p.Session.String(), all[i])
	}
	if r := l.do(l.command("varek-sidecar", "session", "close", seats[0].Session.String())); r.code != 2 {
		t.Errorf("closing a closed session: exit %d, %s", r.code, r.err)
	}
	if code := s.end(syscall.SIGTERM); code != 0 {
		text, _ := os.ReadFile(s.log)
		t.Errorf("serve ended with %d: %s", code, text)
	}
}

// holds compares a closed session's trace with what was acknowledged, and with
// the chain.
func (l *line) holds(id string, p *promised) {
	l.t.Helper()
	records := l.trace(id)
	for i, r := range records {
		if r.Head.Seq != uint64(i+1) {
			l.t.Fatalf("record %d stands at place %d", r.Head.Seq, i+1)
		}
	}
	for seq, action := range p.actions {
		if seq > uint64(len(records)) || records[seq-1].Head.ActionID != action {
			l.t.Errorf("acknowledged record %d of call %s is not in the trace", seq, action)
		}
	}
	closes := 0
	for _, r := range records {
		if r.Head.Kind == "session" && r.Body.Args["event"] == "close" {
			closes++
		}
	}
	if last := records[len(records)-1].Head.Kind; closes != 1 || last != "session" {
		l.t.Errorf("%d close records, the last record is of kind %s", closes, last)
	}
	l.ok("varek-sidecar", "trace", "verify", id, "--chain")
	text, err := os.ReadFile(filepath.Join(l.state, "sessions", strings.TrimPrefix(id, "0x"), "heads.json"))
	var heads []struct{ N uint64 }
	if err == nil {
		err = json.Unmarshal(text, &heads)
	}
	if err != nil || len(heads) == 0 || heads[len(heads)-1].N != uint64(len(records)) {
		l.t.Errorf("signed heads %s, %v; the last must be of record %d", text, err, len(records))
	}
}

// TestServeAnswersClaim: a user challenges a session that serve has open. Serve
// closes it, makes the final commitment and delivers its evidence, and the
// verifier settles, with nobody typing a command for the provider.
func TestServeAnswersClaim(t *testing.T) {
	l := newLine(t)
	l.ok("varek-escrow", "devchain", "--detach")
	promise, err := filepath.Abs("../demo/aap1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	l.ok("varek-escrow", "promise", "register", promise)
	verifier := l.command("varek-verifier", "serve")
	verifier.Stdout, verifier.Stderr = io.Discard, io.Discard
	if err := verifier.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = verifier.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = verifier.Wait()
	})
	eventually(t, time.Minute, "the verifier listens", func() bool {
		fi, err := os.Stat(filepath.Join(l.state, "verifier", "endpoint.json"))
		return err == nil && fi.Size() > 0
	})
	l.serve("--k", "3", "--r", "1s", "--claims-every", "1s")
	p := l.open("--promise", "1", "--workspace", l.work())
	c := l.dial(p)
	r, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "delete_file", ArgsJSON: `{"path":"notes.txt"}`})
	if err == nil {
		_, err = c.Send(t.Context(), event.Data{Kind: "action", ActionID: r.ActionID, Tool: "delete_file", ArgsJSON: `{"path":"notes.txt"}`, Status: "ok"})
	}
	if err != nil {
		t.Fatal(err)
	}
	id := p.Session.String()
	l.ok("varek-escrow", "claim", "file", id, "--promise", "1")
	var claims []struct{ ID string }
	if err := json.Unmarshal([]byte(l.ok("varek-escrow", "claim", "ls", "--session", id, "--promise", "1", "--json")), &claims); err != nil || len(claims) != 1 {
		t.Fatalf("%d claims, %v", len(claims), err)
	}
	var claim struct{ Status, Reason string }
	eventually(t, 5*time.Minute, "the claim is settled", func() bool {
		if err := json.Unmarshal([]byte(l.ok("varek-escrow", "claim", "show", claims[0].ID, "--json")), &claim); err != nil {
			t.Fatal(err)
		}
		return claim.Reason != "" && claim.Reason != "none"
	})
	if claim.Reason != "violated" {
		t.Errorf("the claim is %+v, want violated: nobody permitted the deletion", claim)
	}
	if s := l.newest(); s.Session != id || s.Status != "closed" || !s.Final {
		t.Errorf("the session is %+v, want closed with its final commitment", s)
	}
}
