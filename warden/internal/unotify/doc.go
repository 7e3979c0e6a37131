// Package unotify is seccomp user notification as the kernel speaks it: load a
// filter with a listener, receive notifications, answer them with a value, an
// errno, a file descriptor or "go on", and copy the caller's arguments.
//
// Purpose: the only place of the warden with ioctl numbers and struct layouts
// (linux/seccomp.h, seccomp_unotify(2)). Promise: an answer reaches the caller
// it was meant for or nobody; ErrGone tells that the caller is no longer
// waiting, and any other failure of Inject means that the caller may believe
// in a descriptor it does not hold, so that it must be killed. Limits: a
// thread that answers must have blocked every signal (BlockSignals), because a
// signal during Inject makes the caller's open return 0; the memory of a
// waiting caller can be rewritten by its siblings, so copy once and decide on
// the copy.
package unotify
