package verifier

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

const claimColumns = `id, session, promise, round, filed_at, heads_hash, offer, state, ruled, violated, reason, records, sentence, tx, closed, dissent`

// Claim reads one claim; ErrNoClaim when it is not here, or when a
// reorganisation has taken its filing back.
func (b *Book) Claim(ctx context.Context, id trace.Hash) (Claim, error) {
	row := b.db.QueryRowContext(ctx, "SELECT "+claimColumns+" FROM claims WHERE id = ? AND filed_block IS NOT NULL", id[:])
	c, err := scanClaim(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Claim{}, ErrNoClaim
	}
	return c, err
}

// Claims lists claims, newest filing first.
func (b *Book) Claims(ctx context.Context, limit, offset int) ([]Claim, error) {
	return b.query(ctx, "filed_block IS NOT NULL ORDER BY filed_at DESC, id LIMIT ? OFFSET ?", limit, offset)
}

// active lists the claims that are not at an end.
func (b *Book) active(ctx context.Context) ([]Claim, error) {
	return b.query(ctx, "filed_block IS NOT NULL AND state NOT IN (?, ?) ORDER BY filed_at, id", Settled, Closed)
}

func (b *Book) query(ctx context.Context, where string, args ...any) (claims []Claim, err error) {
	rows, err := b.db.QueryContext(ctx, "SELECT "+claimColumns+" FROM claims WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("reading the claims file: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		c, err := scanClaim(rows)
		if err != nil {
			return nil, err
		}
		claims = append(claims, c)
	}
	return claims, rows.Err()
}

func scanClaim(row interface{ Scan(...any) error }) (Claim, error) {
	var c Claim
	var id, session, heads, offer, tx []byte
	var records string
	err := row.Scan(&id, &session, &c.Promise, &c.Round, &c.FiledAt, &heads, &offer, &c.State,
		&c.Ruled, &c.Violated, &c.Reason, &records, &c.Sentence, &tx, &c.Closed, &c.Dissent)
	if err != nil {
		return Claim{}, fmt.Errorf("reading a claim: %w", err)
	}
	for _, p := range []struct {
		to   *trace.Hash
		from []byte
	}{{&c.ID, id}, {&c.Session, session}, {&c.HeadsHash, heads}, {&c.Offer, offer}, {&c.Tx, tx}} {
		if len(p.from) != len(p.to) {
			return Claim{}, fmt.Errorf("reading a claim: a hash of %d bytes", len(p.from))
		}
		copy(p.to[:], p.from)
	}
	if err := json.Unmarshal([]byte(records), &c.Records); err != nil {
		return Claim{}, fmt.Errorf("reading the records of claim %s: %w", c.ID, err)
	}
	return c, nil
}
