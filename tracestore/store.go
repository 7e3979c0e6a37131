package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"

	"github.com/varek/varek/tracestore/trace"
)

// Options of Open; zero fields mean the defaults.
type Options struct {
	// ReadOnly opens for reading beside whoever writes: no lock, no recovery,
	// no check for lost records; every write is refused.
	ReadOnly bool
	// Restored says that the file comes from a copy without its .high file:
	// the marks are taken from what is stored instead of refusing to open.
	Restored bool
	// MaxBatch and MaxBatchBytes bound one group commit.
	MaxBatch      int
	MaxBatchBytes int
	// Queue is how many callers may wait for the writer; more wait in Append.
	Queue int
	// Preallocate is how far the log grows at once; negative means not at all.
	Preallocate int64
	// CheckpointBytes is how much log is written before it is copied into the
	// database.
	CheckpointBytes int64
}

func (o Options) withDefaults() Options {
	set := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&o.MaxBatch, 256)
	set(&o.MaxBatchBytes, 1<<20)
	set(&o.Queue, 4096)
	if o.Preallocate == 0 {
		o.Preallocate = 4 << 20
	}
	if o.CheckpointBytes <= 0 {
		o.CheckpointBytes = 3 << 20
	}
	return o
}

// Store is one open store. Safe for concurrent use.
type Store struct {
	path string
	opt  Options
	read *sql.DB // query-only connections

	places  chan struct{} // held by who waits for a commit
	done    chan struct{} // closed when nothing is open any more
	closing chan struct{} // closed by Close
	tending chan struct{} // asks for upkeep
	tended  chan struct{} // closed when nobody tends any more
	once    sync.Once
	stopped atomic.Pointer[Error] // first fatal error, for ever
	endErr  error                 // of the end; read after done
	stats   stats

	mu      sync.Mutex
	waiting []*job
	leading bool // somebody commits
	shared  bool // the last commit was of more than one job
	closed  bool // nobody may enter any more

	w writer // owned by whoever leads
}

// Open opens or creates the store at path, whose directory must exist. It
// refuses a file in use (ErrLocked), of a newer version (ErrNewerSchema), of
// somebody else (ErrForeign), with a second name (ErrLinked), or with fewer records than were acknowledged
// (ErrDataLoss, naming the first missing one).
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	path, err := place(path)
	if err != nil {
		return nil, &Error{Op: "open", Path: path, Cause: err, Hint: openHint(err)}
	}
	s := &Store{path: path, opt: o.withDefaults(), closing: make(chan struct{}), done: make(chan struct{}),
		tending: make(chan struct{}, 1), tended: make(chan struct{})}
	s.places = make(chan struct{}, s.opt.Queue)
	if o.ReadOnly {
		err = s.openReader(ctx)
	} else if err = s.openWriter(ctx); err == nil {
		if err = s.openReader(ctx); err != nil {
			err = errors.Join(err, s.w.close())
		}
	}
	if err != nil {
		err = classify(err)
		return nil, &Error{Op: "open", Path: path, Cause: err, Hint: openHint(err)}
	}
	if !o.ReadOnly {
		go s.tend()
	}
	return s, nil
}

func openHint(err error) string {
	switch {
	case errors.Is(err, ErrLocked):
		return "end the other varek process, or wait for it"
	case errors.Is(err, ErrDataLoss):
		return "do not continue this session; restore the newest copy, or compare with the commitments on chain"
	case errors.Is(err, ErrNewerSchema):
		return "use the newer version of varek"
	case errors.Is(err, ErrOlderSchema):
		return "open it for writing once, which migrates it and keeps a copy"
	case errors.Is(err, ErrForeign):
		return "give another path"
	case errors.Is(err, ErrLinked):
		return "remove the other name (find -samefile shows it); a copy must be a file of its own"
	case errors.Is(err, os.ErrNotExist):
		return "create the directory first"
	case errors.Is(err, ErrFull):
		return "free some space and try again"
	}
	return ""
}

