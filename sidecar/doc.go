// Package sidecar keeps one session's life: it gives every event of the agent
// and every decision of the warden one order, answers only after the store has
// committed, and commits the prefix to the escrow.
//
// A [Session] is the sequencer. One goroutine at a time gives seq and action_id,
// so that "during a call" is a matter of order and never of clocks: a lone
// event is committed by whoever brings it, what comes meanwhile together. What is
// acknowledged is durable; what cannot be made durable is refused, and the
// caller must then not go on. A [Checkpointer] reads new rows back from the
// store, recomputes their leaves, compares the result with what was
// acknowledged, and only then hands (session, n, h) to a [Committer].
//
// Limits: a session has one sequencer and so one writer; kernel records are
// committed with a lag of at most [MaxKernelLag] or [MaxKernelPending]
// records, and a crash of this process can lose that much, which the gap
// record at resume names. The package knows no particular store, chain, bus or
// warden.
package sidecar
