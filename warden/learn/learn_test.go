package learn

import (
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

// observed is a small build: it reads headers and sources, makes a directory of
// a random name, writes into the workspace, executes what it made, and talks.
func observed() *Learner {
	l := New("/home/me/w", "/home/me")
	for _, u := range []Use{
		{Event: "open", Path: "/usr/include/stdio.h"},
		{Event: "open", Path: "/etc/passwd"},
		{Event: "open", Path: "/home/me/w/src/main.c"},
		{Event: "open", Path: "/home/me/.gitconfig"},
		{Event: "open", Path: "/proc/self/status"}, {Event: "open", Path: "/dev/null", Flags: []string{"O_RDWR"}},
		{Event: "mkdir", Path: "/tmp/cc1234", Created: true},
		{Event: "create", Path: "/tmp/cc1234/x.s", Flags: []string{"O_RDWR"}, Created: true},
		{Event: "create", Path: "/home/me/w/out/prog", Flags: []string{"O_WRONLY"}, Created: true},
		{Event: "exec", Path: "/home/me/w/out/prog"},
		{Event: "exec", Path: "/usr/bin/gcc"},
		{Event: "exec", Path: "/home/me/w/run.sh", To: "/usr/bin/dash"},
		{Event: "rename", Path: "/home/me/w/a*b", To: "/home/me/w/c", Created: true},
		{Event: "connect", Addr: "93.184.216.34", Port: 443, Host: "example.com"},
		{Event: "connect", Addr: "127.0.0.1", Port: 45000},
		{Event: "bind", Addr: "127.0.0.1"},
		{Event: "connect", Addr: "2001:db8::1", Port: 80},
		{Event: "connect", Addr: "unix:/run/x"},
	} {
		l.Add(u)
	}
	return l
}

func TestLearned(t *testing.T) {
	p := observed().Policy()
	for name, c := range map[string]struct{ got, want []string }{
		"read":    {p.Files.Read.Allow, []string{"$HOME/.gitconfig", "$WORKSPACE", "/etc/passwd", "/tmp", "/usr"}},
		"write":   {p.Files.Write.Allow, []string{"$WORKSPACE", "/tmp"}},
		"exec":    {p.Files.Exec.Allow, []string{"$WORKSPACE/out", "$WORKSPACE/run.sh", "/usr/bin/dash", "/usr/bin/gcc"}},
		"connect": {p.Network.Connect.Allow, []string{"127.0.0.1:32768-65535", "[2001:db8::1]:80", "example.com:443", "unix:/run/x"}},
		"bind":    {p.Network.Bind.Allow, []string{"127.0.0.1:0-65535"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
	if p.Mode != policy.Enforce {
		t.Error("it does not enforce")
	}
}

// TestManyFiles: a directory is granted only from many files on, and never a top
// directory or the home.
func TestManyFiles(t *testing.T) {
	l := New("/w", "/home/me")
	for i := range Many + 1 {
		n := string(rune('a' + i))
		for _, dir := range []string{"/opt/sdk/lib/", "/home/me/", "/etc/", "/srv/x/"} {
			if dir == "/srv/x/" && i >= Many {
				continue
			}
			l.Add(Use{Event: "open", Path: dir + n})
		}
	}
	got := l.Policy().Files.Read.Allow
	if !slices.Contains(got, "/opt/sdk/lib") || slices.Contains(got, "$HOME") || slices.Contains(got, "/etc") || slices.Contains(got, "/srv/x") {
		t.Errorf("%q", got)
	}
}

func TestText(t *testing.T) {
	l := observed()
	l.Add(Use{Event: "open", Path: "/etc/odd \"name\": #*\n[x]"})
	text, err := l.Text("make\n# not: a comment")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := policy.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := policy.Compile(p, policy.Env{Workspace: "/home/me/w", Home: "/home/me"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/etc/odd \"name\": #*\n[x]": true, "/etc/odd \"name\": #x\n[x]": false, "/etc/shadow": false} {
		if d := r.Decide(policy.Request{Op: policy.OpOpen, Access: policy.Read, Path: path}); d.Allow != want {
			t.Errorf("%q: %+v, want %v", path, d, want)
		}
	}
	if strings.Contains(text, "\n# not") {
		t.Error("the run's name began a line of its own")
	}
}
