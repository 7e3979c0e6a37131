package process

import (
	"slices"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// Identity is a file as it was at one moment. The time of the last change of
// its inode tells it from a later file that got the same number.
type Identity struct {
	File
	Changed unix.Timespec
}

// IdentityOf takes an identity from a stat.
func IdentityOf(st *unix.Stat_t) Identity {
	return Identity{File: File{Dev: uint64(st.Dev), Ino: st.Ino}, Changed: st.Ctim}
}

// Image is what a thread executes now.
type Image struct {
	Identity
	Nameless bool // the file has no name any more, or never had one
}

// Image identifies the program of a thread.
func (p *Proc) Image(tid int) (Image, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(p.fd, path(tid, "exe"), &st, 0); err != nil {
		return Image{}, err
	}
	return Image{Identity: IdentityOf(&st), Nameless: st.Nlink == 0}, nil
}

// Exec is one decided call of exec whose outcome is not known yet: the kernel
// resolves the name again, so what runs afterwards has to be looked at.
type Exec struct {
	TID   int        // the thread that called
	Old   File       // what it ran before
	Files []Identity // the program, or a script and its interpreters
}

// Has reports whether the image is one of those that were decided on. A file
// that was changed since (chmod, link, unlink) counts while its number stays.
func (e *Exec) Has(f File) bool {
	return slices.ContainsFunc(e.Files, func(id Identity) bool { return id.File == f })
}

// image is a process's knowledge of its own program.
type image struct {
	unchecked atomic.Bool
	pending   *Exec
	runs      File // what it was last seen to run, or its parent before it
}

// born gives a new process its parent's image, to be compared when check is set.
func (p *Process) born(parent *Process, check bool) {
	if parent != nil {
		parent.mu.Lock()
		p.runs = parent.runs
		p.secret = parent.secret // a fork has the command line of its parent
		parent.mu.Unlock()
	}
	p.unchecked.Store(check)
}

// ExecsInto notes that the program is about to change to one of e.Files.
func (p *Process) ExecsInto(e *Exec) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exe, p.secret, p.pending = "", false, e
	p.execs++
	p.unchecked.Store(true)
}

// Unchecked reports whether the process may run something else than was
// decided on or inherited.
func (p *Process) Unchecked() bool { return p.unchecked.Load() }

// Expected returns the exec whose outcome is open, nil where there is none,
// and what the process ran when it was last looked at.
func (p *Process) Expected() (*Exec, File) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pending, p.runs
}

// Checked notes what the process was found to run.
func (p *Process) Checked(f File) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pending, p.runs, p.exe = nil, f, ""
	p.unchecked.Store(false)
}

// CheckNew makes every process unchecked when it is first seen. It must be
// called before the first Lookup.
func (t *Table) CheckNew() { t.checkNew = true }

// KillTree kills a process and every known process that descends from it. What
// is not known yet is judged when it is first seen.
func (t *Table) KillTree(p *Process) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := p.Signal(unix.SIGKILL)
	for _, q := range t.procs {
		if t.descends(q, p) {
			// It may have ended meanwhile, which is what was wanted.
			_ = q.Signal(unix.SIGKILL)
		}
	}
	return err
}

// descends follows the parents as they were at first sight.
func (t *Table) descends(q, p *Process) bool {
	for range len(t.procs) {
		if q.Parent == p.TGID && q.Start >= p.Start {
			return true
		}
		next, ok := t.procs[q.Parent]
		if !ok || next == q {
			return false
		}
		q = next
	}
	return false
}
