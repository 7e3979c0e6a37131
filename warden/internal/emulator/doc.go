// Package emulator performs system calls on the agent's behalf in a process of
// its own, which lives in the agent's Landlock domain and mount namespace and
// holds neither the listener nor any key.
//
// Promise: a call is performed on descriptors that were opened and decided on
// before, with the caller's umask, so that no name is looked up twice; what
// the kernel's floor forbids the agent it forbids the emulator too. Limits:
// the emulator has the credentials of the start of the run, and calls of tasks
// with others must not be sent here; a unix socket's peer sees the emulator's
// process id in SO_PEERCRED.
package emulator
