package gate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// frame is one piece of a stream with its bytes as they came.
type frame struct {
	raw  []byte
	data []byte // nil: it says nothing
}

// frames cuts a stream into pieces. An end inside of a piece gives what there is
// of it, then io.EOF.
type frames interface {
	next() (frame, error)
}

// events are server-sent events.
type events struct {
	in   *bufio.Reader
	most int
}

func newEvents(in io.Reader, most int) *events {
	return &events{in: bufio.NewReaderSize(in, 32<<10), most: most}
}

// next reads lines up to an empty one. Lines end with CR, LF or both.
func (e *events) next() (frame, error) {
	var f frame
	line := 0 // where the current line begins
	for {
		b, err := e.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && len(f.raw) > 0:
			f.add(f.raw[line:])
			return f, nil // what a careless client would take for an event
		case err != nil:
			return frame{}, err
		case len(f.raw) >= e.most:
			return frame{}, fmt.Errorf("%w: a frame is longer than %d bytes", ErrForm, e.most)
		}
		f.raw = append(f.raw, b)
		if b != '\n' && b != '\r' {
			continue
		}
		if b == '\r' { // its line feed, where one is there already
			if next, err := e.in.Peek(1); err == nil && next[0] == '\n' {
				_, _ = e.in.ReadByte()
				f.raw = append(f.raw, '\n')
			}
		}
		text := bytes.TrimRight(f.raw[line:], "\r\n")
		line = len(f.raw)
		if len(text) == 0 {
			return f, nil
		}
		f.add(text)
	}
}

// add takes one line.
func (f *frame) add(line []byte) {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	v, ok := bytes.CutPrefix(line, []byte("data"))
	if !ok {
		return
	}
	if len(v) == 0 {
		v = []byte{':'}
	}
	if v, ok = bytes.CutPrefix(v, []byte{':'}); !ok {
		return
	}
	if f.data == nil {
		f.data = []byte{}
	} else {
		f.data = append(f.data, '\n')
	}
	f.data = append(f.data, bytes.TrimPrefix(v, []byte{' '})...)
}

// elements are those of one JSON array, as Gemini streams where nobody asks for
// events.
type elements struct {
	in   *bufio.Reader
	most int
}

func newElements(in io.Reader, most int) *elements {
	return &elements{in: bufio.NewReaderSize(in, 32<<10), most: most}
}

// next reads up to the end of an object; what stands before belongs to it, and what
// is left at the end says nothing.
func (e *elements) next() (frame, error) {
	var f frame
	depth, start, inString, escaped := 0, 0, false, false
	for {
		b, err := e.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && len(f.raw) > 0:
			if depth > 0 {
				return frame{}, io.ErrUnexpectedEOF
			}
			return f, nil
		case err != nil:
			return frame{}, err
		case len(f.raw) >= e.most:
			return frame{}, fmt.Errorf("%w: a frame is longer than %d bytes", ErrForm, e.most)
		}
		f.raw = append(f.raw, b)
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped, inString = b == '\\', b != '"'
		case b == '"':
			inString = true
		case b == '{':
			if depth++; depth == 1 {
				start = len(f.raw) - 1
			}
		case b == '}':
			if depth--; depth == 0 {
				f.data = f.raw[start:]
				return f, nil
			}
			if depth < 0 {
				return frame{}, fmt.Errorf("%w: the array is not JSON", ErrForm)
			}
		}
	}
}
