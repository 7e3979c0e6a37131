package tracestore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/tracestore/trace"
)

const (
	// indexBatch is how many event ids wait before they go into the index
	// together.
	indexBatch = 512
	// maxKnown bounds the memory of known: about 16 MiB.
	maxKnown = 1 << 19
)

// eventIndex is the writer's knowledge of event ids. The index on disk lacks
// the waiting ones; whoever looks an id up looks at the records above
// sessions.indexed, too.
type eventIndex struct {
	waiting []indexed
	// known holds the fingerprints of all ids of the file while complete is
	// set, so that a new id costs no look at the disk.
	known    map[int64]struct{}
	complete bool
}

// indexed is one id on its way into the index.
type indexed struct{ fingerprint, record int64 }

// fingerprint spreads the event ids of all sessions; equal ones only cost a
// look at the record.
func fingerprint(session trace.Hash, id string) int64 {
	h := trace.Keccak(session[:], []byte(id))
	return int64(binary.BigEndian.Uint64(h[:8]))
}

// isNew reports whether the id was certainly never recorded.
func (x *eventIndex) isNew(fp int64) bool {
	_, known := x.known[fp]
	return x.complete && !known
}

func (x *eventIndex) add(fp, record int64) {
	x.waiting = append(x.waiting, indexed{fp, record})
	switch {
	case !x.complete:
	case len(x.known) >= maxKnown:
		x.complete, x.known = false, nil
	default:
		x.known[fp] = struct{}{}
	}
}

// flush writes the waiting ids into the index; it runs in a transaction.
func (w *writer) flushEvents(ctx context.Context) error {
	upTo := map[int64]int64{}
	batch := slices.Clone(w.events.waiting)
	// In the order of the tree, so that a page is touched once.
	slices.SortFunc(batch, func(a, b indexed) int {
		switch {
		case a.fingerprint < b.fingerprint:
			return -1
		case a.fingerprint > b.fingerprint:
			return 1
		}
		return 0
	})
	for len(batch) > 0 {
		n := min(len(batch), 64)
		args := make([]any, 0, 2*n)
		for _, e := range batch[:n] {
			args = append(args, e.fingerprint, e.record)
			row := e.record >> 32
			upTo[row] = max(upTo[row], e.record&maxSeq)
		}
		q := "INSERT OR IGNORE INTO events VALUES (?, ?)" + strings.Repeat(", (?, ?)", n-1)
		if _, err := w.conn.ExecContext(ctx, q, args...); err != nil {
			return classify(err)
		}
		batch = batch[n:]
	}
	for row, seq := range upTo {
		if _, err := w.conn.ExecContext(ctx, "UPDATE sessions SET indexed = ? WHERE id = ?", seq, row); err != nil {
			return classify(err)
		}
	}
	return nil
}

// loadEvents finds the ids that the index lacks after an opening. sessions
// maps a session's row to its id and to what is indexed.
func (w *writer) loadEvents(ctx context.Context, session trace.Hash, row int64, from, to uint64) error {
	rows, err := w.conn.QueryContext(ctx, "SELECT id, event_id FROM records WHERE id BETWEEN ? AND ? AND event_id IS NOT NULL",
		recordID(row, from+1), recordID(row, to))
	if err != nil {
		return fmt.Errorf("read event ids: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var event string
		if err := rows.Scan(&id, &event); err != nil {
			return fmt.Errorf("read event ids: %w", err)
		}
		w.events.waiting = append(w.events.waiting, indexed{fingerprint(session, event), id})
	}
	return rows.Err()
}

// knownEvent is the writer's own look before an insert.
func (w *writer) knownEvent(ctx context.Context, session trace.Hash, row int64, id string, fp int64) (bool, error) {
	if w.events.isNew(fp) {
		return false, nil
	}
	for _, e := range w.events.waiting {
		if e.fingerprint == fp && e.record>>32 == row {
			return true, nil
		}
	}
	var n int
	err := w.conn.QueryRowContext(ctx, `SELECT count(*) FROM events e JOIN records r ON r.id = e.record
		WHERE e.fingerprint = ? AND e.record BETWEEN ? AND ? AND r.event_id = ?`, fp, recordID(row, 1), recordID(row, maxSeq), id).Scan(&n)
	return n > 0, classify(err)
}

// Stored is what is kept about an event that was acknowledged.
type Stored struct {
	Seq      uint64
	DataHash trace.Hash // zero once the record's body was erased
	Reply    []byte
	Record   trace.Record
}

// Event looks an adapter's event id up; false means never acknowledged here.
func (s *Store) Event(ctx context.Context, session trace.Hash, id string) (Stored, bool, error) {
	row, indexed, err := s.sessionRow(ctx, session)
	if err != nil || row == 0 {
		return Stored{}, false, err
	}
	// The tail first: what leaves it is in the index by then.
	const columns = "SELECT r.id, r.head, r.body, r.salt, r.body_hash, r.data_hash, r.reply FROM "
	st, ok, err := s.event(ctx, columns+"records r WHERE r.id BETWEEN ? AND ? AND r.event_id = ?",
		recordID(row, indexed+1), recordID(row, maxSeq), id)
	if err != nil || ok {
		return st, ok, err
	}
	return s.event(ctx, columns+"events e JOIN records r ON r.id = e.record WHERE e.fingerprint = ? AND e.record BETWEEN ? AND ? AND r.event_id = ?",
		fingerprint(session, id), recordID(row, 1), recordID(row, maxSeq), id)
}

func (s *Store) event(ctx context.Context, query string, args ...any) (st Stored, ok bool, err error) {
	var record int64
	var salt, bodyHash, dataHash []byte
	err = s.read.QueryRowContext(ctx, query, args...).Scan(&record, &st.Record.Head, &st.Record.Body, &salt, &bodyHash, &dataHash, &st.Reply)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Stored{}, false, nil
	case err != nil:
		return Stored{}, false, s.readError("look up event", err)
	}
	st.Seq = uint64(record & maxSeq)
	if err := setSecret(&st.Record, salt, bodyHash); err != nil {
		return Stored{}, false, s.readError("look up event", fmt.Errorf("record %d: %w", st.Seq, err))
	}
	switch len(dataHash) {
	case len(st.DataHash):
		st.DataHash = trace.Hash(dataHash)
	case 0: // erased
	default:
		return Stored{}, false, s.readError("look up event", fmt.Errorf("record %d has a data hash of %d bytes", st.Seq, len(dataHash)))
	}
	return st, true, nil
}

// sessionRow is a reader's look at a session; row 0 means unknown.
func (s *Store) sessionRow(ctx context.Context, session trace.Hash) (row int64, indexed uint64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT id, indexed FROM sessions WHERE session = ?", session[:]).Scan(&row, &indexed)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, s.readError("look up session", err)
	}
	return row, indexed, nil
}
