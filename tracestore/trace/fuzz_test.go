package trace

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

func FuzzCanonicalize(f *testing.F) {
	for _, v := range vectors(f).Canonical {
		f.Add(v.bytes(f))
	}
	for _, text := range samples(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		form, err := Canonicalize(text)
		end, ok := canon.ScanValue(text, 0, MaxDepth)
		if fast := ok && end == len(text); fast != (err == nil && bytes.Equal(form, text)) {
			t.Fatalf("scan says %v, definition says %s, %v", fast, form, err)
		}
		if err != nil {
			if !errors.Is(err, ErrNotAdmitted) || errors.Is(err, io.EOF) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		again, err := Canonicalize(form)
		if err != nil || !bytes.Equal(again, form) {
			t.Fatalf("not stable: %s then %s, %v", form, again, err)
		}
	})
}

func FuzzAdmit(f *testing.F) {
	for _, v := range vectors(f).Admit {
		f.Add(v.bytes(f))
	}
	for _, text := range samples(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a := Admit(text)
		if err := canon.Check(a.JSON, recordDepth); err != nil {
			t.Fatalf("stored form: %v", err)
		}
		back, raw, err := Reveal(a.JSON)
		if err != nil || raw != a.Raw || Keccak(back) != a.Hash {
			t.Fatalf("%s reveals as %s, raw %v, %v", a.JSON, back, raw, err)
		}
		if raw && !bytes.Equal(back, text) {
			t.Fatalf("raw bytes changed: %q to %q", text, back)
		}
	})
}

// Reveal reads what a store holds, which nobody vouches for.
func FuzzReveal(f *testing.F) {
	for _, v := range vectors(f).Admit {
		f.Add([]byte(v.Stored))
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		text, raw, err := Reveal(stored)
		if err != nil || raw || canon.Check(stored, MaxDepth) != nil {
			return
		}
		if a := Admit(text); a.Raw || !bytes.Equal(a.JSON, stored) {
			t.Fatalf("%s reveals as %s, which is stored as %s", stored, text, a.JSON)
		}
	})
}

func FuzzDecodeHead(f *testing.F) {
	for _, r := range vectors(f).Records {
		f.Add([]byte(r.Head))
	}
	for _, h := range []Head{head(KindPermission, "tool="+PermissionTool, "decision=allow"), head(KindGap), head(KindSyscall, "tool=\"\\\n\u00e9")} {
		text, err := h.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := DecodeHead(text)
		if err != nil {
			if !errors.Is(err, ErrHead) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		again, err := h.Encode()
		if err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%s encodes as %s, %v", text, again, err)
		}
		if canon, err := Canonicalize(text); err != nil || !bytes.Equal(canon, text) {
			t.Fatalf("%s is not canonical: %v", text, err)
		}
	})
}

func FuzzDecodeBody(f *testing.F) {
	for _, r := range vectors(f).Records {
		f.Add([]byte(r.Body))
	}
	for _, r := range sampleRecords(f) {
		f.Add(r.Body)
	}
	f.Add([]byte(`{"args":{"$raw":"eA=="},"boot":"b","error":"e","metadata":{},"result":[null,1.5]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := DecodeBody(text)
		if err != nil {
			if !errors.Is(err, ErrBody) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		again, err := b.Encode()
		if err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%s encodes as %s, %v", text, again, err)
		}
	})
}

func FuzzBundle(f *testing.F) {
	h, records := sample(f, 3)
	f.Add(write(f, h, records))
	f.Add(write(f, h, nil))
	for _, text := range blobBundles(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := NewBundleReader(bytes.NewReader(text), Limits{})
		if err != nil {
			if !errors.Is(err, ErrBundle) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		// Whatever is accepted is written again byte for byte.
		var out bytes.Buffer
		w, err := NewBundleWriter(&out, b.Header())
		if err != nil {
			t.Fatalf("accepted header is not written: %v", err)
		}
		for {
			e, err := b.NextEntry()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if !errors.Is(err, ErrBundle) {
					t.Fatalf("error outside the family: %v", err)
				}
				return
			}
			if e.Record.Head == nil {
				return // the writer does not leave heads out
			}
			if err := w.Record(e.Record); err != nil {
				t.Fatalf("accepted record is not written: %v", err)
			}
			for _, blob := range e.Blobs {
				text, err := jsontext.AppendUnquote(nil, blob.Text)
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Blob(blob.K, text); err != nil {
					t.Fatalf("accepted blob is not written: %v", err)
				}
			}
		}
		foot := b.Footer()
		if !bytes.HasPrefix(text, out.Bytes()) || b.BundleHash() != Keccak(out.Bytes()) {
			t.Fatal("the bundle is not written as it was read")
		}
		if who, err := Recover(b.Digest(), foot.Signature); err == nil && who == foot.Signer {
			if err := w.Close(func(Hash) ([]byte, Address, error) { return foot.Signature, foot.Signer, nil }); err != nil || !bytes.Equal(out.Bytes(), text) {
				t.Fatalf("the signed bundle is not written as it was read: %v", err)
			}
		}
	})
}

func FuzzUnpackItems(f *testing.F) {
	f.Add([]byte(vectors(f).Items.Data))
	f.Fuzz(func(t *testing.T, data []byte) {
		items, err := UnpackItems(data)
		if (err == nil) != (len(data)%ItemSize == 0) {
			t.Fatalf("%d bytes: %v", len(data), err)
		}
		if err == nil && !bytes.Equal(PackItems(items), data) {
			t.Fatal("items do not pack as they came")
		}
	})
}

func FuzzFrontier(f *testing.F) {
	var fr Frontier
	for i := range 3 {
		fr.Append(Keccak([]byte{byte(i)}))
		text, err := fr.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g Frontier
		if err := g.UnmarshalBinary(text); err != nil {
			if !errors.Is(err, ErrFrontier) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		if again, err := g.MarshalBinary(); err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%x marshals as %x, %v", text, again, err)
		}
		if g.Size() < 1<<62 {
			g.Append(Hash{1})
			g.Root()
		}
	})
}

func FuzzRecover(f *testing.F) {
	sig, _, err := Sign(Hash{1}, bundleKey)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{1}, sig)
	f.Fuzz(func(t *testing.T, digest, sig []byte) {
		var d Hash
		copy(d[:], digest)
		if _, err := Recover(d, sig); err != nil && !errors.Is(err, ErrSignature) {
			t.Fatalf("error outside the family: %v", err)
		}
	})
}
