package tracestore_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/tracestore"
)

// A full disk is an error to everybody who waits, nothing is acknowledged,
// and the same call succeeds once there is room, without a restart.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if os.Geteuid() != 0 {
		need(t, "root", "mounting a small tmpfs needs root")
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		need(t, "root", "mounting a small tmpfs: "+err.Error())
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	path, ballast := filepath.Join(dir, "trace.db"), filepath.Join(dir, "ballast")
	s := open(t, path, small)
	a := session("a")
	appendN(t, s, a, 1, 5)
	fill(t, ballast)
	acked := uint64(5)
	var err error
	for err == nil && acked < 20000 {
		if err = s.Append(ctx, []tracestore.Entry{entry(t, a, acked+1, "")}); err == nil {
			acked++
		}
	}
	var typed *tracestore.Error
	if !errors.Is(err, tracestore.ErrFull) || errors.Is(err, tracestore.ErrStopped) || !errors.As(err, &typed) || typed.Hint == "" {
		t.Fatalf("got %v after %d records, want ErrFull with a hint", err, acked)
	}
	for range 3 {
		if err := s.Append(ctx, []tracestore.Entry{entry(t, a, acked+1, "")}); !errors.Is(err, tracestore.ErrFull) {
			t.Fatalf("got %v, want ErrFull again", err)
		}
	}
	if n, err := s.Head(ctx, a); err != nil || n != acked {
		t.Fatalf("head %d, %v, but %d were acknowledged", n, err, acked)
	}
	if err := s.Err(); err != nil {
		t.Fatalf("a full disk stopped the store: %v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	appendN(t, s, a, acked+1, acked+5)
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	shut(t, s)
	if n, err := open(t, path, small).Head(ctx, a); err != nil || n != acked+5 {
		t.Fatalf("head %d, %v after opening again, want %d", n, err, acked+5)
	}
}

// fill writes until nothing more fits.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	chunk := make([]byte, 4096)
	for {
		if _, err := f.Write(chunk); errors.Is(err, unix.ENOSPC) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFullDiskOnOpen(t *testing.T) {
	dir := t.TempDir()
	if os.Geteuid() != 0 {
		need(t, "root", "mounting a small tmpfs needs root")
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		need(t, "root", "mounting a small tmpfs: "+err.Error())
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	path := filepath.Join(dir, "trace.db")
	var typed *tracestore.Error
	if _, err := tracestore.Open(ctx, path, tracestore.Options{}); !errors.Is(err, tracestore.ErrFull) || !errors.As(err, &typed) || typed.Hint == "" {
		t.Fatalf("got %v, want ErrFull with a hint", err)
	}
}
