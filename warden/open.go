package warden

import (
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/policy"
)

// openAttempts bounds how often an open starts over because the name appeared
// or vanished between looking and creating.
const openAttempts = 16

func (c *call) open() answer {
	o, buf, e := c.copyOpen()
	if e != 0 {
		return failed(e)
	}
	if a, ok := c.openKnown(&o, buf); ok {
		return a
	}
	o.name = string(buf[:len(buf)-1])
	c.asked, c.flags, c.rec.Event = o.name, o.flags, "open"
	if e := o.check(); e != 0 {
		return failed(e)
	}
	from := o.name
	if o.resolve&unix.RESOLVE_IN_ROOT != 0 {
		from = "." // an absolute name begins at the descriptor too
	}
	base, e := c.s.view.Base(c.who, o.dirfd, from)
	if e != 0 {
		return failed(e)
	}
	defer object.CloseBase(base)
	// What has no effect needs no check that the caller still waits: the answer
	// goes to it or to nobody. create checks by itself.
	if o.flags&(unix.O_TRUNC|oTmpfileBit) != 0 && !c.s.listener.Valid(c.n.ID) {
		return failed(unix.EINTR)
	}
	if o.flags&unix.O_PATH != 0 {
		return c.openPath(o, base)
	}
	for i := range openAttempts {
		a, again := c.openOnce(o, base, i == 0)
		if !again {
			return a
		}
	}
	return failed(unix.EAGAIN)
}

// openPath decides on a path handle and lets the kernel make it: such a
// descriptor cannot be injected, and gives no access by itself.
func (c *call) openPath(o opening, base int) answer {
	obj, e := c.s.view.Resolve(c.who, base, o.name, c.want(o))
	if e != 0 {
		return failed(e)
	}
	defer obj.Close()
	if !c.decideObject(&obj, policy.Request{Op: policy.OpOpen}) || obj.Barred {
		return failed(unix.EACCES)
	}
	return c.letGo()
}

// openOnce opens an existing object or creates the name. again: the name
// changed meanwhile. At first a missing name is taken as the kernel finds it,
// because Missing looks again.
func (c *call) openOnce(o opening, base int, first bool) (a answer, again bool) {
	w := c.want(o)
	creates := o.flags&unix.O_CREAT != 0
	w.Guess = creates && first
	if creates && o.flags&unix.O_EXCL != 0 {
		w.Follow = false
		place, e := c.s.view.Locate(c.who, base, o.name, w)
		if e != 0 {
			return failed(e), false
		}
		defer place.Close()
		a, _ = c.create(o, &place)
		return a, false
	}
	moves := c.s.moves.Load()
	obj, e := c.s.view.Resolve(c.who, base, o.name, w)
	if e == 0 {
		a = c.openObject(o, base, &obj)
		if a.fd >= 0 {
			c.remember(&o, &obj, moves)
		}
		c.opened = obj.FD
		return a, false
	}
	if e != unix.ENOENT || !creates {
		return failed(e), false
	}
	place, e := c.s.view.Missing(c.who, base, o.name, w)
	switch {
	case e == unix.EEXIST:
		return answer{}, true
	case e != 0:
		return failed(e), false
	}
	defer place.Close()
	return c.create(o, &place)
}

// create makes the name, and only if it does not exist: what the record says
// about that is what the kernel did.
func (c *call) create(o opening, place *object.Place) (a answer, again bool) {
	if strings.HasSuffix(place.Name, "/") {
		return failed(unix.EISDIR), false
	}
	st, err := c.s.table.Proc.Status(c.who.TID)
	if err != nil || !c.s.listener.Valid(c.n.ID) {
		return failed(unix.EINTR), false
	}
	c.rec.Event, c.rec.Mode, c.resolved = "create", octal(o.mode), place.Path()
	if !c.decide(policy.Request{Op: policy.OpCreate, Access: o.access(), Path: place.Path(), Foreign: place.Foreign}) {
		return c.deniedName(policy.OpCreate, place), false
	}
	if c.foreign {
		return c.letGo(), false
	}
	flags := o.flags&^unix.O_CLOEXEC | unix.O_CREAT | unix.O_EXCL | unix.O_NOCTTY
	reply, ok := c.act(&emulator.Request{Op: emulator.Open, Flags: uint32(flags), Mode: o.mode, Umask: st.Umask,
		Names: [2]string{place.Name}, FDs: [2]int{place.Dir, -1}})
	switch {
	case !ok:
		return failed(reply.Errno), false
	case reply.Errno == unix.EEXIST && o.flags&unix.O_EXCL == 0:
		c.decided = false
		return answer{}, true
	case reply.Errno != 0:
		return failed(reply.Errno), false
	}
	c.rec.Created = true
	return o.granted(reply.FD), false
}

