package tracestore

import (
	"context"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

const (
	// readRows and readBytes bound what is read in one go: a reader that stays
	// in a transaction keeps the log from being reused.
	readRows  = 256
	readBytes = 4 << 20
)

// Read calls f for the records from..to (inclusive; to 0 means the last) in
// order, as they are stored; f's error ends it and is returned. A number that
// is missing from the file is missing from the calls.
func (s *Store) Read(ctx context.Context, session trace.Hash, from, to uint64, f func(r trace.Record, seq uint64) error) error {
	if to == 0 {
		var err error
		if to, err = s.Head(ctx, session); err != nil {
			return err
		}
	}
	row, _, err := s.sessionRow(ctx, session)
	if err != nil || row == 0 {
		return err
	}
	for from <= to {
		page, err := s.page(ctx, row, from, min(to, maxSeq))
		if err != nil {
			return s.readError("read", err)
		}
		if len(page) == 0 {
			return nil
		}
		for _, r := range page {
			if err := f(r.record, r.seq); err != nil {
				return err
			}
		}
		from = page[len(page)-1].seq + 1
	}
	return nil
}

type numbered struct {
	record trace.Record
	seq    uint64
}

func (s *Store) page(ctx context.Context, row int64, from, to uint64) (page []numbered, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id, head, body, salt, body_hash FROM records WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
		recordID(row, from), recordID(row, to), readRows)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for bytes := 0; bytes < readBytes && rows.Next(); {
		var n numbered
		var salt, hash []byte
		var id int64
		if err := rows.Scan(&id, &n.record.Head, &n.record.Body, &salt, &hash); err != nil {
			return nil, err
		}
		n.seq = uint64(id & maxSeq)
		if err := setSecret(&n.record, salt, hash); err != nil {
			return nil, fmt.Errorf("record %d: %w", n.seq, err)
		}
		bytes += len(n.record.Head) + len(n.record.Body)
		page = append(page, n)
	}
	return page, rows.Err()
}

// Head is the number of the last record of a session; 0 if it has none.
func (s *Store) Head(ctx context.Context, session trace.Hash) (uint64, error) {
	// What a stopped store shows may lie in a file that is gone: nobody may take
	// it for durable.
	if err := s.Err(); err != nil {
		return 0, err
	}
	row, _, err := s.sessionRow(ctx, session)
	if err != nil || row == 0 {
		return 0, err
	}
	var n uint64
	err = s.read.QueryRowContext(ctx, "SELECT coalesce(max(id) & 4294967295, 0) FROM records WHERE id BETWEEN ? AND ?",
		recordID(row, 1), recordID(row, maxSeq)).Scan(&n)
	if err != nil {
		return 0, s.readError("read head", err)
	}
	return n, nil
}

// Check reads the whole file: SQLite's integrity check, and that every
// session's records carry their own session and number, from 1 without a gap.
func (s *Store) Check(ctx context.Context) error {
	var verdict string
	if err := s.read.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return s.readError("check", err)
	}
	if verdict != "ok" {
		return s.readError("check", errors.New(verdict))
	}
	sessions, err := s.Sessions(ctx)
	if err != nil {
		return err
	}
	for _, session := range sessions {
		next := uint64(1)
		err := s.Read(ctx, session, 1, 0, func(r trace.Record, seq uint64) error {
			h, err := trace.DecodeHead(r.Head)
			switch {
			case seq != next:
				return fmt.Errorf("%w: session %s lacks record %d", ErrDataLoss, session, next)
			case err != nil:
				return fmt.Errorf("session %s record %d: %w", session, seq, err)
			case h.Seq != seq || h.Session != session:
				return fmt.Errorf("%w: session %s record %d has the head of %s record %d", ErrEntry, session, seq, h.Session, h.Seq)
			}
			next++
			return nil
		})
		if err != nil {
			return s.readError("check", err)
		}
	}
	return nil
}

func (s *Store) readError(op string, err error) error {
	var typed *Error
	if errors.As(err, &typed) {
		return err
	}
	return &Error{Op: op, Path: s.path, Cause: err}
}
