// Package speak is the commands that run inside the agent, emit, hook and exec: one
// event to the sidecar, what a harness's hook says, and the start of a tool inside its call.
//
// Purpose: they run for every tool call, so they link nothing but the event
// client, and parse their own few flags. Promise: emit exits 0 only when the
// event is stored; exec starts the command only when its start record is stored
// and the process stands in the call's leaf, and hands it no descriptor above 2
// and no way to the bus. Limits: flags and VAREK_<FLAG> variables only; the
// configuration file speaks to the commands outside the agent.
package speak
