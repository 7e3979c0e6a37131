package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// job is one caller's request: entries, or another write.
type job struct {
	entries []Entry
	bytes   int
	do      func(context.Context, *writer) error // within the transaction
	after   func(context.Context, *writer) error // once that is committed, outside every transaction
	sync    bool                                 // marks must reach the disk, too
	err     error
	turn    chan bool // true: lead the next commit, false: your job is done
}

func (j *job) writes() bool { return len(j.entries) > 0 || j.do != nil }

// maxEntry keeps one row well below SQLite's own limit of a billion bytes,
// which would look like a fault of the store.
const maxEntry = 512 << 20

// writer owns the only writing connection. All fields belong to whoever leads
// the commit once Open has returned.
type writer struct {
	path  string
	opt   Options
	lock  *os.File
	db    *sql.DB
	conn  *sql.Conn
	files pinned
	high  *highwater

	insert, begin, end *sql.Stmt

	rowOf    map[trace.Hash]int64  // sessions.id
	head     map[trace.Hash]uint64 // last committed number
	events   eventIndex
	logBytes int64 // written since the log was copied

	touched map[trace.Hash]uint64 // heads of the transaction under way
	newRows []trace.Hash          // sessions created in it
	newIDs  []indexed             // event ids of it
}

// Append writes the entries in one transaction and returns nil only when they
// are durable. Concurrent callers share a commit. The entries of a session must
// continue its numbers (ErrSequence). ctx bounds the wait for a place in the
// queue; after that the outcome is awaited, so that an error always means: none
// of these entries was acknowledged. ErrFull can be tried again, ErrStopped is
// for ever.
func (s *Store) Append(ctx context.Context, entries []Entry) error {
	j := &job{entries: entries}
	for i := range entries {
		e := &entries[i]
		if err := e.check(); err != nil {
			return &Error{Op: "append", Path: s.path, Cause: err}
		}
		j.bytes += len(e.Record.Head) + len(e.Record.Body) + len(e.Reply) + 256
	}
	if len(entries) == 0 {
		return nil
	}
	return s.submit(ctx, "append", j)
}

func (e *Entry) check() error {
	h, err := trace.DecodeHead(e.Record.Head)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrEntry, err)
	case h.Session != e.Session || h.Seq != e.Seq:
		return fmt.Errorf("%w: head says session %s record %d, entry says %s record %d", ErrEntry, h.Session, h.Seq, e.Session, e.Seq)
	case e.Seq > maxSeq:
		return fmt.Errorf("%w: a session holds at most %d records", ErrEntry, uint64(maxSeq))
	case e.Record.Hidden || len(e.Record.Body) == 0 || e.Record.Salt.IsZero():
		return fmt.Errorf("%w: record %d has no body to keep", ErrEntry, e.Seq)
	case len(e.Record.Body)+len(e.Reply) > maxEntry:
		return fmt.Errorf("%w: record %d is over %d bytes", ErrEntry, e.Seq, maxEntry)
	case e.EventID != "" && e.DataHash.IsZero():
		return fmt.Errorf("%w: event %q without data hash", ErrEntry, e.EventID)
	}
	return nil
}

var errReadOnly = errors.New("store is open for reading only")

// submit queues j and returns its outcome. There is no writer goroutine and no
// timer: a lone caller commits its own job at once, on its own thread; who
// comes while a commit is under way waits, and the first of them then commits
// for all (group commit).
func (s *Store) submit(ctx context.Context, op string, j *job) error {
	if s.opt.ReadOnly {
		return &Error{Op: op, Path: s.path, Cause: errReadOnly}
	}
	j.turn = make(chan bool, 1)
	begun := time.Now()
	select {
	case s.places <- struct{}{}:
	default:
		select {
		case s.places <- struct{}{}:
		case <-s.closing:
			return &Error{Op: op, Path: s.path, Cause: ErrClosed}
		case <-ctx.Done():
			return &Error{Op: op, Path: s.path, Cause: ctx.Err()}
		}
	}
	err := s.enter(j, false)
	<-s.places
	if err == nil {
		s.stats.note(time.Since(begun), len(j.entries))
	}
	var typed *Error
	if err != nil && !errors.As(err, &typed) {
		return &Error{Op: op, Path: s.path, Cause: err, Hint: appendHint(err)}
	}
	return err
}

// enter takes j's place in the order; last closes the order behind it.
func (s *Store) enter(j *job, last bool) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.closed = last
	s.waiting = append(s.waiting, j)
	lead := !s.leading
	s.leading = true
	s.mu.Unlock()
	if lead || <-j.turn {
		s.lead(j)
	}
	return j.err
}

func appendHint(err error) string {
	if errors.Is(err, ErrFull) {
		return "free some space; the same call can be repeated"
	}
	return ""
}

