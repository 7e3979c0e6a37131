package verifier

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// arrow is a transition to commit: of is the claim as it was read.
type arrow struct {
	of   Claim
	to   State
	time uint64
	note string
}

// move commits an arrow. The claim must still be where it was read, else ErrMoved.
func (b *Book) move(ctx context.Context, a arrow) error {
	err := b.write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "UPDATE claims SET state = ? WHERE id = ? AND state = ? AND filed_block IS NOT NULL",
			a.to, a.of.ID[:], a.of.State)
		if err != nil {
			return fmt.Errorf("moving claim %s: %w", a.of.ID, err)
		}
		if err := one(res); err != nil {
			return err
		}
		return noteArrow(ctx, tx, a.of.ID, a.arrow())
	})
	if err == nil {
		b.told(a.of.ID, a.arrow())
	}
	return err
}

func (a arrow) arrow() Arrow { return Arrow{From: a.of.State, To: a.to, Time: a.time, Note: a.note} }

// ruling is a verdict to keep.
type ruling struct {
	violated bool
	reason   string
	records  []uint64
	sentence string
}

// rule commits the verdict of a claim that is being judged, together with the
// arrow to Settling: from here on this verdict is sent, and no other.
func (b *Book) rule(ctx context.Context, a arrow, r ruling) error {
	if r.records == nil {
		r.records = []uint64{}
	}
	records, err := json.Marshal(r.records)
	if err != nil {
		return fmt.Errorf("writing the records of claim %s: %w", a.of.ID, err)
	}
	a.to = Settling
	err = b.write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, `UPDATE claims SET state = ?, ruled = 1, violated = ?, reason = ?, records = ?, sentence = ?
			WHERE id = ? AND state = ? AND filed_block IS NOT NULL`,
			a.to, r.violated, r.reason, string(records), r.sentence, a.of.ID[:], a.of.State)
		if err != nil {
			return fmt.Errorf("keeping the verdict of claim %s: %w", a.of.ID, err)
		}
		if err := one(res); err != nil {
			return err
		}
		return noteArrow(ctx, tx, a.of.ID, a.arrow())
	})
	if err == nil {
		b.told(a.of.ID, a.arrow())
	}
	return err
}

func one(res sql.Result) error {
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("writing the claims file: %w", err)
	}
	if n != 1 {
		return ErrMoved
	}
	return nil
}

func noteArrow(ctx context.Context, tx *sql.Tx, claim trace.Hash, a Arrow) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO arrows (claim, from_state, to_state, block_time, note) VALUES (?, ?, ?, ?, ?)",
		claim[:], a.From, a.To, a.Time, a.Note)
	if err != nil {
		return fmt.Errorf("noting an arrow of claim %s: %w", claim, err)
	}
	return nil
}

func (b *Book) told(claim trace.Hash, a Arrow) {
	if b.notify != nil {
		b.notify(claim, a)
	}
}

// Arrows lists what happened to a claim, in order.
func (b *Book) Arrows(ctx context.Context, claim trace.Hash) (arrows []Arrow, err error) {
	rows, err := b.db.QueryContext(ctx, "SELECT from_state, to_state, block_time, note FROM arrows WHERE claim = ? ORDER BY n", claim[:])
	if err != nil {
		return nil, fmt.Errorf("reading the arrows of claim %s: %w", claim, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var a Arrow
		if err := rows.Scan(&a.From, &a.To, &a.Time, &a.Note); err != nil {
			return nil, fmt.Errorf("reading the arrows of claim %s: %w", claim, err)
		}
		arrows = append(arrows, a)
	}
	return arrows, rows.Err()
}
