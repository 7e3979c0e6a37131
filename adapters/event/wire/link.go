package wire

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	json "github.com/go-json-experiment/json"
)

// link is one TCP connection from handshake to end.
type link struct {
	conn       stream
	inbox      string
	maxPayload int64
	note       func(error)

	writing sync.Mutex
	dead    chan struct{} // closed when the link is lost

	mu   sync.Mutex // guards what follows
	err  error
	last uint64
	wait map[string]*waiter
}

// waiter is a request on its way; its reply comes to the subject inbox.
type waiter struct {
	subject, inbox string
	answer         chan answer
}

type answer struct {
	body []byte
	err  error
}

// stuck is how long the server may take no byte before the link counts as lost.
const stuck = 10 * time.Second

// sid is the number of the one subscription.
const sid = "1"

// dial connects, authenticates, subscribes and starts to read.
func dial(ctx context.Context, addr string, o Options, note func(error)) (*link, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	conn, err := open(ctx, addr)
	if err != nil {
		return nil, err
	}
	// The handshake ends with ctx, cancelled or late.
	stop := context.AfterFunc(ctx, conn.Interrupt)
	l := newLink(conn, o, note)
	r := bufio.NewReader(conn)
	err = l.greet(r, o)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		conn.Close()
		if ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", ctx.Err(), err)
		}
		return nil, err
	}
	go l.read(r)
	return l, nil
}

func newLink(conn stream, o Options, note func(error)) *link {
	// Connections with the same credentials share the inbox prefix, and the
	// server gives a reply to everybody whose subscription matches it.
	var own [8]byte
	Random(own[:])
	return &link{conn: conn, inbox: o.Inbox + "." + hex.EncodeToString(own[:]) + ".", note: note, dead: make(chan struct{}), wait: map[string]*waiter{}}
}

// serverInfo are the members of INFO that matter here.
type serverInfo struct {
	MaxPayload  int64 `json:"max_payload"`
	TLSRequired bool  `json:"tls_required"`
}

// greet does the handshake: INFO, then CONNECT, SUB and PING in one write, then
// PONG, or the server's refusal.
func (l *link) greet(r *bufio.Reader, o Options) error {
	hello, err := l.hello(r, o)
	if err != nil {
		return err
	}
	if _, err := l.conn.Write(append(hello, "PING\r\n"...)); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	for {
		f, err := readFrame(r)
		switch {
		case err != nil:
			return fmt.Errorf("%w during the handshake: %w", ErrLost, err)
		case f.op == "PONG":
			return nil
		case f.op == "-ERR":
			return refusal(string(f.rest))
		}
	}
}

// hello reads the server's greeting and gives what answers it: who we are, and
// the one subscription.
func (l *link) hello(r *bufio.Reader, o Options) ([]byte, error) {
	f, err := readFrame(r)
	if err != nil {
		return nil, fmt.Errorf("waiting for the bus's greeting: %w", err)
	}
	var info serverInfo
	if f.op != "INFO" || json.Unmarshal(f.rest, &info) != nil {
		return nil, fmt.Errorf("%w: greeting %.40q", ErrProtocol, f.op)
	}
	if info.TLSRequired {
		return nil, fmt.Errorf("%w: it wants TLS", ErrURL)
	}
	l.maxPayload = info.MaxPayload
	who, err := json.Marshal(map[string]any{"verbose": false, "pedantic": false, "lang": "varek", "version": "1", "protocol": 1,
		"name": o.Name, "user": o.User, "pass": o.Password, "headers": true, "no_responders": true})
	if err != nil {
		return nil, err
	}
	return []byte("CONNECT " + string(who) + "\r\nSUB " + l.inbox + "* " + sid + "\r\n"), nil
}

// refusal makes an error of the server's -ERR text.
func refusal(text string) error {
	text = strings.Trim(text, "'")
	switch low := strings.ToLower(text); {
	case strings.HasPrefix(low, "authorization"), strings.HasPrefix(low, "user authentication"):
		return fmt.Errorf("%w: %s", ErrAuthorization, text)
	case strings.HasPrefix(low, "permissions violation"):
		return fmt.Errorf("%w: %s", ErrPermission, text)
	}
	if strings.HasPrefix(strings.ToLower(text), "authentication timeout") {
		return fmt.Errorf("%w: the bus says: %s", errLate, text)
	}
	return fmt.Errorf("the bus says: %s", text)
}

func (l *link) alive() bool {
	select {
	case <-l.dead:
		return false
	default:
		return true
	}
}

// fail ends the link; the first cause stands.
func (l *link) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		close(l.dead)
		l.conn.Interrupt() // read, which may be waiting inside, closes it
	}
}

func (l *link) cause() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// expect makes a place for the reply of one request.
func (l *link) expect(subject string) *waiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	w := &waiter{subject: subject, inbox: l.inbox + strconv.FormatUint(l.last, 36), answer: make(chan answer, 1)}
	l.wait[w.inbox] = w
	return w
}

func (l *link) forget(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.wait, w.inbox)
}

func (l *link) publish(w *waiter, body []byte) error { return l.write(publication(w, body)) }

// publication is the request as it travels.
func publication(w *waiter, body []byte) []byte {
	text := make([]byte, 0, len(w.subject)+len(w.inbox)+len(body)+32)
	text = append(text, "PUB "...)
	text = append(text, w.subject...)
	text = append(text, ' ')
	text = append(text, w.inbox...)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(len(body)), 10)
	text = append(text, "\r\n"...)
	text = append(text, body...)
	return append(text, "\r\n"...)
}

// write sends whole messages: a part of one would spoil all that follow, so an
// error ends the link.
func (l *link) write(text []byte) error {
	l.writing.Lock()
	_, err := l.conn.Write(text)
	l.writing.Unlock()
	if err != nil {
		l.fail(fmt.Errorf("%w: %w", ErrLost, err))
		return l.cause()
	}
	return nil
}

// read hands replies to those who wait, until the connection ends.
func (l *link) read(r *bufio.Reader) {
	defer l.conn.Close()
	for {
		f, err := readFrame(r)
		switch {
		case errors.Is(err, ErrProtocol):
			l.fail(err)
			return
		case err != nil:
			l.fail(fmt.Errorf("%w: %w", ErrLost, err))
			return
		}
		switch f.op {
		case "PING":
			if l.write([]byte("PONG\r\n")) != nil {
				return
			}
		case "MSG", "HMSG":
			l.deliver(&f)
		case "-ERR":
			l.refused(refusal(string(f.rest)))
		}
	}
}

func (l *link) deliver(f *frame) {
	a := answer{body: f.body}
	if f.noResponders() {
		a = answer{err: ErrNobody}
	}
	l.answer(a, func(w *waiter) bool { return w.inbox == f.to })
}

// refused gives a refusal to the requests whose subject it names.
func (l *link) refused(err error) {
	l.note(err)
	if errors.Is(err, ErrPermission) {
		l.answer(answer{err: err}, func(w *waiter) bool { return strings.Contains(err.Error(), `"`+w.subject+`"`) })
	}
}

func (l *link) answer(a answer, is func(*waiter) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for inbox, w := range l.wait {
		if is(w) {
			w.answer <- a
			delete(l.wait, inbox)
		}
	}
}
