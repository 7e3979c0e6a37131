package tracestore

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/varek/varek/tracestore/trace"
)

// ErrNoBlob: the session has no blob of that name, or it was erased.
// It is trace.ErrBlob.
var ErrNoBlob = fmt.Errorf("%w: it is not kept", trace.ErrBlob)

const partPrefix = ".part-"

// Blob is one text that a record refers to.
type Blob struct {
	K      trace.Hash
	Seq    uint64 // of the first record that refers to it
	Bytes  uint64
	Erased bool
}

// blobDir is blobs/<session> beside the database.
func (s *Store) blobDir(session trace.Hash) string {
	return filepath.Join(filepath.Dir(s.path), "blobs", hex.EncodeToString(session[:]))
}

func (s *Store) blobPath(session, k trace.Hash) string {
	return filepath.Join(s.blobDir(session), hex.EncodeToString(k[:]))
}

// PutBlob keeps a text under its reference and returns when it is durable,
// before any record that names it. It does not wait for the writer. The same
// text again is nothing new. A text that no record of this process comes to
// name is removed at the next opening; DropBlob removes it at once.
func (s *Store) PutBlob(ctx context.Context, session trace.Hash, ref trace.BlobRef, text []byte) error {
	if err := ref.Check(text); err != nil {
		return &Error{Op: "put blob", Path: s.path, Cause: err}
	}
	if err := s.putBlob(ctx, session, ref.K, bytes.NewReader(text)); err != nil {
		err = classify(err)
		return &Error{Op: "put blob", Path: s.path, Cause: err, Hint: appendHint(err)}
	}
	return nil
}

func (s *Store) putBlob(ctx context.Context, session, k trace.Hash, text io.Reader) error {
	if s.opt.ReadOnly {
		return errReadOnly
	}
	if err := s.Err(); err != nil {
		return err
	}
	dir := s.blobDir(session)
	if _, err := os.Stat(s.blobPath(session, k)); err == nil {
		return nil // it was synced before it got its name
	}
	if err := makeDirs(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, partPrefix)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, text)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		// Failed or not, this file is never synced again.
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), s.blobPath(session, k))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(dir)
}

// makeDirs makes blobs/<session>, durably.
func makeDirs(dir string) error {
	for _, d := range []string{filepath.Dir(dir), dir} {
		err := os.Mkdir(d, 0o700)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = syncDir(filepath.Dir(d))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// OpenBlob opens a kept text for streaming; ErrNoBlob where there is none.
// Whoever needs to be sure hashes what comes out against the reference.
func (s *Store) OpenBlob(_ context.Context, session, k trace.Hash) (io.ReadCloser, error) {
	f, err := os.Open(s.blobPath(session, k))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %s of session %s", ErrNoBlob, k, session)
	}
	if err != nil {
		return nil, &Error{Op: "open blob", Path: s.path, Cause: err}
	}
	return f, nil
}

// Blob reads the text of a reference and checks it (trace.ErrBlobText).
func (s *Store) Blob(ctx context.Context, session trace.Hash, ref trace.BlobRef) ([]byte, error) {
	f, err := s.OpenBlob(ctx, session, ref.K)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(ref.Bytes)+1))
	if err == nil {
		err = ref.Check(text)
	}
	if err != nil {
		return nil, &Error{Op: "read blob", Path: s.path, Cause: err}
	}
	return text, nil
}

// Blobs lists the texts that a session's records refer to.
func (s *Store) Blobs(ctx context.Context, session trace.Hash) (list []Blob, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT b.k, b.seq, b.bytes, b.erased FROM blobs b
		JOIN sessions s ON s.id = b.session WHERE s.session = ? ORDER BY b.seq, b.k`, session[:])
	if err != nil {
		return nil, s.readError("list blobs", err)
	}
	defer rows.Close()
	for rows.Next() {
		var b Blob
		var k []byte
		if err := rows.Scan(&k, &b.Seq, &b.Bytes, &b.Erased); err != nil {
			return nil, s.readError("list blobs", err)
		}
		copy(b.K[:], k)
		list = append(list, b)
	}
	if err := rows.Err(); err != nil {
		return nil, s.readError("list blobs", err)
	}
	return list, nil
}

// DropBlob removes a text that no record came to name; one that is named
// stays, and that is an error.
func (s *Store) DropBlob(ctx context.Context, session, k trace.Hash) error {
	return s.submit(ctx, "drop blob", &job{do: func(ctx context.Context, w *writer) error {
		var named int
		err := w.conn.QueryRowContext(ctx, "SELECT count(*) FROM blobs WHERE session = ? AND k = ?", w.rowOf[session], k[:]).Scan(&named)
		if err != nil {
			return classify(err)
		}
		if named > 0 {
			return fmt.Errorf("%w: blob %s belongs to a record", ErrEntry, k)
		}
		if err := os.Remove(s.blobPath(session, k)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrEntry, err)
		}
		return nil
	}})
}

// nameBlobs ties the texts that a record refers to to the record.
func (w *writer) nameBlobs(ctx context.Context, row int64, e *Entry) error {
	for _, b := range e.Blobs {
		_, err := w.conn.ExecContext(ctx, "INSERT INTO blobs (session, k, seq, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
			row, b.K[:], int64(e.Seq), int64(b.Bytes))
		if err != nil {
			return classify(err)
		}
	}
	return nil
}

// sweepBlobs compares files and names at an opening, when nobody is between
// the two: a file that no record names is removed, a name without its file is
// ErrDataLoss.
func (s *Store) sweepBlobs(ctx context.Context) error {
	root := filepath.Join(filepath.Dir(s.path), "blobs")
	rows, err := s.w.conn.QueryContext(ctx, "SELECT s.session, b.k, b.seq, b.erased FROM blobs b JOIN sessions s ON s.id = b.session")
	if err != nil {
		return fmt.Errorf("read blob names: %w", err)
	}
	defer rows.Close()
	named := map[string]bool{}
	for rows.Next() {
		var session, k []byte
		var seq uint64
		var erased bool
		if err := rows.Scan(&session, &k, &seq, &erased); err != nil {
			return fmt.Errorf("read blob names: %w", err)
		}
		path := s.blobPath(trace.Hash(session), trace.Hash(k))
		if erased {
			continue // what is left of it goes below
		}
		named[path] = true
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: session %s lacks the blob %s of record %d", ErrDataLoss, trace.Hash(session), trace.Hash(k), seq)
		} else if err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read blob names: %w", err)
	}
	return s.removeUnnamed(root, named)
}

// removeUnnamed removes only what looks like ours: files of this store's
// sessions, named by a hash, and parts.
func (s *Store) removeUnnamed(root string, named map[string]bool) error {
	for session := range s.w.rowOf {
		dir := s.blobDir(session)
		files, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", root, err)
		}
		for _, f := range files {
			path := filepath.Join(dir, f.Name())
			ours := strings.HasPrefix(f.Name(), partPrefix) || len(f.Name()) == 2*len(trace.Hash{})
			if named[path] || !ours || !f.Type().IsRegular() {
				continue
			}
			if err := os.Remove(path); err != nil {
				return fmt.Errorf("remove a blob that no record names: %w", err)
			}
		}
	}
	return nil
}
