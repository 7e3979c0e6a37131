package relay

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// Codes of JSON-RPC errors.
const (
	codeInvalid  = -32600
	codeParams   = -32602
	codeInternal = -32603
)

// answer builds a response to m as a line's text without its end.
func (m message) answer(member string, value jsontext.Value) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	if m.version {
		b.WriteString(`"jsonrpc":"2.0",`)
	}
	id := m.id.raw
	if id == nil {
		id = jsontext.Value("null")
	}
	fmt.Fprintf(&b, `"id":%s,%s:%s}`, id, quote(member), value)
	return b.Bytes()
}

// asked is what answering m needs of it, without its texts.
func (m message) asked() message {
	return message{id: ident{raw: m.id.raw.Clone(), key: m.id.key}, version: m.version, method: m.method}
}

// fail is an error response to m.
func (m message) fail(code int, format string, args ...any) []byte {
	return m.answer("error", encode(struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{code, plain("varek: " + fmt.Sprintf(format, args...))}))
}

// plain makes a text one that every encoder takes.
func plain(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

func quote(s string) []byte {
	out, _ := jsontext.AppendQuote(nil, s) // its only error is bad UTF-8, which it replaces
	return out
}

// encode spells values of our own types, which cannot fail.
func encode(v any) jsontext.Value {
	out, err := canon.Marshal(v)
	if err != nil {
		return jsontext.Value("null")
	}
	return out
}

// safe spells the separators that some readers of lines take for line ends, and
// that JSON allows in strings, as escapes: the value is the same, and nothing
// inside a text can be taken for a line of its own.
func safe(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("\u2028")) && !bytes.Contains(raw, []byte("\u2029")) && !bytes.Contains(raw, []byte("\u0085")) {
		return raw
	}
	raw = bytes.ReplaceAll(raw, []byte("\u2028"), []byte(`\u2028`))
	raw = bytes.ReplaceAll(raw, []byte("\u2029"), []byte(`\u2029`))
	return bytes.ReplaceAll(raw, []byte("\u0085"), []byte(`\u0085`))
}
