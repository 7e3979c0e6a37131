package e2e

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scale is how often counted tests repeat.
func scale() int {
	n, err := strconv.Atoi(os.Getenv("VAREK_SCALE"))
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// TestKillNine kills the sidecar at a random moment while the agent works:
// nothing of the agent survives, everything acknowledged is in the trace under
// its number, and run --resume closes the session with one final commitment.
func TestKillNine(t *testing.T) {
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			for round := range 3 * scale() {
				killOnce(t, l, time.Duration(50+(round*137)%400)*time.Millisecond)
			}
		})
	}
}

// killOnce starts an agent that reports calls without end, with an orphan in a
// session of its own beside it, and kills the sidecar after some acknowledged
// events and a further moment.
func killOnce(t *testing.T, l *line, moment time.Duration) {
	t.Helper()
	mark := marker(t)
	work := l.work()
	acked := filepath.Join(work, "acked")
	script := fmt.Sprintf(`
(setsid bash -c 'exec -a %[1]s-orphan sleep 300' </dev/null >/dev/null 2>&1 &)
bash -c 'exec -a %[1]s sleep 300' &
while :; do
	seq=$(varek-sidecar emit intent --tool probe --args '{"n":1}' --json) || exit 1
	echo "$seq" >> acked
done`, mark)
	cmd := l.command("varek-sidecar", "run", "--k", "3", "--r", "1s", "--", "bash", "-c", script, mark)
	cmd.Dir = work
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 30*time.Second, "five acknowledged events: "+stderr.String(), func() bool { return lines(acked) >= 5 })
	time.Sleep(moment) // the moment of the kill is the point of the test
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	eventually(t, 2*time.Second, "every process of the agent is gone", func() bool { return marked(mark) == 0 })

	id := l.newest().Session
	l.ok("varek-sidecar", "run", "--resume", id)
	got := map[uint64]string{}
	for i, r := range l.trace(id) {
		if r.Head.Seq != uint64(i+1) {
			t.Fatalf("record %d stands at place %d", r.Head.Seq, i+1)
		}
		got[r.Head.Seq] = r.Head.ActionID
	}
	for seq, action := range replies(t, acked) {
		if got[seq] != action {
			t.Errorf("acknowledged record %d of call %s: the trace has %q there", seq, action, got[seq])
		}
	}
	if s := l.newest(); !s.Final || s.Status != "closed" || s.N != uint64(len(got)) {
		t.Errorf("after resume: %+v, want closed and final with %d records", s, len(got))
	}
	l.ok("varek-sidecar", "run", "--resume", id) // again: nothing to do, no error
}

func lines(path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	return strings.Count(string(text), "\n")
}

// replies reads the acknowledgements that the agent noted.
func replies(t *testing.T, path string) map[uint64]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[uint64]string{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		seq := field(sc.Text(), `"seq":`, ",}")
		n, err := strconv.ParseUint(seq, 10, 64)
		if err != nil {
			continue // a line that the kill cut short was not acknowledged to anyone
		}
		out[n] = strings.Trim(field(sc.Text(), `"action_id":`, ",}"), `"`)
	}
	if len(out) < 5 {
		t.Fatalf("only %d acknowledgements were noted", len(out))
	}
	return out
}

func field(text, name, until string) string {
	_, rest, ok := strings.Cut(text, name)
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, until); i >= 0 {
		return rest[:i]
	}
	return rest
}

// TestFullDiskStopsTools: when the record cannot be stored, the tool call does
// not run. The agent calls tools with large arguments until one is refused; every
// tool that ran has its start on record.
func TestFullDiskStopsTools(t *testing.T) {
	requireRoot(t)
	l := newLine(t)
	l.ok("varek-escrow", "devchain", "--detach")
	small := filepath.Join(l.state, "sessions")
	if err := os.MkdirAll(small, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("skipped: cannot mount a small tmpfs: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	work := l.work()
	script := `
printf '{"pad":"' > args; head -c 2000000 /dev/zero | tr '\0' x >> args; printf '"}' >> args
echo started > started
until [ -e full ]; do :; done
for i in $(seq 200); do
	id=$(varek-sidecar emit intent --tool touch --args @args --timeout 3s) || break
	varek-sidecar exec --call "$id" --timeout 3s -- touch "ran-$id" || break
done
echo "$i" > stopped`
	cmd := l.command("varek-sidecar", "run", "--final-timeout", "1s", "--", "bash", "-c", script)
	cmd.Dir = work
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 60*time.Second, "the agent runs: "+stderr.String(), func() bool { return lines(filepath.Join(work, "started")) == 1 })
	filler := filepath.Join(small, "filler")
	fill(t, filler)
	if err := os.WriteFile(filepath.Join(work, "full"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // whatever its code: the effects are what counts
	if text, err := os.ReadFile(filepath.Join(work, "stopped")); err == nil && strings.TrimSpace(string(text)) == "200" {
		t.Fatal("200 calls of 2 MB were stored on a full disk")
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	id := l.newest().Session
	l.ok("varek-sidecar", "run", "--resume", id)
	started := map[string]bool{}
	for _, r := range l.trace(id, "--kind", "start") {
		started[r.Head.ActionID] = true
	}
	ran, _ := filepath.Glob(filepath.Join(work, "ran-*"))
	for _, f := range ran {
		if action := strings.TrimPrefix(filepath.Base(f), "ran-"); !started[action] {
			t.Errorf("the tool of call %s ran and its start is not on record", action)
		}
	}
	if s := l.newest(); !s.Final {
		t.Errorf("with room again: %+v, want the final commitment\n%s", s, stderr.String())
	}
}

// fill takes the last byte of a file system.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 1<<16); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

// TestChainGoesAway: the agent goes on, the summary says what is missing, and
// resume makes the final commitment once the chain is back.
func TestChainGoesAway(t *testing.T) {
	l := newLine(t)
	work := l.work()
	cmd := l.command("varek-sidecar", "run", "--final-timeout", "1s", "--", "bash", "-c",
		"echo started > started; until [ -e gone ]; do sleep 0.05; done; echo done")
	cmd.Dir = work
	var out, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 60*time.Second, "the agent runs", func() bool { return lines(filepath.Join(work, "started")) == 1 })
	l.ok("varek-escrow", "devchain", "stop")
	if err := os.WriteFile(filepath.Join(work, "gone"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || out.String() != "done\n" {
		t.Errorf("the agent: %v, output %q; want exit 0 and its output", err, out.String())
	}
	s := l.newest()
	if s.Final || !strings.Contains(stderr.String(), "run --resume "+s.Session) {
		t.Fatalf("without a chain: %+v; the summary should name the next step:\n%s", s, stderr.String())
	}
	l.ok("varek-sidecar", "run", "--resume", s.Session)
	if s := l.newest(); !s.Final {
		t.Errorf("after resume with a chain: %+v, want final", s)
	}
}
