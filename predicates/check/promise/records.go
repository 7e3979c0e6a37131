package promise

import (
	"fmt"
	"strconv"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// The model's clock: every action a second after the one before, its records a
// millisecond apart.
const (
	actionNS = 1_000_000_000
	recordNS = 1_000_000
)

// boot is the session's boot id in every model.
const boot = "00000000-0000-4000-8000-000000000000"

// numbering gives records what a whole session has: numbers, ids, times.
type numbering struct {
	seq, steps uint64
}

// Views are the records of a path as predicates see them.
func Views(path []world.Step) ([]predicates.View, error) {
	var n numbering
	var all []predicates.View
	for i := range path {
		views, err := n.step(path[i].Records)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
		all = append(all, views...)
	}
	return all, nil
}

func (n *numbering) step(records []world.Record) ([]predicates.View, error) {
	call := "call-" + strconv.FormatUint(n.steps, 10)
	var views []predicates.View
	for i := range records {
		v, err := n.record(&records[i], call, uint64(i))
		if err != nil {
			return nil, fmt.Errorf("record %d of a step: %w", i+1, err)
		}
		views = append(views, v)
	}
	n.steps++
	return views, nil
}

func (n *numbering) record(r *world.Record, call string, nth uint64) (predicates.View, error) {
	n.seq++
	h := trace.Head{V: trace.Version, Seq: n.seq, Kind: trace.Kind(r.Kind), Tool: r.Tool, Status: r.Status, Decision: r.Decision}
	b := trace.Body{Args: r.Args, Result: r.Result, Error: r.Error, Metadata: r.Metadata, MonoNS: strconv.FormatUint(actionNS*(n.steps+1)+recordNS*nth, 10)}
	switch h.Kind {
	case trace.KindSession:
		if nth == 0 && n.steps == 0 {
			b.Boot = boot
		}
	case trace.KindIntent, trace.KindStart, trace.KindAction:
		h.ActionID = call
		hash, err := trace.ArgsHash(r.Args)
		if err != nil {
			return predicates.View{}, err
		}
		b.ArgsHash = &hash
		if b.Metadata == nil {
			b.Metadata = gated
		}
	case trace.KindSyscall:
		h.ActionID = call
	case trace.KindPermission:
		h.ActionID = call
		var err error
		if b.Args, err = permissionArgs(r, call); err != nil {
			return predicates.View{}, err
		}
	}
	if err := h.Check(); err != nil {
		// The session is not known yet; all else is.
		return predicates.View{}, err
	}
	return predicates.View{Head: h, Body: &b}, nil
}

var gated = []byte(`{"assurance":"gated"}`)

// permissionArgs completes a permission with the call that it is for.
func permissionArgs(r *world.Record, call string) ([]byte, error) {
	v, _, err := value.Decode(r.Args)
	args, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf("a permission's args are an object: %w", err)
	}
	out := map[string]any{"action_id": call}
	for k, e := range args {
		out[k] = e
	}
	return value.Append(nil, out)
}

// opening refuses a start step that does not open a session.
func opening(records []world.Record) error {
	if trace.Kind(records[0].Kind) != trace.KindSession {
		return fmt.Errorf("the start step begins with a record of the kind %q, want session: %w", records[0].Kind, ErrOpenCall)
	}
	return whole(records[1:])
}

// whole refuses records of which a later step's verdict could depend in ways
// that the memory of programs does not know: a call that does not end in its own
// step, and permissions that concern other calls.
func whole(records []world.Record) error {
	begun, ended := false, false
	for i := range records {
		r := &records[i]
		switch trace.Kind(r.Kind) {
		case trace.KindAction:
			if ended {
				return fmt.Errorf("a call ends twice: %w", ErrOpenCall)
			}
			begun, ended = true, true
		case trace.KindIntent, trace.KindStart, trace.KindSyscall:
			if ended {
				return fmt.Errorf("a record of the kind %s follows the end of its call: %w", r.Kind, ErrOpenCall)
			}
			begun = true
		case trace.KindPermission:
			v, _, err := value.Decode(r.Args)
			args, ok := v.(map[string]any)
			if err != nil || !ok || ended || r.Decision == "withdraw" || args["inherited_from"] != nil || args["ref"] != nil {
				return fmt.Errorf("a permission is for the call of its own step: %w", ErrOpenCall)
			}
			begun = true
		case trace.KindSession:
			v, _, err := value.Decode(r.Args)
			args, ok := v.(map[string]any)
			if err != nil || !ok || args["event"] != "turn" || begun {
				return fmt.Errorf("a session record after the start says {\"event\":\"turn\"} and stands before a call: %w", ErrOpenCall)
			}
		}
	}
	if begun != ended {
		return fmt.Errorf("a call does not end: %w", ErrOpenCall)
	}
	return nil
}
