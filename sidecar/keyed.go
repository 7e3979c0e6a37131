package sidecar

import (
	"context"
	"sync"
)

// keyed is a lock per key that can be waited for with a context.
type keyed struct {
	mu   *sync.Mutex
	held map[string]chan struct{}
}

func newKeyed() keyed { return keyed{mu: &sync.Mutex{}, held: map[string]chan struct{}{}} }

// lock waits until nobody holds key, and holds it. The returned function
// releases it and may be called from another goroutine.
func (k keyed) lock(ctx context.Context, key string) (unlock func(), err error) {
	for {
		k.mu.Lock()
		busy, ok := k.held[key]
		if !ok {
			mine := make(chan struct{})
			k.held[key] = mine
			k.mu.Unlock()
			return func() {
				k.mu.Lock()
				delete(k.held, key)
				k.mu.Unlock()
				close(mine)
			}, nil
		}
		k.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
