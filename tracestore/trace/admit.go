package trace

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// ErrBlob is returned where a value refers to a blob whose text is needed.
var ErrBlob = errors.New("value refers to a blob that is not at hand")

// Admitted is one JSON text of an adapter after admission.
type Admitted struct {
	// JSON is what a body stores: canonical, reserved keys escaped; or the
	// object {"$raw": base64} when the text was refused.
	JSON []byte
	// Hash is the args_hash: Keccak of the canonical bytes before escaping,
	// or of the refused text exactly as it came.
	Hash Hash
	// Raw says that the text was refused and kept as bytes.
	Raw bool
}

// Admit never fails: what Canonicalize refuses is kept as raw bytes, so that
// nothing is lost and nothing is hashed under a value it does not have.
func Admit(text []byte) Admitted {
	form, err := Canonicalize(text)
	if err != nil {
		b64 := base64.StdEncoding.EncodeToString(text)
		return Admitted{JSON: []byte(`{"$raw":"` + b64 + `"}`), Hash: Keccak(text), Raw: true}
	}
	return Admitted{JSON: escapeReserved(form), Hash: Keccak(form)}
}

// Reveal undoes Admit: it returns the canonical JSON that was hashed, or the
// raw bytes and raw=true. ErrBlob if a part was moved into a blob; stored text
// that is not canonical is ErrNotCanonical or ErrNotAdmitted.
func Reveal(stored []byte) (text []byte, raw bool, err error) {
	if b64, ok := soleRaw(stored); ok {
		text, err := base64.StdEncoding.Strict().DecodeString(b64)
		if err != nil {
			return nil, true, fmt.Errorf("decode $raw: %w", err)
		}
		return text, true, nil
	}
	if rawInBlob(stored) {
		return nil, true, ErrBlob
	}
	if err := canon.Check(stored, recordDepth); err != nil {
		return nil, false, err
	}
	text, err = rewriteReserved(stored, unescapeKey)
	return text, false, err
}

// ArgsHash recomputes the args_hash of stored args; ErrBlob if it needs a blob.
func ArgsHash(stored []byte) (Hash, error) {
	text, _, err := Reveal(stored)
	if err != nil {
		return Hash{}, err
	}
	return Keccak(text), nil
}

// soleRaw recognises the whole value {"$raw":"<text>"}, which only Admit makes.
func soleRaw(stored []byte) (string, bool) {
	const head, tail = `{"$raw":"`, `"}`
	if len(stored) < len(head)+len(tail) || !bytes.HasPrefix(stored, []byte(head)) || !bytes.HasSuffix(stored, []byte(tail)) {
		return "", false
	}
	b64 := stored[len(head) : len(stored)-len(tail)]
	return string(b64), !bytes.ContainsAny(b64, `"\`)
}

// reserved reports whether a key matches $+(raw|blob).
func reserved(key string) bool {
	rest := strings.TrimLeft(key, "$")
	return rest != key && (rest == "raw" || rest == "blob")
}

func escapeReserved(form []byte) []byte {
	out, err := rewriteReserved(form, func(key string) (string, error) { return "$" + key, nil })
	if err != nil {
		// Canonical JSON tokenizes and the escape cannot fail.
		panic("trace: canonical JSON does not tokenize: " + err.Error())
	}
	return out
}

func unescapeKey(key string) (string, error) {
	switch key {
	case "$blob":
		return "", ErrBlob
	case "$raw":
		return "", errors.New("stored JSON has a $raw that admission does not write")
	}
	return key[1:], nil
}

// rewriteReserved replaces the key of every object whose sole key is reserved.
// Canonical JSON spells these keys without escapes, and an object of one
// member has no order to disturb, so the edit is local.
func rewriteReserved(form []byte, rewrite func(string) (string, error)) ([]byte, error) {
	if !bytes.Contains(form, []byte(`raw"`)) && !bytes.Contains(form, []byte(`blob"`)) {
		return form, nil
	}
	keys, err := soleReserved(form)
	if err != nil || len(keys) == 0 {
		return form, err
	}
	// Objects close inner first; the text is written in order of place.
	slices.SortFunc(keys, func(a, b placedKey) int { return a.at - b.at })
	out := make([]byte, 0, len(form)+len(keys))
	done := 0
	for _, k := range keys {
		key, err := rewrite(k.key)
		if err != nil {
			return nil, err
		}
		out = append(append(out, form[done:k.at]...), key...)
		done = k.at + len(k.key)
	}
	return append(out, form[done:]...), nil
}

// placedKey is a key and the index of its first byte inside the quotes.
type placedKey struct {
	key string
	at  int
}

// soleReserved finds the reserved keys that are alone in their object.
func soleReserved(text []byte) (found []placedKey, err error) {
	type object struct {
		first placedKey
		keys  int
	}
	var open []object
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("read stored JSON: %w", err)
		}
		switch tok.Kind() {
		case '{', '[':
			open = append(open, object{})
		case '}', ']':
			top := open[len(open)-1]
			open = open[:len(open)-1]
			// An array has no keys, hence no first one that is reserved.
			if top.keys == 1 && reserved(top.first.key) {
				found = append(found, top.first)
			}
		case '"':
			if in, length := dec.StackIndex(dec.StackDepth()); in == '{' && length%2 == 1 {
				top := &open[len(open)-1]
				if top.keys++; top.keys == 1 {
					key := tok.String()
					top.first = placedKey{key, int(dec.InputOffset()) - len(key) - 1}
				}
			}
		}
		if dec.StackDepth() == 0 {
			return found, nil
		}
	}
}
