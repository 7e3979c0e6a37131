// Package otlp takes the telemetry of harnesses over OTLP/HTTP in JSON: the tool
// decisions and results of Claude Code and Codex, and spans and logs of tools by
// the gen_ai conventions.
//
// Promise: what is taken becomes a notice, or a gap where it tells of a finished
// call that has no intent; never a permission, an intent or an action. Only the
// members of a fixed list are kept, cut to a bounded length: who the user is, what
// the tool was given and what it gave are dropped. A batch is answered with
// success only when all of it is stored. A body has at most MaxBody bytes, a batch
// at most MaxEvents events.
//
// Limits: telemetry comes late, in batches, and any program that reaches the
// address can send some; it is observed at best. Protobuf is refused (415): set
// OTEL_EXPORTER_OTLP_PROTOCOL=http/json.
package otlp
