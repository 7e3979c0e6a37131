package canon

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Check asserts that b is admitted JSON in canonical form. A no of
// the scan is decided again, and explained, by the definition.
func Check(b []byte, depth int) error {
	if end, ok := ScanValue(b, 0, depth); ok && end == len(b) {
		return nil
	}
	return slowCheck(b, depth)
}

// slowCheck is the definition that ScanValue is tested against.
func slowCheck(b []byte, depth int) error {
	c, err := sortCanonical(b, depth)
	if err != nil {
		return err
	}
	if !bytes.Equal(b, c) {
		return ErrNotCanonical
	}
	return nil
}

// ScanValue recognises one canonical value at b[i:], nested at most depth
// deep, and returns the index after it.
func ScanValue(b []byte, i, depth int) (end int, ok bool) {
	if i >= len(b) {
		return i, false
	}
	switch c := b[i]; {
	case c == '"':
		end, _, ok = ScanString(b, i)
		return end, ok
	case c == '{':
		return scanObject(b, i, depth, nil)
	case c == '[':
		return scanArray(b, i, depth)
	case c == '-' || c >= '0' && c <= '9':
		return scanNumber(b, i)
	}
	for _, lit := range [...]string{"true", "false", "null"} {
		if len(b)-i >= len(lit) && string(b[i:i+len(lit)]) == lit {
			return i + len(lit), true
		}
	}
	return i, false
}

// scanObject recognises an object. each, if given, sees every member's
// unquoted name and the bounds of its value; a false result of it ends the
// scan.
func scanObject(b []byte, i, depth int, each func(name, value []byte) bool) (end int, ok bool) {
	if depth == 0 {
		return i, false
	}
	if i++; i < len(b) && b[i] == '}' {
		return i + 1, true
	}
	var last []byte
	for first := true; ; first = false {
		start := i
		if i >= len(b) || b[i] != '"' {
			return i, false
		}
		var plain bool
		if i, plain, ok = ScanString(b, i); !ok || i >= len(b) || b[i] != ':' {
			return i, false
		}
		name := b[start+1 : i-1]
		if !plain {
			unquoted, err := jsontext.AppendUnquote(nil, b[start:i])
			if err != nil {
				return i, false
			}
			name = unquoted
		}
		if !first && compareUTF16(last, name) >= 0 {
			return i, false
		}
		last = name
		value := i + 1
		if i, ok = ScanValue(b, value, depth-1); !ok || i >= len(b) {
			return i, false
		}
		if each != nil && !each(name, b[value:i]) {
			return i, false
		}
		switch b[i] {
		case '}':
			return i + 1, true
		case ',':
			i++
		default:
			return i, false
		}
	}
}

// ScanMembers is ScanValue for an object, of which each sees every member's
// unquoted name and its value; a false result of it ends the scan.
func ScanMembers(b []byte, i, depth int, each func(name, value []byte) bool) (end int, ok bool) {
	if i >= len(b) || b[i] != '{' {
		return i, false
	}
	return scanObject(b, i, depth, each)
}

func scanArray(b []byte, i, depth int) (end int, ok bool) {
	if depth == 0 {
		return i, false
	}
	if i++; i < len(b) && b[i] == ']' {
		return i + 1, true
	}
	for {
		if i, ok = ScanValue(b, i, depth-1); !ok || i >= len(b) {
			return i, false
		}
		switch b[i] {
		case ']':
			return i + 1, true
		case ',':
			i++
		default:
			return i, false
		}
	}
}

// ScanString recognises a string with the escapes of RFC 8785 only; plain
// says that it has none.
func ScanString(b []byte, i int) (end int, plain, ok bool) {
	plain = true
	for i++; i < len(b); {
		// Eight plain bytes at a time: ASCII from space on, no quote, no escape.
		for i+8 <= len(b) && plainWord(binary.LittleEndian.Uint64(b[i:])) {
			i += 8
		}
		if i == len(b) {
			break
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, plain, true
		case c == '\\':
			n := scanEscape(b[i:])
			if n == 0 {
				return i, false, false
			}
			plain = false
			i += n
		case c < ' ':
			return i, false, false
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n <= 1 {
				return i, false, false
			}
			i += n
		}
	}
	return i, false, false
}

