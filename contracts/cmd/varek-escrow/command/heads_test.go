package command

import (
	"bytes"
	"testing"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func FuzzDecodeHeads(f *testing.F) {
	for _, list := range [][]escrow.FactsHead{{}, {{N: 7, H: trace.Hash{1}, Signature: trace.FormatSignature(bytes.Repeat([]byte{9}, 65))}}} {
		text, err := trace.Marshal(list)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`[{"h":"0x","n":4294967296,"signature":"0x"}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := decodeHeads(text)
		if err != nil {
			return
		}
		again, err := trace.Marshal(list)
		if err != nil {
			t.Fatalf("accepted heads do not encode: %v", err)
		}
		back, err := decodeHeads(again)
		if err != nil || len(back) != len(list) {
			t.Fatalf("%s reads back as %d of %d heads, %v", again, len(back), len(list), err)
		}
		for i := range list {
			if back[i] != list[i] {
				t.Fatalf("head %d: %+v, then %+v", i, list[i], back[i])
			}
		}
	})
}
