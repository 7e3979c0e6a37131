package canon

import (
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

func BenchmarkKeccak(b *testing.B) {
	text := make([]byte, 1<<20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Keccak(text)
	}
}
