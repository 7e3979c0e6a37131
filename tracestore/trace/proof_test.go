package trace

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// mostProven is the largest tree that is tried in full.
const mostProven = 70

func proofLeaf(i int) Hash {
	return Keccak([]byte("leaf"), binary.BigEndian.AppendUint32(nil, uint32(i)))
}

// slowTree is RFC 9162 section 2.1 as it is written there.
func slowTree(d []Hash) Hash {
	switch len(d) {
	case 0:
		return Hash{}
	case 1:
		return d[0]
	}
	k := slowSplit(len(d))
	l, r := slowTree(d[:k]), slowTree(d[k:])
	return Keccak([]byte{1}, l[:], r[:])
}

func slowSplit(n int) int {
	k := 1
	for 2*k < n {
		k *= 2
	}
	return k
}

func slowPath(m int, d []Hash) []Hash {
	if len(d) == 1 {
		return nil
	}
	if k := slowSplit(len(d)); m < k {
		return append(slowPath(m, d[:k]), slowTree(d[k:]))
	} else {
		return append(slowPath(m-k, d[k:]), slowTree(d[:k]))
	}
}

func slowSubproof(m int, d []Hash, known bool) []Hash {
	if m == len(d) {
		if known {
			return nil
		}
		return []Hash{slowTree(d)}
	}
	if k := slowSplit(len(d)); m <= k {
		return append(slowSubproof(m, d[:k], known), slowTree(d[k:]))
	} else {
		return append(slowSubproof(m-k, d[k:], false), slowTree(d[:k]))
	}
}

func makePath(t testing.TB, p *PathMaker, err error, leaves []Hash) ([]Hash, Hash) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range leaves {
		p.Append(l)
	}
	path, root, err := p.Path()
	if err != nil {
		t.Fatal(err)
	}
	return path, root
}

func TestProofsAgainstTheSlowDefinition(t *testing.T) {
	var leaves []Hash
	for i := range mostProven {
		leaves = append(leaves, proofLeaf(i))
	}
	for n := 1; n <= mostProven; n++ {
		d, want := leaves[:n], slowTree(leaves[:n])
		for i := range n {
			p, err := NewInclusion(uint64(i), uint64(n))
			path, root := makePath(t, p, err, d)
			if root != want || !slices.Equal(path, slowPath(i, d)) {
				t.Fatalf("inclusion of %d in %d: other path or root", i, n)
			}
			if got, err := InclusionRoot(d[i], uint64(i), uint64(n), path); err != nil || got != want {
				t.Fatalf("inclusion of %d in %d is not accepted: %s, %v", i, n, got, err)
			}
			inclusionIsTight(t, d[i], i, n, path, want)
		}
		for m := 1; m <= n; m++ {
			p, err := NewConsistency(uint64(m), uint64(n))
			path, root := makePath(t, p, err, d)
			if root != want || !slices.Equal(path, slowSubproof(m, d, true)) {
				t.Fatalf("consistency of %d with %d: other path or root", m, n)
			}
			first := slowTree(d[:m])
			if err := CheckConsistency(uint64(m), uint64(n), first, want, path); err != nil {
				t.Fatalf("consistency of %d with %d is not accepted: %v", m, n, err)
			}
			consistencyIsTight(t, m, n, first, want, path)
		}
	}
}

// inclusionIsTight tries a path that is changed, longer, shorter, or of
// another place.
func inclusionIsTight(t *testing.T, leaf Hash, i, n int, path []Hash, want Hash) {
	t.Helper()
	good := func(i int, path []Hash) bool {
		got, err := InclusionRoot(leaf, uint64(i), uint64(n), path)
		return err == nil && got == want
	}
	for j := range path {
		bad := slices.Clone(path)
		bad[j][5] ^= 1
		if good(i, bad) {
			t.Fatalf("inclusion of %d in %d holds with node %d changed", i, n, j)
		}
	}
	if good(i, append(slices.Clone(path), Hash{1})) || len(path) > 0 && good(i, path[:len(path)-1]) || good(n, path) {
		t.Fatalf("inclusion of %d in %d holds with another length", i, n)
	}
	if i > 0 && good(i-1, path) {
		t.Fatalf("inclusion of %d in %d holds at place %d", i, n, i-1)
	}
}

