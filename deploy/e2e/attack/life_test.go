package attack

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// living counts processes that carry the mark in their command line and are
// not ours.
func living(mark string) (n int, supervisor int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline") // fails for malformed patterns only
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil || !bytes.Contains(text, []byte(mark)) {
			continue
		}
		if bytes.Contains(text, []byte("\x00run\x00")) {
			fmt.Sscanf(f, "/proc/%d/", &supervisor)
			continue
		}
		n++
	}
	return n, supervisor
}

// eventually polls for what other processes do in their own time and nobody
// announces.
func eventually(t *testing.T, most time.Duration, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if cond() {
			return
		}
	}
	t.Fatalf("not within %v: %s", most, what)
}

// orphans is an agent that leaves three generations of orphans behind.
func orphans(mark string) string {
	return fmt.Sprintf(`
for i in 1 2 3; do setsid bash -c 'trap "" TERM HUP INT; (exec -a %[1]s sleep 300) & (exec -a %[1]s sleep 300) & disown -a; exec -a %[1]s sleep 300' & done
disown -a; echo ready > ready; [ "$1" = stay ] && exec -a %[1]s sleep 300; true`, mark)
}

// TestSupervisorKilled (class 61): the supervisor's death is the death of all
// it has started, orphans in sessions of their own included.
func TestSupervisorKilled(t *testing.T) {
	for _, uid := range users() {
		t.Run(userName(uid), func(t *testing.T) {
			g := newGround(t, uid)
			mark := fmt.Sprintf("varek-mark-%d-%d", os.Getpid(), time.Now().UnixNano())
			cmd := g.command(g.bin+"/varek-sidecar", "run", "--", "bash", "-c", orphans(mark), mark, "stay")
			g.must(cmd.Start())
			t.Cleanup(func() { _ = cmd.Process.Kill() }) // dead already, unless the test failed
			supervisor := 0
			eventually(t, time.Minute, "ten processes", func() bool {
				n, s := living(mark)
				supervisor = s
				_, err := os.Stat(g.root + "/ready")
				return err == nil && n >= 10 && s > 0
			})
			g.must(unix.Kill(supervisor, unix.SIGKILL))
			began := time.Now()
			eventually(t, 30*time.Second, "the death of all", func() bool { n, _ := living(mark); return n == 0 })
			t.Logf("all dead %v after the supervisor", time.Since(began).Round(time.Millisecond))
			_ = cmd.Wait() // killed, which is what was wanted
		})
	}
}

// TestNothingOutlivesTheSession (class 62): at the end everything is gone.
func TestNothingOutlivesTheSession(t *testing.T) {
	for _, uid := range users() {
		t.Run(userName(uid), func(t *testing.T) {
			g := newGround(t, uid)
			mark := fmt.Sprintf("varek-mark-%d-%d", os.Getpid(), time.Now().UnixNano())
			if out, err := g.command(g.bin+"/varek-sidecar", "run", "--", "bash", "-c", orphans(mark), "x", "go").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if n, _ := living(mark); n != 0 {
				t.Errorf("%d processes outlive the session", n)
			}
		})
	}
}

// TestNestedRefused (class 68): a warden inside a warden cannot have its
// listener, says so, and starts nothing.
func TestNestedRefused(t *testing.T) {
	g := newGround(t, users()[0])
	cmd := g.command(g.bin+"/varek-sidecar", "run", "--", "bash", "-c", `VAREK_STATE=$PWD/inner varek-sidecar run -- touch started > said 2>&1; echo $? > code`)
	cmd.Env = append(cmd.Env, "PATH="+g.bin+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said, _ := os.ReadFile(g.root + "/said")
	code, _ := os.ReadFile(g.root + "/code")
	if strings.TrimSpace(string(code)) != "125" || len(said) == 0 {
		t.Errorf("the inner run ends with %s and says %s", code, said)
	}
	if _, err := os.Stat(g.root + "/started"); err == nil {
		t.Error("the inner agent ran")
	}
	inner := g.command(g.bin+"/varek-escrow", "devchain", "stop")
	inner.Env = append(inner.Env, "VAREK_STATE="+g.root+"/inner")
	_ = inner.Run() // it may never have started
}

// TestTiers: what the kernel cannot hold of the execute rules is refused with
// the reason and a remedy, or stated.
func TestTiers(t *testing.T) {
	g := newGround(t, users()[0])
	for _, c := range []struct {
		name, exec, more string
		code             int
		say              string
	}{
		{"held", "allow: [/usr, /bin, /lib, /lib64]", "", 0, "kernel"},
		{"a denied program", "allow: [/usr, /bin, /lib, /lib64], deny: [/usr/bin/curl]", "", 0, "kernel"},
		{"denied at any depth", "allow: [/usr, /bin, /lib, /lib64], deny: ['**/evil']", "", 0, "identity"},
		{"wildcard where the agent writes", "allow: [/usr, /bin, /lib, /lib64, '$WORKSPACE/tool-*']", "", 125, "name the programs"},
		{"namespaces", "allow: [/usr, /bin, /lib, /lib64]", "namespaces: allow\n", 125, "Landlock off"},
	} {
		path := g.home + "/tier.yaml"
		g.file(path, "version: 1\nmode: enforce\nfiles: {read: {allow: [/]}, write: {allow: [$WORKSPACE]}, exec: {"+c.exec+"}}\n"+c.more, 0o600)
		cmd := g.command(g.bin+"/varek-sidecar", "run", "--policy", path, "--", "/bin/bash", "-c", "/bin/true; echo ran > ran")
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.code {
			t.Errorf("%s: exit %d, want %d\n%s", c.name, got, c.code, out)
		}
		if _, err := os.Stat(g.root + "/ran"); (err == nil) != (c.code == 0) {
			t.Errorf("%s: whether the agent ran: %v", c.name, err)
		}
		os.Remove(g.root + "/ran")
		if c.code != 0 {
			if !strings.Contains(string(out), c.say) {
				t.Errorf("%s: said %s, want %q", c.name, out, c.say)
			}
			continue
		}
		if tier := g.tier(string(out)); tier != c.say {
			t.Errorf("%s: records of executions state %q, want %q", c.name, tier, c.say)
		}
	}
}

// tier reads the assurance of the execution of /bin/true in a run's trace.
func (g *ground) tier(said string) string {
	_, rest, _ := strings.Cut(said, "session ")
	id, _, _ := strings.Cut(rest, " ")
	out, err := g.command(g.bin+"/varek-sidecar", "trace", "show", id, "--json").Output()
	g.must(err)
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, `"asked":"/bin/true"`) {
			_, rest, _ := strings.Cut(line, `"exec_assurance":"`)
			tier, _, _ := strings.Cut(rest, `"`)
			return tier
		}
	}
	return ""
}
