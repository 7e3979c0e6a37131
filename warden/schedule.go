package warden

import (
	"golang.org/x/sys/unix"
)

// Calls that give a process its place before the processor and the disk. Where
// the agent shares the supervisor's process numbers and user, they would let it
// starve the supervisor, so the filter reports those that name another process.
// All arguments are numbers in registers: what is decided on is what the kernel
// goes on with.

// RuleSchedule refuses changing the scheduling of what is outside the run.
const RuleSchedule = "warden:schedule"

const toolSchedule = "sys.schedule"

func (c *call) schedule() answer {
	pid := int(int32(c.n.Args[0]))
	if c.n.NR == unix.SYS_SETPRIORITY || c.n.NR == unix.SYS_IOPRIO_SET {
		one := int32(unix.PRIO_PROCESS)
		if c.n.NR == unix.SYS_IOPRIO_SET {
			one = 1 // IOPRIO_WHO_PROCESS
		}
		pid = int(int32(c.n.Args[1]))
		if int32(c.n.Args[0]) != one {
			pid = -1 // a group or a user: the supervisor is in both
		}
	}
	if pid == 0 || pid > 0 && c.s.inside(pid) {
		return continued()
	}
	c.rec.Event = "schedule"
	c.refuse(RuleSchedule, unix.EPERM)
	return failed(unix.EPERM)
}

// inside reports whether a task descends from the agent's first process.
// Orphans are children of the watchdog, which has no other child but init.
func (s *Supervisor) inside(tid int) bool {
	st, err := s.table.Proc.Status(tid)
	if err != nil {
		return false
	}
	for pid, parent := st.TGID, st.Parent; parent > 0; pid, parent = parent, st.Parent {
		switch {
		case pid == s.harness:
			return true
		case pid == s.initPID || pid == s.watchdogPID:
			return false
		case parent == s.watchdogPID:
			return true
		}
		if st, err = s.table.Proc.Status(parent); err != nil {
			return false
		}
	}
	return false
}
