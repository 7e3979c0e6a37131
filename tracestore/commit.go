package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// pageOverhead estimates what one commit writes to the log besides its rows:
// the tail pages of table and indexes.
const pageOverhead = 4 * 4096

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
	if _, err := w.conn.ExecContext(ctx, "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF"); err != nil {
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
		(session, seq, head, body, salt, event_id, data_hash, reply) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
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
	w.touched, w.newRows = map[trace.Hash]uint64{}, nil
	err := w.rows(ctx, batch)
	if err != nil {
		return w.undo(ctx, err)
	}
	// From here on the records are durable: the state follows them, and no
	// later failure is retryable.
	syncMarks := false
	for session, seq := range w.touched {
		w.head[session] = seq
	}
	for _, j := range batch {
		w.logBytes += int64(j.bytes)
		syncMarks = syncMarks || j.sync && j.err == nil
	}
	w.logBytes += pageOverhead
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

// rows runs BEGIN, every job in a savepoint, COMMIT.
func (w *writer) rows(ctx context.Context, batch []*job) error {
	if _, err := w.begin.ExecContext(ctx); err != nil {
		return classify(err)
	}
	for _, j := range batch {
		if len(batch) > 1 || j.do != nil {
			if err := w.exec(ctx, "SAVEPOINT job"); err != nil {
				return err
			}
		}
		saved := w.snapshot(j)
		err := w.run(ctx, j)
		switch {
		case err == nil && (len(batch) > 1 || j.do != nil):
			err = w.exec(ctx, "RELEASE job")
		case err != nil && isRefusal(err):
			j.err = err
			saved()
			if len(batch) == 1 && j.do == nil {
				// Alone in its transaction: it goes back as a whole.
				err = w.exec(ctx, "ROLLBACK")
				if err == nil {
					err = w.exec(ctx, "BEGIN IMMEDIATE")
				}
			} else {
				err = w.exec(ctx, "ROLLBACK TO job; RELEASE job")
			}
		}
		if err != nil {
			return err
		}
	}
	_, err := w.end.ExecContext(ctx)
	return classify(err)
}

// isRefusal says that the fault is the job's and not the store's.
func isRefusal(err error) bool {
	return errors.Is(err, ErrSequence) || errors.Is(err, ErrDuplicate) || errors.Is(err, ErrCheckpoint) || errors.Is(err, ErrErase)
}

// snapshot returns a function that takes back what j did to w's memory.
func (w *writer) snapshot(j *job) func() {
	rows := len(w.newRows)
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
		w.newRows = w.newRows[:rows]
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
	if e.EventID != "" {
		id, dataHash = sql.NullString{String: e.EventID, Valid: true}, e.DataHash[:]
	}
	_, err = w.insert.ExecContext(ctx, row, int64(e.Seq), e.Record.Head, e.Record.Body, e.Record.Salt[:], id, dataHash, e.Reply)
	if isKnownEvent(err) {
		return fmt.Errorf("%w: %q: %w", ErrDuplicate, e.EventID, err)
	}
	if err != nil {
		return classify(err)
	}
	w.touched[e.Session] = e.Seq
	return nil
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
