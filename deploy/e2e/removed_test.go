package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestStateMovedAway takes the state directory from under a live run, as a
// careless rm or mv does: nothing is acknowledged into files that nobody will
// find again, the agent ends with the run, and once the directory is back all
// that was acknowledged is in it.
func TestStateMovedAway(t *testing.T) {
	l := newLine(t)
	mark := marker(t)
	work := l.work()
	acked := filepath.Join(work, "acked")
	script := fmt.Sprintf(`
bash -c 'exec -a %s sleep 300' &
while :; do
	seq=$(varek-sidecar emit intent --tool probe --args '{"n":1}' --json) || exit 1
	echo "$seq" >> acked
done`, mark)
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", script, mark)
	cmd.Dir = work
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, time.Minute, "five acknowledged events", func() bool { return lines(acked) >= 5 })
	away := l.state + ".away"
	if err := os.Rename(l.state, away); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || !strings.Contains(stderr.String(), "deleted or replaced") {
		t.Errorf("the run ended with %v and said %s", err, &stderr)
	}
	eventually(t, 20*time.Second, "every process of the agent is gone", func() bool { return marked(mark) == 0 })
	if _, err := os.Lstat(l.state); !os.IsNotExist(err) {
		t.Errorf("something was written to where the state directory was: %v", err)
	}
	if err := os.Rename(away, l.state); err != nil {
		t.Fatal(err)
	}
	id := l.newest().Session
	l.ok("varek-sidecar", "run", "--resume", id)
	got := map[uint64]string{}
	for _, r := range l.trace(id) {
		got[r.Head.Seq] = r.Head.ActionID
	}
	for seq, action := range replies(t, acked) {
		if got[seq] != action {
			t.Errorf("acknowledged record %d of call %s: the trace has %q there", seq, action, got[seq])
		}
	}
}