// lead commits everything that waits, own among it, and passes the lead on.
func (s *Store) lead(own *job) {
	s.gather()
	batch := s.drain()
	s.commit(context.Background(), batch)
	// Those who are answered may come again in time for the next commit, so
	// they are woken before its leader (gather).
	for _, j := range batch {
		if j != own {
			j.turn <- false
		}
	}
	s.mu.Lock()
	s.shared = len(batch) > 1
	idle := len(s.waiting) == 0
	if idle {
		s.leading = false
	} else {
		s.waiting[0].turn <- true
	}
	// The writer's fields are the next leader's as soon as mu is free.
	tend := s.w.wantsTending(idle)
	s.mu.Unlock()
	if tend {
		select {
		case s.tending <- struct{}{}:
		default:
		}
	}
}

// gather lets those join whom the last commit has just answered, if it was one
// of several: without it every other commit would be of the one who came first.
// It waits for nobody: it ends as soon as a turn of everybody who can run has
// brought nothing.
func (s *Store) gather() {
	for last := 0; ; {
		s.mu.Lock()
		n, shared := len(s.waiting), s.shared
		s.mu.Unlock()
		if !shared || n <= last || n >= s.opt.MaxBatch {
			return
		}
		last = n
		runtime.Gosched()
	}
}

// drain takes what waits, within the batch limits; the leader's job is first.
func (s *Store) drain() []*job {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, rows, bytes := 0, 0, 0
	for n < len(s.waiting) && (n == 0 || rows < s.opt.MaxBatch && bytes < s.opt.MaxBatchBytes) {
		rows += len(s.waiting[n].entries)
		bytes += s.waiting[n].bytes
		n++
	}
	batch := s.waiting[:n:n]
	s.waiting = s.waiting[n:]
	if len(s.waiting) == 0 {
		s.waiting = nil
	}
	return batch
}

// commit runs a batch and sets the outcome of every job in it.
func (s *Store) commit(ctx context.Context, batch []*job) {
	err := s.Err()
	if err == nil {
		if err = s.w.transact(ctx, batch); err != nil && !isRetryable(err) {
			s.fatal("append", err)
			err = s.Err()
		}
	}
	s.stats.full.Store(errors.Is(err, ErrFull))
	for _, j := range batch {
		switch {
		case err != nil:
			j.err = err
		case j.after != nil && j.err == nil:
			if j.err = j.after(ctx, &s.w); j.err != nil && !isRetryable(j.err) && !isRefusal(j.err) {
				s.fatal("maintenance", j.err)
				j.err = s.Err()
			}
		}
	}
}

// isRetryable says that the batch left nothing behind and the disk is sound.
func isRetryable(err error) bool { return errors.Is(err, ErrFull) || errors.Is(err, errBusy) }

// fatal makes the store stop for good; nil does nothing.
func (s *Store) fatal(op string, err error) {
	if err == nil {
		return
	}
	s.stopped.CompareAndSwap(nil, &Error{Op: op, Path: s.path, Cause: fmt.Errorf("%w: %w", ErrStopped, err),
		Hint: "end this process, check the disk, and open the store again; nothing unacknowledged was promised"})
}

// wantsTending says that the log or the index should be looked after; while
// others wait only once it must be.
func (w *writer) wantsTending(idle bool) bool {
	limit := w.opt.CheckpointBytes
	if idle {
		limit /= 2
	}
	return w.logBytes > limit || idle && len(w.events.waiting) > indexBatch/2
}

// tend does the upkeep that is due, off everybody's way: it takes its place
// in the order when a leader has asked for it.
func (s *Store) tend() {
	defer close(s.tended)
	for {
		select {
		case <-s.tending:
		case <-s.closing:
			return
		}
		j := &job{turn: make(chan bool, 1), after: func(ctx context.Context, w *writer) error { return w.upkeep(ctx, false) }}
		if err := s.enter(j, false); errors.Is(err, ErrClosed) {
			return
		}
	}
}

// upkeep writes the waiting event ids into the index and copies the log.
func (w *writer) upkeep(ctx context.Context, all bool) error {
	if n := len(w.events.waiting); n > indexBatch/2 || all && n > 0 {
		err := w.transact(ctx, []*job{{bytes: n * 4096, do: func(ctx context.Context, w *writer) error { return w.flushEvents(ctx) }}})
		if err != nil {
			return err
		}
		w.events.waiting = w.events.waiting[:0]
	}
	if all || w.logBytes > w.opt.CheckpointBytes/2 {
		return w.copyLog(ctx)
	}
	return nil
}

// finish copies the log and closes everything; the file is sound afterwards.
func (s *Store) finish(ctx context.Context) error {
	err := s.Err()
	if err == nil {
		if err = s.w.upkeep(ctx, true); isRetryable(err) {
			err = nil // a full disk: all is in the log, and the next opening goes on
		}
		if err == nil {
			err = s.w.high.f.Sync()
		}
	}
	err = errors.Join(err, s.read.Close(), s.w.close())
	var typed *Error
	if err != nil && !errors.As(err, &typed) {
		return &Error{Op: "close", Path: s.path, Cause: err}
	}
	return err
}
