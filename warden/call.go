package warden

import (
	"errors"
	"fmt"
	"time"

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
	RuleBusPassed   = "warden:bus-passed"  // a connection to the bus would come into another program's hands
	RuleDescriptor  = "warden:descriptor"  // an object without a name that the caller already holds
	RuleControl     = "warden:control"     // a control message that changes where a datagram goes
	RuleTrace       = "warden:trace"       // the trace takes no more records
	RuleMemory      = "warden:memory"      // a program without a name in the file system
	RuleLoader      = "warden:loader"      // a dynamic loader launched by itself runs any file it may read
	RuleIdentity    = "warden:identity"    // not what was decided on came to run, but something that may
)

// call is one notification in hand.
type call struct {
	s *Supervisor
	w *worker
	n unotify.Notification
	// began is when the call was received.
	began time.Time
	th    *process.Thread
	who   object.Caller

	rec       Record
	flags     uint64 // of an open, named in the record only when there is one
	asked     string // as given; escaped only when there is a record
	resolved  string
	opened    int  // a path descriptor to be closed after the answer, -1 for none
	decided   bool // rec is to be recorded
	coalesce  bool
	reachable bool       // an IP connect that the domain grants
	known     *knownName // whose tally the record belongs to
	plain     bool       // the opened object is a file or a directory
	// uncertain: the decision hangs on who asks, or is a denial that is only measured
	uncertain bool
	foreign   bool // the task's credentials differ: never performed by us
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
	h := handlerOf(c.n.NR)
	if h.serve == nil {
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
	c.th, c.decided, c.coalesce, c.foreign = nil, false, false, false
	c.plain, c.uncertain, c.reachable, c.known = false, false, false, nil
	c.asked, c.resolved, c.flags, c.opened = "", "", noFlags, -1
	c.rec = Record{}
}

// renewRecord begins a further record for the call in hand.
func (c *call) renewRecord() {
	c.decided, c.coalesce = false, false
	c.rec = Record{Tool: c.rec.Tool}
}

// identify finds the caller. Whoever cannot be inspected is refused. That the
// thread is still the one that waits is checked by the handlers, after the last
// thing they look up by its number.
func (c *call) identify() bool {
	th, err := c.s.table.Lookup(int(c.n.PID), c.began)
	if errors.Is(err, unix.EMFILE) {
		c.s.table.Collect()
		th, err = c.s.table.Lookup(int(c.n.PID), c.began)
	}
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
	return c.verify()
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
	if c.showsKey(&q) {
		c.refuse(policy.RuleProcess, unix.EACCES)
		return false
	}
	d := c.s.rules.Decide(q)
	if !d.Allow && d.Rule == policy.RuleOwn && q.Op == policy.OpOpen {
		q.Subject = c.subject()
		d = c.s.rules.Decide(q)
		c.uncertain = true
	}
	c.uncertain = c.uncertain || d.WouldDeny
	c.decided = true
	c.rec.Rule = d.Rule
	if d.Host != "" {
		c.rec.Host = d.Host
	}
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
	case RouteHook:
		return policy.SubjectHook
	}
	return policy.SubjectTool
}

// letGo lets the kernel perform a decided call.
func (c *call) letGo() answer {
	c.rec.Mechanism = Continued
	c.rec.Sync = c.s.sync && c.changes() // the kernel tells nobody what comes of it
	return continued()
}

// act performs a decided call: in the emulator, or on this thread where
// Landlock governs no file and the result is the same. In sync mode the record is
// durable before.
func (c *call) act(r *emulator.Request) (emulator.Reply, bool) {
	if c.s.recorder.dead() {
		c.refuse(RuleTrace, unix.EIO)
		return emulator.Reply{Errno: unix.EIO, FD: -1}, false
	}
	if c.s.sync && c.rec.Announced == 0 && c.changes() {
		if err := c.announce(); err != nil {
			c.decided = false
			return emulator.Reply{Errno: unix.EIO, FD: -1}, false
		}
	}
	if c.here(r) {
		return c.w.local.Do(r), true
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

// announce makes the intention durable. What the call will do to the name, and
// whether it fails, only its own record can say.
func (c *call) announce() error {
	c.complete()
	ahead := c.rec
	ahead.Ahead, ahead.Sync = true, true
	if err := c.s.recorder.take(&ahead, false); err != nil {
		return err
	}
	c.rec.Announced = ahead.Serial
	return nil
}

// changes reports whether the call in hand changes a name or an object.
func (c *call) changes() bool {
	switch c.rec.Event {
	case "open", "exec", "connect", "bind", "send":
		return false
	}
	return true
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
				twin.s.log.Error("fault while performing", "op", "warden.block", "fault", fmt.Sprint(v))
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
