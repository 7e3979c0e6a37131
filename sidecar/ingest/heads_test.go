package ingest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore/trace"
)

// A reader receives the heads of its session and can do nothing else, tried
// against the running server.
func TestReadersOfHeads(t *testing.T) {
	bus, err := ingest.Start(t.Context(), ingest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close(context.Background())
	mine, other := trace.Keccak([]byte("mine")), trace.Keccak([]byte("other"))
	if err := bus.PublishHead(mine, []byte("nobody reads")); err != nil {
		t.Fatal(err)
	}
	r, err := bus.Follow(mine)
	if err != nil {
		t.Fatal(err)
	}
	refused := make(chan error, 16)
	conn, err := nats.Connect(r.URL, nats.UserInfo(r.User, r.Password), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	sub, err := conn.SubscribeSync(r.Subject)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one", "two"} {
		if err := errors.Join(bus.PublishHead(other, []byte("not yours")), bus.PublishHead(mine, []byte(text))); err != nil {
			t.Fatal(err)
		}
		msg, err := sub.NextMsgWithContext(t.Context())
		if err != nil || string(msg.Data) != text {
			t.Fatalf("received %v, %v, want %q", msg, err, text)
		}
	}
	for name, try := range map[string]func() error{
		"other session": func() error { _, err := conn.SubscribeSync(event.HeadsSubject(other)); return err },
		"everything":    func() error { _, err := conn.SubscribeSync(">"); return err },
		"an event":      func() error { return conn.Publish(event.Subject(mine, "permission"), []byte("{}")) },
		"a head":        func() error { return conn.Publish(event.HeadsSubject(mine), []byte("{}")) },
	} {
		if err := errors.Join(try(), conn.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", name, err)
			}
		case <-t.Context().Done():
			t.Errorf("%s is allowed", name)
		}
	}
	if _, err := nats.Connect(r.URL, nats.UserInfo(r.User, "guess"), nats.Timeout(10*time.Second)); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with another password: %v", err)
	}
}
