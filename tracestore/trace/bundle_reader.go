package trace

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/varek/varek/tracestore/trace/canon"
)

// Entry is one record line of a bundle with what follows from its bytes alone.
type Entry struct {
	Record  Record
	Leaf    Hash
	Head    Head   // where HeadErr is nil
	HeadErr error  // why the head is none (ErrHead); nil also where it is left out
	Blobs   []Blob // texts of the body that are shown, each checked against it

	tree    ended
	body    *Body // answer of Body, if it was asked or asked for
	bodyErr error
}

// BundleReader streams one evidence bundle: header, records, footer. It holds
// a few lines at a time.
type BundleReader struct {
	split  *splitter
	header BundleHeader
	footer Footer
	hash   Hash
	next   func() (*chunk, error) // the next one, in order
	free   func(*chunk)
	stop   func()
	cur    *chunk
	at     int // of cur's entries
	read   uint64
	err    error
	whole  bool // the footer was read, and nothing follows it
	want   func(Head) bool
}

// NewBundleReader reads and checks the header line of r. Errors are ErrBundle,
// or the reader's own. It uses no goroutine.
func NewBundleReader(r io.Reader, lim Limits) (*BundleReader, error) {
	b, err := openBundle(r, lim)
	if err != nil {
		return nil, err
	}
	c, p := &chunk{}, newParser(nil)
	k := newKeccak()
	k.write(b.split.headerLine)
	b.next = func() (*chunk, error) {
		p.want = b.want
		b.split.fill(c)
		p.parse(c)
		k.write(c.lines())
		if c.last {
			b.hash = k.sum()
		}
		return c, nil
	}
	b.free, b.stop = func(*chunk) {}, func() {}
	return b, nil
}

// openBundle reads the header; the caller adds how chunks are made.
func openBundle(r io.Reader, lim Limits) (*BundleReader, error) {
	b := &BundleReader{split: newSplitter(r, lim)}
	line, err := b.split.first()
	if err != nil {
		return nil, err
	}
	text := line[:len(line)-1]
	if err := Unmarshal(text, &b.header); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrBundle, err)
	}
	b.header.Params = bytes.Clone(b.header.Params)
	again, err := b.header.line()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, text) {
		return nil, fmt.Errorf("%w: header: %w", ErrBundle, ErrNotCanonical)
	}
	return b, nil
}

// Prepare has the bodies of records decoded on the way, of those whose head want
// says yes to, so that Entry.Body has its answer at once. want is called from
// the reader's goroutines, several at a time. To be called before the first
// record is asked for.
func (b *BundleReader) Prepare(want func(Head) bool) { b.want = want }

// Header is the first line.
func (b *BundleReader) Header() BundleHeader { return b.header }

// Next returns the next record, and io.EOF once the footer has been read and
// nothing follows it. The line is one canonical spelling, but head and body
// are not decoded: a head that DecodeHead refuses, or that is left out (nil),
// is for the judge. Blobs come with NextEntry alone. The record shares no
// memory with later ones.
func (b *BundleReader) Next() (Record, error) {
	e, err := b.NextEntry()
	if err != nil {
		return Record{}, err
	}
	r := e.Record
	// One copy for both, because the lines' memory is used again.
	both := append(append(make([]byte, 0, len(r.Head)+len(r.Body)), r.Head...), r.Body...)
	n := len(r.Head)
	if r.Head != nil {
		r.Head = both[:n:n]
	}
	if r.Body != nil {
		r.Body = both[n:]
	}
	return r, nil
}

// NextEntry is Next with the leaf and the decoded head. The record's bytes are
// good until the next call.
func (b *BundleReader) NextEntry() (*Entry, error) {
	if b.err != nil {
		return nil, b.err
	}
	for b.cur == nil || b.at == len(b.cur.entries) {
		if b.cur != nil && b.cur.err != nil {
			return nil, b.end(b.cur)
		}
		if b.cur != nil {
			b.free(b.cur)
		}
		c, err := b.next()
		if err != nil {
			b.err = err
			return nil, err
		}
		b.cur, b.at = c, 0
	}
	b.at++
	b.read++
	return &b.cur.entries[b.at-1], nil
}

