package relay

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
)

// maxOpen bounds the requests of one side that wait for their responses.
const maxOpen = 1 << 16

// asked is a request without a response.
type asked struct {
	ask   message // without its texts
	order uint64
	reply func(message) verdict
}

// pending are one side's requests without a response, by id.
type pending struct {
	by   map[string]*asked
	next uint64
}

func newPending() pending { return pending{by: map[string]*asked{}} }

func (p *pending) remove(key string) *asked {
	q := p.by[key]
	delete(p.by, key)
	return q
}

// drain takes all out, oldest first.
func (p *pending) drain() []*asked {
	out := slices.SortedFunc(maps.Values(p.by), func(a, b *asked) int { return cmp.Compare(a.order, b.order) })
	clear(p.by)
	return out
}

// judge asks the interpreter about one message and keeps the book of requests.
// The caller holds mu.
func (r *relay) judge(from side, m message) verdict {
	switch {
	case m.notification():
		return r.meant.notification(from, m)
	case m.request():
		return r.asks(from, m)
	}
	if m.id.key == "" {
		return verdict{} // an error about a message that had no id
	}
	q := r.open[from.other()].remove(m.id.key)
	if q == nil {
		// An answer to nothing: whoever takes it for one to something must not.
		return verdict{work: func(context.Context) decision { return decision{} }}
	}
	if q.reply == nil {
		return verdict{}
	}
	return q.reply(m)
}

func (r *relay) asks(from side, m message) verdict {
	book := &r.open[from]
	switch {
	case m.id.key == "":
		return refuse(m, "a request needs an id that is not null")
	case book.by[m.id.key] != nil:
		return refuse(m, "the id %s belongs to a request that has no answer yet", m.id.raw)
	case len(book.by) >= maxOpen:
		return refuse(m, "%d requests have no answer yet", maxOpen)
	}
	v := r.meant.request(from, m)
	if v.refused {
		return v
	}
	q := &asked{ask: m.asked(), order: book.next, reply: v.reply}
	book.next++
	book.by[m.id.key] = q
	if v.work != nil {
		work := v.work
		v.work = func(ctx context.Context) decision {
			d := work(ctx)
			if d.send == nil { // it will never be answered by the other side
				r.mu.Lock()
				if book.by[m.id.key] == q {
					delete(book.by, m.id.key)
				}
				r.mu.Unlock()
			}
			return d
		}
	}
	return v
}

// refuse answers a request with an error in place of sending it on.
func refuse(m message, format string, args ...any) verdict {
	return verdict{refused: true, work: func(context.Context) decision { return decision{back: m.fail(codeInvalid, format, args...)} }}
}

// lane keeps works in the order in which they were given to it.
type lane struct{ last chan struct{} }

func (l *lane) then(f func(context.Context) decision) func(context.Context) decision {
	before, done := l.last, make(chan struct{})
	l.last = done
	return func(ctx context.Context) decision {
		defer close(done)
		if before != nil {
			<-before
		}
		return f(ctx)
	}
}

// budget bounds the bytes of lines on their way. One line always has room.
type budget struct {
	mu   sync.Mutex
	free *sync.Cond
	most int
	used int
}

func newBudget(most int) *budget {
	b := &budget{most: most}
	b.free = sync.NewCond(&b.mu)
	return b
}

func (b *budget) take(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.used > 0 && b.used+n > b.most {
		b.free.Wait()
	}
	b.used += n
}

func (b *budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
	b.free.Signal()
}

// String names a side in messages to people.
func (s side) String() string { return [...]string{"client", "server"}[s] }
