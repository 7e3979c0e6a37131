package tracestore_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// childEnv makes the test binary a writer of the store that it names.
const childEnv = "VAREK_TEST_STORE"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		if op := os.Getenv(opEnv); op != "" {
			os.Exit(oneOp(path, op, os.Stdout))
		}
		os.Exit(writeUntilKilled(path, os.Stdout))
	}
	os.Exit(m.Run())
}

const childSessions = 3

// writeUntilKilled appends to three sessions at once, in batches of varying
// size, and prints "session seq leaf" only for what was acknowledged. It ends
// with 3 at the first error, which it prints.
func writeUntilKilled(path string, out io.Writer) int {
	t := &childT{}
	s, err := tracestore.Open(ctx, path, tracestore.Options{Preallocate: -1, CheckpointBytes: 64 << 10})
	if err != nil {
		fmt.Fprintln(out, "error", err)
		return 2
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for c := range childSessions {
		wg.Go(func() {
			id := session(fmt.Sprint(c))
			head, err := s.Head(ctx, id)
			rng := rand.New(rand.NewPCG(uint64(c), head))
			for err == nil {
				batch := make([]tracestore.Entry, 1+rng.IntN(8))
				for i := range batch {
					head++
					batch[i] = entry(t, id, head, fmt.Sprint("e", head))
				}
				if err = s.Append(ctx, batch); err != nil {
					break
				}
				var b strings.Builder
				for _, e := range batch {
					fmt.Fprintln(&b, c, e.Seq, e.Record.Leaf())
				}
				mu.Lock()
				io.WriteString(out, b.String())
				mu.Unlock()
			}
			mu.Lock()
			fmt.Fprintln(out, "error", c, err)
			mu.Unlock()
		})
	}
	wg.Wait()
	return 3
}

// childT is enough of testing.TB for entry.
type childT struct{ testing.TB }

func (*childT) Helper()           {}
func (*childT) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// scale is VAREK_SCALE, by which the counts of long tests are multiplied.
func scale(t testing.TB) int {
	text := os.Getenv("VAREK_SCALE")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("VAREK_SCALE=%q is not a positive number", text)
	}
	return n
}

// need skips aloud, or fails where VAREK_REQUIRE names the thing.
func need(t testing.TB, what, why string) {
	for _, w := range strings.Split(os.Getenv("VAREK_REQUIRE"), ",") {
		if w == what {
			t.Fatalf("VAREK_REQUIRE=%s, but %s", what, why)
		}
	}
	t.Skipf("skipped: %s", why)
}

// acks is what a child said before it died.
type acks map[trace.Hash]map[uint64]string

func (a acks) line(text string) error {
	var c int
	var seq uint64
	var leaf string
	if _, err := fmt.Sscan(text, &c, &seq, &leaf); err != nil {
		return fmt.Errorf("child says %q", text)
	}
	id := session(fmt.Sprint(c))
	if a[id] == nil {
		a[id] = map[uint64]string{}
	}
	if old, ok := a[id][seq]; ok && old != leaf {
		return fmt.Errorf("record %d was acknowledged as %s and as %s", seq, old, leaf)
	}
	a[id][seq] = leaf
	return nil
}

// checked is stored, and that the whole file is sound.
func (a acks) checked(t *testing.T, s *tracestore.Store) (records int) {
	t.Helper()
	if err := s.Check(ctx); err != nil {
		t.Fatal(err)
	}
	return a.stored(t, s)
}

// stored checks that all that was acknowledged is in the file, unchanged, and
// counts the records from there on.
func (a acks) stored(t *testing.T, s *tracestore.Store) (records int) {
	t.Helper()
	for id, want := range a {
		first := slices.Min(slices.Collect(maps.Keys(want)))
		err := s.Read(ctx, id, first, 0, func(r trace.Record, seq uint64) error {
			records++
			if leaf, ok := want[seq]; ok && leaf != r.Leaf().String() {
				return fmt.Errorf("session %s record %d was acknowledged with another leaf", id, seq)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for seq := range want {
			st, ok, err := s.Event(ctx, id, fmt.Sprint("e", seq))
			if err != nil || !ok || st.Seq != seq {
				t.Fatalf("session %s record %d was acknowledged and is not there: %+v, %v, %v", id, seq, st, ok, err)
			}
		}
	}
	return records
}

// child starts the writer under the given command prefix.
func child(t *testing.T, path string, prefix ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append(prefix, self)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), childEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

// wholeEvery is how often the kill tests look at everything again; else only
// at what the last round brought, so that the time grows with the rounds and
// not with their square.
const wholeEvery = 10

// kill -9 at random moments: no acknowledged record is lost, and the next
// process goes on where the last one was.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.db")
	rng := rand.New(rand.NewPCG(1, 2))
	all := acks{}
	rounds, records := 20*scale(t), 0
	for round := range rounds {
		cmd, lines := child(t, path)
		until, fresh := rng.IntN(120), acks{}
		for n := 0; lines.Scan(); n++ {
			if err := errors.Join(all.line(lines.Text()), fresh.line(lines.Text())); err != nil {
				cmd.Process.Kill()
				t.Fatal(err)
			}
			if n == until {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.String() != "signal: killed" {
			t.Fatalf("round %d: the writer ended by itself: %v", round, err)
		}
		s := open(t, path, small)
		fresh.stored(t, s)
		if round%wholeEvery == wholeEvery-1 {
			records = all.checked(t, s)
			t.Logf("%d rounds done: %d records stored", round+1, records)
		}
		shut(t, s)
	}
	acked := 0
	for _, m := range all {
		acked += len(m)
	}
	if acked < rounds {
		t.Fatalf("only %d records acknowledged in %d rounds", acked, rounds)
	}
	t.Logf("%d rounds: %d records acknowledged, %d stored", rounds, acked, records)
}

// One failed fsync at any point: the writer stops, acknowledges nothing more,
// and everything acknowledged is in the file.
func TestSyncErrorStops(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		need(t, "root", "strace is not installed")
	}
	for _, when := range []int{1, 2, 3, 5, 8, 13, 21, 34} {
		t.Run(fmt.Sprint("sync ", when), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.db")
			shut(t, open(t, path, small))
			cmd, lines := child(t, path, strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
				"-e", fmt.Sprintf("inject=fsync,fdatasync:error=EIO:when=%d", when))
			all, errs := acks{}, 0
			for lines.Scan() {
				text := lines.Text()
				rest, failed := strings.CutPrefix(text, "error ")
				switch {
				case failed && !strings.Contains(rest, tracestore.ErrStopped.Error()) && !strings.HasPrefix(rest, "open "):
					t.Errorf("got %q, want a stopped store", rest)
				case failed:
					errs++
				default:
					if err := all.line(text); err != nil {
						t.Error(err)
					}
				}
			}
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 2 && exit.ExitCode() != 3 {
				t.Fatalf("the writer ended with %v", err)
			}
			if errs == 0 {
				t.Fatal("the writer reported no error")
			}
			s := open(t, path, small)
			all.checked(t, s)
		})
	}
}
