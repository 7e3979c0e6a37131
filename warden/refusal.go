package warden

import (
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/policy"
)

// A program that is refused should meet an error it knows how to take. The
// kernel looks at what is there before it looks at rights: mkdir of an existing
// directory is EEXIST to everybody, and `mkdir -p` goes on. Nothing is told that
// stat would not tell the caller, whose rights are those of this process.

// denied answers a refused call with e.
func (c *call) denied(e unix.Errno) answer {
	c.rec.Errno = unix.ErrnoName(e)
	return failed(e)
}

// deniedName answers a refused call on one name.
func (c *call) deniedName(op policy.Op, p *object.Place) answer {
	if c.untold(p) {
		return c.denied(unix.EACCES)
	}
	kind, exists := c.peek(p)
	switch op {
	case policy.OpCreate, policy.OpMkdir, policy.OpMknod, policy.OpSymlink, policy.OpLink:
		if exists {
			return c.denied(unix.EEXIST)
		}
	case policy.OpUnlink:
		switch {
		case !exists:
			return c.denied(unix.ENOENT)
		case kind == unix.S_IFDIR:
			return c.denied(unix.EISDIR)
		}
	case policy.OpRmdir:
		switch {
		case !exists:
			return c.denied(unix.ENOENT)
		case kind != unix.S_IFDIR:
			return c.denied(unix.ENOTDIR)
		}
	}
	return c.denied(unix.EACCES)
}

// deniedPair answers a refused rename or link.
func (c *call) deniedPair(from, to *object.Place, mustBeNew bool) answer {
	if from != nil && c.untold(from) || c.untold(to) {
		return c.denied(unix.EACCES)
	}
	if from != nil {
		if _, exists := c.peek(from); !exists {
			return c.denied(unix.ENOENT)
		}
	}
	if _, exists := c.peek(to); exists && mustBeNew {
		return c.denied(unix.EEXIST)
	}
	return c.denied(unix.EACCES)
}

// deniedObject answers a refused change of an object's attributes: who is not
// the owner gets EPERM.
func (c *call) deniedObject(op policy.Op) answer {
	if op == policy.OpChmod || op == policy.OpChown {
		return c.denied(unix.EPERM)
	}
	return c.denied(unix.EACCES)
}

// untold says that a name is of another process, or that the task has other
// rights than we have: to look for it would tell what it may not know.
func (c *call) untold(p *object.Place) bool { return c.foreign || p.Foreign }

// peek looks whether a name exists. A name that is empty without its slashes is
// the directory itself.
func (c *call) peek(p *object.Place) (kind uint32, exists bool) {
	name := strings.TrimRight(p.Name, "/")
	if name == "" {
		return unix.S_IFDIR, true
	}
	var st unix.Stat_t
	if unix.Fstatat(p.Dir, name, &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return 0, false
	}
	return st.Mode & unix.S_IFMT, true
}
