package tracestore_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// opEnv makes the child do one thing instead of writing until it is killed.
const opEnv = "VAREK_TEST_STORE_OP"

// had is how many records of session a the store has before the operation.
const had = 30

// oneOp opens the store and does one thing, on one thread, so that the nth
// system call is always the same one. It prints what was acknowledged.
func oneOp(path, op string, out io.Writer) int {
	runtime.LockOSThread()
	o := small
	o.CheckpointBytes = 48 << 10
	s, err := tracestore.Open(ctx, path, o)
	if err == nil {
		err = doOp(s, op, out)
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		fmt.Fprintln(out, "error", strings.ReplaceAll(err.Error(), "\n", " "))
		return 3
	}
	fmt.Fprintln(out, "done")
	return 0
}

func doOp(s *tracestore.Store, op string, out io.Writer) error {
	t, a := &childT{}, session("a")
	switch op {
	case "append":
		// Each record that the disk had no room for is tried again, as a client does.
		for seq := uint64(had + 1); seq <= had+12; seq++ {
			e := entry(t, a, seq, fmt.Sprint("e", seq))
			err := s.Append(ctx, []tracestore.Entry{e})
			for range 2 {
				if errors.Is(err, tracestore.ErrFull) {
					err = s.Append(ctx, []tracestore.Entry{e})
				}
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(out, "a", seq, e.Record.Leaf())
		}
		return nil
	case "blob":
		text := []byte(strings.Repeat("b", 70<<10))
		ref := trace.NewBlobRef(trace.Keccak([]byte("blob salt")), text)
		if err := s.PutBlob(ctx, a, ref, text); err != nil {
			return err
		}
		e := entry(t, a, had+1, "blob")
		e.Blobs = []trace.BlobRef{ref}
		if err := s.Append(ctx, []tracestore.Entry{e}); err != nil {
			return err
		}
		fmt.Fprintln(out, "a", e.Seq, e.Record.Leaf())
		return nil
	case "checkpoint":
		c := tracestore.Checkpoint{N: had, Kind: tracestore.KindCheckpoint, Status: tracestore.StatusPending, Frontier: []byte{0}}
		if err := s.PutCheckpoint(ctx, a, c); err != nil {
			return err
		}
		c.Status, c.TxHash = tracestore.StatusConfirmed, trace.Hash{1}
		return s.PutCheckpoint(ctx, a, c)
	case "erase":
		_, err := s.Erase(ctx, a, erasedSeqs())
		return err
	}
	return nil // "open": opening is the operation, migration included
}

func erasedSeqs() (seqs []uint64) {
	for seq := uint64(2); seq <= had; seq += 2 {
		seqs = append(seqs, seq)
	}
	return seqs
}

// calls are the system calls by which a store touches the disk.
const calls = "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink,unlinkat,rename,renameat,renameat2,fallocate"

// Death, a full disk and a failing disk at every point of an operation, one
// after the other: whatever was acknowledged before or during it is there, the
// numbers have no hole, every leaf is what it was, and the operation can be
// repeated to its end.
func TestEveryPoint(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		need(t, "root", "strace is not installed")
	}
	for _, op := range []string{"append", "blob", "checkpoint", "erase", "migrate"} {
		t.Run(op, func(t *testing.T) {
			from := filepath.Join(t.TempDir(), "before")
			leaves := prepare(t, from, op)
			total := count(t, strace, from, op)
			step := max(1, total/(4*scale(t)))
			tried := 0
			for _, how := range []string{"signal=KILL", "error=ENOSPC", "error=EIO"} {
				for n := 1 + tried%step; n <= total; n += step {
					tried++
					point(t, strace, from, op, how, n, leaves)
				}
			}
			t.Logf("%d of 3 times %d points", tried, total)
		})
	}
}

