package ingest_test

import (
	"context"
	"errors"
	"strings"
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
	h := newHeard()
	s, a := bus(t, ingest.Config{}, h, everybodyIs(harness))
	c, err := dial(t, s, a, "")
	if err != nil {
		t.Fatal(err)
	}
	big := `"` + strings.Repeat("x", ingest.MaxPayload-1024) + `"`
	if _, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: big}); err != nil {
		t.Errorf("just under the limit: %v", err)
	}
	if _, err := c.Send(t.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: big + big}); !errors.Is(err, event.ErrEvent) {
		t.Errorf("over the limit: %v, want ErrEvent", err)
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
	if err := <-under; err != nil {
		t.Errorf("the event under way was durable and not answered: %v", err)
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
