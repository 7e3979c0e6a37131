package ingest

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// follower is one reader of a session's signed heads.
type follower struct {
	session        trace.Hash
	user, password string
}

// Reader is what the user's side needs to receive a session's signed heads. It
// allows nothing else.
type Reader struct {
	URL      string `json:"url"`
	User     string `json:"user"`
	Password string `json:"password"`
	Subject  string `json:"subject"`
}

// Follow makes credentials that may read the session's signed heads. They hold
// until the bus is closed.
func (s *Server) Follow(session trace.Hash) (Reader, error) {
	if err := s.openHeads(); err != nil {
		return Reader{}, fmt.Errorf("open the heads of session %s: %w", session, err)
	}
	f := &follower{session: session, user: "reader-" + secret()[:16], password: secret()}
	s.mu.Lock()
	s.followers[f.user] = f
	s.mu.Unlock()
	return Reader{URL: s.URL(), User: f.user, Password: f.password, Subject: event.HeadsSubject(session)}, nil
}

// openHeads connects the publisher of heads, in process and in the readers'
// account: what it publishes never reaches those who take events.
func (s *Server) openHeads() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heads != nil {
		return nil
	}
	conn, err := nats.Connect("", nats.InProcessServer(s.ns), nats.UserInfo(headsUser, s.secret), nats.NoReconnect())
	if err != nil {
		return err
	}
	s.heads = conn
	return nil
}

// PublishHead sends a signed head, as text, to whoever reads the session's heads
// now. Without a reader it does nothing.
func (s *Server) PublishHead(session trace.Hash, text []byte) error {
	s.mu.Lock()
	conn := s.heads
	s.mu.Unlock()
	if conn == nil {
		return nil
	}
	if err := conn.Publish(event.HeadsSubject(session), text); err != nil {
		return fmt.Errorf("publish a head of session %s: %w", session, err)
	}
	return nil
}

// closeHeads hands the last heads over to the server before it goes.
func (s *Server) closeHeads(ctx context.Context) error {
	s.mu.Lock()
	conn := s.heads
	s.mu.Unlock()
	if conn == nil {
		return nil
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	if err := conn.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("hand over the last signed heads: %w", err)
	}
	return nil
}
