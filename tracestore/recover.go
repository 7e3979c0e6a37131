package tracestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/tracestore/trace"
)

func isENOSPC(err error) bool { return errors.Is(err, unix.ENOSPC) }

// wholeCheck is how large a file may be for an opening to count all of its
// records; of a larger one it counts those that came after the last upkeep.
const wholeCheck = 64 << 20

// load reads sessions and heads from the file; a session whose numbers are not
// 1..n is ErrDataLoss.
func (w *writer) load(ctx context.Context) error {
	w.rowOf, w.head, w.events = map[trace.Hash]int64{}, map[trace.Hash]uint64{}, eventIndex{known: map[int64]struct{}{}}
	var bytes int64
	if err := w.conn.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&bytes); err != nil {
		return fmt.Errorf("read the size: %w", err)
	}
	rows, err := w.conn.QueryContext(ctx, `SELECT id, session, indexed, coalesce((SELECT max(r.id) FROM records r
		WHERE r.id BETWEEN s.id << 32 AND s.id << 32 | 4294967295) & 4294967295, 0) FROM sessions s`)
	if err != nil {
		return fmt.Errorf("read heads: %w", err)
	}
	defer rows.Close()
	total := uint64(0)
	indexedTo := map[trace.Hash]uint64{}
	for rows.Next() {
		var id int64
		var session []byte
		var upTo, last uint64
		if err := rows.Scan(&id, &session, &upTo, &last); err != nil {
			return fmt.Errorf("read heads: %w", err)
		}
		h := trace.Hash(session)
		w.rowOf[h], w.head[h], indexedTo[h] = id, last, upTo
		total += last
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read heads: %w", err)
	}
	w.events.complete = total == 0
	for session, last := range w.head {
		from := indexedTo[session]
		if err := w.loadEvents(ctx, session, w.rowOf[session], from, last); err != nil {
			return err
		}
		if bytes <= wholeCheck || from > last {
			from = 0
		}
		var count uint64
		err := w.conn.QueryRowContext(ctx, "SELECT count(*) FROM records WHERE id BETWEEN ? AND ?",
			recordID(w.rowOf[session], from+1), recordID(w.rowOf[session], maxSeq)).Scan(&count)
		if err != nil {
			return fmt.Errorf("count records: %w", err)
		}
		if count != last-from {
			return w.nameHole(ctx, session)
		}
	}
	return nil
}

// nameHole is ErrDataLoss with the first number that the session lacks.
func (w *writer) nameHole(ctx context.Context, session trace.Hash) error {
	var first uint64
	err := w.conn.QueryRowContext(ctx, `SELECT min(n) FROM (
		SELECT 1 AS n WHERE NOT EXISTS (SELECT 1 FROM records WHERE id = ?1 << 32 | 1)
		UNION ALL
		SELECT seq + 1 FROM records a WHERE id BETWEEN ?1 << 32 AND ?1 << 32 | 4294967295
			AND NOT EXISTS (SELECT 1 FROM records b WHERE b.id = a.id + 1))`, w.rowOf[session]).Scan(&first)
	if err != nil {
		return fmt.Errorf("find the hole in session %s: %w", session, err)
	}
	return fmt.Errorf("%w: session %s lacks record %d", ErrDataLoss, session, first)
}

// recover compares what is stored with what was acknowledged: the high-water
// marks and the checkpoints.
func (w *writer) recover(ctx context.Context, restored bool) error {
	if err := w.load(ctx); err != nil {
		return err
	}
	records := uint64(0)
	for _, n := range w.head {
		records += n
	}
	high, marks, err := openHighwater(w.path+".high", records == 0 || restored)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w, perhaps: %s.high, which would tell, is gone; bring it back, or open the file as a restored copy", ErrDataLoss, w.path)
	}
	if err != nil {
		return err
	}
	w.high = high
	for session, seq := range marks {
		if have := w.head[session]; have < seq {
			return fmt.Errorf("%w: session %s lacks record %d; records up to %d were acknowledged", ErrDataLoss, session, have+1, seq)
		}
	}
	if err := w.checkpointsHold(ctx); err != nil {
		return err
	}
	for session, seq := range w.head {
		if marks[session] == seq {
			continue
		}
		if err := w.high.reserve(session); err != nil {
			return err
		}
		if err := w.high.mark(session, seq); err != nil {
			return err
		}
	}
	return w.high.f.Sync()
}

// checkpointsHold is ErrDataLoss if a kept checkpoint covers more records than
// there are.
func (w *writer) checkpointsHold(ctx context.Context) error {
	rows, err := w.conn.QueryContext(ctx, `SELECT s.session, max(c.n) FROM checkpoints c
		JOIN sessions s ON s.id = c.session GROUP BY s.id`)
	if err != nil {
		return fmt.Errorf("read checkpoints: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var session []byte
		var n uint64
		if err := rows.Scan(&session, &n); err != nil {
			return fmt.Errorf("read checkpoints: %w", err)
		}
		if have := w.head[trace.Hash(session)]; have < n {
			return fmt.Errorf("%w: session %s lacks record %d; a checkpoint covers %d", ErrDataLoss, trace.Hash(session), have+1, n)
		}
	}
	return rows.Err()
}

// copyLog moves the log into the database without making it smaller. A full
// disk or a long reader leaves the log as it is; it is tried again later.
func (w *writer) copyLog(ctx context.Context) error {
	var busy, frames, copied int64
	err := w.conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &copied)
	switch {
	case err != nil && !isRetryable(classify(err)):
		return fmt.Errorf("copy the log: %w", err)
	case err == nil && busy == 0 && frames == copied:
		w.logBytes = 0
	default:
		// Half of the threshold must come in before the next attempt.
		w.logBytes = w.opt.CheckpointBytes / 2
	}
	return w.files.check()
}

// close releases the connection, the marks and the lock, in this order.
func (w *writer) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{w.insert, w.begin, w.end} {
		if stmt != nil {
			errs = append(errs, stmt.Close())
		}
	}
	if w.conn != nil {
		errs = append(errs, w.conn.Close())
	}
	if w.db != nil {
		errs = append(errs, w.db.Close())
	}
	if w.high != nil {
		errs = append(errs, w.high.f.Close())
	}
	if w.lock != nil {
		errs = append(errs, w.lock.Close())
	}
	return errors.Join(errs...)
}
