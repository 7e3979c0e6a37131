package trace

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// widths are the lane widths that this machine can run.
func widths() []int {
	switch laneWidth() {
	case 8:
		return []int{1, 4, 8}
	case 4:
		return []int{1, 4}
	}
	return []int{1}
}

func TestLanesEqualOneByOne(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(src.Uint32())
		}
		return b
	}
	var records []Record
	for n := range 600 { // every padding, and several blocks
		records = append(records, Record{Head: random(n % 300), Body: random(n), Salt: Hash(random(32))})
	}
	records = append(records, Record{Head: random(10), Body: random(longBody), Salt: Hash{1}}, Record{Head: random(1000), Body: random(longBody + 1)},
		Record{Head: random(5), BodyHash: Hash{7}, Hidden: true}, Record{})
	src.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	for _, width := range widths() {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			l := newLeafHasher(width)
			for _, n := range []int{0, 1, 2, 3, 7, 8, 9, 63, 64, 65, len(records)} {
				got := l.Append(nil, records[:n])
				if len(got) != n {
					t.Fatalf("%d leaves of %d", len(got), n)
				}
				for i, h := range got {
					if h != records[i].Leaf() {
						t.Fatalf("record %d of %d: %s, want %s (body of %d bytes)", i, n, h, records[i].Leaf(), len(records[i].Body))
					}
				}
			}
		})
	}
}

func FuzzLanes(f *testing.F) {
	f.Add([]byte("head"), []byte("body"), uint8(3))
	f.Fuzz(func(t *testing.T, head, body []byte, n uint8) {
		var records []Record
		for i := range int(n) {
			records = append(records, Record{Head: head[:min(len(head), i)], Body: bytes.Repeat(body, i%3), Salt: Hash{byte(i)}})
		}
		for _, width := range widths() {
			for i, h := range newLeafHasher(width).Append(nil, records) {
				if h != records[i].Leaf() {
					t.Fatalf("width %d, record %d", width, i)
				}
			}
		}
	})
}

func BenchmarkLeaves(b *testing.B) {
	_, records := kilobytes(b, leafBatch)
	bytes := 0
	for _, r := range records {
		bytes += len(r.Head) + len(r.Body)
	}
	for _, width := range widths() {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			l := newLeafHasher(width)
			var out []Hash
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				out = l.Append(out[:0], records)
			}
		})
	}
}

// TestTreesEqualAppending adds runs of leaves with the trees that were hashed
// beforehand, and one by one.
func TestTreesEqualAppending(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, width := range widths() {
		l := newLeafHasher(width)
		for range 60 {
			var plain, quick Frontier
			h := NewHasher()
			for plain.Size() < 900 {
				leaves := make([]Hash, rng.IntN(300))
				for i := range leaves {
					leaves[i] = Hash{byte(rng.Uint32()), byte(i), byte(i >> 8)}
				}
				for i, tree := range l.trees(nil, plain.Size(), leaves) {
					plain.Append(leaves[i])
					h.Add(&quick, &Entry{Leaf: leaves[i], tree: tree})
					if plain.Root() != quick.Root() || len(plain.nodes) != len(quick.nodes) {
						t.Fatalf("width %d: other roots at %d leaves", width, plain.Size())
					}
				}
			}
			// What was hashed for another place is not used.
			h.Add(&quick, &Entry{Leaf: Hash{9}, tree: ended{root: Hash{1}, level: 2, at: 3}})
			if plain.Append(Hash{9}); plain.Root() != quick.Root() {
				t.Fatalf("width %d: a tree of another place was added", width)
			}
		}
	}
}
