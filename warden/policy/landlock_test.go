package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

func TestLandlockObserve(t *testing.T) {
	l := compile(t, "version: 1\nfiles: {read: {deny: [/x]}}\n").Landlock()
	if l.Files || !l.NoDevices || !l.ScopeSignal || l.ScopeAbstract || !l.Connect.All || !l.Bind.All {
		t.Errorf("observe mode: %+v", l)
	}
	if !slices.ContainsFunc(l.Wider, func(s string) bool { return strings.Contains(s, "observe") }) {
		t.Errorf("nothing says that the floor is wider: %q", l.Wider)
	}
}

func TestLandlockNamespaces(t *testing.T) {
	l := compile(t, "version: 1\nnamespaces: allow\n").Landlock()
	if l.Files || l.NoDevices || l.ScopeSignal || len(l.Wider) == 0 {
		t.Errorf("with namespaces allowed: %+v", l)
	}
}

func TestLandlockEnforce(t *testing.T) {
	l := compile(t, `
version: 1
mode: enforce
files:
  read: {allow: [/usr, $WORKSPACE, "/srv/*/pub"], deny: [/usr/secret, /other]}
  write: {allow: [$WORKSPACE]}
  exec: {allow: [/usr/bin]}
network:
  connect: {allow: ["*:443", "10.0.0.0/8:8000-8002", "unix:/run/x"]}
  bind: {allow: []}
`).Landlock()
	for _, c := range []struct {
		set  []string
		have []string
		not  []string
	}{
		{l.Read, []string{"/usr", "/home/u/code", "/srv", "/dev/null", "/proc"}, []string{"/", "/home", "/other"}},
		{l.Write, []string{"/home/u/code", "/dev/null", "/dev/pts"}, []string{"/usr", "/dev/random", "/proc"}},
		{l.Exec, []string{"/usr/bin"}, []string{"/home/u/code", "/usr"}},
		{l.Loaders, []string{"/lib64/ld-linux-x86-64.so.2"}, nil},
	} {
		for _, p := range c.have {
			if !slices.Contains(c.set, p) {
				t.Errorf("%v lacks %s", c.set, p)
			}
		}
		for _, p := range c.not {
			if slices.Contains(c.set, p) {
				t.Errorf("%v holds %s", c.set, p)
			}
		}
	}
	// The bus must stay reachable; no bind port is left.
	if want := []uint16{443, 4222, 8000, 8001, 8002}; l.Connect.All || !slices.Equal(l.Connect.Ports, want) {
		t.Errorf("connect ports %v, want %v", l.Connect, want)
	}
	if l.Bind.All || len(l.Bind.Ports) != 0 {
		t.Errorf("bind ports %v, want none", l.Bind)
	}
	if !l.ScopeAbstract {
		t.Error("abstract sockets of outside stay open though no rule allows one")
	}
	wider := strings.Join(l.Wider, "\n")
	for _, want := range []string{"/srv/*/pub", "files.read.deny[0]"} {
		if !strings.Contains(wider, want) {
			t.Errorf("nothing says that the floor is wider at %s:\n%s", want, wider)
		}
	}
	if strings.Contains(wider, "files.read.deny[1]") {
		t.Errorf("a denial outside what is granted is called a gap:\n%s", wider)
	}
}

func TestLandlockWidePorts(t *testing.T) {
	l := compile(t, file(t, "enforce.yaml")+"network: {connect: {allow: [\"*:*\", \"unix:@x\"]}}\n").Landlock()
	if !l.Connect.All || l.ScopeAbstract {
		t.Errorf("connect %+v, abstract scope %v", l.Connect, l.ScopeAbstract)
	}
}

// The floor never refuses what Decide allows: each allowed path lies in a
// granted directory.
func TestLandlockIsNeverNarrower(t *testing.T) {
	r := compile(t, file(t, "full.yaml"))
	l := r.Landlock()
	within := func(set []string, p string) bool {
		return slices.ContainsFunc(set, func(dir string) bool {
			return dir == "/" || p == dir || strings.HasPrefix(p, dir+"/")
		})
	}
	for _, p := range []string{
		"/usr/lib/x", "/etc/passwd", "/home/u/code/a", "/home/u/code/.git/config", "/home/u/.gitconfig", "/tmp/x", "/dev/null",
		"/dev/pts/0", "/proc/1/stat", "/usr/bin/git", "/root/x", "/home/u/x", "/dev/urandom",
	} {
		for _, c := range []struct {
			q   policy.Request
			set []string
		}{{open(p), l.Read}, {write(p), l.Write}, {at(policy.OpExec, p), l.Exec}} {
			if d := r.Decide(c.q); d.Allow && !within(c.set, p) {
				t.Errorf("%s %s is allowed by %s and refused by the floor", c.q.Op, p, d.Rule)
			}
		}
	}
}
