package verifier

import "github.com/varek/varek/tracestore/trace"

// rest is a pause counted in steps, doubled with every failure in a row.
type rest struct{ left, next int }

const maxRest = 32

// awake reports whether a claim is worth a look at block time now.
func (s *Service) awake(claim trace.Hash, now uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rest[claim]; r != nil && r.left > 0 {
		r.left--
		return false
	}
	return now >= s.sleep[claim]
}

func (s *Service) rested(claim trace.Hash, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.rest, claim)
		return
	}
	r := s.rest[claim]
	if r == nil {
		r = &rest{next: 1}
		s.rest[claim] = r
	}
	r.left, r.next = r.next, min(maxRest, r.next*2)
}

// tidy forgets pauses of claims that are at an end and counts the others.
func (s *Service) tidy(active []Claim) (resting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sleep, rests := map[trace.Hash]uint64{}, map[trace.Hash]*rest{}
	for _, c := range active {
		if until, ok := s.sleep[c.ID]; ok {
			sleep[c.ID] = until
		}
		if r := s.rest[c.ID]; r != nil {
			rests[c.ID] = r
			resting++
		}
	}
	s.sleep, s.rest = sleep, rests
	return resting
}

func (s *Service) sleepUntil(claim trace.Hash, time uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sleep[claim] = time
}

// wakeAll makes every claim be looked at again: the chain has something new.
func (s *Service) wakeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sleep)
}
