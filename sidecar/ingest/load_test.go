package ingest_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/ingest"
)

func intent(t testing.TB, id string, args string) []byte {
	t.Helper()
	text, err := event.New(id, "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: args}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestPressureIsAnsweredBusy(t *testing.T) {
	h := newHeard()
	h.hold, h.entry = make(chan struct{}), make(chan struct{})
	s, a := bus(t, ingest.Config{Requests: 1}, h, everybodyIs(harness))
	nc, _ := raw(t, s, a, "")
	subject := event.Subject(session, "intent")
	slow := make(chan error, 1)
	go func() {
		m, err := nc.Request(subject, intent(t, "1", `{}`), 20*time.Second)
		if err == nil {
			var r event.Reply
			if r, err = event.DecodeReply(m.Data); err == nil && !r.OK {
				err = errors.New(r.Message)
			}
		}
		slow <- err
	}()
	<-h.entry
	m, err := nc.Request(subject, intent(t, "2", `{}`), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := event.DecodeReply(m.Data); err != nil || r.Code != event.CodeBusy || r.RetryAfterMS <= 0 {
		t.Errorf("reply %+v, %v; want busy with a time to wait", r, err)
	}
	close(h.hold)
	if err := <-slow; err != nil {
		t.Errorf("the request that was under way: %v", err)
	}
}

func TestLargestEventPassesAndNextIsRefusedBeforeSending(t *testing.T) {
	s, a := bus(t, ingest.Config{}, newHeard(), everybodyIs(harness))
	nc, _ := raw(t, s, a, "")
	// It is no event, so that the answer says that it arrived and no more.
	if r := request(t, nc, make([]byte, ingest.MaxPayload)); r.Code != event.CodeMalformed {
		t.Errorf("at the limit: %+v", r)
	}
	if err := nc.Publish(event.Subject(session, "intent"), make([]byte, ingest.MaxPayload+1)); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("over the limit: %v", err)
	}
}

// request sends an intent as it is and waits as long as it takes.
func request(t *testing.T, nc *nats.Conn, text []byte) event.Reply {
	t.Helper()
	m, err := nc.Request(event.Subject(session, "intent"), text, 2*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := event.DecodeReply(m.Data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Many large events at once are taken or answered busy; the bus survives, and
// every one gets through in the end.
func TestLargeEventsAtOnce(t *testing.T) {
	const senders = 6
	s, a := bus(t, ingest.Config{Bytes: 4 << 20}, newHeard(), everybodyIs(harness))
	nc, _ := raw(t, s, a, "")
	text := intent(t, "1", `"`+strings.Repeat("x", 5<<18)+`"`)
	var wg sync.WaitGroup
	var turned atomic.Int64
	for range senders {
		wg.Go(func() {
			r := request(t, nc, text)
			for ; r.Code == event.CodeBusy; r = request(t, nc, text) {
				turned.Add(1)
				if r.RetryAfterMS < 100 {
					t.Errorf("a large event may come again after %d ms", r.RetryAfterMS)
				}
				time.Sleep(time.Duration(r.RetryAfterMS) * time.Millisecond)
			}
			if !r.OK {
				t.Errorf("answer %+v", r)
			}
		})
	}
	wg.Wait()
	if turned.Load() == 0 {
		t.Error("nobody was asked to wait")
	}
	select {
	case <-s.Done():
		t.Error("the bus did not survive")
	default:
	}
}

// A bus that goes away answers what is under way or nothing; the client's
// error tells the adapter not to run the tool, and Done tells the owner.
func TestBusGoesAway(t *testing.T) {
	h := newHeard()
	s, err := ingest.Start(t.Context(), ingest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Attach(session, h, everybodyIs(harness))
	if err != nil {
		t.Fatal(err)
	}
	c, err := event.Dial(t.Context(), event.Config{URL: s.URL(), Session: session, Creds: a.Creds, Source: "/adapter/test", Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	h.hold, h.entry = make(chan struct{}), make(chan struct{})
	under := make(chan error, 1)
	go func() {
		_, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"})
		under <- err
	}()
	<-h.entry
	closed := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		closed <- s.Close(ctx)
	}()
	close(h.hold)
	// The client may see the end of the connection before the answer in it.
	if err := <-under; err != nil && !errors.Is(err, event.ErrNoReply) {
		t.Errorf("the event under way: %v", err)
	}
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	select {
	case <-s.Done():
	default:
		t.Error("Done is open after Close")
	}
	if _, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t"}); !errors.Is(err, event.ErrNoReply) {
		t.Errorf("after the bus went away: %v, want ErrNoReply", err)
	}
}

func TestDetachCutsTheSession(t *testing.T) {
	s, a := bus(t, ingest.Config{}, newHeard(), everybodyIs(harness))
	gone := make(chan struct{})
	nc, err := nats.Connect(s.URL(), nats.UserInfo(a.Creds.User, a.Creds.Password), nats.NoReconnect(),
		nats.ClosedHandler(func(*nats.Conn) { close(gone) }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := s.Detach(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	select {
	case <-gone:
	case <-time.After(10 * time.Second):
		t.Error("the connection outlives its session")
	}
	if _, err := dial(t, s, a, ""); err == nil {
		t.Error("the password outlives its session")
	}
}
