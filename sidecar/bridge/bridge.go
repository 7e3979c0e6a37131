package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

const (
	// DefaultRepeat is how often the newest heads are sent again.
	DefaultRepeat = 30 * time.Second

	reconnectWait = time.Second
	flushTimeout  = 5 * time.Second
	// maxWaiting bounds the requests that were received and not yet looked at;
	// more are lost, which their adapters notice by the missing answer.
	maxWaiting = 1024
)

// Config holds what a bridge needs.
type Config struct {
	Access Access
	// Requests takes what comes from the cluster and must not block; nil takes
	// none. It answers with the message's own Respond.
	Requests func(*nats.Msg)
	Repeat   time.Duration // 0 is DefaultRepeat
	Log      *slog.Logger  // nil discards
}

// Bridge is one connection to a cluster. Its methods never wait for it.
type Bridge struct {
	cfg     Config
	conn    *nats.Conn
	inbound chan *nats.Msg
	wake    chan struct{}
	quit    chan struct{}
	side    sync.WaitGroup

	mu       sync.Mutex
	sessions map[trace.Hash]*place
}

// place is one session's on the bridge.
type place struct {
	head []byte // the newest signed head; nil before the first
	sent bool   // the cluster has it
	open bool   // requests are taken
	gone bool   // to be forgotten once its head is sent
	sub  *nats.Subscription
}

// Start begins to reach for the cluster; it need not be there yet. An error
// means that the access cannot be right.
func Start(c Config) (*Bridge, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Repeat <= 0 {
		c.Repeat = DefaultRepeat
	}
	opts, err := c.Access.options()
	if err != nil {
		return nil, err
	}
	b := &Bridge{cfg: c, inbound: make(chan *nats.Msg, maxWaiting), wake: make(chan struct{}, 1), quit: make(chan struct{}),
		sessions: map[trace.Hash]*place{}}
	here := func(conn *nats.Conn) {
		c.Log.Info("the cluster is reached", "op", "bridge", "server", conn.ConnectedServerName())
		b.again()
	}
	opts = append(opts, nats.Name("varek-sidecar"), nats.NoEcho(), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectBufSize(-1), nats.IgnoreAuthErrorAbort(),
		nats.ConnectHandler(here), nats.ReconnectHandler(here),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			c.Log.Warn("the cluster is away; local sessions go on", "op", "bridge", "err", err)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			c.Log.Warn("the cluster refused something", "op", "bridge", "err", err)
		}))
	if b.conn, err = nats.Connect(c.Access.URL, opts...); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAccess, err)
	}
	b.side.Go(b.run)
	b.side.Go(b.receive)
	return b, nil
}

// Head notes a session's newest signed head.
func (b *Bridge) Head(session trace.Hash, text []byte) {
	b.change(session, func(p *place) {
		if !bytes.Equal(p.head, text) {
			p.head, p.sent = bytes.Clone(text), false
		}
	})
}

// Open takes requests for a session from now on.
func (b *Bridge) Open(session trace.Hash) { b.change(session, func(p *place) { p.open = true }) }

// Forget takes no more requests for a session, and lets go of its head once
// that was sent.
func (b *Bridge) Forget(session trace.Hash) {
	b.change(session, func(p *place) { p.open, p.gone = false, true })
}

// Connected reports whether the cluster is there now.
func (b *Bridge) Connected() bool { return b.conn.IsConnected() }

// Close sends what is due, as far as ctx and the cluster allow, and ends the
// connection.
func (b *Bridge) Close(ctx context.Context) error {
	close(b.quit)
	ended := make(chan struct{})
	go func() { b.side.Wait(); close(ended) }()
	var err error
	select {
	case <-ended:
	case <-ctx.Done():
		err = fmt.Errorf("hand over the last signed heads: %w", ctx.Err())
	}
	b.conn.Close()
	<-ended
	return err
}

func (b *Bridge) change(session trace.Hash, f func(*place)) {
	b.mu.Lock()
	p := b.sessions[session]
	if p == nil {
		p = &place{}
		b.sessions[session] = p
	}
	f(p)
	b.mu.Unlock()
	b.ring()
}

func (b *Bridge) ring() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// again makes every head due.
func (b *Bridge) again() {
	b.mu.Lock()
	for _, p := range b.sessions {
		p.sent = false
	}
	b.mu.Unlock()
	b.ring()
}

// run does what was noted, on the only goroutine that waits for the cluster.
func (b *Bridge) run() {
	repeat := time.NewTicker(b.cfg.Repeat)
	defer repeat.Stop()
	for {
		select {
		case <-b.wake:
		case <-repeat.C:
			b.again()
		case <-b.quit:
			b.work()
			return
		}
		b.work()
	}
}

// due is a head on its way.
type due struct {
	session trace.Hash
	head    []byte
}

func (b *Bridge) work() {
	if err := b.subscriptions(); err != nil {
		b.cfg.Log.Warn("requests of a session are not taken from the cluster", "op", "bridge", "err", err)
	}
	if !b.conn.IsConnected() {
		return // the reconnection makes everything due
	}
	heads := b.dueHeads()
	err := b.send(heads)
	if err != nil {
		b.cfg.Log.Warn("signed heads did not reach the cluster, will be repeated", "op", "bridge", "heads", len(heads), "err", err)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range heads {
		if p := b.sessions[d.session]; p != nil && bytes.Equal(p.head, d.head) {
			p.sent = true
		}
	}
	for id, p := range b.sessions {
		if p.gone && p.sub == nil && (p.sent || p.head == nil) {
			delete(b.sessions, id)
		}
	}
}

func (b *Bridge) dueHeads() (list []due) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, p := range b.sessions {
		if p.head != nil && !p.sent {
			list = append(list, due{id, p.head})
		}
	}
	return list
}

// send returns without error when the cluster's server has taken them all.
func (b *Bridge) send(heads []due) error {
	if len(heads) == 0 {
		return nil
	}
	for _, d := range heads {
		if err := b.conn.Publish(event.HeadsSubject(d.session), d.head); err != nil {
			return err
		}
	}
	return b.conn.FlushTimeout(flushTimeout)
}

// subscriptions makes those of the client the ones that are wanted; it keeps
// them over reconnections by itself.
func (b *Bridge) subscriptions() error {
	if b.cfg.Requests == nil {
		return nil
	}
	var open, shut []trace.Hash
	b.mu.Lock()
	for id, p := range b.sessions {
		if p.open && p.sub == nil {
			open = append(open, id)
		} else if !p.open && p.sub != nil {
			shut = append(shut, id)
		}
	}
	b.mu.Unlock()
	var errs []error
	for _, id := range open {
		sub, err := b.conn.ChanSubscribe(event.SessionSubjects(id), b.inbound)
		errs = append(errs, err)
		if err == nil {
			b.hold(id, sub)
		}
	}
	for _, id := range shut {
		b.mu.Lock()
		sub := b.sessions[id].sub
		b.mu.Unlock()
		err := sub.Unsubscribe()
		errs = append(errs, err)
		if err == nil {
			b.hold(id, nil)
		}
	}
	return errors.Join(errs...)
}

func (b *Bridge) hold(session trace.Hash, sub *nats.Subscription) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions[session].sub = sub
}

// receive hands requests over.
func (b *Bridge) receive() {
	for {
		select {
		case m := <-b.inbound:
			b.cfg.Requests(m)
		case <-b.quit:
			return
		}
	}
}
