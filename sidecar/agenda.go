package sidecar

import (
	"container/heap"
	"sync"

	"github.com/varek/varek/tracestore/trace"
)

// agenda says which sessions are to be looked at: those that something happened
// to, and those whose time has come. Looking costs by the number of these, not
// by that of the sessions. Only calls is shared; the rest is Run's.
type agenda struct {
	mu    sync.Mutex // never held while anything waits
	calls map[trace.Hash]bool

	times times
	next  map[trace.Hash]uint64 // the earliest time of each session in times
}

func newAgenda() agenda {
	return agenda{calls: map[trace.Hash]bool{}, next: map[trace.Hash]uint64{}}
}

// call asks for a look at a session. It never blocks.
func (a *agenda) call(id trace.Hash) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls[id] = true
}

// at asks for a look at a time. An earlier one that is asked for already is
// enough: that look decides anew.
func (a *agenda) at(id trace.Hash, mono uint64) {
	if t, ok := a.next[id]; ok && t <= mono {
		return
	}
	a.next[id] = mono
	heap.Push(&a.times, appointment{mono, id})
}

// take returns the sessions to look at now, each once.
func (a *agenda) take(mono uint64) map[trace.Hash]bool {
	a.mu.Lock()
	now := a.calls
	a.calls = map[trace.Hash]bool{}
	a.mu.Unlock()
	for len(a.times) > 0 && a.times[0].mono <= mono {
		one := heap.Pop(&a.times).(appointment)
		if a.next[one.id] == one.mono {
			delete(a.next, one.id)
		}
		now[one.id] = true
	}
	return now
}

// first is the next time at which somebody is to be looked at.
func (a *agenda) first() (mono uint64, ok bool) {
	if len(a.times) == 0 {
		return 0, false
	}
	return a.times[0].mono, true
}

type appointment struct {
	mono uint64
	id   trace.Hash
}

// times is a heap, the earliest first.
type times []appointment

func (t times) Len() int           { return len(t) }
func (t times) Less(i, j int) bool { return t[i].mono < t[j].mono }
func (t times) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *times) Push(x any)        { *t = append(*t, x.(appointment)) }
func (t *times) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}
