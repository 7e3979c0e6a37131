package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/varek/varek/adapters/event"
)

// Record delivers one event to the sidecar; without an error it is stored.
// event.Client.SendEvent is one.
type Record func(context.Context, event.Event) (event.Reply, error)

// Pipe is what one program says and hears.
type Pipe struct {
	In  io.Reader
	Out io.WriteCloser
}

// Config says what to stand between.
type Config struct {
	Dialect string // one of Dialects
	Client  Pipe   // who calls: the MCP client, the editor
	Server  Pipe   // who is called: the MCP server, the agent
	Record  Record

	Name      string       // of the MCP server: its tools are then mcp__<name>__<tool>
	Authority string       // human or rule: whose decisions the client's answers are; "" is human
	MaxLine   int          // 0 is DefaultMaxLine
	Log       func(string) // what a person should know; nil discards
}

// Errors of Run.
var (
	ErrDialect    = errors.New("unknown dialect")
	ErrUnrecorded = errors.New("what the agent did could not be recorded, so it must not go on")
)

// Dialects lists the protocols that have an interpreter.
func Dialects() []string { return []string{"mcp", "acp", "codex"} }

// side is where a message comes from.
type side int

const (
	client side = iota
	server
)

func (s side) other() side { return 1 - s }

// decision is what becomes of a message once everything about it is recorded.
type decision struct {
	send []byte // goes on, nil: nothing does
	back []byte // goes to its sender
}

// verdict is what an interpreter makes of a message. The zero one lets it pass.
type verdict struct {
	// work records, and then says what becomes of the message. Works run side by
	// side; what has an order keeps it by a lane.
	work func(context.Context) decision
	// reply takes the response to a request.
	reply func(message) verdict
	// refused says that the request does not go on, whatever work does.
	refused bool
}

// interpreter knows one protocol. Its methods are called one at a time and must
// not wait; what takes time is work.
type interpreter interface {
	request(from side, m message) verdict
	notification(from side, m message) verdict
	// end is called when one side has gone and every message has its decision:
	// what is still open is to be concluded.
	end() []func(context.Context) decision
}

// relay is one run.
type relay struct {
	cfg   Config
	to    [2]*sink // by who hears
	fatal context.CancelCauseFunc

	mu     sync.Mutex // guards what follows, and the interpreter
	meant  interpreter
	open   [2]pending // requests without a response, by who asked
	closed bool       // one side has gone: nothing more is taken

	works sync.WaitGroup
}

// Run relays until the server's side ends, ctx ends, or something that cannot be
// held back cannot be recorded (ErrUnrecorded). When the client's side ends the
// server is told by the end of its input. Reads that wait when Run returns are
// left to whoever closes their pipes.
func Run(ctx context.Context, c Config) error {
	if c.MaxLine == 0 {
		c.MaxLine = DefaultMaxLine
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &relay{cfg: c, fatal: cancel, to: [2]*sink{{w: c.Client.Out}, {w: c.Server.Out}}, open: [2]pending{newPending(), newPending()}}
	t := teller{record: c.Record, source: "/adapter/" + c.Dialect, fail: func(err error) { cancel(fmt.Errorf("%w: %w", ErrUnrecorded, err)) }}
	switch c.Dialect {
	case "mcp":
		r.meant = newMCP(t, c.Name)
	case "acp":
		r.meant = newACP(t, c.Authority)
	case "codex":
		r.meant = newCodex(t, c.Authority)
	default:
		return fmt.Errorf("%w %q, there are %v", ErrDialect, c.Dialect, Dialects())
	}
	over := make(chan error, 1)
	go func() {
		// The server hears the end of its input when the client has gone.
		if err := r.pump(ctx, client); err != nil {
			c.Log("read from the client: " + err.Error())
		}
		r.to[server].close()
	}()
	go func() { over <- r.pump(ctx, server) }()
	select {
	case err := <-over:
		return errors.Join(err, r.conclude(ctx))
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pump takes one side's lines until they end.
func (r *relay) pump(ctx context.Context, from side) error {
	in := r.cfg.Client.In
	if from == server {
		in = r.cfg.Server.In
	}
	lines := newLineReader(in, r.cfg.MaxLine)
	queue := make(chan *ticket, maxQueue)
	room := newBudget(2 * r.cfg.MaxLine)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for t := range queue {
			<-t.done
			if err := r.to[from.other()].write(t.out); err != nil {
				r.cfg.Log("write: " + err.Error())
			}
			room.give(t.size)
		}
	}()
	defer func() { close(queue); <-done }()
	for {
		ln, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		size := len(ln.text)
		room.take(size)
		t := r.take(ctx, from, ln)
		t.size = size
		queue <- t
		if ctx.Err() != nil {
			return nil
		}
	}
}

// conclude answers what the server left open and lets the interpreter close it.
func (r *relay) conclude(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	left := r.open[client].drain()
	r.mu.Unlock()
	r.works.Wait() // gates that were under way
	for _, q := range left {
		if q.reply == nil {
			continue // the end of its input tells the client
		}
		r.mu.Lock()
		v := q.reply(message{raw: q.ask.fail(codeInternal, "the server ended before it answered"), id: q.ask.id, version: q.ask.version,
			failure: []byte(`{"code":-32603,"message":"the server ended before it answered"}`), gone: true})
		r.mu.Unlock()
		if v.work == nil {
			continue
		}
		if d := v.work(ctx); d.send != nil {
			_ = r.to[client].write(append(d.send, '\n')) // the client may be gone, too
		}
	}
	r.mu.Lock()
	last := r.meant.end()
	r.mu.Unlock()
	for _, work := range last {
		work(ctx)
	}
	if errors.Is(context.Cause(ctx), ErrUnrecorded) {
		return context.Cause(ctx)
	}
	return nil
}

// sink is where one program hears; whole lines, one at a time.
type sink struct {
	mu   sync.Mutex
	w    io.WriteCloser
	gone bool
}

func (s *sink) write(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return nil
	}
	_, err := s.w.Write(text)
	if err != nil {
		s.gone = true // a part of a line would spoil the next
		return err
	}
	return nil
}

func (s *sink) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
	_ = s.w.Close() // who hears has gone or hears the end
}
