package verifier_test

import (
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
)

var goodHead = `{"h":"0x` + strings.Repeat("ab", 32) + `","n":3,"signature":"0x` + strings.Repeat("cd", 65) + `"}`

func TestHeadsFileIsStrict(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want int // heads, or -1 for an error
	}{
		"two heads":       {"[" + goodHead + "," + goodHead + "]", 2},
		"none":            {"[]", 0},
		"white space":     {" [ " + goodHead + " ]\n", 1},
		"no array":        {goodHead, -1},
		"unknown member":  {"[" + strings.Replace(goodHead, `"n":3`, `"n":3,"x":1`, 1) + "]", -1},
		"doubled member":  {"[" + strings.Replace(goodHead, `"n":3`, `"n":3,"n":4`, 1) + "]", -1},
		"short signature": {"[" + strings.Replace(goodHead, "cdcd", "cd", 1) + "]", -1},
		"negative n":      {"[" + strings.Replace(goodHead, `"n":3`, `"n":-3`, 1) + "]", -1},
		"text after it":   {"[" + goodHead + "] x", -1},
		"empty":           {"", -1},
	} {
		heads, err := verifier.ParseHeads([]byte(tt.text))
		if (err != nil) != (tt.want < 0) || (err == nil && len(heads) != tt.want) {
			t.Errorf("%s: %d heads, %v; want %d", name, len(heads), err, tt.want)
		}
	}
	if heads, err := verifier.ParseHeads(nil); heads != nil || err != nil {
		t.Errorf("no file: %v, %v", heads, err)
	}
}

// Whatever is accepted as heads means the same when it is written again.
func FuzzParseHeads(f *testing.F) {
	f.Add([]byte("[" + goodHead + "]"))
	f.Add([]byte("[]"))
	f.Add([]byte(`[{"h":"0x00","n":1e2,"signature":""}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		heads, err := verifier.ParseHeads(text)
		if err != nil || heads == nil {
			return
		}
		again, err := trace.Marshal(heads)
		if err != nil {
			t.Skip() // a number beyond the exact range is the judge's to refuse
		}
		same, err := verifier.ParseHeads(again)
		if err != nil || len(same) != len(heads) {
			t.Fatalf("written again as %s: %v", again, err)
		}
		for i := range heads {
			if heads[i] != same[i] {
				t.Fatalf("head %d: %+v became %+v", i, heads[i], same[i])
			}
		}
	})
}
