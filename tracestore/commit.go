package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// pageOverhead estimates what one commit writes to the log besides its rows.
const pageOverhead = pageSize

// configure sets the connection up; what durability rests on is read back.
func (w *writer) configure(ctx context.Context) error {
	for _, q := range []struct{ pragma, want string }{
		{"journal_mode = WAL", "wal"}, {"journal_size_limit = -1", "-1"},
		{"wal_autocheckpoint = 0", "0"}, {"mmap_size = 0", "0"},
	} {
		var got string
		if err := w.conn.QueryRowContext(ctx, "PRAGMA "+q.pragma).Scan(&got); err != nil {
			return fmt.Errorf("set %s: %w", q.pragma, err)
		}
		if got != q.want {
			return fmt.Errorf("set %s: it stays %s", q.pragma, got)
		}
	}
	if _, err := w.conn.ExecContext(ctx, "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA cache_size = -8192"); err != nil {
		return fmt.Errorf("set synchronous: %w", err)
	}
	var sync int
	if err := w.conn.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&sync); err != nil {
		return fmt.Errorf("set synchronous: %w", err)
	}
	if sync != 2 {
		return fmt.Errorf("set synchronous = FULL: it stays %d", sync)
	}
	return nil
}

func (w *writer) prepare(ctx context.Context) (err error) {
	w.insert, err = w.conn.PrepareContext(ctx, `INSERT INTO records
		(id, head, body, salt, event_id, data_hash, reply) VALUES (?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	if w.begin, err = w.conn.PrepareContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	w.end, err = w.conn.PrepareContext(ctx, "COMMIT")
	return err
}

// transact commits the batch. A job that fails alone is rolled back alone and
// has its err set; a returned error means that nothing was acknowledged.
func (w *writer) transact(ctx context.Context, batch []*job) error {
	work, flush := false, len(w.events.waiting) >= indexBatch
	for _, j := range batch {
		work = work || j.writes()
	}
	if !work {
		return nil
	}
	w.touched, w.newRows, w.newIDs = map[trace.Hash]uint64{}, nil, nil
	err := w.rows(ctx, batch, flush)
	if err != nil {
		return w.undo(ctx, err)
	}
	// From here on the records are durable: the state follows them, and no
	// later failure is retryable.
	if flush {
		w.events.waiting = w.events.waiting[:0]
		w.logBytes += indexBatch * pageSize / 4
	}
	for _, e := range w.newIDs {
		w.events.add(e.fingerprint, e.record)
	}
	syncMarks := false
	for session, seq := range w.touched {
		w.head[session] = seq
	}
	for _, j := range batch {
		w.logBytes += int64(j.bytes)
		syncMarks = syncMarks || j.sync && j.err == nil
	}
	w.logBytes += pageOverhead
	return w.confirm(syncMarks)
}

// confirm is the last look before an acknowledgement: the files are still
// those at their paths, and the marks say what is about to be promised.
func (w *writer) confirm(syncMarks bool) error {
	if err := w.files.check(); err != nil {
		return err
	}
	for session, seq := range w.touched {
		if err := w.high.mark(session, seq); err != nil {
			return fmt.Errorf("write high-water mark: %w", err)
		}
	}
	if syncMarks {
		if err := w.high.f.Sync(); err != nil {
			return fmt.Errorf("sync high-water marks: %w", err)
		}
	}
	return nil
}

// lone reports whether the batch is one insert and so its own transaction.
func (w *writer) lone(batch []*job, flush bool) bool {
	if flush || len(batch) != 1 || batch[0].do != nil || len(batch[0].entries) != 1 || len(batch[0].entries[0].Blobs) > 0 {
		return false
	}
	_, known := w.rowOf[batch[0].entries[0].Session]
	return known
}

// rows runs every job of the batch in one transaction.
func (w *writer) rows(ctx context.Context, batch []*job, flush bool) error {
	if w.lone(batch, flush) {
		err := w.add(ctx, &batch[0].entries[0])
		if err != nil && isRefusal(err) {
			batch[0].err, err = err, nil
		}
		return err
	}
	if _, err := w.begin.ExecContext(ctx); err != nil {
		return classify(err)
	}
	for _, j := range batch {
		if err := w.job(ctx, j); err != nil {
			return err
		}
	}
	if flush {
		if err := w.flushEvents(ctx); err != nil {
			return err
		}
	}
	_, err := w.end.ExecContext(ctx)
	return classify(err)
}

// job runs one job so that it leaves all or nothing behind. A job of one entry
// needs no savepoint: its only statement does as much by itself.
func (w *writer) job(ctx context.Context, j *job) error {
	if !j.writes() {
		return nil
	}
	single := j.do == nil && len(j.entries) == 1 && len(j.entries[0].Blobs) == 0
	if !single {
		if err := w.exec(ctx, "SAVEPOINT job"); err != nil {
			return err
		}
	}
	saved := w.snapshot(j)
	err := w.run(ctx, j)
	switch {
	case err == nil && !single:
		return w.exec(ctx, "RELEASE job")
	case err == nil:
		return nil
	case !isRefusal(err):
		return err
	}
	j.err = err
	if single {
		return nil
	}
	saved()
	return w.exec(ctx, "ROLLBACK TO job; RELEASE job")
}

// isRefusal says that the fault is the job's and not the store's.
func isRefusal(err error) bool {
	return errors.Is(err, ErrSequence) || errors.Is(err, ErrDuplicate) || errors.Is(err, ErrCheckpoint) || errors.Is(err, ErrEntry) ||
		errors.Is(err, ErrErase)
}

// snapshot returns a function that takes back what j did to w's memory.
func (w *writer) snapshot(j *job) func() {
	rows, ids := len(w.newRows), len(w.newIDs)
	old := map[trace.Hash]uint64{}
	for i := range j.entries {
		if seq, ok := w.touched[j.entries[i].Session]; ok {
			old[j.entries[i].Session] = seq
		}
	}
	return func() {
		for i := range j.entries {
			delete(w.touched, j.entries[i].Session)
		}
		for session, seq := range old {
			w.touched[session] = seq
		}
		for _, session := range w.newRows[rows:] {
			delete(w.rowOf, session)
		}
		w.newRows, w.newIDs = w.newRows[:rows], w.newIDs[:ids]
	}
}

func (w *writer) run(ctx context.Context, j *job) error {
	for i := range j.entries {
		if err := w.add(ctx, &j.entries[i]); err != nil {
			return err
		}
	}
	if j.do != nil {
		return j.do(ctx, w)
	}
	return nil
}

func (w *writer) add(ctx context.Context, e *Entry) error {
	last, ok := w.touched[e.Session]
	if !ok {
		last = w.head[e.Session]
	}
	if e.Seq != last+1 {
		return fmt.Errorf("%w: session %s has %d records, this one is %d", ErrSequence, e.Session, last, e.Seq)
	}
	row, err := w.sessionRow(ctx, e.Session)
	if err != nil {
		return err
	}
	if err := w.high.reserve(e.Session); err != nil {
		return classify(err)
	}
	var id sql.NullString
	var dataHash []byte
	var fp int64
	if e.EventID != "" {
		id, dataHash = sql.NullString{String: e.EventID, Valid: true}, e.DataHash[:]
		fp = fingerprint(e.Session, e.EventID)
		known, err := w.knownEvent(ctx, e.Session, row, e.EventID, fp)
		if err != nil {
			return err
		}
		for _, other := range w.newIDs {
			known = known || other.fingerprint == fp && other.record>>32 == row
		}
		if known {
			return fmt.Errorf("%w: %q", ErrDuplicate, e.EventID)
		}
	}
	record := recordID(row, e.Seq)
	if _, err = w.insert.ExecContext(ctx, record, e.Record.Head, e.Record.Body, e.Record.Salt[:], id, dataHash, e.Reply); err != nil {
		return classify(err)
	}
	if id.Valid {
		w.newIDs = append(w.newIDs, indexed{fp, record})
	}
	w.touched[e.Session] = e.Seq
	return w.nameBlobs(ctx, row, e)
}

// sessionRow finds or creates the row of a session.
func (w *writer) sessionRow(ctx context.Context, session trace.Hash) (int64, error) {
	if row, ok := w.rowOf[session]; ok {
		return row, nil
	}
	res, err := w.conn.ExecContext(ctx, "INSERT INTO sessions (session) VALUES (?)", session[:])
	if err != nil {
		return 0, classify(err)
	}
	row, err := res.LastInsertId()
	if err != nil {
		return 0, err
	}
	w.rowOf[session] = row
	w.newRows = append(w.newRows, session)
	return row, nil
}
