package emulator

import (
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Performer makes calls on the calling thread. The thread must be locked and
// have a file system context of its own (unshare CLONE_FS), because the umask
// and the working directory are set per call.
type Performer struct {
	own int // this process's /proc/self/fd
}

// NewPerformer opens what the calls need; /proc must be this process's own.
func NewPerformer() (*Performer, error) {
	own, err := unix.Open("/proc/self/fd", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return &Performer{own: own}, nil
}

// Close releases the performer.
func (p *Performer) Close() { unix.Close(p.own) }

// Local reports whether the call can be made on any thread of a process that
// is not under Landlock with the same result: it works on descriptors alone,
// and no domain of an observing policy governs it.
func (o Op) Local() bool {
	switch o {
	case Open, Reopen, Unlink, Mkdir, Symlink, Rename, Link, LinkObject, Chmod, Chown, Utimes:
		return true
	}
	return false
}

// path names one of our descriptors for calls that take only paths. It works
// where /proc is this process's own.
func path(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// Do performs r. It closes nothing.
func (p *Performer) Do(r *Request) Reply {
	switch r.Op {
	case Open:
		unix.Umask(int(r.Umask))
		return opened(unix.Openat(r.FDs[0], r.Names[0], int(r.Flags)|unix.O_CLOEXEC, r.Mode))
	case Reopen:
		return opened(unix.Openat(p.own, strconv.Itoa(r.FDs[0]), int(r.Flags)|unix.O_CLOEXEC, 0))
	case Connect, ConnectUnix, Bind, BindUnix, Listen:
		return done(p.socket(r))
	case SetXattr, SetXattrAt, RemoveXattr, RemoveXattrAt:
		return done(xattr(r))
	case Truncate, Chmod, Chown, Utimes:
		return done(p.object(r))
	default:
		return done(p.name(r))
	}
}

func opened(fd int, err error) Reply {
	if err != nil {
		return Reply{Errno: number(err), FD: -1}
	}
	return Reply{FD: fd}
}

func done(err error) Reply { return Reply{Errno: number(err), FD: -1} }

func number(err error) unix.Errno {
	if err == nil {
		return 0
	}
	if e, ok := err.(unix.Errno); ok {
		return e
	}
	return unix.EIO
}

// name performs the calls on names in directories.
func (p *Performer) name(r *Request) error {
	switch r.Op {
	case Unlink:
		return unix.Unlinkat(r.FDs[0], r.Names[0], int(r.Flags))
	case Mkdir:
		unix.Umask(int(r.Umask))
		return unix.Mkdirat(r.FDs[0], r.Names[0], r.Mode)
	case Mknod:
		unix.Umask(int(r.Umask))
		return unix.Mknodat(r.FDs[0], r.Names[0], r.Mode, int(r.Dev))
	case Symlink:
		return unix.Symlinkat(r.Names[1], r.FDs[0], r.Names[0])
	case Rename:
		return unix.Renameat2(r.FDs[0], r.Names[0], r.FDs[1], r.Names[1], uint(r.Flags))
	case Link:
		return unix.Linkat(r.FDs[0], r.Names[0], r.FDs[1], r.Names[1], 0)
	case LinkObject:
		return unix.Linkat(p.own, strconv.Itoa(r.FDs[0]), r.FDs[1], r.Names[0], unix.AT_SYMLINK_FOLLOW)
	default:
		return unix.ENOSYS
	}
}

// object performs the calls on opened objects.
func (p *Performer) object(r *Request) error {
	switch r.Op {
	case Truncate:
		return unix.Truncate(path(r.FDs[0]), r.Size)
	case Chmod:
		return unix.Fchmodat(p.own, strconv.Itoa(r.FDs[0]), r.Mode, 0)
	case Chown:
		return unix.Fchownat(r.FDs[0], "", int(int32(r.UID)), int(int32(r.GID)), unix.AT_EMPTY_PATH)
	default:
		var at unsafe.Pointer
		if !r.Times.Now {
			at = unsafe.Pointer(&r.Times.At)
		}
		empty := [1]byte{}
		_, _, e := unix.Syscall6(unix.SYS_UTIMENSAT, uintptr(r.FDs[0]), uintptr(unsafe.Pointer(&empty)), uintptr(at), unix.AT_EMPTY_PATH, 0, 0)
		if e != 0 {
			return e
		}
		return nil
	}
}

func xattr(r *Request) error {
	switch r.Op {
	case SetXattr:
		return unix.Setxattr(path(r.FDs[0]), r.Names[0], r.Data, int(r.Flags))
	case SetXattrAt:
		return unix.Lsetxattr(path(r.FDs[0])+"/"+r.Names[1], r.Names[0], r.Data, int(r.Flags))
	case RemoveXattr:
		return unix.Removexattr(path(r.FDs[0]), r.Names[0])
	default:
		return unix.Lremovexattr(path(r.FDs[0])+"/"+r.Names[1], r.Names[0])
	}
}

// socket performs connect and bind. A unix socket file is reached through its
// descriptor; a unix bind keeps the caller's own text, because getsockname
// shows it, and works from the caller's directory.
func (p *Performer) socket(r *Request) error {
	switch r.Op {
	case Connect:
		return connect(r.FDs[0], r.Data, r.Flags&Try != 0)
	case Listen:
		return unix.Listen(r.FDs[0], int(r.Size))
	case ConnectUnix:
		addr := append([]byte{unix.AF_UNIX, 0}, path(r.FDs[1])...)
		return connect(r.FDs[0], append(addr, 0), r.Flags&Try != 0)
	case BindUnix:
		unix.Umask(int(r.Umask))
		if err := unix.Fchdir(r.FDs[1]); err != nil {
			return err
		}
		defer unix.Chdir("/")
	}
	return addressed(unix.SYS_BIND, r.FDs[0], r.Data)
}

// addressed makes a call that takes a socket and an address.
func addressed(nr uintptr, fd int, addr []byte) error {
	var at unsafe.Pointer
	if len(addr) > 0 {
		at = unsafe.Pointer(&addr[0])
	}
	if _, _, e := unix.Syscall(nr, uintptr(fd), uintptr(at), uintptr(len(addr))); e != 0 {
		return e
	}
	return nil
}

// SendFile sends one message to the datagram socket whose file is open as
// file. It works from the directory of our descriptors, because the caller's
// /proc may not show them.
func (p *Performer) SendFile(sk, file int, b, control []byte, flags int) (int, error) {
	if err := unix.Fchdir(p.own); err != nil {
		return 0, err
	}
	defer unix.Chdir("/")
	return unix.SendmsgN(sk, b, control, &unix.SockaddrUnix{Name: strconv.Itoa(file)}, flags)
}
