package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDenialsAreTold: what a run refuses is one line per rule and object in the
// session's log, with the remedy, and in the summary with its count; the agent's
// own output has nothing of it.
func TestDenialsAreTold(t *testing.T) {
	l := newLine(t)
	work := l.work()
	file := filepath.Join(work, "policy.yaml")
	text := `version: 1
mode: enforce
files: {read: {allow: [/], deny: [$WORKSPACE/secret]}, write: {allow: [$WORKSPACE]}, exec: {allow: [/]}}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "secret"), []byte("s"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := l.command("varek-sidecar", "run", "--policy", "policy.yaml", "--", "bash", "-c", `
for i in $(seq 30); do : < secret; echo x > /var/tmp/never; done 2> /dev/null
(exec 3<>/dev/tcp/127.0.0.1/9) 2> /dev/null
for i in $(seq 15); do mkdir /var/tmp/never-$i; done 2> /dev/null
echo over`)
	cmd.Dir = work
	r := l.do(cmd)
	if r.code != 0 || r.out != "over\n" {
		t.Fatalf("exit %d, output %q\n%s", r.code, r.out, r.err)
	}
	type entry struct{ Session, Op, Msg, Object, Rule, Remedy string }
	id := l.newest().Session
	log, err := os.Open(filepath.Join(l.state, "sessions", strings.TrimPrefix(id, "0x"), "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	lines := map[string][]entry{}
	for sc := bufio.NewScanner(log); sc.Scan(); {
		var e entry
		if err := json.Unmarshal(sc.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if e.Op == "deny" {
			lines[e.Rule+" "+e.Object] = append(lines[e.Rule+" "+e.Object], e)
		}
	}
	for key, remedy := range map[string]string{
		"files.read.deny[0] " + filepath.Join(work, "secret"): "narrow entry 0 of files.read.deny",
		"default /var/tmp/never":                              "add it to files.write.allow",
		"special 127.0.0.1:9":                                 "add it to network.connect.allow",
		"default /var/tmp/never-15":                           "add it to files.write.allow",
	} {
		got := lines[key]
		if len(got) != 1 || got[0].Session != id || !strings.Contains(got[0].Remedy, remedy) {
			t.Errorf("%s: in the log %+v, want one line with %q", key, got, remedy)
		}
	}
	if len(lines) != 18 {
		t.Errorf("%d kinds are in the log, want 18: %v", len(lines), lines)
	}
	for _, want := range []string{
		"refused      76 calls, 18 kinds\n",
		"30x open " + filepath.Join(work, "secret") + " by files.read.deny[0]; to allow: narrow entry 0 of files.read.deny in the policy\n",
		"30x create /var/tmp/never by default; to allow: add it to files.write.allow in the policy\n",
		"and 8 kinds more, each with its remedy in the session's log\n",
	} {
		if !strings.Contains(r.err, want) {
			t.Errorf("the summary lacks %q:\n%s", want, r.err)
		}
	}
}
