package hook

import (
	"errors"
	"fmt"
)

// ErrNoDecision means that a promise asks for something that the harness's
// hooks cannot carry.
var ErrNoDecision = errors.New("this harness's hooks do not carry the user's decision")

// Decision is how the user's decision about a call can reach the trace.
type Decision struct {
	ByHook  bool   // the hooks themselves carry it, tied to the call
	Channel string // what has to be added where they do not
	Why     string
}

// CanAuthorize refuses, as ErrNoDecision with the reason and the channel to
// add, a promise about permissions (AAP-1) that the hooks alone could never
// keep: every call would be uncovered. others lists what beside the hook gives
// permissions in this run.
func (d Dialect) CanAuthorize(others ...string) error {
	if d.Decision.ByHook || len(others) > 0 {
		return nil
	}
	return fmt.Errorf("%w: under %s %s; add this channel: %s", ErrNoDecision, d.Name, d.Decision.Why, d.Decision.Channel)
}
