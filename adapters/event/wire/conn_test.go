package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// realServer is the bus as the sidecar configures it: one user that may publish
// below "mine" and read its own inbox, and one that answers.
func realServer(t *testing.T, port int) *server.Server {
	t.Helper()
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true, MaxPayload: 1 << 20,
		Users: []*server.User{{Username: "answers", Password: "a"},
			{Username: "asks", Password: "p\"x", Permissions: &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: []string{"mine.>"}},
				Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX_me.>"}},
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

func answering(t *testing.T, ns *server.Server, subject string, f func(*nats.Msg)) {
	t.Helper()
	nc, err := nats.Connect(ns.ClientURL(), nats.UserInfo("answers", "a"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if _, err := nc.Subscribe(subject, f); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
}

func echo(m *nats.Msg) { _ = m.Respond(append([]byte("re: "), m.Data...)) }

func options(ns *server.Server) Options {
	return Options{URL: ns.ClientURL(), Name: "test", User: "asks", Password: "p\"x", Inbox: "_INBOX_me", Timeout: 10 * time.Second}
}

func dialed(t *testing.T, o Options) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// Bodies of every kind come back as they went, also the longest.
func TestRequest(t *testing.T) {
	ns := realServer(t, -1)
	answering(t, ns, "mine.x", echo)
	c := dialed(t, options(ns))
	for _, body := range [][]byte{nil, []byte("hello"), []byte("\r\nPING\r\n-ERR 'x'\r\n"), bytes.Repeat([]byte{0, 255}, 200_000), bytes.Repeat([]byte("x"), 1<<20-4)} {
		got, err := c.Request(t.Context(), "mine.x", body)
		if err != nil || !bytes.Equal(got, append([]byte("re: "), body...)) {
			t.Errorf("%.20q of %d bytes: %.40q, %v", body, len(body), got, err)
		}
	}
	if c.MaxPayload() != 1<<20 {
		t.Errorf("max payload %d", c.MaxPayload())
	}
	if _, err := c.Request(t.Context(), "mine.x", make([]byte, 1<<20+1)); !errors.Is(err, ErrTooLong) {
		t.Errorf("too long: %v", err)
	}
	if _, err := c.Request(t.Context(), "mine.x 5\r\nPUB y", nil); !errors.Is(err, ErrProtocol) {
		t.Errorf("a subject that holds a command: %v", err)
	}
}

// Many requests at once over one connection, answered out of order: each gets
// its own answer.
func TestConcurrentRequests(t *testing.T) {
	ns := realServer(t, -1)
	var mu sync.Mutex
	var held *nats.Msg
	answering(t, ns, "mine.x", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		if held == nil {
			held = m
			return
		}
		echo(m)
		echo(held)
		held = nil
	})
	c := dialed(t, options(ns))
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			body := fmt.Appendf(nil, "%d", i)
			got, err := c.Request(t.Context(), "mine.x", body)
			if err != nil || string(got) != "re: "+string(body) {
				t.Errorf("request %d: %q, %v", i, got, err)
			}
		})
	}
	wg.Wait()
	if len(c.link.wait) != 0 {
		t.Errorf("%d requests are still expected", len(c.link.wait))
	}
}

