package verifier

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/tracestore/trace"
)

// A file of version 1 is brought up to date with its claims, and a copy stays.
func TestOlderBookIsMigrated(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "claims.db")
	id := Identity{ChainID: 7, Escrow: trace.Address{1}, Verifier: trace.Address{2}}
	db, err := sql.Open("sqlite", dsn(path, false))
	if err != nil {
		t.Fatal(err)
	}
	claim := trace.Keccak([]byte("claim"))
	for _, step := range []struct {
		text string
		args []any
	}{
		{schemas[0] + fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 1;", applicationID), nil},
		{"INSERT INTO identity VALUES (1, '7', ?, ?)", []any{id.Escrow[:], id.Verifier[:]}},
		{`INSERT INTO claims (id, session, promise, round, filed_at, filed_block, heads_hash, offer, state, tx) VALUES (?, ?, 1, 1, 5, 5, ?, ?, 'filed', ?)`,
			[]any{claim[:], claim[:], noOne, noOne, noOne}},
	} {
		if _, err := db.ExecContext(t.Context(), step.text, step.args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadBook(t.Context(), dir); err == nil {
		t.Error("a reader read an older file as if it were new")
	}
	if who, err := IdentityOf(t.Context(), dir); err != nil || who != id {
		t.Errorf("whose it is: %+v, %v", who, err)
	}
	b, err := OpenBook(t.Context(), dir, id)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if c, err := b.Claim(t.Context(), claim); err != nil || c.State != Filed || c.FiledAt != 5 {
		t.Errorf("the claim after the migration: %+v, %v", c, err)
	}
	if v, err := b.Voices(t.Context(), claim); err != nil || len(v) != 0 {
		t.Errorf("voices: %v, %v", v, err)
	}
	if _, err := os.Stat(path + ".v1"); err != nil {
		t.Errorf("the copy: %v", err)
	}
	if _, err := b.Claim(t.Context(), trace.Hash{1}); !errors.Is(err, ErrNoClaim) {
		t.Errorf("a claim that is not there: %v", err)
	}
}

// Who files a thousand claims against one promise comes after the others' first.
func TestClaimsAreTakenInTurn(t *testing.T) {
	var claims []Claim
	for i := range 6 {
		claims = append(claims, Claim{ID: trace.Keccak([]byte{byte(i)}), Promise: 1})
	}
	claims = append(claims, Claim{ID: trace.Keccak([]byte("other")), Promise: 2}, Claim{ID: trace.Keccak([]byte("third")), Promise: 3})
	order := ""
	for _, c := range inTurn(claims) {
		order += fmt.Sprint(c.Promise)
	}
	if order != "12311111" {
		t.Errorf("the order of promises is %s", order)
	}
}
