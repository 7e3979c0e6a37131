package aap

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// JSON values as predicates see them: nil, bool, string, number, []any and
// map[string]any, and the three that stand for what is not at hand.
type (
	// number is a canonical number literal; nothing here computes with floats.
	number string
	// hidden stands for a string that was moved into a blob.
	hidden struct{}
	// unparsed stands for a value that admission refused and kept as bytes.
	unparsed struct{}
)

// maxValueDepth is above what admission lets through, so that only values no
// sidecar wrote meet it.
const maxValueDepth = 160

var errTooDeep = fmt.Errorf("nested deeper than %d", maxValueDepth)

// decodeValue reads stored JSON and undoes the escape of reserved keys. nil
// text is an absent member and gives (nil, false, nil).
func decodeValue(text jsontext.Value) (v any, present bool, err error) {
	return decode(text, true)
}

// decodeLiteral reads JSON in which reserved keys mean themselves: parameters.
func decodeLiteral(text jsontext.Value) (v any, present bool, err error) {
	return decode(text, false)
}

func decode(text jsontext.Value, stored bool) (v any, present bool, err error) {
	if text == nil {
		return nil, false, nil
	}
	// The decoder reads a bytes.Buffer in place.
	r := reader{dec: jsontext.NewDecoder(bytes.NewBuffer(text)), stored: stored}
	v, err = r.value(0)
	if err != nil {
		return nil, false, fmt.Errorf("read value: %w", err)
	}
	return v, true, nil
}

// reader builds values from tokens; stored says that the escape applies.
type reader struct {
	dec    *jsontext.Decoder
	stored bool
}

func (r reader) value(depth int) (any, error) {
	if depth > maxValueDepth {
		return nil, errTooDeep
	}
	tok, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return tok.Bool(), nil
	case '"':
		return tok.String(), nil
	case '0':
		return number(tok.String()), nil
	case '[':
		return r.array(depth)
	case '{':
		return r.object(depth)
	}
	return nil, errors.New("not a JSON value")
}

func (r reader) array(depth int) (any, error) {
	list := []any{}
	for r.dec.PeekKind() != ']' {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := r.dec.ReadToken()
	return list, err
}

func (r reader) object(depth int) (any, error) {
	object := map[string]any{}
	key := ""
	for r.dec.PeekKind() != '}' {
		tok, err := r.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		key = tok.String()
		if object[key], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	if r.stored && len(object) == 1 {
		return unescape(object, key), nil
	}
	return object, nil
}

// unescape applies formats section 2 to an object of one member: $raw and
// $blob are markers, one more dollar means the literal key with one less.
func unescape(object map[string]any, key string) any {
	plain := strings.TrimLeft(key, "$")
	if plain == key || (plain != "raw" && plain != "blob") {
		return object
	}
	switch key {
	case "$blob":
		return hidden{}
	case "$raw":
		return unparsed{}
	}
	return map[string]any{key[1:]: object[key]}
}

// anyHidden reports whether a value holds a blob anywhere.
func anyHidden(v any) bool {
	switch v := v.(type) {
	case hidden:
		return true
	case []any:
		for _, e := range v {
			if anyHidden(e) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if anyHidden(e) {
				return true
			}
		}
	}
	return false
}

// typeName says in a sentence what a value is.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "text"
	case number:
		return "a number"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	case hidden:
		return "a hidden text"
	}
	return "not readable JSON"
}

// hiddenAt is the error for a blob that a predicate would have to read.
func hiddenAt(where string) error {
	return fmt.Errorf("%s is kept in a blob that is not shown: %w", where, predicates.ErrHidden)
}

// withheldBody is the error for a record whose body must be shown.
func withheldBody(k trace.Kind) error {
	return fmt.Errorf("the body of this %s is withheld: %w", k, predicates.ErrHidden)
}

// quote spells text from a record for a sentence: escaped and kept short.
func quote(s string) string {
	const most = 160
	if len(s) <= most {
		return fmt.Sprintf("%q", s)
	}
	cut := most
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return fmt.Sprintf("%q...", s[:cut])
}
