package trace

import (
	"encoding/binary"
	"fmt"
)

// Record is one entry of a session as it is stored and shown: the exact head
// bytes, and either the salted body or only its hash.
type Record struct {
	// Head is the canonical head; nil only in evidence that left it out.
	Head []byte
	// Body is the canonical body; nil when hidden.
	Body []byte
	// Salt was drawn once for this record; zero when hidden.
	Salt Hash
	// BodyHash is body_i of a hidden record and zero otherwise: a shown
	// record's hash is always computed from what is shown.
	BodyHash Hash
	// Hidden says that body and salt are withheld.
	Hidden bool
}

// NewRecord encodes head and body. The salt must be 32 fresh random bytes;
// the zero salt is refused, because it would not hide anything.
func NewRecord(h Head, b Body, salt Hash) (Record, error) {
	if salt.IsZero() {
		return Record{}, fmt.Errorf("record %d: salt is zero", h.Seq)
	}
	head, err := h.Encode()
	if err != nil {
		return Record{}, fmt.Errorf("record %d: head: %w", h.Seq, err)
	}
	body, err := b.Encode()
	if err != nil {
		return Record{}, fmt.Errorf("record %d: body: %w", h.Seq, err)
	}
	return Record{Head: head, Body: body, Salt: salt}, nil
}

// BodyDigest is body_i: K(0x02 ‖ salt ‖ u64(len(body)) ‖ body), or the given
// hash of a hidden record.
func (r Record) BodyDigest() Hash { return newKeccak().body(r) }

// Leaf is leaf_i: K(0x00 ‖ u64(len(head)) ‖ head ‖ body_i).
func (r Record) Leaf() Hash { return newKeccak().leaf(r) }

// Hide returns the redacted form, which has the same leaf.
func (r Record) Hide() Record {
	return Record{Head: r.Head, BodyHash: r.BodyDigest(), Hidden: true}
}

func (k *keccak) body(r Record) Hash {
	if r.Hidden {
		return r.BodyHash
	}
	k.buf[0] = 0x02
	copy(k.buf[1:33], r.Salt[:])
	binary.BigEndian.PutUint64(k.buf[33:41], uint64(len(r.Body)))
	k.write(k.buf[:41])
	k.write(r.Body)
	return k.sum()
}

func (k *keccak) leaf(r Record) Hash {
	body := k.body(r)
	k.buf[0] = 0x00
	binary.BigEndian.PutUint64(k.buf[1:9], uint64(len(r.Head)))
	k.write(k.buf[:9])
	k.write(r.Head)
	copy(k.buf[:32], body[:])
	k.write(k.buf[:32])
	return k.sum()
}

// Hasher computes leaves one after another without allocating; the fast path
// of checkpointers and verifiers. Not safe for concurrent use.
type Hasher struct{ k *keccak }

// NewHasher returns a Hasher ready for use.
func NewHasher() *Hasher { return &Hasher{newKeccak()} }

// Leaf equals r.Leaf().
func (h *Hasher) Leaf(r Record) Hash { return h.k.leaf(r) }

// Append adds a leaf to f as f.Append does.
func (h *Hasher) Append(f *Frontier, leaf Hash) { f.append(h.k, leaf) }

// Add is Append of the entry's leaf, with what its reader has hashed of the
// tree already where f has all the leaves before it.
func (h *Hasher) Add(f *Frontier, e *Entry) {
	if t := e.tree; t.level > 0 && t.at == f.size {
		f.appendEnded(h.k, t)
		return
	}
	f.append(h.k, e.Leaf)
}

// Root equals f.Root().
func (h *Hasher) Root(f *Frontier) Hash { return f.root(h.k) }

// Commitment is H(n) of f's leaves.
func (h *Hasher) Commitment(session Hash, f *Frontier) Hash {
	return h.k.commitment(session, f.size, f.root(h.k))
}
