package aap

import (
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// call is what is known of one action_id.
type call struct {
	id     string
	tool   string
	intent uint64         // 0 = none
	start  uint64         // 0 = none
	action uint64         // 0 = none yet
	hashes [3]*trace.Hash // of the arguments: intent's, start's, action's
	last   *permission    // the last decision so far
	fault  string         // not "": its records contradict each other

	judged   bool // at its start, or failing that its first record that needs permission
	coverage coverage
	ran      bool // an executed kernel record names it

	nth       uint64 // in order of first records
	forgotten bool   // ended, and nothing is left of it but id, tool, action and the fault that uncovers it

	// unended says how the call is selected if nothing ends it.
	unended announcement
	// check is what the predicate keeps with the call.
	check any
}

// announcement gathers what the intents and starts of a call say about its
// selection: those with arguments decide, the others only if there are none.
type announcement struct{ withArgs, selected, bare bool }

func (a *announcement) add(args, selected bool) {
	if args {
		a.withArgs, a.selected = true, a.selected || selected
	} else {
		a.bare = a.bare || selected
	}
}

func (a announcement) selects() bool { return a.selected || a.bare && !a.withArgs }

// began is the record that stands for a call which nothing ended.
func (c *call) began() uint64 {
	if c.start != 0 {
		return c.start
	}
	return c.intent
}

// coverage is the answer at the moment of judgement, all but the hash of the arguments.
type coverage struct {
	permit *permission
	why    string // not "": not covered
}

// named notes the tool that an intent, start or action names. What comes after
// the end changes nothing.
func (c *call) named(tool string) {
	if c.action != 0 {
		return
	}
	if c.tool != "" && c.tool != tool {
		c.fault = "its records name different tools"
	}
	c.tool = tool
}

// stated is the hash that the record gives for its arguments.
func stated(body *trace.Body) *trace.Hash {
	if body == nil {
		return nil
	}
	return body.ArgsHash
}

// uncovered is the final answer for a call: what the permission lacked where
// it was judged, or that it was given for another tool or other arguments.
func (c *call) uncovered() string {
	p := c.coverage.permit
	switch {
	case c.fault != "":
		return c.fault
	case c.forgotten:
		return ""
	case !c.judged:
		return "it has neither start nor end"
	case c.coverage.why != "":
		return c.coverage.why
	case p.tool != c.tool:
		return fmt.Sprintf("the permission in record %d is for the tool %s", p.seq, quote(p.tool))
	case c.hash() == nil:
		return "it has no args_hash that is the hash of its arguments"
	case p.hash == nil || *p.hash != *c.hash():
		return fmt.Sprintf("the permission in record %d is for other arguments", p.seq)
	}
	return ""
}

// hash is what a permission must be for: the action's, which ends all doubt;
// before it the start's if it has one, else the intent's.
func (c *call) hash() *trace.Hash {
	switch {
	case c.action != 0:
		return c.hashes[2]
	case c.hashes[1] != nil:
		return c.hashes[1]
	}
	return c.hashes[0]
}

// closedAs applies the closing rule to a call without action at the end of
// the trace: denied if it was and nothing ran, else unknown, which counts.
func (c *call) closedAs() string {
	if c.last != nil && c.start == 0 && !c.ran {
		switch c.last.decision {
		case "deny", "timeout", "cancelled":
			return "denied"
		}
	}
	return "unknown"
}

// argsHash checks the stated hash of a record's arguments against the
// arguments themselves; a contradiction gives nil, which nothing matches.
// Where a blob is in the way the stated hash stands.
func argsHash(body *trace.Body) *trace.Hash {
	if body == nil || body.ArgsHash == nil {
		return nil
	}
	if body.Args == nil {
		return body.ArgsHash
	}
	if h, err := trace.ArgsHash(body.Args); err == nil && h != *body.ArgsHash {
		return nil
	}
	return body.ArgsHash
}
