package trace

import (
	"hash"

	"golang.org/x/crypto/sha3"
)

// Keccak is Keccak-256 (the original padding, as on Ethereum) over the
// concatenation of parts.
func Keccak(parts ...[]byte) Hash {
	k := newKeccak()
	for _, p := range parts {
		k.write(p)
	}
	return k.sum()
}

// sponge is what x/crypto's legacy Keccak offers besides hash.Hash: Read gives
// the digest without the state copy that Sum makes.
type sponge interface {
	hash.Hash
	Read([]byte) (int, error)
}

// keccak is one reusable sponge. Small inputs go through buf, which lies on
// the heap already, so that hashing does not allocate.
type keccak struct {
	h   sponge
	buf [128]byte
	out Hash
}

func newKeccak() *keccak {
	h, ok := sha3.NewLegacyKeccak256().(sponge)
	if !ok {
		// The library documents the returned state as a sponge; this only
		// guards a change of the pinned dependency.
		panic("trace: Keccak state cannot be read")
	}
	return &keccak{h: h}
}

func (k *keccak) write(p []byte) { k.h.Write(p) }

// sum reads the digest and resets the state for the next message.
func (k *keccak) sum() Hash {
	k.h.Read(k.out[:])
	k.h.Reset()
	return k.out
}
