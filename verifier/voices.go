package verifier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
)

// addVoice keeps a member's signature under a verdict and reports whether it is
// new. A member that signs both verdicts has both kept: that is for all to see.
func (b *Book) addVoice(ctx context.Context, claim trace.Hash, v evidence.Voice) (fresh bool, err error) {
	sig, err := trace.ParseSignature(v.Signature)
	if err != nil {
		return false, fmt.Errorf("keeping a voice on claim %s: %w", claim, err)
	}
	err = b.write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO voices (claim, member, violated, signature) VALUES (?, ?, ?, ?)",
			claim[:], v.Member[:], v.Violated, sig)
		if err != nil {
			return fmt.Errorf("keeping a voice on claim %s: %w", claim, err)
		}
		n, err := res.RowsAffected()
		fresh = n == 1
		return err
	})
	return fresh, err
}

// Voices lists the members' signatures on a claim, by member.
func (b *Book) Voices(ctx context.Context, claim trace.Hash) (voices []evidence.Voice, err error) {
	rows, err := b.db.QueryContext(ctx, "SELECT member, violated, signature FROM voices WHERE claim = ? ORDER BY member, violated", claim[:])
	if err != nil {
		return nil, fmt.Errorf("reading the voices on claim %s: %w", claim, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	voices = []evidence.Voice{}
	for rows.Next() {
		var v evidence.Voice
		var member, sig []byte
		if err := rows.Scan(&member, &v.Violated, &sig); err != nil {
			return nil, fmt.Errorf("reading the voices on claim %s: %w", claim, err)
		}
		copy(v.Member[:], member)
		v.Signature = trace.FormatSignature(sig)
		voices = append(voices, v)
	}
	return voices, rows.Err()
}
