package trace

import (
	"errors"
	"fmt"
	"slices"
)

// ErrProof is the family of every refusal of a proof: malformed, of an
// impossible place, or leading to another root.
var ErrProof = errors.New("proof does not hold")

// span is the run of leaves from..to-1, counted from 0.
type span struct{ from, to uint64 }

// PathMaker computes a proof in one pass over the leaves. It holds one subtree
// at a time, so memory is log n hashes whatever the size.
type PathMaker struct {
	size  uint64
	spans []span // in the order of the path
	order []int  // indexes of spans, left to right
	nodes []Hash
	next  int // of order
	tree  Frontier
	sub   Frontier
	k     *keccak
}

// NewInclusion makes the inclusion path (RFC 9162 section 2.1.3.1) of the leaf
// with the given index, counted from 0, in the tree of size leaves.
func NewInclusion(index, size uint64) (*PathMaker, error) {
	if index >= size {
		return nil, fmt.Errorf("%w: there is no leaf %d in a tree of %d", ErrProof, index, size)
	}
	return newPathMaker(size, inclusionSpans(index, 0, size)), nil
}

// NewConsistency makes the consistency proof (RFC 9162 section 2.1.4.1) that
// the tree of size leaves extends that of its first leaves; 1 <= first <= size.
func NewConsistency(first, size uint64) (*PathMaker, error) {
	if first == 0 || first > size {
		return nil, fmt.Errorf("%w: a tree of %d leaves does not extend one of %d", ErrProof, size, first)
	}
	return newPathMaker(size, consistencySpans(first, 0, size, true)), nil
}

func newPathMaker(size uint64, spans []span) *PathMaker {
	p := &PathMaker{size: size, spans: spans, order: make([]int, len(spans)), nodes: make([]Hash, len(spans)), k: newKeccak()}
	for i := range p.order {
		p.order[i] = i
	}
	slices.SortFunc(p.order, func(a, b int) int {
		if spans[a].from < spans[b].from {
			return -1
		}
		return 1
	})
	return p
}

// Append takes the next leaf; all leaves of the tree are needed, in order.
func (p *PathMaker) Append(leaf Hash) {
	at := p.tree.size
	p.tree.append(p.k, leaf)
	if p.next == len(p.order) || at < p.spans[p.order[p.next]].from {
		return
	}
	p.sub.append(p.k, leaf)
	if place := p.order[p.next]; at+1 == p.spans[place].to {
		p.nodes[place] = p.sub.root(p.k)
		p.sub = Frontier{}
		p.next++
	}
}

// Path is the proof and the root of the whole tree, once all leaves were
// appended; ErrProof while there are others than size of them.
func (p *PathMaker) Path() (path []Hash, root Hash, err error) {
	if p.tree.size != p.size {
		return nil, Hash{}, fmt.Errorf("%w: it needs %d leaves, there are %d", ErrProof, p.size, p.tree.size)
	}
	return p.nodes, p.tree.root(p.k), nil
}

// inclusionSpans is PATH(m, D[n]) with the leaf's sibling first.
func inclusionSpans(m, from, to uint64) []span {
	if to-from == 1 {
		return nil
	}
	mid := from + split(to-from)
	if m < mid {
		return append(inclusionSpans(m, from, mid), span{mid, to})
	}
	return append(inclusionSpans(m, mid, to), span{from, mid})
}

// consistencySpans is SUBPROOF(m, D[n], b).
func consistencySpans(m, from, to uint64, known bool) []span {
	if m == to {
		if known {
			return nil
		}
		return []span{{from, to}}
	}
	mid := from + split(to-from)
	if m <= mid {
		return append(consistencySpans(m, from, mid, known), span{mid, to})
	}
	return append(consistencySpans(m, mid, to, false), span{from, mid})
}

// split is the largest power of two below n; n > 1.
func split(n uint64) uint64 {
	k := uint64(1)
	for k < n-k {
		k <<= 1
	}
	return k
}

// InclusionRoot is the root that leaf, index and path lead to (RFC 9162 section
// 2.1.3.2); ErrProof if the path has the wrong length for its place.
func InclusionRoot(leaf Hash, index, size uint64, path []Hash) (Hash, error) {
	if index >= size {
		return Hash{}, fmt.Errorf("%w: there is no leaf %d in a tree of %d", ErrProof, index, size)
	}
	k := newKeccak()
	fn, sn, r := index, size-1, leaf
	for _, p := range path {
		if sn == 0 {
			return Hash{}, fmt.Errorf("%w: the path is too long", ErrProof)
		}
		if fn&1 == 1 || fn == sn {
			r = k.node(p, r)
			for fn&1 == 0 && fn != 0 {
				fn, sn = fn>>1, sn>>1
			}
		} else {
			r = k.node(r, p)
		}
		fn, sn = fn>>1, sn>>1
	}
	if sn != 0 {
		return Hash{}, fmt.Errorf("%w: the path is too short", ErrProof)
	}
	return r, nil
}

// CheckConsistency verifies that the tree (size, root) extends the tree
// (first, firstRoot) (RFC 9162 section 2.1.4.2); nil, or ErrProof. The first
// tree must not be empty.
func CheckConsistency(first, size uint64, firstRoot, root Hash, path []Hash) error {
	switch {
	case first == 0 || first > size:
		return fmt.Errorf("%w: a tree of %d leaves does not extend one of %d", ErrProof, size, first)
	case first == size:
		if len(path) > 0 || firstRoot != root {
			return fmt.Errorf("%w: two trees of %d leaves with different roots, or a path between equals", ErrProof, size)
		}
		return nil
	case len(path) == 0:
		return fmt.Errorf("%w: the path is too short", ErrProof)
	}
	k := newKeccak()
	if first&(first-1) == 0 {
		path = append([]Hash{firstRoot}, path...)
	}
	fn, sn := first-1, size-1
	for fn&1 == 1 {
		fn, sn = fn>>1, sn>>1
	}
	fr, sr := path[0], path[0]
	for _, c := range path[1:] {
		if sn == 0 {
			return fmt.Errorf("%w: the path is too long", ErrProof)
		}
		if fn&1 == 1 || fn == sn {
			fr, sr = k.node(c, fr), k.node(c, sr)
			for fn&1 == 0 && fn != 0 {
				fn, sn = fn>>1, sn>>1
			}
		} else {
			sr = k.node(sr, c)
		}
		fn, sn = fn>>1, sn>>1
	}
	switch {
	case sn != 0:
		return fmt.Errorf("%w: the path is too short", ErrProof)
	case fr != firstRoot:
		return fmt.Errorf("%w: the path leads to another first root, %s", ErrProof, fr)
	case sr != root:
		return fmt.Errorf("%w: the path leads to another root, %s", ErrProof, sr)
	}
	return nil
}
