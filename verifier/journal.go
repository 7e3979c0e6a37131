package verifier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/watch"
)

// keptMarks is how many blocks the cursor remembers: the deepest reorganisation
// that is undone without reading everything again.
const keptMarks = 512

// noOne stands for a hash that is not there.
var noOne = make([]byte, 32)

var _ watch.Journal = (*Book)(nil)

// Marks implements watch.Journal.
func (b *Book) Marks(ctx context.Context) (marks []watch.Mark, err error) {
	rows, err := b.db.QueryContext(ctx, "SELECT number, hash FROM marks ORDER BY number DESC")
	if err != nil {
		return nil, fmt.Errorf("reading the cursor: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var m watch.Mark
		var hash []byte
		if err := rows.Scan(&m.Number, &hash); err != nil {
			return nil, fmt.Errorf("reading the cursor: %w", err)
		}
		copy(m.Hash[:], hash)
		marks = append(marks, m)
	}
	return marks, rows.Err()
}

// noted is an arrow that a transaction makes, told once it is committed.
type noted struct {
	claim trace.Hash
	arrow Arrow
}

// Apply implements watch.Journal: events and cursor in one transaction.
func (b *Book) Apply(ctx context.Context, events []watch.Event, marks []watch.Mark) error {
	return b.take(ctx, events, "", func(tx *sql.Tx) error {
		for _, m := range marks {
			if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO marks VALUES (?, ?)", m.Number, m.Hash[:]); err != nil {
				return fmt.Errorf("moving the cursor: %w", err)
			}
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM marks WHERE number NOT IN (SELECT number FROM marks ORDER BY number DESC LIMIT ?)", keptMarks)
		return err
	})
}

// Looked implements watch.Journal.
func (b *Book) Looked(ctx context.Context) (to uint64, err error) {
	if err := b.db.QueryRowContext(ctx, "SELECT looked FROM identity").Scan(&to); err != nil {
		return 0, fmt.Errorf("reading the cursor of the second look: %w", err)
	}
	return to, nil
}

// Again implements watch.Journal.
func (b *Book) Again(ctx context.Context, events []watch.Event, to uint64) error {
	return b.take(ctx, events, " (the node had not shown it at first)", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE identity SET looked = ?", to)
		return err
	})
}

// cursor is the block up to which the chain was read; 0 before the first one.
func (b *Book) cursor(ctx context.Context) (to uint64, err error) {
	if err := b.db.QueryRowContext(ctx, "SELECT COALESCE(MAX(number), 0) FROM marks").Scan(&to); err != nil {
		return 0, fmt.Errorf("reading the cursor: %w", err)
	}
	return to, nil
}

// take keeps events and moves a cursor in one transaction, and tells of the
// arrows that it made.
func (b *Book) take(ctx context.Context, events []watch.Event, remark string, move func(*sql.Tx) error) error {
	var made []noted
	err := b.write(ctx, func(tx *sql.Tx) error {
		for _, e := range events {
			a, err := b.apply(ctx, tx, e)
			if err != nil {
				return fmt.Errorf("keeping the event %q of claim %s: %w", e.Kind, e.Claim, err)
			}
			if a == nil {
				continue
			}
			a.Note += remark
			if err := noteArrow(ctx, tx, e.Claim, *a); err != nil {
				return err
			}
			made = append(made, noted{e.Claim, *a})
		}
		return move(tx)
	})
	if err != nil {
		return err
	}
	for _, n := range made {
		b.told(n.claim, n.arrow)
	}
	for _, e := range events {
		if b.touched != nil {
			b.touched(e.Claim)
		}
	}
	return nil
}

// apply keeps one event and returns the arrow that it makes, if any.
func (b *Book) apply(ctx context.Context, tx *sql.Tx, e watch.Event) (*Arrow, error) {
	if e.Kind == watch.Filed {
		return b.filed(ctx, tx, e)
	}
	var from State
	var ended uint64
	err := tx.QueryRowContext(ctx, "SELECT state, COALESCE(settled_block, closed_block, 0) FROM claims WHERE id = ?", e.Claim[:]).Scan(&from, &ended)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // another verifier's claim, or one filed before the start block
	}
	if err != nil {
		return nil, err
	}
	if ended == e.Block && e.Kind != watch.Offered {
		return nil, nil // known from the first look
	}
	switch e.Kind {
	case watch.Offered:
		_, err := tx.ExecContext(ctx, "UPDATE claims SET offer = ?, offer_block = ? WHERE id = ?", e.BundleHash[:], e.Block, e.Claim[:])
		return nil, err
	case watch.Settled:
		return b.settled(ctx, tx, e, from)
	case watch.Withdrawn, watch.Expired:
		_, err := tx.ExecContext(ctx, "UPDATE claims SET state = ?, closed = ?, closed_block = ? WHERE id = ?", Closed, e.Kind, e.Block, e.Claim[:])
		return &Arrow{From: from, To: Closed, Time: e.BlockTime, Note: string(e.Kind)}, err
	}
	return nil, fmt.Errorf("the chain reader knows an event %q that this file does not", e.Kind)
}

// filed takes a new claim in, or one whose filing a reorganisation moved.
func (b *Book) filed(ctx context.Context, tx *sql.Tx, e watch.Event) (*Arrow, error) {
	if e.Verifier != b.verifier {
		return nil, nil // pinned to another verifier
	}
	res, err := tx.ExecContext(ctx, "UPDATE claims SET filed_at = ?, filed_block = ?, heads_hash = ? WHERE id = ?",
		e.BlockTime, e.Block, e.HeadsHash[:], e.Claim[:])
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO claims (id, session, promise, round, filed_at, filed_block, heads_hash, offer, state, tx)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Claim[:], e.Session[:], e.Promise, e.Round, e.BlockTime, e.Block, e.HeadsHash[:], noOne, Filed, noOne)
	return &Arrow{To: Filed, Time: e.BlockTime, Note: fmt.Sprintf("promise %d", e.Promise)}, err
}

// settled ends a claim with the verdict that the chain has. It is ours unless
// somebody else rules with the same key, or the other members of a quorum decide
// otherwise; the chain's word stands either way.
func (b *Book) settled(ctx context.Context, tx *sql.Tx, e watch.Event, from State) (*Arrow, error) {
	var ruled, violated bool
	var reason, dissent string
	err := tx.QueryRowContext(ctx, "SELECT ruled, violated, reason, dissent FROM claims WHERE id = ?", e.Claim[:]).Scan(&ruled, &violated, &reason, &dissent)
	if err != nil {
		return nil, err
	}
	note := "verdict on chain"
	if agrees := ruled && violated == e.Violated; !agrees || (reason != e.Reason && !b.together) {
		switch {
		case !b.together:
			note = "another process ruled with this verifier's key"
		case ruled:
			note, dissent = "the quorum decided against this member, who found: "+reason, reason
		default:
			note = "the quorum decided before this member did"
		}
		_, err := tx.ExecContext(ctx, "UPDATE claims SET ruled = 1, violated = ?, reason = ?, records = '[]', sentence = '', dissent = ? WHERE id = ?",
			e.Violated, e.Reason, dissent, e.Claim[:])
		if err != nil {
			return nil, err
		}
	}
	_, err = tx.ExecContext(ctx, "UPDATE claims SET state = ?, tx = ?, settled_block = ?, settled_at = ? WHERE id = ?", Settled, e.TxHash[:], e.Block, e.BlockTime, e.Claim[:])
	return &Arrow{From: from, To: Settled, Time: e.BlockTime, Note: note}, err
}