// end keeps what the last chunk says.
func (b *BundleReader) end(c *chunk) error {
	b.err = c.err
	if c.footer != nil {
		b.footer, b.whole = *c.footer, true
	}
	b.Close()
	return b.err
}

// Close ends the reader's goroutines, if it has any. Reading to the end or to
// an error does so, too.
func (b *BundleReader) Close() {
	if b.err == nil {
		b.err = errors.New("bundle reader is closed")
	}
	b.stop()
}

// Footer is the last line; valid after Next returned io.EOF.
func (b *BundleReader) Footer() Footer { return b.footer }

// BundleHash is Keccak of all bytes before the footer line, newlines included;
// valid after Next returned io.EOF, zero before and after a fault.
func (b *BundleReader) BundleHash() Hash {
	if !b.whole {
		return Hash{} // a hash under way belongs to another goroutine
	}
	return b.hash
}

// Digest is what the footer's signature must sign; valid after io.EOF.
func (b *BundleReader) Digest() Hash { return b.header.Digest(b.BundleHash()) }

// Records is the number of record lines read so far.
func (b *BundleReader) Records() uint64 { return b.read }

// splitter cuts the stream into chunks of whole lines and finds the footer.
type splitter struct {
	r          *bufio.Reader
	lim        Limits
	headerLine []byte
	lineNo     int         // lines given out
	total      int64       // bytes of them
	records    uint64      // record lines among them
	rest       []byte      // read, but not given out: the beginning of a line
	group      int         // bytes of the last record line and its blob lines
	wait       func() bool // before a chunk becomes huge; false: nobody wants it
}

func newSplitter(r io.Reader, lim Limits) *splitter {
	return &splitter{r: bufio.NewReaderSize(r, 16<<10), lim: lim.withDefaults()}
}

// first reads the header's line.
func (s *splitter) first() ([]byte, error) {
	var line []byte
	for {
		part, err := s.r.ReadSlice('\n')
		line = append(line, part...)
		switch err := s.check(line, err); {
		case err != nil:
			return nil, err
		case len(line) > 0 && line[len(line)-1] == '\n':
			s.lineNo, s.total, s.headerLine = 1, int64(len(line)), line
			return line, nil
		}
	}
}

