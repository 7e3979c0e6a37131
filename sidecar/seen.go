package sidecar

import (
	"hash/maphash"
	"sync"
)

// maxSeen bounds the memory of seen: about 10 MiB.
const maxSeen = 1 << 18

// seen tells, without asking the store, that an event id is new. It may only
// say so while it knows all ids of the session; otherwise, and for an id whose
// fingerprint it knows, the store decides.
type seen struct {
	seed maphash.Seed

	mu       sync.Mutex
	complete bool
	ids      map[uint64]struct{} // fingerprints
}

// newSeen begins with no ids. complete says that the session has none yet.
func newSeen(complete bool) *seen {
	return &seen{seed: maphash.MakeSeed(), complete: complete, ids: map[uint64]struct{}{}}
}

// fresh reports that the id was certainly never answered.
func (s *seen) fresh(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.ids[maphash.String(s.seed, id)]
	return s.complete && !known
}

// add notes an id that may have been answered, before anybody can ask again.
func (s *seen) add(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.complete:
	case len(s.ids) >= maxSeen:
		s.complete, s.ids = false, nil
	default:
		s.ids[maphash.String(s.seed, id)] = struct{}{}
	}
}
