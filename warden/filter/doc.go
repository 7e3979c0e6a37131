// Package filter says, as data, which system calls of the agent are refused,
// reported to the supervisor or free, and builds the BPF program that the
// kernel runs for each of them.
//
// Purpose. Rules lists every system call by name with one action and the
// reason; Build compiles the list with libseccomp into raw BPF bytes. Loading
// the program (with a listener) is the supervisor's work.
//
// Promise. Native architecture only: a call through another one (int 0x80, x32)
// kills the process. A number that no rule names answers ENOSYS, so that a
// kernel newer than this list opens no way around it. Arguments are compared
// the way the kernel reads them: an int argument by its low 32 bits, so garbage
// in the high half changes nothing. The program that Build returns decides
// exactly as Evaluate, the plain definition beside it; a test compares the two.
//
// How. libseccomp cannot hold a general and a special rule for one call, so
// Build makes two programs and joins them: the first refuses by argument and
// otherwise falls through, the second is the table of names.
//
// What does not work under the filter, and why. Debuggers and tracers (ptrace,
// perf, bpf) could rewrite a supervised process; sandboxes that need namespaces
// or mounts (bubblewrap, Chromium's, Codex's own) could walk around protected
// paths: use the program's own switch or `namespaces: allow` in the policy.
// io_uring and clone3 answer ENOSYS, which makes libuv, glibc and liburing
// users fall back. Raw, packet, vsock, AF_ALG and all netlink but ROUTE are
// refused; ping works only where the system allows unprivileged ICMP sockets.
//
// Limits. BPF sees no memory, so paths and socket addresses are decided by the
// supervisor (action Notify). A sendto without address is free; with one, and
// every sendmsg and sendmmsg, whose address stands in memory, it is notified
// where Options.Sends says so.
package filter
