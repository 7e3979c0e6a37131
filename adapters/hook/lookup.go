package hook

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// get follows a path; nil where something on it is absent. A name that an
// object on the way has twice is ErrInput: which of them counts cannot be told.
func (p *payload) get(at path) (jsontext.Value, error) {
	if len(at) == 0 {
		return nil, nil
	}
	value := p.values[at[0]]
	for _, name := range at[1:] {
		var err error
		if value, err = member(value, name); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func member(object jsontext.Value, name string) (found jsontext.Value, err error) {
	if object.Kind() != '{' {
		return nil, nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(object), options()...)
	if _, err := dec.ReadToken(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	for dec.PeekKind() != '}' {
		key, err := dec.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInput, err)
		}
		hit := key.String() == name
		value, err := dec.ReadValue()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrInput, err)
		case hit && found != nil:
			return nil, fmt.Errorf("%w: an object in it has the member %q twice", ErrInput, name)
		case hit:
			found = bytes.Clone(value)
		}
	}
	return found, nil
}

// text gives a string, or the spelling of a number or a truth value; "" for
// null, nothing, and what has members.
func (p *payload) text(at path) (string, error) {
	value, err := p.get(at)
	if err != nil || len(value) == 0 {
		return "", err
	}
	return plain(value), nil
}

func plain(value jsontext.Value) string {
	switch value.Kind() {
	case '"':
		text, _ := jsontext.AppendUnquote(nil, value) // its syntax was checked, bad escapes become U+FFFD
		return string(bytes.ToValidUTF8(text, []byte("\ufffd")))
	case '0', 't', 'f':
		return string(value)
	}
	return ""
}

// holds reports whether a test holds.
func (p *payload) holds(t test) (bool, error) {
	value, err := p.get(t.at)
	if err != nil || len(value) == 0 {
		return false, err
	}
	kind := value.Kind()
	switch t.is {
	case present:
		return kind != 'n', nil
	case isTrue:
		return kind == 't', nil
	case object:
		return kind == '{', nil
	}
	if kind != '"' {
		return false, nil
	}
	text := []byte(plain(value))
	switch t.is {
	case equals:
		return string(text) == t.text, nil
	case prefix:
		return bytes.HasPrefix(text, []byte(t.text)), nil
	}
	return bytes.Contains(text, []byte(t.text)), nil
}

// items gives the values of a list.
func items(list jsontext.Value) ([]jsontext.Value, error) {
	if list.Kind() != '[' {
		return nil, fmt.Errorf("%w: its list of calls is not a list", ErrInput)
	}
	dec := jsontext.NewDecoder(bytes.NewReader(list), options()...)
	if _, err := dec.ReadToken(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	var all []jsontext.Value
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInput, err)
		}
		all = append(all, bytes.Clone(value))
	}
	return all, nil
}
