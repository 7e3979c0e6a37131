package object

import (
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Want says how a name is meant.
type Want struct {
	Follow    bool   // follow a symbolic link at the end
	Directory bool   // anything else is ENOTDIR
	Resolve   uint64 // the caller's own openat2 restrictions
	FSUID     uint32 // of the caller, for links in sticky directories
	Guess     bool   // ENOENT need not be certain: the name may lead through /proc/self
}

// Resolve opens what name leads to. Most names take one system call; those
// that meet a magic link or /proc/self are walked component by component.
func (v *View) Resolve(c Caller, base int, name string, w Want) (Object, unix.Errno) {
	if name == "" {
		return Object{FD: -1}, unix.ENOENT
	}
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: w.Resolve | unix.RESOLVE_NO_MAGICLINKS}
	if !w.Follow {
		how.Flags |= unix.O_NOFOLLOW
	}
	if w.Directory {
		how.Flags |= unix.O_DIRECTORY
	}
	if v.root >= 0 {
		base = v.anchor(base, name, &how)
	}
	if w.Resolve&unix.RESOLVE_IN_ROOT == 0 && v.Literal(name) {
		straight := how
		straight.Resolve |= unix.RESOLVE_NO_SYMLINKS
		switch fd, err := openat2(base, name, &straight); {
		case err == 0:
			return v.complete(c, Object{FD: fd, Path: name})
		case err != unix.ELOOP:
			return Object{FD: -1}, err // no link was met: /proc/self has no part in it
		}
	}
	fd, err := openat2(base, name, &how)
	switch {
	case err == 0:
		o, e := v.describe(c, fd)
		if e != 0 || !v.mistaken(&o) {
			return o, e
		}
		o.Close()
	case err == unix.ENOENT:
		if w.Guess || v.surelyMissing(base, name, how) {
			return Object{FD: -1}, unix.ENOENT
		}
	case err != unix.ELOOP:
		return Object{FD: -1}, err
	}
	if w.Resolve != 0 {
		return Object{FD: -1}, unix.ELOOP
	}
	o, place, e := v.walk(c, base, name, w)
	place.Close()
	return o, e
}

// anchor keeps a look-up of the kernel inside the agent's mount namespace while
// this thread stands outside: an absolute name begins at the agent's root, and a
// relative one must meet no link that could lead to ours (the walk takes over
// then), unless the caller confined it to its directory anyway.
func (v *View) anchor(base int, name string, how *unix.OpenHow) int {
	switch {
	case how.Resolve&(unix.RESOLVE_IN_ROOT|unix.RESOLVE_BENEATH) != 0:
	case strings.HasPrefix(name, "/"):
		how.Resolve |= unix.RESOLVE_IN_ROOT
		return v.root
	default:
		how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	return base
}

// Literal reports whether the kernel would name the object as the caller does
// when no link is met on the way: an absolute name without empty, "." and ".."
// components. Names that begin with a link of the root directory (/lib, /bin)
// are left out, because they meet one; so is every name while this thread is
// not in the agent's mount namespace.
func (v *View) Literal(name string) bool {
	if v.root >= 0 || len(name) < 2 || name[0] != '/' || name[len(name)-1] == '/' {
		return false
	}
	begin := 1
	for i := 1; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		comp := name[begin:i]
		if comp == "" || comp == "." || comp == ".." || begin == 1 && v.rootLinks[comp] {
			return false
		}
		begin = i + 1
	}
	return true
}

// OpenStraight opens an absolute name, given with its NUL, that may meet no
// link of any kind.
func OpenStraight(name []byte, flags uint64) (int, unix.Errno) {
	how := unix.OpenHow{Flags: flags, Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS}
	at := unix.AT_FDCWD // unused: the name is absolute
	fd, _, e := unix.Syscall6(unix.SYS_OPENAT2, uintptr(at), uintptr(unsafe.Pointer(&name[0])), uintptr(unsafe.Pointer(&how)), unsafe.Sizeof(how), 0, 0)
	if e != 0 {
		return -1, e
	}
	return int(fd), 0
}

