// Package doctor tries out what a run needs from this machine, by effects: it
// loads a filter and sees a foreign call killed, makes a Landlock domain and sees
// an open refused, answers a notification with an injected descriptor, clones
// into a group, kills a PID namespace.
//
// Purpose: an operator learns before the first run what this machine can hold,
// and what to do about the rest. Promise: nothing is concluded from a version or
// a flag, and nothing is left behind. Limits: what is tried is what the kernel
// lets this user do now, here; a policy's own demands are judged by
// warden.Foresee.
package doctor
