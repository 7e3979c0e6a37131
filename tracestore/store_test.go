package tracestore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

var ctx = context.Background()

// small keeps the tests' files small; the default grows them for speed.
var small = tracestore.Options{Preallocate: -1}

func session(name string) trace.Hash { return trace.Keccak([]byte("session " + name)) }

// entry makes the record seq of s with a body that says so.
func entry(t testing.TB, s trace.Hash, seq uint64, eventID string) tracestore.Entry {
	t.Helper()
	args := trace.Admit(fmt.Appendf(nil, `{"n":%d,"text":%q}`, seq, strings.Repeat("x", 100)))
	r, err := trace.NewRecord(
		trace.Head{V: 1, Session: s, Seq: seq, Kind: trace.KindIntent, Tool: "shell", ActionID: fmt.Sprint("a", seq)},
		trace.Body{Args: args.JSON, ArgsHash: &args.Hash}, trace.Keccak([]byte("salt"), s[:], fmt.Append(nil, seq)))
	if err != nil {
		t.Fatal(err)
	}
	e := tracestore.Entry{Record: r, Session: s, Seq: seq}
	if eventID != "" {
		e.EventID, e.DataHash, e.Reply = eventID, trace.Keccak([]byte(eventID)), fmt.Appendf(nil, `{"ok":true,"seq":%d}`, seq)
	}
	return e
}

func open(t testing.TB, path string, o tracestore.Options) *tracestore.Store {
	t.Helper()
	s, err := tracestore.Open(ctx, path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func appendN(t testing.TB, s *tracestore.Store, id trace.Hash, from, to uint64) {
	t.Helper()
	for seq := from; seq <= to; seq++ {
		if err := s.Append(ctx, []tracestore.Entry{entry(t, id, seq, fmt.Sprint("e", seq))}); err != nil {
			t.Fatal(err)
		}
	}
}

func shut(t testing.TB, s *tracestore.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// rawSQL runs raw SQL on a closed store, as somebody with the file could.
func rawSQL(t testing.TB, path string, statements ...string) {
	t.Helper()
	for _, q := range statements {
		if err := rawExec(path, q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

func rawExec(path, statement string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.Exec(statement)
	return errors.Join(err, db.Close())
}

func TestReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd name?#%.db")
	a, b := session("a"), session("b")
	s := open(t, path, small)
	var want trace.Frontier
	for seq := uint64(1); seq <= 600; seq += 3 {
		batch := []tracestore.Entry{entry(t, a, seq, ""), entry(t, a, seq+1, fmt.Sprint(seq)), entry(t, a, seq+2, "")}
		if seq%2 == 0 {
			batch = append(batch, entry(t, b, seq/6+1, ""))
		}
		if err := s.Append(ctx, batch); err != nil {
			t.Fatal(err)
		}
		for _, e := range batch {
			if e.Session == a {
				want.Append(e.Record.Leaf())
			}
		}
	}
	check := func(s *tracestore.Store) {
		t.Helper()
		var got trace.Frontier
		next := uint64(1)
		err := s.Read(ctx, a, 1, 0, func(r trace.Record, seq uint64) error {
			if seq != next {
				return fmt.Errorf("got %d, want %d", seq, next)
			}
			next++
			got.Append(r.Leaf())
			return nil
		})
		if err != nil || got.Size() != want.Size() || got.Root() != want.Root() {
			t.Fatalf("read %d of %d records, root equal: %v, err %v", got.Size(), want.Size(), got.Root() == want.Root(), err)
		}
		var part []uint64
		if err := s.Read(ctx, a, 299, 301, func(_ trace.Record, seq uint64) error { part = append(part, seq); return nil }); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(part) != "[299 300 301]" {
			t.Fatalf("part is %v", part)
		}
		for id, want := range map[trace.Hash]uint64{a: 600, b: 100, session("none"): 0} {
			if n, err := s.Head(ctx, id); err != nil || n != want {
				t.Fatalf("head %d, %v, want %d", n, err, want)
			}
		}
		if list, err := s.Sessions(ctx); err != nil || fmt.Sprint(list) != fmt.Sprint([]trace.Hash{a, b}) {
			t.Fatalf("sessions %v, %v", list, err)
		}
		if err := s.Check(ctx); err != nil {
			t.Fatal(err)
		}
	}
	check(s)
	beside := open(t, path, tracestore.Options{ReadOnly: true})
	check(beside)
	shut(t, beside)
	shut(t, s)
	s = open(t, path, small)
	check(s)
	appendN(t, s, a, 601, 602)
	stop := errors.New("enough")
	if err := s.Read(ctx, a, 1, 0, func(trace.Record, uint64) error { return stop }); !errors.Is(err, stop) {
		t.Fatalf("got %v, want the callback's own error", err)
	}
}

func TestPrivateFiles(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "trace.db"), small)
	appendN(t, s, session("a"), 1, 1)
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if fi, err := f.Info(); err != nil || fi.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v, %v", f.Name(), fi.Mode(), err)
		}
	}
}

// An event id answers with its first reply for ever, also after a restart, and
// can not be recorded twice.
func TestEventForEver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 3)
	shut(t, s)
	s = open(t, path, small)
	for seq := uint64(1); seq <= 3; seq++ {
		id := fmt.Sprint("e", seq)
		st, ok, err := s.Event(ctx, a, id)
		if err != nil || !ok || st.Seq != seq || st.DataHash != trace.Keccak([]byte(id)) || string(st.Reply) != fmt.Sprintf(`{"ok":true,"seq":%d}`, seq) {
			t.Fatalf("%s: %+v, %v, %v", id, st, ok, err)
		}
	}
	if _, ok, err := s.Event(ctx, session("b"), "e1"); ok || err != nil {
		t.Fatalf("another session knows the event: %v, %v", ok, err)
	}
	err := s.Append(ctx, []tracestore.Entry{entry(t, a, 4, "new"), entry(t, a, 5, "e1")})
	if !errors.Is(err, tracestore.ErrDuplicate) {
		t.Fatalf("got %v, want ErrDuplicate", err)
	}
	if n, _ := s.Head(ctx, a); n != 3 {
		t.Fatalf("head is %d after a refused batch, want 3", n)
	}
	if _, ok, _ := s.Event(ctx, a, "new"); ok {
		t.Fatal("half of a refused batch was kept")
	}
	appendN(t, s, a, 4, 4)
}

