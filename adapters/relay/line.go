package relay

import (
	"bufio"
	"errors"
	"io"
)

// DefaultMaxLine bounds one line; the largest real ones have 3 MB.
const DefaultMaxLine = 64 << 20

// line is one line as it came, its end included.
type line struct {
	text []byte
	over bool // longer than the bound: text is nil, of the rest only skim is known
	skim skim
}

// lineReader takes a stream apart. What follows the last line end is a line,
// too, because there are programs that read it as one.
type lineReader struct {
	r   *bufio.Reader
	max int
}

func newLineReader(r io.Reader, most int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), max: most}
}

// next gives the next line; io.EOF comes alone, after the last of them.
func (l *lineReader) next() (line, error) {
	var ln line
	size := 0
	for {
		part, err := l.r.ReadSlice('\n')
		size += len(part)
		if size > l.max && !ln.over {
			ln.over = true
			ln.skim.feed(ln.text)
			ln.text = nil
		}
		if ln.over {
			ln.skim.feed(part)
		} else {
			ln.text = append(ln.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil || size > 0 && errors.Is(err, io.EOF):
			return ln, nil
		default:
			return line{}, err
		}
	}
}

// skim finds id and method of a message that is too long to keep or that is no
// JSON, so that its sender can be answered. It is no judge of anything.
type skim struct {
	depth      int
	str, esc   bool
	phase      phase
	key, value []byte
	lost       bool // the value is longer than any that matters
	id, method []byte
}

type phase uint8

const (
	wantKey phase = iota
	inKey
	wantColon
	inValue
)

// maxSkimmed bounds what is kept of a name or value.
const maxSkimmed = 1 << 10

func (s *skim) feed(text []byte) {
	for _, c := range text {
		if s.str {
			s.inString(c)
		} else {
			s.outside(c)
		}
	}
}

func (s *skim) inString(c byte) {
	s.keep(c)
	switch {
	case s.esc:
		s.esc = false
	case c == '\\':
		s.esc = true
	case c == '"':
		s.str = false
		if s.phase == inKey {
			s.phase = wantColon
		}
	}
}

func (s *skim) outside(c byte) {
	switch {
	case c == '"':
		s.str = true
		if s.depth == 1 && s.phase == wantKey {
			s.phase, s.key = inKey, s.key[:0]
		}
		s.keep(c)
	case c == '{' || c == '[':
		s.keep(c)
		s.depth++
	case c == '}' || c == ']':
		if s.depth == 1 {
			s.end()
		}
		s.depth--
		s.keep(c)
	case c == ':' && s.depth == 1 && s.phase == wantColon:
		s.phase, s.value, s.lost = inValue, s.value[:0], false
	case c == ',' && s.depth == 1:
		s.end()
	case c != ' ' && c != '\t' && c != '\r' && c != '\n':
		s.keep(c)
	}
}

func (s *skim) keep(c byte) {
	switch {
	case s.phase == inKey && len(s.key) < maxSkimmed:
		s.key = append(s.key, c)
	case s.phase == inValue && len(s.value) < maxSkimmed:
		s.value = append(s.value, c)
	case s.phase == inValue:
		s.lost = true
	}
}

// end takes a member whose value is complete.
func (s *skim) end() {
	if s.phase == inValue && !s.lost {
		switch string(s.key) {
		case `"id"`:
			s.id = append([]byte(nil), s.value...)
		case `"method"`:
			s.method = append([]byte(nil), s.value...)
		}
	}
	s.phase = wantKey
}
