package trace

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestAudit(t *testing.T) {
	h, records := sample(t, 40)
	var leaves []Hash
	for _, r := range records {
		leaves = append(leaves, r.Leaf())
	}
	item := func(n int) Item {
		return Item{h.Session, uint32(n), Commitment(h.Session, uint64(n), slowTree(leaves[:n]))}
	}
	audit := func(committed []Item, records []Record) (AuditResult, error) {
		a, err := NewAudit(h.Session, committed)
		if err != nil {
			return AuditResult{}, err
		}
		m := NewEntryMaker(a.Take)
		for _, r := range records {
			if err := m.Add(r); err != nil {
				return a.result, err
			}
		}
		if err := m.Flush(); err != nil {
			return a.result, err
		}
		return a.End()
	}
	other := Item{Hash{9}, 3, Hash{1}}
	got, err := audit([]Item{item(40), item(0), item(7), item(7), other, item(33)}, records)
	if err != nil || got.Records != 40 || got.Commitments != 5 || got.Proven != 40 || got.Hidden != 13 || got.H != h.H {
		t.Fatalf("%+v, %v", got, err)
	}
	if got, err := audit([]Item{item(7)}, records); err != nil || got.Proven != 7 {
		t.Fatalf("partly committed: %+v, %v", got, err)
	}
	wrong := item(33)
	wrong.H[3] ^= 1
	swapped := append([]Record{}, records...)
	swapped[4], swapped[5] = swapped[5], swapped[4]
	bent := append([]Record{}, records...)
	bent[0].Body = bytes.Replace(bent[0].Body, []byte("1"), []byte("2"), 1)
	headless := append([]Record{}, records...)
	headless[9].Head = nil
	garbled := append([]Record{}, records...)
	garbled[9].Head = []byte("{}")
	for name, c := range map[string]struct {
		items   []Item
		records []Record
		n       uint64
	}{
		"other hash":         {[]Item{item(7), wrong, item(40)}, records, 33},
		"other hash of none": {[]Item{{h.Session, 0, Hash{1}}}, records, 0},
		"cut":                {[]Item{item(7), item(40)}, records[:39], 39},
		"order":              {[]Item{item(40)}, swapped, 5},
		"body":               {[]Item{item(7)}, bent, 7},
		"no head":            {nil, headless, 10},
		"garbled head":       {nil, garbled, 10},
	} {
		_, err := audit(c.items, c.records)
		var f *AuditFault
		if !errors.Is(err, ErrAudit) || !errors.As(err, &f) || f.N != c.n {
			t.Errorf("%s: got %v, want a fault at %d", name, err, c.n)
		}
	}
	// A bundle's own entries go in the same way.
	b, err := NewParallelBundleReader(bytes.NewReader(write(t, h, records)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewAudit(h.Session, []Item{item(40)})
	for err == nil {
		var e *Entry
		if e, err = b.NextEntry(); err == nil {
			err = a.Take(e)
		}
	}
	if !errors.Is(err, io.EOF) || a.Proven() != 40 {
		t.Fatalf("bundle: proven up to %d, %v", a.Proven(), err)
	}
}