func TestRefusedEntries(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trace.db"), small)
	a := session("a")
	appendN(t, s, a, 1, 2)
	wrongSeq, wrongSession, hidden, noHash := entry(t, a, 3, ""), entry(t, a, 3, ""), entry(t, a, 3, ""), entry(t, a, 3, "x")
	wrongSeq.Seq = 4
	wrongSession.Session = session("b")
	hidden.Record = hidden.Record.Hide()
	noHash.DataHash = trace.Hash{}
	for name, c := range map[string]struct {
		entries []tracestore.Entry
		want    error
	}{
		"gap":              {[]tracestore.Entry{entry(t, a, 4, "")}, tracestore.ErrSequence},
		"again":            {[]tracestore.Entry{entry(t, a, 2, "")}, tracestore.ErrSequence},
		"gap inside":       {[]tracestore.Entry{entry(t, a, 3, ""), entry(t, a, 5, "")}, tracestore.ErrSequence},
		"new session at 2": {[]tracestore.Entry{entry(t, session("c"), 2, "")}, tracestore.ErrSequence},
		"head says less":   {[]tracestore.Entry{wrongSeq}, tracestore.ErrEntry},
		"other session":    {[]tracestore.Entry{wrongSession}, tracestore.ErrEntry},
		"hidden":           {[]tracestore.Entry{hidden}, tracestore.ErrEntry},
		"event, no hash":   {[]tracestore.Entry{noHash}, tracestore.ErrEntry},
	} {
		var typed *tracestore.Error
		if err := s.Append(ctx, c.entries); !errors.Is(err, c.want) || !errors.As(err, &typed) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	if err := s.Append(ctx, nil); err != nil {
		t.Error(err)
	}
	appendN(t, s, a, 3, 3)
	if list, err := s.Sessions(ctx); err != nil || len(list) != 1 {
		t.Errorf("a refused entry left a session behind: %v, %v", list, err)
	}
	if err := s.Err(); err != nil {
		t.Errorf("refusals stopped the store: %v", err)
	}
}

// Callers share commits; one caller's refusal is not its neighbours'.
func TestConcurrentCallers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	s := open(t, path, tracestore.Options{Preallocate: -1, MaxBatch: 16, CheckpointBytes: 1 << 18})
	const callers, each = 8, 40
	var wg sync.WaitGroup
	for c := range callers {
		wg.Go(func() {
			id := session(fmt.Sprint(c))
			for seq := uint64(1); seq <= each; seq++ {
				if err := s.Append(ctx, []tracestore.Entry{entry(t, id, seq, fmt.Sprint(seq))}); err != nil {
					t.Errorf("caller %d: %v", c, err)
					return
				}
				if err := s.Append(ctx, []tracestore.Entry{entry(t, id, seq+7, "")}); !errors.Is(err, tracestore.ErrSequence) {
					t.Errorf("caller %d: got %v, want ErrSequence", c, err)
				}
				// What was acknowledged can be read at once.
				if n, err := s.Head(ctx, id); err != nil || n != seq {
					t.Errorf("caller %d: head %d after %d was acknowledged, %v", c, n, seq, err)
				}
				if seq%10 == 0 {
					cp := tracestore.Checkpoint{N: seq, Kind: tracestore.KindCheckpoint, Status: tracestore.StatusPending, Frontier: []byte{1}}
					if err := s.PutCheckpoint(ctx, id, cp); err != nil {
						t.Errorf("caller %d: %v", c, err)
					}
				}
			}
		})
	}
	wg.Wait()
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	shut(t, s)
	s = open(t, path, small)
	for c := range callers {
		if n, err := s.Head(ctx, session(fmt.Sprint(c))); err != nil || n != each {
			t.Fatalf("caller %d: head %d, %v, want %d", c, n, err, each)
		}
	}
}

