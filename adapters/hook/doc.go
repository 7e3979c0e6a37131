// Package hook reads what a harness's command hooks say on standard input and
// gives the events that tell the sidecar the same.
//
// Purpose: one reader for every harness; what differs between them is a table
// (Dialects). Promise: an input gives at least one step or an error, never
// nothing; arguments and results travel as the harness's own text; nothing that a
// tool prints can make its call look as if it had not run, and no hook event
// becomes a permission. Memory is bounded by MaxInput, members that nobody needs
// are passed over.
//
// Limits: a hook is a claim of the harness. It knows no action id, so an outcome
// finds its call in the sidecar by the harness's ids or by its arguments
// (metadata.join). Where the harness gives no exit code the status is unknown.
package hook
