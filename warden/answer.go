package warden

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/unotify"
)

// answer is what the caller gets.
type answer struct {
	errno   unix.Errno
	val     int64 // what a call that succeeds returns
	fd      int   // to be injected; -1 for none
	cloexec bool
	hand    bool // our copy must be closed before the caller goes on
	goOn    bool // the kernel performs the call
	pending bool // another thread answers
}

func failed(e unix.Errno) answer { return answer{errno: e, fd: -1} }

func succeeded() answer { return answer{fd: -1} }

func continued() answer { return answer{fd: -1, goOn: true} }

func pendingAnswer() answer { return answer{fd: -1, pending: true} }

func (a *answer) drop() { closeFD(a.fd); a.fd = -1 }

func (a *answer) deny(e unix.Errno) { a.drop(); *a = failed(e) }

func closeFD(fd int) {
	if fd >= 0 {
		unix.Close(fd)
	}
}

// late answers a call that the emulator has not finished in time: the agent is
// told so, and when the call succeeds after all, the trace is told that.
func (c *call) late(op emulator.Op) {
	c.complete()
	after := c.rec
	c.refuse(RuleTimeout, unix.ETIMEDOUT)
	c.rec.Announced = 0 // concluded when it is known what came of it
	ch, err := c.w.renew()
	if err != nil {
		c.s.fail(err)
		return
	}
	s, p, began := c.s, c.th.Process, c.began
	s.lateCalls.Add(1)
	go func() {
		defer s.lateCalls.Done()
		defer ch.Close()
		reply, err := ch.Late()
		closeFD(reply.FD)
		failed := reply.Errno != 0 || op == emulator.Reopen
		if err != nil || failed && after.Announced == 0 {
			return
		}
		s.calls.attribute(&after, p, s.harness)
		after.PID, after.Decision, after.Latency = p.TGID, Allow, time.Since(began)
		if after.Created = !failed && makes(op, after.Event); failed {
			after.Errno = unix.ErrnoName(reply.Errno)
		}
		// The sink's failure ends the run; there is no caller left to tell.
		_ = s.recorder.take(&after, false)
	}()
}

// makes reports whether the call, done under the event, made a name.
func makes(op emulator.Op, event string) bool {
	switch op {
	case emulator.Open:
		return event == "create"
	case emulator.Rename:
		return event == "rename"
	case emulator.Mkdir, emulator.Mknod, emulator.Symlink, emulator.Link, emulator.LinkObject:
		return true
	}
	return false
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
	if c.decided || c.rec.Announced != 0 {
		if err := c.record(a); err != nil {
			a.deny(unix.EPERM)
		}
	}
	if a.errno == unix.EMFILE {
		c.s.table.Collect() // it was we who had no descriptor left
	}
	var err error
	switch {
	case a.goOn:
		err = c.s.listener.Continue(c.n.ID)
	case a.fd >= 0:
		err = c.inject(&a)
	default:
		err = c.s.listener.Answer(c.n.ID, a.val, a.errno)
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

// record hands the record on.
func (c *call) record(a answer) error {
	// A connect that goes on in the background has taken effect.
	if c.rec.Errno == "" && a.errno != 0 && a.errno != unix.EINPROGRESS {
		c.rec.Errno = unix.ErrnoName(a.errno)
		if c.rec.Decision == Allow {
			c.coalesce = c.rec.Announced == 0 // a failed try is no effect
		}
	}
	c.rec.Latency = time.Since(c.began)
	epoch := c.s.calls.epoch.Load() // before attribution
	c.complete()
	if c.known == nil || !c.coalesce {
		return c.s.recorder.take(&c.rec, c.coalesce)
	}
	t, err := c.s.recorder.tally(&c.rec)
	if err == nil && c.th != nil {
		c.known.process, c.known.epoch, c.known.flags, c.known.tally = c.th.Process, epoch, c.flags, t
	}
	return err
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
