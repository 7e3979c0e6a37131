package event

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/varek/varek/adapters/event/wire"
	"github.com/varek/varek/tracestore/trace"
)

const (
	// DefaultTimeout bounds one Send with all its retries.
	DefaultTimeout = 30 * time.Second

	// attemptTimeout is when an unanswered request is sent again, with the
	// same id; a slow commit then answers as a repetition.
	attemptTimeout = 5 * time.Second
	// pause lies between attempts while nobody listens.
	pause = 50 * time.Millisecond
	// mostBusy caps what a busy reply may ask us to wait at once.
	mostBusy = 2 * time.Second
)

// ErrNoReply means that no ok reply came in time: the record may or may not
// exist, and the tool must not run.
var ErrNoReply = errors.New("no acknowledgement from the sidecar")

// Config says where the bus is and who is speaking.
type Config struct {
	URL     string
	Session trace.Hash
	Creds   Creds
	Key     string        // hook key; empty for the root harness itself
	Source  string        // /adapter/<name>
	Timeout time.Duration // of one Send; 0 means DefaultTimeout
}

// Check reports, as ErrConfig, what is missing.
func (c Config) Check() error {
	switch {
	case c.URL == "":
		return fmt.Errorf("%w: no server URL", ErrConfig)
	case c.Session.IsZero():
		return fmt.Errorf("%w: no session", ErrConfig)
	case c.Creds.User == "" || c.Creds.Password == "" || c.Creds.Inbox == "":
		return fmt.Errorf("%w: no credentials", ErrConfig)
	case !validSource(c.Source):
		return fmt.Errorf("%w: source %q, want /adapter/<name>", ErrConfig, c.Source)
	case c.Timeout < 0:
		return fmt.Errorf("%w: negative time-out", ErrConfig)
	}
	return nil
}

// Client sends the events of one session. Safe for concurrent use.
type Client struct {
	cfg  Config
	conn *wire.Conn
}

// Dial connects and authenticates once; a server that is not there or does
// not know us is an error at once. Later interruptions are retried by Send.
func Dial(ctx context.Context, c Config) (*Client, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	password := c.Creds.Password
	if c.Key != "" {
		password += "." + c.Key
	}
	wait := c.Timeout
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(end))
	}
	if wait <= 0 {
		return nil, fmt.Errorf("connect to the bus at %s: %w", c.URL, context.DeadlineExceeded)
	}
	// What cannot be sent now is sent again by Send, never buffered: a buffered
	// event could reach the sidecar after Send gave up.
	conn, err := wire.Dial(ctx, wire.Options{URL: c.URL, Name: c.Source, User: c.Creds.User, Password: password, Inbox: c.Creds.Inbox, Timeout: wait})
	if err != nil {
		return nil, fmt.Errorf("connect to the bus at %s: %w", c.URL, err)
	}
	return &Client{cfg: c, conn: conn}, nil
}

// Close ends the connection; a Send under way returns an error.
func (c *Client) Close() {
	c.conn.Close()
}

// Send delivers d under a fresh event id and returns the sidecar's ok reply.
// It sends the same event again after time-outs, reconnects and busy replies,
// until ctx or Config.Timeout ends (ErrNoReply). A refusal is *RefusedError,
// an event that would be refused is ErrEvent. On any error the tool must not
// run.
func (c *Client) Send(ctx context.Context, d Data) (Reply, error) {
	return c.SendEvent(ctx, New(NewID(), c.cfg.Source, d))
}

// SendEvent is Send for an event whose id the caller has made and kept, so
// that it can be repeated after a crash of the caller.
func (c *Client) SendEvent(ctx context.Context, e Event) (Reply, error) {
	text, err := e.Encode()
	if err != nil {
		return Reply{}, err
	}
	if most := c.conn.MaxPayload(); most > 0 && int64(len(text)) > most {
		return Reply{}, fmt.Errorf("%w: %d bytes, the bus takes %d", ErrEvent, len(text), most)
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	subject := Subject(c.cfg.Session, e.Data.Kind)
	var last error
	for {
		r, again, err := c.attempt(ctx, subject, text)
		if again == 0 {
			return r, err
		}
		// The end of ctx inside an attempt says less than what came before.
		if last == nil || ctx.Err() == nil {
			last = err
		}
		select {
		case <-ctx.Done():
			if bus := c.conn.LastError(); bus != nil {
				last = fmt.Errorf("%w; bus: %w", last, bus)
			}
			return Reply{}, fmt.Errorf("%w: %w (last: %w)", ErrNoReply, ctx.Err(), last)
		case <-time.After(again):
		}
	}
}

// attempt makes one request. again > 0 asks for another one after that time;
// err then says what went wrong this time.
func (c *Client) attempt(ctx context.Context, subject string, text []byte) (r Reply, again time.Duration, err error) {
	one, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	text, err = c.conn.Request(one, subject, text)
	switch {
	case errors.Is(err, wire.ErrClosed), errors.Is(err, wire.ErrTooLong), errors.Is(err, wire.ErrPermission):
		return Reply{}, 0, fmt.Errorf("%w: %w", ErrNoReply, err)
	case err != nil:
		return Reply{}, pause, err
	}
	r, err = DecodeReply(text)
	switch {
	case err != nil:
		return Reply{}, 0, fmt.Errorf("%w: %w", ErrNoReply, err)
	case r.OK:
		return r, 0, nil
	case r.Code == CodeBusy:
		wait := time.Duration(min(r.RetryAfterMS, mostBusy.Milliseconds())) * time.Millisecond
		return Reply{}, max(wait, time.Millisecond), &RefusedError{r.Code, r.Message}
	}
	return Reply{}, 0, &RefusedError{r.Code, r.Message}
}

// NewID makes a random event id (a version 4 UUID).
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
