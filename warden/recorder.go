package warden

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/varek/varek/warden/policy"
)

// maxTallies bounds the objects that are coalesced at a time; beyond it totals
// are sent early and counting starts anew.
const maxTallies = 1 << 16

// tallyKey is what makes two allowed calls the same for the trace.
type tallyKey struct {
	action, attribution         string
	tool, event, resolved, addr string
	host                        string
	port                        int
	errno, rule                 string
	flags, candidates           string
}

type tally struct {
	first Record
	count int
	over  bool // the total is being sent: whoever still holds it counts anew
}

// recorder gives serial numbers, coalesces and hands records to the sink.
type recorder struct {
	sink  Sink
	reads policy.Reads
	fail  func(error) // called once with the sink's first error

	serial atomic.Uint64
	broken atomic.Bool

	mu   sync.Mutex
	seen map[tallyKey]*tally
}

func newRecorder(sink Sink, reads policy.Reads, fail func(error)) *recorder {
	return &recorder{sink: sink, reads: reads, fail: fail, seen: map[tallyKey]*tally{}}
}

// dead reports whether the sink has failed: nothing may be performed any more.
func (r *recorder) dead() bool { return r.broken.Load() }

// wanted reports whether a decision about a pure read becomes a record.
func (r *recorder) wanted(denied bool) bool {
	switch r.reads {
	case policy.ReadsAll:
		return true
	case policy.ReadsNone:
		return false
	}
	return denied
}

// take hands one record on. With coalesce set, only the first of its kind
// within a call is; the others are counted.
func (r *recorder) take(rec *Record, coalesce bool) error {
	if coalesce {
		_, err := r.tally(rec)
		return err
	}
	rec.Serial = r.serial.Add(1)
	return r.put(*rec)
}

// tally counts a record of its kind and hands the first one on.
func (r *recorder) tally(rec *Record) (*tally, error) {
	k := keyOf(rec)
	var spilled map[tallyKey]*tally
	r.mu.Lock()
	if t, ok := r.seen[k]; ok {
		t.count++
		r.mu.Unlock()
		return t, nil
	}
	if len(r.seen) >= maxTallies {
		spilled, r.seen = r.seen, map[tallyKey]*tally{}
		for _, t := range spilled {
			t.over = true
		}
	}
	rec.Serial = r.serial.Add(1)
	t := &tally{first: *rec, count: 1}
	r.seen[k] = t
	r.mu.Unlock()
	if err := r.put(*rec); err != nil {
		return nil, err
	}
	return t, r.totals(spilled)
}

// again counts one more of a kind without building its record; false when the
// kind's total has been sent meanwhile.
func (r *recorder) again(t *tally) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.over {
		return false
	}
	t.count++
	return true
}

func keyOf(r *Record) tallyKey {
	return tallyKey{action: r.ActionID, attribution: r.Attribution, tool: r.Tool, event: r.Event, resolved: r.Resolved,
		addr: r.Addr, host: r.Host, port: r.Port, errno: r.Errno, rule: r.Rule, flags: strings.Join(r.Flags, " "), candidates: strings.Join(r.Candidates, " ")}
}

func (r *recorder) put(rec Record) error {
	if r.dead() {
		return fmt.Errorf("the trace has stopped taking records")
	}
	if err := r.sink.Record(rec); err != nil {
		if r.broken.CompareAndSwap(false, true) {
			r.fail(fmt.Errorf("recording %s: %w", rec.Tool, err))
		}
		return err
	}
	return nil
}

// endCall sends the totals of a call; endAll those of everything.
func (r *recorder) endCall(action string) error {
	return r.end(func(k tallyKey) bool { return k.action == action })
}

func (r *recorder) endAll() error { return r.end(func(tallyKey) bool { return true }) }

func (r *recorder) end(match func(tallyKey) bool) error {
	ended := map[tallyKey]*tally{}
	r.mu.Lock()
	for k, t := range r.seen {
		if match(k) {
			ended[k], t.over = t, true
			delete(r.seen, k)
		}
	}
	r.mu.Unlock()
	return r.totals(ended)
}

func (r *recorder) totals(tallies map[tallyKey]*tally) error {
	for _, t := range tallies {
		if t.count == 1 {
			continue
		}
		rec := t.first
		rec.Of, rec.Count, rec.Serial = t.first.Serial, t.count, r.serial.Add(1)
		rec.Created = false
		if err := r.put(rec); err != nil {
			return err
		}
	}
	return nil
}
