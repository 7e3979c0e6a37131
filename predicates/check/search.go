package check

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// Why a search ended.
const (
	EndDepth  = "depth"  // every level asked for is finished
	EndClosed = "closed" // nothing new can be reached
	EndStates = "states" // a budget
	EndTime   = "time"
	EndMemory = "memory"
	EndSignal = "stopped"
)

// Counts is what was done.
type Counts struct {
	Checked      uint64 // steps judged, start steps included
	Expanded     uint64
	Refused      uint64
	Denied       uint64 // by Options.Allow, and what Options.Hindered marks
	CrossChecks  uint64
	Fallbacks    uint64
	Outside      uint64 // distinct states outside the scope
	BranchingMax uint64
}

// plus leaves BranchingMax the greater of the two.
func (c Counts) plus(d Counts) Counts {
	return Counts{c.Checked + d.Checked, c.Expanded + d.Expanded, c.Refused + d.Refused, c.Denied + d.Denied, c.CrossChecks + d.CrossChecks,
		c.Fallbacks + d.Fallbacks, c.Outside + d.Outside, max(c.BranchingMax, d.BranchingMax)}
}

// Level is what one depth added.
type Level struct {
	States  uint64 // new ones
	Outside uint64 // of them
	// Digest rolls over the levels: Keccak of the digest before, the depth as
	// u32, the number of new states as u64, and Keccak of the new states' keys in
	// order of discovery, each as a byte (1: outside), a uvarint length and the key.
	Digest trace.Hash
}

// Memory is what a search held at most, in bytes.
type Memory struct {
	Visited, Trail, Frontier, Peak uint64
}

// Result is a search up to some level.
type Result struct {
	Depth    int // levels finished
	Closed   bool
	Ended    string // "" while it goes on
	Starts   uint64 // start steps
	Counts   Counts
	Distinct uint64
	Levels   []Level
	Partial  *Partial // the level that was begun and not finished
	Findings []Finding
	Memory   Memory
	Wall     time.Duration // of the search, replays left out
	// KeyWidth is the length of the longest key seen.
	KeyWidth int
}

// Partial is how far an unfinished level was.
type Partial struct {
	Depth    int
	Expanded uint64
	Frontier uint64
}

// Finding is what is known of one policy.
type Finding struct {
	Violated bool // a violating step was found
	Depth    int  // of it
	at       edge
	// Margin is the least one so far; Scope says of what.
	Margin formula.Margin
	Scope  string
	// Example is set where it was replayed, or was not to be.
	Example *Counterexample
}

// search is one run.
type search struct {
	world   world.World
	opt     Options
	prog    *program
	seen    *visited
	trail   trail
	pool    slabs
	workers []*worker
	found   [batchChunks]found
	hasher  *levelHasher
	res     Result
	began   time.Time
	paused  time.Duration // spent on replays
	stop    string
}

// Run searches. An error other than ErrStart leaves what is in the result
// standing; a context that is cancelled is no error but an end.
func Run(ctx context.Context, w world.World, policies []Policy, o Options) (*Result, error) {
	prog, err := compile(w, policies)
	if err != nil {
		return nil, err
	}
	if o.Depth < 0 {
		return nil, fmt.Errorf("depth %d: %w", o.Depth, ErrTooLarge)
	}
	s := &search{world: w, opt: o, prog: prog, seen: newVisited(o.Exact), hasher: newLevelHasher()}
	defer s.close()
	s.opt.Workers = max(1, o.Workers)
	for range s.opt.Workers {
		k, err := s.newWorker()
		if err != nil {
			return nil, err
		}
		s.workers = append(s.workers, k)
	}
	s.res.Findings = make([]Finding, len(policies))
	for i, p := range policies {
		s.res.Findings[i].Scope = scopeOf(p)
	}
	if o.Now != nil {
		s.began = o.Now()
	}
	return s.run(ctx)
}

func (s *search) close() {
	s.hasher.close()
	for _, w := range s.workers {
		w.close()
	}
}

func (w *worker) close() {
	w.walker.Close()
	if w.cross != nil {
		w.cross.walker.Close()
	}
}

func (s *search) run(ctx context.Context) (*Result, error) {
	now, err := s.start()
	if err != nil {
		return nil, err
	}
	for {
		if err := s.boundary(ctx); err != nil {
			return &s.res, err
		}
		switch {
		case now.total == 0:
			s.res.Closed = true
			return s.end(EndClosed)
		case s.res.Depth == s.opt.Depth:
			return s.end(EndDepth)
		}
		if s.stop = s.spent(ctx); s.stop != "" {
			s.res.Partial = &Partial{Depth: s.res.Depth + 1, Frontier: now.total}
			return s.end(s.stop)
		}
		next, err := s.level(ctx, now)
		if err != nil {
			return &s.res, err
		}
		if s.stop != "" {
			if err := s.examples(ctx); err != nil {
				return &s.res, err
			}
			return s.end(s.stop)
		}
		now = next
	}
}

