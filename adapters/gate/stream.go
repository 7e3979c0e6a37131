package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Errors of a streamed answer.
var (
	errCut      = errors.New("the model's answer ended inside a tool call")
	errUpstream = errors.New("the model's answer broke off")
)

// piece is one frame on its way; it leaves when its group lets it.
type piece struct {
	raw   []byte
	group *group
	err   error // instead of a frame: the end
}

// group is a run of frames that carry calls: they leave when all of its calls are
// recorded.
type group struct {
	done  chan struct{}
	works sync.WaitGroup

	mu      sync.Mutex
	err     error
	entries []*entry
}

func (g *group) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = err
	}
}

// passage is one streamed answer on its way through the gate.
type passage struct {
	g       *Gate
	d       dialect
	from    string
	r       reader
	current *group // not complete
	groups  []*group
	read    chan struct{} // closed when the answer has been read
	events  bool          // it is a stream of events

	mu     sync.Mutex
	more   *sync.Cond
	queue  []piece
	bytes  int
	closed bool // the writer takes nothing more
}

// maxWaiting is how much may wait for a slow harness while no call is open.
const maxWaiting = 4 << 20

// stream lets an answer through. It returns an error where the answer must end
// broken; what could be told in the stream is told.
func (g *Gate) stream(ctx context.Context, w http.ResponseWriter, d dialect, from string, in frames) error {
	p := &passage{g: g, d: d, from: from, r: d.stream(), read: make(chan struct{})}
	_, p.events = in.(*events)
	p.more = sync.NewCond(&p.mu)
	stop := context.AfterFunc(ctx, p.close)
	defer stop()
	go func() {
		defer close(p.read)
		p.readAll(ctx, in)
	}()
	told, err := p.write(ctx, w)
	p.close()
	if err != nil {
		p.withdraw(told)
	}
	return err
}

// readAll takes frames until the answer ends. It returns soon after the body is
// closed.
func (p *passage) readAll(ctx context.Context, in frames) {
	for {
		f, err := in.next()
		switch {
		case err == nil:
			err = p.take(ctx, f)
		case errors.Is(err, ErrForm):
		case p.current != nil:
			err = fmt.Errorf("%w (%w)", errCut, err)
		case !errors.Is(err, io.EOF):
			err = fmt.Errorf("%w: %w", errUpstream, err)
		}
		if err == nil {
			continue
		}
		if p.current != nil {
			p.seal(err)
		}
		_ = p.push(piece{err: err}) // its only errors say that nobody waits for it
		return
	}
}

// take judges one frame.
func (p *passage) take(ctx context.Context, f frame) error {
	var s step
	if len(f.data) > 0 {
		var err error
		if s, err = p.r.read(f.data); err != nil {
			return err
		}
	}
	group := (*group)(nil)
	if s.holds {
		if p.current == nil {
			p.current = newGroup()
			p.groups = append(p.groups, p.current)
		}
		group = p.current
		for _, c := range s.done {
			p.record(ctx, group, c)
		}
		if !p.r.open() {
			p.seal(nil)
		}
	}
	return p.push(piece{raw: f.raw, group: group})
}

func newGroup() *group { return &group{done: make(chan struct{})} }

// record begins to record a call; the rest of the answer is read meanwhile. A
// harness that goes away does not end it.
func (p *passage) record(ctx context.Context, g *group, c Call) {
	g.works.Go(func() {
		e, err := p.g.book.intend(context.WithoutCancel(ctx), p.d.name(), p.from, c)
		if err != nil {
			g.fail(fmt.Errorf("%w: %w", ErrUnrecorded, err))
			return
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.entries = append(g.entries, e)
	})
}

// seal completes the current group.
func (p *passage) seal(err error) {
	g := p.current
	p.current = nil
	if err != nil {
		g.fail(err)
	}
	go func() {
		g.works.Wait()
		close(g.done)
	}()
}

// push gives a piece to the writer. A harness that reads slowly makes it wait,
// except inside a call, which must come to its end first.
func (p *passage) push(x piece) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.closed && x.group == nil && p.current == nil && x.err == nil && p.bytes > maxWaiting {
		p.more.Wait()
	}
	switch {
	case p.closed:
		return context.Canceled
	case p.bytes > p.g.cfg.MaxAnswer && x.err == nil:
		return fmt.Errorf("%w: a call is longer than %d bytes", ErrForm, p.g.cfg.MaxAnswer)
	}
	p.queue = append(p.queue, x)
	p.bytes += len(x.raw)
	p.more.Broadcast()
	return nil
}

func (p *passage) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.more.Broadcast()
}

// pop waits for the next piece; last is true where none waits behind it.
func (p *passage) pop() (x piece, last, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.queue) == 0 && !p.closed {
		p.more.Wait()
	}
	if p.closed {
		return x, true, false
	}
	x = p.queue[0]
	p.queue[0] = piece{}
	p.queue = p.queue[1:]
	p.bytes -= len(x.raw)
	p.more.Broadcast()
	return x, len(p.queue) == 0, true
}

// write lets pieces out in their order. left are the groups of which nothing left.
func (p *passage) write(ctx context.Context, w http.ResponseWriter) (told map[*group]bool, err error) {
	told = map[*group]bool{}
	for {
		x, last, ok := p.pop()
		if !ok {
			return told, ctx.Err()
		}
		err = x.err
		if g := x.group; g != nil && err == nil {
			select {
			case <-g.done:
				err = g.err
			case <-ctx.Done():
				return told, ctx.Err()
			}
			told[g] = err == nil
		}
		switch {
		case err == io.EOF: // an end, and no error that wraps one
			return told, nil
		case err != nil:
			p.breakOff(w, err)
			return told, err
		}
		if _, err := w.Write(x.raw); err != nil {
			return told, err
		}
		if last || x.group != nil {
			if err := http.NewResponseController(w).Flush(); err != nil {
				return told, err
			}
		}
	}
}

// breakOff tells the harness why the answer ends, where its form has a place for
// that. What the model's side broke off the harness sees broken off.
func (p *passage) breakOff(w http.ResponseWriter, err error) {
	p.g.cfg.Log(err.Error())
	if p.events && !errors.Is(err, errUpstream) {
		_, _ = w.Write(p.d.broken("varek: " + err.Error())) // the harness may have gone
		_ = http.NewResponseController(w).Flush()
	}
}

// withdraw ends the recorded calls of which the harness was never told.
func (p *passage) withdraw(told map[*group]bool) {
	p.g.works.Go(func() {
		<-p.read
		for _, g := range p.groups {
			<-g.done
			if told[g] {
				continue
			}
			for _, e := range g.entries {
				if err := p.g.book.withdraw(context.Background(), p.d.name(), e); err != nil {
					p.g.cfg.Log("a call that was kept back could not be closed: " + err.Error())
				}
			}
		}
	})
}
