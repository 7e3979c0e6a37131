package ingest

import (
	"context"
	"fmt"
	"sync"

	json "github.com/go-json-experiment/json"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

const (
	// busyRetryMS is what a busy answer of the bus asks the adapter to wait,
	// and busyRate how many bytes of its event buy a millisecond more: sending
	// a large event again at once would be most of the pressure.
	busyRetryMS = 50
	busyRate    = 16 << 10

	// largeEvent is where events are admitted one at a time, so that small
	// ones do not wait for the processors behind many of them.
	largeEvent = 1 << 20

	// maxIdle is how many goroutines stay to wait for requests.
	maxIdle = 4
)

// serve takes requests off the bus and answers them, each on the goroutine
// that took it: one change of threads less than handing it on. Before it
// answers, which may take as long as a commit, it sees to it that somebody else
// waits for the next request.
func (s *Server) serve() {
	for {
		select {
		case m := <-s.requests:
			if s.idle.Add(-1) == 0 {
				s.idle.Add(1)
				go s.serve()
			}
			s.receive(m)
		case <-s.done:
			return
		}
		if s.idle.Add(1) > maxIdle {
			if s.idle.Add(-1) > 0 {
				return
			}
			s.idle.Add(1)
		}
	}
}

// receive answers one request; what is over the bounds is answered busy at once.
func (s *Server) receive(m *nats.Msg) {
	a, reason := s.sender(m)
	if reason != "" {
		s.log.Warn("bus request refused", "op", "request", "subject", m.Subject, "reason", reason)
		if a.session != nil {
			a.session.refusals.add(refusal{reason: reason, peer: a.peer})
		}
		s.respond(m, event.Reply{Code: event.CodeRefused, Message: "the bus refused the request: " + reason})
		return
	}
	if !s.load.take(int64(len(m.Data))) {
		s.respond(m, event.Reply{Code: event.CodeBusy, Message: "the bus has too many requests under way", RetryAfterMS: busyRetryMS + int64(len(m.Data)/busyRate)})
		return
	}
	defer s.load.give(int64(len(m.Data)))
	a.session.load.take(0)
	defer a.session.load.give(0)
	if _, kind, err := event.ParseSubject(m.Subject); err == nil && kind == event.BlobKind {
		s.respondWith(m, s.spool.take(a.session.id, m.Data))
		return
	}
	s.respond(m, s.answer(a, m))
}

// sender finds the connection that the server says a request came from. With a
// session, reason is that session's to record.
func (s *Server) sender(m *nats.Msg) (a admitted, reason string) {
	info, ok := m.Header[server.ClientInfoHdr]
	if !ok || len(info) != 1 {
		return a, "no word from the server on the connection"
	}
	var from struct {
		ID uint64 `json:"id"`
	}
	if err := json.Unmarshal([]byte(info[0]), &from); err != nil || from.ID == 0 {
		return a, "no word from the server on the connection"
	}
	s.mu.Lock()
	a, ok = s.peers[from.ID]
	s.mu.Unlock()
	switch {
	case !ok:
		return a, "unknown connection"
	case len(m.Header) != 1:
		return a, "a request carries no headers"
	case m.Reply == "":
		return a, "an event without reply subject"
	}
	return a, ""
}

// answer decodes an event and waits for its place in the trace.
func (s *Server) answer(a admitted, m *nats.Msg) event.Reply {
	if len(m.Data) >= largeEvent {
		s.large <- struct{}{}
		defer func() { <-s.large }()
	}
	session, kind, err := event.ParseSubject(m.Subject)
	if err != nil {
		return malformed(err)
	}
	if session != a.session.id {
		// The server's permissions make this impossible; the check costs nothing.
		return malformed(fmt.Errorf("the connection belongs to session %s", a.session.id))
	}
	e, err := event.Decode(m.Data)
	if err != nil {
		return malformed(err)
	}
	if e.Data.Kind != kind {
		return malformed(fmt.Errorf("the subject is for kind %q, the event is of kind %q", kind, e.Data.Kind))
	}
	if e.DataRef != "" {
		return s.answerReferring(a, e)
	}
	return a.session.seq.Submit(s.ctx, a.peer, e)
}

// answerReferring answers an event whose data came in chunks: from the hash
// alone where it was answered before, else with the data, one such event at a
// time.
func (s *Server) answerReferring(a admitted, e event.Event) event.Reply {
	id, err := e.Ref()
	if err != nil {
		return malformed(err)
	}
	if r, ok := a.session.seq.Again(s.ctx, e.ID, id); ok {
		return r
	}
	s.large <- struct{}{}
	defer func() { <-s.large }()
	data, ok, err := s.spool.read(a.session.id, id)
	switch {
	case err != nil:
		return event.Reply{Code: event.CodeStore, Message: fmt.Sprintf("the data that was sent ahead cannot be read, so do not go on: %v", err)}
	case !ok:
		return event.Reply{Code: event.CodeBlob, Message: "the data of this event is not here; send its chunks, then the event again"}
	}
	whole, err := e.Complete(data)
	if err != nil {
		s.spool.drop(a.session.id, id)
		return malformed(err)
	}
	r := a.session.seq.Submit(s.ctx, a.peer, whole)
	if r.Code != event.CodeBusy && r.Code != event.CodeStore {
		s.spool.drop(a.session.id, id)
	}
	return r
}

func malformed(err error) event.Reply {
	return event.Reply{Code: event.CodeMalformed, Message: err.Error()}
}

// respond sends the answer. Where it cannot be sent the adapter hears nothing,
// asks again with the same id, and gets the same answer.
func (s *Server) respond(m *nats.Msg, r event.Reply) {
	if m.Reply == "" {
		return
	}
	text, err := r.Encode()
	if err == nil {
		err = m.Respond(text)
	}
	if err != nil {
		s.log.Warn("answer not sent", "op", "reply", "subject", m.Subject, "seq", r.Seq, "err", err)
	}
}

// respondWith is respond for the answer to a chunk.
func (s *Server) respondWith(m *nats.Msg, r event.ChunkReply) {
	text, err := trace.Marshal(r)
	if err == nil {
		err = m.Respond(text)
	}
	if err != nil {
		s.log.Warn("answer not sent", "op", "chunk", "subject", m.Subject, "err", err)
	}
}

// load counts the requests that are under way.
type load struct {
	requests int
	bytes    int64

	mu    sync.Mutex
	n     int
	size  int64
	quiet chan struct{} // closed when n falls to 0, if somebody waits
}

// take admits a request of that size; one is always admitted.
func (l *load) take(size int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n > 0 && (l.n >= l.requests || l.size+size > l.bytes) {
		return false
	}
	l.n++
	l.size += size
	return true
}

func (l *load) give(size int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n--
	l.size -= size
	if l.n == 0 && l.quiet != nil {
		close(l.quiet)
		l.quiet = nil
	}
}

// idle waits until no request is under way.
func (l *load) idle(ctx context.Context) error {
	l.mu.Lock()
	if l.n == 0 {
		l.mu.Unlock()
		return nil
	}
	if l.quiet == nil {
		l.quiet = make(chan struct{})
	}
	quiet := l.quiet
	l.mu.Unlock()
	select {
	case <-quiet:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
