package warden

import (
	"strconv"
	"sync"

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
	if !mayBlock(obj, o.flags) {
		return c.openNow(o, obj.FD, flags)
	}
	fd, fifo := obj.FD, obj.Kind() == unix.S_IFIFO
	obj.FD = -1 // the job closes it
	a := c.onBlocking(func(c *call) answer {
		defer unix.Close(fd)
		if fifo {
			defer c.releaseWhenGone(fd, flags)()
		}
		return c.openNow(o, fd, flags)
	})
	if !a.pending {
		obj.FD = fd
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

// releaseWhenGone frees a thread that waits in the open of a FIFO for a caller
// that has died, by opening the other end for a moment. The returned function
// ends the watch.
func (c *call) releaseWhenGone(fd int, flags uint64) (stop func()) {
	caller, err := unix.FcntlInt(uintptr(c.th.PIDFD), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return func() {}
	}
	wake, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		unix.Close(caller)
		return func() {}
	}
	other := unix.O_RDONLY
	if flags&unix.O_ACCMODE == unix.O_RDONLY {
		other = unix.O_WRONLY
	}
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		for timeout := -1; !awake(wake, caller, timeout); timeout = 10 {
			if peer, e := c.s.view.Reopen(fd, other|unix.O_NONBLOCK); e == 0 {
				unix.Close(peer)
			}
			if timeout > 0 {
				continue
			}
			unix.Close(caller)
			caller = -1
		}
	}()
	return func() {
		_, _ = unix.Write(wake, []byte{1, 0, 0, 0, 0, 0, 0, 0}) // an eventfd takes it always
		done.Wait()
		closeFD(caller)
		unix.Close(wake)
	}
}

// awake waits for the end of the watch (true) or of the caller (false).
func awake(wake, caller, timeout int) bool {
	p := []unix.PollFd{{Fd: int32(wake), Events: unix.POLLIN}, {Fd: int32(caller), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(p, timeout); err != unix.EINTR {
			return p[0].Revents != 0
		}
	}
}
