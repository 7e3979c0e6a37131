package tracestore

import (
	"context"
	"database/sql"
	"fmt"
)

const (
	// applicationID marks the file as ours ("vrkt").
	applicationID = 0x76726b74
	// SchemaVersion is PRAGMA user_version of the files this package writes.
	SchemaVersion = 1
)

// Bodies of a kilobyte or more make WITHOUT ROWID wrong here: index pages would
// spill each body into its own overflow page. Delivery columns (event_id,
// data_hash, reply) lie in the record's row, so that an acknowledged event is
// one row and one commit. body_hash is for records whose body was erased.
const schema = `
CREATE TABLE sessions (
	id      INTEGER PRIMARY KEY,
	session BLOB NOT NULL UNIQUE CHECK (length(session) = 32),
	meta    BLOB
);
CREATE TABLE records (
	id        INTEGER PRIMARY KEY,
	session   INTEGER NOT NULL REFERENCES sessions (id),
	seq       INTEGER NOT NULL CHECK (seq >= 1),
	head      BLOB NOT NULL,
	body      BLOB,
	salt      BLOB CHECK (salt IS NULL OR length(salt) = 32),
	body_hash BLOB CHECK (body_hash IS NULL OR length(body_hash) = 32),
	event_id  TEXT,
	data_hash BLOB,
	reply     BLOB,
	UNIQUE (session, seq),
	CHECK ((body IS NULL) = (salt IS NULL) AND (body IS NULL) = (body_hash IS NOT NULL))
);
CREATE UNIQUE INDEX records_event ON records (session, event_id) WHERE event_id IS NOT NULL;
CREATE TABLE checkpoints (
	id       INTEGER PRIMARY KEY,
	session  INTEGER NOT NULL REFERENCES sessions (id),
	n        INTEGER NOT NULL,
	kind     INTEGER NOT NULL,
	h        BLOB NOT NULL CHECK (length(h) = 32),
	frontier BLOB NOT NULL,
	tx       BLOB,
	status   TEXT NOT NULL CHECK (status IN ('pending', 'confirmed')),
	UNIQUE (session, n, kind)
);
CREATE TRIGGER records_no_update BEFORE UPDATE ON records BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END;
CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END;
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints BEGIN
	SELECT RAISE(ABORT, 'checkpoints are append-only');
END;`

// fileState says what stands at the path.
type fileState int

const (
	stateEmpty fileState = iota // a new file
	stateOurs
)

// inspect tells a new file from ours and refuses the others. It only reads.
func inspect(ctx context.Context, c *sql.Conn) (fileState, error) {
	var app, version, objects int64
	for _, q := range []struct {
		sql string
		dst *int64
	}{
		{"PRAGMA application_id", &app}, {"PRAGMA user_version", &version},
		{"SELECT count(*) FROM sqlite_schema", &objects},
	} {
		if err := c.QueryRowContext(ctx, q.sql).Scan(q.dst); err != nil {
			return 0, fmt.Errorf("%w: %w", ErrForeign, err)
		}
	}
	switch {
	case app == 0 && version == 0 && objects == 0:
		return stateEmpty, nil
	case app != applicationID:
		return 0, fmt.Errorf("%w: application id %#x", ErrForeign, app)
	case version > SchemaVersion:
		return 0, fmt.Errorf("%w: schema %d, this program knows %d", ErrNewerSchema, version, SchemaVersion)
	case version != SchemaVersion:
		return 0, fmt.Errorf("%w: schema %d", ErrForeign, version)
	}
	return stateOurs, nil
}

// create writes the schema into a new file, all or nothing.
func create(ctx context.Context, c *sql.Conn) error {
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("create schema: %w", err)
	}
	defer tx.Rollback()
	for _, q := range []string{schema,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion),
	} {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("create schema: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("create schema: %w", err)
	}
	return nil
}

// preallocate lets database and log grow once, before the first record: a
// commit into blocks that exist costs little more than the bare fdatasync.
func preallocate(ctx context.Context, c *sql.Conn, bytes int64) error {
	for _, q := range []string{
		"CREATE TABLE ballast (b BLOB)",
		fmt.Sprintf("INSERT INTO ballast VALUES (zeroblob(%d))", bytes),
		"DROP TABLE ballast",
		"PRAGMA wal_checkpoint(PASSIVE)",
	} {
		if _, err := c.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("preallocate %d bytes: %w", bytes, err)
		}
	}
	return nil
}
