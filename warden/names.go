package warden

import (
	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/policy"
)

// Calls that change names. Each is decided on the opened directory and the
// last component, and performed on exactly those.

// place copies a name and opens its directory.
func (c *call) place(dirfd int32, at uint64) (object.Place, string, unix.Errno) {
	none := object.Place{Dir: -1}
	name, e := c.text(at)
	if e != 0 {
		return none, "", e
	}
	if name == "" {
		return none, "", unix.ENOENT
	}
	base, e := c.s.view.Base(c.who, dirfd, name)
	if e != 0 {
		return none, "", e
	}
	defer object.CloseBase(base)
	if !c.s.listener.Valid(c.n.ID) {
		return none, "", unix.EINTR
	}
	p, e := c.s.view.Locate(c.who, base, name, object.Want{FSUID: c.s.table.Base().FSUID})
	return p, Escape(name), e
}

// umask is the caller's, read anew because it may change at any time.
func (c *call) umask() (uint32, unix.Errno) {
	st, err := c.s.table.Proc.Status(c.who.TID)
	if err != nil || !c.s.listener.Valid(c.n.ID) {
		return 0, unix.EINTR
	}
	return st.Umask, 0
}

// change decides, performs and answers a call that changes one name.
func (c *call) change(op policy.Op, p *object.Place, asked string, device bool, r *emulator.Request) answer {
	c.rec.Event, c.rec.Asked, c.rec.Resolved = op.String(), asked, Escape(p.Path())
	if !c.decide(policy.Request{Op: op, Path: p.Path(), Foreign: p.Foreign, Device: device}) {
		return c.deniedName(op, p)
	}
	if c.foreign {
		return c.letGo()
	}
	r.FDs, r.Names[0] = [2]int{p.Dir, -1}, p.Name
	reply, ok := c.act(r)
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	c.rec.Created = op == policy.OpMkdir || op == policy.OpMknod || op == policy.OpSymlink
	return succeeded()
}

func (c *call) unlink() answer {
	_, a := modern(&c.n)
	flags := uint32(a[2])
	if flags&^unix.AT_REMOVEDIR != 0 {
		return failed(unix.EINVAL)
	}
	p, asked, e := c.place(int32(a[0]), a[1])
	if e != 0 {
		return failed(e)
	}
	defer p.Close()
	op := policy.OpUnlink
	if flags != 0 {
		op = policy.OpRmdir
		c.s.domainMoves(p.Path())
		c.rec.Tool = "sys.rmdir"
	}
	return c.change(op, &p, asked, false, &emulator.Request{Op: emulator.Unlink, Flags: flags})
}

func (c *call) mkdir() answer {
	_, a := modern(&c.n)
	p, asked, e := c.place(int32(a[0]), a[1])
	if e != 0 {
		return failed(e)
	}
	defer p.Close()
	umask, e := c.umask()
	if e != 0 {
		return failed(e)
	}
	mode := uint32(a[2])
	c.rec.Mode = octal(mode)
	return c.change(policy.OpMkdir, &p, asked, false, &emulator.Request{Op: emulator.Mkdir, Mode: mode, Umask: umask})
}

func (c *call) mknod() answer {
	_, a := modern(&c.n)
	p, asked, e := c.place(int32(a[0]), a[1])
	if e != 0 {
		return failed(e)
	}
	defer p.Close()
	umask, e := c.umask()
	if e != 0 {
		return failed(e)
	}
	mode := uint32(a[2])
	kind := mode & unix.S_IFMT
	c.rec.Mode = octal(mode)
	if kind != 0 && kind != unix.S_IFREG {
		c.s.special.Store(true)
	}
	return c.change(policy.OpMknod, &p, asked, kind == unix.S_IFCHR && a[3] != 0 || kind == unix.S_IFBLK,
		&emulator.Request{Op: emulator.Mknod, Mode: mode & 0xffff, Dev: uint64(uint32(a[3])), Umask: umask})
}

func (c *call) symlink() answer {
	_, a := modern(&c.n)
	target, e := c.text(a[0])
	if e != 0 {
		return failed(e)
	}
	p, asked, e := c.place(int32(a[1]), a[2])
	if e != 0 {
		return failed(e)
	}
	defer p.Close()
	c.rec.To = Escape(target)
	return c.change(policy.OpSymlink, &p, asked, false, &emulator.Request{Op: emulator.Symlink, Names: [2]string{1: target}})
}
