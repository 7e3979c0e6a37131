package event

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/varek/varek/adapters/event/wire"
	"github.com/varek/varek/tracestore/trace/canon"
)

const (
	// DefaultTimeout bounds one Send with all its retries.
	DefaultTimeout = 30 * time.Second

	// attemptTimeout is when an unanswered request is sent again, with the
	// same id; a slow commit then answers as a repetition. Every slowBytes of
	// the event add a second to it and to the whole.
	attemptTimeout = 5 * time.Second
	slowBytes      = 256 << 10

	// maxInline is the largest event that travels as one message; the data of
	// a larger one goes ahead in chunks, so that it does not stop the line.
	maxInline = 1 << 20
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
	Session canon.Hash
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

func (c Config) wire(timeout time.Duration) wire.Options {
	password := c.Creds.Password
	if c.Key != "" {
		password += "." + c.Key
	}
	return wire.Options{URL: c.URL, Name: c.Source, User: c.Creds.User, Password: password, Inbox: c.Creds.Inbox, Timeout: timeout}
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
	wait := c.Timeout
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(end))
	}
	if wait <= 0 {
		return nil, fmt.Errorf("connect to the bus at %s: %w", c.URL, context.DeadlineExceeded)
	}
	// What cannot be sent now is sent again by Send, never buffered: a buffered
	// event could reach the sidecar after Send gave up.
	conn, err := wire.Dial(ctx, c.wire(wait))
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
	m, err := c.compose(e)
	if err != nil {
		return Reply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout+m.extra())
	defer cancel()
	var last error
	for {
		r, again, err := c.attempt(ctx, m)
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

// message is an event ready to be sent.
type message struct {
	subject string
	text    []byte
	// Of an event whose data goes ahead in chunks:
	id   canon.Hash
	data []byte
	sent bool // all of it was taken
}

// extra is the time that the size of an event adds to every limit.
func (m *message) extra() time.Duration {
	return time.Duration((len(m.text) + len(m.data)) / slowBytes * int(time.Second))
}

// compose encodes an event for the way that its size asks for.
func (c *Client) compose(e Event) (*message, error) {
	m := &message{subject: Subject(c.cfg.Session, e.Data.Kind)}
	most := int64(maxInline)
	if bus := c.conn.MaxPayload(); bus > 0 {
		most = min(most, bus)
	}
	var err error
	if n := len(e.Data.ArgsJSON) + len(e.Data.ResultJSON); n >= MaxData {
		return nil, fmt.Errorf("%w: arguments and result have %d bytes, the data of an event may have %d", ErrEvent, n, MaxData)
	}
	if int64(len(e.Data.ArgsJSON)+len(e.Data.ResultJSON)+len(e.Data.Error)+len(e.Data.Metadata)) <= most {
		if m.text, err = e.Encode(); err != nil || int64(len(m.text)) <= most {
			return m, err
		}
	}
	m.text, m.data, m.id, err = e.EncodeReferring()
	return m, err
}

// attempt sends the event once, its data first where it has to. again > 0 asks
// for another attempt after that time; err then says what went wrong this time.
func (c *Client) attempt(ctx context.Context, m *message) (r Reply, again time.Duration, err error) {
	if m.data != nil && !m.sent {
		if again, err := c.upload(ctx, m); err != nil {
			return Reply{}, again, err
		}
		m.sent = true
	}
	answer, again, err := c.request(ctx, m.subject, m.text, attemptTimeout+m.extra())
	if err != nil {
		return Reply{}, again, err
	}
	r, err = DecodeReply(answer)
	switch {
	case err != nil:
		return Reply{}, 0, fmt.Errorf("%w: %w", ErrNoReply, err)
	case r.OK:
		return r, 0, nil
	case r.Code == CodeBusy:
		return Reply{}, busyWait(r.RetryAfterMS), &RefusedError{r.Code, r.Message}
	case r.Code == CodeBlob && m.data != nil:
		m.sent = false // the sidecar was started again since
		return Reply{}, pause, &RefusedError{r.Code, r.Message}
	}
	return Reply{}, 0, &RefusedError{r.Code, r.Message}
}

// upload sends the data of an event in chunks, from where the last attempt
// came to.
func (c *Client) upload(ctx context.Context, m *message) (again time.Duration, err error) {
	subject := Subject(c.cfg.Session, BlobKind)
	total := uint64(len(m.data))
	for have, size := uint64(0), uint64(0); have < total; size = min(c.chunkSize(), total-have) {
		frame, err := Chunk{ID: m.id, Total: total, Offset: have, Payload: m.data[have : have+size]}.Encode()
		if err != nil {
			return 0, fmt.Errorf("%w: %w", ErrNoReply, err)
		}
		answer, again, err := c.request(ctx, subject, frame, attemptTimeout+m.extra())
		if err != nil {
			return again, err
		}
		r, err := DecodeChunkReply(answer)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%w: %w", ErrNoReply, err)
		case r.OK && r.Have <= total:
			have = r.Have
		case r.OK:
			return 0, fmt.Errorf("%w: the sidecar says it has %d of %d bytes", ErrNoReply, r.Have, total)
		case r.Code == CodeBusy:
			return busyWait(r.RetryAfterMS), &RefusedError{r.Code, r.Message}
		default:
			return 0, &RefusedError{r.Code, r.Message}
		}
	}
	return 0, nil
}

// chunkSize leaves room for the frame where the bus takes little.
func (c *Client) chunkSize() uint64 {
	if most := c.conn.MaxPayload(); most > int64(chunkHeader) {
		return min(MaxChunk, uint64(most)-uint64(chunkHeader))
	}
	return MaxChunk
}

func busyWait(ms int64) time.Duration {
	return max(time.Duration(min(ms, mostBusy.Milliseconds()))*time.Millisecond, time.Millisecond)
}

// request makes one request and returns the answer's bytes.
func (c *Client) request(ctx context.Context, subject string, text []byte, timeout time.Duration) (answer []byte, again time.Duration, err error) {
	one, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, err = c.conn.Request(one, subject, text)
	switch {
	case errors.Is(err, wire.ErrClosed), errors.Is(err, wire.ErrTooLong), errors.Is(err, wire.ErrPermission):
		return nil, 0, fmt.Errorf("%w: %w", ErrNoReply, err)
	case err != nil:
		return nil, pause, err
	}
	return answer, 0, nil
}

// NewID makes a random event id (a version 4 UUID).
func NewID() string {
	var b [16]byte
	wire.Random(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
