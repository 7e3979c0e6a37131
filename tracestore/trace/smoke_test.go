package trace

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestPaperArgsHash(t *testing.T) {
	a := Admit([]byte(`{"to":["alice@example.com"],"subject":"Project update","body":"The report is ready."}`))
	if got := a.Hash.String(); got != "0x7c2303dcfa18e00c9fabbd7bcc8c29d54f9f5279983ba4750bea9c818d7a2058" {
		t.Fatal(got)
	}
}

func TestBundleSmoke(t *testing.T) {
	var f Frontier
	var recs []Record
	sess := Keccak([]byte("s"))
	for i := uint64(1); i <= 5; i++ {
		r, err := NewRecord(Head{V: 1, Session: sess, Seq: i, Kind: KindAction, Tool: "x\n\"é", ActionID: "a", Status: "ok"},
			Body{Args: Admit([]byte(`{"$raw":"1", "a":[{"$blob":{}}]}`)).JSON, Time: "t"}, Keccak([]byte{byte(i)}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeHead(r.Head); err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeBody(r.Body); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			r = r.Hide()
		}
		recs = append(recs, r)
		f.Append(r.Leaf())
	}
	h := Commitment(sess, 5, f.Root())
	var buf bytes.Buffer
	w, err := NewBundleWriter(&buf, BundleHeader{V: 1, Session: sess, ChainID: 7, Promise: 1, Predicate: "AAP-1@1", Params: []byte(`{}`), N: 5, H: h})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range recs {
		if err := w.Record(r); err != nil {
			t.Fatal(err)
		}
	}
	key := bytes.Repeat([]byte{7}, 32)
	if err := w.Close(func(d Hash) ([]byte, Address, error) { return Sign(d, key) }); err != nil {
		t.Fatal(err)
	}
	r, err := NewBundleReader(&buf, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var g Frontier
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		g.Append(rec.Leaf())
	}
	if g.Root() != f.Root() {
		t.Fatal("root")
	}
	if who, err := Recover(r.Digest(), r.Footer().Signature); err != nil || who != r.Footer().Signer {
		t.Fatal(who, err)
	}
}
