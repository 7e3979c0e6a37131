package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// ErrFrontier is returned for bytes that are no stored frontier.
var ErrFrontier = errors.New("not a stored frontier")

// Frontier is the compact range of the tree of RFC 9162 section 2.1.1 over
// the leaves appended so far: one hash per set bit of the size, largest
// subtree first. The zero value is the empty tree. Not safe for concurrent
// use; Clone gives an independent copy.
type Frontier struct {
	size  uint64
	nodes []Hash
}

// Append adds one leaf hash, taken as it is.
func (f *Frontier) Append(leaf Hash) { f.append(newKeccak(), leaf) }

func (f *Frontier) append(k *keccak, leaf Hash) {
	for n := f.size; n&1 == 1; n >>= 1 {
		last := len(f.nodes) - 1
		leaf = k.node(f.nodes[last], leaf)
		f.nodes = f.nodes[:last]
	}
	f.nodes = append(f.nodes, leaf)
	f.size++
}

// ended is the largest complete tree that ends with a leaf and was hashed
// beforehand; level 0 is the leaf itself.
type ended struct {
	root  Hash
	level int
	at    uint64 // leaves before its last one
}

// appendEnded adds the last leaf of t, whose other leaves were added before.
func (f *Frontier) appendEnded(k *keccak, t ended) {
	n := f.size >> t.level
	f.nodes = f.nodes[:len(f.nodes)-t.level]
	root := t.root
	for ; n&1 == 1; n >>= 1 {
		last := len(f.nodes) - 1
		root = k.node(f.nodes[last], root)
		f.nodes = f.nodes[:last]
	}
	f.nodes = append(f.nodes, root)
	f.size++
}

// Size is the number of leaves.
func (f *Frontier) Size() uint64 { return f.size }

// Root is the tree hash; 32 zero bytes for the empty tree.
func (f *Frontier) Root() Hash { return f.root(newKeccak()) }

func (f *Frontier) root(k *keccak) Hash {
	if len(f.nodes) == 0 {
		return Hash{}
	}
	root := f.nodes[len(f.nodes)-1]
	for i := len(f.nodes) - 2; i >= 0; i-- {
		root = k.node(f.nodes[i], root)
	}
	return root
}

// Clone returns a copy that shares nothing.
func (f *Frontier) Clone() *Frontier {
	return &Frontier{size: f.size, nodes: append([]Hash(nil), f.nodes...)}
}

// MarshalBinary gives u64(size) and the nodes, largest subtree first.
func (f *Frontier) MarshalBinary() ([]byte, error) {
	out := binary.BigEndian.AppendUint64(make([]byte, 0, 8+32*len(f.nodes)), f.size)
	for _, n := range f.nodes {
		out = append(out, n[:]...)
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote; other lengths are
// ErrFrontier.
func (f *Frontier) UnmarshalBinary(b []byte) error {
	if len(b) < 8 {
		return fmt.Errorf("%w: %d bytes", ErrFrontier, len(b))
	}
	size := binary.BigEndian.Uint64(b)
	b = b[8:]
	if len(b) != 32*bits.OnesCount64(size) {
		return fmt.Errorf("%w: size %d with %d bytes of nodes", ErrFrontier, size, len(b))
	}
	f.size, f.nodes = size, make([]Hash, len(b)/32)
	for i := range f.nodes {
		copy(f.nodes[i][:], b[32*i:])
	}
	return nil
}

// node is the hash of an inner node: K(0x01 ‖ left ‖ right).
func (k *keccak) node(left, right Hash) Hash {
	k.buf[0] = 0x01
	copy(k.buf[1:33], left[:])
	copy(k.buf[33:65], right[:])
	k.write(k.buf[:65])
	return k.sum()
}

// Commitment is H(n), the value that goes on chain for the first n records of
// a session: K(pad32("varek/trace/v1") ‖ session ‖ u64(n) ‖ root_n).
func Commitment(session Hash, n uint64, root Hash) Hash {
	return newKeccak().commitment(session, n, root)
}

func (k *keccak) commitment(session Hash, n uint64, root Hash) Hash {
	b := &k.buf
	clear(b[:32])
	copy(b[:32], "varek/trace/v1")
	copy(b[32:64], session[:])
	binary.BigEndian.PutUint64(b[64:72], n)
	copy(b[72:104], root[:])
	k.write(b[:104])
	return k.sum()
}
