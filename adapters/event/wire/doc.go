// Package wire is the small part of the NATS client protocol that one request
// and its reply need: INFO, CONNECT, SUB, PUB, MSG, PING and PONG, with user and
// password, over TCP.
//
// Purpose: hook, emit and exec are started for every tool call; linking and
// starting the full client library costs each of them more than everything else
// they do. Promise: a reply is returned only to the request that it answers; a
// lost connection ends every request that waits on it at once, and the next
// request connects again; what the server refuses is an error that says so.
//
// Limits: no TLS, no clusters, no look-up of host names on Linux (an IPv4 address,
// [::1] or localhost), no subscriptions of the caller: adapters speak to
// the bus of their own sidecar on the same host, which carries events further.
package wire
