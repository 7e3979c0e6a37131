package trace

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// BundleReader streams one evidence bundle: header, records, footer. It holds
// one line at a time.
type BundleReader struct {
	r       *bufio.Reader
	lim     Limits
	header  BundleHeader
	footer  Footer
	k       *keccak
	hash    Hash
	total   int64
	records uint64
	lineNo  int
	buf     []byte
	err     error
}

// NewBundleReader reads and checks the header line of r. Errors are ErrBundle,
// or the reader's own.
func NewBundleReader(r io.Reader, lim Limits) (*BundleReader, error) {
	b := &BundleReader{r: bufio.NewReaderSize(r, 64<<10), lim: lim.withDefaults(), k: newKeccak()}
	line, err := b.line()
	if err != nil {
		return nil, err
	}
	if err := Unmarshal(line[:len(line)-1], &b.header); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrBundle, err)
	}
	b.header.Params = bytes.Clone(b.header.Params)
	again, err := b.header.line()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, line[:len(line)-1]) {
		return nil, fmt.Errorf("%w: header: %w", ErrBundle, ErrNotCanonical)
	}
	b.k.write(line)
	return b, nil
}

// Header is the first line.
func (b *BundleReader) Header() BundleHeader { return b.header }

// Next returns the next record, and io.EOF once the footer has been read and
// nothing follows it. The line is one canonical spelling, but head and body
// are not decoded: a head that DecodeHead refuses, or that is left out (nil),
// is for the judge. The record shares no memory with later ones.
func (b *BundleReader) Next() (Record, error) {
	if b.err != nil {
		return Record{}, b.err
	}
	r, err := b.next()
	b.err = err
	return r, err
}

func (b *BundleReader) next() (Record, error) {
	line, err := b.line()
	if err != nil {
		return Record{}, err
	}
	text := line[:len(line)-1]
	if bytes.HasPrefix(text, []byte(`{"signature":`)) {
		return Record{}, b.end(text)
	}
	if b.records++; b.records > b.lim.MaxRecords {
		return Record{}, fmt.Errorf("%w: %w: more than %d records", ErrBundle, ErrLimit, b.lim.MaxRecords)
	}
	r, err := parseRecord(text)
	if err != nil {
		return Record{}, fmt.Errorf("%w: line %d: %w", ErrBundle, b.lineNo, err)
	}
	b.k.write(line)
	return r, nil
}

// Footer is the last line; valid after Next returned io.EOF.
func (b *BundleReader) Footer() Footer { return b.footer }

// BundleHash is Keccak of all bytes before the footer line, newlines included;
// valid after Next returned io.EOF.
func (b *BundleReader) BundleHash() Hash { return b.hash }

// Digest is what the footer's signature must sign; valid after io.EOF.
func (b *BundleReader) Digest() Hash { return b.header.Digest(b.hash) }

// Records is the number of record lines read so far.
func (b *BundleReader) Records() uint64 { return b.records }

// line reads one line with its newline into the reader's buffer.
func (b *BundleReader) line() ([]byte, error) {
	b.buf = b.buf[:0]
	b.lineNo++
	for {
		part, err := b.r.ReadSlice('\n')
		b.buf = append(b.buf, part...)
		b.total += int64(len(part))
		switch {
		case len(b.buf) > b.lim.MaxLine:
			return nil, fmt.Errorf("%w: %w: line %d is over %d bytes", ErrBundle, ErrLimit, b.lineNo, b.lim.MaxLine)
		case b.total > b.lim.MaxBytes:
			return nil, fmt.Errorf("%w: %w: over %d bytes", ErrBundle, ErrLimit, b.lim.MaxBytes)
		case err == nil:
			return b.buf, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%w: ends in line %d, before the footer: %w", ErrBundle, b.lineNo, io.ErrUnexpectedEOF)
		default:
			return nil, fmt.Errorf("read bundle: %w", err)
		}
	}
}

// end reads the footer and makes sure that it is the end.
func (b *BundleReader) end(text []byte) error {
	const pre, mid, post = `{"signature":"0x`, `","signer":"`, `"}`
	sigEnd := len(pre) + 2*SignatureSize
	whole := sigEnd + len(mid) + 42 + len(post)
	if len(text) != whole || string(text[:len(pre)]) != pre ||
		string(text[sigEnd:sigEnd+len(mid)]) != mid || string(text[whole-len(post):]) != post {
		return fmt.Errorf("%w: footer is not {signature, signer}", ErrBundle)
	}
	sig := make([]byte, SignatureSize)
	if err := parseHex(sig, text[len(pre)-2:sigEnd]); err != nil {
		return fmt.Errorf("%w: footer signature: %w", ErrBundle, err)
	}
	signer, err := ParseAddress(string(text[sigEnd+len(mid) : whole-len(post)]))
	if err != nil {
		return fmt.Errorf("%w: footer signer: %w", ErrBundle, err)
	}
	if _, err := b.r.ReadByte(); err == nil {
		return fmt.Errorf("%w: bytes after the footer", ErrBundle)
	} else if !errors.Is(err, io.EOF) {
		return fmt.Errorf("read bundle: %w", err)
	}
	b.footer, b.hash = Footer{Signature: sig, Signer: signer}, b.k.sum()
	return io.EOF
}

// parseRecord reads {body, head, salt} or {body_hash, head}; head may be
// missing from either.
func parseRecord(text []byte) (Record, error) {
	// One copy for head and body, because text is the reader's own buffer.
	text = bytes.Clone(text)
	var r Record
	var salt, hash *Hash
	err := members(text, recordDepth, func(name string, value []byte) error {
		switch name {
		case "body":
			r.Body = value[:len(value):len(value)]
		case "body_hash":
			return setHash(name, value, &hash)
		case "head":
			r.Head = value[:len(value):len(value)]
		case "salt":
			return setHash(name, value, &salt)
		case "blob":
			return errors.New("blob lines are not supported by this version")
		default:
			return fmt.Errorf("unknown member %q", clip([]byte(name)))
		}
		return nil
	})
	switch {
	case err != nil:
		return Record{}, err
	case r.Body != nil && salt != nil && hash == nil:
		r.Salt = *salt
	case hash != nil && r.Body == nil && salt == nil:
		r.BodyHash, r.Hidden = *hash, true
	default:
		return Record{}, errors.New("record is neither {body, head, salt} nor {body_hash, head}")
	}
	return r, nil
}

// ParseSignature reads 0x and 130 lower-case hex digits; errors are ErrHex.
func ParseSignature(s string) ([]byte, error) {
	sig := make([]byte, SignatureSize)
	if err := parseHex(sig, []byte(s)); err != nil {
		return nil, err
	}
	return sig, nil
}

// FormatSignature writes what ParseSignature reads.
func FormatSignature(sig []byte) string { return "0x" + hex.EncodeToString(sig) }
