package sidecar

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// call is what the sequencer knows of one tool call.
type call struct {
	id, tool string
	intent   uint64         // seq of the intent
	args     jsontext.Value // as proposed; nil once the call has ended
	hash     trace.Hash     // args_hash of the intent
	gated    bool           // the adapter holds the tool back until we answer
	decision string         // the last one before the start
	started  bool
	executed bool // an executed kernel record is attributed to it
	ended    bool
	tie      tie      // the harness's own ids, where the intent had them
	joined   []string // other sources whose intents were about this call
	left     bool     // Close has told OnEnd; guarded by the session's mu
}

// actionID is the id of the call whose intent has this seq. It names a cgroup
// leaf, too, so it has no character that a path would mind.
func actionID(intent uint64) string { return "a" + strconv.FormatUint(intent, 10) }

// closing is the status that an intent without an action gets (formats,
// section 2): not executed where nothing speaks for it, else unknown.
func (c *call) closing() string {
	if c.started || c.executed {
		return "unknown"
	}
	switch c.decision {
	case "deny", "timeout", "cancelled":
		return "denied"
	}
	if c.gated {
		return "cancelled"
	}
	return "unknown"
}

// calls are a session's calls by action id. Ended ones stay known, so that a
// late event gets the right refusal.
type calls map[string]*call

// open lists the calls without an action in the order of their intents.
func (cs calls) open() []*call {
	var out []*call
	for _, c := range cs {
		if !c.ended {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *call) int { return cmp.Compare(a.intent, b.intent) })
	return out
}

// running finds a call that an event may still speak about.
func (s *Session) running(id string) (*call, *refusal) {
	if id == "" {
		return nil, refuse(event.CodeUnknown, "the event names no call; action_id is the one that the answer to the intent gave")
	}
	c := s.known(id)
	if c == nil {
		return nil, refuse(event.CodeUnknown, "no call %q in this session; action_id is the one that the answer to the intent gave", id)
	}
	if c.ended {
		return nil, refuse(event.CodeState, "call %q has ended; its action is recorded", id)
	}
	return c, nil
}

// sameTool refuses an event that names another tool than its call's intent.
func (c *call) sameTool(tool string) *refusal {
	if tool != "" && tool != c.tool {
		return refuse(event.CodeState, "call %q is of tool %q, the event says %q", c.id, c.tool, tool)
	}
	return nil
}
