// Package launch is the chain of processes between the supervisor and the
// agent: init, which enters the Landlock domain and forks the emulator and the
// shim from one thread so that all three share it; and the shim, which adds the
// signal layer, loads the filter and becomes the agent.
//
// Promise: /proc is mounted before the domain is entered; the agent is never
// process 1; after the filter is on, the shim makes no call that the
// supervisor would have to answer before it holds the listener; every
// descriptor above 2 is closed in the agent. Limits: init and emulator are the
// binary that is named for them executed again (see the names below), the shim
// is the supervisor's own, which links package shim; both must stay readable and
// executable for the user of the run.
package launch
