package ingest

import (
	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
)

// remotePart is the part of the bus's bounds that requests from elsewhere may
// take: a cluster that floods us does not crowd out the adapters here.
const remotePart = 4

// headsKind is the last token of the subject of signed heads.
const headsKind = "heads"

// Remote takes one request that a bridge brings from another host, and answers
// it on the message's own connection, after the commit. It does not block.
// Nobody here saw the process that speaks, so its route is remote whatever it
// presents: it may report calls and may give no permission.
func (s *Server) Remote(m *nats.Msg) {
	id, kind, err := event.ParseSubject(m.Subject)
	if err != nil || kind == headsKind {
		return // the subjects of a session carry its heads, too
	}
	s.mu.Lock()
	att := s.sessions[id]
	s.mu.Unlock()
	if att == nil {
		s.respond(m, event.Reply{Code: event.CodeRefused, Message: "the session is not open here"})
		return
	}
	from := admitted{att, Peer{Route: sidecar.RouteRemote}}
	if reason := remoteFault(m); reason != "" {
		s.log.Warn("bus request refused", "op", "request", "subject", m.Subject, "reason", reason, "route", from.peer.Route.String())
		att.refusals.add(refusal{reason: reason, peer: from.peer})
		s.respond(m, event.Reply{Code: event.CodeRefused, Message: "the bus refused the request: " + reason})
		return
	}
	size := int64(len(m.Data))
	if !s.remote.take(size) {
		s.respond(m, busy(size))
		return
	}
	if !s.load.take(size) {
		s.remote.give(size)
		s.respond(m, busy(size))
		return
	}
	att.load.take(0)
	go func() {
		defer s.remote.give(size)
		defer s.load.give(size)
		defer att.load.give(0)
		if kind == event.BlobKind {
			s.respondWith(m, s.spool.take(id, m.Data))
			return
		}
		s.respond(m, s.answer(from, m))
	}()
}

func remoteFault(m *nats.Msg) string {
	switch {
	case m.Reply == "":
		return "an event without reply subject"
	case len(m.Header) > 0:
		return "a request carries no headers"
	}
	return ""
}

func busy(size int64) event.Reply {
	return event.Reply{Code: event.CodeBusy, Message: "the bus has too many requests under way", RetryAfterMS: busyRetryMS + size/busyRate}
}
