package escrow

// Numbers of the compressor by which OP-stack chains charge for data.
const (
	flzSlots   = 1 << 13 // of the table of places seen
	flzWindow  = 1 << 13 // how far back a match may lie
	flzRun     = 32      // bytes of one literal run
	flzStretch = 262     // bytes of one match
	flzTail    = 13      // no match begins in so many bytes at the end
)

// FastLZLen is the number of bytes to which FastLZ, level 1, compresses data.
// OP-stack chains estimate from it the space that a transaction takes up in a
// blob, since Fjord. It agrees byte for byte with the chains' own counter, also
// where that counter is one off the true length.
func FastLZLen(data []byte) int {
	c := flzCounter{data: data, last: len(data) - flzTail}
	for at := 2; ; {
		found, ref, ok := c.next(at)
		if !ok {
			return c.size + literals(len(data)-c.done)
		}
		c.size += literals(found - c.done)
		n := c.common(ref+3, found+3)
		c.size += match(n)
		for at = found + n; at < found+n+2; at++ {
			c.table[c.slot(at)] = at
		}
		c.done = at
	}
}

type flzCounter struct {
	data  []byte
	last  int // the first place at which no match may begin
	done  int // bytes accounted for
	size  int
	table [flzSlots]int // newest place at which three bytes of this hash stand
}

func (c *flzCounter) triple(at int) uint32 {
	return uint32(c.data[at]) | uint32(c.data[at+1])<<8 | uint32(c.data[at+2])<<16
}

func (c *flzCounter) slot(at int) uint32 { return 2654435769 * c.triple(at) >> 19 }

// next finds the next three bytes from at on that stand at ref before.
func (c *flzCounter) next(at int) (found, ref int, ok bool) {
	for ; at < c.last; at++ {
		slot := c.slot(at)
		ref, c.table[slot] = c.table[slot], at
		if at-ref < flzWindow && c.triple(ref) == c.triple(at) {
			return at, ref, at+1 < c.last
		}
	}
	return 0, 0, false
}

// common counts equal bytes from both places on, up to four before the end. The
// byte that differs counts as well: so do the chains.
func (c *flzCounter) common(ref, at int) int {
	for n := 0; at+n < len(c.data)-4; n++ {
		if c.data[ref+n] != c.data[at+n] {
			return n + 1
		}
	}
	return max(0, len(c.data)-4-at)
}

// literals is the size of n bytes that are copied: a byte in front of each run.
func literals(n int) int {
	size := n / flzRun * (flzRun + 1)
	if rest := n % flzRun; rest > 0 {
		size += rest + 1
	}
	return size
}

// match is the size of a match of n bytes beyond its first two.
func match(n int) int {
	n--
	if n%flzStretch >= 6 {
		return n/flzStretch*3 + 3
	}
	return n/flzStretch*3 + 2
}
