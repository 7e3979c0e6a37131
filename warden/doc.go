// Package warden runs an agent under supervision: the kernel hands over every
// open, name change, exec, connect and bind of the agent and of everything it
// starts, the warden resolves the object, asks the policy, performs the call
// itself where a second look at the agent's memory would be a race, and
// records what was decided.
//
// Promise: an object is decided on as an opened object and never as the string
// in the agent's memory; a call whose record cannot be taken is denied; when
// the supervisor dies the whole tree of the agent dies within a second; the
// protected state directory is out of the agent's reach.
//
// Limits: exec is recorded and continued, so its arguments are claims and the
// program is only as certain as the Landlock floor makes it; an open that
// only takes a path handle (O_PATH) is decided and then continued, because the
// kernel cannot inject such a descriptor; a waiting call can be ended by a
// fatal signal but not interrupted by a handled one; stat-like calls are not
// supervised; Linux only.
package warden
