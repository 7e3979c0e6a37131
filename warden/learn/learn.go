// Package learn writes a policy from what a run was seen to do.
//
// Purpose: a policy that enforces is started from facts and not from guesses.
// Promise: everything that the observed run did and that succeeded is allowed by
// the policy, by rules that are as narrow as the following generalisations let
// them be, and the policy parses. The generalisations, which the text states:
// what was made during the run is granted as the directory it was made in,
// because such names differ from run to run; a directory of which more than Many
// files were used is granted whole, but never the root, a top directory or the
// home directory; the workspace is read whole; ports from 32768 on of this host
// are granted as a range, because the kernel hands them out. Limits: a run shows
// what was needed once; what it did not do is not in the policy.
package learn

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/varek/varek/warden/policy"
)

// Many is the number of files of one directory from which on the directory is
// granted.
const Many = 8

// Use is one observed call that took effect. Paths are absolute and resolved.
type Use struct {
	Event   string   // of the kernel record: open create … exec connect send bind
	Path    string   // resolved; of exec the program
	To      string   // second name, or the interpreter of a script
	Flags   []string // of an open
	Addr    string   // IP address, unix:PATH or unix:@NAME
	Port    int
	Host    string // the name that Addr was reached by, if any
	Created bool
}

// Learner collects uses. The zero value is not usable; take New.
type Learner struct {
	workspace, home   string
	read, write, exec map[string]bool
	made              map[string]bool
	connect, bind     map[string]bool
}

// New takes what $WORKSPACE and $HOME stand for.
func New(workspace, home string) *Learner {
	return &Learner{workspace: workspace, home: home, read: map[string]bool{}, write: map[string]bool{}, exec: map[string]bool{},
		made: map[string]bool{}, connect: map[string]bool{}, bind: map[string]bool{}}
}

// Add notes one use.
func (l *Learner) Add(u Use) {
	if u.Created {
		l.made[u.Path] = true
		if u.Event == "rename" || u.Event == "link" {
			delete(l.made, u.Path)
			l.made[u.To] = true
		}
	}
	switch u.Event {
	case "open":
		l.open(u)
	case "create", "truncate":
		l.open(u)
		l.write[u.Path] = true
	case "exec":
		// The kernel reads what it executes, and Landlock asks for both rights.
		l.exec[u.Path], l.read[u.Path] = true, true
		if strings.HasPrefix(u.To, "/") {
			l.exec[u.To], l.read[u.To] = true, true
		}
	case "connect", "send":
		l.connect[address(u)] = true
	case "bind":
		l.bind[address(u)] = true
	case "rename", "rename_over", "link":
		l.read[u.Path], l.write[u.Path], l.write[u.To] = true, true, true
	case "unlink", "rmdir", "mkdir", "symlink", "mknod", "chmod", "chown", "utimes", "xattr":
		l.write[u.Path] = true
	}
}

func (l *Learner) open(u Use) {
	has := func(name string) bool { return slices.Contains(u.Flags, name) }
	switch {
	case has("O_PATH"):
	case has("O_RDWR"):
		l.read[u.Path], l.write[u.Path] = true, true
	case has("O_WRONLY"):
		l.write[u.Path] = true
	default:
		l.read[u.Path] = true
	}
	if has("O_TMPFILE") {
		l.write[u.Path] = true
	}
}

// ephemeral is where the kernel's own choice of ports begins.
const ephemeral = 32768

func address(u Use) string {
	if strings.HasPrefix(u.Addr, "unix:") {
		return u.Addr
	}
	host := u.Addr
	if u.Host != "" {
		host = strings.TrimSuffix(u.Host, ".")
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	local := strings.HasPrefix(u.Addr, "127.") || u.Addr == "::1" || u.Addr == "0.0.0.0" || u.Addr == "::"
	switch {
	case local && u.Port == 0:
		return host + ":0-65535"
	case local && u.Port >= ephemeral:
		return host + ":" + strconv.Itoa(ephemeral) + "-65535"
	}
	return host + ":" + strconv.Itoa(u.Port)
}

// Policy is what was learned.
func (l *Learner) Policy() *policy.Policy {
	p := policy.Default()
	p.Mode = policy.Enforce
	p.Files.Read.Allow = l.patterns(l.read, true)
	p.Files.Write.Allow = l.patterns(l.write, false)
	p.Files.Exec.Allow = l.patterns(l.exec, false)
	p.Network.Connect.Allow, p.Network.Bind.Allow = sorted(l.connect), sorted(l.bind)
	return p
}

// patterns generalises one set of paths and writes them as patterns.
func (l *Learner) patterns(paths map[string]bool, reads bool) []string {
	set := map[string]bool{}
	for p := range paths {
		if p = l.stable(p); p == "" || !strings.HasPrefix(p, "/") || base(p) {
			continue
		}
		if reads && below(p, l.workspace) {
			p = l.workspace
		}
		set[p] = true
	}
	for _, p := range byDepth(set) {
		dir := path.Dir(p)
		if set[p] && count(set, dir) > Many && l.mayWhole(dir) {
			set[dir] = true
		}
		if reads && below(p, "/usr") {
			set["/usr"] = true
		}
	}
	out := []string{}
	for p := range set {
		if !coveredAbove(set, p) {
			out = append(out, l.text(p))
		}
	}
	slices.Sort(out)
	return out
}

// stable replaces a name that lies in what the run made by the directory in
// which the outermost of it was made.
func (l *Learner) stable(p string) string {
	for at := "/"; ; {
		next, _, more := strings.Cut(strings.TrimPrefix(p[len(at):], "/"), "/")
		at = path.Join(at, next)
		if l.made[at] {
			return path.Dir(at)
		}
		if !more || next == "" {
			return p
		}
	}
}

// base is what every program may use anyhow (policy.RuleBase).
func base(p string) bool {
	return below(p, "/proc") && !strings.HasPrefix(p, "/proc/sys") || slices.Contains([]string{"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx",
		"/dev/random", "/dev/urandom"}, p) || below(p, "/dev/pts")
}

func below(p, dir string) bool {
	return dir != "" && (p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/"))
}

func (l *Learner) mayWhole(dir string) bool {
	return strings.Count(dir, "/") >= 2 && dir != l.home && !below(l.home, dir) || dir == l.workspace
}

func count(set map[string]bool, dir string) int {
	n := 0
	for p := range set {
		if path.Dir(p) == dir {
			n++
		}
	}
	return n
}

func byDepth(set map[string]bool) []string {
	list := sorted(set)
	slices.SortStableFunc(list, func(a, b string) int { return strings.Count(b, "/") - strings.Count(a, "/") })
	return list
}

func coveredAbove(set map[string]bool, p string) bool {
	for p != "/" {
		if p = path.Dir(p); set[p] {
			return true
		}
	}
	return false
}

func sorted(set map[string]bool) []string {
	out := []string{}
	for p := range set {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// text writes a path as a pattern that means it alone.
func (l *Learner) text(p string) string {
	p = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`).Replace(p)
	for _, v := range []struct{ dir, name string }{{l.workspace, "$WORKSPACE"}, {l.home, "$HOME"}} {
		if v.dir != "/" && below(p, v.dir) {
			return v.name + p[len(v.dir):]
		}
	}
	return p
}
