package trace

import (
	"bytes"
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
	err := canon.Members(text, recordDepth, b.member)
	if err != nil {
		return Body{}, fmt.Errorf("%w: %w", ErrBody, err)
	}
	return b, nil
}

func (b *Body) member(name, value []byte) error {
	switch string(name) {
	case "args":
		b.Args = value
	case "args_hash":
		return setHash("args_hash", value, &b.ArgsHash)
	case "args_proposed_hash":
		return setHash("args_proposed_hash", value, &b.ArgsProposedHash)
	case "boot":
		return setText("boot", value, &b.Boot)
	case "error":
		return setText("error", value, &b.Error)
	case "metadata":
		b.Metadata = value
	case "mono_ns":
		return setText("mono_ns", value, &b.MonoNS)
	case "result":
		b.Result = value
	case "time":
		return setText("time", value, &b.Time)
	default:
		return fmt.Errorf("unknown member %q", canon.Clip(name))
	}
	return nil
}

// bodyParts are the members of a canonical body where they stand in it, noted
// when the body is first looked at.
type bodyParts struct {
	known   bool // the others are all of them
	members [maxMembers]struct{ name, value []byte }
	n       int
}

// maxMembers is how many members a body can have.
const maxMembers = 9

// note takes the next member.
func (p *bodyParts) note(name, value []byte) bool {
	if p.n == maxMembers {
		return false
	}
	p.members[p.n].name, p.members[p.n].value = name, value
	p.n++
	return true
}

// body is DecodeBody of the body with these parts, as long as it finds no
// fault. It shares no memory with the parts.
func (p *bodyParts) body() (b Body, ok bool) {
	size := 0
	for _, m := range p.members[:p.n] {
		if b.member(m.name, m.value) != nil {
			return Body{}, false
		}
	}
	for _, v := range [...]jsontext.Value{b.Args, b.Metadata, b.Result} {
		size += len(v)
	}
	arena := make([]byte, 0, size)
	for _, v := range [...]*jsontext.Value{&b.Args, &b.Metadata, &b.Result} {
		if *v != nil {
			from := len(arena)
			arena = append(arena, *v...)
			*v = arena[from:len(arena):len(arena)]
		}
	}
	return b, true
}

// setText reads a member that is text and not empty: absent means absent.
func setText(name string, value []byte, dst *string) error {
	if len(value) < 3 || value[0] != '"' {
		return fmt.Errorf("member %s: want text that is not empty", name)
	}
	if inside := value[1 : len(value)-1]; bytes.IndexByte(inside, '\\') < 0 {
		*dst = string(inside) // canonical, so without escapes it is its own text
		return nil
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
