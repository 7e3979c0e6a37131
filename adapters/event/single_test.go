package event_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/event/wire"
)

func oneEvent(args string) event.Event {
	return event.New("e-1", "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: args})
}

// Deliver sends once where all is well, and the same event again where the
// sidecar is busy or silent at first.
func TestDeliver(t *testing.T) {
	for _, c := range []struct {
		name  string
		first []byte // the first answer, nil for none
		want  int    // requests
	}{
		{"at once", ok(1), 1},
		{"busy at first", []byte(`{"code":"busy","ok":false,"retry_after_ms":1}`), 2},
		{"silent at first", nil, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.first == nil && testing.Short() {
				t.Skip("skipped: waits for a time-out")
			}
			ns := bus(t, -1)
			s := listen(t, ns, func(n int, _ event.Event) []byte {
				if n == 1 {
					return c.first
				}
				return ok(1)
			})
			r, reached, err := event.Deliver(t.Context(), config(ns.ClientURL(), 30*time.Second), oneEvent(`{}`))
			if err != nil || !reached || r.Seq != 1 {
				t.Errorf("%+v, %v, %v", r, reached, err)
			}
			s.oneID(t, c.want)
		})
	}
}

// Nothing but a whole ok is a success, and the reason of a failure is told.
func TestDeliverFails(t *testing.T) {
	ns := bus(t, -1)
	answer := []byte(`{"code":"refused","message":"no","ok":false}`)
	listen(t, ns, func(int, event.Event) []byte { return answer })
	cfg := config(ns.ClientURL(), 10*time.Second)
	var refused *event.RefusedError
	if _, reached, err := event.Deliver(t.Context(), cfg, oneEvent(`{}`)); !errors.As(err, &refused) || !reached {
		t.Errorf("refused: %v, %v", reached, err)
	}
	answer = []byte(`{"ok":true}`)
	if _, reached, err := event.Deliver(t.Context(), cfg, oneEvent(`{}`)); !errors.Is(err, event.ErrNoReply) || !reached {
		t.Errorf("half an answer: %v, %v", reached, err)
	}
	if _, _, err := event.Deliver(t.Context(), cfg, event.New("e", "/adapter/test", event.Data{Kind: "intent"})); !errors.Is(err, event.ErrEvent) {
		t.Errorf("no event: %v", err)
	}
	noKey, nowhere := cfg, cfg
	noKey.Key, nowhere.URL = "", "nats://127.0.0.1:1"
	if _, reached, err := event.Deliver(t.Context(), noKey, oneEvent(`{}`)); !errors.Is(err, wire.ErrAuthorization) || reached {
		t.Errorf("without the key: %v, %v", reached, err)
	}
	if _, reached, err := event.Deliver(context.Background(), nowhere, oneEvent(`{}`)); !errors.Is(err, wire.ErrUnreached) || reached {
		t.Errorf("no bus: %v, %v", reached, err)
	}
}

// The time-out bounds the short try and the long way together: where it is over
// after the one, the other does not begin.
func TestDeliverKeepsItsTime(t *testing.T) {
	ns := bus(t, -1)
	s := listen(t, ns, func(int, event.Event) []byte { return nil })
	_, reached, err := event.Deliver(t.Context(), config(ns.ClientURL(), 300*time.Millisecond), oneEvent(`{}`))
	if !reached || !errors.Is(err, event.ErrNoReply) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a silent sidecar: %v, %v", reached, err)
	}
	s.oneID(t, 1)
}

// What is too large for one message goes the long way at once.
func TestDeliverLarge(t *testing.T) {
	ns := bus(t, -1)
	if _, reached, err := event.Deliver(t.Context(), config(ns.ClientURL(), 300*time.Millisecond), oneEvent(`"`+strings.Repeat("x", 2<<20)+`"`)); !errors.Is(err, event.ErrNoReply) || !reached {
		t.Errorf("nobody listens: %v, %v", reached, err)
	}
}
