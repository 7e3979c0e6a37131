package sidecar_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// Fault 10: a store that was put back to an older copy with its marks, or whose
// rows were altered under a commitment, contradicts the chain and does not go
// on. What agrees does, whether the store has noted the commitments or not.
func TestStoreAgreesWithTheChain(t *testing.T) {
	c := newCheckpointed(t, nil)
	for n := range 4 {
		c.call(n)
	}
	eventually(t, "two checkpoints", func() bool { return c.status().Committed >= 9 })
	c.stop()
	c.s.Fail(errors.New("this process is over"))
	if err := c.store.Close(); err != nil {
		t.Fatal(err)
	}
	c.ledger.mu.Lock()
	posted := append([]trace.Item(nil), c.ledger.checkpoints...)
	c.ledger.mu.Unlock()
	forged := append([]trace.Item{{Session: session, N: 3, H: trace.Hash{1}}}, posted...)
	for _, tc := range []struct {
		name, sql string
		posted    []trace.Item
		want      string // "" for agreement
	}{
		{"nothing stands there", "", nil, ""},
		{"as it was", "", posted, ""},
		{"commitments not noted", "DROP TRIGGER checkpoints_no_delete; DELETE FROM checkpoints", posted, ""},
		{"noted as pending only", "UPDATE checkpoints SET status = 'pending'", posted, ""},
		{"a commitment of somebody else", "", forged, "contradicts the chain"},
		{"altered and not noted", "DROP TRIGGER checkpoints_no_delete; DELETE FROM checkpoints; UPDATE records SET salt = zeroblob(32) WHERE seq = 2", posted, "contradicts the chain"},
		{"the end is missing", "DROP TRIGGER checkpoints_no_delete; DELETE FROM checkpoints; DROP TRIGGER records_no_delete; DELETE FROM records WHERE seq > 4", posted, "lacks record 5"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.db")
			text, err := os.ReadFile(c.path)
			if err == nil {
				err = os.WriteFile(path, text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			if tc.sql != "" {
				tamper(t, path, tc.sql)
			}
			store, err := tracestore.Open(t.Context(), path, tracestore.Options{Preallocate: -1, Restored: true})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			err = sidecar.Agree(t.Context(), adapt(store), adaptCheckpoints(store), session, tc.posted)
			if tc.want == "" && err != nil || tc.want != "" && (!errors.Is(err, sidecar.ErrDiverged) || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}
