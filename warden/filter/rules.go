package filter

import "golang.org/x/sys/unix"

// Rules returns the filter as data, in a fixed order.
func Rules(o Options) []Rule {
	out := terminalArguments()
	out = append(out, fileArguments()...)
	out = append(out, pageArguments()...)
	out = append(out, socketArguments()...)
	out = append(out, socketOptionArguments()...)
	out = append(out, sendArguments()...)
	out = append(out, processArguments()...)
	out = append(out, optionalArguments(o)...)
	out = append(out, schedulingArguments(o)...)
	out = append(out, expand(free)...)
	out = append(out, expand(notified)...)
	out = append(out, expand(refused)...)
	out = append(out, numbered...)
	out = append(out, personalities()...)
	out = append(out, memoryFiles(o)...)
	out = append(out, namespaceRules(o)...)
	return append(out, sends(o)...)
}

func namespaceRules(o Options) []Rule {
	if !o.Namespaces {
		out := append(namespaceArguments(), expand(namespaces)...)
		for i := range out {
			if o.TellRefusals {
				out[i].Action, out[i].Errno, out[i].Early = Notify, 0, len(out[i].When) > 0
			}
		}
		return out
	}
	out := expand(namespaces)
	for i := range out {
		out[i].Action, out[i].Errno = Free, 0
		out[i].Reason = "the policy allows namespaces"
	}
	return out
}

func optionalArguments(o Options) []Rule {
	var out []Rule
	if o.KeepDumpable {
		out = append(out, refuse("prctl", unix.EPERM, "makes the process unreadable to the supervisor",
			int32Is(0, unix.PR_SET_DUMPABLE), int32Is(1, 0)))
	}
	return out
}

// schedulingArguments: 0 is the caller in all of them.
func schedulingArguments(o Options) []Rule {
	if !o.SharedPIDs {
		return nil
	}
	var out []Rule
	notify := func(call string, when Check) {
		out = append(out, Rule{Syscall: call, Action: Notify, When: []Check{when}, Early: true,
			Reason: "starves another process, the supervisor's included"})
	}
	for _, call := range []string{"sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_setattr"} {
		notify(call, Check{Arg: 0, Compare: NotEqual})
	}
	for _, c := range []struct {
		call string
		one  uint64 // the kind that names one process
	}{{"setpriority", unix.PRIO_PROCESS}, {"ioprio_set", 1}} {
		notify(c.call, Check{Arg: 0, Compare: NotEqual, Value: c.one})
		notify(c.call, Check{Arg: 1, Compare: NotEqual})
	}
	return out
}

// memoryFiles: an executable memory file runs past every rule about files, and
// neither Landlock nor a fanotify mark sees it. One that asks for the seal
// against execution is harmless; of the others the supervisor makes one with
// the seal, so that programs that never execute them notice nothing.
func memoryFiles(o Options) []Rule {
	if !o.ClosedMemfd {
		return []Rule{{Syscall: "memfd_create", Action: Free, Reason: "executions are not confined in this run"}}
	}
	const kind = unix.MFD_NOEXEC_SEAL | unix.MFD_EXEC
	var out []Rule
	for _, v := range []uint64{unix.MFD_NOEXEC_SEAL, 0, unix.MFD_EXEC, kind} {
		action := Notify
		if v == unix.MFD_NOEXEC_SEAL {
			action = Free
		}
		out = append(out, Rule{Syscall: "memfd_create", Action: action, When: []Check{{Arg: 1, Compare: Masked, Mask: kind, Value: v}},
			Reason: "executes from memory, past every rule about files, unless it is sealed against that"})
	}
	return out
}

// sends: a null address is a send on a connected socket. sendmsg carries its
// address in memory, so all of them are notified.
func sends(o Options) []Rule {
	if !o.Sends {
		return expand([]class{{action: Free, reason: "addressed sends are not supervised in this run", calls: "sendto sendmsg sendmmsg"}})
	}
	out := expand([]class{{action: Notify, reason: "may carry an address", calls: "sendmsg sendmmsg"}})
	return append(out,
		Rule{Syscall: "sendto", Action: Free, When: []Check{{Arg: 4, Compare: Equal}}, Reason: "sends on a connected socket"},
		Rule{Syscall: "sendto", Action: Notify, When: []Check{{Arg: 4, Compare: NotEqual}}, Reason: "sends to an address"})
}

// Notified returns the names of the calls that reach the supervisor.
func Notified(o Options) []string {
	seen := map[string]bool{}
	var out []string
	for _, r := range Rules(o) {
		if r.Action == Notify && !seen[r.Syscall] {
			seen[r.Syscall] = true
			out = append(out, r.Syscall)
		}
	}
	return out
}
