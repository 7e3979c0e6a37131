package trace

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// DecodeHead reads exactly what Encode writes: canonical bytes, members in
// their one order, none that the kind does not have. Errors are ErrHead.
func DecodeHead(b []byte) (Head, error) {
	p := headParser{rest: b}
	var h Head
	p.literal("{")
	h.ActionID = p.optional(`"action_id":"`)
	h.Decision = p.optional(`"decision":"`)
	h.Kind = Kind(p.optional(`"kind":"`))
	h.Seq = p.number(`"seq":`)
	session := p.optional(`"session":"`)
	h.Status = p.optional(`"status":"`)
	h.Tool = p.optional(`"tool":"`)
	h.V = int(p.number(`"v":`))
	p.literal("}")
	if p.err == nil && len(p.rest) > 0 {
		p.fail("bytes after the object")
	}
	if p.err == nil {
		if err := h.Session.UnmarshalText([]byte(session)); err != nil {
			return Head{}, fmt.Errorf("%w: session: %w", ErrHead, err)
		}
	}
	if p.err != nil {
		return Head{}, p.err
	}
	var buf [512]byte
	again, err := h.appendTo(buf[:0])
	if err != nil {
		return Head{}, err
	}
	if !bytes.Equal(again, b) {
		return Head{}, fmt.Errorf("%w: %w", ErrHead, ErrNotCanonical)
	}
	return h, nil
}

// headParser reads the members of a canonical head in their fixed order. It
// accepts a little too much (a missing comma, say); the re-encoding in
// DecodeHead decides.
type headParser struct {
	rest []byte
	err  error
}

func (p *headParser) fail(what string) {
	if p.err == nil {
		p.err = fmt.Errorf("%w: %s near %q", ErrHead, what, clip(p.rest))
	}
}

func (p *headParser) literal(s string) {
	if p.err != nil {
		return
	}
	if !hasPrefix(p.rest, s) {
		p.fail("want " + s)
		return
	}
	p.rest = p.rest[len(s):]
}

// optional reads the member whose name, colon and opening quote are prefix.
func (p *headParser) optional(prefix string) string {
	if p.err != nil || !hasPrefix(p.rest, prefix) {
		return ""
	}
	end, plain, ok := scanString(p.rest, len(prefix)-1)
	if !ok {
		p.fail("unfinished text")
		return ""
	}
	quoted := p.rest[len(prefix)-1 : end]
	p.rest = p.rest[end:]
	p.comma()
	if plain {
		return string(quoted[1 : len(quoted)-1])
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		p.fail("no text")
	}
	return string(text)
}

func (p *headParser) comma() {
	if len(p.rest) > 0 && p.rest[0] == ',' {
		p.rest = p.rest[1:]
	}
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

func (p *headParser) number(prefix string) uint64 {
	p.literal(prefix)
	end := 0
	for end < len(p.rest) && p.rest[end] >= '0' && p.rest[end] <= '9' {
		end++
	}
	n, err := strconv.ParseUint(string(p.rest[:end]), 10, 63)
	if err != nil {
		p.fail("want a whole number")
	}
	p.rest = p.rest[end:]
	p.comma()
	return n
}
