// Package warden runs an agent under supervision: the kernel hands over every
// open, name change, exec, connect and bind of the agent and of everything it
// starts, the warden resolves the object, asks the policy, performs the call
// itself where a second look at the agent's memory would be a race, and
// records what was decided.
//
// Promise: an object is decided on as an opened object, or by a copied name that
// is then opened without meeting a link, and never as the string in the agent's
// memory; results and errors are those the kernel would have
// given; a call whose record cannot be taken is denied; when the supervisor
// dies the whole tree of the agent dies within a second; the protected state
// directory is out of the agent's reach.
//
// How. Start brings up init, emulator and shim (internal/launch), fetches the
// listener and serves it on locked threads (worker.go). A call is copied once
// (call.go), its object opened (internal/object), decided on by policy,
// performed, recorded (recorder.go) and answered (answer.go). Calls that
// Landlock governs are performed by the emulator, which lives in the agent's
// domain; where the domain holds no file (observe mode) what works on
// descriptors alone is performed on the serving thread, with the same result,
// and so are reads of files and connects to ports that the domain grants
// (known.go). Refused namespaces and mounts come here only to be recorded
// (namespace.go).
//
// Limits. Exec is decided and continued, so its arguments are claims; how
// certain the program is, each record says (identity.go). An open that only
// takes a path handle (O_PATH) is decided and then continued, because the
// kernel cannot inject such a descriptor; what is done with the handle is
// decided again. A waiting call can be ended by a fatal signal but not
// interrupted by a handled one. Opening a terminal does not make it the
// controlling one (TIOCSCTTY does). The peer of a unix socket sees the
// emulator's process id in SO_PEERCRED. A task with another user's credentials
// is served by the kernel after the decision in observe mode and refused in
// enforce mode; one that kept its user or a right over others' files, but not
// all it had, is refused in both. Sends are those of send.go: datagrams with an
// address are made by the warden, who a unix receiver then sees (SO_PASSCRED) is
// the caller only where the run has CAP_SYS_ADMIN, and MSG_ZEROCOPY is answered
// with ENOBUFS. Host names are those that the session's resolver handed out
// (names). An object whose path has more than PATH_MAX bytes cannot be named and is
// refused with ENAMETOOLONG. Stat-like calls are not supervised. 64-bit Linux only.
package warden
