package canon

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// numberToString is Number::toString of ECMA-262, from strconv's shortest
// digits: the reference for RFC 8785 section 3.2.2.3.
func numberToString(f float64) string {
	if f == 0 {
		return "0"
	}
	sign := ""
	if f < 0 {
		sign, f = "-", -f
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	digits := strings.ReplaceAll(mantissa, ".", "")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		panic(err)
	}
	k, n := len(digits), e+1
	switch {
	case k <= n && n <= 21:
		return sign + digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return sign + digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return sign + "0." + strings.Repeat("0", -n) + digits
	}
	if k > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	return fmt.Sprintf("%s%se%+d", sign, digits, n-1)
}

func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(8785, 1))
	for range 10000 {
		var f float64
		switch rng.IntN(3) {
		case 0:
			f = math.Float64frombits(rng.Uint64())
		case 1:
			f = float64(rng.Int64N(1<<54)-1<<53) / float64(uint64(1)<<rng.IntN(60))
		case 2:
			f = float64(rng.Int64N(2000001)-1000000) / math.Pow10(rng.IntN(12))
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		for _, format := range []byte{'e', 'f', 'g'} {
			text := strconv.FormatFloat(f, format, -1, 64)
			got, err := Canonicalize([]byte(text))
			if math.Abs(f) > MaxInteger {
				if !errors.Is(err, ErrNotAdmitted) {
					t.Fatalf("%s: got %s, %v, want a refusal", text, got, err)
				}
				continue
			}
			if want := numberToString(f); err != nil || string(got) != want {
				t.Fatalf("%s: got %s, %v, want %s", text, got, err, want)
			}
		}
	}
}

