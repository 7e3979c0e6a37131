package warden

import (
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/internal/unotify"
)

// The short way of an open. Looking at an object before opening it (O_PATH,
// fstat, a second open, a second close) makes three quarters of what an open
// costs the agent. A name that led to a plain file or directory once, met no
// link, and was allowed for reading needs no second look as long as nothing
// under supervision can have put anything but such an object there: the
// decision is about the name, the name is opened as RESOLVE_NO_SYMLINKS, so
// that it is the object's path, and opening a file or directory for reading has
// no effect and does not wait. What would make it wait or have an effect (a
// FIFO, a device) is not in reach of the short way: the first such object that
// is made or moved under supervision closes it for good (special), and whatever
// else moves (a directory, a link) makes every name unknown (moves).

// maxKnown bounds the names that one serving thread remembers.
const maxKnown = 4096

// knownName is a name that may be opened for reading without a look before.
type knownName struct {
	name  string
	rule  string // that allowed it
	moves uint64 // Supervisor.moves when it was looked at

	// The tally that the last record about it went into, and by whom: while the
	// same process does the same within the same calls, counting is enough.
	process *process.Process
	epoch   uint64
	flags   uint64
	tally   *tally
}

// plainRead are the flags of an open that changes nothing.
const plainRead = unix.O_CLOEXEC | unix.O_NONBLOCK | unix.O_NOFOLLOW | unix.O_DIRECTORY | unix.O_NOCTTY | oLargefile

// openKnown answers the open of a known name; buf is the name with its NUL.
func (c *call) openKnown(o *opening, buf []byte) (answer, bool) {
	if o.flags&^plainRead != 0 || o.resolve != 0 || c.foreign {
		return answer{}, false
	}
	name := buf[:len(buf)-1]
	k := c.w.known[string(name)] // does not allocate
	if k == nil || k.moves != c.s.moves.Load() || c.s.special.Load() || c.s.recorder.dead() {
		return answer{}, false
	}
	fd, e := object.OpenStraight(buf, o.flags|unix.O_CLOEXEC|unix.O_NOCTTY)
	if e != 0 {
		return answer{}, false // whatever it is, the long way finds the right answer
	}
	c.asked, c.resolved, c.flags = k.name, k.name, o.flags
	c.rec.Event, c.rec.Decision, c.rec.Rule, c.rec.Mechanism = "open", Allow, k.rule, Emulated
	c.decided, c.coalesce, c.known = c.s.recorder.wanted(false), true, k
	if c.decided && k.flags == o.flags && k.process == c.th.Process && k.epoch == c.s.calls.epoch.Load() && c.s.recorder.again(k.tally) {
		c.decided = false
	}
	return o.granted(fd), true
}

// remember makes an opened object's name known, if it is one for the short way.
// moves is what Supervisor.moves was before the name was looked up.
func (c *call) remember(o *opening, obj *object.Object, moves uint64) {
	kind := obj.Kind()
	switch {
	case o.flags&^plainRead != 0 || o.resolve != 0 || c.foreign || c.s.home != nil,
		c.rec.Decision != Allow || c.uncertain,
		kind != unix.S_IFREG && kind != unix.S_IFDIR,
		obj.Path != o.name || !c.s.view.Literal(o.name) || strings.HasPrefix(o.name, "/proc/"),
		!c.s.direct && !c.s.readable(o.name):
		return
	}
	if len(c.w.known) >= maxKnown {
		clear(c.w.known)
	}
	c.w.known[o.name] = &knownName{name: o.name, rule: c.rec.Rule, moves: moves}
}

// moved notes that a supervised call is about to bring the object that st
// describes (nil: unknown) to a new name.
func (s *Supervisor) moved(st *unix.Stat_t) {
	if st != nil {
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFREG, unix.S_IFLNK:
			return
		case unix.S_IFDIR:
			s.moves.Add(1) // it may hold anything
			return
		}
	}
	s.special.Store(true)
}

// movedName is moved for a name in an opened directory.
func (s *Supervisor) movedName(dir int, name string) {
	var st unix.Stat_t
	if unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
		s.moves.Add(1) // most likely nothing is there, and the call fails
		return
	}
	s.moved(&st)
}

// readable reports whether the agent's domain grants reading what lies at an
// absolute path without links. It is exact: the domain's rules are about
// directories that exist, and a rename or removal of one of them, or of
// something above, makes everything unreadable for it (domainMoves).
func (s *Supervisor) readable(path string) bool {
	dirs := s.readDirs.Load()
	if dirs == nil {
		return false
	}
	for _, d := range *dirs {
		if d == "/" || strings.HasPrefix(path, d) && (len(path) == len(d) || path[len(d)] == '/') {
			return true
		}
	}
	return false
}

// domainMoves notes that path is about to be moved or removed. Landlock's rules
// stay with the directories, so where that touches one of them the names of
// ours are no longer the same thing.
func (s *Supervisor) domainMoves(path string) {
	dirs := s.readDirs.Load()
	if dirs == nil {
		return
	}
	for _, d := range *dirs {
		if d == path || strings.HasPrefix(d, path) && d[len(path)] == '/' {
			s.readDirs.Store(nil)
			return
		}
	}
}

// rememberDomain keeps which directories the domain grants for reading: those
// that exist, because the floor skips the others.
func (s *Supervisor) rememberDomain(paths []string) {
	var dirs []string
	for _, p := range paths {
		var st unix.Stat_t
		if unix.Lstat(p, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR {
			dirs = append(dirs, p)
		}
	}
	s.readDirs.Store(&dirs)
}

// mayConnect reports whether the agent's domain lets every socket connect to an
// IP port: Landlock governs TCP ports only, and by number.
func (s *Supervisor) mayConnect(port uint16) bool {
	return !s.floor.Landlock.ConnectPorts || slices.Contains(s.connectPorts, port)
}

// here reports whether a request may be performed on this thread and not in the
// emulator with the same result: Landlock governs no file, or the request opens
// a plain file or directory for reading that the agent's domain grants, or
// connects to an IP port that it grants. Devices never do: the domain's rights
// are kept in the descriptor that it opened.
func (c *call) here(r *emulator.Request) bool {
	switch r.Op {
	case emulator.Connect:
		return c.reachable
	case emulator.Bind, emulator.Listen:
		return c.s.freePorts
	}
	if c.s.direct {
		return r.Op.Local()
	}
	return r.Op == emulator.Reopen && c.plain && uint64(r.Flags)&^(plainRead|unix.O_NOATIME) == 0 && c.s.readable(c.resolved)
}

// name copies a string argument into the worker's buffer, NUL included.
func (c *call) name(addr uint64) ([]byte, unix.Errno) {
	if addr == 0 {
		return nil, unix.EFAULT
	}
	n, e := unotify.ReadName(c.th.ID, addr, c.w.buf)
	if e != 0 {
		return nil, e
	}
	return c.w.buf[:n+1], 0
}
