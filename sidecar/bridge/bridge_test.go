package bridge_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/bridge"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// local is a sidecar's own side: store, session and bus, all real.
type local struct {
	t     *testing.T
	store *tracestore.Store
	bus   *ingest.Server
	user  *event.Client
}

type everybody struct{}

func (everybody) Lookup(netip.AddrPort) (ingest.Peer, bool) {
	return ingest.Peer{Route: sidecar.RouteHarness}, true
}

func newLocal(t *testing.T) *local {
	t.Helper()
	l := &local{t: t}
	var err error
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	l.store, err = tracestore.Open(t.Context(), filepath.Join(t.TempDir(), "trace.db"), tracestore.Options{})
	check(err)
	t.Cleanup(func() { l.store.Close() })
	s, err := sidecar.Open(t.Context(), sidecar.Config{Session: mine, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: "boot", Blobs: l.store,
		Store: sidecar.Adapt(l.store, func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
			func(s tracestore.Stored) sidecar.Stored { return sidecar.Stored(s) })})
	check(err)
	t.Cleanup(func() { s.Fail(errors.New("the test is over")) })
	l.bus, err = ingest.Start(t.Context(), ingest.Config{Window: time.Millisecond})
	check(err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := l.bus.Close(ctx); err != nil {
			t.Errorf("close the bus: %v", err)
		}
	})
	a, err := l.bus.Attach(mine, s, everybody{})
	check(err)
	l.user, err = event.Dial(t.Context(), event.Config{URL: l.bus.URL(), Session: mine, Creds: a.Creds, Source: "/adapter/here"})
	check(err)
	t.Cleanup(l.user.Close)
	return l
}

// call sends an intent over the local bus and wants its answer.
func (l *local) call() event.Reply {
	l.t.Helper()
	r, err := l.user.Send(l.t.Context(), event.Data{Kind: "intent", Tool: "t"})
	if err != nil {
		l.t.Fatal(err)
	}
	return r
}

// join builds a bridge from the local side to the cluster.
func (l *local) join(a bridge.Access, requests bool) *bridge.Bridge {
	l.t.Helper()
	cfg := bridge.Config{Access: a, Repeat: 50 * time.Millisecond}
	if requests {
		cfg.Requests = l.bus.Remote
	}
	b, err := bridge.Start(cfg)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			l.t.Errorf("close the bridge: %v", err)
		}
	})
	b.Open(mine)
	return b
}

// until waits for a head with this text; older ones may come before it.
func until(t *testing.T, sub *nats.Subscription, text string) {
	t.Helper()
	for {
		m, err := sub.NextMsgWithContext(t.Context())
		if err != nil {
			t.Fatalf("waiting for head %q: %v", text, err)
		}
		if string(m.Data) == text {
			return
		}
	}
}

