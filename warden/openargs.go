package warden

import (
	"encoding/binary"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// opening is one call of the open family, its arguments copied.
type opening struct {
	dirfd   int32
	name    string
	flags   uint64
	mode    uint32
	resolve uint64
}

// copyOpen reads the arguments of whichever call it is, once; the name is left
// in buf, NUL included.
func (c *call) copyOpen() (o opening, buf []byte, e unix.Errno) {
	a, at := c.n.Args, uint64(0)
	o.dirfd = unix.AT_FDCWD
	switch c.n.NR {
	case unix.SYS_OPENAT:
		o.dirfd, at, o.flags, o.mode = int32(a[0]), a[1], uint64(uint32(a[2])), uint32(a[3])
	case unix.SYS_OPENAT2:
		o.dirfd, at = int32(a[0]), a[1]
		if e := c.copyHow(&o, a[2], a[3]); e != 0 {
			return o, nil, e
		}
	default:
		var ok bool
		if at, ok = legacyOpen(&c.n, &o); !ok {
			return o, nil, unix.ENOSYS
		}
	}
	if c.n.NR != unix.SYS_OPENAT2 {
		o.plain()
	}
	buf, e = c.name(at)
	if e == 0 && len(buf) == 1 {
		e = unix.ENOENT
	}
	return o, buf, e
}

// plain drops what open and openat ignore and openat2 refuses.
func (o *opening) plain() {
	o.flags &= validOpen
	if o.flags&(unix.O_CREAT|oTmpfileBit) == 0 {
		o.mode = 0
	}
	o.mode &= 0o7777
	if o.flags&unix.O_PATH != 0 {
		o.flags &= validPath
	}
}

// copyHow reads struct open_how, and lets the kernel judge it: an empty name
// fails only after the flags were found good.
func (c *call) copyHow(o *opening, at, size uint64) unix.Errno {
	const known = 24
	if size < known {
		return unix.EINVAL
	}
	if size > unix.PathMax {
		return unix.E2BIG
	}
	b := make([]byte, size)
	if e := unotify.ReadMemory(c.th.ID, at, b); e != 0 {
		return e
	}
	if strings.Trim(string(b[known:]), "\x00") != "" {
		return unix.E2BIG
	}
	how := unix.OpenHow{Flags: binary.LittleEndian.Uint64(b), Mode: binary.LittleEndian.Uint64(b[8:]), Resolve: binary.LittleEndian.Uint64(b[16:])}
	if _, err := unix.Openat2(unix.AT_FDCWD, "", &how); err == unix.EINVAL {
		return unix.EINVAL
	}
	o.flags, o.mode, o.resolve = how.Flags, uint32(how.Mode), how.Resolve
	return 0
}

// check refuses combinations as the kernel does.
func (o *opening) check() unix.Errno {
	tmp := o.flags&oTmpfileBit != 0
	switch {
	case o.flags&unix.O_PATH != 0:
	case tmp && (o.flags&unix.O_DIRECTORY == 0 || o.flags&unix.O_CREAT != 0 || o.flags&unix.O_ACCMODE == unix.O_RDONLY):
		return unix.EINVAL
	case !tmp && o.flags&unix.O_CREAT != 0 && o.flags&unix.O_DIRECTORY != 0:
		return unix.EINVAL
	}
	return 0
}

func (o *opening) access() policy.Access {
	var a policy.Access
	switch o.flags & unix.O_ACCMODE {
	case unix.O_RDONLY:
		a = policy.Read
	case unix.O_WRONLY:
		a = policy.Write
	default:
		a = policy.Read | policy.Write
	}
	if o.flags&(unix.O_TRUNC|oTmpfileBit) != 0 {
		a |= policy.Write
	}
	return a
}

// granted hands the opened descriptor over. Whoever may write or lock must not
// meet our copy after closing its own.
func (o *opening) granted(fd int) answer {
	return answer{fd: fd, cloexec: o.flags&unix.O_CLOEXEC != 0, hand: o.flags&(unix.O_ACCMODE|unix.O_CREAT) != 0}
}

func (c *call) want(o opening) object.Want {
	return object.Want{Follow: o.flags&unix.O_NOFOLLOW == 0, Directory: o.flags&unix.O_DIRECTORY != 0,
		Resolve: o.resolve, FSUID: c.s.table.Base().FSUID}
}