func consistencyIsTight(t *testing.T, m, n int, first, root Hash, path []Hash) {
	t.Helper()
	good := func(first, root Hash, path []Hash) bool {
		return CheckConsistency(uint64(m), uint64(n), first, root, path) == nil
	}
	for j := range path {
		bad := slices.Clone(path)
		bad[j][31] ^= 0x80
		if good(first, root, bad) {
			t.Fatalf("consistency of %d with %d holds with node %d changed", m, n, j)
		}
	}
	other := func(h Hash) Hash { h[0] ^= 1; return h }
	if good(other(first), root, path) || good(first, other(root), path) || good(first, root, append(slices.Clone(path), Hash{1})) ||
		len(path) > 0 && good(first, root, path[:len(path)-1]) {
		t.Fatalf("consistency of %d with %d holds for other trees or another length", m, n)
	}
}

func TestProofPlaces(t *testing.T) {
	for name, err := range map[string]error{
		"leaf beyond":     second(NewInclusion(3, 3)),
		"empty tree":      second(NewInclusion(0, 0)),
		"first empty":     second(NewConsistency(0, 3)),
		"first larger":    second(NewConsistency(4, 3)),
		"check empty":     CheckConsistency(0, 1, Hash{}, Hash{1}, nil),
		"check larger":    CheckConsistency(2, 1, Hash{}, Hash{}, nil),
		"equal, path":     CheckConsistency(1, 1, Hash{1}, Hash{1}, []Hash{{}}),
		"equal, others":   CheckConsistency(1, 1, Hash{1}, Hash{2}, nil),
		"path left out":   CheckConsistency(1, 2, Hash{1}, Hash{2}, nil),
		"inclusion range": second(InclusionRoot(Hash{}, 1, 1, nil)),
	} {
		if !errors.Is(err, ErrProof) {
			t.Errorf("%s: got %v, want ErrProof", name, err)
		}
	}
	p, err := NewInclusion(0, 2)
	if err != nil {
		t.Fatal(err)
	}
	p.Append(Hash{1})
	if _, _, err := p.Path(); !errors.Is(err, ErrProof) {
		t.Errorf("unfinished: got %v, want ErrProof", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestProofVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "proofs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Sizes []struct {
			N                            int
			Root, Inclusion, Consistency Hash
		}
		Full []struct {
			N                      int
			Inclusion, Consistency [][]Hash
		}
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Sizes) != mostProven || len(v.Full) < 8 {
		t.Fatalf("vectors are cut: %d, %d", len(v.Sizes), len(v.Full))
	}
	var leaves []Hash
	for i := range mostProven {
		leaves = append(leaves, proofLeaf(i))
	}
	for _, s := range v.Sizes {
		inclusion, consistency, root := allPaths(t, leaves[:s.N])
		if root != s.Root || digestPaths(inclusion) != s.Inclusion || digestPaths(consistency) != s.Consistency {
			t.Fatalf("size %d: other root or proofs", s.N)
		}
		if s.N <= len(v.Full) && (!slices.EqualFunc(inclusion, v.Full[s.N-1].Inclusion, slices.Equal[[]Hash]) ||
			!slices.EqualFunc(consistency, v.Full[s.N-1].Consistency, slices.Equal[[]Hash])) {
			t.Fatalf("size %d: other proofs in full", s.N)
		}
	}
}

func allPaths(t *testing.T, leaves []Hash) (inclusion, consistency [][]Hash, root Hash) {
	t.Helper()
	n := uint64(len(leaves))
	for i := range n {
		p, err := NewInclusion(i, n)
		var path []Hash
		path, root = makePath(t, p, err, leaves)
		inclusion = append(inclusion, path)
		p, err = NewConsistency(i+1, n)
		path, _ = makePath(t, p, err, leaves)
		consistency = append(consistency, path)
	}
	return inclusion, consistency, root
}

func digestPaths(paths [][]Hash) Hash {
	var all []byte
	for _, p := range paths {
		all = binary.BigEndian.AppendUint32(all, uint32(len(p)))
		for _, h := range p {
			all = append(all, h[:]...)
		}
	}
	return Keccak(all)
}

