package tracestore_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// withBlob keeps a long text and appends the record that names it.
func withBlob(t *testing.T, s *tracestore.Store, id trace.Hash, seq uint64, text string) trace.BlobRef {
	t.Helper()
	ref := trace.NewBlobRef(trace.Keccak([]byte(fmt.Sprint("salt", seq))), []byte(text))
	if err := s.PutBlob(ctx, id, ref, []byte(text)); err != nil {
		t.Fatal(err)
	}
	e := entry(t, id, seq, fmt.Sprint("e", seq))
	moved, err := trace.MoveBlobs([]byte(`{"text":"`+text+`"}`), func([]byte) (trace.BlobRef, error) { return ref, nil })
	if err != nil {
		t.Fatal(err)
	}
	h, err := trace.DecodeHead(e.Record.Head)
	if err == nil {
		e.Record, err = trace.NewRecord(h, trace.Body{Args: moved}, trace.Keccak([]byte("salt")))
	}
	if err != nil {
		t.Fatal(err)
	}
	e.Blobs = []trace.BlobRef{ref}
	if err := s.Append(ctx, []tracestore.Entry{e}); err != nil {
		t.Fatal(err)
	}
	return ref
}

func TestBlobs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a, long := session("a"), strings.Repeat("x", trace.MaxInline+1)
	s := open(t, path, small)
	appendN(t, s, a, 1, 1)
	ref := withBlob(t, s, a, 2, long)
	orphan := trace.NewBlobRef(trace.Hash{9}, []byte("nobody names me"))
	if err := s.PutBlob(ctx, a, orphan, []byte("nobody names me")); err != nil {
		t.Fatal(err)
	}
	if err := s.PutBlob(ctx, a, orphan, []byte("another text")); !errors.Is(err, trace.ErrBlobText) {
		t.Errorf("another text under the same name: %v", err)
	}
	if err := s.DropBlob(ctx, a, ref.K); !errors.Is(err, tracestore.ErrEntry) {
		t.Errorf("dropping a named blob: %v", err)
	}
	list, err := s.Blobs(ctx, a)
	if err != nil || len(list) != 1 || list[0] != (tracestore.Blob{K: ref.K, Seq: 2, Bytes: ref.Bytes}) {
		t.Fatalf("blobs %+v, %v", list, err)
	}
	shut(t, s)
	s = open(t, path, small)
	if text, err := s.Blob(ctx, a, ref); err != nil || string(text) != long {
		t.Fatalf("%d bytes came back, %v", len(text), err)
	}
	if _, err := s.Blob(ctx, a, orphan); !errors.Is(err, tracestore.ErrNoBlob) {
		t.Errorf("the text that nobody names outlives an opening: %v", err)
	}
	shut(t, s)
	file := filepath.Join(filepath.Dir(path), "blobs", a.String()[2:], ref.K.String()[2:])
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) || !strings.Contains(err.Error(), "of record 2") {
		t.Errorf("a named blob is gone: %v", err)
	}
}

