package trace

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrBody is the family of every refusal of a body.
var ErrBody = errors.New("body is not valid")

// Body is the part of a record that evidence may withhold. nil and "" are
// absent members; Args, Result and Metadata hold canonical JSON.
type Body struct {
	Args             jsontext.Value `json:"args,omitzero"`
	ArgsHash         *Hash          `json:"args_hash,omitzero"`          // of Args before escaping and blobs
	ArgsProposedHash *Hash          `json:"args_proposed_hash,omitzero"` // of the intent, where the harness rewrote them
	Boot             string         `json:"boot,omitzero"`               // boot uuid; session open and resume
	Error            string         `json:"error,omitzero"`
	Metadata         jsontext.Value `json:"metadata,omitzero"`
	MonoNS           string         `json:"mono_ns,omitzero"` // decimal nanoseconds of the monotonic clock
	Result           jsontext.Value `json:"result,omitzero"`
	Time             string         `json:"time,omitzero"` // UTC, nine fraction digits, Z
}

// Encode gives the canonical JSON of the body. JSON members that are not
// canonical already are ErrBody: admitted bytes are never re-encoded.
func (b Body) Encode() ([]byte, error) {
	var err error
	out := append(make([]byte, 0, 256+len(b.Args)+len(b.Result)+len(b.Metadata)+len(b.Error)), '{')
	out = appendRaw(out, "args", b.Args)
	out = appendHash(out, "args_hash", b.ArgsHash)
	out = appendHash(out, "args_proposed_hash", b.ArgsProposedHash)
	out = appendMember(out, "boot", b.Boot, &err)
	out = appendMember(out, "error", b.Error, &err)
	out = appendRaw(out, "metadata", b.Metadata)
	out = appendMember(out, "mono_ns", b.MonoNS, &err)
	out = appendRaw(out, "result", b.Result)
	out = appendMember(out, "time", b.Time, &err)
	if out[len(out)-1] == ',' {
		out = out[:len(out)-1]
	}
	out = append(out, '}')
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBody, err)
	}
	if err := checkCanonical(out, recordDepth); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBody, err)
	}
	return out, nil
}

func appendRaw(dst []byte, name string, v jsontext.Value) []byte {
	if v == nil {
		return dst
	}
	dst = append(append(append(dst, '"'), name...), `":`...)
	return append(append(dst, v...), ',')
}

func appendHash(dst []byte, name string, h *Hash) []byte {
	if h == nil {
		return dst
	}
	var err error
	return appendMember(dst, name, h.String(), &err)
}

// DecodeBody reads a body in its canonical form; unknown members, other
// types and any other spelling are ErrBody.
func DecodeBody(text []byte) (Body, error) {
	if err := checkCanonical(text, recordDepth); err != nil {
		return Body{}, fmt.Errorf("%w: %w", ErrBody, err)
	}
	var b Body
	if err := Unmarshal(text, &b); err != nil {
		return Body{}, fmt.Errorf("%w: %w", ErrBody, err)
	}
	for name, s := range map[string]*string{"boot": &b.Boot, "error": &b.Error, "mono_ns": &b.MonoNS, "time": &b.Time} {
		if *s == "" && hasMember(text, name) {
			return Body{}, fmt.Errorf("%w: empty %s; absent means absent", ErrBody, name)
		}
	}
	return b, nil
}

func hasMember(text []byte, name string) bool {
	var m map[string]jsontext.Value
	if err := Unmarshal(text, &m); err != nil {
		return false
	}
	_, ok := m[name]
	return ok
}
