package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// ErrErase: an erasure names records that the session does not have, or could
// not reach every copy of what it erased.
var ErrErase = errors.New("records cannot be erased")

// Erase removes body and salt of the records with these numbers, for good, and
// keeps their hashes: leaves, checkpoints and proofs stay what they were. It
// returns how many were erased now; those that were erased before are passed
// over. What an event said cannot be guessed from the row either, so a late
// repetition of its id is a conflict.
//
// The file is then written anew and its log emptied, so that no page of either
// holds what was erased. That takes time and room in proportion to the whole
// file, and fails with ErrErase while another process reads: the records are
// gone by then, and the call is to be repeated for the copies. What the disk
// itself keeps of freed blocks is beyond a program's reach.
func (s *Store) Erase(ctx context.Context, session trace.Hash, seqs []uint64) (erased int, err error) {
	j := &job{bytes: 64 * len(seqs), sync: true}
	j.do = func(ctx context.Context, w *writer) (err error) {
		erased, err = w.erase(ctx, session, seqs)
		return err
	}
	j.after = func(ctx context.Context, w *writer) error { return w.scrub(ctx) }
	if err := s.submit(ctx, "erase", j); err != nil {
		return erased, err
	}
	return erased, nil
}

// The table refuses updates; an erasure lifts that for its own transaction.
const (
	liftGuard = "DROP TRIGGER records_no_update"
	setGuard  = `CREATE TRIGGER records_no_update BEFORE UPDATE ON records BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END`
)

func (w *writer) erase(ctx context.Context, session trace.Hash, seqs []uint64) (erased int, err error) {
	row, ok := w.rowOf[session]
	if !ok {
		return 0, fmt.Errorf("%w: session %s is not in the store", ErrErase, session)
	}
	for _, q := range []string{"PRAGMA secure_delete = ON", liftGuard} {
		if err := w.exec(ctx, q); err != nil {
			return 0, err
		}
	}
	for _, seq := range seqs {
		var r trace.Record
		var salt []byte
		err := w.conn.QueryRowContext(ctx, "SELECT head, body, salt FROM records WHERE session = ? AND seq = ?", row, int64(seq)).
			Scan(&r.Head, &r.Body, &salt)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return erased, fmt.Errorf("%w: session %s has no record %d", ErrErase, session, seq)
		case err != nil:
			return erased, classify(err)
		case r.Body == nil:
			continue
		case len(salt) != len(r.Salt):
			return erased, fmt.Errorf("record %d of session %s has a salt of %d bytes", seq, session, len(salt))
		}
		r.Salt = trace.Hash(salt)
		hash := r.BodyDigest()
		_, err = w.conn.ExecContext(ctx, `UPDATE records SET body = NULL, salt = NULL, body_hash = ?,
			data_hash = CASE WHEN data_hash IS NULL THEN NULL ELSE zeroblob(32) END WHERE session = ? AND seq = ?`, hash[:], row, int64(seq))
		if err != nil {
			return erased, classify(err)
		}
		erased++
	}
	return erased, w.exec(ctx, setGuard)
}

// scrub rewrites the file and empties the log. Freed pages, the space between
// cells and old frames of the log may hold what rows no longer do.
func (w *writer) scrub(ctx context.Context) error {
	if err := w.exec(ctx, "VACUUM"); err != nil {
		return fmt.Errorf("%w: rewrite the file: %w", ErrErase, err)
	}
	var busy, frames, copied int64
	if err := w.conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &copied); err != nil {
		return fmt.Errorf("%w: empty the log: %w", ErrErase, err)
	}
	if busy != 0 {
		return fmt.Errorf("%w: another process is reading, and the log still holds them; end it and erase again", ErrErase)
	}
	w.logBytes = 0
	return w.files.check()
}
