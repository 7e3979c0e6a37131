// Package value holds JSON values as predicates see them, and exact decimals.
//
// Promise: reading is total over any bytes; nothing is rounded: a number stays
// the literal that the record holds, and a Decimal is exact. What is not at
// hand (a text that was moved into a blob, a value that admission refused) is a
// value of its own type and never looks like something else.
//
// Limits: it reads what tracestore/trace admitted; whether bytes are canonical
// is checked there. Nesting beyond MaxDepth is refused.
package value

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON values are nil, bool, string, Number, []any and map[string]any, and the
// two that stand for what is not at hand.
type (
	// Number is a canonical number literal; nothing computes with floats.
	Number string
	// Hidden stands for a string that was moved into a blob.
	Hidden struct{}
	// Unparsed stands for a value that admission refused and kept as bytes.
	Unparsed struct{}
)

// MaxDepth is above what admission lets through, so that only values no
// sidecar wrote meet it.
const MaxDepth = 160

// ErrTooDeep says that a value is nested deeper than MaxDepth.
var ErrTooDeep = fmt.Errorf("nested deeper than %d", MaxDepth)

// Decode reads stored JSON and undoes the escape of reserved keys (formats
// section 2). nil text is an absent member and gives (nil, false, nil).
func Decode(text jsontext.Value) (v any, present bool, err error) {
	return decode(text, true)
}

// DecodeLiteral reads JSON in which reserved keys mean themselves: parameters.
func DecodeLiteral(text jsontext.Value) (v any, present bool, err error) {
	return decode(text, false)
}

func decode(text jsontext.Value, stored bool) (v any, present bool, err error) {
	if text == nil {
		return nil, false, nil
	}
	q := quick{text: text, stored: stored}
	if v, ok := q.value(0); ok {
		return v, true, nil
	}
	return slowDecode(text, stored)
}

// slowDecode is the definition that quick is tested against.
func slowDecode(text jsontext.Value, stored bool) (v any, present bool, err error) {
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
	if depth > MaxDepth {
		return nil, ErrTooDeep
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
		return Number(tok.String()), nil
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
		return Hidden{}
	case "$raw":
		return Unparsed{}
	}
	return map[string]any{key[1:]: object[key]}
}

// AnyHidden reports whether a value holds a blob anywhere.
func AnyHidden(v any) bool {
	switch v := v.(type) {
	case Hidden:
		return true
	case []any:
		for _, e := range v {
			if AnyHidden(e) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if AnyHidden(e) {
				return true
			}
		}
	}
	return false
}

// TypeName says in a sentence what a value is.
func TypeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "text"
	case Number:
		return "a number"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	case Hidden:
		return "a hidden text"
	}
	return "not readable JSON"
}

// Equal reports whether two values are the same JSON value. Numbers compare by
// value. What is not at hand equals nothing, itself included.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case bool, string:
		return a == b
	case Number:
		n, ok := b.(Number)
		return ok && (a == n || sameNumber(a, n))
	case []any:
		list, ok := b.([]any)
		if !ok || len(a) != len(list) {
			return false
		}
		for i := range a {
			if !Equal(a[i], list[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		object, ok := b.(map[string]any)
		if !ok || len(a) != len(object) {
			return false
		}
		for k, v := range a {
			other, ok := object[k]
			if !ok || !Equal(v, other) {
				return false
			}
		}
		return true
	}
	return false
}

func sameNumber(a, b Number) bool {
	x, okX := ParseDecimal(string(a))
	y, okY := ParseDecimal(string(b))
	return okX && okY && x.Cmp(y) == 0
}

// Append writes a value that DecodeLiteral read back as JSON, keys sorted.
func Append(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		return jsontext.AppendQuote(dst, v)
	case Number:
		return append(dst, v...), nil
	case []any:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			var err error
			if dst, err = Append(dst, e); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	case map[string]any:
		return appendObject(dst, v)
	}
	return nil, fmt.Errorf("%s has no JSON", TypeName(v))
}

func appendObject(dst []byte, object map[string]any) ([]byte, error) {
	dst = append(dst, '{')
	for i, k := range slices.Sorted(maps.Keys(object)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = jsontext.AppendQuote(dst, k); err != nil {
			return nil, err
		}
		if dst, err = Append(append(dst, ':'), object[k]); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}
