package verifier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/varek/varek/tracestore/trace"
)

const applicationID = 0x76726b76 // "vrkv"

// Identity says whose claims a file holds.
type Identity struct {
	ChainID  uint64
	Escrow   trace.Address
	Verifier trace.Address
}

// Book is the claims file: claims, their arrows, and the watcher's cursor.
// Every write is one transaction, synced to disk when it returns.
type Book struct {
	db       *sql.DB
	lock     *sql.DB // holds the state folder; nil for a reader
	verifier trace.Address
	together bool                    // the verifier is a quorum, this process one of its members
	notify   func(trace.Hash, Arrow) // told of each committed arrow
	touched  func(trace.Hash)        // told of each claim that the chain has moved
}

func dsn(path string, readOnly bool) string {
	q := url.Values{"_pragma": {"busy_timeout(10000)", "foreign_keys(1)"}, "_txlock": {"immediate"}}
	if readOnly {
		q.Set("mode", "ro")
	} else {
		q["_pragma"] = append(q["_pragma"], "journal_mode(WAL)", "synchronous(FULL)")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

// OpenBook opens or makes dir/claims.db for one verifier of one escrow and holds
// the folder until Close: ErrLocked while another process does, ErrOtherEscrow
// when the file is somebody else's.
func OpenBook(ctx context.Context, dir string, id Identity) (*Book, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the verifier's folder: %w", err)
	}
	lock, err := holdFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	db, err := openDB(ctx, dsn(filepath.Join(dir, "claims.db"), false))
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	b := &Book{db: db, lock: lock, verifier: id.Verifier}
	if err := b.prepare(ctx, filepath.Join(dir, "claims.db"), id); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// ReadBook opens dir/claims.db for showing only; it may be in use.
func ReadBook(ctx context.Context, dir string) (*Book, error) {
	path := filepath.Join(dir, "claims.db")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no verifier has run here yet (there is no %s): %w", path, ErrNoClaim)
	}
	db, err := openDB(ctx, dsn(path, true))
	if err != nil {
		return nil, err
	}
	b := &Book{db: db}
	if v, err := b.version(ctx); err != nil || v != schemaVersion {
		return nil, errors.Join(versionError(v, err), b.Close())
	}
	return b, nil
}

// IdentityOf says whose claims a folder holds, also where they are of an older
// version; nobody's in a folder that a first start did not finish.
func IdentityOf(ctx context.Context, dir string) (id Identity, err error) {
	db, err := openDB(ctx, dsn(filepath.Join(dir, "claims.db"), true))
	if err != nil {
		return id, err
	}
	b := &Book{db: db}
	defer func() { err = errors.Join(err, b.Close()) }()
	if v, err := b.version(ctx); err != nil || v > schemaVersion {
		return id, versionError(v, err)
	} else if v == 0 {
		return id, nil
	}
	return b.Identity(ctx)
}

func openDB(ctx context.Context, dsn string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("opening the claims file: %w", err)
	}
	db.SetMaxOpenConns(1) // one connection, so that transactions queue here and not in SQLite
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the claims file: %w", err), db.Close())
	}
	return db, nil
}

// holdFolder takes the folder for this process by an exclusive transaction that
// is never committed; the system releases it however the process ends.
func holdFolder(ctx context.Context, dir string) (*sql.DB, error) {
	q := url.Values{"_pragma": {"busy_timeout(0)", "locking_mode(EXCLUSIVE)"}}
	lock, err := openDB(ctx, "file:"+(&url.URL{Path: filepath.Join(dir, "lock.db")}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, lockError(dir, err)
	}
	if _, err := lock.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		return nil, errors.Join(lockError(dir, err), lock.Close())
	}
	return lock, nil
}

// lockError tells a folder that is held from one that cannot be used.
func lockError(dir string, err error) error {
	var s *sqlite.Error
	if errors.As(err, &s) && s.Code()&0xff == sqlite3.SQLITE_BUSY {
		return fmt.Errorf("%w (%s): stop it, or give this one its own --state", ErrLocked, dir)
	}
	return fmt.Errorf("locking the verifier's folder: %w", err)
}

func (b *Book) version(ctx context.Context) (v int, err error) {
	err = b.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v)
	return v, err
}

func versionError(v int, err error) error {
	if err != nil {
		return fmt.Errorf("reading the version of the claims file: %w", err)
	}
	if v > schemaVersion {
		return fmt.Errorf("claims file has version %d, this program writes %d: %w", v, schemaVersion, ErrNewerSchema)
	}
	return fmt.Errorf("claims file has version %d, this program reads %d; varek-verifier serve brings it up to date", v, schemaVersion)
}

// prepare makes the tables of a new file, brings those of an older one up to
// date and checks whose they are.
func (b *Book) prepare(ctx context.Context, path string, id Identity) error {
	v, err := b.version(ctx)
	if err != nil || v > schemaVersion {
		return versionError(v, err)
	}
	if v == 0 {
		return b.create(ctx, id)
	}
	if v < schemaVersion {
		if err := b.migrate(ctx, path, v); err != nil {
			return err
		}
	}
	have, err := b.Identity(ctx)
	if err == nil && have != id {
		err = fmt.Errorf("it is of escrow %s on chain %d and verifier %s; use another --state: %w", have.Escrow, have.ChainID, have.Verifier, ErrOtherEscrow)
	}
	return err
}

func (b *Book) create(ctx context.Context, id Identity) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		if err := steps(ctx, tx, 0); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO identity (one, chain_id, escrow, verifier) VALUES (1, ?, ?, ?)", strconv.FormatUint(id.ChainID, 10), id.Escrow[:], id.Verifier[:])
		return err
	})
}

// Close releases the file and the folder.
func (b *Book) Close() error {
	err := b.db.Close()
	if b.lock != nil {
		err = errors.Join(err, b.lock.Close())
	}
	return err
}

// write runs one durable transaction.
func (b *Book) write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("writing the claims file: %w", err)
	}
	if err := do(tx); err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			err = errors.Join(err, back)
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("writing the claims file: %w", err)
	}
	return nil
}

// Identity says whose claims these are.
func (b *Book) Identity(ctx context.Context) (Identity, error) {
	var id Identity
	var chainID string
	var escrow, verifier []byte
	err := b.db.QueryRowContext(ctx, "SELECT chain_id, escrow, verifier FROM identity").Scan(&chainID, &escrow, &verifier)
	if err != nil {
		return id, fmt.Errorf("reading whose claims these are: %w", err)
	}
	if id.ChainID, err = strconv.ParseUint(chainID, 10, 64); err != nil {
		return id, fmt.Errorf("reading whose claims these are: %w", err)
	}
	copy(id.Escrow[:], escrow)
	copy(id.Verifier[:], verifier)
	return id, nil
}
