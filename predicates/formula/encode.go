package formula

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/tracestore/trace"
)

// Encode writes the canonical JSON of a formula: two texts that Decode reads as
// the same formula encode alike.
func Encode(f Formula) ([]byte, error) {
	text, err := appendNode(nil, f)
	if err != nil {
		return nil, err
	}
	return trace.Canonicalize(text)
}

// Digest is Keccak-256 of the canonical JSON.
func Digest(f Formula) (trace.Hash, error) {
	text, err := Encode(f)
	if err != nil {
		return trace.Hash{}, err
	}
	return trace.Keccak(text), nil
}

func appendNode(dst []byte, f Formula) ([]byte, error) {
	var err error
	switch f := f.(type) {
	case Equals:
		dst = append(appendText(append(dst, `{"Equals":{"pointer":`...), f.Pointer.text), `,"value":`...)
		if dst, err = value.Append(dst, f.Value); err != nil {
			return nil, fmt.Errorf("encode the value of Equals: %w", err)
		}
		return append(dst, "}}"...), nil
	case Exists:
		return append(appendText(append(dst, `{"Exists":{"pointer":`...), f.Pointer.text), "}}"...), nil
	case Compare:
		dst = appendText(append(dst, `{"Compare":{"op":`...), string(f.Op))
		dst = appendText(append(dst, `,"pointer":`...), f.Pointer.text)
		return append(append(append(dst, `,"value":`...), f.Bound.String()...), "}}"...), nil
	case Expr:
		return append(appendText(append(dst, `{"Expr":{"cel":`...), f.Text), "}}"...), nil
	case All:
		return appendParts(dst, "All", f)
	case Any:
		return appendParts(dst, "Any", f)
	case Since:
		return appendParts(dst, "Since", []Formula{f.Hold, f.From})
	case Not:
		return appendPart(dst, "Not", f.Part)
	case Always:
		return appendPart(dst, "Always", f.Part)
	case Never:
		return appendPart(dst, "Never", f.Part)
	case Once:
		return appendPart(dst, "Once", f.Part)
	}
	return nil, errors.New("encode a formula: a part is missing")
}

func appendParts(dst []byte, tag string, parts []Formula) ([]byte, error) {
	dst = append(append(append(dst, `{"`...), tag...), `":[`...)
	for i, p := range parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendNode(dst, p); err != nil {
			return nil, err
		}
	}
	return append(dst, "]}"...), nil
}

func appendPart(dst []byte, tag string, part Formula) ([]byte, error) {
	dst, err := appendNode(append(append(append(dst, `{"`...), tag...), `":`...), part)
	return append(dst, '}'), err
}

func appendText(dst []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		// Only text that was not read by Decode can be invalid; make it visible.
		quoted, _ = jsontext.AppendQuote(dst, string(bytes.ToValidUTF8([]byte(s), []byte("\ufffd"))))
	}
	return quoted
}
