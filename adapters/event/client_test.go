package event_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/event/wire"
	"github.com/varek/varek/tracestore/trace"
)

var (
	session = trace.Keccak([]byte("session"))
	creds   = event.Creds{User: "agent", Password: "secret", Inbox: "_INBOX_agent"}
)

const hookKey = "key"

// bus starts a real server that knows the sidecar and one session's user. The
// password carries the hook key, as the sidecar's own server expects it.
func bus(t *testing.T, port int) *server.Server {
	t.Helper()
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true,
		Users: []*server.User{{Username: "sidecar", Password: "side"},
			{Username: creds.User, Password: creds.Password + "." + hookKey, Permissions: &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: []string{event.SessionSubjects(session)}},
				Subscribe: &server.SubjectPermission{Allow: []string{creds.Inbox + ".>"}},
			}}}})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(10 * time.Second) {
		t.Fatal("server does not come up")
	}
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	return ns
}

func port(ns *server.Server) int {
	var p int
	url := ns.ClientURL()
	if _, err := fmt.Sscan(url[strings.LastIndex(url, ":")+1:], &p); err != nil {
		panic(err)
	}
	return p
}

// sidecar answers every event with f and remembers what it saw.
type sidecar struct {
	mu   sync.Mutex
	seen []event.Event
	nc   *nats.Conn
}

