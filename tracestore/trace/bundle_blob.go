package trace

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// ErrBlobLine is returned, with ErrBundle, for a blob line that the record
// before it does not name, or whose text is not the one that it names.
var ErrBlobLine = errors.New("blob line does not belong to the record before it")

// Blob is a text of a record's body that a bundle shows on a line of its own:
// {"blob":{"k":"0x…","text":"…"}}.
type Blob struct {
	K    Hash
	Text jsontext.Value // a canonical JSON string, with its quotes
}

const (
	blobOpens = `{"blob":`
	blobKey   = blobOpens + `{"k":"`
	blobText  = `","text":`
	blobEnd   = `}}`
)

// isBlobLine tells the kind of a line, or of its beginning, apart.
func isBlobLine(text []byte) bool { return hasPrefix(text, blobOpens) }

// parseBlob reads a blob line without its newline. The text shares memory.
func parseBlob(line []byte) (b Blob, err error) {
	at := len(blobKey) + 66
	if len(line) < at+len(blobText)+len(`""`)+len(blobEnd) || !hasPrefix(line, blobKey) || !hasPrefix(line[at:], blobText) {
		return b, errors.New("it is not {blob: {k, text}}")
	}
	if err := canon.ParseHex(b.K[:], line[len(blobKey):at]); err != nil {
		return b, fmt.Errorf("blob k: %w", err)
	}
	from := at + len(blobText)
	if line[from] != '"' {
		return b, errors.New("the text of a blob is no string")
	}
	end, _, ok := canon.ScanString(line, from)
	if !ok || string(line[end:]) != blobEnd {
		return b, fmt.Errorf("blob %s: %w", b.K, ErrNotCanonical)
	}
	b.Text = line[from:end:end]
	return b, nil
}

// appendBlob writes the line without the newline.
func appendBlob(out []byte, b Blob) []byte {
	out = append(append(append(out, blobKey...), b.K.String()...), blobText...)
	return append(append(out, b.Text...), blobEnd...)
}

// blobNames are the texts that one record's body names, and which of them a
// bundle has shown.
type blobNames struct {
	refs  map[Hash]BlobRef
	twice map[Hash]bool // named more than once
	shown map[Hash]bool
}

// namesOf reads a shown body. One that is none, or that refers to texts in a
// way that nothing writes, names nothing.
func namesOf(r Record) *blobNames {
	n := &blobNames{refs: map[Hash]BlobRef{}, twice: map[Hash]bool{}, shown: map[Hash]bool{}}
	if r.Hidden {
		return n
	}
	body, err := DecodeBody(r.Body)
	if err != nil {
		return n
	}
	refs, err := body.Blobs()
	if err != nil {
		return n
	}
	for _, ref := range refs {
		if _, known := n.refs[ref.K]; known {
			// Salts are fresh, so an honest body never does this; shown in all
			// places one long line would be a body without bounds.
			n.twice[ref.K] = true
		}
		n.refs[ref.K] = ref
	}
	return n
}

// admit checks a blob against the record that must name it; scratch is memory
// to work in, which comes back.
func (n *blobNames) admit(b Blob, scratch []byte) ([]byte, error) {
	ref, known := n.refs[b.K]
	switch {
	case !known:
		return scratch, fmt.Errorf("%w: it does not name %s", ErrBlobLine, b.K)
	case n.twice[b.K]:
		return scratch, fmt.Errorf("%w: it names %s more than once", ErrBlobLine, b.K)
	case n.shown[b.K]:
		return scratch, fmt.Errorf("%w: %s is shown twice", ErrBlobLine, b.K)
	}
	text := []byte(b.Text[1 : len(b.Text)-1])
	if bytes.IndexByte(text, '\\') >= 0 {
		var err error
		if scratch, err = jsontext.AppendUnquote(scratch[:0], b.Text); err != nil {
			return scratch, fmt.Errorf("blob %s: %w", b.K, err)
		}
		text = scratch
	}
	if err := ref.Check(text); err != nil {
		return scratch, fmt.Errorf("%w: %w", ErrBlobLine, err)
	}
	n.shown[b.K] = true
	if cap(scratch) > hugeChunk {
		scratch = nil
	}
	return scratch, nil
}

// Body decodes the record's body with the texts that are shown in their
// places; what is not shown stays the reference to it. Errors are ErrBody. The
// body shares no memory with the entry.
func (e *Entry) Body() (*Body, error) {
	if e.body == nil && e.bodyErr == nil {
		e.decode(&bodyParts{})
	}
	return e.body, e.bodyErr
}

// decode prepares what Body answers.
func (e *Entry) decode(parts *bodyParts) {
	b, ok := Body{}, false
	if parts.known {
		b, ok = parts.body()
	}
	var err error
	if !ok {
		b, err = DecodeBody(bytes.Clone(e.Record.Body))
	}
	if err == nil {
		err = e.unfold(&b)
	}
	if e.body, e.bodyErr = &b, err; err != nil {
		e.body = nil
	}
}

// unfold puts the shown texts into their places.
func (e *Entry) unfold(b *Body) error {
	if len(e.Blobs) == 0 {
		return nil
	}
	shown := make(map[Hash]jsontext.Value, len(e.Blobs))
	for _, blob := range e.Blobs {
		shown[blob.K] = blob.Text
	}
	var err error
	if b.Args, err = putBack(b.Args, shown); err == nil {
		b.Result, err = putBack(b.Result, shown)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBody, err)
	}
	return nil
}

// putBack replaces the references whose texts are at hand.
func putBack(stored []byte, shown map[Hash]jsontext.Value) ([]byte, error) {
	placed, err := placedRefs(stored)
	if err != nil {
		return nil, err
	}
	size := len(stored)
	for _, p := range placed {
		size += len(shown[p.ref.K])
	}
	if size == len(stored) {
		return stored, nil
	}
	out := make([]byte, 0, size)
	done := 0
	for _, p := range placed {
		if text, ok := shown[p.ref.K]; ok {
			out = append(append(out, stored[done:p.from]...), text...)
			done = p.to
		}
	}
	return append(out, stored[done:]...), nil
}
