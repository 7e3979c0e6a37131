package value

import (
	"bytes"
	"math/bits"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// quick reads a value spelled without blanks, its keys in order: what admission
// stores. At anything else it gives up and leaves the answer to reader, which
// is the definition; what quick reads, reader reads as the same.
type quick struct {
	text   []byte
	at     int
	stored bool
}

func (q *quick) value(depth int) (v any, ok bool) {
	if depth > MaxDepth || q.at >= len(q.text) {
		return nil, false
	}
	switch c := q.text[q.at]; c {
	case '"':
		return q.string()
	case '{':
		return q.object(depth)
	case '[':
		return q.array(depth)
	case 'n':
		return nil, q.literal("null")
	case 't':
		return true, q.literal("true")
	case 'f':
		return false, q.literal("false")
	default:
		return q.number()
	}
}

// ends reports whether what was read can end here.
func (q *quick) ends() bool {
	if q.at == len(q.text) {
		return true
	}
	switch q.text[q.at] {
	case ',', ']', '}':
		return true
	}
	return false
}

func (q *quick) literal(word string) bool {
	if len(q.text)-q.at < len(word) || string(q.text[q.at:q.at+len(word)]) != word {
		return false
	}
	q.at += len(word)
	return q.ends()
}

// number takes whole numbers and simple fractions.
func (q *quick) number() (any, bool) {
	start := q.at
	digits := func() int {
		from := q.at
		for q.at < len(q.text) && q.text[q.at]-'0' <= 9 {
			q.at++
		}
		return q.at - from
	}
	if q.text[q.at] == '-' {
		q.at++
	}
	first := q.at
	if n := digits(); n == 0 || n > 1 && q.text[first] == '0' {
		return nil, false
	}
	if q.at < len(q.text) && q.text[q.at] == '.' {
		q.at++
		if digits() == 0 {
			return nil, false
		}
	}
	if !q.ends() {
		return nil, false
	}
	return Number(q.text[start:q.at]), true
}

func (q *quick) string() (any, bool) {
	s, ok := q.token()
	if !ok {
		return nil, false
	}
	return string(s), ok
}

// token gives the bytes that a string stands for; they may be the text's own.
func (q *quick) token() ([]byte, bool) {
	from := q.at + 1
	for i := from; ; {
		n := bytes.IndexByte(q.text[i:], '"')
		if n < 0 {
			return nil, false
		}
		end := i + n
		back := end
		for back > from && q.text[back-1] == '\\' {
			back--
		}
		if (end-back)%2 == 1 {
			i = end + 1 // the quote is part of the string
			continue
		}
		inside := q.text[from:end]
		q.at = end + 1
		if plain(inside) {
			return inside, true
		}
		s, err := jsontext.AppendUnquote(nil, q.text[from-1:end+1])
		return s, err == nil
	}
}

// plain reports whether the inside of a string is its own text: no escapes, no
// controls, UTF-8.
func plain(s []byte) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	ascii := uint64(0)
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		escape := w ^ (ones * '\\')
		if ((w-ones*' ')&^w|(escape-ones)&^escape)&highs != 0 {
			return false
		}
		ascii |= w
	}
	for ; i < len(s); i++ {
		if s[i] < ' ' || s[i] == '\\' {
			return false
		}
		ascii |= uint64(s[i])
	}
	return bits.OnesCount64(ascii&highs) == 0 || utf8.Valid(s)
}

func (q *quick) array(depth int) (any, bool) {
	list := []any{}
	if q.at++; q.at < len(q.text) && q.text[q.at] == ']' {
		q.at++
		return list, q.ends()
	}
	for {
		v, ok := q.value(depth + 1)
		if !ok || q.at >= len(q.text) {
			return nil, false
		}
		list = append(list, v)
		c := q.text[q.at]
		q.at++
		switch c {
		case ']':
			return list, q.ends()
		case ',':
		default:
			return nil, false
		}
	}
}

func (q *quick) object(depth int) (any, bool) {
	object := map[string]any{}
	if q.at++; q.at < len(q.text) && q.text[q.at] == '}' {
		q.at++
		return object, q.ends()
	}
	last := ""
	for first := true; ; first = false {
		if q.at >= len(q.text) || q.text[q.at] != '"' {
			return nil, false
		}
		name, ok := q.token()
		if !ok || q.at >= len(q.text) || q.text[q.at] != ':' {
			return nil, false
		}
		key := string(name)
		if !first && key <= last {
			return nil, false // twice, perhaps
		}
		last = key
		q.at++
		if object[key], ok = q.value(depth + 1); !ok || q.at >= len(q.text) {
			return nil, false
		}
		c := q.text[q.at]
		q.at++
		switch c {
		case '}':
			if q.stored && len(object) == 1 {
				return unescape(object, key), q.ends()
			}
			return object, q.ends()
		case ',':
		default:
			return nil, false
		}
	}
}
