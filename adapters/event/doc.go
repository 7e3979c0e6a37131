// Package event is what a harness adapter says to the sidecar: CloudEvents
// over NATS request and reply, one event per step of a tool call.
//
// Promise: an event that decodes has one meaning and one hash; Client.Send
// returns a reply only when the sidecar answered ok after its commit, retries
// under one event id over time-outs and reconnects, and honours busy. Any error
// means: the record may not exist, the tool must not run.
//
// Limits: adapters never say seq, salt, time or argument hashes, and an intent
// never says its action id; those are the sidecar's. The data of an event over
// a mebibyte goes ahead in chunks (Chunk) and the event names it (DataRef); at
// most MaxData bytes are taken. The same
// types exist for other languages as event.schema.json and testdata/vectors.json.
package event
