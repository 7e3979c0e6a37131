package verifier

import "github.com/varek/varek/tracestore/trace"

// rest is a pause counted in steps, doubled with every failure in a row.
type rest struct {
	left, next int
	patient    bool // it waits for others, and nothing has failed
}

const (
	maxRest = 32
	// largeBundle is the size from which a bundle is judged in the lane for large
	// ones: so many of them at once that the others always find a free hand.
	largeBundle = 64 << 20
)

// take says whether a claim is worth a look at block time now and free, and
// takes it; rested gives it back.
func (s *Service) take(claim trace.Hash, now uint64) bool {
	if s.asleep(claim, now) {
		return false // most of many claims, and this asks no disk
	}
	large := s.vault.Size(claim) >= largeBundle
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.busy[claim]; taken || now < s.sleep[claim] {
		return false
	}
	if r := s.rest[claim]; r != nil && r.left > 0 {
		r.left--
		return false
	}
	if large {
		if s.large >= max(1, s.cfg.Parallel/2) {
			return false
		}
		s.large++
	}
	s.busy[claim] = large
	return true
}

// asleep says that nothing can happen to a claim at block time now, or that
// somebody works on it.
func (s *Service) asleep(claim trace.Hash, now uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, taken := s.busy[claim]
	return taken || now < s.sleep[claim]
}

// rested gives a claim back; after an error it pauses.
func (s *Service) rested(claim trace.Hash, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[claim] {
		s.large--
	}
	delete(s.busy, claim)
	if err == nil {
		if r := s.rest[claim]; r != nil && !r.patient {
			delete(s.rest, claim)
		}
		return
	}
	r := s.rest[claim]
	if r == nil || r.patient {
		r = &rest{next: 1}
		s.rest[claim] = r
	}
	r.left, r.next = r.next, min(maxRest, r.next*2)
}

// waitFor lets a claim wait some steps for what others do; rouse ends it.
func (s *Service) waitFor(claim trace.Hash, steps int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest[claim] = &rest{left: steps, next: 1, patient: true}
}

// resting counts the claims that pause after trouble.
func (s *Service) resting() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rest {
		if !r.patient {
			n++
		}
	}
	return n
}

// tidy forgets pauses of claims that are at an end.
func (s *Service) tidy(active []Claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sleep, rests, looks := map[trace.Hash]uint64{}, map[trace.Hash]*rest{}, map[trace.Hash]int{}
	for _, c := range active {
		if until, ok := s.sleep[c.ID]; ok {
			sleep[c.ID] = until
		}
		if r := s.rest[c.ID]; r != nil {
			rests[c.ID] = r
		}
		if n, ok := s.looks[c.ID]; ok {
			looks[c.ID] = n
		}
	}
	s.sleep, s.rest, s.looks = sleep, rests, looks
}

func (s *Service) sleepUntil(claim trace.Hash, time uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sleep[claim] = time
}

// wakeAll makes every claim be looked at again: the chain is another one.
func (s *Service) wakeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sleep)
}
