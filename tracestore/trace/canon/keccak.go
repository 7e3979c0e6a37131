package canon

import (
	"encoding/binary"
	"math/bits"
)

// rate is the number of bytes that Keccak-256 absorbs per permutation.
const rate = 136

// Keccak is Keccak-256 (the original padding, as on Ethereum) over the
// concatenation of parts. It is our own, because the library that package trace
// uses starts the whole of Go's cryptography with the process.
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
// the state at index x+5y. The words live in variables and the turns of rho
// and pi are written out, which is six times faster than the loops; the
// tests hold these.
func permute(a *[25]uint64) {
	a0, a1, a2, a3, a4 := a[0], a[1], a[2], a[3], a[4]
	a5, a6, a7, a8, a9 := a[5], a[6], a[7], a[8], a[9]
	a10, a11, a12, a13, a14 := a[10], a[11], a[12], a[13], a[14]
	a15, a16, a17, a18, a19 := a[15], a[16], a[17], a[18], a[19]
	a20, a21, a22, a23, a24 := a[20], a[21], a[22], a[23], a[24]
	for _, constant := range roundConstants {
		c0 := a0 ^ a5 ^ a10 ^ a15 ^ a20
		c1 := a1 ^ a6 ^ a11 ^ a16 ^ a21
		c2 := a2 ^ a7 ^ a12 ^ a17 ^ a22
		c3 := a3 ^ a8 ^ a13 ^ a18 ^ a23
		c4 := a4 ^ a9 ^ a14 ^ a19 ^ a24
		d0 := c4 ^ bits.RotateLeft64(c1, 1)
		d1 := c0 ^ bits.RotateLeft64(c2, 1)
		d2 := c1 ^ bits.RotateLeft64(c3, 1)
		d3 := c2 ^ bits.RotateLeft64(c4, 1)
		d4 := c3 ^ bits.RotateLeft64(c0, 1)
		b0 := a0 ^ d0
		b1 := bits.RotateLeft64(a6^d1, 44)
		b2 := bits.RotateLeft64(a12^d2, 43)
		b3 := bits.RotateLeft64(a18^d3, 21)
		b4 := bits.RotateLeft64(a24^d4, 14)
		b5 := bits.RotateLeft64(a3^d3, 28)
		b6 := bits.RotateLeft64(a9^d4, 20)
		b7 := bits.RotateLeft64(a10^d0, 3)
		b8 := bits.RotateLeft64(a16^d1, 45)
		b9 := bits.RotateLeft64(a22^d2, 61)
		b10 := bits.RotateLeft64(a1^d1, 1)
		b11 := bits.RotateLeft64(a7^d2, 6)
		b12 := bits.RotateLeft64(a13^d3, 25)
		b13 := bits.RotateLeft64(a19^d4, 8)
		b14 := bits.RotateLeft64(a20^d0, 18)
		b15 := bits.RotateLeft64(a4^d4, 27)
		b16 := bits.RotateLeft64(a5^d0, 36)
		b17 := bits.RotateLeft64(a11^d1, 10)
		b18 := bits.RotateLeft64(a17^d2, 15)
		b19 := bits.RotateLeft64(a23^d3, 56)
		b20 := bits.RotateLeft64(a2^d2, 62)
		b21 := bits.RotateLeft64(a8^d3, 55)
		b22 := bits.RotateLeft64(a14^d4, 39)
		b23 := bits.RotateLeft64(a15^d0, 41)
		b24 := bits.RotateLeft64(a21^d1, 2)
		a0, a1, a2, a3, a4 = b0^^b1&b2, b1^^b2&b3, b2^^b3&b4, b3^^b4&b0, b4^^b0&b1
		a5, a6, a7, a8, a9 = b5^^b6&b7, b6^^b7&b8, b7^^b8&b9, b8^^b9&b5, b9^^b5&b6
		a10, a11, a12, a13, a14 = b10^^b11&b12, b11^^b12&b13, b12^^b13&b14, b13^^b14&b10, b14^^b10&b11
		a15, a16, a17, a18, a19 = b15^^b16&b17, b16^^b17&b18, b17^^b18&b19, b18^^b19&b15, b19^^b15&b16
		a20, a21, a22, a23, a24 = b20^^b21&b22, b21^^b22&b23, b22^^b23&b24, b23^^b24&b20, b24^^b20&b21
		a0 ^= constant
	}
	a[0], a[1], a[2], a[3], a[4] = a0, a1, a2, a3, a4
	a[5], a[6], a[7], a[8], a[9] = a5, a6, a7, a8, a9
	a[10], a[11], a[12], a[13], a[14] = a10, a11, a12, a13, a14
	a[15], a[16], a[17], a[18], a[19] = a15, a16, a17, a18, a19
	a[20], a[21], a[22], a[23], a[24] = a20, a21, a22, a23, a24
}

// The constants of iota. Nothing writes them.
var roundConstants = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
	0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
	0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
	0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
	0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}
