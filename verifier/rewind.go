package verifier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// undone selects the claims whose place a reorganisation above ?1 takes back:
// ended above it, or ruled on with facts that may be different now.
const undone = "settled_block > ?1 OR closed_block > ?1 OR state IN ('judging', 'settling')"

// Rewind implements watch.Journal. Facts may differ on the new chain, so every
// verdict that is not final below the fork is judged again; bundles stay kept.
func (b *Book) Rewind(ctx context.Context, to uint64) error {
	var made []noted
	err := b.write(ctx, func(tx *sql.Tx) error {
		back, err := undoneClaims(ctx, tx, to)
		if err != nil {
			return err
		}
		for _, n := range back {
			if err := noteArrow(ctx, tx, n.claim, n.arrow); err != nil {
				return err
			}
		}
		made = back
		for _, q := range []string{
			`UPDATE claims SET state = 'awaiting-evidence', ruled = 0, violated = 0, reason = '', records = '[]', sentence = '',
				tx = zeroblob(32), settled_block = NULL, settled_at = NULL, dissent = '', closed = '', closed_block = NULL WHERE ` + undone,
			"UPDATE claims SET offer = zeroblob(32), offer_block = NULL WHERE offer_block > ?1",
			"UPDATE claims SET filed_block = NULL WHERE filed_block > ?1",
			"DELETE FROM marks WHERE number > ?1",
			"UPDATE identity SET looked = MIN(looked, ?1)",
		} {
			if _, err := tx.ExecContext(ctx, q, to); err != nil {
				return fmt.Errorf("forgetting blocks above %d: %w", to, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, n := range made {
		b.told(n.claim, n.arrow)
	}
	return nil
}

func undoneClaims(ctx context.Context, tx *sql.Tx, to uint64) (back []noted, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, state FROM claims WHERE "+undone, to)
	if err != nil {
		return nil, fmt.Errorf("looking for what the fork took back: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id []byte
		a := Arrow{To: Awaiting, Note: fmt.Sprintf("the chain was reorganised above block %d", to)}
		if err := rows.Scan(&id, &a.From); err != nil {
			return nil, fmt.Errorf("looking for what the fork took back: %w", err)
		}
		var claim trace.Hash
		copy(claim[:], id)
		back = append(back, noted{claim, a})
	}
	return back, rows.Err()
}
