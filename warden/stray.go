package warden

import (
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/process"
)

// compare notes whether the task's credentials differ from those at the start.
// It is false for a task that the kernel's own permissions would not keep off
// the protected files, because it kept its user or a right over other users'
// files: such a call can neither be left to the kernel after our decision,
// which a sibling could race past, nor be performed by us with our rights.
func (c *call) compare() bool {
	base := c.s.table.Base()
	st, err := c.s.table.Proc.Status(c.th.ID)
	if err != nil {
		return false
	}
	c.foreign = st.Credentials != base
	return !c.foreign || st.Credentials.FSUID != base.FSUID && !overrides(st.Credentials.Caps)
}

// overrides reports whether an effective set (hexadecimal, as /proc shows it)
// holds a capability that reaches other users' files.
func overrides(caps string) bool {
	const reach = 1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH | 1<<unix.CAP_FOWNER | 1<<unix.CAP_SYS_ADMIN
	set, err := strconv.ParseUint(caps, 16, 64)
	return err != nil || set&reach != 0
}

// home is where the agent began; tasks stray from it only where the policy
// allows namespaces.
type home struct{ mount, root process.File }

func (s *Supervisor) homeOf(tid int) (h home, err error) {
	if h.mount, err = s.table.Proc.Stat(tid, "ns/mnt"); err == nil {
		h.root, err = s.table.Proc.Stat(tid, "root")
	}
	return h, err
}

func (c *call) atHome() bool {
	h, err := c.s.homeOf(c.th.ID)
	return err == nil && h == *c.s.home
}

// stray answers for a task in a mount namespace of its own, where names mean
// what we cannot see: the kernel performs its call in observe mode.
func (c *call) stray() {
	c.rec.Event = strings.TrimPrefix(c.rec.Tool, "sys.")
	if c.s.enforce {
		c.refuse(RuleNamespace, unix.EPERM)
		c.finish(failed(unix.EPERM))
		return
	}
	c.th.Execs()
	opens := c.rec.Event == "open"
	c.decided, c.coalesce = !opens || c.s.recorder.wanted(false), opens
	c.rec.Decision, c.rec.Rule = Allow, RuleNamespace
	c.finish(c.letGo())
}
