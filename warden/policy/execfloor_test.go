package policy_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

// tree lists an imaginary machine.
func tree(names ...string) policy.Lister {
	return func(dir string) ([]policy.Entry, error) {
		var out []policy.Entry
		for _, n := range names {
			rest, ok := strings.CutPrefix(n, strings.TrimSuffix(dir, "/")+"/")
			if !ok {
				continue
			}
			name, _, deeper := strings.Cut(strings.TrimSuffix(rest, "@"), "/")
			e := policy.Entry{Name: name, Directory: deeper, Link: strings.HasSuffix(rest, "@")}
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
		if out == nil {
			return nil, errors.New("no such directory")
		}
		return out, nil
	}
}

// The execute set holds exactly what may be executed, except where it says
// that it does not.
func TestExecFloor(t *testing.T) {
	machine := tree("/usr/bin/true", "/usr/bin/curl", "/usr/bin/sh@", "/usr/bin/python3.11", "/usr/lib/git/git-log", "/srv/a/run", "/srv/b/run",
		"/srv/b/other", "/home/u/code/x")
	for _, c := range []struct {
		name, allow, deny, write string
		paths, open, loose       string
	}{
		{"directories stay whole", "/usr, /srv/a", "", "", "/usr /srv/a", "", ""},
		{"everything", `"/**"`, "", "", "/", "", ""},
		{"every name in a directory", `"/usr/bin/*"`, "", "", "/usr/bin", "", ""},
		{"a denied file", "/usr", "/usr/bin/curl", "", "/usr/bin/true /usr/bin/python3.11 /usr/lib", "", ""},
		{"a denied directory", "/usr", "/usr/lib/git", "", "/usr/bin", "", ""},
		{"a denied wildcard", "/usr/bin", `"/usr/bin/py*"`, "", "/usr/bin/true /usr/bin/curl", "", ""},
		{"an allowed wildcard", `"/usr/bin/py*"`, "", "", "/usr/bin/python3.11", "", ""},
		{"a wildcard on the way", `"/srv/*/run"`, "", "", "/srv/a/run /srv/b/run", "", ""},
		{"denied at any depth", "/usr", `"**/curl"`, "", "/usr", "", "files.exec.deny[0]"},
		{"denied where the agent writes", "/srv", "/srv/a/run", "/srv", "/srv", "", "files.exec.deny[0]"},
		{"a wildcard where the agent writes", `"/srv/*/run"`, "", "/srv", "/srv", "files.exec.allow[0]", ""},
		{"a directory that cannot be listed", "/gone", "/gone/x", "", "/gone", "", "files.exec.deny[0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := compile(t, "version: 1\nmode: enforce\nfiles: {read: {allow: [/]}, write: {allow: ["+c.write+"]}, exec: {allow: ["+c.allow+"], deny: ["+c.deny+"]}}\n").ExecFloor(machine)
			if got := strings.Join(f.Paths, " "); got != c.paths {
				t.Errorf("granted %s, want %s", got, c.paths)
			}
			for _, n := range []struct {
				what string
				have []string
				want string
			}{{"open", f.Open, c.open}, {"loose", f.Loose, c.loose}} {
				if len(n.have) == 0 && n.want != "" || len(n.have) > 0 && (n.want == "" || !strings.HasPrefix(n.have[0], n.want+" ")) {
					t.Errorf("%s: %q, want %q", n.what, n.have, n.want)
				}
			}
		})
	}
}

// A tree of too many names is granted whole, and the floor says so.
func TestExecFloorBound(t *testing.T) {
	many := make([]policy.Entry, 30_000)
	for i := range many {
		many[i] = policy.Entry{Name: "x" + strings.Repeat("y", i%7)}
	}
	rules := compile(t, "version: 1\nmode: enforce\nfiles: {read: {allow: [/]}, exec: {allow: [\"/opt/*.run\"]}}\n")
	f := rules.ExecFloor(func(string) ([]policy.Entry, error) { return many, nil })
	if !slices.Equal(f.Paths, []string{"/opt"}) || len(f.Open) != 1 {
		t.Errorf("%+v", f)
	}
	if l := rules.Landlock().WithExec(f); !slices.ContainsFunc(l.Wider, func(s string) bool { return strings.HasPrefix(s, "files.exec.allow[0]") }) {
		t.Errorf("the floor does not say that it is wider: %q", l.Wider)
	}
}
