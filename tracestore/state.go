package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// PutState keeps what a session's owner derived from its first n records, so
// that a restart need not read them again. It replaces an older state; one
// beyond the records is ErrCheckpoint.
func (s *Store) PutState(ctx context.Context, session trace.Hash, n uint64, state []byte) error {
	return s.submit(ctx, "put state", &job{bytes: 256 + len(state), do: func(ctx context.Context, w *writer) error {
		have, ok := w.touched[session]
		if !ok {
			have = w.head[session]
		}
		if n > have {
			return fmt.Errorf("%w: a state of %d records, session %s has %d", ErrCheckpoint, n, session, have)
		}
		row, err := w.sessionRow(ctx, session)
		if err != nil {
			return err
		}
		_, err = w.conn.ExecContext(ctx, `INSERT INTO states VALUES (?1, ?2, ?3)
			ON CONFLICT (session) DO UPDATE SET n = ?2, state = ?3 WHERE ?2 >= n`, row, int64(n), state)
		return classify(err)
	}})
}

// State returns what PutState kept; n is 0 where there is nothing.
func (s *Store) State(ctx context.Context, session trace.Hash) (n uint64, state []byte, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT t.n, t.state FROM states t JOIN sessions s ON s.id = t.session
		WHERE s.session = ?`, session[:]).Scan(&n, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, s.readError("read state", err)
	}
	return n, state, nil
}
