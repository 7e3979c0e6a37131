package warden

import (
	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/policy"
)

// pair decides a call with two names and reports whether to perform it.
func (c *call) pair(op policy.Op, from, to string, foreign bool) bool {
	c.rec.Event, c.rec.Resolved, c.rec.To = op.String(), Escape(from), Escape(to)
	return c.decide(policy.Request{Op: op, Path: from, To: to, Foreign: foreign})
}

// rename tries first without replacing, so that the record knows whether the
// new name existed.
func (c *call) rename() answer {
	_, a := modern(&c.n)
	flags := uint32(a[4])
	c.rec.Flags = named(uint64(flags), renameFlags)
	from, asked, e := c.place(int32(a[0]), a[1])
	if e != 0 {
		return failed(e)
	}
	defer from.Close()
	to, _, e := c.place(int32(a[2]), a[3])
	if e != 0 {
		return failed(e)
	}
	defer to.Close()
	c.rec.Asked = asked
	if !c.pair(policy.OpRename, from.Path(), to.Path(), from.Foreign || to.Foreign) {
		return c.deniedPair(&from, &to, flags&unix.RENAME_NOREPLACE != 0)
	}
	if flags&unix.RENAME_EXCHANGE != 0 && !c.pair(policy.OpRename, to.Path(), from.Path(), false) {
		return failed(unix.EACCES)
	}
	c.rec.Resolved, c.rec.To = Escape(from.Path()), Escape(to.Path())
	c.s.movedName(from.Dir, from.Name)
	c.s.domainMoves(from.Path())
	if flags&unix.RENAME_EXCHANGE != 0 {
		c.s.movedName(to.Dir, to.Name)
	}
	c.s.domainMoves(to.Path())
	if c.foreign {
		return c.letGo()
	}
	return c.move(flags, &emulator.Request{Op: emulator.Rename, FDs: [2]int{from.Dir, to.Dir}, Names: [2]string{from.Name, to.Name}})
}

func (c *call) move(flags uint32, r *emulator.Request) answer {
	if flags != 0 {
		if flags&unix.RENAME_EXCHANGE != 0 {
			c.rec.Event = "rename_over"
		}
		r.Flags = flags
		return c.moved(r)
	}
	r.Flags = unix.RENAME_NOREPLACE
	reply, ok := c.act(r)
	switch {
	case !ok:
		return failed(reply.Errno)
	case reply.Errno == unix.EEXIST || reply.Errno == unix.EINVAL:
		// Something is there, or the file system cannot promise to notice.
		c.rec.Event = "rename_over"
		r.Flags = 0
		return c.moved(r)
	case reply.Errno != 0:
		return failed(reply.Errno)
	}
	c.rec.Created = true
	return succeeded()
}

func (c *call) moved(r *emulator.Request) answer {
	reply, ok := c.act(r)
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	c.rec.Created = c.rec.Event == "rename"
	return succeeded()
}

func (c *call) link() answer {
	_, a := modern(&c.n)
	flags := uint32(a[4])
	c.rec.Flags = named(uint64(flags), atFlags)
	if flags&^(unix.AT_SYMLINK_FOLLOW|unix.AT_EMPTY_PATH) != 0 {
		return failed(unix.EINVAL)
	}
	to, _, e := c.place(int32(a[2]), a[3])
	if e != 0 {
		return failed(e)
	}
	defer to.Close()
	if flags != 0 {
		return c.linkObject(int32(a[0]), a[1], flags, &to)
	}
	from, asked, e := c.place(int32(a[0]), a[1])
	if e != 0 {
		return failed(e)
	}
	defer from.Close()
	c.rec.Asked = asked
	c.s.movedName(from.Dir, from.Name)
	return c.linked(&from, from.Path(), from.Foreign, &to, &emulator.Request{Op: emulator.Link,
		FDs: [2]int{from.Dir, to.Dir}, Names: [2]string{from.Name, to.Name}})
}

// linkObject links what a followed name or a descriptor stands for.
func (c *call) linkObject(dirfd int32, at uint64, flags uint32, to *object.Place) answer {
	obj, asked, e := c.object(dirfd, at, flags&unix.AT_SYMLINK_FOLLOW != 0, flags&unix.AT_EMPTY_PATH != 0)
	if e != 0 {
		return failed(e)
	}
	defer obj.Close()
	if obj.Barred {
		return failed(unix.EACCES)
	}
	c.rec.Asked = asked
	from := obj.Path
	if nameless(&obj) {
		return failed(unix.ENOENT)
	}
	c.s.moved(&obj.Stat)
	return c.linked(nil, from, obj.Foreign, to, &emulator.Request{Op: emulator.LinkObject, FDs: [2]int{obj.FD, to.Dir}, Names: [2]string{to.Name}})
}

// linked links the object named from; at is its place where it was named.
func (c *call) linked(at *object.Place, from string, foreign bool, to *object.Place, r *emulator.Request) answer {
	if !c.pair(policy.OpLink, from, to.Path(), foreign || to.Foreign) {
		return c.deniedPair(at, to, true)
	}
	if c.foreign {
		return c.letGo()
	}
	reply, ok := c.act(r)
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	c.rec.Created = true
	return succeeded()
}
