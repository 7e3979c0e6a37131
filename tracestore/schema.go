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
	// An older file is migrated when it is opened for writing.
	SchemaVersion = 2

	// pageSize holds five or six records of a kilobyte, so that a commit of
	// one record writes one page, now and then two.
	pageSize = 8192
)

// One table and one tree on the way of an acknowledgement: a record's id is
// its session's row and its number, so that neither needs an index, a session's
// records lie together, and a number can not be given twice. The index of event
// ids would dirty a random page per record; it is written in batches later
// (events.go), and the ids it lacks are those above sessions.indexed.
// body_hash is for records whose body was erased.
const schema = `
CREATE TABLE sessions (
	id      INTEGER PRIMARY KEY,
	session BLOB NOT NULL UNIQUE CHECK (length(session) = 32),
	indexed INTEGER NOT NULL DEFAULT 0,
	meta    BLOB
);
CREATE TABLE records (
	id        INTEGER PRIMARY KEY CHECK (id & 4294967295 > 0),
	head      BLOB NOT NULL,
	body      BLOB,
	salt      BLOB,
	body_hash BLOB,
	event_id  TEXT,
	data_hash BLOB,
	reply     BLOB,
	session   INTEGER GENERATED ALWAYS AS (id >> 32) VIRTUAL,
	seq       INTEGER GENERATED ALWAYS AS (id & 4294967295) VIRTUAL,
	CHECK (CASE WHEN body IS NULL THEN salt IS NULL AND length(body_hash) = 32 ELSE length(salt) = 32 AND body_hash IS NULL END)
);
CREATE TABLE events (
	fingerprint INTEGER NOT NULL,
	record      INTEGER NOT NULL,
	PRIMARY KEY (fingerprint, record)
) WITHOUT ROWID;
CREATE TABLE states (
	session INTEGER PRIMARY KEY REFERENCES sessions (id),
	n       INTEGER NOT NULL,
	state   BLOB NOT NULL
);
CREATE TABLE blobs (
	session INTEGER NOT NULL REFERENCES sessions (id),
	k       BLOB NOT NULL CHECK (length(k) = 32),
	seq     INTEGER NOT NULL,
	bytes   INTEGER NOT NULL,
	erased  INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (session, k)
) WITHOUT ROWID;
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
);` + triggers

// An erasure is the only change of a record: body and salt go, body_hash
// comes, and with them goes the unsalted data_hash, which would still let a
// guess be tried.
const triggers = `
CREATE TRIGGER records_no_update BEFORE UPDATE ON records
WHEN NOT (OLD.body IS NOT NULL AND NEW.body IS NULL AND NEW.id = OLD.id AND NEW.head = OLD.head
	AND NEW.event_id IS OLD.event_id AND (NEW.data_hash IS NULL OR NEW.data_hash = zeroblob(32)) AND NEW.reply IS OLD.reply) BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END;
CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN
	SELECT RAISE(ABORT, 'records are append-only');
END;
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints BEGIN
	SELECT RAISE(ABORT, 'checkpoints are append-only');
END;`

// recordID is where a session's record lies.
func recordID(row int64, seq uint64) int64 { return row<<32 | int64(seq) }

// maxSeq is the last number of a session: a commitment holds 32 bits.
const maxSeq = 1<<32 - 1

// fileState says what stands at the path.
type fileState int

const (
	stateEmpty fileState = iota // a new file
	stateOurs
	stateOlder // ours, of an older version
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
	case version < 1:
		return 0, fmt.Errorf("%w: schema %d", ErrForeign, version)
	case version < SchemaVersion:
		return stateOlder, nil
	}
	return stateOurs, nil
}

// create writes the schema into a new file, all or nothing.
func create(ctx context.Context, c *sql.Conn) error {
	err := inTransaction(ctx, c, schema,
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion))
	if err != nil {
		return fmt.Errorf("create schema: %w", err)
	}
	return nil
}

// inTransaction runs statements, all or none.
func inTransaction(ctx context.Context, c *sql.Conn, statements ...string) error {
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, q := range statements {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// preallocate lets the log grow once, before the first record: a commit into
// blocks that exist costs little more than the bare fdatasync. What is written
// for it spills from a small cache into the log and is rolled back, so that
// the database itself does not grow.
func preallocate(ctx context.Context, c *sql.Conn, bytes int64) error {
	for _, q := range []string{
		"PRAGMA cache_size = 16", "PRAGMA cache_spill = 16",
		"BEGIN IMMEDIATE",
		"CREATE TABLE ballast (b BLOB)",
		fmt.Sprintf("INSERT INTO ballast VALUES (zeroblob(%d))", bytes),
		"ROLLBACK",
		"PRAGMA cache_size = -8192", "PRAGMA cache_spill = 1",
	} {
		if _, err := c.ExecContext(ctx, q); err != nil {
			c.ExecContext(ctx, "ROLLBACK") // where one is open; the caller closes the connection
			return fmt.Errorf("preallocate %d bytes: %w", bytes, err)
		}
	}
	return nil
}
