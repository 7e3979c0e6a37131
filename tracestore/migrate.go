package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// fromVersion1 copies a file of version 1, whose records had a row of their
// own and two indexes, into the present layout.
var fromVersion1 = []string{
	"DROP TRIGGER records_no_update", "DROP TRIGGER records_no_delete", "DROP TRIGGER checkpoints_no_delete",
	"DROP INDEX records_event",
	"ALTER TABLE sessions RENAME TO old_sessions", "ALTER TABLE records RENAME TO old_records",
	"ALTER TABLE checkpoints RENAME TO old_checkpoints",
	schema,
	"INSERT INTO sessions (id, session, meta) SELECT id, session, meta FROM old_sessions",
	`INSERT INTO records (id, head, body, salt, body_hash, event_id, data_hash, reply)
		SELECT session << 32 | seq, head, body, salt, body_hash, event_id, data_hash, reply FROM old_records ORDER BY session, seq`,
	"INSERT INTO checkpoints SELECT * FROM old_checkpoints",
	"DROP TABLE old_checkpoints", "DROP TABLE old_records", "DROP TABLE old_sessions",
	fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion),
}

func backupPath(path string, version int) string { return fmt.Sprintf("%s.v%d", path, version) }

// migrate brings an older file to the present version, in one transaction,
// after a copy of it was made at <path>.v<old>. A crash leaves the old file.
func migrate(ctx context.Context, c *sql.Conn, path string) error {
	var version int
	if err := c.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	backup := backupPath(path, version)
	// An earlier attempt may have left half a copy; the file itself is whole.
	if err := os.Remove(backup); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("make room for the backup: %w", err)
	}
	if _, err := c.ExecContext(ctx, "VACUUM INTO ?", backup); err != nil {
		return fmt.Errorf("keep a backup before the migration: %w", err)
	}
	if err := syncFile(backup); err != nil {
		return fmt.Errorf("keep a backup before the migration: %w", err)
	}
	if err := inTransaction(ctx, c, fromVersion1...); err != nil {
		return fmt.Errorf("migrate from version %d (the file is as it was; a copy is at %s): %w", version, backup, err)
	}
	return nil
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
}
