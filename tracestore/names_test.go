package tracestore_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/tracestore"
)

// Two names of one file would be two locks and two logs.
func TestSecondNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "real", "trace.db")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	s := open(t, path, small)
	appendN(t, s, session("a"), 1, 3)
	for name, from := range map[string]string{"dir": filepath.Dir(path), "file.db": path} {
		if err := os.Symlink(from, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	links := []string{filepath.Join(dir, "dir", "trace.db"), filepath.Join(dir, "file.db")}
	for _, link := range links {
		if _, err := tracestore.Open(ctx, link, small); !errors.Is(err, tracestore.ErrLocked) {
			t.Errorf("%s beside the open store: %v, want ErrLocked", link, err)
		}
		r := open(t, link, tracestore.Options{ReadOnly: true})
		if n, err := r.Head(ctx, session("a")); err != nil || n != 3 {
			t.Errorf("read through %s: %d records, %v", link, n, err)
		}
		shut(t, r)
	}
	shut(t, s)
	for i, link := range links {
		s := open(t, link, small)
		appendN(t, s, session("a"), uint64(4+i), uint64(4+i))
		shut(t, s)
	}
	hard := filepath.Join(dir, "hard.db")
	if err := os.Link(path, hard); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, hard} {
		for _, o := range []tracestore.Options{small, {ReadOnly: true}} {
			var typed *tracestore.Error
			if _, err := tracestore.Open(ctx, p, o); !errors.Is(err, tracestore.ErrLinked) || !errors.As(err, &typed) || typed.Hint == "" {
				t.Errorf("%s with a second name: %v, want ErrLinked with a hint", p, err)
			}
		}
	}
	if err := os.Remove(hard); err != nil {
		t.Fatal(err)
	}
	if n, err := open(t, path, small).Head(ctx, session("a")); err != nil || n != 5 {
		t.Errorf("at last %d records, %v; want 5", n, err)
	}
}

// Somebody removes the lock file and starts a second process: one of the two
// stops, and neither acknowledges what the other does not see.
func TestLockFileRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	a := session("a")
	first := open(t, path, small)
	appendN(t, first, a, 1, 3)
	if err := os.Remove(path + ".lock"); err != nil {
		t.Fatal(err)
	}
	second := open(t, path, small)
	appendN(t, second, session("b"), 1, 2)
	if err := first.Append(ctx, []tracestore.Entry{entry(t, a, 4, "e4")}); !errors.Is(err, tracestore.ErrReplaced) || !errors.Is(err, tracestore.ErrStopped) {
		t.Fatalf("the first store: %v, want ErrReplaced and ErrStopped", err)
	}
	_ = first.Close() // it has said why
	if n, err := second.Head(ctx, session("b")); err != nil || n != 2 {
		t.Errorf("the second store: %d, %v", n, err)
	}
	appendN(t, second, session("b"), 3, 3)
	if err := second.Check(ctx); err != nil {
		t.Error(err)
	}
}
