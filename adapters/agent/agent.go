// Package agent records the tool calls of agents that are written in Go.
//
// Promise: a wrapped tool starts only after its intent and start are acknowledged,
// with the arguments of the record; its result is given back only after the
// outcome is. Everything that stands in the way is an error, and the tool did not
// run. What an approver says, with who decided and for how long, is recorded before
// the tool starts.
//
// Limits: the program must be the one that varek-sidecar run started. Arguments and
// results are what encoding/json makes of them.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/varek/varek/adapters/event"
)

// ErrDenied means that the call was not allowed and did not run.
var ErrDenied = errors.New("the call was not allowed")

// ErrUnrecorded means that the record may not exist, and, where the error does not
// say otherwise, that the tool did not run.
var ErrUnrecorded = errors.New("the call is not recorded")

// Tool is a tool of an agent: arguments in, result out.
type Tool[A, R any] func(context.Context, A) (R, error)

// Sender delivers an event's data and returns the sidecar's ok; *event.Client is one.
type Sender interface {
	Send(context.Context, event.Data) (event.Reply, error)
}

// Call is a call that somebody has to decide about.
type Call struct {
	ActionID, Tool string
	Args           json.RawMessage
}

// Decision is what was decided about a call.
type Decision struct {
	Decision   string // allow, deny, timeout, cancelled
	Permission event.Permission
	Args       json.RawMessage // in place of the call's, where they were rewritten
	Reason     string          // of a denial
}

// Approver decides about a call; an error means that it did not.
type Approver func(context.Context, Call) (Decision, error)

// Wrap gives a tool that runs only when its call is on record. approve may be nil.
func Wrap[A, R any](to Sender, name string, approve Approver, tool Tool[A, R]) Tool[A, R] {
	return func(ctx context.Context, args A) (R, error) {
		var none R
		text, err := json.Marshal(args)
		if err != nil {
			return none, fmt.Errorf("%w: its arguments: %w", ErrUnrecorded, err)
		}
		c, text, err := begin(ctx, to, name, text, approve)
		if err != nil {
			return none, err
		}
		// What was recorded is what the tool gets, also where args is shared memory.
		var own A
		if err := json.Unmarshal(text, &own); err != nil {
			return none, c.end(ctx, "cancelled", nil, fmt.Errorf("%w: its arguments cannot be read back: %w", ErrUnrecorded, err))
		}
		return run(ctx, c, own, tool)
	}
}

func run[A, R any](ctx context.Context, c *call, args A, tool Tool[A, R]) (result R, err error) {
	over := false
	defer func() { // a panic goes on, after it is on record
		if !over {
			_ = c.end(ctx, "error", nil, errors.New("the tool panicked"))
		}
	}()
	result, err = tool(ctx, args)
	over = true
	if err != nil {
		return result, c.end(ctx, "error", nil, err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		text, _ = json.Marshal(fmt.Sprint(result)) // a string always has a text
	}
	if err := c.end(ctx, "ok", text, nil); err != nil {
		var none R
		return none, err
	}
	return result, nil
}

// call is one call on its way.
type call struct {
	to   Sender
	id   string
	args string // where they were rewritten
}

func begin(ctx context.Context, to Sender, name string, args json.RawMessage, approve Approver) (*call, json.RawMessage, error) {
	said := `{"assurance":"gated","start":true}`
	if approve != nil {
		said = `{"assurance":"gated"}`
	}
	r, err := to.Send(ctx, event.Data{Kind: "intent", Tool: name, ArgsJSON: string(args), Metadata: []byte(said)})
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrUnrecorded, err)
	}
	c := &call{to: to, id: r.ActionID}
	if approve == nil {
		return c, args, nil
	}
	d, err := approve(ctx, Call{r.ActionID, name, args})
	if err != nil {
		d = Decision{Decision: "cancelled", Permission: event.Permission{Authority: "unknown"}, Reason: err.Error()}
	}
	if d.Args != nil && string(d.Args) != string(args) {
		args, c.args = d.Args, string(d.Args)
	}
	if d.Permission.Authority == "" {
		d.Permission.Authority = "unknown"
	}
	if err := c.send(ctx, event.Data{Kind: "permission", Tool: name, Decision: d.Decision, Permission: &d.Permission, ArgsJSON: c.args}); err != nil {
		return nil, nil, err
	}
	if d.Decision != "allow" {
		return nil, nil, c.end(ctx, "denied", nil, fmt.Errorf("%w (%s): %s", ErrDenied, d.Decision, d.Reason))
	}
	return c, args, c.send(ctx, event.Data{Kind: "start", ArgsJSON: c.args})
}

func (c *call) send(ctx context.Context, d event.Data) error {
	d.ActionID = c.id
	if _, err := c.to.Send(ctx, d); err != nil {
		return fmt.Errorf("%w: %w", ErrUnrecorded, err)
	}
	return nil
}

// end records the outcome, whatever has become of the call's context, and gives
// the tool's own error back.
func (c *call) end(ctx context.Context, status string, result json.RawMessage, failure error) error {
	d := event.Data{Kind: "action", Status: status, ResultJSON: string(result), ArgsJSON: c.args}
	if failure != nil {
		d.Error = failure.Error()
	}
	if err := c.send(context.WithoutCancel(ctx), d); err != nil {
		return errors.Join(failure, fmt.Errorf("the call ended (%s): %w", status, err))
	}
	return failure
}
