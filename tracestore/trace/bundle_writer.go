package trace

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// BundleWriter streams one evidence bundle. The first error sticks.
type BundleWriter struct {
	w      io.Writer
	header BundleHeader
	k      *keccak
	hash   Hash // set by Close
	buf    []byte
	last   Record // whose blobs may follow; its body is in buf
	group  int    // bytes of it and of its blobs
	names  *blobNames
	err    error
}

// BundleHash is what BundleReader.BundleHash gives for the bundle; valid after
// Close.
func (b *BundleWriter) BundleHash() Hash { return b.hash }

// NewBundleWriter writes the header line to w.
func NewBundleWriter(w io.Writer, h BundleHeader) (*BundleWriter, error) {
	line, err := h.line()
	if err != nil {
		return nil, err
	}
	b := &BundleWriter{w: w, header: h, k: newKeccak(), last: Record{Hidden: true}}
	if err := b.hashed(append(line, '\n')); err != nil {
		return nil, err
	}
	return b, nil
}

// Record appends one record, shown or hidden as r says. Head and body go out
// as the stored bytes; they must be canonical JSON, or no reader would take the
// line (ErrBundle), but what they say is not looked at: what a store holds is
// what its owner signs.
func (b *BundleWriter) Record(r Record) error {
	if b.err != nil {
		return b.err
	}
	out := append(appendRecord(b.buf[:0], r), '\n')
	b.buf = out
	if err := canon.Check(out[:len(out)-1], recordDepth); err != nil {
		b.err = fmt.Errorf("%w: record to write: %w", ErrBundle, err)
		return b.err
	}
	from := len(`{"body":`)
	b.last, b.names, b.group = Record{Hidden: true}, nil, len(out)
	if !r.Hidden {
		b.last = Record{Body: out[from : from+len(r.Body)]}
	}
	return b.hashed(out)
}

// Blob shows a text of the last record's body. A text that the body does not
// name is ErrBlobLine, one with which the record is over DefaultMaxRecord is
// ErrLimit; both are ErrBundle, too, because no reader would take the line.
func (b *BundleWriter) Blob(k Hash, text []byte) error {
	if b.err != nil {
		return b.err
	}
	if b.names == nil {
		b.names = namesOf(b.last)
	}
	quoted, err := jsontext.AppendQuote(nil, text)
	if err == nil {
		_, err = b.names.admit(Blob{K: k, Text: quoted}, nil)
	}
	if err != nil {
		b.err = fmt.Errorf("%w: blob to write: %w", ErrBundle, err)
		return b.err
	}
	line := append(appendBlob(make([]byte, 0, len(quoted)+len(blobKey)+len(blobText)+72), Blob{K: k, Text: quoted}), '\n')
	if b.group += len(line); b.group > DefaultMaxRecord {
		b.err = fmt.Errorf("%w: %w: a record and its blobs have over %d bytes", ErrBundle, ErrLimit, DefaultMaxRecord)
		return b.err
	}
	return b.hashed(line)
}

// appendRecord writes the record's line without the newline.
func appendRecord(out []byte, r Record) []byte {
	if r.Hidden {
		out = append(append(out, `{"body_hash":"`...), r.BodyHash.String()...)
		out = append(append(out, `","head":`...), r.Head...)
		return append(out, '}')
	}
	out = append(append(out, `{"body":`...), r.Body...)
	out = append(append(out, `,"head":`...), r.Head...)
	out = append(append(out, `,"salt":"`...), r.Salt.String()...)
	return append(out, '"', '}')
}

func (b *BundleWriter) hashed(line []byte) error {
	b.k.write(line)
	return b.plain(line)
}

func (b *BundleWriter) plain(line []byte) error {
	if _, err := b.w.Write(line); err != nil {
		b.err = fmt.Errorf("write bundle: %w", err)
	}
	return b.err
}

// Close signs what was written and appends the footer. sign receives the
// EIP-712 digest; its signature must recover to the signer that it names.
// Whether n records were written is not checked here: a store that lost some
// can only show what it has. The underlying writer is not closed. After Close
// the writer is spent.
func (b *BundleWriter) Close(sign func(digest Hash) (sig []byte, signer Address, err error)) error {
	if b.err != nil {
		return b.err
	}
	b.hash = b.k.sum()
	digest := b.header.Digest(b.hash)
	sig, signer, err := sign(digest)
	if err != nil {
		b.err = fmt.Errorf("sign bundle: %w", err)
		return b.err
	}
	got, err := Recover(digest, sig)
	if err == nil && got != signer {
		err = fmt.Errorf("%w: recovers to %s, not to %s", ErrSignature, got, signer)
	}
	if err != nil {
		b.err = fmt.Errorf("sign bundle: %w", err)
		return b.err
	}
	footer := `{"signature":"` + canon.HexText(sig) + `","signer":"` + signer.String() + "\"}\n"
	if err := b.plain([]byte(footer)); err != nil {
		return err
	}
	b.err = errors.New("bundle is closed")
	return nil
}
