package second

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// depthOfLine is how deeply a line of a bundle may nest.
const depthOfLine = 136

// canonical decodes text and reports whether it is the one RFC 8785 spelling of
// an admitted value. Everything that the decoder mends or loses (doubled keys,
// wrong UTF-8, blanks, other spellings) shows as a difference.
func canonical(text []byte, depth int) (any, bool) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	again, ok := spell(nil, v, depth)
	return v, ok && bytes.Equal(again, text)
}

// spell writes RFC 8785; false means that the value is not admitted.
func spell(out []byte, v any, depth int) (_ []byte, ok bool) {
	switch v := v.(type) {
	case nil:
		return append(out, "null"...), true
	case bool:
		return strconv.AppendBool(out, v), true
	case string:
		return spellString(out, v), true
	case json.Number:
		text, ok := spellNumber(string(v))
		return append(out, text...), ok
	case []any:
		if depth == 0 {
			return nil, false
		}
		out = append(out, '[')
		for i, e := range v {
			if i > 0 {
				out = append(out, ',')
			}
			if out, ok = spell(out, e, depth-1); !ok {
				return nil, false
			}
		}
		return append(out, ']'), true
	case map[string]any:
		if depth == 0 {
			return nil, false
		}
		out = append(out, '{')
		for i, k := range sortedKeys(v) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(spellString(out, k), ':')
			if out, ok = spell(out, v[k], depth-1); !ok {
				return nil, false
			}
		}
		return append(out, '}'), true
	}
	return nil, false
}

// sortedKeys sorts by UTF-16 code units.
func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	return keys
}

func spellString(out []byte, s string) []byte {
	out = append(out, '"')
	for _, c := range []byte(s) {
		if at := strings.IndexByte("\b\t\n\f\r\"\\", c); at >= 0 {
			out = append(out, '\\', `btnfr"\`[at])
		} else if c < ' ' {
			out = append(out, `\u00`...)
			out = append(out, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		} else {
			out = append(out, c)
		}
	}
	return append(out, '"')
}

// spellNumber is ECMAScript's spelling of the double, where admission lets the
// number through.
func spellNumber(token string) (string, bool) {
	f, err := strconv.ParseFloat(token, 64)
	if err != nil || math.Abs(f) > 1<<53-1 {
		return "", false
	}
	if f == 0 {
		significand, _, _ := strings.Cut(strings.ToLower(token), "e")
		return "0", !strings.ContainsAny(significand, "123456789")
	}
	if math.Abs(f) >= 1e-6 {
		return strconv.FormatFloat(f, 'f', -1, 64), true
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	return strings.Replace(text, "e-0", "e-", 1), true
}

// Accessors of decoded objects: false where the member is not what it must be.

func object(v any, keys ...string) (map[string]any, bool) {
	m, ok := v.(map[string]any)
	if !ok || len(m) != len(keys) {
		return nil, false
	}
	for _, k := range keys {
		if _, ok := m[k]; !ok {
			return nil, false
		}
	}
	return m, true
}

func whole(v any, most uint64) (uint64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	u, err := strconv.ParseUint(string(n), 10, 64)
	return u, err == nil && u <= most
}

func hexBytes(v any, size int) ([]byte, bool) {
	s, ok := v.(string)
	if !ok || len(s) != 2+2*size || s[:2] != "0x" {
		return nil, false
	}
	out := make([]byte, size)
	for i := range out {
		high, low := strings.IndexByte("0123456789abcdef", s[2+2*i]), strings.IndexByte("0123456789abcdef", s[3+2*i])
		if high < 0 || low < 0 {
			return nil, false
		}
		out[i] = byte(16*high + low)
	}
	return out, true
}

func word(v any) (w [32]byte, ok bool) {
	b, ok := hexBytes(v, 32)
	copy(w[:], b)
	return w, ok
}
