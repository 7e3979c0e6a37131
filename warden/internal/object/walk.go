package object

import (
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks is the kernel's limit of links in one name (MAXSYMLINKS).
const maxLinks = 40

// walker resolves one name as the caller would see it.
type walker struct {
	v     *View
	c     Caller
	w     Want
	cur   int    // O_PATH of the directory reached so far
	rest  string // what is still to be walked
	links int
	slash bool // the name must be a directory
}

// walk returns the object, or ENOENT with the place where it would be made.
func (v *View) walk(c Caller, base int, name string, w Want) (Object, Place, unix.Errno) {
	none, nowhere := Object{FD: -1}, Place{Dir: -1}
	k := walker{v: v, c: c, w: w, cur: -1, rest: name}
	defer func() { CloseBase(k.cur) }()
	start, from := base, "."
	if strings.HasPrefix(name, "/") {
		start, from = v.top()
	}
	if e := k.enter(start, from); e != 0 {
		return none, nowhere, e
	}
	for {
		comp, last := k.next()
		if comp == "" {
			fd := k.cur
			k.cur = -1
			o, e := v.describe(c, fd)
			return o, nowhere, e
		}
		o, done, e := k.step(comp, last)
		switch {
		case e == unix.ENOENT && last && !done:
			p, pe := k.place(comp)
			if pe != 0 {
				return none, nowhere, pe
			}
			return none, p, unix.ENOENT
		case e != 0:
			return none, nowhere, e
		case done:
			return o, nowhere, 0
		}
	}
}

// enter makes a directory (or, at the end, anything) the current position.
func (k *walker) enter(base int, name string) unix.Errno {
	fd, err := unix.Openat(base, name, unix.O_PATH|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
	if err != nil {
		return errno(err)
	}
	CloseBase(k.cur)
	k.cur = fd
	return 0
}

// top is where absolute names begin.
func (v *View) top() (base int, name string) {
	if v.root >= 0 {
		return v.root, "."
	}
	return unix.AT_FDCWD, "/"
}

// next cuts the next component off.
func (k *walker) next() (comp string, last bool) {
	for {
		k.rest = strings.TrimLeft(k.rest, "/")
		if k.rest == "" {
			return "", true
		}
		i := strings.IndexByte(k.rest, '/')
		if i < 0 {
			i = len(k.rest)
		}
		comp, k.rest = k.rest[:i], k.rest[i:]
		k.slash = k.rest != ""
		last = strings.Trim(k.rest, "/") == ""
		if comp == "." && !last {
			continue
		}
		return comp, last
	}
}

// step goes one component further. done: o is the result.
func (k *walker) step(comp string, last bool) (o Object, done bool, e unix.Errno) {
	fd, err := unix.Openat(k.cur, comp, unix.O_PATH|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
	if err != nil && !(err == unix.ENOENT && k.selfName(comp) != "") {
		return Object{FD: -1}, false, errno(err)
	}
	if err != nil {
		return k.push(k.selfName(comp))
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return Object{FD: -1}, true, errno(err)
	}
	isLink := st.Mode&unix.S_IFMT == unix.S_IFLNK
	if isLink && (!last || k.w.Follow || k.slash) {
		defer unix.Close(fd)
		return k.follow(comp, fd, &st, last)
	}
	CloseBase(k.cur)
	k.cur = fd
	if !last {
		return Object{FD: -1}, false, 0
	}
	return k.finish(&st)
}

// finish turns the current position into the result.
func (k *walker) finish(st *unix.Stat_t) (Object, bool, unix.Errno) {
	if (k.slash || k.w.Directory) && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return Object{FD: -1}, true, unix.ENOTDIR
	}
	fd := k.cur
	k.cur = -1
	o, e := k.v.describe(k.c, fd)
	return o, true, e
}

// follow takes a link that lies in the current directory.
func (k *walker) follow(comp string, fd int, st *unix.Stat_t, last bool) (Object, bool, unix.Errno) {
	if k.links++; k.links > maxLinks {
		return Object{FD: -1}, true, unix.ELOOP
	}
	if target := k.selfName(comp); target != "" {
		return k.push(target)
	}
	var dir unix.Stat_t
	if err := unix.Fstat(k.cur, &dir); err != nil {
		return Object{FD: -1}, true, errno(err)
	}
	if !k.v.sysctl.mayFollow(&dir, st, k.w.FSUID) {
		return Object{FD: -1}, true, unix.EACCES
	}
	if uint64(st.Dev) == k.v.procDev && k.magic(comp) {
		return k.jump(comp, last)
	}
	var buf [unix.PathMax]byte
	n, err := unix.Readlinkat(fd, "", buf[:])
	if err != nil {
		return Object{FD: -1}, true, errno(err)
	}
	if n == 0 {
		return Object{FD: -1}, true, unix.ENOENT
	}
	return k.push(string(buf[:n]))
}

// push puts a link's target in front of what is left.
func (k *walker) push(target string) (Object, bool, unix.Errno) {
	if strings.HasPrefix(target, "/") {
		if e := k.enter(k.v.top()); e != 0 {
			return Object{FD: -1}, true, e
		}
	}
	if len(target)+len(k.rest) >= unix.PathMax {
		return Object{FD: -1}, true, unix.ENAMETOOLONG
	}
	k.rest = target + k.rest
	return Object{FD: -1}, false, 0
}

// selfName gives what /proc/self and /proc/thread-self mean for the caller.
func (k *walker) selfName(comp string) string {
	if comp != "self" && comp != "thread-self" {
		return ""
	}
	var st unix.Stat_t
	if err := unix.Fstat(k.cur, &st); err != nil || uint64(st.Dev) != k.v.procDev || st.Ino != procRoot {
		return ""
	}
	self := strconv.Itoa(k.c.InnerTGID)
	if comp == "self" {
		return self
	}
	return self + "/task/" + strconv.Itoa(k.c.Inner)
}

// magic reports whether a link of procfs leads to an object and not to a name.
func (k *walker) magic(comp string) bool {
	fd, err := openat2(k.cur, comp, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_MAGICLINKS})
	if err == 0 {
		unix.Close(fd)
	}
	return err == unix.ELOOP
}

// jump follows a magic link of the caller or a descendant; one of anybody else
// is the barred result itself.
func (k *walker) jump(comp string, last bool) (Object, bool, unix.Errno) {
	path, e := k.v.Path(k.cur)
	if e != 0 {
		return Object{FD: -1}, true, e
	}
	if pid := pidOf(path); pid == 0 || !k.v.kin(k.c, pid) {
		o := Object{FD: k.cur, Path: path + "/" + comp, Foreign: true, Barred: true}
		k.cur = -1
		return o, true, 0
	}
	fd, err := unix.Openat(k.cur, comp, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return Object{FD: -1}, true, errno(err)
	}
	CloseBase(k.cur)
	k.cur = fd
	if !last {
		return Object{FD: -1}, false, 0
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return Object{FD: -1}, true, errno(err)
	}
	return k.finish(&st)
}

// place is where comp would be made: the current position becomes a Place.
func (k *walker) place(comp string) (Place, unix.Errno) {
	path, e := k.v.Path(k.cur)
	if e != 0 {
		return Place{Dir: -1}, e
	}
	if k.slash {
		comp += "/"
	}
	p := Place{Dir: k.cur, DirPath: path, Name: comp}
	k.cur = -1
	return p, 0
}
