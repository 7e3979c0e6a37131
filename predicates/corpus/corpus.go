// Package corpus reads recorded traces in the forms in which they are at hand:
// evidence bundles, lines of records, and the public re-encoding of agent
// benchmarks (one run or one incident a line).
//
// Promise: a trace becomes the records that a sidecar would have written, in the
// order of its events, one record an event where the form has no more to say;
// nothing is left out in silence: what is no evidence (chat text) becomes a
// notice. Reading is streaming, one trace at a time, and total over any bytes.
//
// Limits: recorded corpora have no permissions, no kernel records and no salts
// unless the events say so, and no hashes that anyone committed to. What is
// judged here shows what a promise finds, not what a verifier would rule.
package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// Trace is one recorded session.
type Trace struct {
	Name  string // run id, incident and variant, or session
	Suite string // what kind of task; "" if the form has none
	Model string
	Task  string
	Views []predicates.View
	// Events are the numbers that the source gives the records, by index of
	// Views; nil where they are the records' own.
	Events []uint64
	// Source is the line it came from, for what else that says; nil for bundles.
	Source jsontext.Value
}

// Event is the source's number for a record's.
func (t *Trace) Event(seq uint64) uint64 {
	if t.Events == nil || seq == 0 || seq > uint64(len(t.Events)) {
		return seq
	}
	return t.Events[seq-1]
}

// maxLine bounds one line of a corpus in bytes.
const maxLine = 256 << 20

// Reader reads traces from one stream.
type Reader struct {
	lines  *bufio.Reader
	stream io.Reader
	name   string
	queue  []Trace
	number int // of the line that was read last
	bundle bool
	done   bool
	suite  string // not "": only traces of it
}

// NewReader looks at the beginning of the stream: gzip and zstd are undone, and
// a bundle is told from lines. name is used for traces that have none.
func NewReader(r io.Reader, name string) (*Reader, error) {
	buffered := bufio.NewReaderSize(r, 1<<20)
	magic, err := buffered.Peek(4)
	if err != nil && len(magic) == 0 && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		buffered = bufio.NewReaderSize(z, 1<<20)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		buffered = bufio.NewReaderSize(z.IOReadCloser(), 1<<20)
	}
	first, _ := buffered.Peek(64)
	return &Reader{lines: buffered, stream: buffered, name: name, bundle: bytes.HasPrefix(first, []byte(`{"chain_id":`))}, nil
}

// Next gives the next trace, or io.EOF. An error names the line.
func (r *Reader) Next() (Trace, error) {
	for len(r.queue) == 0 {
		if r.done {
			return Trace{}, io.EOF
		}
		if r.bundle {
			r.done = true
			t, err := readBundle(r.stream, r.name)
			if err != nil {
				return Trace{}, err
			}
			return t, nil
		}
		if err := r.fill(); err != nil {
			return Trace{}, err
		}
	}
	t := r.queue[0]
	r.queue = r.queue[1:]
	if r.suite != "" && t.Suite != r.suite {
		return r.Next()
	}
	return t, nil
}

// fill reads one line that holds traces, or all lines of one trace of records.
func (r *Reader) fill() error {
	line, err := r.line()
	if err != nil {
		r.done = true
		if errors.Is(err, io.EOF) {
			return nil
		}
		return fmt.Errorf("%s: %w", r.name, err)
	}
	var probe struct {
		Head     jsontext.Value `json:"head"`
		Events   jsontext.Value `json:"events"`
		Variants jsontext.Value `json:"variants"`
	}
	// An invalid line has none of the members; the branch it takes says so.
	_ = json.Unmarshal(line, &probe)
	switch {
	case probe.Events != nil:
		r.queue, err = runs(line)
	case probe.Variants != nil:
		r.queue, err = incidents(line)
	case probe.Head != nil:
		r.queue, err = r.records(line)
		r.done = true
	default:
		err = errors.New("is no trace: want an evidence bundle, or lines with head (records), events (runs) or variants (incidents)")
	}
	if err != nil {
		r.done = true
		return fmt.Errorf("%s line %d: %w", r.name, r.number, err)
	}
	return nil
}

// line reads one line that is not blank.
func (r *Reader) line() ([]byte, error) {
	for {
		var line []byte
		for {
			part, err := r.lines.ReadSlice('\n')
			line = append(line, part...)
			if len(line) > maxLine {
				return nil, fmt.Errorf("line %d is longer than %d bytes", r.number+1, maxLine)
			}
			if err == nil {
				break
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) > 0 {
				break
			}
			return nil, err
		}
		r.number++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

// records reads a trace of which every line is one record {head, body}; a body
// that is absent is withheld.
func (r *Reader) records(line []byte) ([]Trace, error) {
	t := Trace{Name: r.name}
	for {
		v, err := recordLine(line, uint64(len(t.Views)+1))
		if err != nil {
			return nil, err
		}
		t.Views = append(t.Views, v)
		if line, err = r.line(); errors.Is(err, io.EOF) {
			return []Trace{t}, nil
		} else if err != nil {
			return nil, err
		}
	}
}

func recordLine(line []byte, seq uint64) (predicates.View, error) {
	var raw struct {
		Head jsontext.Value `json:"head"`
		Body jsontext.Value `json:"body"`
	}
	if err := json.Unmarshal(line, &raw, json.RejectUnknownMembers(true)); err != nil {
		return predicates.View{}, fmt.Errorf("is no record: %w", err)
	}
	head, err := trace.Canonicalize(raw.Head)
	if err != nil {
		return predicates.View{}, fmt.Errorf("head: %w", err)
	}
	h, err := trace.DecodeHead(head)
	if err != nil {
		return predicates.View{}, fmt.Errorf("head: %w", err)
	}
	if h.Seq != seq {
		return predicates.View{}, fmt.Errorf("has seq %d where %d follows", h.Seq, seq)
	}
	v := predicates.View{Head: h}
	if raw.Body == nil {
		return v, nil
	}
	text, err := trace.Canonicalize(raw.Body)
	if err != nil {
		return v, fmt.Errorf("body: %w", err)
	}
	body, err := trace.DecodeBody(text)
	if err != nil {
		return v, fmt.Errorf("body: %w", err)
	}
	v.Body = &body
	return v, nil
}

// readBundle reads an evidence bundle; its signature and hashes are for the
// judge to check, here it is a trace like others.
func readBundle(r io.Reader, name string) (Trace, error) {
	b, err := trace.NewBundleReader(r, trace.Limits{})
	if err != nil {
		return Trace{}, fmt.Errorf("%s: %w", name, err)
	}
	defer b.Close()
	t := Trace{Name: b.Header().Session.String()}
	for {
		e, err := b.NextEntry()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return Trace{}, fmt.Errorf("%s record %d: %w", name, len(t.Views)+1, err)
		}
		v, err := view(e)
		if err != nil {
			return Trace{}, fmt.Errorf("%s record %d: %w", name, len(t.Views)+1, err)
		}
		t.Views = append(t.Views, v)
	}
}

// Only makes the reader leave out traces of other suites.
func (r *Reader) Only(suite string) *Reader {
	r.suite = suite
	return r
}