func TestRefusals(t *testing.T) {
	ns := realServer(t, -1)
	c := dialed(t, options(ns))
	if _, err := c.Request(t.Context(), "mine.nobody", nil); !errors.Is(err, ErrNobody) {
		t.Errorf("nobody listens: %v", err)
	}
	if _, err := c.Request(t.Context(), "theirs.x", nil); !errors.Is(err, ErrPermission) {
		t.Errorf("a foreign subject: %v", err)
	}
	if err := c.LastError(); !errors.Is(err, ErrPermission) {
		t.Errorf("last error %v", err)
	}
	for name, spoil := range map[string]func(*Options){
		"password": func(o *Options) { o.Password = "wrong" },
		"user":     func(o *Options) { o.User = "nobody" },
	} {
		o := options(ns)
		spoil(&o)
		if _, err := Dial(t.Context(), o); !errors.Is(err, ErrAuthorization) {
			t.Errorf("wrong %s: %v", name, err)
		}
	}
	for _, url := range []string{"", "tls://127.0.0.1:1", "nats://", "nats://a:b@127.0.0.1:1", "127.0.0.1:1"} {
		o := options(ns)
		o.URL = url
		if _, err := Dial(t.Context(), o); !errors.Is(err, ErrURL) {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// A request that waits when the server goes ends at once; the next one after
// its return connects again.
func TestLostAndFoundAgain(t *testing.T) {
	first := realServer(t, -1)
	took := make(chan struct{}, 1)
	answering(t, first, "mine.x", func(*nats.Msg) { took <- struct{}{} })
	o := options(first)
	c := dialed(t, o)
	failed := make(chan error, 1)
	go func() {
		_, err := c.Request(context.Background(), "mine.x", nil)
		failed <- err
	}()
	<-took
	first.Shutdown()
	first.WaitForShutdown()
	if err := <-failed; !errors.Is(err, ErrLost) {
		t.Fatalf("after the server's end: %v", err)
	}
	if _, err := c.Request(t.Context(), "mine.x", nil); err == nil {
		t.Fatal("an answer from nobody")
	}
	var port int
	if _, err := fmt.Sscan(o.URL[strings.LastIndex(o.URL, ":")+1:], &port); err != nil {
		t.Fatal(err)
	}
	second := realServer(t, port)
	answering(t, second, "mine.x", echo)
	if got, err := c.Request(t.Context(), "mine.x", []byte("again")); err != nil || string(got) != "re: again" {
		t.Fatalf("%q, %v", got, err)
	}
	c.Close()
	if _, err := c.Request(t.Context(), "mine.x", nil); !errors.Is(err, ErrClosed) {
		t.Fatalf("after Close: %v", err)
	}
}

// The caller's context ends a request and a handshake.
func TestContextEnds(t *testing.T) {
	ns := realServer(t, -1)
	asked := make(chan struct{}, 1)
	answering(t, ns, "mine.x", func(*nats.Msg) { asked <- struct{}{} })
	c := dialed(t, options(ns))
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-asked; cancel() }()
	if _, err := c.Request(ctx, "mine.x", nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	o := options(ns)
	o.URL, o.Timeout = "nats://"+silent.Addr().String(), 50*time.Millisecond
	if _, err := Dial(t.Context(), o); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a server that says nothing: %v", err)
	}
}

// What is no NATS server is named as such.
func TestNotTheBus(t *testing.T) {
	for _, greeting := range []string{"HTTP/1.1 400 Bad Request\r\n\r\n", "INFO nonsense\r\n", "MSG a 1 99999999999\r\n", `INFO {"tls_required":true}` + "\r\n"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			if c, err := l.Accept(); err == nil {
				_, _ = c.Write([]byte(greeting))
				c.Close()
			}
		}()
		_, err = Dial(t.Context(), Options{URL: "nats://" + l.Addr().String(), Inbox: "i", Timeout: 10 * time.Second})
		if !errors.Is(err, ErrProtocol) && !errors.Is(err, ErrURL) {
			t.Errorf("%q: %v", greeting, err)
		}
		l.Close()
	}
}

// Single asks as Request does, and gives up in time.
func TestSingle(t *testing.T) {
	ns := realServer(t, -1)
	answering(t, ns, "mine.x", echo)
	answering(t, ns, "mine.silent", func(*nats.Msg) {})
	for _, body := range [][]byte{nil, []byte("hello"), []byte("\r\nPING\r\n-ERR 'x'\r\n"), bytes.Repeat([]byte{0, 255}, 200_000), bytes.Repeat([]byte("x"), 1<<20-4)} {
		got, err := Single(t.Context(), options(ns), "mine.x", body, 10*time.Second)
		if err != nil || !bytes.Equal(got, append([]byte("re: "), body...)) {
			t.Errorf("%.20q of %d bytes: %.40q, %v", body, len(body), got, err)
		}
	}
	wrong, elsewhere, unknown := options(ns), options(ns), options(ns)
	wrong.Password, elsewhere.URL, unknown.URL = "wrong", "nats://127.0.0.1:1", "tls://127.0.0.1:1"
	for _, c := range []struct {
		name, subject string
		o             Options
		size          int
		limit         time.Duration
		want          error
	}{
		{"a wrong password", "mine.x", wrong, 0, 10 * time.Second, ErrAuthorization},
		{"a foreign subject", "theirs.x", options(ns), 0, 10 * time.Second, ErrPermission},
		{"nobody listens", "mine.nobody", options(ns), 0, 10 * time.Second, ErrNobody},
		{"no answer", "mine.silent", options(ns), 0, 50 * time.Millisecond, ErrLost},
		{"too long", "mine.x", options(ns), 1<<20 + 1, 10 * time.Second, ErrTooLong},
		{"a subject that holds a command", "mine.x 5\r\nPUB y", options(ns), 0, 10 * time.Second, ErrProtocol},
		{"no bus", "mine.x", elsewhere, 0, 10 * time.Second, ErrUnreached},
		{"no address", "mine.x", unknown, 0, 10 * time.Second, ErrURL},
	} {
		if got, err := Single(t.Context(), c.o, c.subject, make([]byte, c.size), c.limit); !errors.Is(err, c.want) {
			t.Errorf("%s: %q, %v, want %v", c.name, got, err, c.want)
		}
	}
}

// A server that never ends its line holds nobody up for longer than the limit.
func TestSingleTrickle(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for range tick.C {
			if _, err := c.Write([]byte("I")); err != nil {
				return
			}
		}
	}()
	o := Options{URL: "nats://" + l.Addr().String(), Inbox: "i"}
	if _, err := Single(t.Context(), o, "mine.x", nil, 100*time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	<-ended
}
