package object

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/process"
)

// Caller is who uses a name, with its numbers in the agent's PID namespace.
type Caller struct {
	TID              int // as the supervisor sees it
	InnerTGID, Inner int
}

// Object is something a name led to.
type Object struct {
	FD   int    // O_PATH
	Path string // absolute after links; "pipe:[1]" and the like for what has no name
	Stat unix.Stat_t
	// Foreign: the object lies in /proc of a process that is neither the caller
	// nor a descendant. Barred: and it is a magic link, which was not followed.
	Foreign, Barred bool
}

// Close releases the object's descriptor.
func (o *Object) Close() {
	if o.FD >= 0 {
		unix.Close(o.FD)
		o.FD = -1
	}
}

// Kind is the file type, one of unix.S_IF….
func (o *Object) Kind() uint32 { return o.Stat.Mode & unix.S_IFMT }

// Place is a directory and a name in it, which may or may not exist.
type Place struct {
	Dir     int // O_PATH
	DirPath string
	Name    string // last component with its trailing slash, if any
	Foreign bool
}

// Close releases the directory.
func (p *Place) Close() {
	if p.Dir >= 0 {
		unix.Close(p.Dir)
		p.Dir = -1
	}
}

// Path is the absolute path of the name, without trailing slash.
func (p *Place) Path() string {
	switch name := strings.TrimRight(p.Name, "/"); name {
	case "", ".":
		return p.DirPath
	case "..":
		if i := strings.LastIndexByte(p.DirPath, '/'); i > 0 {
			return p.DirPath[:i]
		}
		return "/"
	default:
		return strings.TrimRight(p.DirPath, "/") + "/" + name
	}
}

// View resolves names in one mount namespace.
type View struct {
	proc    *process.Proc // the supervisor's, by the supervisor's numbers
	own     int           // the supervisor's /proc/self/fd
	ownPID  string
	inner   int    // root of the procfs that the agent sees
	procDev uint64 // its device
	closed  map[uint64]bool
	sysctl  hardening

	rootLinks map[string]bool // names in the root directory that are links

	// root is where absolute names begin when the serving threads cannot enter
	// the agent's mount namespace (it belongs to a user namespace); -1 when they
	// stand in it, or share ours.
	root int
}

// NewView must be called on a thread in the supervisor's mount namespace.
// agentRoot is a directory descriptor of the root that the agent sees.
func NewView(proc *process.Proc, agentRoot int) (*View, error) {
	own, err := unix.Open("/proc/self/fd", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the list of own descriptors: %w", err)
	}
	v := &View{proc: proc, own: own, ownPID: strconv.Itoa(unix.Getpid()), sysctl: readHardening(), root: -1}
	v.inner, err = unix.Openat(agentRoot, "proc", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the agent's /proc: %w", err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(v.inner, &st); err != nil {
		return nil, fmt.Errorf("looking at the agent's /proc: %w", err)
	}
	v.procDev = uint64(st.Dev)
	if v.rootLinks, err = linksIn(agentRoot); err != nil {
		return nil, err
	}
	v.closed = otherProcs(v.procDev)
	return v, nil
}

// FromRoot makes the view resolve every name from the agent's root, for threads
// that stay in the supervisor's mount namespace. It takes the descriptor over.
func (v *View) FromRoot(agentRoot int) { v.root = agentRoot }

// Close releases the view's descriptors.
func (v *View) Close() {
	CloseBase(v.root)
	unix.Close(v.own)
	unix.Close(v.inner)
}

// Base opens where a relative name starts for the caller. An absolute name
// needs none: AT_FDCWD is returned and must not be closed.
func (v *View) Base(c Caller, dirfd int32, name string) (int, unix.Errno) {
	if strings.HasPrefix(name, "/") {
		return unix.AT_FDCWD, 0
	}
	if dirfd == unix.AT_FDCWD {
		fd, err := v.proc.Open(c.TID, "cwd", unix.O_PATH|unix.O_DIRECTORY)
		return fd, errno(err)
	}
	if dirfd < 0 {
		return -1, unix.EBADF
	}
	fd, err := v.proc.Open(c.TID, "fd/"+strconv.Itoa(int(dirfd)), unix.O_PATH)
	if err != nil {
		return -1, unix.EBADF
	}
	return fd, 0
}

// CloseBase closes what Base returned.
func CloseBase(fd int) {
	if fd >= 0 {
		unix.Close(fd)
	}
}

// Descriptor makes an object of one of the caller's descriptors (or of its
// working directory), as names with AT_EMPTY_PATH mean it.
func (v *View) Descriptor(c Caller, dirfd int32) (Object, unix.Errno) {
	fd, e := v.Base(c, dirfd, "")
	if e != 0 {
		return Object{FD: -1}, e
	}
	return v.describe(c, fd)
}

// Held makes an object of a copy of one of the caller's descriptors; it takes
// fd over.
func (v *View) Held(c Caller, fd int) (Object, unix.Errno) { return v.describe(c, fd) }

// Path is the kernel's path for one of our descriptors.
func (v *View) Path(fd int) (string, unix.Errno) {
	var buf [unix.PathMax]byte
	n, err := unix.Readlinkat(v.own, strconv.Itoa(fd), buf[:])
	if err != nil {
		return "", errno(err)
	}
	return string(buf[:n]), 0
}

// Reopen opens an O_PATH descriptor of ours again, for access. Flags about
// names (O_CREAT, O_EXCL, O_NOFOLLOW) do not apply and are dropped.
func (v *View) Reopen(fd int, flags int) (int, unix.Errno) {
	flags &^= unix.O_CREAT | unix.O_EXCL | unix.O_NOFOLLOW
	out, err := unix.Openat(v.own, strconv.Itoa(fd), flags|unix.O_CLOEXEC, 0)
	return out, errno(err)
}

// describe completes an object whose descriptor is fd; it takes fd over.
func (v *View) describe(c Caller, fd int) (Object, unix.Errno) {
	path, e := v.Path(fd)
	o := Object{FD: fd, Path: path}
	if e != 0 {
		o.Close()
		return o, e
	}
	return v.complete(c, o)
}

// complete looks at an object whose descriptor and path are known.
func (v *View) complete(c Caller, o Object) (Object, unix.Errno) {
	if err := unix.Fstat(o.FD, &o.Stat); err != nil {
		o.Close()
		return o, errno(err)
	}
	if o.Stat.Nlink == 0 {
		o.Path = strings.TrimSuffix(o.Path, " (deleted)")
	}
	if v.closed[uint64(o.Stat.Dev)] {
		o.Close()
		return o, unix.EACCES
	}
	if uint64(o.Stat.Dev) == v.procDev {
		if pid := pidOf(o.Path); pid > 0 {
			o.Foreign = !v.kin(c, pid)
		}
	}
	return o, 0
}

func errno(err error) unix.Errno {
	if err == nil {
		return 0
	}
	if e, ok := err.(unix.Errno); ok {
		return e
	}
	return unix.EIO
}

// linksIn lists the symbolic links of a directory.
func linksIn(dir int) (map[string]bool, error) {
	fd, err := unix.Openat(dir, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the agent's root: %w", err)
	}
	f := os.NewFile(uintptr(fd), "/")
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, fmt.Errorf("listing the agent's root: %w", err)
	}
	out := map[string]bool{}
	for _, e := range entries {
		if e.Type()&os.ModeSymlink != 0 {
			out[e.Name()] = true
		}
	}
	return out, nil
}
