// Package ingest is the bus of a host: an embedded NATS server on a loopback
// port, over which adapters send events and get their answer after the commit.
//
// Who speaks is decided by the process, not by the password alone: the tools'
// children have the harness's user id and see its files. Every connection is
// looked up with the session's [Peers], which knows whose connect it was; the
// root harness needs the session's password, our own binary also the hook key,
// and everybody else is refused and leaves a notice in the session.
//
// The route of a request cannot be forged. Adapters and the sidecar live in
// two accounts of the server, joined by one service import that shares client
// information: for every request the server itself writes the number of the
// connection into the header Nats-Request-Info, after removing any header of
// that name. The authenticator has noted for that number which process it let
// in. A message that carries any header of its own is refused, so that there
// is nothing to be confused with.
//
// A connection may publish below varek.v1.<its session>.> and subscribe below
// its own inbox, held by the server. Nothing is kept in the server: no
// JetStream, no disk. An adapter without an answer must not let the tool run.
//
// Requests from other hosts do not come over this server's port: a bridge
// hands them to [Server.Remote], and their route says so.
//
// Limits: loopback only, no TLS; messages up to [MaxPayload].
package ingest