// check applies the limits to a line or its beginning, and says what a
// reader's error means in the middle of it.
func (s *splitter) check(line []byte, err error) error {
	n, blob := len(line), isBlobLine(line)
	switch {
	case n > s.lim.MaxLine && !blob:
		return fmt.Errorf("%w: %w: line %d is over %d bytes", ErrBundle, ErrLimit, s.lineNo+1, s.lim.MaxLine)
	case n > s.lim.MaxRecord, blob && n > s.lim.MaxRecord-s.group:
		return fmt.Errorf("%w: %w: with line %d a record and its blobs are over %d bytes", ErrBundle, ErrLimit, s.lineNo+1, s.lim.MaxRecord)
	case s.total+int64(n) > s.lim.MaxBytes:
		return fmt.Errorf("%w: %w: over %d bytes", ErrBundle, ErrLimit, s.lim.MaxBytes)
	case err == nil, errors.Is(err, bufio.ErrBufferFull):
		return nil
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: ends in line %d, before the footer: %w", ErrBundle, s.lineNo+1, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("read bundle: %w", err)
}

// fill makes c the next chunk. c.err is set on the last one: io.EOF after the
// footer, else the fault that follows its lines. A chunk ends where the next
// line is seen to be no blob of its last record.
func (s *splitter) fill(c *chunk) {
	if cap(c.buf) > hugeChunk {
		c.buf = nil
		clear(c.entries)
	}
	c.buf, c.ends, c.entries = append(c.buf[:0], s.rest...), c.ends[:0], c.entries[:0]
	c.line, c.first, c.footer, c.err, c.last, c.huge = s.lineNo, s.records, nil, nil, false, false
	s.rest = s.rest[:0]
	defer func() { c.last = c.err != nil }()
	var err error
	for from, seen := 0, 0; ; {
		for at := seen; ; {
			i := bytes.IndexByte(c.buf[at:], '\n')
			if i < 0 {
				break
			}
			at += i + 1
			if s.line(c, from, at) {
				return
			}
			from = at
		}
		open := c.buf[from:]
		if err := s.check(open, err); err != nil {
			c.err = err
			return
		}
		if from > 0 && len(open) >= len(blobOpens) && !isBlobLine(open) {
			s.rest = append(s.rest, open...)
			return
		}
		seen = len(c.buf)
		err = s.more(c)
	}
}

// more reads up to a chunk's size, at least one byte or an error.
func (s *splitter) more(c *chunk) error {
	if free := cap(c.buf) - len(c.buf); free < chunkSize/2 {
		grown := max(chunkSize, 2*cap(c.buf))
		if grown > hugeChunk && !c.huge {
			if s.wait != nil && !s.wait() {
				return errors.New("nobody reads it any more")
			}
			c.huge = true
		}
		buf := make([]byte, len(c.buf), grown)
		copy(buf, c.buf)
		c.buf = buf
	}
	// What is read too far is copied to the next chunk, so it is little.
	n, err := s.r.Read(c.buf[len(c.buf):min(cap(c.buf), len(c.buf)+chunkSize)])
	c.buf = c.buf[:len(c.buf)+n]
	if n > 0 {
		return nil // an error comes again
	}
	if err == nil {
		err = io.ErrNoProgress
	}
	return err
}

// line takes the line c.buf[from:to]; true means that the chunk ends with it.
func (s *splitter) line(c *chunk, from, to int) bool {
	text := c.buf[from:to]
	if err := s.check(text, nil); err != nil {
		c.err = err
		return true
	}
	s.lineNo++
	s.total += int64(to - from)
	if bytes.HasPrefix(text, []byte(`{"signature":`)) {
		c.footer, c.err = s.end(c.buf[from:to-1], c.buf[to:])
		return true
	}
	if isBlobLine(text) {
		s.group += to - from
	} else {
		s.group = to - from
		if s.records++; s.records > s.lim.MaxRecords {
			c.err = fmt.Errorf("%w: %w: more than %d records", ErrBundle, ErrLimit, s.lim.MaxRecords)
			return true
		}
	}
	c.ends = append(c.ends, to)
	return false
}

// end reads the footer and makes sure that it is the end; then the error is
// io.EOF.
func (s *splitter) end(text, after []byte) (*Footer, error) {
	const pre, mid, post = `{"signature":"0x`, `","signer":"`, `"}`
	sigEnd := len(pre) + 2*SignatureSize
	whole := sigEnd + len(mid) + 42 + len(post)
	if len(text) != whole || string(text[:len(pre)]) != pre ||
		string(text[sigEnd:sigEnd+len(mid)]) != mid || string(text[whole-len(post):]) != post {
		return nil, fmt.Errorf("%w: footer is not {signature, signer}", ErrBundle)
	}
	sig := make([]byte, SignatureSize)
	if err := canon.ParseHex(sig, text[len(pre)-2:sigEnd]); err != nil {
		return nil, fmt.Errorf("%w: footer signature: %w", ErrBundle, err)
	}
	signer, err := ParseAddress(string(text[sigEnd+len(mid) : whole-len(post)]))
	if err != nil {
		return nil, fmt.Errorf("%w: footer signer: %w", ErrBundle, err)
	}
	if len(after) > 0 {
		return nil, fmt.Errorf("%w: bytes after the footer", ErrBundle)
	}
	if _, err := s.r.ReadByte(); err == nil {
		return nil, fmt.Errorf("%w: bytes after the footer", ErrBundle)
	} else if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read bundle: %w", err)
	}
	return &Footer{Signature: sig, Signer: signer}, io.EOF
}

// ParseSignature reads 0x and 130 lower-case hex digits; errors are ErrHex.
func ParseSignature(s string) ([]byte, error) {
	sig := make([]byte, SignatureSize)
	if err := canon.ParseHex(sig, []byte(s)); err != nil {
		return nil, err
	}
	return sig, nil
}

// FormatSignature writes what ParseSignature reads.
func FormatSignature(sig []byte) string { return "0x" + hex.EncodeToString(sig) }