// dsn is SQLite's URI for the path with the query q.
func dsn(path, q string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q
}

func (s *Store) openReader(ctx context.Context) error {
	if err := oneName(s.path); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", dsn(s.path, "mode=rw&_pragma=busy_timeout(5000)&_pragma=query_only(1)&_pragma=mmap_size(0)"))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(4)
	c, err := db.Conn(ctx)
	if err == nil {
		var st fileState
		if st, err = inspect(ctx, c); err == nil && st == stateEmpty {
			err = fmt.Errorf("%w: it is empty", ErrForeign)
		} else if err == nil && st == stateOlder {
			err = ErrOlderSchema
		}
		c.Close()
	}
	if err != nil {
		return errors.Join(err, db.Close())
	}
	s.read = db
	return nil
}

func (s *Store) openWriter(ctx context.Context) (err error) {
	w := &s.w
	w.path, w.opt = s.path, s.opt
	if w.lock, err = lockFile(s.path + ".lock"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if err = ensureFile(s.path); err == nil {
		err = oneName(s.path)
	}
	if err != nil {
		return err
	}
	// A commit into grown blocks needs no metadata; on file systems with a
	// journal fsync waits for it. Where it is not available, fsync stays.
	if _, e := sqlite.Fdatasync(true); e != nil && !errors.Is(e, sqlite.ErrFdatasyncUnavailable) {
		return e
	}
	if w.db, err = sql.Open("sqlite", dsn(s.path, "mode=rw&_txlock=immediate&_pragma=busy_timeout(5000)")); err != nil {
		return err
	}
	w.db.SetMaxOpenConns(1)
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return err
	}
	state, err := inspect(ctx, w.conn)
	if err != nil {
		return err
	}
	if state == stateEmpty {
		if _, err = w.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA page_size = %d", pageSize)); err != nil {
			return err
		}
	}
	if err = w.configure(ctx); err != nil {
		return err
	}
	switch state {
	case stateEmpty:
		err = create(ctx, w.conn)
	case stateOlder:
		err = migrate(ctx, w.conn, s.path)
	}
	if err != nil {
		return err
	}
	if err = w.recover(ctx, s.opt.Restored); err != nil {
		return err
	}
	if err = s.sweepBlobs(ctx); err != nil {
		return err
	}
	if s.opt.Preallocate > 0 {
		if err = preallocate(ctx, w.conn, s.opt.Preallocate); err != nil {
			return err
		}
	}
	if w.files, err = pin(s.path, s.path+"-wal", s.path+".high", s.path+".lock"); err != nil {
		return err
	}
	if err = w.finishScrub(ctx); err != nil {
		return err
	}
	return w.prepare(ctx)
}

// Path is the absolute path of the database file.
func (s *Store) Path() string { return s.path }

// Err is nil while the store can write, and the fatal error afterwards.
func (s *Store) Err() error {
	if e := s.stopped.Load(); e != nil {
		return e
	}
	return nil
}

// Close writes what is queued, copies the log into the database, and releases
// the file. Later calls return the first result.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.closing)
		defer close(s.done)
		if s.opt.ReadOnly {
			s.endErr = s.read.Close()
			return
		}
		<-s.tended
		// What fails in here is the outcome of Close and of nothing else.
		j := &job{turn: make(chan bool, 1), after: func(ctx context.Context, _ *writer) error { return nil }}
		s.enter(j, true)
		s.endErr = s.finish(context.Background())
	})
	<-s.done
	return s.endErr
}

// Entry is one record to append.
type Entry struct {
	Record  trace.Record // shown, never hidden
	Session trace.Hash   // as in the head
	Seq     uint64       // as in the head; the session's next number
	// EventID makes the record answer for an adapter's event; empty for kernel
	// and session records.
	EventID  string
	DataHash trace.Hash // of the event's data
	Reply    []byte     // what was answered, in the caller's own form
	// Blobs are the texts that the body refers to, each kept by PutBlob.
	Blobs []trace.BlobRef
}
