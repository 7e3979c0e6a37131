package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/varek/varek/tracestore/trace"
)

// job is one caller's request: entries, or another write.
type job struct {
	entries []Entry
	bytes   int
	do      func(context.Context, *writer) error // in a savepoint of its own
	after   func(context.Context, *writer) error // once that is committed, outside every transaction
	sync    bool                                 // marks must reach the disk, too
	err     error
	done    chan struct{}
}

// maxEntry keeps one row well below SQLite's own limit of a billion bytes,
// which would look like a fault of the store.
const maxEntry = 512 << 20

// writer owns the only writing connection. All fields belong to the writer
// goroutine once Open has returned.
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
	logBytes int64                 // written since the log was copied

	touched map[trace.Hash]uint64 // heads of the transaction under way
	newRows []trace.Hash          // sessions created in it
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
	case e.Record.Hidden || len(e.Record.Body) == 0 || e.Record.Salt.IsZero():
		return fmt.Errorf("%w: record %d has no body to keep", ErrEntry, e.Seq)
	case len(e.Record.Body)+len(e.Reply) > maxEntry:
		return fmt.Errorf("%w: record %d is over %d bytes", ErrEntry, e.Seq, maxEntry)
	case e.EventID != "" && e.DataHash.IsZero():
		return fmt.Errorf("%w: event %q without data hash", ErrEntry, e.EventID)
	}
	return nil
}

// submit queues j and waits for its outcome.
func (s *Store) submit(ctx context.Context, op string, j *job) error {
	if s.opt.ReadOnly {
		return &Error{Op: op, Path: s.path, Cause: errors.New("store is open for reading only")}
	}
	j.done = make(chan struct{})
	select {
	case <-s.closing:
		return &Error{Op: op, Path: s.path, Cause: ErrClosed}
	default:
	}
	select {
	case s.queue <- j:
	case <-s.closing:
		return &Error{Op: op, Path: s.path, Cause: ErrClosed}
	case <-ctx.Done():
		return &Error{Op: op, Path: s.path, Cause: ctx.Err()}
	}
	select {
	case <-j.done:
	case <-s.done:
		// The writer may have finished the job just before it ended.
		select {
		case <-j.done:
		default:
			return &Error{Op: op, Path: s.path, Cause: ErrClosed}
		}
	}
	var typed *Error
	if j.err != nil && !errors.As(j.err, &typed) {
		return &Error{Op: op, Path: s.path, Cause: j.err, Hint: appendHint(j.err)}
	}
	return j.err
}

func appendHint(err error) string {
	if errors.Is(err, ErrFull) {
		return "free some space; the same call can be repeated"
	}
	return ""
}

// write is the writer goroutine: take what waits, commit it together, answer.
// There is no timer; a lone caller waits for its own commit only.
func (s *Store) write() {
	defer close(s.done)
	ctx := context.Background()
	for {
		select {
		case j := <-s.queue:
			s.commit(ctx, s.drain(j))
			continue
		default:
		}
		// Nothing waits: a good time to copy a half-full log.
		if s.Err() == nil && s.w.logBytes > s.opt.CheckpointBytes/2 {
			s.fatal("checkpoint", s.w.copyLog(ctx))
		}
		select {
		case j := <-s.queue:
			s.commit(ctx, s.drain(j))
		case <-s.closing:
			for {
				select {
				case j := <-s.queue:
					s.commit(ctx, s.drain(j))
					continue
				default:
				}
				break
			}
			s.endErr = s.end(ctx)
			return
		}
	}
}

// drain adds what waits behind first, within the batch limits.
func (s *Store) drain(first *job) []*job {
	batch, rows, bytes := []*job{first}, len(first.entries), first.bytes
	for rows < s.opt.MaxBatch && bytes < s.opt.MaxBatchBytes {
		select {
		case j := <-s.queue:
			batch = append(batch, j)
			rows += len(j.entries)
			bytes += j.bytes
		default:
			return batch
		}
	}
	return batch
}

// commit runs a batch and answers every job in it.
func (s *Store) commit(ctx context.Context, batch []*job) {
	err := s.Err()
	if err == nil {
		if err = s.w.transact(ctx, batch); err != nil && !isRetryable(err) {
			s.fatal("append", err)
			err = s.Err()
		}
	}
	for _, j := range batch {
		if err != nil {
			j.err = err
		} else if j.after != nil && j.err == nil {
			j.err = j.after(ctx, &s.w)
		}
		close(j.done)
	}
	if err == nil && s.w.logBytes > s.opt.CheckpointBytes {
		s.fatal("checkpoint", s.w.copyLog(ctx))
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

// end copies the log and closes everything; the file is sound afterwards.
func (s *Store) end(ctx context.Context) error {
	err := s.Err()
	if err == nil {
		if err = s.w.copyLog(ctx); err == nil {
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