// plainWord reports whether all eight bytes can stand in a string as they are
// and are ASCII. A borrow can only make it say no.
func plainWord(w uint64) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, escape := w^(ones*'"'), w^(ones*'\\')
	return (w|(w-ones*' ')|(quote-ones)|(escape-ones))&highs == 0
}

// scanEscape gives the length of the canonical escape at the start of b, or 0.
func scanEscape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', 'b', 't', 'n', 'f', 'r':
		return 2
	case 'u':
		if len(b) < 6 || b[2] != '0' || b[3] != '0' || b[4] != '0' && b[4] != '1' {
			return 0
		}
		low := b[5]
		if (low < '0' || low > '9') && (low < 'a' || low > 'f') {
			return 0
		}
		// The five controls with a short form must use it.
		if b[4] == '0' && (low == '8' || low == '9' || low == 'a' || low == 'c' || low == 'd') {
			return 0
		}
		return 6
	}
	return 0
}

// scanNumber recognises short decimals at once and asks the definition about
// the others.
func scanNumber(b []byte, i int) (end int, ok bool) {
	start := i
	for i < len(b) && (b[i] >= '0' && b[i] <= '9' || b[i] == '-' || b[i] == '+' || b[i] == '.' || b[i] == 'e' || b[i] == 'E') {
		i++
	}
	return i, shortDecimal(b[start:i]) || slowCheck(b[start:i], 0) == nil
}

// shortDecimal recognises -?whole(.fraction)? of at most 15 digits, spelled as
// ECMAScript does. Decimals of that length name different doubles each, so
// the shortest spelling of the double is this one.
func shortDecimal(tok []byte) bool {
	negative := len(tok) > 0 && tok[0] == '-'
	if negative {
		tok = tok[1:]
	}
	whole, digits := 0, 0
	for whole < len(tok) && tok[whole] >= '0' && tok[whole] <= '9' {
		whole++
	}
	if whole == 0 || tok[0] == '0' && (whole > 1 || negative && len(tok) == 1) {
		return false
	}
	if digits = whole; whole < len(tok) {
		fraction := tok[whole+1:]
		if tok[whole] != '.' || len(fraction) == 0 || fraction[len(fraction)-1] == '0' {
			return false
		}
		zeros := 0
		for n, c := range fraction {
			if c < '0' || c > '9' {
				return false
			}
			if c == '0' && zeros == n {
				zeros++
			}
		}
		// Below 1e-6 an exponent is used.
		if tok[0] == '0' && zeros > 5 {
			return false
		}
		digits += len(fraction)
	}
	return digits <= 15
}

// compareUTF16 orders strings by UTF-16 code units, as RFC 8785 does. It
// differs from the order of UTF-8 only where surrogates are involved.
func compareUTF16(x, y []byte) int {
	n := min(len(x), len(y))
	i := 0
	for i < n && x[i] == y[i] {
		i++
	}
	if i == n {
		return cmp.Compare(len(x), len(y))
	}
	if x[i] < 0xEE || y[i] < 0xEE {
		// Below U+E000 both orders agree, and so does a smaller lead byte
		// against one of these.
		return cmp.Compare(x[i], y[i])
	}
	return slices.Compare(utf16.Encode([]rune(string(x))), utf16.Encode([]rune(string(y))))
}

// Members walks the members of a canonical object in order. Bytes that are no
// canonical object are ErrNotAdmitted or ErrNotCanonical. A name is good until
// each returns.
func Members(b []byte, depth int, each func(name, value []byte) error) error {
	var err error
	if len(b) > 0 && b[0] == '{' {
		end, ok := scanObject(b, 0, depth, func(name, value []byte) bool {
			err = each(name, value)
			return err == nil
		})
		if err != nil || ok && end == len(b) {
			return err
		}
	}
	if err := slowCheck(b, depth); err != nil {
		return err
	}
	return fmt.Errorf("%w: want an object", ErrNotAdmitted)
}
