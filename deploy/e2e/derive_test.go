package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/predicates/templates"
)

// TestDerivedPolicyHolds: an agent that does all it can to write outside the
// workspace leaves a trace, under the policy derived from the promise, in which
// the promise is kept; observed alone, the same agent breaks it.
func TestDerivedPolicyHolds(t *testing.T) {
	l := newLine(t)
	all, err := templates.All()
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Dir(l.state)
	promise := filepath.Join(home, "workspace-only.yaml")
	for _, tpl := range all {
		if tpl.Name == "workspace-only" {
			if err := os.WriteFile(promise, tpl.Text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	l.ok("varek-sidecar", "policy", "derive", "--promise", promise, "--output", filepath.Join(home, "policy.yaml"))
	// In /var/tmp, because the promise permits /tmp and the tests may live there.
	outside, err := os.MkdirTemp("/var/tmp", "varek-outside")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(outside) })
	const script = `
echo x > in && mv in moved && ln moved link && rm moved && mkdir d && rmdir d || exit 9
{ echo x > $OUT/a; echo x >> $OUT/there; : > $OUT/there; mkdir $OUT/d; ln -s x $OUT/l; ln link $OUT/h; mv link $OUT/m; mv $OUT/there stolen; rm -f $OUT/there
  mknod $OUT/p p; truncate -s 3 $OUT/there; echo x > /dev/zero; echo x > /dev/full; echo x > way; cp link $OUT/c; dd if=link of=$OUT/there conv=notrunc; } 2> /dev/null
echo x > /dev/null; echo over`
	for _, c := range []struct {
		name string
		args []string
		code int // of the verdict
	}{
		{"derived", []string{"--policy", filepath.Join(home, "policy.yaml")}, 0},
		{"observed", nil, 1},
	} {
		if err := os.WriteFile(filepath.Join(outside, "there"), []byte("there"), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := l.command("varek-sidecar", append(append([]string{"run"}, c.args...), "--", "bash", "-c", script)...)
		cmd.Dir = l.work()
		cmd.Env = append(cmd.Env, "OUT="+outside)
		// The text of a link that the agent makes itself is beyond a policy.
		if err := os.Symlink(filepath.Join(outside, "there"), filepath.Join(cmd.Dir, "way")); err != nil {
			t.Fatal(err)
		}
		if r := l.do(cmd); r.code != 0 || r.out != "over\n" {
			t.Fatalf("%s: exit %d, output %q\n%s", c.name, r.code, r.out, r.err)
		}
		names, err := os.ReadDir(outside)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(outside, "there"))
		if untouched := len(names) == 1 && err == nil && string(text) == "there"; untouched != (c.code == 0) {
			t.Errorf("%s: outside there is %v, %q %v", c.name, names, text, err)
		}
		export := filepath.Join(home, c.name+".ndjson")
		l.ok("varek-sidecar", "trace", "export", l.newest().Session, "--output", export)
		judged := l.do(l.command("varek-check", "eval", "--promise", promise, export))
		if judged.code != c.code {
			t.Errorf("%s: varek-check says %d, want %d\n%s%s", c.name, judged.code, c.code, judged.out, judged.err)
		}
	}
}
