package wire

import (
	"bufio"
	"context"
	"fmt"
	"time"
)

// Single connects, makes one request and hangs up: what a process needs that
// lives for one message. The request travels with the credentials, so that its
// answer costs two ways to the bus instead of three, and the calling thread
// does everything itself: no goroutine, no timer, no poller. ErrUnreached
// stands for whatever Dial would have failed with at once; after any other
// error the request may or may not have been taken, and nothing is tried
// again. ctx ends the connect, limit the whole.
func Single(ctx context.Context, o Options, subject string, body []byte, limit time.Duration) ([]byte, error) {
	addr, err := o.check()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreached, err)
	}
	if !plain(subject) {
		return nil, fmt.Errorf("%w: subject %q", ErrProtocol, subject)
	}
	conn, err := open(ctx, addr)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreached, err)
	}
	defer conn.Close()
	conn.Until(time.Now().Add(limit))
	l := newLink(conn, o, nil)
	r := bufio.NewReader(conn)
	hello, err := l.hello(r, o)
	if err != nil {
		return nil, err
	}
	if l.maxPayload > 0 && int64(len(body)) > l.maxPayload {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, len(body), l.maxPayload)
	}
	w := l.expect(subject)
	if _, err := conn.Write(append(hello, publication(w, body)...)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLost, err)
	}
	return l.await(r, w)
}

// await reads until the one request has its answer.
func (l *link) await(r *bufio.Reader, w *waiter) ([]byte, error) {
	for {
		f, err := readFrame(r)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrLost, err)
		case f.op == "PING":
			if _, err := l.conn.Write([]byte("PONG\r\n")); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrLost, err)
			}
		case f.op == "-ERR":
			return nil, refusal(string(f.rest))
		case f.op != "MSG" && f.op != "HMSG" || f.to != w.inbox:
		case f.noResponders():
			return nil, ErrNobody
		default:
			return f.body, nil
		}
	}
}
