// Package object turns the names that an agent's processes use into opened
// objects, as the kernel would have resolved them for the caller: from the
// caller's working directory or descriptor, through the caller's own
// /proc/self, /proc/thread-self, /dev/stdin and /dev/fd.
//
// Promise: what is returned is an O_PATH descriptor with the path that the
// kernel itself reports for it, so that a decision is about the object and no
// later change of the tree moves it; a magic link is followed only for the
// caller itself and its descendants; the hardening of sticky directories
// (protected_symlinks, protected_regular, protected_fifos) holds as for the
// caller. Limits: the calling thread must live in the agent's mount namespace;
// openat2 restrictions of the caller are passed on to the kernel, but a name
// that leads through /proc/self under such a restriction is refused.
package object
