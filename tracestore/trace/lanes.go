package trace

import "encoding/binary"

// rate is the number of bytes that Keccak-256 absorbs per permutation.
const rate = 136

// lanes computes Keccak-256 of many messages side by side, one in each lane of
// the machine's vectors. A lane that ends takes the next message, so messages
// of different lengths keep all lanes busy.
type lanes struct {
	width int
	state [200]uint64 // word i of lane l at width*i + l
	lane  [8]struct {
		rest []byte // of the message, whole blocks
		out  *Hash
	}
}

// sum hashes the messages, each padded by pad, into out. Width 1 is not for it.
func (l *lanes) sum(messages [][]byte, out []Hash) {
	next, busy := 0, 0
	for i := range l.width {
		if next < len(messages) {
			l.lane[i].rest, l.lane[i].out = messages[next], &out[next]
			l.clear(i)
			next, busy = next+1, busy+1
		} else {
			l.lane[i].rest, l.lane[i].out = nil, nil
		}
	}
	for busy > 0 {
		for i := range l.width {
			l.absorb(i)
		}
		l.permute()
		for i := range l.width {
			ln := &l.lane[i]
			if ln.out == nil || len(ln.rest) > 0 {
				continue
			}
			l.squeeze(i, ln.out)
			ln.out = nil
			if busy--; next < len(messages) {
				ln.rest, ln.out = messages[next], &out[next]
				l.clear(i)
				next, busy = next+1, busy+1
			}
		}
	}
}

// absorb takes the next block of a lane's message, if it has one.
func (l *lanes) absorb(i int) {
	rest := l.lane[i].rest
	if len(rest) < rate {
		return
	}
	l.lane[i].rest = rest[rate:]
	block := rest[:rate]
	if l.width == 8 {
		s := l.state[i : i+8*16+1]
		for w := range rate / 8 {
			s[8*w] ^= binary.LittleEndian.Uint64(block[8*w:])
		}
		return
	}
	for w := range rate / 8 {
		l.state[l.width*w+i] ^= binary.LittleEndian.Uint64(block[8*w:])
	}
}

func (l *lanes) squeeze(i int, out *Hash) {
	for w := range len(out) / 8 {
		binary.LittleEndian.PutUint64(out[8*w:], l.state[l.width*w+i])
	}
}

func (l *lanes) clear(i int) {
	for w := range 25 {
		l.state[l.width*w+i] = 0
	}
}

// pad completes a message of which buf[from:] is the text so far: 0x01, zeros,
// 0x80 in the last byte of the block.
func pad(buf []byte, from int) []byte {
	n := len(buf) - from
	short := rate - n%rate
	var zeros [rate]byte
	buf = append(buf, zeros[:short]...)
	buf[from+n] = 0x01
	buf[len(buf)-1] |= 0x80
	return buf
}

const (
	// leafBatch is how many records are hashed side by side at most.
	leafBatch = 64
	// longBody is hashed by itself: copying it would cost memory, and a lane
	// that is busy for long leaves the others idle.
	longBody = 16 << 10
)

// LeafHasher computes the leaves of many records, using the machine's vector
// instructions where it has them. Not safe for concurrent use.
type LeafHasher struct {
	lanes    lanes
	k        *keccak
	arena    []byte
	ends     []int
	messages [][]byte
	which    []int
	hashes   []Hash
	bodies   [leafBatch]Hash
}

// NewLeafHasher returns a LeafHasher ready for use.
func NewLeafHasher() *LeafHasher { return newLeafHasher(laneWidth()) }

func newLeafHasher(width int) *LeafHasher {
	return &LeafHasher{lanes: lanes{width: width}, k: newKeccak()}
}

// Append appends the leaf of every record to dst; each equals r.Leaf().
func (l *LeafHasher) Append(dst []Hash, records []Record) []Hash {
	for len(records) > 0 {
		n := min(len(records), leafBatch)
		if l.lanes.width == 1 {
			for i := range n {
				dst = append(dst, l.k.leaf(records[i]))
			}
		} else {
			dst = l.batch(dst, records[:n])
		}
		records = records[n:]
	}
	return dst
}

// batch hashes at most leafBatch records: all bodies, then all leaves.
func (l *LeafHasher) batch(dst []Hash, records []Record) []Hash {
	l.begin()
	for i := range records {
		r := &records[i]
		if r.Hidden || len(r.Body) > longBody {
			l.bodies[i] = l.k.body(*r)
			continue
		}
		from := len(l.arena)
		l.arena = append(append(l.arena, 0x02), r.Salt[:]...)
		l.arena = binary.BigEndian.AppendUint64(l.arena, uint64(len(r.Body)))
		l.arena = append(l.arena, r.Body...)
		l.end(i, from)
	}
	for i, h := range l.run() {
		l.bodies[l.which[i]] = h
	}
	l.begin()
	for i := range records {
		from := len(l.arena)
		l.arena = append(l.arena, 0x00)
		l.arena = binary.BigEndian.AppendUint64(l.arena, uint64(len(records[i].Head)))
		l.arena = append(append(l.arena, records[i].Head...), l.bodies[i][:]...)
		l.end(i, from)
	}
	return append(dst, l.run()...)
}

// trees gives for every leaf the largest complete tree that ends with it and
// begins no earlier than the first leaf, of which there are first before it.
// Without vectors it hashes nothing: whoever adds the leaves does it then.
func (l *LeafHasher) trees(dst []ended, first uint64, leaves []Hash) []ended {
	for i, leaf := range leaves {
		dst = append(dst, ended{root: leaf, at: first + uint64(i)})
	}
	if l.lanes.width == 1 {
		return dst
	}
	for level := 0; 1<<(level+1) <= len(leaves); level++ {
		// Trees of this level end half a step before and at each whole step.
		step := uint64(1) << (level + 1)
		i := int((first+step-1)/step*step + step - 1 - first)
		for i < len(dst) {
			l.begin()
			for ; i < len(dst) && len(l.ends) < leafBatch; i += int(step) {
				from := len(l.arena)
				l.arena = append(append(append(l.arena, 0x01), dst[i-int(step)/2].root[:]...), dst[i].root[:]...)
				l.end(i, from)
			}
			for j, h := range l.run() {
				dst[l.which[j]].root, dst[l.which[j]].level = h, level+1
			}
		}
	}
	return dst
}

func (l *LeafHasher) begin() {
	l.arena, l.ends, l.which = l.arena[:0], l.ends[:0], l.which[:0]
}

// end closes the message that began at from and belongs to record i.
func (l *LeafHasher) end(i, from int) {
	l.arena = pad(l.arena, from)
	l.ends, l.which = append(l.ends, len(l.arena)), append(l.which, i)
}

// run hashes what lies in the arena.
func (l *LeafHasher) run() []Hash {
	l.messages = l.messages[:0]
	from := 0
	for _, end := range l.ends {
		l.messages = append(l.messages, l.arena[from:end])
		from = end
	}
	if cap(l.hashes) < len(l.messages) {
		l.hashes = make([]Hash, leafBatch)
	}
	l.hashes = l.hashes[:len(l.messages)]
	l.lanes.sum(l.messages, l.hashes)
	return l.hashes
}
