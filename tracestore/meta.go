package tracestore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// The kinds and states of a checkpoint.
const (
	KindCheckpoint uint8 = 1
	KindFinal      uint8 = 2

	StatusPending   = "pending"   // about to be sent, or sent and not seen yet
	StatusConfirmed = "confirmed" // seen on chain
)

// Checkpoint is a commitment of a session's first N records and the tree
// state that continues it.
type Checkpoint struct {
	N        uint64
	Kind     uint8 // KindCheckpoint or KindFinal
	H        trace.Hash
	Frontier []byte     // trace.Frontier, marshalled
	TxHash   trace.Hash // zero while unknown
	Status   string     // StatusPending or StatusConfirmed
}

// PutCheckpoint keeps c. The same (N, Kind) may come again with a new
// transaction or status; with another H or frontier, or beyond the records, it
// is ErrCheckpoint. The high-water marks are durable, too, when it returns.
func (s *Store) PutCheckpoint(ctx context.Context, session trace.Hash, c Checkpoint) error {
	return s.submit(ctx, "put checkpoint", &job{sync: true, bytes: 256 + len(c.Frontier), do: func(ctx context.Context, w *writer) error {
		return w.putCheckpoint(ctx, session, c)
	}})
}

func (w *writer) putCheckpoint(ctx context.Context, session trace.Hash, c Checkpoint) error {
	have, ok := w.touched[session]
	if !ok {
		have = w.head[session]
	}
	if c.N > have {
		return fmt.Errorf("%w: it covers %d records, session %s has %d", ErrCheckpoint, c.N, session, have)
	}
	if c.Kind != KindCheckpoint && c.Kind != KindFinal || c.Status != StatusPending && c.Status != StatusConfirmed {
		return fmt.Errorf("%w: kind %d, status %q", ErrCheckpoint, c.Kind, c.Status)
	}
	row, err := w.sessionRow(ctx, session)
	if err != nil {
		return err
	}
	var h, frontier []byte
	err = w.conn.QueryRowContext(ctx, "SELECT h, frontier FROM checkpoints WHERE session = ? AND n = ? AND kind = ?",
		row, int64(c.N), c.Kind).Scan(&h, &frontier)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return classify(err)
	case !bytes.Equal(h, c.H[:]) || !bytes.Equal(frontier, c.Frontier):
		return fmt.Errorf("%w: n %d of session %s was kept with hash 0x%x, now %s", ErrCheckpoint, c.N, session, h, c.H)
	}
	var tx []byte
	if !c.TxHash.IsZero() {
		tx = c.TxHash[:]
	}
	_, err = w.conn.ExecContext(ctx, `INSERT INTO checkpoints (session, n, kind, h, frontier, tx, status) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (session, n, kind) DO UPDATE SET tx = excluded.tx, status = excluded.status`,
		row, int64(c.N), c.Kind, c.H[:], c.Frontier, tx, c.Status)
	return classify(err)
}

// Checkpoints lists what was kept for a session, by N and Kind.
func (s *Store) Checkpoints(ctx context.Context, session trace.Hash) (list []Checkpoint, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT c.n, c.kind, c.h, c.frontier, c.tx, c.status FROM checkpoints c
		JOIN sessions s ON s.id = c.session WHERE s.session = ? ORDER BY c.n, c.kind`, session[:])
	if err != nil {
		return nil, s.readError("read checkpoints", err)
	}
	defer rows.Close()
	for rows.Next() {
		var c Checkpoint
		var h, tx []byte
		if err := rows.Scan(&c.N, &c.Kind, &h, &c.Frontier, &tx, &c.Status); err != nil {
			return nil, s.readError("read checkpoints", err)
		}
		if len(h) != 32 || len(tx) != 0 && len(tx) != 32 {
			return nil, s.readError("read checkpoints", fmt.Errorf("n %d has hashes of %d and %d bytes", c.N, len(h), len(tx)))
		}
		copy(c.H[:], h)
		copy(c.TxHash[:], tx)
		list = append(list, c)
	}
	if err := rows.Err(); err != nil {
		return nil, s.readError("read checkpoints", err)
	}
	return list, nil
}

// PutSession keeps opaque data about a session (JSON of the caller's own);
// the newest one replaces the older.
func (s *Store) PutSession(ctx context.Context, session trace.Hash, meta []byte) error {
	return s.submit(ctx, "put session", &job{bytes: 256 + len(meta), do: func(ctx context.Context, w *writer) error {
		row, err := w.sessionRow(ctx, session)
		if err != nil {
			return err
		}
		_, err = w.conn.ExecContext(ctx, "UPDATE sessions SET meta = ? WHERE id = ?", meta, row)
		return classify(err)
	}})
}

// Session returns what PutSession kept; false if the session is unknown or
// nothing was kept.
func (s *Store) Session(ctx context.Context, session trace.Hash) (meta []byte, ok bool, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT meta FROM sessions WHERE session = ? AND meta IS NOT NULL", session[:]).Scan(&meta)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, s.readError("read session", err)
	}
	return meta, true, nil
}

// Sessions lists all sessions, oldest first.
func (s *Store) Sessions(ctx context.Context) (list []trace.Hash, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT session FROM sessions ORDER BY id")
	if err != nil {
		return nil, s.readError("list sessions", err)
	}
	defer rows.Close()
	for rows.Next() {
		var h []byte
		if err := rows.Scan(&h); err != nil {
			return nil, s.readError("list sessions", err)
		}
		if len(h) != 32 {
			return nil, s.readError("list sessions", fmt.Errorf("a session id has %d bytes", len(h)))
		}
		list = append(list, trace.Hash(h))
	}
	if err := rows.Err(); err != nil {
		return nil, s.readError("list sessions", err)
	}
	return list, nil
}