func listen(t *testing.T, ns *server.Server, f func(n int, e event.Event) []byte) *sidecar {
	t.Helper()
	nc, err := nats.Connect(ns.ClientURL(), nats.UserInfo("sidecar", "side"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	s := &sidecar{nc: nc}
	_, err = nc.Subscribe(event.SessionSubjects(session), func(m *nats.Msg) {
		e, err := event.Decode(m.Data)
		if err != nil {
			t.Errorf("undecodable event on %s: %v", m.Subject, err)
			return
		}
		if m.Subject != event.Subject(session, e.Data.Kind) {
			t.Errorf("%s event on subject %s", e.Data.Kind, m.Subject)
		}
		s.mu.Lock()
		s.seen = append(s.seen, e)
		n := len(s.seen)
		s.mu.Unlock()
		if reply := f(n, e); reply != nil {
			if err := m.Respond(reply); err != nil {
				t.Errorf("respond: %v", err)
			}
		}
	})
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// oneID checks that all that was seen is one event, however often.
func (s *sidecar) oneID(t *testing.T, want int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) != want {
		t.Errorf("the sidecar saw %d requests, want %d", len(s.seen), want)
	}
	for _, e := range s.seen {
		if e.ID != s.seen[0].ID {
			t.Errorf("repetition has another id: %s, %s", s.seen[0].ID, e.ID)
		}
	}
}

func ok(seq uint64) []byte {
	h := trace.Keccak([]byte("leaf"))
	text, err := event.Reply{OK: true, Seq: seq, ActionID: "a-1", Leaf: h, Head: &event.HeadRef{N: seq, H: h}}.Encode()
	if err != nil {
		panic(err)
	}
	return text
}

func config(url string, timeout time.Duration) event.Config {
	return event.Config{URL: url, Session: session, Creds: creds, Key: hookKey, Source: "/adapter/test", Timeout: timeout}
}

func dial(t *testing.T, url string, timeout time.Duration) *event.Client {
	t.Helper()
	c, err := event.Dial(context.Background(), config(url, timeout))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

var intent = event.Data{Kind: "intent", Tool: "shell", ArgsJSON: `{"cmd":"ls"}`}

func TestSend(t *testing.T) {
	ns := bus(t, -1)
	s := listen(t, ns, func(n int, e event.Event) []byte { return ok(uint64(n)) })
	c := dial(t, ns.ClientURL(), 10*time.Second)
	r, err := c.Send(context.Background(), intent)
	if err != nil || r.Seq != 1 || r.ActionID != "a-1" {
		t.Fatalf("%+v, %v", r, err)
	}
	s.oneID(t, 1)
	if e := s.seen[0]; e.Source != "/adapter/test" || e.Data.Tool != "shell" || e.Data.ArgsJSON != intent.ArgsJSON {
		t.Errorf("the sidecar saw %+v", e)
	}
	if r, err = c.Send(context.Background(), intent); err != nil || r.Seq != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if s.seen[0].ID == s.seen[1].ID {
		t.Error("two events share an id")
	}
}

func TestBusyIsHonoured(t *testing.T) {
	ns := bus(t, -1)
	const wait = 80
	var times []time.Time
	s := listen(t, ns, func(n int, _ event.Event) []byte {
		times = append(times, time.Now())
		if n < 3 {
			return fmt.Appendf(nil, `{"ok":false,"code":"busy","message":"queue full","retry_after_ms":%d}`, wait)
		}
		return ok(1)
	})
	if r, err := dial(t, ns.ClientURL(), 10*time.Second).Send(context.Background(), intent); err != nil || !r.OK {
		t.Fatalf("%+v, %v", r, err)
	}
	s.oneID(t, 3)
	for i := 1; i < len(times); i++ {
		if d := times[i].Sub(times[i-1]); d < wait*time.Millisecond {
			t.Errorf("repeated after %v, asked to wait %d ms", d, wait)
		}
	}
}

// Whatever is not a whole ok reply is an error, at once where repeating can
// not help.
func TestNoSuccessWithoutOK(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		code        string // of a RefusedError
		requests    int    // 0: any
	}{
		{"refused", `{"ok":false,"code":"refused","message":"this process may not speak"}`, "refused", 1},
		{"conflict", `{"ok":false,"code":"conflict","message":"other data"}`, "conflict", 1},
		{"store cannot write", `{"ok":false,"code":"store","message":"no space left"}`, "store", 1},
		{"unknown code of a newer sidecar", `{"ok":false,"code":"later","message":"?"}`, "later", 1},
		{"busy for ever", `{"ok":false,"code":"busy","message":"queue full","retry_after_ms":5}`, "busy", 0},
		{"empty", ``, "", 1},
		{"ok without record", `{"ok":true}`, "", 1},
		{"no JSON", `+OK`, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			ns := bus(t, -1)
			s := listen(t, ns, func(int, event.Event) []byte { return []byte(c.reply) })
			r, err := dial(t, ns.ClientURL(), 300*time.Millisecond).Send(context.Background(), intent)
			if err == nil || r.OK {
				t.Fatalf("success: %+v", r)
			}
			var refused *event.RefusedError
			if got := errors.As(err, &refused); got != (c.code != "") || got && refused.Code != c.code {
				t.Errorf("got %v, want code %q", err, c.code)
			}
			if c.code == "" && !errors.Is(err, event.ErrNoReply) {
				t.Errorf("got %v, want ErrNoReply", err)
			}
			if c.requests > 0 {
				s.oneID(t, c.requests)
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	ns := bus(t, -1)
	c := dial(t, ns.ClientURL(), 10*time.Second)
	done := make(chan error, 1)
	go func() {
		_, err := c.Send(context.Background(), intent)
		done <- err
	}()
	// The event waits until a sidecar appears, and comes once.
	s := listen(t, ns, func(int, event.Event) []byte { return ok(1) })
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	s.oneID(t, 1)

	short := dial(t, bus(t, -1).ClientURL(), 200*time.Millisecond)
	if _, err := short.Send(context.Background(), intent); !errors.Is(err, event.ErrNoReply) {
		t.Fatalf("got %v, want ErrNoReply", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Send(ctx, intent); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want the caller's own end", err)
	}
}

// The server dies after it has taken the event and before the answer: the
// same event is sent to its successor.
func TestServerRestart(t *testing.T) {
	first := bus(t, -1)
	took := make(chan event.Event, 1)
	listen(t, first, func(_ int, e event.Event) []byte { took <- e; return nil })
	c := dial(t, first.ClientURL(), 30*time.Second)
	done := make(chan error, 1)
	go func() {
		r, err := c.Send(context.Background(), intent)
		if err == nil && !r.Dup {
			err = errors.New("the repetition was not answered as one")
		}
		done <- err
	}()
	lost := <-took
	at := port(first)
	first.Shutdown()
	first.WaitForShutdown()
	second := bus(t, at)
	s := listen(t, second, func(_ int, e event.Event) []byte {
		dup, err := event.DecodeReply(ok(1))
		if err != nil {
			panic(err)
		}
		dup.Dup = e.ID == lost.ID
		text, err := dup.Encode()
		if err != nil {
			panic(err)
		}
		return text
	})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if s.seen[0].ID != lost.ID {
		t.Errorf("sent again as %s, was %s", s.seen[0].ID, lost.ID)
	}
}

func TestServerGoneForGood(t *testing.T) {
	ns := bus(t, -1)
	c := dial(t, ns.ClientURL(), 400*time.Millisecond)
	ns.Shutdown()
	ns.WaitForShutdown()
	if _, err := c.Send(context.Background(), intent); !errors.Is(err, event.ErrNoReply) {
		t.Fatalf("got %v, want ErrNoReply", err)
	}
	if _, err := event.Dial(context.Background(), config(ns.ClientURL(), time.Second)); err == nil {
		t.Fatal("connected to nobody")
	}
	c.Close()
	if _, err := c.Send(context.Background(), intent); !errors.Is(err, event.ErrNoReply) {
		t.Fatalf("after Close: got %v, want ErrNoReply", err)
	}
}

func TestWhoMaySpeak(t *testing.T) {
	ns := bus(t, -1)
	listen(t, ns, func(int, event.Event) []byte { return ok(1) })
	noKey := config(ns.ClientURL(), time.Second)
	noKey.Key = ""
	if _, err := event.Dial(context.Background(), noKey); !errors.Is(err, wire.ErrAuthorization) {
		t.Errorf("without the key: got %v, want an authorization error", err)
	}
	other := config(ns.ClientURL(), 300*time.Millisecond)
	other.Session = trace.Keccak([]byte("another session"))
	c, err := event.Dial(context.Background(), other)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Send(context.Background(), intent)
	if !errors.Is(err, event.ErrNoReply) || !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
		t.Errorf("another session's subject: got %v, want ErrNoReply that names the violation", err)
	}
}

func TestConfigCheck(t *testing.T) {
	good := config("nats://127.0.0.1:1", 0)
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*event.Config){
		"url":      func(c *event.Config) { c.URL = "" },
		"session":  func(c *event.Config) { c.Session = trace.Hash{} },
		"user":     func(c *event.Config) { c.Creds.User = "" },
		"inbox":    func(c *event.Config) { c.Creds.Inbox = "" },
		"source":   func(c *event.Config) { c.Source = "hook" },
		"time-out": func(c *event.Config) { c.Timeout = -1 },
	} {
		c := good
		spoil(&c)
		if _, err := event.Dial(context.Background(), c); !errors.Is(err, event.ErrConfig) {
			t.Errorf("%s: got %v, want ErrConfig", name, err)
		}
	}
}

// What the sidecar would refuse, or the bus not carry, is not sent at all.
func TestNotSent(t *testing.T) {
	ns := bus(t, -1)
	s := listen(t, ns, func(int, event.Event) []byte { return ok(1) })
	c := dial(t, ns.ClientURL(), 5*time.Second)
	for name, d := range map[string]event.Data{
		"no tool":  {Kind: "intent"},
		"syscall":  {Kind: "syscall", Tool: "sys.open"},
		"bad text": {Kind: "intent", Tool: "\xff"},
		"too long": {Kind: "intent", Tool: "x", ArgsJSON: `"` + strings.Repeat("a", event.MaxData) + `"`},
	} {
		if _, err := c.Send(context.Background(), d); !errors.Is(err, event.ErrEvent) {
			t.Errorf("%s: got %.200v, want ErrEvent", name, err)
		}
	}
	s.oneID(t, 0)
}
