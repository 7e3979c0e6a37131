package check

import (
	"hash/maphash"
	"math/bits"
)

// shards is how many parts the visited set has: each is written by one worker
// at a time, and growing one moves only a part of the set.
const (
	shardBits = 6
	shards    = 1 << shardBits
)

// visited is the set of keys seen. Lookups may run side by side while nobody
// adds; additions to different shards may run side by side.
type visited struct {
	seed  maphash.Seed
	parts [shards]shard
	exact bool
}

type shard struct {
	slots []uint64 // fingerprints, 0: empty
	used  int
	keys  map[string]struct{} // exact
	bytes uint64              // of the keys
}

func newVisited(exact bool) *visited {
	v := &visited{seed: maphash.MakeSeed(), exact: exact}
	for i := range v.parts {
		if exact {
			v.parts[i].keys = map[string]struct{}{}
		} else {
			v.parts[i].slots = make([]uint64, 64)
		}
	}
	return v
}

// print is the fingerprint of a key, never 0.
func (v *visited) print(key []byte) uint64 {
	return max(maphash.Bytes(v.seed, key), 1)
}

func shardOf(print uint64) int { return int(print >> (64 - shardBits)) }

// has tells whether a key was added.
func (v *visited) has(print uint64, key []byte) bool {
	s := &v.parts[shardOf(print)]
	if v.exact {
		_, ok := s.keys[string(key)]
		return ok
	}
	_, ok := s.find(print)
	return ok
}

// find is the slot of a fingerprint, or the empty one where it belongs.
func (s *shard) find(print uint64) (at int, ok bool) {
	n := uint64(len(s.slots))
	hi, _ := bits.Mul64(print<<shardBits, n)
	for i := hi; ; {
		switch s.slots[i] {
		case print:
			return int(i), true
		case 0:
			return int(i), false
		}
		if i++; i == n {
			i = 0
		}
	}
}

// add tells whether the key is new. One goroutine a shard.
func (v *visited) add(print uint64, key []byte) bool {
	s := &v.parts[shardOf(print)]
	if v.exact {
		if _, ok := s.keys[string(key)]; ok {
			return false
		}
		s.keys[string(key)] = struct{}{}
		s.used++
		s.bytes += uint64(len(key)) + exactOverhead
		return true
	}
	at, ok := s.find(print)
	if ok {
		return false
	}
	s.slots[at] = print
	if s.used++; s.used*4 > len(s.slots)*3 {
		s.grow()
	}
	return true
}

// exactOverhead is about what a map entry costs beside the key's bytes.
const exactOverhead = 40

func (s *shard) grow() {
	old := s.slots
	s.slots = make([]uint64, len(old)*3/2)
	for _, print := range old {
		if print != 0 {
			at, _ := s.find(print)
			s.slots[at] = print
		}
	}
}

// bytes is what the set holds.
func (v *visited) bytes() (n uint64) {
	for i := range v.parts {
		n += 8*uint64(len(v.parts[i].slots)) + v.parts[i].bytes
	}
	return n
}
