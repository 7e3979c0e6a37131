package trace

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
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
	out = appendRaw(out, "args", b.Args, &err)
	out = appendHash(out, "args_hash", b.ArgsHash)
	out = appendHash(out, "args_proposed_hash", b.ArgsProposedHash)
	out = appendMember(out, "boot", b.Boot, &err)
	out = appendMember(out, "error", b.Error, &err)
	out = appendRaw(out, "metadata", b.Metadata, &err)
	out = appendMember(out, "mono_ns", b.MonoNS, &err)
	out = appendRaw(out, "result", b.Result, &err)
	out = appendMember(out, "time", b.Time, &err)
	if out[len(out)-1] == ',' {
		out = out[:len(out)-1]
	}
	out = append(out, '}')
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBody, err)
	}
	return out, nil
}

// appendRaw checks the value by itself: text such as 1,"x":2 would make a
// member of its own.
func appendRaw(dst []byte, name string, v jsontext.Value, err *error) []byte {
	if v == nil {
		return dst
	}
	if e := canon.Check(v, recordDepth-1); e != nil && *err == nil {
		*err = fmt.Errorf("member %s: %w", name, e)
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
// types, empty text and any other spelling are ErrBody. JSON members share
// memory with text.
func DecodeBody(text []byte) (Body, error) {
	var b Body
	err := canon.Members(text, recordDepth, func(name string, value []byte) error {
		switch name {
		case "args":
			b.Args = value
		case "args_hash":
			return setHash(name, value, &b.ArgsHash)
		case "args_proposed_hash":
			return setHash(name, value, &b.ArgsProposedHash)
		case "boot":
			return setText(name, value, &b.Boot)
		case "error":
			return setText(name, value, &b.Error)
		case "metadata":
			b.Metadata = value
		case "mono_ns":
			return setText(name, value, &b.MonoNS)
		case "result":
			b.Result = value
		case "time":
			return setText(name, value, &b.Time)
		default:
			return fmt.Errorf("unknown member %q", canon.Clip([]byte(name)))
		}
		return nil
	})
	if err != nil {
		return Body{}, fmt.Errorf("%w: %w", ErrBody, err)
	}
	return b, nil
}

// setText reads a member that is text and not empty: absent means absent.
func setText(name string, value []byte, dst *string) error {
	if len(value) < 3 || value[0] != '"' {
		return fmt.Errorf("member %s: want text that is not empty", name)
	}
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return fmt.Errorf("member %s: %w", name, err)
	}
	*dst = string(text)
	return nil
}

func setHash(name string, value []byte, dst **Hash) error {
	if len(value) != 68 || value[0] != '"' || value[67] != '"' {
		return fmt.Errorf("member %s: %w", name, ErrHex)
	}
	h := new(Hash)
	if err := h.UnmarshalText(value[1:67]); err != nil {
		return fmt.Errorf("member %s: %w", name, err)
	}
	*dst = h
	return nil
}
