package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// MaxInput bounds one payload; the largest ones seen have 3 MB.
	MaxInput = 64 << 20
	// maxAside is the largest member that is kept although no table asks for it.
	maxAside = 16 << 10
)

// ErrInput is the family of every input that is no hook payload.
var ErrInput = errors.New("the hook's input is not valid")

// payload is the members of one object, each as the harness's own text.
type payload struct {
	names   []string // in order
	values  map[string]jsontext.Value
	aside   map[string]int // members that were passed over, with their size
	lossy   bool           // bytes that were no UTF-8 became U+FFFD
	dialect *Dialect
}

// options take what real tools print; what of it must not enter a record is
// decided where records are made.
func options() []jsontext.Options {
	return []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
}

// read takes one object and nothing else from r, without holding members that
// nobody needs.
func (d *Dialect) read(r io.Reader) (payload, error) {
	in := &bounded{r: r, left: MaxInput}
	p, err := d.members(jsontext.NewDecoder(in, options()...))
	switch {
	case in.over:
		return payload{}, fmt.Errorf("%w: it is longer than %d bytes", ErrInput, MaxInput)
	case errors.Is(err, ErrInput):
		return payload{}, err
	case err != nil:
		return payload{}, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return p, nil
}

func (d *Dialect) members(dec *jsontext.Decoder) (payload, error) {
	p := payload{values: map[string]jsontext.Value{}, aside: map[string]int{}, dialect: d}
	open, err := dec.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return p, fmt.Errorf("%w: it is empty", ErrInput)
	case err != nil:
		return p, err
	case open.Kind() != '{':
		return p, fmt.Errorf("%w: it is not an object", ErrInput)
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return p, err
		}
		key := strings.Clone(name.String())
		value, err := dec.ReadValue()
		if err != nil {
			return p, fmt.Errorf("member %q: %w", key, err)
		}
		if err := p.keep(key, value); err != nil {
			return p, err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return p, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return p, fmt.Errorf("%w: something follows its object (%v)", ErrInput, err)
	}
	return p, nil
}

// keep copies a member, or notes that it was passed over.
func (p *payload) keep(name string, value jsontext.Value) error {
	_, twice := p.values[name]
	if _, passed := p.aside[name]; twice || passed {
		return fmt.Errorf("%w: it has the member %q twice", ErrInput, name)
	}
	if len(value) > maxAside && !p.dialect.wanted(name) {
		p.aside[name] = len(value)
		return nil
	}
	text := bytes.ToValidUTF8(value, []byte("\ufffd"))
	if !bytes.Equal(text, value) {
		p.lossy = true
	}
	p.names = append(p.names, name)
	p.values[name] = bytes.Clone(text)
	return nil
}

// bounded ends a stream with an error where io.LimitReader would end it well.
type bounded struct {
	r    io.Reader
	left int
	over bool
}

func (b *bounded) Read(to []byte) (int, error) {
	if b.left <= 0 {
		var one [1]byte
		n, err := b.r.Read(one[:])
		if n > 0 {
			b.over = true
			return 0, errors.New("too long")
		}
		return 0, err
	}
	n, err := b.r.Read(to[:min(len(to), b.left)])
	b.left -= n
	return n, err
}
