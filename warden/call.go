package warden

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// Reasons of the warden itself, in the place of a policy rule.
const (
	RuleTimeout     = "warden:timeout"     // the call was not performed in time
	RulePanic       = "warden:panic"       // a fault of the warden; always a denial
	RuleOverload    = "warden:overload"    // too many blocked calls
	RuleUnreadable  = "warden:unreadable"  // the caller cannot be inspected
	RuleCredentials = "warden:credentials" // the task's credentials differ from those at the start
	RuleNamespace   = "warden:namespace"   // the task lives in another mount namespace
	RuleBusCall     = "warden:bus"         // processes of a call do not speak on the bus
	RuleDescriptor  = "warden:descriptor"  // an object without a name that the caller already holds
	RuleTrace       = "warden:trace"       // the trace takes no more records
)

// answer is what the caller gets.
type answer struct {
	errno   unix.Errno
	fd      int // to be injected; -1 for none
	cloexec bool
	hand    bool // our copy must be closed before the caller goes on
	goOn    bool // the kernel performs the call
	pending bool // another thread answers
}

func failed(e unix.Errno) answer    { return answer{errno: e, fd: -1} }
func succeeded() answer             { return answer{fd: -1} }
func continued() answer             { return answer{fd: -1, goOn: true} }
func pendingAnswer() answer         { return answer{fd: -1, pending: true} }
func (a *answer) drop()             { closeFD(a.fd); a.fd = -1 }
func (a *answer) deny(e unix.Errno) { a.drop(); *a = failed(e) }
func closeFD(fd int) {
	if fd >= 0 {
		unix.Close(fd)
	}
}

// call is one notification in hand.
type call struct {
	s   *Supervisor
	w   *worker
	n   unotify.Notification
	th  *process.Thread
	who object.Caller

	rec      Record
	flags    uint64 // of an open, named in the record only when there is one
	asked    string // as given; escaped only when there is a record
	resolved string
	opened   int  // a path descriptor to be closed after the answer, -1 for none
	decided  bool // rec is to be recorded
	coalesce bool
	ahead    bool // rec was recorded before the call was performed
	foreign  bool // the task's credentials differ: never performed by us
}

// serve answers the notification. A fault in it is a denial.
func (c *call) serve() {
	c.reset()
	defer func() {
		if v := recover(); v != nil {
			c.s.log.Error("fault while deciding", "op", "warden.serve", "fault", fmt.Sprint(v))
			c.refuse(RulePanic, unix.EPERM)
			c.finish(failed(unix.EPERM))
		}
	}()
	h, ok := handlers[c.n.NR]
	if !ok {
		c.finish(failed(unix.ENOSYS))
		return
	}
	c.rec.Tool = h.tool
	if !c.identify() {
		return
	}
	c.finish(h.serve(c))
}

func (c *call) reset() {
	c.th, c.decided, c.coalesce, c.ahead, c.foreign = nil, false, false, false, false
	c.asked, c.resolved, c.flags, c.opened = "", "", noFlags, -1
	c.rec = Record{}
}

// identify finds the caller. Whoever cannot be inspected is refused. That the
// thread is still the one that waits is checked by the handlers, after the last
// thing they look up by its number.
func (c *call) identify() bool {
	th, err := c.s.table.Lookup(int(c.n.PID))
	if err != nil {
		if !c.s.listener.Valid(c.n.ID) {
			return false // it died meanwhile
		}
		c.refuse(RuleUnreadable, unix.EPERM)
		c.rec.PID = int(c.n.PID)
		c.finish(failed(unix.EPERM))
		return false
	}
	c.th = th
	c.who = object.Caller{TID: th.ID, InnerTGID: th.Inner, Inner: th.InnerID}
	if c.rec.Tool != toolCredentials && th.Wary.Load() && !c.compare() {
		c.refuse(RuleCredentials, unix.EPERM)
		c.finish(failed(unix.EPERM))
		return false
	}
	if c.s.home != nil && !c.atHome() {
		c.stray()
		return false
	}
	return true
}

