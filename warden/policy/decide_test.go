package policy_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

// env is the machine of the tests.
func env() policy.Env {
	return policy.Env{
		Workspace: "/home/u/code", Home: "/home/u",
		Own:     []string{"/home/u/.local/state/varek"},
		Keys:    []string{"/home/u/.local/state/varek/sessions/1/bus/hook.key"},
		Creds:   []string{"/home/u/.local/state/varek/sessions/1/bus/creds.json"},
		Configs: []string{"/home/u/.local/state/varek/sessions/1/bus/hooks.json"},
		Fixed:   []string{"/opt/varek/bin/varek-sidecar"},
		Bus:     netip.MustParseAddrPort("127.0.0.1:4222"),
	}
}

func compile(t testing.TB, text string) *policy.Rules {
	t.Helper()
	p, err := policy.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := policy.Compile(p, env())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Short forms of requests.
func open(p string) policy.Request {
	return policy.Request{Op: policy.OpOpen, Access: policy.Read, Path: p}
}
func write(p string) policy.Request {
	return policy.Request{Op: policy.OpOpen, Access: policy.Write, Path: p}
}
func at(op policy.Op, p string) policy.Request { return policy.Request{Op: op, Path: p} }
func two(op policy.Op, p, to string) policy.Request {
	return policy.Request{Op: op, Path: p, To: to}
}
func connect(a string) policy.Request {
	return policy.Request{Op: policy.OpConnect, Addr: netip.MustParseAddrPort(a)}
}
func bind(a string) policy.Request {
	return policy.Request{Op: policy.OpBind, Addr: netip.MustParseAddrPort(a)}
}
func socket(op policy.Op, name string) policy.Request { return policy.Request{Op: op, Unix: name} }
func as(s policy.Subject, q policy.Request) policy.Request {
	q.Subject = s
	return q
}

type decision struct {
	q     policy.Request
	allow bool
	rule  string
}

func check(t *testing.T, r *policy.Rules, cases []decision) {
	t.Helper()
	for _, c := range cases {
		d := r.Decide(c.q)
		if d.Allow != c.allow || d.Rule != c.rule {
			t.Errorf("%s %q %q %v %q: got allow=%v by %s, want allow=%v by %s",
				c.q.Op, c.q.Path, c.q.To, c.q.Addr, c.q.Unix, d.Allow, d.Rule, c.allow, c.rule)
		}
	}
}

const (
	hooks = "/home/u/code/.git/hooks"
	state = "/home/u/.local/state/varek"
)

// The default policy lets ordinary programs work and keeps the protected set.
func TestObserveDefault(t *testing.T) {
	check(t, compile(t, "version: 1\n"), []decision{
		{open("/etc/passwd"), true, "default"},
		{write("/home/u/code/a.go"), true, "default"},
		{at(policy.OpUnlink, "/home/u/code/a.go"), true, "default"},
		{at(policy.OpExec, "/usr/bin/git"), true, "default"},
		{connect("93.184.216.34:443"), true, "default"},
		{connect("127.0.0.1:80"), true, "default"},
		{connect("127.0.0.1:4222"), true, "bus"},
		{connect("[::ffff:127.0.0.1]:4222"), true, "bus"},
		{bind("0.0.0.0:80"), true, "default"},
		{socket(policy.OpConnect, "/run/nscd/socket"), true, "default"},
		{socket(policy.OpConnect, "@/tmp/.X11-unix/X0"), false, "protect:launchers"},
		{socket(policy.OpConnect, "/tmp/.X11-unix/X0"), false, "protect:launchers"},
		{policy.Request{Op: policy.OpConnect, Unix: "/tmp/.X11-unix/X0", Bound: true}, true, "default"},
		{socket(policy.OpConnect, "/home/u/.docker/run/docker.sock"), false, "protect:launchers"},
		{two(policy.OpRename, "/run/docker.sock", "/tmp/d"), false, "protect:launchers"},
		{two(policy.OpLink, "/run/user/1000/bus", "/tmp/d"), false, "protect:launchers"},
		{two(policy.OpRename, "/run/user/1000", "/tmp/d"), false, "protect:launchers"},
		{socket(policy.OpConnect, "/tmp/ssh-x/agent.1"), true, "default"},
		{socket(policy.OpConnect, "/run/docker.sock"), false, "protect:launchers"},
		{socket(policy.OpConnect, "/run/user/1000/bus"), false, "protect:launchers"},

		// Repositories can be made, cloned and worked in; hooks cannot be planted.
		{at(policy.OpMkdir, "/home/u/code/.git"), true, "default"},
		{at(policy.OpMkdir, hooks), true, "default"},
		{at(policy.OpCreate, hooks+"/pre-commit.sample"), true, "default"},
		{at(policy.OpChmod, hooks+"/pre-commit.sample"), true, "default"},
		{at(policy.OpUnlink, hooks+"/pre-commit.sample"), true, "default"},
		{at(policy.OpRmdir, hooks), true, "default"},
		{two(policy.OpRename, "/home/u/code/.git/config.lock", "/home/u/code/.git/config"), true, "default"},
		{at(policy.OpCreate, hooks+"/pre-commit"), false, "protect:vcs-hooks"},
		{at(policy.OpSymlink, hooks+"/pre-commit"), false, "protect:vcs-hooks"},
		{two(policy.OpLink, "/home/u/code/x", hooks+"/pre-commit"), false, "protect:vcs-hooks"},
		{two(policy.OpLink, hooks+"/pre-commit", "/home/u/code/x"), false, "protect:vcs-hooks"},
		{two(policy.OpRename, hooks+"/pre-commit.sample", hooks+"/pre-commit"), false, "protect:vcs-hooks"},
		{two(policy.OpRename, "/home/u/code/x", hooks+"/pre-commit"), false, "protect:vcs-hooks"},
		{two(policy.OpRename, "/home/u/code/evil", hooks), false, "protect:vcs-hooks"},
		{two(policy.OpRename, "/home/u/code/evil", "/home/u/code/.git"), false, "protect:vcs-hooks"},
		{two(policy.OpRename, "/home/u/code/evil", "/tmp/bare.git"), false, "protect:vcs-hooks"},
		{two(policy.OpRename, "/home/u/code/evil", "/home/u/code/.git/modules/a"), false, "protect:vcs-hooks"},
		{at(policy.OpSymlink, "/home/u/code/.git/hooks"), false, "protect:vcs-hooks"},
		{two(policy.OpRename, "/home/u/code", "/home/u/moved"), false, "protect:harness"},
		{two(policy.OpRename, "/home/u/repo", "/home/u/repo2"), true, "default"},
		{at(policy.OpCreate, "/tmp/bare.git/hooks/update"), false, "protect:vcs-hooks"},
		{open(hooks + "/pre-commit"), true, "default"},
		{at(policy.OpExec, hooks+"/pre-commit"), true, "default"},

		// Harness and CI files: in the workspace's root, not in what is cloned below.
		{write("/home/u/code/.mcp.json"), false, "protect:harness"},
		{at(policy.OpTruncate, "/home/u/.bashrc"), false, "protect:shell"},
		{at(policy.OpCreate, "/home/u/code/.github/workflows/ci.yml"), false, "protect:ci"},
		{at(policy.OpCreate, "/home/u/code/clone/.github/workflows/ci.yml"), true, "default"},
		{at(policy.OpCreate, "/home/u/code/node_modules/p/.travis.yml"), true, "default"},
		{two(policy.OpRename, "/home/u/code/x", "/home/u/code/.github"), false, "protect:ci"},

		// What leads around the watch.
		{write("/proc/sys/kernel/core_pattern"), false, "protect:kernel"},
		{write("/sys/fs/cgroup/x/cgroup.procs"), false, "protect:kernel"},
		{write("/proc/42/mem"), false, "protect:kernel"},
		{write("/proc/42/oom_score_adj"), true, "default"},
		{policy.Request{Op: policy.OpMknod, Path: "/tmp/sda", Device: true}, false, "protect:devices"},
		{policy.Request{Op: policy.OpMknod, Path: "/tmp/fifo"}, true, "default"},
		{open("/dev/mem"), false, "protect:devices"},
		{open("/proc/kcore"), false, "protect:devices"},
		{write("/dev/uinput"), false, "protect:devices"},
		{two(policy.OpLink, "/dev/mem", "/tmp/m"), false, "protect:devices"},
		{at(policy.OpOpen, "/dev/mem"), true, "default"}, // O_PATH
		{open("/dev/zero"), true, "default"},
		{policy.Request{Op: policy.OpOpen, Access: policy.Read, Path: "/dev/sda", Device: true}, false, "protect:devices"},
	})
}

// The sidecar's own files are closed; the two that speak on the bus read their
// credentials and nothing else.
func TestOwn(t *testing.T) {
	creds, key, config := env().Creds[0], env().Keys[0], env().Configs[0]
	check(t, compile(t, "version: 1\nprotect: [\"!/\"]\n"), []decision{
		{open(state + "/sessions/1/trace.db"), false, "protect:varek"},
		{open(state), false, "protect:varek"},
		{open(state + "x"), true, "default"},
		{at(policy.OpOpen, state), false, "protect:varek"},
		{at(policy.OpExec, state+"/x"), false, "protect:varek"},
		{open(creds), false, "protect:varek"},
		{as(policy.SubjectHarness, open(creds)), true, "default"},
		{as(policy.SubjectSelf, open(creds)), true, "default"},
		{as(policy.SubjectHook, open(creds)), true, "default"},
		{as(policy.SubjectHook, write(creds)), false, "protect:varek"},
		{open(key), false, "protect:varek"},
		{as(policy.SubjectHarness, open(key)), true, "default"},
		{as(policy.SubjectSelf, open(key)), true, "default"},
		{as(policy.SubjectHook, open(key)), false, "protect:varek"},
		{open(config), false, "protect:varek"},
		{as(policy.SubjectHarness, open(config)), true, "default"},
		{as(policy.SubjectHarness, write(config)), false, "protect:varek"},
		{as(policy.SubjectSelf, open(config)), false, "protect:varek"},
		{as(policy.SubjectHook, open(config)), false, "protect:varek"},
		{as(policy.SubjectHarness, write(creds)), false, "protect:varek"},
		{as(policy.SubjectHarness, open(state+"/sessions/1/trace.db")), false, "protect:varek"},
		{as(policy.SubjectHarness, two(policy.OpLink, creds, "/tmp/x")), false, "protect:varek"},
		{two(policy.OpRename, "/home/u/.local", "/home/u/l"), false, "protect:varek"},
		{two(policy.OpRename, "/tmp/x", "/home/u/.local/state"), false, "protect:varek"},
		{at(policy.OpSymlink, "/home/u/.local/state"), false, "protect:varek"},
		{socket(policy.OpConnect, state+"/devchain/chain.sock"), false, "protect:varek"},
		{socket(policy.OpBind, state+"/x"), false, "protect:varek"},
		{at(policy.OpExec, "/opt/varek/bin/varek-sidecar"), true, "default"},
		{open("/opt/varek/bin/varek-sidecar"), true, "default"},
		{write("/opt/varek/bin/varek-sidecar"), false, "protect:varek"},
		{two(policy.OpRename, "/opt/varek", "/opt/v"), false, "protect:varek"},
		{at(policy.OpUnlink, "/opt/varek/bin/varek-sidecar"), false, "protect:varek"},
	})
}

// Of processes that are no descendants a tool sees what ps shows.
func TestForeignProcess(t *testing.T) {
	foreign := func(q policy.Request) policy.Request {
		q.Foreign = true
		return q
	}
	check(t, compile(t, "version: 1\n"), []decision{
		{foreign(open("/proc/7/stat")), true, "default"},
		{foreign(open("/proc/7/cmdline")), true, "default"},
		{foreign(open("/proc/7/task/8/stat")), true, "default"},
		{foreign(open("/proc/7")), true, "default"},
		{foreign(open("/proc/7/environ")), false, "protect:process"},
		{foreign(open("/proc/7/fd")), false, "protect:process"},
		{foreign(open("/proc/7/task/8/maps")), false, "protect:process"},
		{foreign(at(policy.OpOpen, "/proc/7/root")), false, "protect:process"},
		{foreign(write("/proc/7/oom_score_adj")), false, "protect:process"},
		{open("/proc/7/environ"), true, "default"},
	})
}

func TestEnforce(t *testing.T) {
	check(t, compile(t, file(t, "full.yaml")), []decision{
		{open("/usr/lib/x.so"), true, "files.read.allow[0]"},
		{open("/usr"), true, "files.read.allow[0]"},
		{open("/usrlocal"), false, "default"},
		{open("/home/u/code/a/b.go"), true, "files.read.allow[4]"},
		{open("/home/u/code/a/.env"), false, "files.read.deny[0]"},
		{open("/home/u/code/.env/inside"), false, "files.read.deny[0]"},
		{open("/home/u/code/secrets/k"), false, "files.read.deny[1]"},
		{open("/root/x"), false, "default"},
		{open("/proc/self/status"), true, "base"},
		{open("/dev/urandom"), true, "base"},
		{write("/dev/urandom"), false, "default"},
		{write("/dev/null"), true, "base"},
		{at(policy.OpTruncate, "/dev/null"), true, "base"},
		{write("/dev/pts/3"), true, "base"},
		{at(policy.OpOpen, "/root"), true, "default"}, // O_PATH
		{write("/home/u/code/a"), true, "files.write.allow[0]"},
		{write("/home/u/code/LICENSE"), false, "files.write.deny[0]"},
		{write("/etc/hosts"), false, "default"},
		{policy.Request{Op: policy.OpCreate, Access: policy.Read, Path: "/tmp/x"}, false, "default"}, // O_RDWR where only writing is allowed
		{at(policy.OpCreate, "/tmp/x"), true, "files.write.allow[1]"},
		{at(policy.OpChmod, "/etc/hosts"), false, "default"},
		{at(policy.OpXattr, "/tmp/x"), true, "files.write.allow[1]"},
		{at(policy.OpExec, "/usr/bin/git"), true, "files.exec.allow[0]"},
		{at(policy.OpExec, "/usr/bin/sudo"), false, "files.exec.deny[0]"},
		{at(policy.OpExec, "/home/u/code/a.out"), false, "default"},
		{write("/home/u/code/deploy/x"), false, "protect[0]"},
		{at(policy.OpCreate, "/home/u/code/.github/workflows/ci.yml"), true, "files.write.allow[0]"},
		{at(policy.OpCreate, "/home/u/code/.github/actions/a"), false, "protect:ci"},
	})
}

// A rename or link makes content readable and an object writable under the new
// name, so both ends count, and so does what lies below a directory.
func TestBothEnds(t *testing.T) {
	r := compile(t, `
version: 1
mode: enforce
files:
  read: {allow: [/home/u/code, /ro], deny: ["**/.env", /home/u/code/top/secret]}
  write: {allow: [/home/u/code, /drop]}
  exec: {allow: [/usr]}
`)
	check(t, r, []decision{
		{two(policy.OpRename, "/home/u/code/a", "/home/u/code/b"), true, "files.write.allow[0]"},
		{two(policy.OpLink, "/ro/a", "/home/u/code/b"), false, "default"},                        // would make a read-only file writable
		{two(policy.OpLink, "/home/u/code/.env", "/home/u/code/b"), false, "files.read.deny[0]"}, // would make it readable
		{two(policy.OpRename, "/home/u/code/.env", "/home/u/code/b"), false, "files.read.deny[0]"},
		{two(policy.OpRename, "/home/u/code/top", "/home/u/code/b"), false, "files.read.deny[1]"}, // moves secret out of its name
		{two(policy.OpRename, "/drop/a", "/home/u/code/b"), false, "default"},                     // would make it readable
		{two(policy.OpRename, "/home/u/code/a", "/ro/b"), false, "default"},
		{two(policy.OpRename, "/home/u/code/a", "/drop/b"), true, "files.write.allow[1]"},
	})
}

func TestNetwork(t *testing.T) {
	check(t, compile(t, file(t, "full.yaml")), []decision{
		{connect("10.1.2.3:443"), true, "network.connect.allow[0]"},
		{connect("10.1.2.3:80"), false, "default"},
		{connect("10.0.0.1:443"), false, "network.connect.deny[0]"},
		{connect("[::ffff:10.1.2.3]:443"), true, "network.connect.allow[0]"},
		{connect("127.0.0.1:8500"), true, "network.connect.allow[1]"},
		{connect("127.0.0.1:9000"), false, "special"},
		{connect("0.0.0.0:8500"), true, "network.connect.allow[1]"}, // the kernel connects to loopback
		{connect("[::]:5432"), true, "network.connect.allow[4]"},
		{connect("[::1]:5432"), true, "network.connect.allow[4]"},
		{connect("127.0.0.9:5432"), true, "network.connect.allow[4]"},
		{connect("[2001:db8::9]:443"), true, "network.connect.allow[2]"},
		{connect("8.8.8.8:53"), true, "network.connect.allow[3]"},
		{connect("169.254.169.254:53"), false, "special"}, // *:53 does not reach the metadata service
		{connect("127.0.0.53:53"), false, "special"},
		{connect("[fe80::1%eth0]:53"), false, "special"},
		{connect("127.0.0.1:4222"), true, "bus"},
		{connect("127.0.0.2:4222"), false, "special"},
		{bind("127.0.0.1:8080"), true, "network.bind.allow[0]"},
		{bind("0.0.0.0:8080"), false, "special"},
		{bind("127.0.0.1:4222"), false, "special"},
		{socket(policy.OpConnect, "/run/app.sock"), true, "network.connect.allow[5]"},
		{socket(policy.OpConnect, "/run/app.sockx"), false, "default"},
		{socket(policy.OpConnect, "@app-1"), true, "network.connect.allow[6]"},
		{socket(policy.OpConnect, "@other"), false, "default"},
		{socket(policy.OpConnect, "/app-1"), false, "default"},
		{socket(policy.OpConnect, ""), true, "default"},
		{socket(policy.OpConnect, "/run/docker.sock"), false, "protect:launchers"},
	})
	granted := compile(t, "version: 1\nnetwork: {connect: {allow: [\"unix:/run/docker.sock\", \"169.254.169.254:80\", \"*:*\"]}}\n")
	check(t, granted, []decision{
		{socket(policy.OpConnect, "/run/docker.sock"), true, "network.connect.allow[0]"},
		{connect("169.254.169.254:80"), true, "network.connect.allow[1]"},
	})
}

// In observe mode the lists are measured: allowed, and what would refuse is said.
func TestObserveMeasures(t *testing.T) {
	r := compile(t, `
version: 1
files: {read: {deny: [/secret]}, write: {allow: [$WORKSPACE]}}
network: {connect: {allow: ["*:443"]}}
`)
	for _, c := range []struct {
		q    policy.Request
		want policy.Decision
	}{
		{open("/secret/a"), policy.Decision{Allow: true, WouldDeny: true, Rule: "files.read.deny[0]"}},
		{open("/other"), policy.Decision{Allow: true, Rule: "default"}},
		{write("/home/u/code/a"), policy.Decision{Allow: true, Rule: "files.write.allow[0]"}},
		{write("/etc/a"), policy.Decision{Allow: true, WouldDeny: true, Rule: "default"}},
		{write("/home/u/.bashrc"), policy.Decision{Rule: "protect:shell"}},
		{connect("9.9.9.9:80"), policy.Decision{Allow: true, WouldDeny: true, Rule: "default"}},
		{connect("127.0.0.1:443"), policy.Decision{Allow: true, WouldDeny: true, Rule: "special"}},
		{bind("127.0.0.1:443"), policy.Decision{Allow: true, Rule: "default"}},
	} {
		if got := r.Decide(c.q); got != c.want {
			t.Errorf("%s %s%s: got %+v, want %+v", c.q.Op, c.q.Path, c.q.Addr, got, c.want)
		}
	}
}

// A request that is not in the agreed form is refused in every mode.
func TestMalformed(t *testing.T) {
	r := compile(t, "version: 1\n")
	for _, p := range []string{"", "relative", "/a/../b", "/a//b", "/a/./b", "/a/", "//", "/.", "/.."} {
		check(t, r, []decision{{open(p), false, "invalid"}, {two(policy.OpRename, "/a", p), false, "invalid"}})
	}
	check(t, r, []decision{
		{open("/"), true, "default"},
		{open("/a/..b/.c"), true, "default"},
		{policy.Request{Op: 200, Path: "/"}, false, "invalid"},
		{socket(policy.OpConnect, "relative"), false, "invalid"},
		{policy.Request{Op: policy.OpConnect, Addr: netip.MustParseAddrPort("1.1.1.1:1"), Unix: "/x"}, false, "invalid"},
	})
}

// Links in rules are followed.
func TestCompileEnvironment(t *testing.T) {
	p, err := policy.Parse([]byte(`
version: 1
mode: enforce
files: {read: {allow: [/bin/sh]}, exec: {allow: ["/bin/*sh"]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	e := env()
	e.Resolve = func(p string) (string, error) {
		if p == "/bin/sh" {
			return "/usr/bin/dash", nil
		}
		return "/usr" + p, nil
	}
	r, err := policy.Compile(p, e)
	if err != nil {
		t.Fatal(err)
	}
	check(t, r, []decision{
		{open("/usr/bin/dash"), true, "files.read.allow[0]"},
		{at(policy.OpExec, "/usr/bin/bash"), true, "files.exec.allow[0]"},
	})
	// A protected name that is a link: the name and what it points to.
	e.Resolve = func(p string) (string, error) {
		for link, target := range map[string]string{"/home/u/.bashrc": "/home/u/dot/bashrc", "/home/u/.config": "/home/u/dot/config", "/var/run": "/run"} {
			if p == link || strings.HasPrefix(p, link+"/") {
				return target + p[len(link):], nil
			}
		}
		return p, nil
	}
	linked := policy.Default()
	linked.Network.Connect.Deny = []string{"unix:/var/run/x"}
	if r, err = policy.Compile(linked, e); err != nil {
		t.Fatal(err)
	}
	check(t, r, []decision{
		{write("/home/u/dot/bashrc"), false, "protect:shell"},
		{at(policy.OpUnlink, "/home/u/.bashrc"), false, "protect:shell"},
		{at(policy.OpCreate, "/home/u/dot/config/fish/conf.d/a"), false, "protect:shell"},
		{two(policy.OpRename, "/home/u/.config", "/home/u/c"), false, "protect:shell"},
		{two(policy.OpRename, "/home/u/dot", "/home/u/d"), false, "protect:shell"},
		{write("/home/u/dot/other"), true, "default"},
	})
	if d := r.Decide(socket(policy.OpConnect, "/run/x")); !d.WouldDeny || d.Rule != "network.connect.deny[0]" {
		t.Errorf("a socket below a link: %+v", d)
	}
	e.Workspace = "work"
	if _, err := policy.Compile(policy.Default(), e); err == nil {
		t.Error("a relative workspace was accepted")
	}
}