// openat2 retries what the kernel asks to be retried under restrictions.
func openat2(base int, name string, how *unix.OpenHow) (int, unix.Errno) {
	for {
		fd, err := unix.Openat2(base, name, how)
		if err == unix.EINTR {
			continue
		}
		return fd, errno(err)
	}
}

// mistaken reports whether the name went through /proc/self, which for the
// kernel was this process and not the caller.
func (v *View) mistaken(o *Object) bool {
	if uint64(o.Stat.Dev) != v.procDev {
		return false
	}
	rest, ok := strings.CutPrefix(o.Path, "/proc/"+v.ownPID)
	return ok && (rest == "" || rest[0] == '/')
}

// surelyMissing reports whether the name does not exist for reasons that have
// nothing to do with links, and so nothing with /proc/self.
func (v *View) surelyMissing(base int, name string, how unix.OpenHow) bool {
	how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	fd, err := openat2(base, name, &how)
	if err == 0 {
		unix.Close(fd)
	}
	return err == unix.ENOENT
}

// Locate opens the directory of a name and leaves its last component alone.
func (v *View) Locate(c Caller, base int, name string, w Want) (Place, unix.Errno) {
	if name == "" {
		return Place{Dir: -1}, unix.ENOENT
	}
	dir, last := split(name)
	if dir == "." && base >= 0 && w.Resolve == 0 {
		return v.here(c, base, last)
	}
	o, e := v.Resolve(c, base, dir, Want{Follow: true, Directory: true, Resolve: w.Resolve, FSUID: w.FSUID})
	if e != 0 {
		return Place{Dir: -1}, e
	}
	if o.Barred {
		o.Close()
		return Place{Dir: -1}, unix.EACCES
	}
	return Place{Dir: o.FD, DirPath: o.Path, Name: last, Foreign: o.Foreign}, 0
}

// here is the place of a name of one component.
func (v *View) here(c Caller, base int, last string) (Place, unix.Errno) {
	fd, err := unix.FcntlInt(uintptr(base), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return Place{Dir: -1}, errno(err)
	}
	o, e := v.describe(c, fd)
	if e == 0 && o.Kind() != unix.S_IFDIR {
		o.Close()
		e = unix.ENOTDIR
	}
	if e != 0 {
		return Place{Dir: -1}, e
	}
	return Place{Dir: o.FD, DirPath: o.Path, Name: last, Foreign: o.Foreign}, 0
}

// Missing locates where an open with O_CREAT would create name, following a
// dangling link at the end. The name existed after all: EEXIST.
func (v *View) Missing(c Caller, base int, name string, w Want) (Place, unix.Errno) {
	place, e := v.Locate(c, base, name, w)
	if e != 0 {
		return place, e
	}
	var st unix.Stat_t
	switch err := unix.Fstatat(place.Dir, place.Name, &st, unix.AT_SYMLINK_NOFOLLOW); {
	case err == unix.ENOENT:
		return place, 0
	case err != nil:
		place.Close()
		return place, errno(err)
	case st.Mode&unix.S_IFMT != unix.S_IFLNK || !w.Follow:
		place.Close()
		return place, unix.EEXIST
	}
	place.Close()
	o, place, e := v.walk(c, base, name, w)
	if e == 0 {
		o.Close()
		place.Close()
		return place, unix.EEXIST
	}
	if e == unix.ENOENT && place.Dir >= 0 {
		return place, 0
	}
	place.Close()
	return place, e
}

// split cuts a name before its last component; "/" stays whole, so that the
// kernel gives its own answer to work on the root.
func split(name string) (dir, last string) {
	trimmed := strings.TrimRight(name, "/")
	if trimmed == "" {
		return "/", "/"
	}
	i := strings.LastIndexByte(trimmed, '/')
	switch last = name[i+1:]; {
	case i < 0:
		return ".", last
	case i == 0:
		return "/", last
	}
	return name[:i], last
}
