package warden

import (
	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/policy"
)

func (c *call) bind() answer {
	c.rec.Event = "bind"
	sk, e := c.duplicate(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	defer unix.Close(sk)
	a, e := c.address(c.n.Args[1], c.n.Args[2])
	if e != 0 {
		return failed(e)
	}
	if a.unix != "" && a.unix[0] != '@' {
		return c.bindPath(sk, a)
	}
	if a.family == unix.AF_UNSPEC {
		a.inet() // as IPv4 reads it
	}
	switch {
	case a.ip.IsValid():
		if !c.decideIP(policy.OpBind, a.ip) {
			return failed(unix.EACCES)
		}
	case a.unix != "":
		if !c.decideUnix(policy.OpBind, a.unix, false) {
			return failed(unix.EACCES)
		}
	}
	if c.foreign {
		return c.letGo()
	}
	done := c.socketCall(&emulator.Request{Op: emulator.Bind, Data: a.raw, FDs: [2]int{sk, -1}})
	if done.errno == 0 && a.unix != "" {
		c.s.bound.addName(a.unix)
	}
	return done
}

// bindPath makes a socket file. The kernel resolves the caller's own text, as
// getsockname must show it, so that the result is compared with what was
// decided; whoever managed to lead it elsewhere is killed.
func (c *call) bindPath(sk int, a sockaddr) answer {
	base, e := c.s.view.Base(c.who, unix.AT_FDCWD, a.unix)
	if e != 0 {
		return failed(e)
	}
	defer object.CloseBase(base)
	p, e := c.s.view.Locate(c.who, base, a.unix, object.Want{FSUID: c.s.table.Base().FSUID})
	if e != 0 {
		return failed(e)
	}
	defer p.Close()
	umask, e := c.umask()
	if e != 0 {
		return failed(e)
	}
	c.rec.Asked, c.rec.Resolved = Escape(a.unix), Escape(p.Path())
	if !c.decideUnix(policy.OpBind, p.Path(), false) {
		return failed(unix.EACCES)
	}
	c.coalesce = false
	if c.foreign {
		return c.letGo()
	}
	dir := base
	if dir < 0 {
		dir = p.Dir
	}
	reply, ok := c.act(&emulator.Request{Op: emulator.BindUnix, Data: a.raw, Umask: umask, FDs: [2]int{sk, dir}})
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	var st unix.Stat_t
	if err := unix.Fstatat(p.Dir, p.Name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil || st.Mode&unix.S_IFMT != unix.S_IFSOCK {
		c.rec.Rule = "warden:diverted"
		if err := c.th.Signal(unix.SIGKILL); err != nil {
			c.s.log.Warn("diverted bind", "op", "warden.bind", "err", err)
		}
		return failed(unix.EACCES)
	}
	c.rec.Created = true
	c.s.bound.addFile(&st)
	return succeeded()
}
