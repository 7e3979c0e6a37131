// Package floor is what the kernel holds of a run without the supervisor:
// Landlock, PID namespace, control groups, resource limits, closed
// descriptors, and the death of the whole tree when the supervisor dies.
//
// Purpose. Detect finds out what this machine offers, Require compares it with
// what the policy demands, and the rest applies it, piece by piece, in the
// processes that the supervisor starts.
//
// Promise. Capabilities are found by effects (a system call that succeeds, a
// process that was cloned into a group), never by reading a version or a
// mounted file. Nothing degrades in silence: Statement says what held, as the
// session's first record, and a demand that cannot be met is an error that
// says what to do.
//
// Threads. Landlock and no_new_privs restrict the calling thread and what it
// forks. The callers need two layers in one process tree (domain D, and above
// it one with the signal scope only), forked from one thread, so this package
// makes the three Landlock calls itself: go-landlock restricts every thread of
// the process at once, which would put the parent of the second layer into it.
// Callers lock the thread first (runtime.LockOSThread) and never unlock it.
//
// Limits. Linux only. Landlock up to ABI 7 is used; what later ABIs add is left
// to the supervisor. Without Landlock ABI 6 the agent can signal processes of
// its user outside, the watchdog included, unless there is a PID namespace.
package floor