func follow(t *testing.T, conn *nats.Conn) *nats.Subscription {
	t.Helper()
	sub, err := conn.SubscribeSync(event.HeadsSubject(mine))
	if err == nil {
		err = conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return sub
}

// Heads reach a reader on the cluster, over TLS and with a seed; the cluster
// may come late, go away and come back, and the local side never waits for it.
func TestHeadsOverACluster(t *testing.T) {
	c, l := newCluster(t), newLocal(t)
	c.start() // for its port
	c.stop()
	b := l.join(c.as("sidecar"), false)
	b.Head(mine, []byte("one"))
	l.call()
	if b.Connected() {
		t.Fatal("connected to a cluster that is away")
	}
	c.start()
	conn, _ := c.dial("reader")
	sub := follow(t, conn)
	until(t, sub, "one")
	b.Head(mine, []byte("two"))
	until(t, sub, "two")
	c.stop()
	before := l.call()
	for range 20 {
		b.Head(mine, []byte("lost"))
		if r := l.call(); r.Seq != before.Seq+1 {
			t.Fatalf("record %d after %d while the cluster is away", r.Seq, before.Seq)
		} else {
			before = r
		}
	}
	b.Head(mine, []byte("three"))
	c.start()
	conn, _ = c.dial("reader")
	until(t, follow(t, conn), "three")
}

// Sessions are kept apart by the cluster's permissions, which the document asks
// for: tried with its real server.
func TestSessionsApartOnTheCluster(t *testing.T) {
	c, l := newCluster(t), newLocal(t)
	c.start()
	b := l.join(c.as("sidecar"), true)
	b.Open(other)
	reader, readerRefused := c.dial("reader")
	harness, harnessRefused := c.dial("harness")
	for name, try := range map[string]struct {
		conn    *nats.Conn
		refused chan error
		do      func(*nats.Conn) error
	}{
		"a reader reads another session":   {reader, readerRefused, func(n *nats.Conn) error { _, err := n.SubscribeSync(event.HeadsSubject(other)); return err }},
		"a reader reads the events":        {reader, readerRefused, func(n *nats.Conn) error { _, err := n.SubscribeSync(event.SessionSubjects(mine)); return err }},
		"a reader reads everything":        {reader, readerRefused, func(n *nats.Conn) error { _, err := n.SubscribeSync(">"); return err }},
		"a reader sends an event":          {reader, readerRefused, func(n *nats.Conn) error { return n.Publish(event.Subject(mine, "intent"), []byte("{}")) }},
		"a reader forges a head":           {reader, readerRefused, func(n *nats.Conn) error { return n.Publish(event.HeadsSubject(mine), []byte("{}")) }},
		"a harness speaks in another":      {harness, harnessRefused, func(n *nats.Conn) error { return n.Publish(event.Subject(other, "intent"), []byte("{}")) }},
		"a harness listens to the session": {harness, harnessRefused, func(n *nats.Conn) error { _, err := n.SubscribeSync(event.SessionSubjects(mine)); return err }},
	} {
		if err := errors.Join(try.do(try.conn), try.conn.Flush()); err != nil {
			t.Fatal(name, err)
		}
		select {
		case err := <-try.refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", name, err)
			}
		case <-t.Context().Done():
			t.Errorf("%s: allowed", name)
		}
	}
	if n, err := l.store.Head(t.Context(), mine); err != nil || n != 1 {
		t.Errorf("the session has %d records, %v; want its opening alone", n, err)
	}
}

