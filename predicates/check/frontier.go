package check

import "encoding/binary"

// chunkStates is how many states a worker takes at once, batchChunks how many
// chunks are expanded between two additions to the visited set. Neither shows
// in the result.
const (
	chunkStates = 128
	batchChunks = 64
	slabSize    = 1 << 18
)

// slabs hands out memory in pieces of one size and takes them back, so that a
// level's memory becomes the next one's.
type slabs struct {
	free [][]byte
	all  int
}

func (s *slabs) get() []byte {
	if n := len(s.free); n > 0 {
		slab := s.free[n-1]
		s.free = s.free[:n-1]
		return slab[:0]
	}
	s.all++
	return make([]byte, 0, slabSize)
}

func (s *slabs) put(slab []byte) {
	if cap(slab) == slabSize {
		s.free = append(s.free, slab)
	}
}

// chunk is a run of states of one level: each a uvarint length and a key.
type chunk struct {
	data  []byte
	first uint64 // number of its first state
	count int
	slab  []byte // to be given back after this chunk; nil: others follow in it
}

// frontier is one level in order.
type frontier struct {
	pool   *slabs
	chunks []chunk
	slab   []byte
	from   int // of the open chunk in slab
	count  int // states in it
	first  uint64
	total  uint64
	extra  uint64 // bytes of keys that are larger than a slab
}

func newFrontier(pool *slabs, first uint64) *frontier { return &frontier{pool: pool, first: first} }

// add appends a state.
func (f *frontier) add(key []byte) {
	var size [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(size[:], uint64(len(key)))
	if need := n + len(key); need > cap(f.slab)-len(f.slab) {
		f.cut(true)
		if f.slab = f.pool.get(); need > cap(f.slab) {
			f.pool.put(f.slab)
			f.slab = make([]byte, 0, need)
			f.extra += uint64(need)
		}
		f.from = 0
	}
	f.slab = append(append(f.slab, size[:n]...), key...)
	f.total++
	if f.count++; f.count == chunkStates {
		f.cut(false)
	}
}

// cut ends the open chunk; last says that nothing more goes into the slab.
func (f *frontier) cut(last bool) {
	c := chunk{data: f.slab[f.from:], first: f.first, count: f.count}
	if last {
		c.slab = f.slab
	}
	if c.count > 0 || c.slab != nil {
		f.chunks = append(f.chunks, c)
	}
	f.first += uint64(f.count)
	f.from, f.count = len(f.slab), 0
	if last {
		f.slab, f.from = nil, 0
	}
}

// eachKey walks a chunk's keys.
func (c *chunk) eachKey(f func(n uint64, key []byte) error) error {
	rest := c.data
	for i := range c.count {
		size, n := binary.Uvarint(rest)
		if err := f(c.first+uint64(i), rest[n:n+int(size)]); err != nil {
			return err
		}
		rest = rest[n+int(size):]
	}
	return nil
}

// trail holds, for every numbered state, where it came from: the state before,
// and which of its steps. A start state has its place among the start steps.
type trail struct {
	parents  [][]uint32
	ordinals [][]uint16
	count    uint64
	starts   uint64
}

const trailSlab = 1 << 16

func (t *trail) add(parent uint64, ordinal int) {
	if t.count%trailSlab == 0 {
		t.parents = append(t.parents, make([]uint32, 0, trailSlab))
		t.ordinals = append(t.ordinals, make([]uint16, 0, trailSlab))
	}
	last := len(t.parents) - 1
	t.parents[last] = append(t.parents[last], uint32(parent))
	t.ordinals[last] = append(t.ordinals[last], uint16(ordinal))
	t.count++
}

func (t *trail) bytes() uint64 { return uint64(len(t.parents)) * trailSlab * 6 }

// edge is a step: the number of the state it leaves and its place there. Of a
// start step only the place counts.
type edge struct {
	node    uint64
	ordinal int
	start   bool
}

// path lists the ordinals that lead through an edge, the start's first.
func (t *trail) path(e edge) []int {
	if e.start {
		return []int{e.ordinal}
	}
	ordinals := []int{e.ordinal}
	n := e.node
	for {
		ordinals = append(ordinals, int(t.ordinals[n/trailSlab][n%trailSlab]))
		if n < t.starts {
			break
		}
		n = uint64(t.parents[n/trailSlab][n%trailSlab])
	}
	for i, j := 0, len(ordinals)-1; i < j; i, j = i+1, j-1 {
		ordinals[i], ordinals[j] = ordinals[j], ordinals[i]
	}
	return ordinals
}
