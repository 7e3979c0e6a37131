package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Errors of a connection and its requests.
var (
	ErrURL           = errors.New("not the address of a local bus")
	ErrClosed        = errors.New("the connection was closed by its owner")
	ErrLost          = errors.New("the connection to the bus was lost")
	ErrNobody        = errors.New("nobody answers on this subject")
	ErrAuthorization = errors.New("the bus does not accept these credentials")
	ErrPermission    = errors.New("the bus refuses the subject")
	ErrTooLong       = errors.New("longer than the bus takes")
	ErrUnreached     = errors.New("no connection to the bus") // of Single: nothing was sent

	// errLate is no word on who we are: a server that was stopped or starved
	// looks at its clock before it looks at what we sent.
	errLate = errors.New("the bus was too slow for its own clock")
)

// Options say where the bus is and who is speaking.
type Options struct {
	URL            string // nats://host:port
	Name           string // shown in the server's log
	User, Password string
	Inbox          string        // prefix of reply subjects
	Timeout        time.Duration // of one connect with its handshake
}

// Conn is a connection that reconnects when a request needs it. Safe for
// concurrent use.
type Conn struct {
	o    Options
	addr string

	mu     sync.Mutex
	link   *link // the current one; replaced after it is lost
	closed bool
	last   error // what the server said last that was no answer
}

// check gives the address of the bus.
func (o Options) check() (addr string, err error) {
	addr, ok := strings.CutPrefix(o.URL, "nats://")
	if !ok || addr == "" || strings.ContainsAny(addr, "/@, ") {
		return "", fmt.Errorf("%w: %q, want nats://host:port", ErrURL, o.URL)
	}
	if o.Inbox == "" || strings.ContainsAny(o.Inbox, " \t\r\n*>") {
		return "", fmt.Errorf("%w: inbox prefix %q", ErrURL, o.Inbox)
	}
	return addr, nil
}

// plain reports whether subject is one word of the protocol.
func plain(subject string) bool { return subject != "" && !strings.ContainsAny(subject, " \t\r\n") }

// Dial connects and authenticates.
func Dial(ctx context.Context, o Options) (*Conn, error) {
	addr, err := o.check()
	if err != nil {
		return nil, err
	}
	c := &Conn{o: o, addr: addr}
	for end := time.Now().Add(o.Timeout); ; {
		_, err := c.connected(ctx)
		switch {
		case err == nil:
			return c, nil
		case !errors.Is(err, errLate) || ctx.Err() != nil || time.Now().After(end):
			return nil, err
		}
	}
}

// connected returns a link that was alive a moment ago, connecting if need be.
// One caller connects, the others wait for it.
func (c *Conn) connected(ctx context.Context) (*link, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, ErrClosed
	}
	if c.link != nil && c.link.alive() {
		return c.link, nil
	}
	l, err := dial(ctx, c.addr, c.o, c.note)
	if err != nil {
		return nil, err
	}
	c.link = l
	return l, nil
}

// note keeps what the server said outside every answer.
func (c *Conn) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = err
}

// LastError is what the server last said that was no answer to a request; nil
// when it said nothing of the kind.
func (c *Conn) LastError() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// MaxPayload is the longest body that the server takes, 0 when it is not known.
func (c *Conn) MaxPayload() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link == nil {
		return 0
	}
	return c.link.maxPayload
}

// Close ends the connection and every request that waits.
func (c *Conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.link != nil {
		c.link.fail(ErrClosed)
	}
}

// Request sends body to subject and returns the first reply. It ends with ctx,
// with the connection (ErrLost, ErrClosed), or with the server's word that
// nobody listens (ErrNobody) or that the subject is not ours (ErrPermission).
func (c *Conn) Request(ctx context.Context, subject string, body []byte) ([]byte, error) {
	if !plain(subject) {
		return nil, fmt.Errorf("%w: subject %q", ErrProtocol, subject)
	}
	l, err := c.connected(ctx)
	if err != nil {
		return nil, err
	}
	if l.maxPayload > 0 && int64(len(body)) > l.maxPayload {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, len(body), l.maxPayload)
	}
	if err := ctx.Err(); err != nil {
		return nil, err // nothing is sent for a caller who has gone
	}
	w := l.expect(subject)
	defer l.forget(w)
	if err := l.publish(w, body); err != nil {
		return nil, err
	}
	select {
	case a := <-w.answer:
		return a.body, a.err
	case <-l.dead:
		return nil, l.cause()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
