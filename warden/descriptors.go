package warden

import (
	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// Calls that change what one of the caller's descriptors stands for. A
// descriptor that was granted for reading is enough for them, so they are
// decided like their siblings that take a name. They work on our own copy,
// because a sibling thread can put another file under the number.

// held is an object behind one of the caller's descriptors. Descriptors that
// give no access (O_PATH) are refused as the kernel refuses them.
func (c *call) held(number uint64) (object.Object, unix.Errno) {
	none := object.Object{FD: -1}
	fd, e := c.duplicate(number)
	if e != 0 {
		return none, e
	}
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_PATH != 0 {
		unix.Close(fd)
		return none, unix.EBADF
	}
	return c.s.view.Held(c.who, fd)
}

// alterHeld decides, performs and answers a change through a descriptor.
func (c *call) alterHeld(op policy.Op, r *emulator.Request) answer {
	obj, e := c.held(c.n.Args[0])
	if e != 0 {
		return failed(e)
	}
	defer obj.Close()
	c.rec.Event = op.String()
	return c.alterObject(op, &obj, r)
}

func (c *call) chmodHeld() answer {
	mode := uint32(c.n.Args[1]) & 0o7777
	c.rec.Mode = octal(mode)
	return c.alterHeld(policy.OpChmod, &emulator.Request{Op: emulator.Chmod, Mode: mode})
}

func (c *call) chownHeld() answer {
	return c.alterHeld(policy.OpChown, &emulator.Request{Op: emulator.Chown, UID: uint32(c.n.Args[1]), GID: uint32(c.n.Args[2])})
}

func (c *call) utimesHeld() answer {
	if flags := uint32(c.n.Args[3]); flags != 0 {
		return failed(unix.EINVAL) // there is no name that could be followed or empty
	}
	t, e := c.copyTimes(c.n.Args[2], false, false)
	if e != 0 {
		return failed(e)
	}
	return c.alterHeld(policy.OpUtimes, &emulator.Request{Op: emulator.Utimes, Times: t})
}

func (c *call) setXattrHeld() answer {
	a := c.n.Args
	if a[3] > maxXattr {
		return failed(unix.E2BIG)
	}
	data := make([]byte, a[3])
	if e := unotify.ReadMemory(c.th.ID, a[2], data); e != 0 {
		return failed(e)
	}
	return c.xattrHeld(&emulator.Request{Op: emulator.SetXattr, Data: data, Flags: uint32(a[4])})
}

func (c *call) removeXattrHeld() answer {
	return c.xattrHeld(&emulator.Request{Op: emulator.RemoveXattr})
}

func (c *call) xattrHeld(r *emulator.Request) answer {
	name, e := c.attribute(c.n.Args[1])
	if e != 0 {
		return failed(e)
	}
	r.Names[0] = name
	return c.alterHeld(policy.OpXattr, r)
}

// attribute copies the name of an extended attribute.
func (c *call) attribute(at uint64) (string, unix.Errno) {
	name, e := c.text(at)
	if e == unix.ENAMETOOLONG {
		e = unix.ERANGE
	}
	if e == 0 {
		c.rec.Flags = append(c.rec.Flags, Escape(name))
	}
	return name, e
}

// memoryFile makes a memory file that cannot be executed, whatever the caller
// asked for, and refuses one that is asked for to be executed.
func (c *call) memoryFile() answer {
	flags := int(uint32(c.n.Args[1]))
	name, e := c.text(c.n.Args[0])
	if e == unix.ENAMETOOLONG {
		e = unix.EINVAL
	}
	if e != 0 {
		return failed(e)
	}
	if flags&unix.MFD_EXEC != 0 {
		c.rec.Event, c.rec.Resolved, c.rec.ExecAssurance = policy.OpExec.String(), Escape("/memfd:"+name), c.s.execTier
		c.refuse(RuleMemory, unix.EACCES)
		return failed(unix.EACCES)
	}
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_NOEXEC_SEAL|unix.MFD_CLOEXEC)
	if err == unix.EINVAL && flags&^(unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING) == 0 && len(name) < unix.NAME_MAX {
		return failed(unix.EACCES) // Linux before 6.3 has no such seal
	}
	if errno, ok := err.(unix.Errno); ok {
		return failed(errno)
	}
	return answer{fd: fd, cloexec: flags&unix.MFD_CLOEXEC != 0}
}
