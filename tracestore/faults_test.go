package tracestore_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// copyStore copies all files of a store while its owner has it open, as a
// crash would leave them.
func copyStore(t testing.TB, from, to string) {
	t.Helper()
	for _, suffix := range []string{"", "-wal", ".high"} {
		text, err := os.ReadFile(from + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+suffix, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSecondOpenerRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	s := open(t, path, small)
	_, err := tracestore.Open(ctx, path, small)
	var typed *tracestore.Error
	if !errors.Is(err, tracestore.ErrLocked) || !errors.As(err, &typed) || typed.Hint == "" {
		t.Fatalf("got %v, want ErrLocked with a hint", err)
	}
	appendN(t, s, session("a"), 1, 1)
	shut(t, s)
	open(t, path, small)
}

func TestOtherFilesRefused(t *testing.T) {
	dir := t.TempDir()
	newer, foreign, text := filepath.Join(dir, "newer"), filepath.Join(dir, "foreign"), filepath.Join(dir, "text")
	s := open(t, newer, small)
	appendN(t, s, session("a"), 1, 1)
	shut(t, s)
	rawSQL(t, newer, "PRAGMA user_version = 99")
	rawSQL(t, foreign, "CREATE TABLE records (x)")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{newer: tracestore.ErrNewerSchema, foreign: tracestore.ErrForeign, text: tracestore.ErrForeign} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []tracestore.Options{small, {ReadOnly: true}} {
			if _, err := tracestore.Open(ctx, path, o); !errors.Is(err, want) {
				t.Errorf("%s: got %v, want %v", filepath.Base(path), err, want)
			}
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("%s was changed by a refused opening (%v)", filepath.Base(path), err)
		}
	}
	if _, err := tracestore.Open(ctx, filepath.Join(dir, "none", "trace.db"), small); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want not exist", err)
	}
}

// SQLite would go on writing into a deleted inode; the store must not
// acknowledge that, nor anything after.
func TestReplacedFiles(t *testing.T) {
	for _, suffix := range []string{"", "-wal", ".high", ".lock"} {
		for _, how := range []string{"deleted", "replaced"} {
			t.Run("trace.db"+suffix+" "+how, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "trace.db")
				s := open(t, path, small)
				a := session("a")
				appendN(t, s, a, 1, 3)
				if how == "deleted" {
					if err := os.Remove(path + suffix); err != nil {
						t.Fatal(err)
					}
				} else {
					copyTo := path + suffix + ".copy"
					text, err := os.ReadFile(path + suffix)
					if err == nil {
						err = os.WriteFile(copyTo, text, 0o600)
					}
					if err == nil {
						err = os.Rename(copyTo, path+suffix)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				err := s.Append(ctx, []tracestore.Entry{entry(t, a, 4, "")})
				if !errors.Is(err, tracestore.ErrReplaced) || !errors.Is(err, tracestore.ErrStopped) {
					t.Fatalf("got %v, want ErrReplaced and ErrStopped", err)
				}
				if err := s.Append(ctx, []tracestore.Entry{entry(t, a, 4, "")}); !errors.Is(err, tracestore.ErrStopped) {
					t.Fatalf("got %v, want ErrStopped for ever", err)
				}
				if err := s.PutSession(ctx, a, nil); !errors.Is(err, tracestore.ErrStopped) {
					t.Fatalf("got %v, want ErrStopped for every write", err)
				}
				if err := s.Close(); !errors.Is(err, tracestore.ErrStopped) {
					t.Fatalf("Close says %v, want ErrStopped", err)
				}
			})
		}
	}
}

// A log that lost its end loses acknowledged records; SQLite would not say so.
func TestTornLog(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 40)
	whole := filepath.Join(dir, "whole.db")
	copyStore(t, path, whole)
	if got := open(t, whole, small); got.Check(ctx) != nil {
		t.Fatal("the untouched copy does not open clean")
	} else if n, err := got.Head(ctx, a); err != nil || n != 40 {
		t.Fatalf("the untouched copy has %d records, %v", n, err)
	}
	for _, damage := range []struct {
		name string
		do   func(wal []byte) []byte
	}{
		{"cut short", func(w []byte) []byte { return w[:len(w)*2/3] }},
		{"cut in the last frame", func(w []byte) []byte { return w[:len(w)-100] }},
		{"a bit turned", func(w []byte) []byte { w[len(w)/2] ^= 1; return w }},
		{"emptied", func(w []byte) []byte { return nil }},
	} {
		t.Run(damage.name, func(t *testing.T) {
			torn := filepath.Join(t.TempDir(), "torn.db")
			copyStore(t, path, torn)
			wal, err := os.ReadFile(torn + "-wal")
			if err == nil {
				err = os.WriteFile(torn+"-wal", damage.do(wal), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = tracestore.Open(ctx, torn, small)
			if !errors.Is(err, tracestore.ErrDataLoss) {
				t.Fatalf("got %v, want ErrDataLoss", err)
			}
			// The sentence names the first record that is missing.
			r := open(t, torn, tracestore.Options{ReadOnly: true})
			have, err2 := r.Head(ctx, a)
			if err2 != nil || have >= 40 {
				t.Fatalf("head %d, %v: nothing was torn", have, err2)
			}
			if want := fmt.Sprintf("session %s lacks record %d;", a, have+1); !strings.Contains(err.Error(), want) {
				t.Errorf("%q does not say %q", err, want)
			}
		})
	}
}

func TestOlderCopyRestored(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 5)
	shut(t, s)
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s = open(t, path, small)
	appendN(t, s, a, 6, 8)
	shut(t, s)
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) || !strings.Contains(err.Error(), "lacks record 6;") {
		t.Fatalf("got %v, want ErrDataLoss naming record 6", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) || !strings.Contains(err.Error(), "lacks record 1;") {
		t.Fatalf("got %v, want ErrDataLoss naming record 1", err)
	}
}

