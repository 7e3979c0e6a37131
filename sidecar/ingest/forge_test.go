package ingest_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore/trace"
)

// raw connects with a plain NATS client, which can do all that the protocol
// allows; faults collects what the server refuses.
func raw(t *testing.T, s *ingest.Server, a ingest.Access, key string) (*nats.Conn, chan error) {
	t.Helper()
	faults := make(chan error, 16)
	password := a.Creds.Password
	if key != "" {
		password += "." + key
	}
	nc, err := nats.Connect(s.URL(), nats.UserInfo(a.Creds.User, password), nats.CustomInboxPrefix(a.Creds.Inbox),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { faults <- err }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc, faults
}

func permission(t *testing.T) []byte {
	t.Helper()
	text, err := event.New("id-1", "/adapter/test", event.Data{Kind: "permission", ActionID: "a2", Decision: "allow",
		Permission: &event.Permission{Authority: "human", Scope: "once"}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A connection of one route tries everything the protocol offers to be taken
// for a connection of the other, which is open at the same time.
func TestRouteCannotBeForged(t *testing.T) {
	h := newHeard()
	p := everybodyIs(harness)
	s, a := bus(t, ingest.Config{Window: time.Millisecond}, h, p)
	first, _ := raw(t, s, a, "")
	firstID, err := first.GetClientID()
	if err != nil {
		t.Fatal(err)
	}
	own := ingest.Peer{Route: sidecar.RouteOwn, PID: 66}
	p.set(own, true)
	liar, _ := raw(t, s, a, a.HookKey)

	as := fmt.Sprintf(`{"acc":"AGENTS","id":%d,"kind":"Client"}`, firstID)
	subject := event.Subject(session, "permission")
	for name, header := range map[string]nats.Header{
		"no header":              nil,
		"the server's header":    {"Nats-Request-Info": {as}},
		"twice":                  {"Nats-Request-Info": {as, as}},
		"other case":             {"nats-request-info": {as}},
		"hidden behind another":  {"X-Nats-Request-Info": {as}, "Nats-Request-Info": {as}},
		"inside another's value": {"X": {"Nats-Request-Info: " + as}, "Nats-Request-Info": {as}},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := liar.RequestMsg(&nats.Msg{Subject: subject, Header: header, Data: permission(t)}, 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			r, err := event.DecodeReply(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := h.last(); r.OK && got != own {
				t.Errorf("taken for %+v, is %+v", got, own)
			}
			if !r.OK && r.Code != event.CodeRefused {
				t.Errorf("reply %+v, want ok as itself or refused", r)
			}
		})
	}
	for _, peer := range h.peers {
		if peer != own {
			t.Errorf("the sequencer saw %+v", peer)
		}
	}
}

// The same with bytes that no client library would send.
func TestRouteCannotBeForgedOnTheWire(t *testing.T) {
	h := newHeard()
	p := everybodyIs(harness)
	s, a := bus(t, ingest.Config{Window: time.Millisecond}, h, p)
	first, _ := raw(t, s, a, "")
	firstID, err := first.GetClientID()
	if err != nil {
		t.Fatal(err)
	}
	own := ingest.Peer{Route: sidecar.RouteOwn, PID: 66}
	p.set(own, true)
	info := fmt.Sprintf(`Nats-Request-Info: {"acc":"AGENTS","id":%d}`, firstID)
	for name, header := range map[string]string{
		"plain":              "NATS/1.0\r\n" + info + "\r\n\r\n",
		"many":               "NATS/1.0\r\n" + strings.Repeat(info+"\r\n", 3) + "\r\n",
		"bare newline":       "NATS/1.0\r\nA: b\n" + info + "\r\n\r\n",
		"blank before colon": "NATS/1.0\r\n" + strings.Replace(info, ":", " :", 1) + "\r\n\r\n",
		"prefixed first":     "NATS/1.0\r\nX-" + info + "\r\n" + info + "\r\n\r\n",
		"folded":             "NATS/1.0\r\nA: b\r\n " + info + "\r\n\r\n",
		"on the status line": "NATS/1.0 " + info + "\r\n\r\n",
		"after the end":      "NATS/1.0\r\n\r\n" + info + "\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			wireRequest(t, s, a, header, permission(t))
		})
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, peer := range h.peers {
		if peer != own {
			t.Errorf("the sequencer saw %+v", peer)
		}
	}
}

// wireRequest speaks the client protocol itself and waits for an answer, an
// error, or the end of the connection.
func wireRequest(t *testing.T, s *ingest.Server, a ingest.Access, header string, payload []byte) {
	t.Helper()
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	inbox := a.Creds.Inbox + ".x"
	fmt.Fprintf(conn, `CONNECT {"user":%q,"pass":%q,"headers":true,"no_responders":true,"verbose":false,"pedantic":false,"protocol":1}`+"\r\n",
		a.Creds.User, a.Creds.Password+"."+a.HookKey)
	fmt.Fprintf(conn, "SUB %s 1\r\nHPUB %s %s %d %d\r\n%s%s\r\nPING\r\n", inbox, event.Subject(session, "permission"), inbox,
		len(header), len(header)+len(payload), header, payload)
	in := bufio.NewScanner(conn)
	for in.Scan() {
		if line := in.Text(); strings.HasPrefix(line, "MSG ") || strings.HasPrefix(line, "HMSG ") || strings.HasPrefix(line, "-ERR") {
			return
		}
	}
}

func TestServerHoldsConnectionsToTheirSession(t *testing.T) {
	h := newHeard()
	s, a := bus(t, ingest.Config{}, h, everybodyIs(harness))
	other, err := s.Attach(trace.Hash{0xbb}, newHeard(), everybodyIs(harness))
	if err != nil {
		t.Fatal(err)
	}
	nc, faults := raw(t, s, a, "")
	refused := func(what string) {
		t.Helper()
		if err := nc.Flush(); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-faults:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v, want a permission violation", what, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the server said nothing", what)
		}
	}
	for _, subject := range []string{
		event.Subject(trace.Hash{0xbb}, "intent"), "varek.v1.x.intent", a.Creds.Inbox + ".y", other.Creds.Inbox + ".y",
		"$SYS.REQ.SERVER.PING", "_R_.x.y", "$JS.API.INFO",
	} {
		if err := nc.Publish(subject, []byte("x")); err != nil {
			t.Fatal(err)
		}
		refused("publish on " + subject)
	}
	for _, subject := range []string{
		">", "varek.v1.>", event.SessionSubjects(session), other.Creds.Inbox + ".>", "_INBOX.>", "_R_.>", "$SYS.>", "*.*",
	} {
		if _, err := nc.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		refused("subscribe to " + subject)
	}
	if _, e := h.last(); e.ID != "" {
		t.Errorf("the sequencer got %+v", e)
	}
}

func TestBadRequestsGetOneClearSentence(t *testing.T) {
	s, a := bus(t, ingest.Config{Window: time.Millisecond}, newHeard(), everybodyIs(harness))
	nc, _ := raw(t, s, a, "")
	good := string(permission(t))
	for _, tc := range []struct{ name, kind, body, want string }{
		{"not JSON", "permission", "{", "event is not valid"},
		{"empty", "permission", "", "event is not valid"},
		{"unknown member", "permission", strings.Replace(good, `"id"`, `"seq":1,"id"`, 1), "seq"},
		{"other kind than the subject", "action", good, `the subject is for kind "action"`},
		{"no kind of an adapter", "syscall", good, `the subject is for kind "syscall"`},
		{"subject too deep", "permission.x", good, "subject"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, err := nc.Request(event.Subject(session, tc.kind), []byte(tc.body), 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			r, err := event.DecodeReply(m.Data)
			if err != nil || r.OK || r.Code != event.CodeMalformed || !strings.Contains(r.Message, tc.want) {
				t.Errorf("reply %+v, %v; want malformed with %q", r, err, tc.want)
			}
		})
	}
}

func TestEventWithoutReplySubjectLeavesANotice(t *testing.T) {
	h := newHeard()
	s, a := bus(t, ingest.Config{}, h, everybodyIs(harness))
	nc, _ := raw(t, s, a, "")
	if err := nc.Publish(event.Subject(session, "permission"), permission(t)); err != nil {
		t.Fatal(err)
	}
	if n := h.note(t); n.Message != "the bus refused: an event without reply subject" {
		t.Errorf("notice %+v", n)
	}
}

func TestFloodOfRefusalsIsCountedNotLost(t *testing.T) {
	const tries = 40
	h := newHeard()
	s, a := bus(t, ingest.Config{Window: 20 * time.Millisecond}, h, everybodyIs(ingest.Peer{Route: sidecar.RouteCall, ActionID: "a9"}))
	var wg sync.WaitGroup
	for range tries {
		wg.Go(func() {
			if nc, err := nats.Connect(s.URL(), nats.UserInfo(a.Creds.User, a.Creds.Password)); err == nil {
				nc.Close()
				t.Error("let in")
			}
		})
	}
	wg.Wait()
	if err := s.Detach(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	close(h.notes)
	var counted, notices uint64
	for n := range h.notes {
		counted += n.Count
		notices++
	}
	if counted != tries || notices > tries/2 {
		t.Errorf("%d refusals in %d notices, want %d in far fewer", counted, notices, tries)
	}
}
