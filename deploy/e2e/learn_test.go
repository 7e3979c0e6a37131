package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestLearnedPolicyHolds: a program runs again, with the same output, under the
// enforcing policy that was learned from it, and something that it did not do is
// refused.
func TestLearnedPolicyHolds(t *testing.T) {
	for _, p := range []struct{ name, need, script string }{
		{"git", "git", `rm -rf r && git init -q -b main r && cd r && git config user.email a@b.c && git config user.name a && echo 1 > f && git add f && git commit -qm one && git log --format=%s`},
		{"python", "python3", `python3 -c '
import tempfile, subprocess, os
with tempfile.TemporaryDirectory() as d:
    open(os.path.join(d, "x"), "w").write("y")
    print(open(os.path.join(d, "x")).read(), subprocess.check_output(["echo", "hi"]))'`},
		{"gcc", "gcc", `mkdir -p out && printf '#include <stdio.h>\nint main(void){puts("built");return 0;}\n' > m.c && gcc -o out/prog m.c && ./out/prog`},
	} {
		t.Run(p.name, func(t *testing.T) {
			if _, err := exec.LookPath(p.need); err != nil {
				t.Skipf("skipped: %s is not installed", p.need)
			}
			l := newLine(t)
			work := l.work()
			file := filepath.Join(filepath.Dir(l.state), "policy.yaml")
			learn := l.command("varek-sidecar", "policy", "learn", "--output", file, "--", "bash", "-c", p.script)
			learn.Dir = work
			first := l.do(learn)
			if first.code != 0 {
				t.Fatalf("learn: exit %d\n%s%s", first.code, first.out, first.err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			again := l.command("varek-sidecar", "run", "--policy", file, "--", "bash", "-c", p.script+"\ncat /etc/shadow 2>/dev/null; echo x > /var/tmp/never 2>/dev/null; true")
			again.Dir = work
			second := l.do(again)
			if second.code != 0 || second.out != first.out {
				t.Errorf("under the learned policy: exit %d, output %q, want %q\n%s\n%s", second.code, second.out, first.out, second.err, text)
			}
			if _, err := os.Stat("/var/tmp/never"); err == nil {
				t.Error("what was not learned was written")
				os.Remove("/var/tmp/never")
			}
		})
	}
}