// proofsOf makes a proof of record seq, and of the extension from..n.
func proofsOf(t testing.TB, n, seq int) (RecordProof, ExtensionProof) {
	t.Helper()
	_, records := sample(t, n)
	session := Keccak([]byte("session"))
	var leaves []Hash
	for _, r := range records {
		leaves = append(leaves, r.Leaf())
	}
	commit := func(n int) Commit {
		root := slowTree(leaves[:n])
		return Commit{H: Commitment(session, uint64(n), root), N: uint64(n), Root: root}
	}
	p, err := NewInclusion(uint64(seq-1), uint64(n))
	path, _ := makePath(t, p, err, leaves)
	c, err := NewConsistency(uint64(seq), uint64(n))
	ext, _ := makePath(t, c, err, leaves)
	return RecordProof{Session: session, Checkpoint: commit(n), Record: records[seq-1], Path: path},
		ExtensionProof{Session: session, From: commit(seq), To: commit(n), Path: ext}
}

func TestProofFiles(t *testing.T) {
	for seq := 1; seq <= 6; seq++ {
		rec, ext := proofsOf(t, 6, seq)
		text, err := rec.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, none, err := DecodeProof(append(text, '\n'))
		if err != nil || none != nil {
			t.Fatalf("decode: %v, %v", none, err)
		}
		if h, err := got.Check(); err != nil || h.Seq != uint64(seq) {
			t.Errorf("record %d: %+v, %v", seq, h, err)
		}
		again, err := got.Encode()
		if err != nil || !bytes.Equal(again, text) {
			t.Errorf("record %d encodes as %s, %v", seq, again, err)
		}
		if text, err = ext.Encode(); err != nil {
			t.Fatal(err)
		}
		nothing, back, err := DecodeProof(text)
		if err != nil || nothing != nil {
			t.Fatalf("decode: %v, %v", nothing, err)
		}
		if err := back.Check(); err != nil {
			t.Errorf("extension from %d: %v", seq, err)
		}
	}
}

func TestProofFilesThatLie(t *testing.T) {
	for name, bend := range map[string]func(*RecordProof, *ExtensionProof){
		"other body":        func(r *RecordProof, _ *ExtensionProof) { r.Record.Body = []byte(`{"args":{"n":3}}`) },
		"other salt":        func(r *RecordProof, _ *ExtensionProof) { r.Record.Salt[0] ^= 1 },
		"other session":     func(r *RecordProof, e *ExtensionProof) { r.Session[0] ^= 1 },
		"other commitment":  func(r *RecordProof, e *ExtensionProof) { r.Checkpoint.H[0] ^= 1 },
		"other root":        func(r *RecordProof, e *ExtensionProof) { r.Checkpoint.Root[0] ^= 1 },
		"n beyond 32 bits":  func(r *RecordProof, e *ExtensionProof) { r.Checkpoint.N = 1 << 32 },
		"path cut":          func(r *RecordProof, e *ExtensionProof) { r.Path = r.Path[1:] },
		"extension: path":   func(_ *RecordProof, e *ExtensionProof) { e.Path[0][0] ^= 1 },
		"extension: from":   func(_ *RecordProof, e *ExtensionProof) { e.From.Root[0] ^= 1 },
		"extension: to":     func(_ *RecordProof, e *ExtensionProof) { e.To.H[0] ^= 1 },
		"extension: places": func(_ *RecordProof, e *ExtensionProof) { e.From, e.To = e.To, e.From },
	} {
		rec, ext := proofsOf(t, 7, 2)
		bend(&rec, &ext)
		_, first := rec.Check()
		if err := errors.Join(first, ext.Check()); !errors.Is(err, ErrProof) {
			t.Errorf("%s: got %v, want ErrProof", name, err)
		}
	}
}

func FuzzDecodeProof(f *testing.F) {
	rec, ext := proofsOf(f, 7, 3)
	for _, p := range []interface{ Encode() ([]byte, error) }{rec, ext} {
		text, err := p.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(fmt.Sprintf(`{"type":%q}`, ProofRecord)))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, ext, err := DecodeProof(text)
		if err != nil {
			if !errors.Is(err, ErrProof) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		var again []byte
		if rec != nil {
			_, _ = rec.Check()
			again, err = rec.Encode()
		} else {
			_ = ext.Check()
			again, err = ext.Encode()
		}
		if err != nil || !bytes.Equal(again, bytes.TrimSuffix(text, []byte("\n"))) {
			t.Fatalf("%s encodes as %s, %v", text, again, err)
		}
	})
}
