package warden

import (
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
)

// Device numbers (Documentation/admin-guide/devices.txt).
const (
	majorMemory   = 1 // null, zero, full, random, urandom
	majorTerminal = 5 // tty, console, ptmx
	minorTTY      = 0
	minorPtmx     = 2
	majorPts      = 136 // to 143
	lastMajorPts  = 143
)

// reopen opens a decided object for access, on a thread that may block where
// the object may.
func (c *call) reopen(o opening, obj *object.Object) answer {
	flags := o.flags&^(unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW|unix.O_CLOEXEC) | unix.O_NOCTTY
	if obj.Kind() == unix.S_IFCHR && uint64(obj.Stat.Rdev) == unix.Mkdev(majorTerminal, minorTTY) {
		if e := c.ownTerminal(obj); e != 0 {
			return failed(e)
		}
	}
	fifo := obj.Kind() == unix.S_IFIFO && obj.Path[0] == '/'
	waits := mayBlock(obj, o.flags)
	if !waits && !(fifo && c.s.fifos.abandoned(obj, c.s.listener.Valid)) {
		return c.openNow(o, obj.FD, flags)
	}
	on := *obj
	obj.FD = -1 // the job closes it
	a := c.onBlocking(func(c *call) answer {
		defer unix.Close(on.FD)
		if !fifo {
			return c.openNow(o, on.FD, flags)
		}
		c.clearFIFO(&on)
		if !waits {
			return c.openNow(o, on.FD, flags)
		}
		return c.openFIFO(o, &on, flags)
	})
	if !a.pending {
		obj.FD = on.FD
	}
	return a
}

func (c *call) openNow(o opening, fd int, flags uint64) answer {
	reply, ok := c.act(&emulator.Request{Op: emulator.Reopen, Flags: uint32(flags), FDs: [2]int{fd, -1}})
	if !ok || reply.Errno != 0 {
		return failed(reply.Errno)
	}
	return o.granted(reply.FD)
}

// mayBlock reports whether opening the object can take for ever.
func mayBlock(obj *object.Object, flags uint64) bool {
	switch obj.Kind() {
	case unix.S_IFREG, unix.S_IFDIR, unix.S_IFLNK, unix.S_IFSOCK:
		return false
	case unix.S_IFIFO:
		return obj.Path[0] == '/' && flags&unix.O_NONBLOCK == 0 && flags&unix.O_ACCMODE != unix.O_RDWR
	case unix.S_IFCHR:
		major, minor := unix.Major(uint64(obj.Stat.Rdev)), unix.Minor(uint64(obj.Stat.Rdev))
		return !(major == majorMemory || major >= majorPts && major <= lastMajorPts ||
			major == majorTerminal && (minor == minorTTY || minor == minorPtmx))
	}
	return true
}

// ownTerminal makes /dev/tty mean the caller's controlling terminal.
func (c *call) ownTerminal(obj *object.Object) unix.Errno {
	st, err := c.s.table.Proc.StatOf(c.who.TID)
	if err != nil {
		return unix.EINTR
	}
	switch {
	case st.Terminal == 0:
		return unix.ENXIO
	case st.Terminal == c.s.terminal:
		return 0 // ours too
	}
	major, minor := unix.Major(st.Terminal), unix.Minor(st.Terminal)
	if major < majorPts || major > lastMajorPts {
		return unix.ENXIO
	}
	name := "/dev/pts/" + strconv.Itoa(int(minor)+int(major-majorPts)*256)
	fd, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return unix.ENXIO
	}
	unix.Close(obj.FD)
	obj.FD = fd
	return 0
}