// generate builds random JSON in random spelling, often canonical.
func generate(rng *rand.Rand, depth int, sloppy bool) string {
	space := func() string {
		if sloppy && rng.IntN(12) == 0 {
			return " "
		}
		return ""
	}
	str := func() string {
		alphabet := []string{"a", "b", "~", "\u007f", "é", "\u07ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff", "😀", `\"`, `\\`, `\n`, `\u0000`, `\u001f`, "/"}
		if sloppy {
			alphabet = append(alphabet, `\/`, `\u0061`, `\u000a`, `\ud83d\ude00`, `\ud83d`, "\xff", `\u001F`)
		}
		var b strings.Builder
		for range rng.IntN(4) {
			b.WriteString(alphabet[rng.IntN(len(alphabet))])
		}
		return `"` + b.String() + `"`
	}
	kind := rng.IntN(8)
	if depth == 0 {
		kind = rng.IntN(6)
	}
	switch kind {
	case 0:
		return []string{"true", "false", "null"}[rng.IntN(3)]
	case 1, 2:
		return str()
	case 3:
		return strconv.Itoa(rng.IntN(2000) - 1000)
	case 4:
		return strconv.FormatFloat(math.Float64frombits(rng.Uint64()), 'g', -1, 64)
	case 5:
		return []string{"0", "-1", "1.5", "9007199254740991", "1e-7", "0.1", "123456789012345", "999999999999999"}[rng.IntN(8)]
	case 6:
		var parts []string
		for range rng.IntN(4) {
			parts = append(parts, generate(rng, depth-1, sloppy)+space())
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	names := map[string]bool{}
	var parts []string
	for range rng.IntN(5) {
		name := str()
		if names[name] && !sloppy {
			continue
		}
		names[name] = true
		parts = append(parts, name+space()+":"+generate(rng, depth-1, sloppy))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// The one-pass scan and the definition agree on every text, and on every
// one-byte change of a canonical text.
func TestScanAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	yes, no := 0, 0
	check := func(text []byte) {
		t.Helper()
		end, ok := ScanValue(text, 0, 5)
		fast, slow := ok && end == len(text), slowCheck(text, 5) == nil
		if fast != slow {
			t.Fatalf("%q: scan says %v, definition says %v", text, fast, slow)
		}
		if fast {
			yes++
		} else {
			no++
		}
	}
	for range 4000 {
		text := []byte(generate(rng, 4, rng.IntN(2) == 0))
		check(text)
		canon, err := CanonicalizeDeep(text, 5)
		if err != nil {
			continue
		}
		check(canon)
		for range 3 {
			mutant := bytes.Clone(canon)
			i := rng.IntN(len(mutant))
			switch rng.IntN(3) {
			case 0:
				mutant[i] = byte(rng.Uint32())
			case 1:
				mutant = append(mutant[:i], mutant[i+1:]...)
			case 2:
				mutant[i] = `{}[]",:\0-.eE `[rng.IntN(14)]
			}
			check(mutant)
		}
	}
	if yes < 1000 || no < 1000 {
		t.Fatalf("the texts are one-sided: %d canonical, %d not", yes, no)
	}
}

func TestUTF16Order(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	runes := []rune{0, 'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xe001, 0xfffd, 0xffff, 0x10000, 0x10001, 0x10ffff}
	text := func() string {
		var s []rune
		for range rng.IntN(4) {
			s = append(s, runes[rng.IntN(len(runes))])
		}
		return string(s)
	}
	units := func(s string) string {
		var b strings.Builder
		for _, u := range utf16.Encode([]rune(s)) {
			fmt.Fprintf(&b, "%04x", u)
		}
		return b.String()
	}
	for range 20000 {
		x, y := text(), text()
		if got, want := compareUTF16([]byte(x), []byte(y)), strings.Compare(units(x), units(y)); got != want {
			t.Fatalf("%q against %q: got %d, want %d", x, y, got, want)
		}
	}
}

func TestMarshal(t *testing.T) {
	type inner struct {
		B string `json:"b"`
		A *Hash  `json:"a,omitzero"`
	}
	got, err := Marshal(struct {
		Z uint64 `json:"z"`
		I inner  `json:"i"`
	}{MaxInteger, inner{B: "<&>"}})
	if err != nil || string(got) != `{"i":{"b":"<&>"},"z":9007199254740991}` {
		t.Fatalf("%s, %v", got, err)
	}
	for name, v := range map[string]any{
		"too large":     map[string]uint64{"n": MaxInteger + 1},
		"no number":     math.NaN(),
		"invalid UTF-8": "\xff",
		"a channel":     make(chan int),
	} {
		if got, err := Marshal(v); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
	var in inner
	if err := Unmarshal([]byte(`{ "b": "x" }`), &in); err != nil || in.B != "x" {
		t.Fatalf("%+v, %v", in, err)
	}
	for _, bad := range []string{`{"b":"x","c":1}`, `{"B":"x"}`, `{"b":"x","b":"y"}`, `{"b":"x"}{}`, `{"a":"0x00"}`, ``} {
		if err := Unmarshal([]byte(bad), &in); err == nil {
			t.Errorf("%s was decoded", bad)
		}
	}
}

func TestHexText(t *testing.T) {
	h := Keccak(nil)
	if h.String() != "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470" {
		t.Fatal(h)
	}
	if back, err := ParseHash(h.String()); err != nil || back != h {
		t.Fatal(back, err)
	}
	a := Address(h[:20])
	if back, err := ParseAddress(a.String()); err != nil || back != a {
		t.Fatal(back, err)
	}
	s := h.String()
	for _, bad := range []string{"", "0x", s[2:], s[:65], s + "0", "0X" + s[2:], strings.ToUpper(s), "0x" + strings.Repeat("g", 64), s[:65] + " ", "0x" + strings.Repeat("\xff", 64)} {
		keep := h
		if err := keep.UnmarshalText([]byte(bad)); !errors.Is(err, ErrHex) || keep != h {
			t.Errorf("%q: got %v, value changed: %v", bad, err, keep != h)
		}
		if _, err := ParseAddress(bad); !errors.Is(err, ErrHex) {
			t.Errorf("address %q: got %v", bad, err)
		}
	}
}
