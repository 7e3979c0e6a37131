package trace

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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
	canon, err := Canonicalize(text)
	if err != nil {
		b64 := base64.StdEncoding.EncodeToString(text)
		return Admitted{JSON: []byte(`{"$raw":"` + b64 + `"}`), Hash: Keccak(text), Raw: true}
	}
	return Admitted{JSON: escapeReserved(canon), Hash: Keccak(canon)}
}

// Reveal undoes Admit: it returns the canonical JSON that was hashed, or the
// raw bytes and raw=true. ErrBlob if a part was moved into a blob.
func Reveal(stored []byte) (text []byte, raw bool, err error) {
	if b64, ok := soleRaw(stored); ok {
		text, err := base64.StdEncoding.Strict().DecodeString(b64)
		if err != nil {
			return nil, true, fmt.Errorf("decode $raw: %w", err)
		}
		return text, true, nil
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

func escapeReserved(canon []byte) []byte {
	out, err := rewriteReserved(canon, func(key string) (string, error) { return "$" + key, nil })
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
func rewriteReserved(canon []byte, rewrite func(string) (string, error)) ([]byte, error) {
	if !bytes.Contains(canon, []byte(`raw"`)) && !bytes.Contains(canon, []byte(`blob"`)) {
		return canon, nil
	}
	type object struct {
		keys  int
		key   string
		start int64 // of the first key's opening quote
	}
	type edit struct {
		start int64
		old   string
	}
	var open []object
	var edits []edit
	dec := jsontext.NewDecoder(bytes.NewReader(canon))
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("read stored JSON: %w", err)
		}
		kind := tok.Kind()
		switch kind {
		case '{', '[':
			open = append(open, object{})
		case '}', ']':
			top := open[len(open)-1]
			open = open[:len(open)-1]
			if reserved(top.key) && kind == '}' && top.keys == 1 {
				edits = append(edits, edit{top.start, top.key})
			}
		case '"':
			if in, length := dec.StackIndex(dec.StackDepth()); in == '{' && length%2 == 1 {
				top := &open[len(open)-1]
				if top.keys++; top.keys == 1 {
					top.key = tok.String()
					top.start = dec.InputOffset() - int64(len(top.key)) - 2
				}
			}
		}
		if dec.StackDepth() == 0 {
			break
		}
	}
	// Closing order is inner first; spelling order is by position.
	repl := make(map[int64]string, len(edits))
	for _, e := range edits {
		key, err := rewrite(e.old)
		if err != nil {
			return nil, err
		}
		repl[e.start] = `"` + key + `"`
	}
	out := make([]byte, 0, len(canon)+len(edits))
	for i := int64(0); i < int64(len(canon)); {
		if key, ok := repl[i]; ok {
			out = append(out, key...)
			i += int64(bytes.IndexByte(canon[i+1:], '"')) + 2
			continue
		}
		out = append(out, canon[i])
		i++
	}
	return out, nil
}
