package trace

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// DecodeHead reads exactly what Encode writes: canonical bytes, members in
// their one order, none that the kind does not have. Errors are ErrHead.
func DecodeHead(b []byte) (Head, error) {
	p := headParser{rest: b}
	var h Head
	p.literal("{")
	h.ActionID = p.optional(`"action_id":"`)
	h.Decision = p.known(`"decision":"`)
	h.Kind = Kind(p.known(`"kind":"`))
	h.Seq = p.number(`"seq":`)
	session, _ := p.text(`"session":"`)
	h.Status = p.known(`"status":"`)
	h.Tool = p.optional(`"tool":"`)
	h.V = int(p.number(`"v":`))
	p.literal("}")
	if p.err == nil && len(p.rest) > 0 {
		p.fail("bytes after the object")
	}
	if p.err == nil {
		if err := h.Session.UnmarshalText(session); err != nil {
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
		p.err = fmt.Errorf("%w: %s near %q", ErrHead, what, canon.Clip(p.rest))
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
	inside, plain := p.text(prefix)
	if plain {
		return string(inside)
	}
	quoted := append(append(append(make([]byte, 0, len(inside)+2), '"'), inside...), '"')
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		p.fail("no text")
	}
	return string(text)
}

// known is optional for members of few values, which are not allocated anew.
func (p *headParser) known(prefix string) string {
	inside, plain := p.text(prefix)
	switch string(inside) {
	case "":
		return ""
	case "action":
		return "action"
	case "allow":
		return "allow"
	case "deny":
		return "deny"
	case "intent":
		return "intent"
	case "ok":
		return "ok"
	case "permission":
		return "permission"
	case "start":
		return "start"
	case "syscall":
		return "syscall"
	}
	if !plain {
		p.fail("no known value")
	}
	return string(inside)
}

// text gives what stands between the member's quotes; plain says that it has
// no escapes.
func (p *headParser) text(prefix string) (inside []byte, plain bool) {
	if p.err != nil || !hasPrefix(p.rest, prefix) {
		return nil, true
	}
	end, plain, ok := canon.ScanString(p.rest, len(prefix)-1)
	if !ok {
		p.fail("unfinished text")
		return nil, true
	}
	inside = p.rest[len(prefix) : end-1]
	p.rest = p.rest[end:]
	p.comma()
	return inside, plain
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
