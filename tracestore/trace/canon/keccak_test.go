package canon

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"golang.org/x/crypto/sha3"
)

// TestKeccakAgainstLibrary compares with the library over every length around
// the first blocks, each in one piece and cut at a random place.
func TestKeccakAgainstLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 5*rate + 2 {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte(rng.Uint32())
		}
		h := sha3.NewLegacyKeccak256()
		h.Write(text)
		want := Hash(h.Sum(nil))
		cut := rng.IntN(n + 1)
		if got, parts := Keccak(text), Keccak(text[:cut], nil, text[cut:]); got != want || parts != want {
			t.Fatalf("%d bytes, cut at %d: %s and %s, want %s", n, cut, got, parts, want)
		}
	}
}

// TestPermuteAgainstLoops runs both forms on from random states.
func TestPermuteAgainstLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var got [25]uint64
	for i := range got {
		got[i] = rng.Uint64()
	}
	want := got
	for n := range 1000 {
		permute(&got)
		plainPermute(&want)
		if got != want {
			t.Fatalf("permutation %d gives %x, want %x", n+1, got, want)
		}
	}
}

// plainPermute is Keccak-f[1600] in the loops of FIPS 202 section 3.
func plainPermute(a *[25]uint64) {
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

// The tables of rho and pi in the order in which pi visits the words.
var (
	rhoOffset = [24]int{1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44}
	piLane    = [24]int{10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1}
)

func BenchmarkKeccak(b *testing.B) {
	text := make([]byte, 1<<20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Keccak(text)
	}
}
