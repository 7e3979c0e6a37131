package canon

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// MaxDepth is the deepest nesting of arrays and objects that admission
	// accepts; a scalar has depth 0.
	MaxDepth = 128
	// MaxInteger is 2^53-1, the largest magnitude of an admitted number.
	MaxInteger = 1<<53 - 1

	// RecordDepth leaves room for the members that wrap admitted JSON inside
	// a body and a bundle line.
	RecordDepth = MaxDepth + 8
)

var (
	// ErrNotAdmitted is the family of every refusal of Canonicalize.
	ErrNotAdmitted = errors.New("JSON is not admitted")
	// ErrNotCanonical says that bytes are JSON, but not in the RFC 8785 form.
	ErrNotCanonical = errors.New("JSON is not in its canonical form")
)

// Canonicalize admits a JSON text and returns its RFC 8785 form. Refused, with
// ErrNotAdmitted, are duplicate keys (compared after unescaping), invalid
// UTF-8, lone surrogates, nesting over MaxDepth, text after the value, and
// numbers that a double cannot be trusted with: those that overflow, those
// that round to zero without being zero, and those beyond MaxInteger however
// they are spelled (all doubles beyond it are integers with neighbours that
// are not representable). The result is always admitted again, unchanged.
func Canonicalize(text []byte) ([]byte, error) {
	return CanonicalizeDeep(text, MaxDepth)
}

// CanonicalizeDeep is Canonicalize with another limit of nesting.
func CanonicalizeDeep(text []byte, depth int) ([]byte, error) {
	// What is canonical already, and most of what our own programs send is,
	// needs one look and no sorting.
	if end, ok := ScanValue(text, 0, depth); ok && end == len(text) {
		return bytes.Clone(text), nil
	}
	return sortCanonical(text, depth)
}

// sortCanonical is the definition that the look above is tested against.
func sortCanonical(text []byte, depth int) ([]byte, error) {
	if err := admissible(text, depth); err != nil {
		return nil, err
	}
	v := jsontext.Value(bytes.Clone(text))
	if err := v.Canonicalize(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotAdmitted, err)
	}
	return v, nil
}

// admissible walks all tokens once. Syntax, UTF-8, surrogates and duplicate
// names are refused by the tokenizer's strict defaults.
func admissible(text []byte, depth int) error {
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			// Not wrapped: to callers that read streams, io.EOF is good news.
			return fmt.Errorf("%w: there is no value", ErrNotAdmitted)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotAdmitted, err)
		}
		switch tok.Kind() {
		case '0':
			if err := admissibleNumber(tok.String()); err != nil {
				return fmt.Errorf("%w: %w at %q", ErrNotAdmitted, err, dec.StackPointer())
			}
		case '{', '[':
			if dec.StackDepth() > depth {
				return fmt.Errorf("%w: nested deeper than %d", ErrNotAdmitted, depth)
			}
		}
		if dec.StackDepth() == 0 {
			break
		}
	}
	if rest := bytes.Trim(text[dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return fmt.Errorf("%w: text after the value: %q", ErrNotAdmitted, Clip(rest))
	}
	return nil
}

// admissibleNumber applies the number rule to one JSON number token.
func admissibleNumber(tok string) error {
	f, err := strconv.ParseFloat(tok, 64)
	shown := string(Clip([]byte(tok)))
	switch {
	case err != nil:
		return fmt.Errorf("number %s overflows", shown)
	case math.Abs(f) > MaxInteger:
		return fmt.Errorf("number %s is beyond 2^53-1; send it as text", shown)
	case f == 0 && !spelledZero(tok):
		return fmt.Errorf("number %s rounds to zero", shown)
	}
	return nil
}

// spelledZero reports whether the significand has no digit but 0.
func spelledZero(tok string) bool {
	for i := 0; i < len(tok); i++ {
		switch c := tok[i]; {
		case c == 'e' || c == 'E':
			return true
		case c >= '1' && c <= '9':
			return false
		}
	}
	return true
}

// Marshal encodes one of our own Go values as canonical JSON. Struct tags are
// those of encoding/json/v2 (omitzero, omitempty); numbers obey the admission
// rule, so that a uint64 beyond MaxInteger is an error and not a rounding.
func Marshal(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	out, err := CanonicalizeDeep(text, RecordDepth)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return out, nil
}

// Unmarshal decodes strict JSON into one of our own Go values: names are
// case-sensitive, unknown members, duplicate members and trailing text are
// errors. It does not ask for the canonical form.
func Unmarshal(text []byte, v any) error {
	if err := json.Unmarshal(text, v, json.RejectUnknownMembers(true)); err != nil {
		return fmt.Errorf("decode %T: %w", v, err)
	}
	return nil
}
