package warden

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Escape makes any kernel name or argument a faithful UTF-8 text on one line:
// a backslash becomes `\\`, a byte that is part of no valid UTF-8 sequence and
// every control character (C0, DEL, C1) becomes `\xNN` per byte, and all else
// stays. The rule is reversible: Unescape gives the bytes back.
func Escape(name string) string {
	if plain(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == utf8.RuneError && size == 1, control(r):
			for _, c := range []byte(name[i : i+size]) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		default:
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}

func control(r rune) bool { return r < 0x20 || (r >= 0x7f && r < 0xa0) }

func plain(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c < 0x20 || c >= 0x7f || c == '\\' {
			return false
		}
	}
	return true
}

// Unescape reverses Escape and refuses text that Escape cannot have made.
func Unescape(text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		switch {
		case strings.HasPrefix(text[i:], `\\`):
			b.WriteByte('\\')
			i++
		case len(text) >= i+4 && text[i+1] == 'x':
			var c byte
			if _, err := fmt.Sscanf(text[i+2:i+4], "%02x", &c); err != nil {
				return "", fmt.Errorf("escape at byte %d is not \\xNN", i)
			}
			b.WriteByte(c)
			i += 3
		default:
			return "", fmt.Errorf("escape at byte %d is neither \\\\ nor \\xNN", i)
		}
	}
	if Escape(b.String()) != text {
		return "", fmt.Errorf("%q is not the escaped form of its bytes", text)
	}
	return b.String(), nil
}
