package filter

import "golang.org/x/sys/unix"

// Rules returns the filter as data, in a fixed order.
func Rules(o Options) []Rule {
	out := terminalArguments()
	out = append(out, socketArguments()...)
	out = append(out, socketOptionArguments()...)
	out = append(out, sendArguments()...)
	out = append(out, processArguments()...)
	out = append(out, optionalArguments(o)...)
	out = append(out, expand(free)...)
	out = append(out, expand(notified)...)
	out = append(out, expand(refused)...)
	out = append(out, numbered...)
	out = append(out, personalities()...)
	out = append(out, timesByName()...)
	out = append(out, namespaceRules(o)...)
	return append(out, sends(o)...)
}

func namespaceRules(o Options) []Rule {
	if !o.Namespaces {
		return append(namespaceArguments(), expand(namespaces)...)
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
	if o.ClosedMemfd {
		out = append(out, refuse("memfd_create", unix.EACCES, "executes from memory, past every rule about files",
			Check{Arg: 1, Compare: Masked, Mask: unix.MFD_NOEXEC_SEAL, Value: 0}))
	}
	if o.KeepDumpable {
		out = append(out, refuse("prctl", unix.EPERM, "makes the process unreadable to the supervisor",
			int32Is(0, unix.PR_SET_DUMPABLE), int32Is(1, 0)))
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
