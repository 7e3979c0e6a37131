package warden

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// Calls that change an object by name: its size, mode, owner, times and
// attributes. Each is decided and performed on the opened object.

// object copies a name and opens what it leads to. With empty set, an empty
// name means the descriptor itself.
func (c *call) object(dirfd int32, at uint64, follow, empty bool) (object.Object, string, unix.Errno) {
	none := object.Object{FD: -1}
	name, e := c.text(at)
	if e != 0 {
		return none, "", e
	}
	if name == "" && empty {
		o, e := c.s.view.Descriptor(c.who, dirfd)
		if e == 0 && !c.s.listener.Valid(c.n.ID) {
			o.Close()
			e = unix.EINTR
		}
		return o, "", e
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
	o, e := c.s.view.Resolve(c.who, base, name, object.Want{Follow: follow, FSUID: c.s.table.Base().FSUID})
	return o, Escape(name), e
}

// alter opens the object, decides, performs and answers.
func (c *call) alter(op policy.Op, dirfd int32, at uint64, flags uint32, r *emulator.Request) answer {
	obj, asked, e := c.object(dirfd, at, flags&unix.AT_SYMLINK_NOFOLLOW == 0, flags&unix.AT_EMPTY_PATH != 0)
	if e != 0 {
		return failed(e)
	}
	defer obj.Close()
	c.rec.Event, c.rec.Asked = op.String(), asked
	c.rec.Flags = append(c.rec.Flags, named(uint64(flags), atFlags)...)
	return c.alterObject(op, &obj, r)
}

func (c *call) alterObject(op policy.Op, obj *object.Object, r *emulator.Request) answer {
	if !c.decideObject(obj, policy.Request{Op: op}) || obj.Barred {
		return c.deniedObject(op)
	}
	if c.foreign {
		return c.letGo()
	}
	if op == policy.OpChmod && obj.Kind() == unix.S_IFLNK {
		return failed(unix.EOPNOTSUPP)
	}
	r.FDs = [2]int{obj.FD, -1}
	reply, ok := c.act(r)
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	return succeeded()
}

func (c *call) truncate() answer {
	size := int64(c.n.Args[1])
	if size < 0 {
		return failed(unix.EINVAL)
	}
	return c.alter(policy.OpTruncate, unix.AT_FDCWD, c.n.Args[0], 0, &emulator.Request{Op: emulator.Truncate, Size: size})
}

// truncateOpen changes the size of an open file, on our own copy of the
// descriptor, which carries the caller's right to do so (ftruncate(2)). Only
// cutting off content of a file that has a name is an effect to record.
func (c *call) truncateOpen() answer {
	size := int64(c.n.Args[1])
	if size < 0 {
		return failed(unix.EINVAL)
	}
	fd, e := c.duplicate(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return failed(unix.EBADF)
	}
	if st.Mode&unix.S_IFMT == unix.S_IFREG && st.Nlink > 0 && size < st.Size {
		path, e := c.s.view.Path(fd)
		if e != 0 {
			return failed(e)
		}
		c.rec.Event, c.rec.Resolved = policy.OpTruncate.String(), Escape(path)
		if !c.decide(policy.Request{Op: policy.OpTruncate, Path: path}) {
			return failed(unix.EACCES)
		}
	}
	var limit unix.Rlimit
	if err := unix.Prlimit(c.th.TGID, unix.RLIMIT_FSIZE, nil, &limit); err != nil {
		return failed(unix.EPERM)
	}
	if size > st.Size && uint64(size) > limit.Cur {
		return failed(unix.EFBIG) // the caller's limit, not ours
	}
	if c.s.sync && c.rec.Event != "" {
		if err := c.announce(); err != nil {
			c.decided = false
			return failed(unix.EIO)
		}
	}
	for {
		err := unix.Ftruncate(fd, size)
		if err == nil {
			return succeeded()
		}
		if e, ok := err.(unix.Errno); ok && e != unix.EINTR {
			return failed(e)
		}
	}
}

func (c *call) chmod() answer {
	nr, a := modern(&c.n)
	flags := uint32(0)
	if nr == unix.SYS_FCHMODAT2 {
		flags = uint32(a[3])
	}
	if flags&^(unix.AT_SYMLINK_NOFOLLOW|unix.AT_EMPTY_PATH) != 0 {
		return failed(unix.EINVAL)
	}
	mode := uint32(a[2]) & 0o7777
	c.rec.Mode = octal(mode)
	return c.alter(policy.OpChmod, int32(a[0]), a[1], flags, &emulator.Request{Op: emulator.Chmod, Mode: mode})
}

func (c *call) chown() answer {
	_, a := modern(&c.n)
	flags := uint32(a[4])
	if flags&^(unix.AT_SYMLINK_NOFOLLOW|unix.AT_EMPTY_PATH) != 0 {
		return failed(unix.EINVAL)
	}
	return c.alter(policy.OpChown, int32(a[0]), a[1], flags, &emulator.Request{Op: emulator.Chown, UID: uint32(a[2]), GID: uint32(a[3])})
}

func (c *call) utimes() answer {
	if c.n.NR == unix.SYS_UTIMENSAT && c.n.Args[1] == 0 {
		return c.utimesHeld()
	}
	dirfd, name, at, seconds, old := oldTimes(&c.n)
	flags := uint32(0)
	if !old {
		dirfd, name, at, flags = int32(c.n.Args[0]), c.n.Args[1], c.n.Args[2], uint32(c.n.Args[3])
	}
	if flags&^(unix.AT_SYMLINK_NOFOLLOW|unix.AT_EMPTY_PATH) != 0 {
		return failed(unix.EINVAL)
	}
	t, e := c.copyTimes(at, old, seconds)
	if e != 0 {
		return failed(e)
	}
	return c.alter(policy.OpUtimes, dirfd, name, flags, &emulator.Request{Op: emulator.Utimes, Times: t})
}

// copyTimes reads two struct timespec, or what older calls have in their place:
// struct timeval, or struct utimbuf where only seconds are told.
func (c *call) copyTimes(at uint64, old, seconds bool) (emulator.Times, unix.Errno) {
	if at == 0 {
		return emulator.Times{Now: true}, 0
	}
	size := 32
	if seconds {
		size = 16
	}
	b := make([]byte, size)
	if e := unotify.ReadMemory(c.th.ID, at, b); e != 0 {
		return emulator.Times{}, e
	}
	word := func(i int) int64 { return int64(binary.NativeEndian.Uint64(b[8*i:])) }
	var t emulator.Times
	switch {
	case seconds:
		t.At = [2]unix.Timespec{{Sec: word(0)}, {Sec: word(1)}}
	case old:
		for i := range t.At {
			if us := word(2*i + 1); us < 0 || us >= 1e6 {
				return t, unix.EINVAL
			}
			t.At[i] = unix.Timespec{Sec: word(2 * i), Nsec: word(2*i+1) * 1000}
		}
	default:
		t.At = [2]unix.Timespec{{Sec: word(0), Nsec: word(1)}, {Sec: word(2), Nsec: word(3)}}
		if t.At[0].Nsec == unix.UTIME_OMIT && t.At[1].Nsec == unix.UTIME_OMIT {
			return t, 0
		}
	}
	return t, 0
}

// xattrCall is one call of the xattr family, its arguments copied.
type xattrCall struct {
	dirfd  int32
	name   uint64
	flags  uint32 // AT_…
	attr   string
	data   []byte
	create uint32 // XATTR_CREATE, XATTR_REPLACE
}

const maxXattr = 64 << 10 // XATTR_SIZE_MAX

func (c *call) setXattr() answer {
	a := c.n.Args
	x := xattrCall{dirfd: unix.AT_FDCWD, name: a[0]}
	attr, value, size := a[1], a[2], a[3]
	x.create = uint32(a[4])
	switch c.n.NR {
	case unix.SYS_LSETXATTR:
		x.flags = unix.AT_SYMLINK_NOFOLLOW
	case unix.SYS_SETXATTRAT:
		x.dirfd, x.name, x.flags, attr = int32(a[0]), a[1], uint32(a[2]), a[3]
		var b [16]byte // struct xattr_args: value, size, flags
		if a[5] != 16 {
			return failed(unix.EINVAL)
		}
		if e := unotify.ReadMemory(c.th.ID, a[4], b[:]); e != 0 {
			return failed(e)
		}
		value, size, x.create = binary.NativeEndian.Uint64(b[:]), uint64(binary.NativeEndian.Uint32(b[8:])), binary.NativeEndian.Uint32(b[12:])
	}
	if size > maxXattr {
		return failed(unix.E2BIG)
	}
	x.data = make([]byte, size)
	if e := unotify.ReadMemory(c.th.ID, value, x.data); e != 0 {
		return failed(e)
	}
	return c.xattr(x, attr, emulator.SetXattr, emulator.SetXattrAt)
}

func (c *call) removeXattr() answer {
	a := c.n.Args
	x := xattrCall{dirfd: unix.AT_FDCWD, name: a[0]}
	attr := a[1]
	switch c.n.NR {
	case unix.SYS_LREMOVEXATTR:
		x.flags = unix.AT_SYMLINK_NOFOLLOW
	case unix.SYS_REMOVEXATTRAT:
		x.dirfd, x.name, x.flags, attr = int32(a[0]), a[1], uint32(a[2]), a[3]
	}
	return c.xattr(x, attr, emulator.RemoveXattr, emulator.RemoveXattrAt)
}

func (c *call) xattr(x xattrCall, attr uint64, onObject, onLink emulator.Op) answer {
	if x.flags&^(unix.AT_SYMLINK_NOFOLLOW|unix.AT_EMPTY_PATH) != 0 {
		return failed(unix.EINVAL)
	}
	var e unix.Errno
	if x.attr, e = c.attribute(attr); e != 0 {
		return failed(e)
	}
	r := &emulator.Request{Op: onObject, Names: [2]string{x.attr}, Data: x.data, Flags: x.create}
	if x.flags != unix.AT_SYMLINK_NOFOLLOW {
		return c.alter(policy.OpXattr, x.dirfd, x.name, x.flags, r)
	}
	p, asked, e := c.place(x.dirfd, x.name)
	if e != 0 {
		return failed(e)
	}
	defer p.Close()
	c.rec.Event, c.rec.Asked, c.rec.Resolved = "xattr", asked, Escape(p.Path())
	if !c.decide(policy.Request{Op: policy.OpXattr, Path: p.Path(), Foreign: p.Foreign}) {
		return failed(unix.EACCES)
	}
	if c.foreign {
		return c.letGo()
	}
	r.Op, r.FDs, r.Names[1] = onLink, [2]int{p.Dir, -1}, p.Name
	reply, ok := c.act(r)
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	return succeeded()
}