// A blob goes with the record that named it, and its salt is in no file.
func TestEraseBlobs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	secret := "the-secret-" + strings.Repeat("y", trace.MaxInline)
	s := open(t, path, small)
	appendN(t, s, a, 1, 1)
	ref := withBlob(t, s, a, 2, secret)
	appendN(t, s, a, 3, 4)
	var before, after []trace.Hash
	leaves := func(into *[]trace.Hash) {
		err := s.Read(ctx, a, 1, 0, func(r trace.Record, _ uint64) error { *into = append(*into, r.Leaf()); return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	leaves(&before)
	if n, err := s.Erase(ctx, a, []uint64{2, 3}); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	leaves(&after)
	if fmt.Sprint(before) != fmt.Sprint(after) {
		t.Error("the leaves changed")
	}
	if _, err := s.OpenBlob(ctx, a, ref.K); !errors.Is(err, tracestore.ErrNoBlob) {
		t.Errorf("the blob is still there: %v", err)
	}
	if st, ok, err := s.Event(ctx, a, "e3"); err != nil || !ok || st.Seq != 3 || !st.DataHash.IsZero() || !st.Record.Hidden {
		t.Errorf("an erased event answers %+v, %v, %v", st, ok, err)
	}
	shut(t, s)
	err := filepath.WalkDir(filepath.Dir(path), func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		if err == nil && bytes.Contains(text, []byte(ref.Salt.String())) {
			t.Errorf("%s still holds what was erased", d.Name())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s = open(t, path, small)
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 4)
	if err := s.PutState(ctx, a, 5, []byte("x")); !errors.Is(err, tracestore.ErrCheckpoint) {
		t.Errorf("a state beyond the records: %v", err)
	}
	for _, n := range []uint64{2, 4, 3} { // an older one changes nothing
		if err := s.PutState(ctx, a, n, []byte(fmt.Sprint("state ", n))); err != nil {
			t.Fatal(err)
		}
	}
	shut(t, s)
	s = open(t, path, small)
	if n, text, err := s.State(ctx, a); err != nil || n != 4 || string(text) != "state 4" {
		t.Errorf("state %d %q, %v", n, text, err)
	}
}

// More ids than the index takes at once, over restarts, in two sessions with
// the same ids: each answers for ever, and none is taken twice.
func TestEventIndexOverRestarts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a, b := session("a"), session("b")
	head := uint64(0)
	for round := range 3 {
		s := open(t, path, small)
		for range 3 {
			for _, id := range []trace.Hash{a, b} {
				var batch []tracestore.Entry
				for i := uint64(1); i <= 190; i++ {
					batch = append(batch, entry(t, id, head+i, fmt.Sprint("e", head+i)))
				}
				if err := s.Append(ctx, batch); err != nil {
					t.Fatal(err)
				}
			}
			head += 190
		}
		for i := uint64(1); i <= head; i += 37 {
			if st, ok, err := s.Event(ctx, b, fmt.Sprint("e", i)); err != nil || !ok || st.Seq != i {
				t.Fatalf("round %d: event %d answers %+v, %v, %v", round, i, st, ok, err)
			}
			err := s.Append(ctx, []tracestore.Entry{entry(t, a, head+1, fmt.Sprint("e", i))})
			if !errors.Is(err, tracestore.ErrDuplicate) {
				t.Fatalf("round %d: event %d again: %v", round, i, err)
			}
		}
		if _, ok, err := s.Event(ctx, a, "never"); ok || err != nil {
			t.Errorf("an unknown id: %v, %v", ok, err)
		}
		shut(t, s)
	}
}

// version1 writes a file as version 1 left it, with so many records each.
func version1(t *testing.T, path string, sessions map[string]int) {
	t.Helper()
	text, err := os.ReadFile("testdata/version1.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec(string(text))
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for i, name := range slices.Sorted(maps.Keys(sessions)) {
		id := session(name)
		rows = append(rows, fmt.Sprintf("INSERT INTO sessions (id, session, meta) VALUES (%d, x'%x', x'01')", i+1, id[:]))
		for seq := uint64(1); seq <= uint64(sessions[name]); seq++ {
			e := entry(t, id, seq, fmt.Sprint("e", seq))
			rows = append(rows, fmt.Sprintf("INSERT INTO records (session, seq, head, body, salt, event_id, data_hash, reply) VALUES (%d, %d, x'%x', x'%x', x'%x', 'e%d', x'%x', x'01')",
				i+1, seq, e.Record.Head, e.Record.Body, e.Record.Salt[:], seq, e.DataHash[:]))
		}
	}
	rawSQL(t, path, "BEGIN;"+strings.Join(rows, ";")+"; COMMIT")
}

// A file of version 1 is migrated once, with a copy, and keeps every answer.
func TestMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	version1(t, path, map[string]int{"a": 700})
	a := session("a")
	var want []trace.Hash
	for seq := uint64(1); seq <= 700; seq++ {
		want = append(want, entry(t, a, seq, "").Record.Leaf())
	}
	if _, err := tracestore.Open(ctx, path, tracestore.Options{ReadOnly: true}); !errors.Is(err, tracestore.ErrOlderSchema) {
		t.Errorf("reading an older file: %v", err)
	}
	if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) {
		t.Fatalf("an old file without its marks: %v", err)
	}
	s := open(t, path, tracestore.Options{Preallocate: -1, Restored: true})
	var got []trace.Hash
	if err := s.Read(ctx, a, 1, 0, func(r trace.Record, _ uint64) error { got = append(got, r.Leaf()); return nil }); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error("the records came out otherwise")
	}
	if st, ok, err := s.Event(ctx, a, "e333"); err != nil || !ok || st.Seq != 333 {
		t.Errorf("event e333: %+v, %v, %v", st, ok, err)
	}
	appendN(t, s, a, 701, 702)
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	shut(t, s)
	defer func() {
		// The copy holds every body: it goes with the first erasure.
		s := open(t, path, small)
		if n, err := s.Erase(ctx, a, []uint64{5}); err != nil || n != 1 {
			t.Errorf("erase: %d, %v", n, err)
		}
		if _, err := os.Stat(path + ".v1"); !os.IsNotExist(err) {
			t.Errorf("the copy outlives an erasure: %v", err)
		}
	}()
	f, err := os.Open(path + ".v1")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	magic := make([]byte, 15)
	if _, err := io.ReadFull(f, magic); err != nil || string(magic) != "SQLite format 3" {
		t.Errorf("the copy begins with %q, %v", magic, err)
	}
}
