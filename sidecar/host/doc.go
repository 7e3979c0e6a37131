// Package host keeps many sessions in one process: one store, so that they
// share commits, one bus, one checkpointer. It is the engine of serve.
//
// A hosted session has no warden: whoever holds its credentials file speaks as
// its harness, and the first record says so (floor {"warden":"none"}). What it
// records is therefore observed by adapters only.
//
// Promise: a session is announced only when its first record is durable. After
// any end of the process, Recover takes up every session that was open with the
// credentials that its adapters hold, or, where these are gone, closes it by the
// rule; numbers, answers and the final commitment are never made twice. Stop
// leaves sessions open for the next process.
//
// Limits: one machine; sessions that nobody speaks to cost memory (a few
// kilobytes each) until they are closed; adapters reconnect by themselves only
// if the bus comes back on the port that it had.
package host
