package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDemandsAreMet: a policy that demands more than there is does not start, and
// what holds is said in the first record.
func TestDemandsAreMet(t *testing.T) {
	for _, c := range []struct {
		name, floor string
		line        func(*testing.T) *line
		code        int
		want        map[string]any // in the first record's floor
		say         string
	}{
		{"root", "[landlock, pid_namespace, cgroup]", newLine, 0, map[string]any{"pid_namespace": true, "user_ns": false, "cgroup": true, "death": "namespace"}, ""},
		{"nobody", "landlock", asNobody, 0, map[string]any{"pid_namespace": false, "user_ns": false, "cgroup": false, "death": "watchdog"}, ""},
		{"nobody in a user namespace", "userns", asNobody, 0, map[string]any{"pid_namespace": true, "user_ns": true, "cgroup": false, "death": "namespace"}, ""},
		{"nobody without delegation", "cgroup", asNobody, 125, nil, "Delegate=yes"},
		{"nobody without a namespace", "pid_namespace", asNobody, 125, nil, "floor: userns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			requireRoot(t)
			l := c.line(t)
			file := filepath.Join(l.work(), "policy.yaml")
			if err := os.WriteFile(file, []byte("version: 1\nmode: observe\nfloor: "+c.floor+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			r := l.do(l.command("varek-sidecar", "run", "--policy", file, "--", "bash", "-c", "echo ran"))
			if r.code != c.code || (r.out == "ran\n") != (c.code == 0) || !strings.Contains(r.err, c.say) {
				t.Fatalf("exit %d, output %q, said %q; want exit %d and %q", r.code, r.out, r.err, c.code, c.say)
			}
			if c.code != 0 {
				return
			}
			floor, _ := l.trace(l.newest().Session)[0].Body.Args["floor"].(map[string]any)
			for key, want := range c.want {
				if floor[key] != want {
					t.Errorf("the first record says %s: %v, want %v", key, floor[key], want)
				}
			}
		})
	}
}

// TestDoctor: the machine of these tests can hold a run, as root and as nobody,
// and a demand too many is exit 1.
func TestDoctor(t *testing.T) {
	for name, make := range map[string]func(*testing.T) *line{"self": newLine, "nobody": asNobody} {
		t.Run(name, func(t *testing.T) {
			l := make(t)
			if out := l.ok("varek-sidecar", "doctor"); !strings.Contains(out, "a run under the default policy has: ") || !strings.Contains(out, "yes  a program runs under the warden") {
				t.Errorf("doctor says\n%s", out)
			}
		})
	}
	l := asNobody(t)
	file := filepath.Join(l.work(), "policy.yaml")
	if err := os.WriteFile(file, []byte("version: 1\nmode: observe\nfloor: cgroup\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := l.do(l.command("varek-sidecar", "doctor", "--policy", file)); r.code != 1 || !strings.Contains(r.out, "does not start here") {
		t.Errorf("exit %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestRunInsideARun says what it is and what to do.
func TestRunInsideARun(t *testing.T) {
	l := newLine(t)
	r := l.do(l.command("varek-sidecar", "run", "--", "bash", "-c", "varek-sidecar run -- true; echo code $?"))
	if !strings.Contains(r.out, "code 125") || !strings.Contains(r.err, "inside the run of session 0x") {
		t.Errorf("output %q, said %q", r.out, r.err)
	}
}

// TestAgentCannotUseTheRecorder: the recorder, started inside a run by a tool or
// by the harness, reaches neither the state nor the hook key nor the bus.
func TestAgentCannotUseTheRecorder(t *testing.T) {
	l := newLine(t)
	script := `
id=$(varek-sidecar emit intent --tool bash --args '{}') || exit 9
varek-recorder trace ls --state "$1" 2>/dev/null | grep 0x && echo listed
varek-recorder emit permission --action "$id" --tool bash --decision allow --authority human --scope once --timeout 2s 2>/dev/null && echo spoke
varek-recorder emit permission --action "$id" --tool bash --decision allow --authority human --scope once --timeout 2s --key-file "${VAREK_NATS_CREDS%/*}/hook.key" 2>/dev/null && echo spoke with the key
ln "$(command -v varek-sidecar)" mine 2>/dev/null; cp /bin/echo varek-recorder; ./mine trace 2>/dev/null
echo end`
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", script, "bash", l.state)
	cmd.Dir = l.work()
	r := l.do(cmd)
	if r.code != 0 || strings.Contains(r.out, "listed") || strings.Contains(r.out, "spoke") || !strings.HasSuffix(r.out, "end\n") {
		t.Errorf("exit %d, output %q\n%s", r.code, r.out, r.err)
	}
	for _, rec := range l.trace(l.newest().Session) {
		if rec.Head.Kind == "permission" {
			t.Errorf("record %d is a permission", rec.Head.Seq)
		}
	}
}