func (s *search) end(why string) (*Result, error) {
	s.res.Ended = why
	s.measure()
	if s.opt.AtDepth != nil {
		if err := s.opt.AtDepth(&s.res); err != nil {
			return &s.res, err
		}
	}
	return &s.res, nil
}

// start judges the start states: level 0.
func (s *search) start() (*frontier, error) {
	f := &s.found[0]
	f.reset()
	if err := s.workers[0].begin(f); err != nil {
		return nil, err
	}
	for _, v := range f.first {
		return nil, fmt.Errorf("policy %s: %w", s.prog.policies[v.policy].ID, ErrStart)
	}
	if f.counts.Checked == 0 {
		return nil, fmt.Errorf("the world has no start state: %w", world.ErrState)
	}
	next := newFrontier(&s.pool, 0)
	s.insert(f, 0, 1)
	s.gather(f, next, true)
	s.trail.starts, s.res.Starts = s.trail.count, f.counts.Checked
	s.levelDone(next)
	return next, nil
}

// level expands one level into the next.
func (s *search) level(ctx context.Context, now *frontier) (*frontier, error) {
	next := newFrontier(&s.pool, s.trail.count)
	begun := s.res.Counts.Expanded
	for rest := now.chunks; len(rest) > 0; {
		batch := s.batch(rest)
		rest = rest[len(batch):]
		if err := s.expand(batch); err != nil {
			return nil, err
		}
		if err := s.add(batch, next); err != nil {
			return nil, err
		}
		done := s.res.Counts.Expanded - begun
		s.account(now, next)
		if s.opt.Progress != nil {
			s.opt.Progress(Progress{Depth: s.res.Depth + 1, Expanded: s.res.Counts.Expanded, Frontier: now.total, Done: done, Distinct: s.res.Distinct, Checked: s.res.Counts.Checked, Bytes: s.res.Memory.Peak})
		}
		if s.stop = s.spent(ctx); s.stop != "" && done < now.total {
			s.res.Partial = &Partial{Depth: s.res.Depth + 1, Expanded: done, Frontier: now.total}
			return nil, nil
		}
		s.stop = ""
	}
	s.res.Depth++
	s.levelDone(next)
	return next, nil
}

// batch is how many of the chunks are expanded next: not much more than the
// budget of states allows.
func (s *search) batch(rest []chunk) []chunk {
	left := s.opt.States - s.res.Counts.Expanded
	states := uint64(0)
	for i, c := range rest[:min(batchChunks, len(rest))] {
		if states += uint64(c.count); s.opt.States > 0 && states >= left {
			return rest[:i+1]
		}
	}
	return rest[:min(batchChunks, len(rest))]
}

// spent says which budget is used up.
func (s *search) spent(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return EndSignal
	case s.opt.States > 0 && s.res.Counts.Expanded >= s.opt.States:
		return EndStates
	case s.opt.Time > 0 && s.opt.Now != nil && s.opt.Now().Sub(s.began) >= s.opt.Time:
		return EndTime
	case s.opt.Memory > 0 && s.res.Memory.Visited+s.res.Memory.Trail+s.res.Memory.Frontier >= s.opt.Memory:
		return EndMemory
	}
	return ""
}

// expand lets the workers take the chunks of a batch, one after another.
func (s *search) expand(batch []chunk) error {
	if len(batch) == 1 || len(s.workers) == 1 {
		for i := range batch {
			s.found[i].reset()
			if err := s.workers[0].expand(&batch[i], &s.found[i]); err != nil {
				return err
			}
		}
		return nil
	}
	var next atomic.Int64
	s.together(func(w *worker, _ int) {
		for i := next.Add(1) - 1; i < int64(len(batch)); i = next.Add(1) - 1 {
			s.found[i].reset()
			s.found[i].err = w.expand(&batch[i], &s.found[i])
		}
	})
	for i := range batch {
		if err := s.found[i].err; err != nil {
			return err
		}
	}
	return nil
}

// together runs f once for each worker and waits.
func (s *search) together(f func(w *worker, i int)) {
	var wg sync.WaitGroup
	for i, w := range s.workers {
		wg.Go(func() { f(w, i) })
	}
	wg.Wait()
}

// insert adds the survivors of the shards that belong to one of n workers.
func (s *search) insert(f *found, mine, n int) {
	for i := range f.list {
		v := &f.list[i]
		if n == 1 || shardOf(v.print)%n == mine {
			v.fresh = s.seen.add(v.print, f.keys[v.from:v.to])
		}
	}
}

