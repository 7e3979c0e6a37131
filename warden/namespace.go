package warden

import (
	"maps"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/unotify"
)

// Calls that make or join a namespace, mount, or change the root. The filter
// could refuse them by itself, but then nobody would learn why an agent that
// sandboxes itself does not start: they are reported to be refused and recorded
// here. None is ever performed or continued; `namespaces: allow` in the policy
// frees them in the filter.

// RuleNamespaces refuses what `namespaces: allow` would free.
const RuleNamespaces = "warden:namespaces"

const toolNamespace, toolMount = "sys.namespace", "sys.mount"

// withNamespaces adds their handlers.
func withNamespaces(h map[int32]handler) map[int32]handler {
	for _, nr := range []int32{unix.SYS_UNSHARE, unix.SYS_CLONE, unix.SYS_SETNS} {
		h[nr] = handler{toolNamespace, (*call).refuseNamespace}
	}
	maps.Copy(h, map[int32]handler{
		unix.SYS_MOUNT:      {toolMount, byName(1)},
		unix.SYS_UMOUNT2:    {toolMount, byName(0)},
		unix.SYS_PIVOT_ROOT: {toolMount, byName(0)},
		unix.SYS_CHROOT:     {toolMount, byName(0)},
		unix.SYS_OPEN_TREE:  {toolMount, byName(1)},
		unix.SYS_FSPICK:     {toolMount, byName(1)},
		unix.SYS_MOVE_MOUNT: {toolMount, byName(3)},
	})
	for _, nr := range []int32{unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_MOUNT_SETATTR} {
		h[nr] = handler{toolMount, (*call).refuseMount}
	}
	return h
}

var cloneFlags = []flagName{{unix.CLONE_NEWUSER, "CLONE_NEWUSER"}, {unix.CLONE_NEWNS, "CLONE_NEWNS"}, {unix.CLONE_NEWPID, "CLONE_NEWPID"},
	{unix.CLONE_NEWNET, "CLONE_NEWNET"}, {unix.CLONE_NEWIPC, "CLONE_NEWIPC"}, {unix.CLONE_NEWUTS, "CLONE_NEWUTS"},
	{unix.CLONE_NEWCGROUP, "CLONE_NEWCGROUP"}, {unix.CLONE_NEWTIME, "CLONE_NEWTIME"}}

func (c *call) refuseNamespace() answer {
	flags := c.n.Args[0]
	if c.n.NR == unix.SYS_SETNS {
		flags = c.n.Args[1] // 0: any kind
	}
	c.rec.Event, c.rec.Flags = "namespace", named(flags, cloneFlags)
	c.refuse(RuleNamespaces, unix.EPERM)
	return failed(unix.EPERM)
}

func (c *call) refuseMount() answer {
	c.rec.Event = "mount"
	c.refuse(RuleNamespaces, unix.EPERM)
	return failed(unix.EPERM)
}

// byName is refuseMount for a call whose argument arg is a name, which the
// record tells as it was asked.
func byName(arg int) func(*call) answer {
	return func(c *call) answer {
		if c.n.Args[arg] != 0 {
			if name, e := unotify.ReadString(c.th.ID, c.n.Args[arg], c.w.buf); e == 0 {
				c.asked = name
			}
		}
		return c.refuseMount()
	}
}
