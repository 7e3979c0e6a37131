package trace

import (
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// NewParallelBundleReader is NewBundleReader with the work on other goroutines:
// one reads, one hashes the bundle, the others take lines apart and hash
// leaves. What comes out, and in which order, is the same. Close it, or read
// it to its end; when Close returns, r is not used any more.
func NewParallelBundleReader(r io.Reader, lim Limits) (*BundleReader, error) {
	b, err := openBundle(r, lim)
	if err != nil {
		return nil, err
	}
	workers := max(1, runtime.GOMAXPROCS(0)-1)
	p := &pipeline{
		// As many chunks as can be worked on, waited for and looked at at once.
		spare: make(chan *job, 2*workers+4), order: make(chan *job, 2*workers+4),
		toParse: make(chan *job, 2*workers+4), toHash: make(chan *job, 2*workers+4),
		done: make(chan struct{}), idle: make(chan struct{}),
		huge: make(chan struct{}, 1),
	}
	b.split.wait = p.room
	for range cap(p.spare) {
		j := new(job)
		j.job = j
		p.spare <- j
	}
	started := false
	b.next = func() (*chunk, error) {
		if !started {
			started = true
			go p.read(b.split)
			go p.hash(b)
			for range workers {
				go p.parse(b.want)
			}
		}
		c := <-p.order
		<-c.parsed
		if c.last {
			<-c.hashed
		}
		if c.panicked != nil {
			panic(c.panicked) // where the caller can recover it
		}
		return &c.chunk, nil
	}
	b.free = func(c *chunk) { p.release(c.job) }
	b.stop = sync.OnceFunc(func() {
		if close(p.done); started {
			<-p.idle
		}
	})
	return b, nil
}

// job is a chunk between goroutines.
type job struct {
	chunk
	hashed, parsed chan struct{}
	users          atomic.Int32
	panicked       any
}

// pipeline is what the goroutines of one reader share. A chunk that ends the
// bundle is the last one that read hands out.
type pipeline struct {
	spare, order, toParse, toHash chan *job
	done                          chan struct{} // closed when nobody asks any more
	idle                          chan struct{} // closed when the reader is let go
	huge                          chan struct{} // full while a chunk is huge
}

// room waits until no other chunk is huge; false means that nobody asks any
// more. The one that is will be given back, because it is before this one.
func (p *pipeline) room() bool {
	select {
	case p.huge <- struct{}{}:
		return true
	case <-p.done:
		return false
	}
}

func (p *pipeline) read(s *splitter) {
	defer close(p.idle)
	defer close(p.toParse)
	defer close(p.toHash)
	for {
		var c *job
		select {
		case c = <-p.spare:
		case <-p.done:
			return
		}
		c.panicked = nil
		c.guard(func() { s.fill(&c.chunk) })
		c.hashed, c.parsed = make(chan struct{}), make(chan struct{})
		c.users.Store(2) // the hash and the reader's caller
		last := c.last || c.panicked != nil
		c.last = last
		// There is room for every chunk in each of these.
		p.toHash <- c
		p.toParse <- c
		p.order <- c
		if last {
			return
		}
	}
}

// release gives a chunk back once both its users are done with it.
func (p *pipeline) release(c *job) {
	if c.users.Add(-1) == 0 {
		if c.huge {
			c.buf, c.huge = nil, false
			clear(c.entries)
			<-p.huge
		}
		p.spare <- c
	}
}

func (p *pipeline) parse(want func(Head) bool) {
	work := newParser(want)
	for c := range p.toParse {
		c.guard(func() { work.parse(&c.chunk) })
		close(c.parsed)
	}
}

func (p *pipeline) hash(b *BundleReader) {
	k := newKeccak()
	k.write(b.split.headerLine)
	for c := range p.toHash {
		k.write(c.lines())
		if c.last {
			b.hash = k.sum()
			close(c.hashed)
		}
		p.release(c)
	}
}

// guard keeps what f panics with for the caller of the reader.
func (c *job) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			c.panicked = r
		}
	}()
	f()
}
