package tracestore

import (
	"context"
	"errors"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"
)

// errBusy: another connection held the write lock past the busy timeout.
var errBusy = errors.New("another process is writing to the store")

func (w *writer) exec(ctx context.Context, q string) error {
	_, err := w.conn.ExecContext(ctx, q)
	return classify(err)
}

// classify names the errors after which the store may go on.
func classify(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err) || isENOSPC(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case resultCode(err) == sqlite3.SQLITE_BUSY:
		return fmt.Errorf("%w: %w", errBusy, err)
	}
	return err
}

// undo rolls the transaction back. An error stays retryable only if the file
// then holds exactly what memory says.
func (w *writer) undo(ctx context.Context, cause error) error {
	for _, session := range w.newRows {
		delete(w.rowOf, session)
	}
	// SQLite may have rolled back by itself; then this is an error of no
	// interest, and loading tells what is there.
	_, rollback := w.conn.ExecContext(ctx, "ROLLBACK")
	if !isRetryable(cause) {
		return cause
	}
	if rollback != nil && w.inTransaction(ctx) {
		return fmt.Errorf("roll back after %s: %w", cause.Error(), rollback)
	}
	for session := range w.touched {
		var have uint64
		err := w.conn.QueryRowContext(ctx, "SELECT coalesce(max(id) & 4294967295, 0) FROM records WHERE id BETWEEN ? AND ?",
			recordID(w.rowOf[session], 1), recordID(w.rowOf[session], maxSeq)).Scan(&have)
		if err != nil {
			return fmt.Errorf("look back after %s: %w", cause.Error(), err)
		}
		if have != w.head[session] {
			return fmt.Errorf("session %s has %d records and not %d after %s", session, have, w.head[session], cause.Error())
		}
	}
	return cause
}

// inTransaction finds out by trying: BEGIN inside a transaction is an error.
func (w *writer) inTransaction(ctx context.Context) bool {
	if _, err := w.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return true
	}
	_, err := w.conn.ExecContext(ctx, "ROLLBACK")
	return err != nil
}