// Without the marks nobody can tell; that is said, not passed over.
func TestMarksGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 5)
	shut(t, s)
	if err := os.Remove(path + ".high"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) {
			t.Fatalf("got %v, want ErrDataLoss", err)
		}
	}
	s = open(t, path, tracestore.Options{Preallocate: -1, Restored: true})
	appendN(t, s, a, 6, 6)
	shut(t, s)
	s = open(t, path, small)
	appendN(t, s, a, 7, 7)
	shut(t, s)
	f, err := os.OpenFile(path+".high", os.O_RDWR, 0)
	if err == nil {
		_, err = f.WriteAt([]byte{9}, 39) // the low byte of the number
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) || !strings.Contains(err.Error(), "damaged") {
		t.Fatalf("got %v, want ErrDataLoss for damaged marks", err)
	}
}

func TestMissingRows(t *testing.T) {
	for _, c := range []struct {
		name, sql, want string
	}{
		{"the first", "DELETE FROM records WHERE seq = 1", "lacks record 1"},
		{"in the middle", "DELETE FROM records WHERE seq IN (4, 5, 7)", "lacks record 4"},
		{"the last", "DELETE FROM records WHERE seq = 9", "lacks record 9"},
		{"all", "DELETE FROM records", "lacks record 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.db")
			s := open(t, path, small)
			appendN(t, s, session("a"), 1, 9)
			shut(t, s)
			rawSQL(t, path, "DROP TRIGGER records_no_delete", c.sql)
			if _, err := tracestore.Open(ctx, path, small); !errors.Is(err, tracestore.ErrDataLoss) || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want ErrDataLoss: %s", err, c.want)
			}
		})
	}
	t.Run("under a checkpoint", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "trace.db")
		s := open(t, path, small)
		appendN(t, s, session("a"), 1, 9)
		cp := tracestore.Checkpoint{N: 9, Kind: tracestore.KindCheckpoint, Status: tracestore.StatusPending, Frontier: []byte{0}}
		if err := s.PutCheckpoint(ctx, session("a"), cp); err != nil {
			t.Fatal(err)
		}
		shut(t, s)
		rawSQL(t, path, "DROP TRIGGER records_no_delete", "DELETE FROM records WHERE seq > 6")
		if err := os.Remove(path + ".high"); err != nil {
			t.Fatal(err)
		}
		_, err := tracestore.Open(ctx, path, tracestore.Options{Restored: true})
		if !errors.Is(err, tracestore.ErrDataLoss) || !strings.Contains(err.Error(), "lacks record 7; a checkpoint covers 9") {
			t.Fatalf("got %v, want ErrDataLoss by the checkpoint", err)
		}
	})
}

// An altered row changes the leaf and nothing else: that is for the
// commitments to show, and for Check where the head is touched.
func TestAlteredRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 3)
	shut(t, s)
	leaves := func(s *tracestore.Store) (l []trace.Hash) {
		if err := s.Read(ctx, a, 1, 0, func(r trace.Record, _ uint64) error { l = append(l, r.Leaf()); return nil }); err != nil {
			t.Fatal(err)
		}
		return l
	}
	s = open(t, path, small)
	before := leaves(s)
	shut(t, s)
	rawSQL(t, path, "DROP TRIGGER records_no_update",
		`UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '"n":2', '"n":7') AS BLOB) WHERE seq = 2`)
	s = open(t, path, small)
	after := leaves(s)
	if before[0] != after[0] || before[1] == after[1] || before[2] != after[2] {
		t.Fatalf("leaves before %v, after %v", before, after)
	}
	shut(t, s)
	rawSQL(t, path, "UPDATE records SET head = (SELECT head FROM records WHERE seq = 1) WHERE seq = 3")
	s = open(t, path, small)
	if err := s.Check(ctx); !errors.Is(err, tracestore.ErrEntry) {
		t.Fatalf("got %v, want ErrEntry", err)
	}
}

// Whoever ignores the lock and writes as well makes the store stop: its
// numbers are no longer its own.
func TestSecondWriterStops(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	s := open(t, path, small)
	appendN(t, s, a, 1, 2)
	rawSQL(t, path, `INSERT INTO records (id, head, body, salt) SELECT session << 32 | 3, head, body, salt FROM records WHERE seq = 1`)
	err := s.Append(ctx, []tracestore.Entry{entry(t, a, 3, "e3")})
	if !errors.Is(err, tracestore.ErrStopped) || errors.Is(err, tracestore.ErrDuplicate) {
		t.Fatalf("got %v, want ErrStopped", err)
	}
}

// The lock is the kernel's: it goes with the process, and a file that was
// left behind does not block.
func TestLockFileLeftBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	f, err := os.Create(path + ".lock")
	if err == nil {
		_, err = io.WriteString(f, "left by a crash")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	open(t, path, small)
}
