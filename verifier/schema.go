package verifier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/varek/varek/tracestore/trace"
)

const schemaVersion = 2

// schemas are the steps from each version to the next; version 0 is an empty file.
var schemas = [schemaVersion]string{`
CREATE TABLE identity (
	one      INTEGER PRIMARY KEY CHECK (one = 1),
	chain_id TEXT NOT NULL,
	escrow   BLOB NOT NULL,
	verifier BLOB NOT NULL
) STRICT;
CREATE TABLE marks (
	number INTEGER PRIMARY KEY,
	hash   BLOB NOT NULL
) STRICT;
CREATE TABLE claims (
	id            BLOB PRIMARY KEY,
	session       BLOB NOT NULL,
	promise       INTEGER NOT NULL,
	round         INTEGER NOT NULL,
	filed_at      INTEGER NOT NULL,
	filed_block   INTEGER,          -- NULL while a reorganisation has taken the filing back
	heads_hash    BLOB NOT NULL,
	offer         BLOB NOT NULL,
	offer_block   INTEGER,
	state         TEXT NOT NULL,
	ruled         INTEGER NOT NULL DEFAULT 0,
	violated      INTEGER NOT NULL DEFAULT 0,
	reason        TEXT NOT NULL DEFAULT '',
	records       TEXT NOT NULL DEFAULT '[]',
	sentence      TEXT NOT NULL DEFAULT '',
	tx            BLOB NOT NULL,
	settled_block INTEGER,
	closed        TEXT NOT NULL DEFAULT '',
	closed_block  INTEGER
) STRICT;
CREATE INDEX claims_by_state ON claims (state);
CREATE INDEX claims_by_filing ON claims (filed_at, id);
CREATE TABLE arrows (
	n          INTEGER PRIMARY KEY AUTOINCREMENT,
	claim      BLOB NOT NULL,
	from_state TEXT NOT NULL,
	to_state   TEXT NOT NULL,
	block_time INTEGER NOT NULL,
	note       TEXT NOT NULL
) STRICT;
CREATE INDEX arrows_by_claim ON arrows (claim, n);
`, `
ALTER TABLE identity ADD COLUMN genesis BLOB; -- first block of the chain, NULL before it was read
ALTER TABLE identity ADD COLUMN looked INTEGER NOT NULL DEFAULT 0; -- read twice up to here
ALTER TABLE claims ADD COLUMN settled_at INTEGER;
ALTER TABLE claims ADD COLUMN dissent TEXT NOT NULL DEFAULT '';
CREATE TABLE voices (
	claim     BLOB NOT NULL,
	member    BLOB NOT NULL,
	violated  INTEGER NOT NULL,
	signature BLOB NOT NULL,
	PRIMARY KEY (claim, member, violated)
) STRICT;
`}

// steps brings a file from a version to the newest one.
func steps(ctx context.Context, tx *sql.Tx, from int) error {
	for v := from; v < schemaVersion; v++ {
		if _, err := tx.ExecContext(ctx, schemas[v]); err != nil {
			return fmt.Errorf("making the tables of version %d: %w", v+1, err)
		}
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion))
	return err
}

// migrate brings an older file up to date; a copy stays at <path>.v<version>.
func (b *Book) migrate(ctx context.Context, path string, from int) error {
	backup := fmt.Sprintf("%s.v%d", path, from)
	if err := os.Remove(backup); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the copy of a migration that did not end: %w", err)
	}
	if _, err := b.db.ExecContext(ctx, "VACUUM INTO ?", backup); err != nil {
		return fmt.Errorf("copying the claims file to %s before its migration: %w", backup, err)
	}
	return b.write(ctx, func(tx *sql.Tx) error { return steps(ctx, tx, from) })
}

// genesis returns the first block that the claims' chain was seen to have, and
// keeps now as that one when none is kept.
func (b *Book) genesis(ctx context.Context, now trace.Hash) (kept trace.Hash, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE identity SET genesis = ? WHERE genesis IS NULL", now[:]); err != nil {
			return err
		}
		var text []byte
		if err := tx.QueryRowContext(ctx, "SELECT genesis FROM identity").Scan(&text); err != nil {
			return err
		}
		copy(kept[:], text)
		return nil
	})
	if err != nil {
		return kept, fmt.Errorf("reading the claims' chain: %w", err)
	}
	return kept, nil
}