// ask sends an event as a harness elsewhere does and wants an answer.
func ask(t *testing.T, conn *nats.Conn, id string, d event.Data) event.Reply {
	t.Helper()
	text, err := event.New(id, "/adapter/there", d).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for {
		m, err := conn.RequestWithContext(t.Context(), event.Subject(mine, d.Kind), text)
		if errors.Is(err, nats.ErrNoResponders) {
			continue // the bridge has not subscribed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := event.DecodeReply(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// A harness elsewhere may report its calls. It gives no permission, says
// nothing without asking for an answer, and brings no headers.
func TestRequestsFromElsewhere(t *testing.T) {
	c, l := newCluster(t), newLocal(t)
	c.start()
	b := l.join(c.as("sidecar"), true)
	conn, _ := c.dial("harness")
	call := ask(t, conn, "i", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{"a":1}`})
	if !call.OK {
		t.Fatalf("an intent: %+v", call)
	}
	if again := ask(t, conn, "i", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{"a":1}`}); !again.OK || !again.Dup || again.Seq != call.Seq {
		t.Errorf("the same event again: %+v", again)
	}
	allow := event.Data{Kind: "permission", ActionID: call.ActionID, Decision: "allow", Permission: &event.Permission{Authority: "human", Scope: "session"}}
	if r := ask(t, conn, "p", allow); r.OK || r.Code != event.CodeRefused {
		t.Errorf("a permission: %+v", r)
	}
	head := &nats.Msg{Subject: event.Subject(mine, "action"), Reply: conn.NewInbox(), Header: nats.Header{"Nats-Request-Info": {`{"id":1}`}}, Data: []byte("{}")}
	if m, err := conn.RequestMsgWithContext(t.Context(), head); err != nil || !strings.Contains(string(m.Data), "no headers") {
		t.Errorf("a request with headers: %v, %v", m, err)
	}
	if err := conn.Publish(event.Subject(mine, "intent"), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := conn.Publish(event.HeadsSubject(mine), []byte("{}")); err != nil { // a head of somebody else's is nothing
		t.Fatal(err)
	}
	end := ask(t, conn, "a", event.Data{Kind: "action", ActionID: call.ActionID, Status: "ok"})
	if !end.OK {
		t.Errorf("the end of the call: %+v", end)
	}
	l.notices(3)
	l.routes()
	b.Forget(mine)
	if err := l.bus.Detach(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
}

// notices waits until the session has so many, none of them about a permission
// that counted.
func (l *local) notices(want int) {
	l.t.Helper()
	for {
		n := 0
		err := l.store.Read(l.t.Context(), mine, 1, 0, func(r trace.Record, _ uint64) error {
			h, err := trace.DecodeHead(r.Head)
			if h.Kind == trace.KindPermission {
				l.t.Errorf("record %d is a permission from elsewhere", h.Seq)
			}
			if h.Kind == trace.KindNotice {
				n++
			}
			return err
		})
		if err != nil {
			l.t.Fatal(err)
		}
		if n >= want {
			return
		}
	}
}

// routes checks that the records say who spoke.
func (l *local) routes() {
	l.t.Helper()
	err := l.store.Read(l.t.Context(), mine, 1, 0, func(r trace.Record, _ uint64) error {
		h, err := trace.DecodeHead(r.Head)
		if err == nil && (h.Kind == trace.KindIntent || h.Kind == trace.KindAction) && !strings.Contains(string(r.Body), `"route":"remote"`) {
			l.t.Errorf("record %d does not say that it came from elsewhere: %s", h.Seq, r.Body)
		}
		return err
	})
	if err != nil {
		l.t.Fatal(err)
	}
}

// What cannot be right is refused at the start, in words that hold no secret.
func TestWrongAccess(t *testing.T) {
	c := newCluster(t)
	c.write("open.seed", []byte("SUAAAAA"))
	if err := os.Chmod(c.path("open.seed"), 0o644); err != nil {
		t.Fatal(err)
	}
	c.write("bad.seed", []byte("SUNOTASEEDBUTASECRET"))
	for name, tc := range map[string]struct {
		access bridge.Access
		say    string
	}{
		"no address":             {bridge.Access{}, "tls://host:port"},
		"another scheme":         {bridge.Access{URL: "http://a:1"}, "tls://host:port"},
		"a password in the text": {bridge.Access{URL: "tls://me:hunter2@a:1"}, "credentials or seed file"},
		"no TLS to elsewhere":    {bridge.Access{URL: "nats://192.0.2.1:4222"}, "without TLS"},
		"a certificate alone":    {bridge.Access{URL: "tls://a:1", Cert: "x"}, "go together"},
		"creds and seed":         {bridge.Access{URL: "tls://a:1", Creds: "x", NKey: "y"}, "not both"},
		"a seed that is not there": {bridge.Access{URL: "tls://a:1", NKey: c.path("none")},
			"no such file"},
		"a seed others can read": {bridge.Access{URL: "tls://a:1", NKey: c.path("open.seed")}, "chmod 600"},
		"no seed in the file":    {bridge.Access{URL: "tls://a:1", NKey: c.path("bad.seed")}, "no user's seed"},
		"no authority":           {bridge.Access{URL: "tls://a:1", CA: c.path("none")}, "no such file"},
	} {
		b, err := bridge.Start(bridge.Config{Access: tc.access})
		if b != nil {
			b.Close(t.Context())
		}
		if !errors.Is(err, bridge.ErrAccess) || !strings.Contains(err.Error(), tc.say) {
			t.Errorf("%s: %v, want %q", name, err, tc.say)
		}
		if err != nil && (strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "ASECRET")) {
			t.Errorf("%s: the error shows a secret: %v", name, err)
		}
	}
}

// A server that another authority vouches for gets nothing from us.
func TestOtherAuthority(t *testing.T) {
	c, l := newCluster(t), newLocal(t)
	c.start()
	impostor := newCluster(t)
	a := c.as("sidecar")
	a.CA = impostor.path("ca.pem")
	b := l.join(a, true)
	b.Head(mine, []byte("one"))
	for range 20 {
		l.call()
	}
	if b.Connected() || c.ns.NumClients() > 0 {
		t.Error("connected to a server that nobody vouches for")
	}
}