// prepare makes the store on which the operation is tried; erased bodies can be
// looked for by their salts.
func prepare(t *testing.T, dir, op string) map[uint64]trace.Hash {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path, leaves := filepath.Join(dir, "trace.db"), map[uint64]trace.Hash{}
	s := open(t, path, small)
	appendN(t, s, session("a"), 1, had)
	appendN(t, s, session("b"), 1, 3)
	for seq := uint64(1); seq <= had; seq++ {
		leaves[seq] = entry(t, session("a"), seq, "").Record.Leaf()
	}
	shut(t, s)
	if op == "migrate" {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		version1(t, path, map[string]int{"a": had, "b": 3})
	}
	return leaves
}

// under runs the operation on a copy, with strace's arguments before it.
func under(t *testing.T, from, op string, strace ...string) (dir string, said []string, err error) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(strace[0], append(strace[1:], self)...)
	cmd.Env = append(os.Environ(), childEnv+"="+filepath.Join(dir, "trace.db"), opEnv+"="+op)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	err = cmd.Run()
	for sc := bufio.NewScanner(&out); sc.Scan(); {
		said = append(said, sc.Text())
	}
	return dir, said, err
}

// count says how many points the operation has.
func count(t *testing.T, strace, from, op string) int {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	_, said, err := under(t, from, op, strace, "-f", "-qq", "-o", log, "-e", "trace="+calls)
	if err != nil || len(said) == 0 || said[len(said)-1] != "done" {
		t.Fatalf("undisturbed: %v, %q", err, said)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	perThread, most := map[string]int{}, 0
	for _, line := range strings.Split(string(text), "\n") {
		if thread, _, ok := strings.Cut(line, " "); ok {
			perThread[thread]++
			most = max(most, perThread[thread])
		}
	}
	return most
}

func point(t *testing.T, strace, from, op, how string, n int, leaves map[uint64]trace.Hash) {
	t.Helper()
	where := fmt.Sprintf("%s, call %d, %s", op, n, how)
	dir, said, _ := under(t, from, op, strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace="+calls,
		"-e", fmt.Sprintf("inject=%s:%s:when=%d", calls, how, n))
	want := map[uint64]trace.Hash{}
	for seq, leaf := range leaves {
		want[seq] = leaf
	}
	for _, line := range said {
		var seq uint64
		var leaf string
		if n, _ := fmt.Sscanf(line, "a %d %s", &seq, &leaf); n == 2 {
			h, err := trace.ParseHash(leaf)
			if err != nil {
				t.Fatal(where, err)
			}
			want[seq] = h
		}
	}
	path := filepath.Join(dir, "trace.db")
	s, err := tracestore.Open(ctx, path, small)
	if err != nil {
		t.Fatalf("%s: the store does not open again: %v; it said %q", where, err, said)
	}
	seen := uint64(0)
	hidden := false
	err = s.Read(ctx, session("a"), 1, 0, func(r trace.Record, seq uint64) error {
		if seen++; seq != seen {
			return fmt.Errorf("record %d stands at place %d", seq, seen)
		}
		hidden = hidden || r.Hidden
		if leaf, ok := want[seq]; ok && leaf != r.Leaf() {
			return fmt.Errorf("record %d has another leaf", seq)
		}
		return nil
	})
	if err == nil && seen < uint64(len(want)) {
		err = fmt.Errorf("%d records, %d were acknowledged", seen, len(want))
	}
	if err == nil {
		err = s.Check(ctx)
	}
	if err != nil {
		t.Fatalf("%s: %v; it said %q", where, err, said)
	}
	if hidden {
		// The opening has ended what the process did not come to.
		nothingErased(t, where, path)
	}
	if op == "append" || op == "blob" {
		op = "checkpoint"
	}
	if err := doOp(s, op, io.Discard); err != nil {
		t.Fatalf("%s: again: %v", where, err)
	}
	if op == "erase" {
		nothingErased(t, where, path)
	}
	if err := s.Close(); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
}

func nothingErased(t *testing.T, where, path string) {
	t.Helper()
	for _, seq := range erasedSeqs() {
		salt := trace.Keccak([]byte("salt"), session1a, fmt.Append(nil, seq))
		if found := grepFiles(t, path, salt[:]); len(found) > 0 {
			t.Fatalf("%s: the salt of erased record %d is in %v", where, seq, found)
		}
	}
}

var session1a = func() []byte { h := session("a"); return h[:] }()
