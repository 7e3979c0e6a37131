package trace

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace/canon"
)

// keptBlobs plays the store.
type keptBlobs map[Hash][]byte

func (k keptBlobs) put(text []byte) (BlobRef, error) {
	ref := NewBlobRef(Keccak([]byte{byte(len(k))}), text)
	k[ref.K] = bytes.Clone(text)
	return ref, nil
}

func (k keptBlobs) get(ref BlobRef) ([]byte, error) {
	text, ok := k[ref.K]
	if !ok {
		return nil, ErrBlob
	}
	return text, nil
}

func TestBlobsMoveAndComeBack(t *testing.T) {
	long := strings.Repeat("ä", MaxInline/2) + "\n" // one byte over
	for name, c := range map[string]struct {
		text  string
		moved int
	}{
		"short":              {`{"a":"b"}`, 0},
		"at the limit":       {`{"a":"` + strings.Repeat("x", MaxInline) + `"}`, 0},
		"escapes count once": {`{"a":"` + strings.Repeat(`\n`, MaxInline) + `"}`, 0},
		"over the limit":     {`{"a":"` + strings.Repeat("x", MaxInline+1) + `","b":1}`, 1},
		"in a list, twice":   {`[1,"` + strings.Repeat("x", MaxInline+1) + `",{"k":"` + strings.ReplaceAll(long, "\n", `\n`) + `"},2]`, 2},
		"a long key stays":   {`{"` + strings.Repeat("x", MaxInline+1) + `":1}`, 0},
		"a literal $blob":    {`{"$blob":"` + strings.Repeat("x", MaxInline+1) + `"}`, 1},
		"the whole value":    {`"` + strings.Repeat("x", MaxInline+1) + `"`, 1},
		"not JSON":           {`{"a":"` + strings.Repeat("x", MaxInline+1), 1},
		"a mark in a string": {`["{\"$blob\":{}}","` + strings.Repeat("x", MaxInline+1) + `"]`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			kept := keptBlobs{}
			admitted := Admit([]byte(c.text))
			moved, err := MoveBlobs(admitted.JSON, kept.put)
			if err != nil || len(kept) != c.moved {
				t.Fatalf("%d strings moved, %v; want %d", len(kept), err, c.moved)
			}
			if c.moved > 0 {
				if _, _, err := Reveal(moved); !errors.Is(err, ErrBlob) {
					t.Errorf("revealed without its blobs: %v", err)
				}
				if err := canon.Check(moved, recordDepth); err != nil {
					t.Errorf("what is stored: %v", err)
				}
			}
			if refs, err := Blobs(moved); err != nil || len(refs) != c.moved {
				t.Errorf("%d references, %v", len(refs), err)
			}
			back, err := RestoreBlobs(moved, kept.get)
			if err != nil || !bytes.Equal(back, admitted.JSON) {
				t.Fatalf("came back otherwise (%v)", err)
			}
			if h, err := ArgsHash(back); err != nil || h != admitted.Hash {
				t.Errorf("args_hash %s, %v; want %s", h, err, admitted.Hash)
			}
		})
	}
}

func TestBlobOfAnotherTextIsRefused(t *testing.T) {
	kept := keptBlobs{}
	moved, err := MoveBlobs([]byte(`"`+strings.Repeat("x", MaxInline+1)+`"`), kept.put)
	if err != nil {
		t.Fatal(err)
	}
	for k := range kept {
		kept[k][7] = 'y'
	}
	if _, err := RestoreBlobs(moved, kept.get); !errors.Is(err, ErrBlobText) {
		t.Errorf("got %v, want ErrBlobText", err)
	}
}

// FuzzBlobs: whatever stands in a body, references are found or refused, never
// guessed, and restoring what was moved gives the same bytes.
func FuzzBlobs(f *testing.F) {
	f.Add([]byte(`{"$blob":{"bytes":1,"k":"0x00","salt":"0x"}}`), uint16(10))
	f.Add([]byte(`["{\"$blob\":{}}",{"$blob":{}}]`), uint16(9000))
	f.Add(NewBlobRef(Hash{1}, []byte("x")).json(nil), uint16(1))
	f.Fuzz(func(t *testing.T, text []byte, grow uint16) {
		if refs, err := Blobs(text); err == nil {
			for _, ref := range refs {
				if !bytes.Contains(text, ref.json(nil)) {
					t.Fatalf("found %s in %q", ref.json(nil), text)
				}
			}
		}
		a := Admit(append(append([]byte(`["`+strings.Repeat("z", int(grow)*2)+`",`), text...), ']'))
		kept := keptBlobs{}
		moved, err := MoveBlobs(a.JSON, kept.put)
		if err != nil {
			t.Fatalf("admitted JSON cannot be moved: %v", err)
		}
		back, err := RestoreBlobs(moved, kept.get)
		if err != nil || !bytes.Equal(back, a.JSON) {
			t.Fatalf("%q came back as %q (%v)", a.JSON, back, err)
		}
	})
}
