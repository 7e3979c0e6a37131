// Package relay stands between two programs that speak JSON-RPC in lines and
// records what passes: an MCP client and its server, an editor and its agent
// (ACP), an editor and the Codex app-server. One relay, three interpreters.
//
// Promise: a gated call goes on only after its intent and start are
// acknowledged, its result only after the action is; otherwise the caller gets
// an error in its place. A user's decision reaches the agent only after its
// permission is stored. Lines keep their order, and their bytes where nothing is
// refused; a line that two readers could take for two things is refused.
// Memory is bounded by MaxLine.
//
// Limits: what an agent only tells (ACP, Codex items) is observed, not held
// back; where it cannot be recorded the relay ends with ErrUnrecorded, and its
// owner ends the agent. A client that answers for its user is not told from one.
package relay
