package event

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/varek/varek/adapters/event/wire"
)

// Deliver connects, sends one event and hangs up: SendEvent for a process that
// lives for one event, with the same answers and errors. It tries the short way
// once, where request and credentials travel together, and goes the long way of
// Dial and SendEvent, under the same event id, when that gave no answer. The
// time-out bounds all of it together; large data adds to it as in SendEvent.
// reached is false where Dial would have failed.
func Deliver(ctx context.Context, c Config, e Event) (r Reply, reached bool, err error) {
	if err := c.Check(); err != nil {
		return Reply{}, false, err
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	size := len(e.Data.ArgsJSON) + len(e.Data.ResultJSON) + len(e.Data.Error) + len(e.Data.Metadata)
	ctx, cancel := context.WithTimeout(ctx, c.Timeout+time.Duration(size/slowBytes)*time.Second)
	defer cancel()
	r, ok, err := c.short(ctx, e)
	switch {
	case errors.Is(err, wire.ErrUnreached), errors.Is(err, wire.ErrAuthorization):
		return Reply{}, false, fmt.Errorf("connect to the bus at %s: %w", c.URL, err)
	case ok:
		return r, true, err
	case err != nil && over(ctx):
		return Reply{}, true, fmt.Errorf("%w: %w (last: %w)", ErrNoReply, context.DeadlineExceeded, err)
	}
	client, err := Dial(ctx, c)
	if err != nil {
		return Reply{}, false, err
	}
	defer client.Close()
	r, err = client.SendEvent(ctx, e)
	return r, true, err
}

// over reports that no time is left; ctx itself may hear of it a little later.
func over(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return ok && !time.Now().Before(end)
}

// short is the one try; ok means that its outcome stands.
func (c Config) short(ctx context.Context, e Event) (r Reply, ok bool, err error) {
	if len(e.Data.ArgsJSON)+len(e.Data.ResultJSON)+len(e.Data.Error)+len(e.Data.Metadata) > maxInline {
		return Reply{}, false, nil
	}
	text, err := e.Encode()
	if err != nil {
		return Reply{}, true, err
	}
	if len(text) > maxInline {
		return Reply{}, false, nil
	}
	limit := min(c.Timeout, attemptTimeout)
	answer, err := wire.Single(ctx, c.wire(limit), Subject(c.Session, e.Data.Kind), text, limit)
	if err != nil {
		return Reply{}, false, err
	}
	r, err = DecodeReply(answer)
	switch {
	case err != nil:
		return Reply{}, true, fmt.Errorf("%w: %w", ErrNoReply, err)
	case r.OK:
		return r, true, nil
	case r.Code == CodeBusy:
		return Reply{}, false, &RefusedError{r.Code, r.Message} // SendEvent keeps the time
	}
	return Reply{}, true, &RefusedError{r.Code, r.Message}
}
