package formula

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/varek/varek/predicates/value"
)

// Pointer is an RFC 6901 pointer; the empty one is the whole document.
type Pointer struct {
	text   string
	tokens []string
}

// ParsePointer reads a pointer strictly.
func ParsePointer(text string) (Pointer, error) {
	if text == "" {
		return Pointer{}, nil
	}
	if text[0] != '/' {
		return Pointer{}, errors.New("want an RFC 6901 pointer: empty, or beginning with /")
	}
	p := Pointer{text: text, tokens: strings.Split(text[1:], "/")}
	if len(p.tokens) > value.MaxDepth {
		return Pointer{}, value.ErrTooDeep
	}
	for i, t := range p.tokens {
		for at := 0; at < len(t); at++ {
			if t[at] == '~' && (at+1 == len(t) || t[at+1] != '0' && t[at+1] != '1') {
				return Pointer{}, fmt.Errorf("%q: ~ must be followed by 0 or 1", t)
			}
		}
		p.tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return p, nil
}

// String is the pointer as it was written.
func (p Pointer) String() string { return p.text }

// Tokens are the unescaped reference tokens.
func (p Pointer) Tokens() []string { return p.tokens }

// Resolve follows the pointer. An index must be canonical (no sign, no leading
// zeros) and inside the list. What is not at hand has no members: a text in a
// blob is a text.
func (p Pointer) Resolve(doc any) (v any, ok bool) {
	v = doc
	for _, t := range p.tokens {
		switch inner := v.(type) {
		case map[string]any:
			if v, ok = inner[t]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(inner) || strconv.Itoa(i) != t {
				return nil, false
			}
			v = inner[i]
		default:
			return nil, false
		}
	}
	return v, true
}