// add takes a batch's survivors into the visited set and the new ones into the
// next level, all in the order of one worker.
func (s *search) add(batch []chunk, next *frontier) error {
	if len(batch) > 1 && len(s.workers) > 1 {
		s.together(func(_ *worker, mine int) {
			for i := range batch {
				s.insert(&s.found[i], mine, len(s.workers))
			}
		})
	} else {
		for i := range batch {
			s.insert(&s.found[i], 0, 1)
		}
	}
	for i := range batch {
		s.gather(&s.found[i], next, false)
		if batch[i].slab != nil {
			s.pool.put(batch[i].slab)
		}
		batch[i].data, batch[i].slab = nil, nil
	}
	if s.trail.count >= 1<<32-1 {
		return fmt.Errorf("%d states: %w", s.trail.count, ErrTooLarge)
	}
	return nil
}

// gather numbers what is new of a chunk, and notes violations.
func (s *search) gather(f *found, next *frontier, start bool) {
	for i := range f.list {
		v := &f.list[i]
		if !v.fresh {
			continue
		}
		key := f.keys[v.from:v.to]
		s.res.Distinct++
		s.res.KeyWidth = max(s.res.KeyWidth, len(key))
		s.hasher.add(key, v.outside)
		if v.outside {
			s.res.Counts.Outside++
			continue
		}
		s.trail.add(v.node, v.ordinal)
		next.add(key)
	}
	s.res.Counts = s.res.Counts.plus(f.counts)
	depth := s.res.Depth + 1
	if start {
		depth = 0
	}
	for _, v := range f.first {
		if fi := &s.res.Findings[v.policy]; !fi.Violated {
			fi.Violated, fi.at, fi.Depth = true, v.at, depth
		}
	}
}

// levelDone closes the level that was made.
func (s *search) levelDone(next *frontier) {
	next.cut(true)
	before := Level{}
	if n := len(s.res.Levels); n > 0 {
		before = s.res.Levels[n-1]
	}
	s.res.Levels = append(s.res.Levels, s.hasher.level(before.Digest, len(s.res.Levels)))
}

// resumed holds a level to the report that is being resumed.
func (s *search) resumed() error {
	at := len(s.res.Levels) - 1
	if at < len(s.opt.Expect) && s.res.Levels[at] != s.opt.Expect[at] {
		return fmt.Errorf("depth %d has %d new states, digest %s; the report has %d, digest %s: %w", at, s.res.Levels[at].States, s.res.Levels[at].Digest, s.opt.Expect[at].States, s.opt.Expect[at].Digest, ErrResume)
	}
	return nil
}

// boundary ends a level: margins, counterexamples, and what the caller does.
func (s *search) boundary(ctx context.Context) error {
	if err := s.resumed(); err != nil {
		return err
	}
	if err := s.examples(ctx); err != nil {
		return err
	}
	s.measure()
	if s.opt.AtDepth != nil {
		return s.opt.AtDepth(&s.res)
	}
	return nil
}

// measure brings times and margins up to date.
func (s *search) measure() {
	if s.opt.Now != nil {
		s.res.Wall = s.opt.Now().Sub(s.began) - s.paused
	}
	for _, w := range s.workers {
		if w.margins == nil {
			continue
		}
		for i := range w.margins.gauges {
			g := &w.margins.gauges[i]
			if m, f := g.least(), &s.res.Findings[g.m.policy]; m.Known && (!f.Margin.Known || m.Value.Cmp(f.Margin.Value) < 0) {
				f.Margin = m
			}
		}
	}
}

// account notes what is held.
func (s *search) account(now, next *frontier) {
	m := &s.res.Memory
	m.Visited, m.Trail = s.seen.bytes(), s.trail.bytes()
	m.Frontier = uint64(s.pool.all)*slabSize + now.extra + next.extra
	m.Peak = max(m.Peak, m.Visited+m.Trail+m.Frontier)
}

var errKey = errors.New("a key of the checker itself does not read back")

// split takes a key apart.
func (s *search) split(key []byte) (mon, judged, state []byte, err error) {
	if len(key) < s.prog.width {
		return nil, nil, nil, errKey
	}
	mon, state = key[:s.prog.width:s.prog.width], key[s.prog.width:]
	judged = state
	for range s.prog.judges {
		size, n := binary.Uvarint(state)
		if n <= 0 || size > uint64(len(state)-n)+1 {
			return nil, nil, nil, errKey
		}
		state = state[n+max(1, int(size))-1:]
	}
	return mon, judged[:len(judged)-len(state)], state, nil
}
