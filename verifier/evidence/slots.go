package evidence

import (
	"net"
	"sync"
)

// slots counts uploads that are under way, in all and per address.
type slots struct {
	mu           sync.Mutex
	all, perPeer int
	used         int
	peers        map[string]int
}

func newSlots(all, perPeer int) *slots {
	return &slots{all: all, perPeer: perPeer, peers: map[string]int{}}
}

// take returns a release function, or false when there is no room.
func (s *slots) take(remoteAddr string) (release func(), ok bool) {
	peer, _, err := net.SplitHostPort(remoteAddr)
	if err != nil {
		peer = remoteAddr
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used >= s.all || s.peers[peer] >= s.perPeer {
		return nil, false
	}
	s.used++
	s.peers[peer]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.used--
		if s.peers[peer]--; s.peers[peer] == 0 {
			delete(s.peers, peer)
		}
	}, true
}
