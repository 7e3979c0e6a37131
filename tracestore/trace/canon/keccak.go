package canon

import (
	"encoding/binary"
	"math/bits"
)

// rate is the number of bytes that Keccak-256 absorbs per permutation.
const rate = 136

// Keccak is Keccak-256 (the original padding, as on Ethereum) over the
// concatenation of parts. It is the plain algorithm: the library that is faster
// on long inputs (see package trace) starts the whole of Go's cryptography with
// the process.
func Keccak(parts ...[]byte) (out Hash) {
	var a [25]uint64
	var block [rate]byte
	n := 0
	for _, p := range parts {
		for len(p) > 0 {
			k := copy(block[n:], p)
			p, n = p[k:], n+k
			if n == rate {
				absorb(&a, &block)
				n = 0
			}
		}
	}
	clear(block[n:])
	block[n] = 0x01
	block[rate-1] |= 0x80
	absorb(&a, &block)
	for i := range len(out) / 8 {
		binary.LittleEndian.PutUint64(out[8*i:], a[i])
	}
	return out
}

func absorb(a *[25]uint64, block *[rate]byte) {
	for i := range rate / 8 {
		a[i] ^= binary.LittleEndian.Uint64(block[8*i:])
	}
	permute(a)
}

// permute is Keccak-f[1600] as FIPS 202 section 3 gives it, with word x, y of
// the state at index x+5y.
func permute(a *[25]uint64) {
	var c [5]uint64
	for _, constant := range roundConstants {
		for x := range c { // theta
			c[x] = a[x] ^ a[x+5] ^ a[x+10] ^ a[x+15] ^ a[x+20]
		}
		for x := range c {
			d := c[(x+4)%5] ^ bits.RotateLeft64(c[(x+1)%5], 1)
			for y := 0; y < 25; y += 5 {
				a[x+y] ^= d
			}
		}
		moving := a[1] // rho and pi
		for i, to := range piLane {
			moving, a[to] = a[to], bits.RotateLeft64(moving, rhoOffset[i])
		}
		for y := 0; y < 25; y += 5 { // chi
			copy(c[:], a[y:y+5])
			for x := range c {
				a[x+y] = c[x] ^ ^c[(x+1)%5]&c[(x+2)%5]
			}
		}
		a[0] ^= constant // iota
	}
}

// The tables of rho and pi in the order in which pi visits the words, and the
// constants of iota. Nothing writes them.
var (
	rhoOffset = [24]int{1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44}
	piLane    = [24]int{10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1}

	roundConstants = [24]uint64{
		0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
		0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
		0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
		0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
		0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
		0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
	}
)
