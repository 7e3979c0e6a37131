package evidence

import (
	"bytes"
	"strings"
	"testing"
)

// slowLastLine says what lastLine is: the byte after the last newline that does
// not itself end the text.
func slowLastLine(text []byte) int64 {
	if len(text) == 0 {
		return 0
	}
	return int64(bytes.LastIndexByte(text[:len(text)-1], '\n') + 1)
}

func FuzzLastLine(f *testing.F) {
	long := strings.Repeat("x", 64<<10)
	for _, s := range []string{"", "\n", "\n\n", "a", "a\n", "a\nb", "a\nb\n", "a\n\n", long, "a\n" + long, long + "\n" + long + "\n", "\n" + long[1:] + "\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := lastLine(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		if want := slowLastLine(text); got != want {
			t.Fatalf("last line of %d bytes begins at %d, want %d", len(text), got, want)
		}
	})
}
