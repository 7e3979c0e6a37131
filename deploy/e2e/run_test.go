package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRunGivesBackTheAgent: output, input, exit codes and signals of an
// ordinary program are its own, and the session is complete afterwards.
func TestRunGivesBackTheAgent(t *testing.T) {
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			for _, c := range []struct {
				name, script, out string
				code              int
			}{
				{"output", `echo out; echo err >&2`, "out\n", 0},
				{"code", `exit 7`, "", 7},
				{"signal", `kill -KILL $$`, "", 137},
				{"pipes", `seq 1000 | sort -n | tail -1`, "1000\n", 0},
				{"files", `echo x > a && mv a b && cat b && rm b && ls`, "x\n", 0},
				{"environment", `env | grep ^VAREK_ | cut -d= -f1 | sort`, "VAREK_NATS_CREDS\nVAREK_NATS_URL\nVAREK_SESSION\n", 0},
				{"descriptors", `ls /proc/self/fd | wc -l`, "4\n", 0},
			} {
				cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", c.script)
				cmd.Dir = l.work()
				r := l.do(cmd)
				if r.out != c.out || r.code != c.code {
					t.Errorf("%s: output %q, exit %d; want %q, %d\n%s", c.name, r.out, r.code, c.out, c.code, r.err)
				}
				if s := l.newest(); s.Status != "closed" || !s.Final || s.N < 2 {
					t.Errorf("%s: session %+v, want closed with its final commitment on chain", c.name, s)
				}
			}
		})
	}
}

func TestRunWithoutAProgram(t *testing.T) {
	l := newLine(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		say  string
	}{
		{"nothing", []string{"run"}, 2, "no program to run"},
		{"unknown flag", []string{"run", "--nonsense", "--", "true"}, 2, "--nonsense"},
		{"not found", []string{"run", "--", "no-such-program"}, 127, "not found"},
		{"not executable", []string{"run", "--", "/etc/hostname"}, 126, "not executable"},
		{"directory", []string{"run", "--", "/etc"}, 126, "not executable"},
		{"no checkpoints", []string{"run", "--k", "0", "--", "true"}, 125, "above zero"},
		{"unknown promise", []string{"run", "--promise", "77", "--", "true"}, 125, "promise"},
		{"bad promise", []string{"run", "--promise", "x", "--", "true"}, 125, "promise"},
		{"no policy file", []string{"run", "--policy", "/nonexistent.yaml", "--", "true"}, 125, "policy"},
		{"unknown network", []string{"run", "--network", "mars", "--", "true"}, 125, "mars"},
	} {
		r := l.do(l.command("varek-sidecar", c.args...))
		if r.code != c.code || !strings.Contains(r.err, c.say) || !strings.Contains(r.err, "next:") {
			t.Errorf("%s: exit %d, said %q; want exit %d, %q and a next step", c.name, r.code, r.err, c.code, c.say)
		}
	}
}

func TestBrokenPolicyNamesTheFault(t *testing.T) {
	l := newLine(t)
	path := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(path, []byte("version: 1\nmode: observe\nfiels:\n  write: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := l.do(l.command("varek-sidecar", "run", "--policy", path, "--", "true"))
	if r.code != 125 || !strings.Contains(r.err, "fiels") {
		t.Errorf("exit %d, said %q; want 125 and the unknown key", r.code, r.err)
	}
}

func TestPolicyByRelativePath(t *testing.T) {
	l := newLine(t)
	cmd := l.command("varek-sidecar", "run", "--policy", "policy.yaml", "--", "true")
	cmd.Dir = l.work()
	if err := os.WriteFile(filepath.Join(cmd.Dir, "policy.yaml"), []byte("version: 1\nmode: observe\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := l.do(cmd); r.code != 0 {
		t.Errorf("exit %d\n%s", r.code, r.err)
	}
}
