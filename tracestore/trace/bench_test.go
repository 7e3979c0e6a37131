package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"
)

// kilobytes builds n records whose lines have about 1 KiB.
func kilobytes(t testing.TB, n int) (BundleHeader, []Record) {
	t.Helper()
	session := Keccak([]byte("bench"))
	var f Frontier
	records := make([]Record, n)
	for i := range records {
		args := Admit(fmt.Appendf(nil, `{"path":"/srv/data/%d","n":%d,"list":[1,2.5,true],"text":%q}`, i, i, bytes.Repeat([]byte("x"), 350)))
		r, err := NewRecord(Head{V: 1, Session: session, Seq: uint64(i + 1), Kind: KindAction, Tool: "write_file", ActionID: fmt.Sprint("a", i), Status: "ok"},
			Body{Args: args.JSON, ArgsHash: &args.Hash, MonoNS: fmt.Sprint(i), Time: "2026-01-01T00:00:00.000000000Z"}, Keccak([]byte(fmt.Sprint(i))))
		if err != nil {
			t.Fatal(err)
		}
		f.Append(r.Leaf())
		records[i] = r
	}
	return BundleHeader{V: 1, Session: session, ChainID: 1, Predicate: "AAP-1@1", Params: []byte(`{}`), N: uint64(n),
		H: Commitment(session, uint64(n), f.Root())}, records
}

// BenchmarkMetricRead reads a bundle of 1,000 records to the footer, decodes
// all heads and bodies and computes leaves and 100 roots, over the time that
// Keccak-256 alone takes for the same bytes.
func BenchmarkMetricRead(b *testing.B) {
	h, records := kilobytes(b, 1000)
	text := write(b, h, records)
	b.SetBytes(int64(len(text)))
	var total, bare time.Duration
	for b.Loop() {
		start := time.Now()
		r, err := NewBundleReader(bytes.NewReader(text), Limits{})
		if err != nil {
			b.Fatal(err)
		}
		hasher := NewHasher()
		var f Frontier
		for {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				_, err = DecodeHead(rec.Head)
			}
			if err == nil {
				_, err = DecodeBody(rec.Body)
			}
			if err != nil {
				b.Fatal(err)
			}
			hasher.Append(&f, hasher.Leaf(rec))
			if f.Size()%10 == 0 {
				hasher.Root(&f)
			}
		}
		if Commitment(h.Session, f.Size(), f.Root()) != h.H {
			b.Fatal("another commitment")
		}
		total += time.Since(start)
		start = time.Now()
		Keccak(text)
		bare += time.Since(start)
	}
	fmt.Printf("\nMETRIC bundle_read_over_keccak=%.3f ratio\n", float64(total)/float64(bare))
}

func BenchmarkLeaf(b *testing.B) {
	_, records := kilobytes(b, 1)
	h := NewHasher()
	b.ReportAllocs()
	b.SetBytes(int64(len(records[0].Head) + len(records[0].Body)))
	for b.Loop() {
		h.Leaf(records[0])
	}
}

func BenchmarkAppendRoot(b *testing.B) {
	h := NewHasher()
	var f Frontier
	b.ReportAllocs()
	for b.Loop() {
		h.Append(&f, Hash{1})
		h.Root(&f)
	}
}

func BenchmarkDecodeHead(b *testing.B) {
	_, records := kilobytes(b, 1)
	b.ReportAllocs()
	b.SetBytes(int64(len(records[0].Head)))
	for b.Loop() {
		if _, err := DecodeHead(records[0].Head); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeBody(b *testing.B) {
	_, records := kilobytes(b, 1)
	b.ReportAllocs()
	b.SetBytes(int64(len(records[0].Body)))
	for b.Loop() {
		if _, err := DecodeBody(records[0].Body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonicalize(b *testing.B) {
	_, records := kilobytes(b, 1)
	b.ReportAllocs()
	b.SetBytes(int64(len(records[0].Body)))
	for b.Loop() {
		if _, err := Canonicalize(records[0].Body); err != nil {
			b.Fatal(err)
		}
	}
}
