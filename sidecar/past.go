package sidecar

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/varek/varek/tracestore/trace"
)

// past knows the calls that had ended before the kept state from which this
// process resumed: their intents stand among the first upto records, and each
// is read when an event names it.
type past struct {
	upto uint64

	mu    sync.Mutex
	calls map[string]*call
}

func (p *past) find(id string) *call {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[id]
}

// intentOf undoes actionID; 0 is no intent.
func intentOf(id string) uint64 {
	digits, ok := strings.CutPrefix(id, "a")
	n, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil || actionID(n) != id {
		return 0
	}
	return n
}

// recall makes sure that a call which ended before the kept state is known
// again. It runs outside the sequencer, which then finds the call.
func (s *Session) recall(ctx context.Context, id string) error {
	n := intentOf(id)
	if n == 0 || n > s.past.upto || s.past.find(id) != nil {
		return nil
	}
	s.mu.RLock()
	_, open := s.state.calls[id]
	s.mu.RUnlock()
	if open {
		return nil
	}
	return s.store.Read(ctx, s.id, n, n, func(r trace.Record, seq uint64) error {
		h, err := checkPlace(r, s.id, seq, n)
		if err != nil || h.Kind != trace.KindIntent {
			return err
		}
		body, err := trace.DecodeBody(r.Body)
		if err == nil && body.ArgsHash == nil {
			err = errors.New("it has no args_hash")
		}
		if err != nil {
			return fmt.Errorf("%w: the intent in record %d: %w", ErrDiverged, n, err)
		}
		s.past.mu.Lock()
		defer s.past.mu.Unlock()
		s.past.calls[id] = &call{id: id, tool: h.Tool, intent: n, hash: *body.ArgsHash, ended: true}
		return nil
	})
}

// known finds a call, open or ended; nil where there is none.
func (s *Session) known(id string) *call {
	if c := s.state.calls[id]; c != nil {
		return c
	}
	return s.past.find(id)
}
