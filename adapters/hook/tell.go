package hook

import (
	"context"
	"errors"
	"fmt"

	"github.com/varek/varek/adapters/event"
)

// Deliverer hands one event to the sidecar; nil means that it is stored.
type Deliverer func(context.Context, event.Event) error

// Tell delivers the steps in order. nil means that every one of them is
// acknowledged; after an error nothing more is sent.
func (d Dialect) Tell(ctx context.Context, steps []Step, deliver Deliverer) error {
	if len(steps) == 0 {
		return fmt.Errorf("%w: nothing to tell", ErrInput)
	}
	for _, s := range steps {
		if err := d.tell(ctx, s, deliver); err != nil {
			return err
		}
	}
	return nil
}

func (d Dialect) tell(ctx context.Context, s Step, deliver Deliverer) error {
	err := fmt.Errorf("%w: nothing to tell", ErrInput)
	for _, way := range s.Ways {
		err = deliver(ctx, event.New(event.NewID(), d.Source(), way))
		if !refused(err, event.CodeUnknown) {
			break
		}
	}
	switch {
	case !refused(err, event.CodeState):
		return err
	case s.Batch:
		return nil
	case s.Ended != nil:
		return deliver(ctx, event.New(event.NewID(), d.Source(), *s.Ended))
	}
	return err
}

func refused(err error, code string) bool {
	var r *event.RefusedError
	return errors.As(err, &r) && r.Code == code
}