// compare notes whether the task's credentials differ from those at the start.
// It is false for a task that gave up rights but kept its user: the kernel may
// not perform its calls after our decision, because the owner of the protected
// files could then race past it, and we would perform them with too many rights.
func (c *call) compare() bool {
	base := c.s.table.Base()
	st, err := c.s.table.Proc.Status(c.th.ID)
	if err != nil {
		return false
	}
	c.foreign = st.Credentials != base
	return !c.foreign || st.Credentials.FSUID != base.FSUID
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

// refuse makes the record a denial for a reason of the warden's own.
func (c *call) refuse(rule string, e unix.Errno) {
	c.decided, c.coalesce = true, false
	c.rec.Decision, c.rec.Rule, c.rec.Errno = Deny, rule, unix.ErrnoName(e)
	c.rec.Mechanism = Emulated
}

// decide asks the policy. False is a denial, already in the record. A pure
// read that is allowed leaves no record unless the policy wants it.
func (c *call) decide(q policy.Request) bool {
	d := c.s.rules.Decide(q)
	if !d.Allow && d.Rule == policy.RuleOwn && q.Op == policy.OpOpen {
		q.Subject = c.subject()
		d = c.s.rules.Decide(q)
	}
	c.decided = true
	c.rec.Rule = d.Rule
	c.rec.Mechanism = Emulated
	if q.Op == policy.OpOpen && q.Access&policy.Write == 0 {
		c.decided, c.coalesce = c.s.recorder.wanted(!d.Allow || d.WouldDeny), d.Allow
	}
	if !d.Allow {
		c.rec.Decision, c.rec.Errno = Deny, "EACCES"
		return false
	}
	c.rec.Decision = Allow
	if c.foreign && c.s.enforce {
		c.refuse(RuleCredentials, unix.EACCES)
		return false
	}
	return true
}

// subject says who asks, where the answer hangs on it.
func (c *call) subject() policy.Subject {
	switch c.s.route(c.th.Process) {
	case RouteHarness:
		return policy.SubjectHarness
	case RouteOwn:
		return policy.SubjectSelf
	}
	return policy.SubjectTool
}

// letGo lets the kernel perform a decided call.
func (c *call) letGo() answer {
	c.rec.Mechanism = Continued
	return continued()
}

// act performs a decided call in the emulator. In sync mode the record is
// durable before.
func (c *call) act(r *emulator.Request) (emulator.Reply, bool) {
	if c.s.recorder.dead() {
		c.refuse(RuleTrace, unix.EIO)
		return emulator.Reply{Errno: unix.EIO, FD: -1}, false
	}
	if c.s.sync && !c.ahead && c.changes() {
		c.complete()
		c.rec.Sync = true
		if err := c.s.recorder.take(&c.rec, false); err != nil {
			c.decided = false
			return emulator.Reply{Errno: unix.EIO, FD: -1}, false
		}
		c.ahead = true
	}
	reply, err := c.w.perform(r)
	switch {
	case errors.Is(err, emulator.ErrLate):
		c.late(r.Op)
		return emulator.Reply{Errno: unix.ETIMEDOUT, FD: -1}, false
	case err != nil:
		c.refuse(RuleTrace, unix.EIO)
		return emulator.Reply{Errno: unix.EIO, FD: -1}, false
	}
	return reply, true
}

// changes reports whether the call in hand changes a name or an object.
func (c *call) changes() bool {
	switch c.rec.Event {
	case "open", "exec", "connect", "bind", "send":
		return false
	}
	return true
}

// late answers a call that the emulator has not finished in time: the agent is
// told so, and when the call succeeds after all, the trace is told that.
func (c *call) late(op emulator.Op) {
	after, told := c.rec, c.ahead
	if c.decided = !told; !told {
		c.refuse(RuleTimeout, unix.ETIMEDOUT)
	}
	ch, err := c.w.renew()
	if err != nil {
		c.s.fail(err)
		return
	}
	s, p := c.s, c.th.Process
	s.lateCalls.Add(1)
	go func() {
		defer s.lateCalls.Done()
		defer ch.Close()
		reply, err := ch.Late()
		closeFD(reply.FD)
		if err != nil || reply.Errno != 0 || op == emulator.Reopen || told {
			return
		}
		s.calls.attribute(&after, p, s.harness)
		after.PID, after.Decision, after.Sync = p.TGID, Allow, false
		// The sink's failure ends the run; there is no caller left to tell.
		_ = s.recorder.take(&after, false)
	}()
}

// noFlags marks that the call is no open.
const noFlags = ^uint64(0)

// complete fills in what was put off, and who did it.
func (c *call) complete() {
	if c.flags != noFlags {
		c.rec.Flags = openFlagNames(c.flags)
	}
	if c.asked != "" {
		c.rec.Asked = Escape(c.asked)
	}
	if c.resolved != "" {
		c.rec.Resolved = Escape(c.resolved)
	}
	if c.th == nil {
		c.rec.Attribution = AttributionNone
		return
	}
	c.rec.PID = c.th.TGID
	if c.rec.Exe == "" {
		c.rec.Exe = Escape(c.th.Exe(c.s.table.Proc))
	}
	c.s.calls.attribute(&c.rec, c.th.Process, c.s.harness)
}

// finish records and answers. A record that is not taken makes the answer a
// denial.
func (c *call) finish(a answer) {
	if a.pending {
		return
	}
	if c.decided {
		if err := c.record(a); err != nil {
			a.deny(unix.EPERM)
		}
	}
	var err error
	switch {
	case a.goOn:
		err = c.s.listener.Continue(c.n.ID)
	case a.fd >= 0:
		err = c.inject(&a)
	default:
		err = c.s.listener.Answer(c.n.ID, 0, a.errno)
	}
	a.drop()
	if c.opened >= 0 {
		unix.Close(c.opened)
		c.opened = -1
	}
	if err != nil && !errors.Is(err, unotify.ErrGone) {
		c.s.log.Warn("answer not delivered", "op", "warden.answer", "pid", c.n.PID, "err", err)
	}
}

// record hands the record on. What was recorded ahead gets a second record
// only when the call failed.
func (c *call) record(a answer) error {
	// A connect that goes on in the background has taken effect.
	if c.rec.Errno == "" && a.errno != 0 && a.errno != unix.EINPROGRESS {
		c.rec.Errno = unix.ErrnoName(a.errno)
		if c.rec.Decision == Allow {
			c.coalesce = true // a failed try is no effect
		}
	}
	if c.ahead {
		if c.rec.Errno == "" {
			return nil
		}
		c.rec.Of, c.rec.Sync, c.rec.Created = c.rec.Serial, false, false
		return c.s.recorder.take(&c.rec, false)
	}
	c.complete()
	return c.s.recorder.take(&c.rec, c.coalesce)
}

// inject hands a descriptor over. Where it is uncertain whether the caller got
// it, the caller is killed: it may believe in a descriptor it does not hold.
func (c *call) inject(a *answer) (err error) {
	if a.hand {
		err = c.s.listener.Hand(c.n.ID, a.fd, a.cloexec)
		a.fd = -1
	} else {
		err = c.s.listener.Inject(c.n.ID, a.fd, a.cloexec)
	}
	switch {
	case errors.Is(err, unotify.ErrFull):
		return c.s.listener.Answer(c.n.ID, 0, unix.EMFILE)
	case err != nil && !errors.Is(err, unotify.ErrGone):
		return errors.Join(err, c.th.Signal(unix.SIGKILL))
	}
	return err
}

// text copies a string argument.
func (c *call) text(addr uint64) (string, unix.Errno) {
	if addr == 0 {
		return "", unix.EFAULT
	}
	return unotify.ReadString(c.th.ID, addr, c.w.buf)
}

// onBlocking hands the call to a thread that may block.
func (c *call) onBlocking(job func(c *call) answer) answer {
	twin := *c
	ok := c.s.block(func(w *worker) {
		twin.w = w
		defer func() {
			if v := recover(); v != nil {
				twin.refuse(RulePanic, unix.EPERM)
				twin.finish(failed(unix.EPERM))
			}
		}()
		twin.finish(job(&twin))
	})
	if !ok {
		c.refuse(RuleOverload, unix.EAGAIN)
		return failed(unix.EAGAIN)
	}
	return pendingAnswer()
}