func TestCloseEndsEverything(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "trace.db"), small)
	a := session("a")
	var acked uint64
	var wg sync.WaitGroup
	first := make(chan struct{})
	wg.Go(func() {
		for seq := uint64(1); ; seq++ {
			err := s.Append(ctx, []tracestore.Entry{entry(t, a, seq, "")})
			if err != nil {
				if !errors.Is(err, tracestore.ErrClosed) {
					t.Errorf("got %v, want ErrClosed", err)
				}
				return
			}
			if acked = seq; seq == 1 {
				close(first)
			}
		}
	})
	<-first
	shut(t, s)
	wg.Wait()
	shut(t, s)
	again := open(t, s.Path(), small)
	if n, err := again.Head(ctx, a); err != nil || n != acked {
		t.Fatalf("head %d, %v, want %d", n, err, acked)
	}
}

func TestAppendOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	s := open(t, path, small)
	appendN(t, s, session("a"), 1, 2)
	shut(t, s)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range []string{"UPDATE records SET body = x'00'", "DELETE FROM records WHERE seq = 2", "UPDATE records SET id = id + 7 WHERE seq = 2"} {
		if _, err := db.Exec(q); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: got %v, want a refusal", q, err)
		}
	}
}

func TestCheckpointsAndSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 5)
	h := trace.Keccak([]byte("h"))
	cp := tracestore.Checkpoint{N: 3, Kind: tracestore.KindCheckpoint, H: h, Frontier: []byte("f"), Status: tracestore.StatusPending}
	final := cp
	final.N, final.Kind = 5, tracestore.KindFinal
	put := func(c tracestore.Checkpoint) error { return s.PutCheckpoint(ctx, a, c) }
	for _, c := range []tracestore.Checkpoint{final, cp} {
		if err := put(c); err != nil {
			t.Fatal(err)
		}
	}
	cp.Status, cp.TxHash = tracestore.StatusConfirmed, trace.Keccak([]byte("tx"))
	if err := put(cp); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]tracestore.Checkpoint{
		"other hash":      {N: 3, Kind: 1, H: trace.Keccak([]byte("x")), Frontier: []byte("f"), Status: "pending"},
		"other frontier":  {N: 3, Kind: 1, H: h, Frontier: []byte("g"), Status: "pending"},
		"beyond the head": {N: 6, Kind: 1, H: h, Frontier: []byte("f"), Status: "pending"},
		"unknown kind":    {N: 4, Kind: 3, H: h, Frontier: []byte("f"), Status: "pending"},
		"unknown status":  {N: 4, Kind: 1, H: h, Frontier: []byte("f"), Status: "sent"},
	} {
		if err := put(bad); !errors.Is(err, tracestore.ErrCheckpoint) {
			t.Errorf("%s: got %v, want ErrCheckpoint", name, err)
		}
	}
	for _, meta := range []string{`{"old":1}`, `{"new":1}`} {
		if err := s.PutSession(ctx, a, []byte(meta)); err != nil {
			t.Fatal(err)
		}
	}
	shut(t, s)
	s = open(t, path, small)
	list, err := s.Checkpoints(ctx, a)
	if err != nil || fmt.Sprintf("%+v", list) != fmt.Sprintf("%+v", []tracestore.Checkpoint{cp, final}) {
		t.Fatalf("got %+v, %v", list, err)
	}
	if meta, ok, err := s.Session(ctx, a); err != nil || !ok || !bytes.Equal(meta, []byte(`{"new":1}`)) {
		t.Fatalf("got %s, %v, %v", meta, ok, err)
	}
	if _, ok, err := s.Session(ctx, session("b")); ok || err != nil {
		t.Fatalf("unknown session: %v, %v", ok, err)
	}
}

func TestReadOnlyRefusesWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	if _, err := tracestore.Open(ctx, path, tracestore.Options{ReadOnly: true}); err == nil {
		t.Fatal("opened nothing for reading")
	}
	shut(t, open(t, path, small))
	s := open(t, path, tracestore.Options{ReadOnly: true})
	if err := s.Append(ctx, []tracestore.Entry{entry(t, session("a"), 1, "")}); err == nil {
		t.Fatal("wrote through a reader")
	}
	shut(t, s)
	shut(t, s)
	if _, err := s.Head(ctx, session("a")); err == nil {
		t.Fatal("a closed reader reads")
	}
}
