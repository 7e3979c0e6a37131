package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/varek/varek/tracestore/trace"
)

// ErrErase: an erasure names records that the session does not have, or could
// not reach every copy of what it erased.
var ErrErase = errors.New("records cannot be erased")

// Erase removes body and salt of the records with these numbers, and the blobs
// that they were the first to name, for good, and keeps their hashes: leaves,
// checkpoints and proofs stay what they were. It returns how many were erased
// now; those that were erased before are passed over. What an event said cannot
// be guessed from the row either, so a late repetition of its id is a conflict.
//
// The file is then written anew, its log emptied and the copy that a migration
// left removed, so that no page of them holds what was erased. That takes time
// and room in proportion to the whole file, and fails with ErrErase while
// another process reads: the records are gone by then, and the call is to be
// repeated for the copies. A process that dies in between leaves a note of it
// beside the file, and the next opening ends the work. What the disk itself
// keeps of freed blocks is beyond a program's reach.
func (s *Store) Erase(ctx context.Context, session trace.Hash, seqs []uint64) (erased int, err error) {
	j := &job{bytes: 64 * len(seqs), sync: true}
	var gone []trace.Hash
	j.do = func(ctx context.Context, w *writer) (err error) {
		if err := w.noteScrub(); err != nil {
			return fmt.Errorf("%w: note what is under way: %w", ErrErase, err)
		}
		erased, gone, err = w.erase(ctx, session, seqs)
		return err
	}
	j.after = func(ctx context.Context, w *writer) error {
		for _, k := range gone {
			// What stays here goes when the store is opened again.
			if err := os.Remove(s.blobPath(session, k)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%w: %w", ErrErase, err)
			}
		}
		return w.scrub(ctx)
	}
	if err := s.submit(ctx, "erase", j); err != nil {
		return erased, err
	}
	return erased, nil
}

func (w *writer) erase(ctx context.Context, session trace.Hash, seqs []uint64) (erased int, gone []trace.Hash, err error) {
	row, ok := w.rowOf[session]
	if !ok {
		return 0, nil, fmt.Errorf("%w: session %s is not in the store", ErrErase, session)
	}
	for _, seq := range seqs {
		var r trace.Record
		var salt, hash []byte
		id := recordID(row, min(seq, maxSeq))
		err := w.conn.QueryRowContext(ctx, "SELECT head, body, salt, body_hash FROM records WHERE id = ?", id).Scan(&r.Head, &r.Body, &salt, &hash)
		if seq == 0 || errors.Is(err, sql.ErrNoRows) {
			return erased, nil, fmt.Errorf("%w: session %s has no record %d", ErrErase, session, seq)
		}
		if err == nil {
			err = setSecret(&r, salt, hash)
		}
		if err != nil {
			return erased, nil, fmt.Errorf("read record %d: %w", seq, classify(err))
		}
		if r.Hidden {
			continue
		}
		named, err := w.eraseRecord(ctx, row, seq, r)
		if err != nil {
			return erased, nil, err
		}
		gone = append(gone, named...)
		erased++
	}
	return erased, gone, nil
}

// eraseRecord erases one record and says which blobs go with it.
func (w *writer) eraseRecord(ctx context.Context, row int64, seq uint64, r trace.Record) (gone []trace.Hash, err error) {
	digest := r.BodyDigest()
	_, err = w.conn.ExecContext(ctx, `UPDATE records SET body = NULL, salt = NULL, body_hash = ?,
		data_hash = CASE WHEN data_hash IS NULL THEN NULL ELSE zeroblob(32) END WHERE id = ?`, digest[:], recordID(row, seq))
	if err != nil {
		return nil, classify(err)
	}
	rows, err := w.conn.QueryContext(ctx, "UPDATE blobs SET erased = 1 WHERE session = ? AND seq = ? AND erased = 0 RETURNING k", row, int64(seq))
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close()
	for rows.Next() {
		var k []byte
		if err := rows.Scan(&k); err != nil {
			return nil, classify(err)
		}
		gone = append(gone, trace.Hash(k))
	}
	return gone, classify(rows.Err())
}

// scrubNote is beside the file while copies of what was erased may be left.
func (w *writer) scrubNote() string { return w.path + scrubSuffix }

const scrubSuffix = ".scrub"

// ErasurePending says that copies of what was erased from the store at path may
// be left in its files: somebody read, or the disk was full, when they were to
// be cleaned. The next opening for writing tries again, and so does the next Erase.
func ErasurePending(path string) bool {
	_, err := os.Stat(path + scrubSuffix)
	return err == nil
}

// noteScrub makes the note, durably, before the first record is erased.
func (w *writer) noteScrub() error {
	f, err := os.OpenFile(w.scrubNote(), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), syncDir(filepath.Dir(w.path)))
}

// scrub rewrites the file and empties the log. Freed pages, the space between
// cells and old frames of the log may hold what rows no longer do.
func (w *writer) scrub(ctx context.Context) error {
	if err := w.exec(ctx, "VACUUM"); err != nil {
		return notScrubbed("rewrite the file", err)
	}
	var busy, frames, copied int64
	if err := w.conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &copied); err != nil {
		return notScrubbed("empty the log", classify(err))
	}
	if busy != 0 {
		return fmt.Errorf("%w: another process is reading, and the log still holds them; end it and erase again", ErrErase)
	}
	w.logBytes = 0
	if err := w.dropBackups(); err != nil {
		return fmt.Errorf("%w: remove the copy of an older version: %w", ErrErase, err)
	}
	if err := os.Remove(w.scrubNote()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrErase, err)
	}
	return w.files.check()
}

// notScrubbed lets the store go on where the disk is sound: it is full, or
// somebody reads. After any other error it must stop.
func notScrubbed(what string, err error) error {
	if isRetryable(err) || resultCode(err) == sqlite3.SQLITE_LOCKED {
		return fmt.Errorf("%w: %s: %w", ErrErase, what, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// dropBackups removes what migrations kept: it holds every body.
func (w *writer) dropBackups() error {
	for v := 1; v < SchemaVersion; v++ {
		if err := os.Remove(backupPath(w.path, v)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// finishScrub ends an erasure that a process before did not come to the end
// of. Where somebody reads, or there is no room, it stays noted.
func (w *writer) finishScrub(ctx context.Context) error {
	if _, err := os.Stat(w.scrubNote()); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if err := w.scrub(ctx); err != nil && !isRefusal(err) {
		return err
	}
	return nil
}

// setSecret fills in what a row says of a record's body.
func setSecret(r *trace.Record, salt, bodyHash []byte) error {
	switch {
	case len(salt) == 32:
		r.Salt = trace.Hash(salt)
	case len(bodyHash) == 32:
		r.BodyHash, r.Hidden = trace.Hash(bodyHash), true
	default:
		return errors.New("it has neither salt nor body hash")
	}
	return nil
}
