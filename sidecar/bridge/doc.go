// Package bridge joins the bus of a host to a NATS cluster elsewhere.
//
// Purpose: adapters speak to the local bus alone; what others may see or say
// goes over one connection of the sidecar's own, as an ordinary client of the
// cluster. It is no leaf node: a leaf would carry every subject of an account
// both ways, and the local server would let in connections that nobody here
// has judged.
//
// Outwards go the signed heads of every session, on varek.v1.<session>.heads.
// The newest of each is kept until the cluster has it, sent again after every
// reconnection and repeated now and then for readers who came later; a newer
// head says all that an older one did. Records do not travel: they are
// private, and a head commits to them.
//
// Inwards, if asked for, come requests on varek.v1.<session>.<kind>, answered
// like local ones after the commit. Who sent one is known to the cluster, not
// here: its permissions keep sessions apart, and its operator is trusted with
// that. Such a request has route remote, which records say, and may give no
// permission.
//
// Promise: nothing here waits on the cluster's behalf. [Bridge.Head],
// [Bridge.Open] and [Bridge.Forget] only note what is to be done.
//
// Limits: core NATS, at most once per attempt; a reader that is away reads the
// heads file. A request that is lost gets no answer and is sent again by its
// adapter. Messages are as large as the cluster lets them be.
package bridge
