package warden

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/internal/unotify"
)

// Bounds of the claimed arguments in a record.
const (
	maxArgs     = 64
	maxArgBytes = 4096
)

// exec decides on the program that the name leads to now, and on the
// interpreters of a script, and lets the kernel execute: what came to run is
// looked at before the next call (identity.go). What can only fail is answered here.
func (c *call) exec() answer {
	dirfd, name, argv, flags := int32(unix.AT_FDCWD), c.n.Args[0], c.n.Args[1], uint32(0)
	if c.n.NR == unix.SYS_EXECVEAT {
		dirfd, name, argv, flags = int32(c.n.Args[0]), c.n.Args[1], c.n.Args[2], uint32(c.n.Args[4])
	}
	if flags&^(unix.AT_SYMLINK_NOFOLLOW|unix.AT_EMPTY_PATH) != 0 {
		c.rec.Flags = []string{"unknown"}
		return c.letGo() // AT_EXECVE_CHECK starts nothing, the rest is EINVAL
	}
	obj, asked, e := c.object(dirfd, name, flags&unix.AT_SYMLINK_NOFOLLOW == 0, flags&unix.AT_EMPTY_PATH != 0)
	if e != 0 {
		return failed(e)
	}
	defer obj.Close()
	c.rec.Event, c.rec.Asked, c.rec.Resolved = "exec", asked, Escape(obj.Path)
	c.rec.ArgvClaimed, c.rec.ExecAssurance = c.claimed(argv), c.s.execTier
	if obj.Path == "" || obj.Path[0] != '/' {
		return failed(unix.EACCES) // a pipe or socket is no program
	}
	if !c.decide(execOf(&obj)) || obj.Barred {
		return failed(unix.EACCES)
	}
	if e := executable(&obj); e != 0 {
		return failed(e)
	}
	files, rule := c.chain(&obj)
	if rule != "" {
		c.refuse(rule, unix.EACCES)
		return failed(unix.EACCES)
	}
	if c.inheritsBus() {
		c.refuse(RuleBusPassed, unix.EPERM)
		return failed(unix.EPERM)
	}
	now, err := c.s.table.Proc.Image(c.th.ID)
	if err != nil {
		c.refuse(RuleUnreadable, unix.EPERM)
		return failed(unix.EPERM)
	}
	hidden := c.hideKeys()
	c.complete() // before the program changes
	c.th.ExecsInto(&process.Exec{TID: c.th.ID, Old: now.File, Files: files})
	if hidden {
		c.th.Hide()
	}
	return c.letGo()
}

// executable gives the kernel's answer to what cannot be executed at all.
func executable(obj *object.Object) unix.Errno {
	switch {
	case obj.Kind() == unix.S_IFLNK:
		return unix.ELOOP
	case obj.Kind() != unix.S_IFREG || obj.Stat.Mode&0o111 == 0:
		return unix.EACCES
	}
	return 0
}

// claimed copies the argument strings. The caller can change them before the
// kernel reads them, and what is unreadable or too long is left out.
func (c *call) claimed(argv uint64) []string {
	if argv == 0 {
		return nil
	}
	var out []string
	left := maxArgBytes
	for i := range uint64(maxArgs) {
		var b [8]byte
		if unotify.ReadMemory(c.th.ID, argv+8*i, b[:]) != 0 {
			return out
		}
		at := binary.NativeEndian.Uint64(b[:])
		if at == 0 {
			return out
		}
		s, e := unotify.ReadString(c.th.ID, at, c.w.buf)
		if e == unix.ENAMETOOLONG {
			s, e = string(c.w.buf), 0
		}
		if e != 0 {
			return out
		}
		if len(s) > left {
			return append(out, Escape(s[:left])+"…")
		}
		left -= len(s)
		out = append(out, Escape(s))
	}
	return append(out, "…")
}
