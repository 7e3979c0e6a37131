package warden

import (
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/policy"
)

// Exec is the one call that cannot be performed for somebody: the kernel goes
// on and resolves the name again. What the kernel may execute at all is held by
// Landlock's execute set; what it did execute is looked at here, before the
// next call of the process is answered. Between the two a program that was
// swapped in can do only what needs no answer.

// Exec assurance words: what makes it certain that nothing else ran than the
// policy lets execute.
const (
	// AssuranceKernel: Landlock holds exactly the policy's execute rules,
	// executable memory files cannot be made, and a loader that was launched by
	// itself is killed before it opens its program.
	AssuranceKernel = "kernel"
	// AssuranceIdentity: a denial inside a directory that Landlock had to grant
	// whole holds by the look at the program that came to run: it is killed
	// before its first supervised call is answered.
	AssuranceIdentity = "identity"
	// AssuranceObserved: nothing is held back; a swap is recorded as what ran.
	AssuranceObserved = "observed"
)

// execOf asks the policy about a program.
func execOf(obj *object.Object) policy.Request {
	return policy.Request{Op: policy.OpExec, Path: strings.TrimSuffix(obj.Path, " (deleted)"), Foreign: obj.Foreign}
}

// verify makes sure that the process runs what was decided on. False: it does
// not, and the call is answered.
func (c *call) verify() bool {
	p := c.th.Process
	if !p.Unchecked() {
		return true
	}
	img, err := c.s.table.Proc.Image(c.th.ID)
	if err != nil {
		if !c.s.enforce {
			return true
		}
		c.refuse(RuleUnreadable, unix.EPERM)
		c.finish(failed(unix.EPERM))
		return false
	}
	exec, before := p.Expected()
	switch {
	case exec == nil && (img.File == before || c.s.programs.known(img.Identity)):
	case exec == nil && img.File == c.s.shim && c.th.TGID == c.s.harness: // about to become the agent
	case exec == nil:
		return c.judge(img, false)
	case exec.Has(img.File):
		c.afterExec()
	case img.File == exec.Old && exec.TID != c.th.ID:
		return true // another thread asked for the exec, which is still to come
	case img.File == exec.Old: // the exec failed
	default:
		return c.judge(img, true)
	}
	p.Checked(img.File)
	return true
}

// afterExec looks at the credentials, which an exec can lower without a call
// that we see (a smaller bounding set, locked securebits).
func (c *call) afterExec() {
	if overrides(c.s.table.Base().Caps) && !c.th.Wary.Load() {
		st, err := c.s.table.Proc.Status(c.th.ID)
		c.th.Wary.Store(err != nil || st.Credentials != c.s.table.Base())
	}
}

// judge decides on a program that nobody has decided on: where a name was
// swapped, where the kernel chose another interpreter (binfmt_misc), or where a
// process appears whose parent is unknown. What may run goes on, with a record
// of what it really is; what may not is killed, and all that it has started.
func (c *call) judge(img process.Image, swapped bool) bool {
	path, err := c.s.table.Proc.Link(c.th.ID, "exe")
	if err != nil {
		path = ""
	}
	path = strings.TrimSuffix(path, " (deleted)")
	rule := ""
	if c.s.enforce {
		rule = c.forbidden(path, img)
	}
	tool := c.rec.Tool
	c.rec = Record{Tool: "sys.exec", Event: policy.OpExec.String(), Resolved: Escape(path), ExecAssurance: c.s.execTier}
	if rule == "" {
		c.afterExec()
		c.th.Checked(img.File)
		if c.s.enforce {
			c.s.programs.add(img.Identity)
		}
		ok := !swapped || c.tellSwap()
		c.rec = Record{Tool: tool}
		return ok
	}
	c.refuse(rule, unix.EPERM)
	c.rec.Mechanism = Killed
	if err := c.s.table.KillTree(c.th.Process); err != nil {
		c.s.log.Warn("killing a program that must not run", "op", "warden.identity", "pid", c.th.TGID, "err", err)
	}
	c.finish(failed(unix.EPERM))
	return false
}

// forbidden says by which rule a program must not run, "" where it may.
func (c *call) forbidden(path string, img process.Image) string {
	switch {
	case img.File == c.s.self:
		return ""
	case anonymous(path, img.Nameless):
		return RuleMemory
	}
	fd, err := c.s.table.Proc.Open(c.th.ID, "exe", unix.O_RDONLY)
	if err != nil {
		fd = -1
	}
	defer closeFD(fd)
	if c.s.programs.loader(img.Identity, fd) {
		return RuleLoader
	}
	if d := c.s.rules.Decide(policy.Request{Op: policy.OpExec, Path: path}); !d.Allow {
		return d.Rule
	}
	return ""
}

// tellSwap records what runs in the place of what was decided on.
func (c *call) tellSwap() bool {
	c.rec.Decision, c.rec.Rule, c.rec.Mechanism = Allow, RuleIdentity, Continued
	c.complete()
	if err := c.s.recorder.take(&c.rec, false); err != nil {
		c.finish(failed(unix.EPERM))
		return false
	}
	return true
}
