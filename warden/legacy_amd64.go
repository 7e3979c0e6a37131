package warden

import (
	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/unotify"
)

// withLegacy adds the calls that only old architectures have.
func withLegacy(h map[int32]handler) map[int32]handler {
	for nr, with := range map[int32]handler{
		unix.SYS_OPEN:      {"sys.open", (*call).open},
		unix.SYS_CREAT:     {"sys.open", (*call).open},
		unix.SYS_UNLINK:    {"sys.unlink", (*call).unlink},
		unix.SYS_RMDIR:     {"sys.unlink", (*call).unlink},
		unix.SYS_MKDIR:     {"sys.mkdir", (*call).mkdir},
		unix.SYS_MKNOD:     {"sys.mknod", (*call).mknod},
		unix.SYS_SYMLINK:   {"sys.symlink", (*call).symlink},
		unix.SYS_LINK:      {"sys.link", (*call).link},
		unix.SYS_RENAME:    {"sys.rename", (*call).rename},
		unix.SYS_RENAMEAT:  {"sys.rename", (*call).rename},
		unix.SYS_CHMOD:     {"sys.chmod", (*call).chmod},
		unix.SYS_CHOWN:     {"sys.chown", (*call).chown},
		unix.SYS_LCHOWN:    {"sys.chown", (*call).chown},
		unix.SYS_UTIME:     {"sys.utimes", (*call).utimes},
		unix.SYS_UTIMES:    {"sys.utimes", (*call).utimes},
		unix.SYS_FUTIMESAT: {"sys.utimes", (*call).utimes},
	} {
		h[nr] = with
	}
	return h
}

// legacyOpen completes o for open and creat; at is where the name stands.
func legacyOpen(n *unotify.Notification, o *opening) (at uint64, ok bool) {
	switch n.NR {
	case unix.SYS_OPEN:
		o.flags, o.mode = uint64(uint32(n.Args[1])), uint32(n.Args[2])
	case unix.SYS_CREAT:
		o.flags, o.mode = unix.O_CREAT|unix.O_WRONLY|unix.O_TRUNC, uint32(n.Args[1])
	default:
		return 0, false
	}
	return n.Args[0], true
}

// modern rewrites the arguments of an old call as those of the call that took
// its place, so that each class is read in one way.
func modern(n *unotify.Notification) (nr int32, a [6]uint64) {
	const cwd = ^uint64(99) // AT_FDCWD, -100
	a = n.Args
	switch n.NR {
	case unix.SYS_UNLINK:
		return unix.SYS_UNLINKAT, [6]uint64{cwd, a[0]}
	case unix.SYS_RMDIR:
		return unix.SYS_UNLINKAT, [6]uint64{cwd, a[0], unix.AT_REMOVEDIR}
	case unix.SYS_MKDIR:
		return unix.SYS_MKDIRAT, [6]uint64{cwd, a[0], a[1]}
	case unix.SYS_MKNOD:
		return unix.SYS_MKNODAT, [6]uint64{cwd, a[0], a[1], a[2]}
	case unix.SYS_SYMLINK:
		return unix.SYS_SYMLINKAT, [6]uint64{a[0], cwd, a[1]}
	case unix.SYS_LINK:
		return unix.SYS_LINKAT, [6]uint64{cwd, a[0], cwd, a[1]}
	case unix.SYS_RENAME:
		return unix.SYS_RENAMEAT2, [6]uint64{cwd, a[0], cwd, a[1]}
	case unix.SYS_RENAMEAT:
		return unix.SYS_RENAMEAT2, [6]uint64{a[0], a[1], a[2], a[3]}
	case unix.SYS_CHMOD:
		return unix.SYS_FCHMODAT, [6]uint64{cwd, a[0], a[1]}
	case unix.SYS_CHOWN:
		return unix.SYS_FCHOWNAT, [6]uint64{cwd, a[0], a[1], a[2]}
	case unix.SYS_LCHOWN:
		return unix.SYS_FCHOWNAT, [6]uint64{cwd, a[0], a[1], a[2], unix.AT_SYMLINK_NOFOLLOW}
	}
	return n.NR, a
}

// oldTimes says how utime, utimes and futimesat pass their times.
func oldTimes(n *unotify.Notification) (dirfd int32, name, times uint64, seconds, ok bool) {
	switch n.NR {
	case unix.SYS_UTIME:
		return unix.AT_FDCWD, n.Args[0], n.Args[1], true, true
	case unix.SYS_UTIMES:
		return unix.AT_FDCWD, n.Args[0], n.Args[1], false, true
	case unix.SYS_FUTIMESAT:
		return int32(n.Args[0]), n.Args[1], n.Args[2], false, true
	}
	return 0, 0, 0, false, false
}