// openObject decides on what exists and opens it for access.
func (c *call) openObject(o opening, base int, obj *object.Object) answer {
	kind := obj.Kind()
	c.plain = kind == unix.S_IFREG || kind == unix.S_IFDIR
	switch {
	case kind == unix.S_IFLNK && !obj.Barred:
		return failed(unix.ELOOP)
	case kind == unix.S_IFDIR && o.flags&unix.O_CREAT != 0:
		return failed(unix.EISDIR)
	case o.flags&unix.O_CREAT != 0 && !c.mayCreateOver(o, base, obj):
		return failed(unix.EACCES)
	case truncates(o, kind):
		c.rec.Event = "truncate"
	}
	q := policy.Request{Op: policy.OpOpen, Access: o.access(), Device: kind == unix.S_IFBLK}
	if o.flags&oTmpfileBit != 0 {
		c.rec.Mode = octal(o.mode)
	}
	if !c.decideObject(obj, q) || obj.Barred {
		return failed(unix.EACCES)
	}
	c.coalesce = c.coalesce || !truncates(o, kind)
	if c.foreign {
		return c.letGo()
	}
	if c.s.isConf(obj.Path) && o.access() == policy.Read {
		return c.openConf(o)
	}
	if o.flags&oTmpfileBit != 0 {
		return c.openUnnamed(o, obj)
	}
	return c.reopen(o, obj)
}

// truncates reports whether the open empties something: O_TRUNC means nothing
// for devices, FIFOs and sockets (open(2)).
func truncates(o opening, kind uint32) bool {
	return o.flags&unix.O_TRUNC != 0 && kind == unix.S_IFREG
}

// mayCreateOver applies the hardening of sticky directories to O_CREAT on an
// existing file of somebody else.
func (c *call) mayCreateOver(o opening, base int, obj *object.Object) bool {
	fsuid := c.s.table.Base().FSUID
	if obj.Stat.Uid == fsuid || obj.Kind() != unix.S_IFREG && obj.Kind() != unix.S_IFIFO {
		return true
	}
	place, e := c.s.view.Locate(c.who, base, o.name, object.Want{Resolve: o.resolve, FSUID: fsuid})
	if e != 0 {
		return true // the open itself will tell
	}
	defer place.Close()
	var dir unix.Stat_t
	return unix.Fstat(place.Dir, &dir) != nil || c.s.view.MayCreateOver(&dir, obj, fsuid)
}

// openUnnamed makes a file without a name (O_TMPFILE) in the directory obj.
func (c *call) openUnnamed(o opening, obj *object.Object) answer {
	st, err := c.s.table.Proc.Status(c.who.TID)
	if err != nil {
		return failed(unix.EINTR)
	}
	reply, ok := c.act(&emulator.Request{Op: emulator.Open, Flags: uint32(o.flags &^ unix.O_CLOEXEC), Mode: o.mode, Umask: st.Umask,
		Names: [2]string{"."}, FDs: [2]int{obj.FD, -1}})
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	return o.granted(reply.FD)
}

// decideObject decides on an opened object. What has no name in the file
// system (pipes, sockets, anonymous files) is already the caller's.
func (c *call) decideObject(obj *object.Object, q policy.Request) bool {
	c.resolved = obj.Path
	if nameless(obj) {
		c.rec.Decision, c.rec.Rule, c.rec.Mechanism = Allow, RuleDescriptor, Emulated
		c.decided, c.coalesce = c.s.recorder.wanted(false), true
		return true
	}
	q.Path, q.Foreign = obj.Path, obj.Foreign
	return c.decide(q)
}

func nameless(obj *object.Object) bool {
	return !strings.HasPrefix(obj.Path, "/") || obj.Stat.Nlink == 0 && strings.HasPrefix(obj.Path, "/memfd:")
}

func octal(mode uint32) string {
	const digits = "01234567"
	mode &= 0o7777
	b := []byte{'0', digits[mode>>6&7], digits[mode>>3&7], digits[mode&7]}
	if mode>>9 != 0 {
		b[0] = digits[mode>>9]
	}
	return string(b)
}
