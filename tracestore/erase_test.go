package tracestore_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// secretEntry makes a record whose body holds a text to look for.
func secretEntry(t *testing.T, s trace.Hash, seq uint64, size int) tracestore.Entry {
	t.Helper()
	args := trace.Admit(fmt.Appendf(nil, `{"note":"secret-%d-%s"}`, seq, strings.Repeat("padding ", size/8)))
	r, err := trace.NewRecord(trace.Head{V: 1, Session: s, Seq: seq, Kind: trace.KindIntent, Tool: "note", ActionID: fmt.Sprint("a", seq)},
		trace.Body{Args: args.JSON, ArgsHash: &args.Hash}, trace.Keccak([]byte("salt"), s[:], fmt.Append(nil, seq)))
	if err != nil {
		t.Fatal(err)
	}
	return tracestore.Entry{Record: r, Session: s, Seq: seq, EventID: fmt.Sprint("e", seq), DataHash: trace.Keccak(r.Body), Reply: []byte(`{"ok":true}`)}
}

// grepFiles says which of the store's files hold text.
func grepFiles(t *testing.T, path string, text []byte) (found []string) {
	t.Helper()
	all, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, text) {
			found = append(found, filepath.Base(name))
		}
	}
	return found
}

func TestEraseLeavesNothingBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	s := open(t, path, small)
	id, other := session("a"), session("b")
	var want trace.Frontier
	salts := map[uint64][]byte{}
	const n = 60
	for seq := uint64(1); seq <= n; seq++ {
		// Small ones share a page, large ones have pages of their own.
		e := secretEntry(t, id, seq, int(seq%4)*3000)
		if err := s.Append(ctx, []tracestore.Entry{e, secretEntry(t, other, seq, 10)}); err != nil {
			t.Fatal(err)
		}
		want.Append(e.Record.Leaf())
		salts[seq] = e.Record.Salt[:]
	}
	var gone []uint64
	for seq := uint64(2); seq <= n; seq += 2 {
		gone = append(gone, seq)
	}
	if len(grepFiles(t, path, salts[2])) == 0 {
		t.Fatal("the test does not find what is there")
	}
	got, err := s.Erase(ctx, id, gone)
	if err != nil || got != len(gone) {
		t.Fatalf("erased %d of %d: %v", got, len(gone), err)
	}
	check := func(s *tracestore.Store) {
		t.Helper()
		for _, seq := range gone {
			if found := grepFiles(t, path, salts[seq]); len(found) > 0 {
				t.Errorf("the salt of record %d is still in %v", seq, found)
			}
		}
		var tree trace.Frontier
		err := s.Read(ctx, id, 1, 0, func(r trace.Record, seq uint64) error {
			if r.Hidden != (seq%2 == 0) {
				return fmt.Errorf("record %d: hidden %v", seq, r.Hidden)
			}
			tree.Append(r.Leaf())
			return nil
		})
		if err != nil || tree.Size() != n || tree.Root() != want.Root() {
			t.Fatalf("%d records, root equal: %v, %v", tree.Size(), tree.Root() == want.Root(), err)
		}
		// The other session is whole, and shows how the texts would be found.
		err = s.Read(ctx, other, 1, 0, func(r trace.Record, seq uint64) error {
			if r.Hidden || !bytes.Contains(r.Body, fmt.Appendf(nil, "secret-%d-", seq)) {
				return fmt.Errorf("record %d of the other session has lost its body", seq)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(ctx); err != nil {
			t.Fatal(err)
		}
	}
	check(s)
	if again, err := s.Erase(ctx, id, gone); err != nil || again != 0 {
		t.Fatalf("again: %d, %v", again, err)
	}
	// The store goes on, and rows are as closed as before.
	if err := s.Append(ctx, []tracestore.Entry{secretEntry(t, other, n+1, 10)}); err != nil {
		t.Fatal(err)
	}
	shut(t, s)
	s = open(t, path, small)
	check(s)
	if st, ok, err := s.Event(ctx, id, "e2"); err != nil || !ok || st.Seq != 2 || !st.DataHash.IsZero() {
		t.Fatalf("the event of an erased record: %+v, %v, %v", st, ok, err)
	}
	shut(t, s)
	if err := rawExec(path, "UPDATE records SET body = x'00' WHERE seq = 1"); err == nil {
		t.Fatal("rows can be changed after an erasure")
	}
}

// What the erased text says must not survive where its salt is gone.
func TestEraseTexts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	s := open(t, path, tracestore.Options{})
	id := session("a")
	for seq := uint64(1); seq <= 40; seq++ {
		if err := s.Append(ctx, []tracestore.Entry{secretEntry(t, id, seq, 700*int(seq%9))}); err != nil {
			t.Fatal(err)
		}
	}
	all := make([]uint64, 40)
	for i := range all {
		all[i] = uint64(i + 1)
	}
	if _, err := s.Erase(ctx, id, all); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"secret-1-", "secret-17-", "secret-40-", "padding "} {
		if found := grepFiles(t, path, []byte(text)); len(found) > 0 {
			t.Errorf("%q is still in %v", text, found)
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestEraseRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	s := open(t, path, small)
	id := session("a")
	appendN(t, s, id, 1, 3)
	if _, err := s.Erase(ctx, session("unknown"), []uint64{1}); !errors.Is(err, tracestore.ErrErase) {
		t.Errorf("unknown session: got %v, want ErrErase", err)
	}
	if _, err := s.Erase(ctx, id, []uint64{1, 4}); !errors.Is(err, tracestore.ErrErase) {
		t.Errorf("unknown record: got %v, want ErrErase", err)
	}
	// All or none.
	err := s.Read(ctx, id, 1, 1, func(r trace.Record, _ uint64) error {
		if r.Hidden {
			return errors.New("record 1 was erased by a call that failed")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Err(); err != nil {
		t.Fatalf("a refusal stopped the store: %v", err)
	}
	ro := open(t, path, tracestore.Options{ReadOnly: true})
	if _, err := ro.Erase(ctx, id, []uint64{1}); err == nil {
		t.Error("a reader erases")
	}
	appendN(t, s, id, 4, 4)
}
