package relay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrMessage is the family of lines that are no JSON-RPC message, or that
// different readers could read differently.
var ErrMessage = errors.New("not a JSON-RPC message that may pass")

// message is one JSON-RPC message; its values are parts of raw.
type message struct {
	raw     jsontext.Value
	version bool // it has the member jsonrpc
	id      ident
	method  string
	params  jsontext.Value
	result  jsontext.Value
	failure jsontext.Value // the member error, nil where it is null
	lossy   bool           // raw is not UTF-8
	gone    bool           // made by the relay: the other side went away without an answer
}

// ident is an id; its key is the same for all spellings of one id.
type ident struct {
	raw jsontext.Value // nil: none
	key string         // "" for none and for null
}

func (m message) request() bool      { return m.method != "" && m.id.raw != nil }
func (m message) notification() bool { return m.method != "" && m.id.raw == nil }
func (m message) response() bool     { return m.method == "" }

// names are the members that have a meaning; a reader that ignores case would
// take others for them.
var names = [...]string{"jsonrpc", "id", "method", "params", "result", "error"}

// parseLine gives the messages of one line. batch says that they came in a list.
func parseLine(text []byte) (list []message, batch bool, err error) {
	// Readers that take a bare carriage return for the end of a line would see
	// several messages where we see one.
	if i := bytes.IndexByte(text, '\r'); i >= 0 && string(text[i:]) != "\r\n" {
		return nil, false, fmt.Errorf("%w: it holds a bare carriage return", ErrMessage)
	}
	dec := decoder(text)
	if dec.PeekKind() != '[' {
		v, err := dec.ReadValue()
		if err == nil {
			err = ended(dec)
		}
		if err != nil {
			return nil, false, fmt.Errorf("%w: %w", ErrMessage, err)
		}
		m, err := parse(v)
		return []message{m}, false, err
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, true, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	for dec.PeekKind() != ']' {
		v, err := dec.ReadValue()
		if err != nil {
			return nil, true, fmt.Errorf("%w: %w", ErrMessage, err)
		}
		m, err := parse(v)
		if err != nil {
			return nil, true, err
		}
		list = append(list, m)
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, true, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	if err := ended(dec); err != nil {
		return nil, true, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	return list, true, nil
}

func decoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func ended(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the message")
	}
	return nil
}

func parse(raw jsontext.Value) (message, error) {
	m := message{raw: raw, lossy: !utf8.Valid(raw)}
	members, err := object(raw, names[:]...)
	if err != nil {
		return m, err
	}
	_, m.version = members["jsonrpc"]
	m.params, m.result, m.failure = members["params"], members["result"], members["error"]
	if m.failure.Kind() == 'n' {
		m.failure = nil
	}
	if m.id, err = identOf(members["id"]); err != nil {
		return m, err
	}
	if v, has := members["method"]; has {
		if m.method = text(v); m.method == "" {
			return m, fmt.Errorf("%w: its method is not a text", ErrMessage)
		}
	}
	switch outcome := m.result != nil || m.failure != nil; {
	case m.method != "" && outcome:
		return m, fmt.Errorf("%w: it is a request and a response", ErrMessage)
	case m.method == "" && (!outcome || m.id.raw == nil):
		return m, fmt.Errorf("%w: it is neither request nor response", ErrMessage)
	case m.result != nil && m.failure != nil:
		return m, fmt.Errorf("%w: it has a result and an error", ErrMessage)
	}
	return m, nil
}

func identOf(raw jsontext.Value) (ident, error) {
	i := ident{raw: raw}
	switch raw.Kind() {
	case '"':
		i.key = "s" + text(raw)
	case '0':
		n, err := strconv.ParseFloat(string(raw), 64)
		if err != nil {
			return i, fmt.Errorf("%w: its id is out of range", ErrMessage)
		}
		i.key = "n" + strconv.FormatFloat(n, 'g', -1, 64)
	case 'n':
	default:
		if raw != nil {
			return i, fmt.Errorf("%w: its id is neither text nor number", ErrMessage)
		}
	}
	return i, nil
}

// object gives the wanted members of an object. One of them twice, or in
// another case, is ErrMessage. No names: all members.
func object(raw jsontext.Value, wanted ...string) (map[string]jsontext.Value, error) {
	dec := decoder(raw)
	open, err := dec.ReadToken()
	if err != nil || open.Kind() != '{' {
		return nil, fmt.Errorf("%w: it is not an object", ErrMessage)
	}
	out := map[string]jsontext.Value{}
	for dec.PeekKind() != '}' {
		token, err := dec.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMessage, err)
		}
		name := strings.Clone(token.String())
		value, err := dec.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("%w: member %q: %w", ErrMessage, name, err)
		}
		known, err := meant(name, wanted)
		if err != nil {
			return nil, err
		}
		if !known {
			continue
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("%w: it has the member %q twice", ErrMessage, name)
		}
		out[name] = value
	}
	return out, nil
}

// meant reports whether name is wanted, and refuses what looks like it.
func meant(name string, wanted []string) (bool, error) {
	for _, w := range wanted {
		switch {
		case name == w:
			return true, nil
		case strings.EqualFold(name, w):
			return false, fmt.Errorf("%w: it has the member %q, which some readers take for %q", ErrMessage, name, w)
		}
	}
	return len(wanted) == 0, nil
}

// text is a JSON string's value; "" for everything else.
func text(v jsontext.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	out, err := jsontext.AppendUnquote(nil, v)
	if err != nil && !utf8.Valid(v) {
		return string(bytes.ToValidUTF8(out, []byte("\ufffd")))
	}
	return string(out)
}

// at walks from an object to a member of members; nil where there is none.
func at(v jsontext.Value, path ...string) jsontext.Value {
	for _, name := range path {
		members, err := object(v, name)
		if err != nil {
			return nil
		}
		v = members[name]
	}
	return v
}
