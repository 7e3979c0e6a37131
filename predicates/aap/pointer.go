package aap

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// pointer is an RFC 6901 pointer in which the token * stands for each element
// of a list. A member named * is not reachable.
type pointer struct {
	text   string
	tokens []string
}

// roots are the members of a call that a pointer may enter.
var roots = []string{"args", "result", "metadata", "error", "tool", "status"}

func parsePointer(text string) (pointer, error) {
	if text == "" || text[0] != '/' {
		return pointer{}, errors.New("want an RFC 6901 pointer that begins with /, such as /args/to/*")
	}
	p := pointer{text: text, tokens: strings.Split(text[1:], "/")}
	if len(p.tokens) > maxValueDepth {
		return pointer{}, errTooDeep
	}
	for i, t := range p.tokens {
		for rest := t; strings.Contains(rest, "~"); {
			_, after, _ := strings.Cut(rest, "~")
			if after == "" || (after[0] != '0' && after[0] != '1') {
				return pointer{}, fmt.Errorf("%q: ~ must be followed by 0 or 1", t)
			}
			rest = after[1:]
		}
		p.tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	for _, r := range roots {
		if p.tokens[0] == r {
			return p, nil
		}
	}
	return pointer{}, fmt.Errorf("a call has %s; %q is none of them", strings.Join(roots, ", "), p.tokens[0])
}

// found is what a pointer resolved to: values in order, and the places where
// the document did not have what the pointer asks for.
type found struct {
	values  []any
	missing bool   // some place is absent or null, or a list has no element
	odd     string // not "": a value on the way has an unexpected type, in words
	hidden  bool   // a blob is on the way
}

// walk follows the tokens from a value. The work is bounded by the document.
func (f *found) walk(v any, tokens []string, text string) {
	if len(tokens) == 0 {
		if v == nil {
			f.missing = true
			return
		}
		f.values = append(f.values, v)
		return
	}
	switch v := v.(type) {
	case nil:
		f.missing = true
	case hidden:
		f.hidden = true
	case map[string]any:
		if tokens[0] == "*" {
			f.oddity("an object where %s expects a list", text)
			return
		}
		next, ok := v[tokens[0]]
		if !ok {
			f.missing = true
			return
		}
		f.walk(next, tokens[1:], text)
	case []any:
		f.walkList(v, tokens, text)
	default:
		f.oddity(typeName(v)+" where %s expects more", text)
	}
}

func (f *found) walkList(list []any, tokens []string, text string) {
	if tokens[0] == "*" {
		if len(list) == 0 {
			f.missing = true
		}
		for _, e := range list {
			f.walk(e, tokens[1:], text)
		}
		return
	}
	i, err := strconv.Atoi(tokens[0])
	if err != nil || strconv.Itoa(i) != tokens[0] || i < 0 {
		f.oddity("a list where %s expects an object", text)
		return
	}
	if i >= len(list) {
		f.missing = true
		return
	}
	f.walk(list[i], tokens[1:], text)
}

func (f *found) oddity(format, text string) {
	if f.odd == "" {
		f.odd = fmt.Sprintf(format, text)
	}
}
