package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// Entry is one name in a directory, as a Lister tells it.
type Entry struct {
	Name      string
	Directory bool
	Link      bool // a symbolic link: what it leads to counts under its own name
}

// Lister lists a directory.
type Lister func(dir string) ([]Entry, error)

// ExecFloor is the execute set that Landlock can hold of files.exec. Landlock
// only adds: it grants files and whole directories and cannot take a name out
// of a granted one. So a directory of which only a part may be executed is
// granted name by name, as it stands now.
type ExecFloor struct {
	Paths []string // files and directories that may be executed
	// Open names the allow rules that the kernel cannot hold: more than they
	// allow had to be granted. A run that refuses execution by default cannot
	// start with one.
	Open []string
	// Loose names the deny rules that hold only by the supervisor's decision
	// and the check of the program that came to run.
	Loose []string
}

// errUnlisted says that listing a directory would not help.
var errUnlisted = errors.New("not listed")

// maxExecNames bounds the names looked at for one execute set.
const maxExecNames = 20_000

// ExecFloor derives the execute set; list looks at this machine.
//
// Names are expanded only in directories that the policy does not let the agent
// write: in the others a new program would be missing from the set, and a
// denial of a name there says little, because the content can be copied to
// another.
func (r *Rules) ExecFloor(list Lister) ExecFloor {
	w := execWalk{r: r, list: list, left: maxExecNames, granted: map[string]bool{}}
	for i := range r.exec.allow.globs {
		dir := r.exec.allow.globs[i].prefix
		if dir == "" {
			dir = "/"
		}
		w.directory(dir)
	}
	return w.out
}

type execWalk struct {
	r       *Rules
	list    Lister
	left    int
	granted map[string]bool
	out     ExecFloor
}

// directory grants what may be executed at dir (which may be a file) and below.
func (w *execWalk) directory(dir string) {
	if w.granted[dir] {
		return
	}
	if _, denied := w.r.exec.deny.find(dir); denied {
		return
	}
	whole := slices.ContainsFunc(w.r.exec.allow.globs, func(g namedGlob) bool { return g.coversBelow(dir) })
	denies := reaching(w.r.exec.deny.globs, dir)
	allows := reaching(w.r.exec.allow.globs, dir)
	switch {
	case whole && len(denies) == 0:
		w.grant(dir)
		return
	case !whole && len(allows) == 0:
		return
	}
	var entries []Entry
	err := errUnlisted
	if !slices.ContainsFunc(denies, (*namedGlob).unbounded) {
		entries, err = w.list(dir)
	}
	if errors.Is(err, syscall.ENOTDIR) { // a program, named as such
		if w.r.exec.decide(dir, false).Allow {
			w.grant(dir)
		}
		return
	}
	if w.left -= len(entries); err != nil || w.left < 0 || w.writable(dir) {
		w.giveUp(dir, whole, allows, denies)
		return
	}
	for _, e := range entries {
		p := strings.TrimSuffix(dir, "/") + "/" + e.Name
		switch {
		case e.Link:
		case e.Directory:
			w.directory(p)
		case w.r.exec.decide(p, false).Allow:
			w.grant(p)
		}
	}
}

func (w *execWalk) grant(p string) {
	if !w.granted[p] {
		w.granted[p] = true
		w.out.Paths = append(w.out.Paths, p)
	}
}

// giveUp grants all of dir and notes what that leaves open.
func (w *execWalk) giveUp(dir string, whole bool, allows, denies []*namedGlob) {
	w.grant(dir)
	if !whole {
		w.out.Open = note(w.out.Open, allows, "Landlock would have to grant all of "+dir)
	}
	w.out.Loose = note(w.out.Loose, denies, "Landlock grants all of "+dir)
}

func note(list []string, globs []*namedGlob, why string) []string {
	for _, g := range globs {
		if s := fmt.Sprintf("%s (%s): %s", g.rule, g.text, why); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

func (w *execWalk) writable(dir string) bool { return w.r.write.decide(dir, false).Allow }

// reaching returns the patterns that can match dir or something below it.
func reaching(globs []namedGlob, dir string) []*namedGlob {
	var out []*namedGlob
	for i := range globs {
		if globs[i].reaches(dir) {
			out = append(out, &globs[i])
		}
	}
	return out
}

// reaches reports whether the pattern can match dir or something below it.
func (g *namedGlob) reaches(dir string) bool {
	if _, ok := under(g.prefix, dir); ok || dir == "/" {
		return true
	}
	rest, ok := under(dir, g.prefix)
	if !ok {
		return false
	}
	for k := range g.segs {
		if matchSegments(g.segs[:k+1], rest, true) {
			return true
		}
	}
	return len(g.segs) == 0
}

// unbounded reports whether the pattern can match at any depth.
func (g *namedGlob) unbounded() bool {
	return slices.ContainsFunc(g.segs, func(s segment) bool { return s.any })
}

// coversBelow reports whether the pattern covers everything below dir: it
// covers dir, or asks for no more than any name in it.
func (g *namedGlob) coversBelow(dir string) bool {
	if g.covers(dir) {
		return true
	}
	if _, ok := under(dir, g.prefix); !ok {
		return false
	}
	names := 0
	for _, s := range g.segs {
		if s.any {
			continue
		}
		if names++; s.literal || s.text != "*" {
			return false
		}
	}
	return names <= 1
}

// WithExec replaces the execute set by one that was derived on this machine.
func (l Landlock) WithExec(f ExecFloor) Landlock {
	if !l.Files {
		return l
	}
	l.Exec = f.Paths
	l.Wider = slices.DeleteFunc(slices.Clone(l.Wider), func(s string) bool { return strings.HasPrefix(s, "files.exec.") })
	for _, s := range append(slices.Clone(f.Open), f.Loose...) {
		l.Wider = append(l.Wider, s+"; a program that should not run is killed at its first supervised call")
	}
	return l
}
