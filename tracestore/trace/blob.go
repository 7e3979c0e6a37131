package trace

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace/canon"
)

// MaxInline is the longest string, in UTF-8 bytes, that a body holds itself;
// longer ones inside args and result become blobs.
const MaxInline = 64 << 10

// ErrBlobText is returned for a text that is not the one a reference names.
var ErrBlobText = errors.New("blob does not hash to its reference")

// BlobRef names a string that was moved out of a body. It stands in the body
// as {"$blob":{"bytes":n,"k":"0x…","salt":"0x…"}}.
type BlobRef struct {
	Bytes uint64 `json:"bytes"`
	K     Hash   `json:"k"` // K(salt ‖ UTF-8 bytes)
	Salt  Hash   `json:"salt"`
}

// NewBlobRef makes the reference of a text; the salt must be 32 fresh bytes.
func NewBlobRef(salt Hash, text []byte) BlobRef {
	return BlobRef{Bytes: uint64(len(text)), K: Keccak(salt[:], text), Salt: salt}
}

// Check is ErrBlobText unless text is what b names.
func (b BlobRef) Check(text []byte) error {
	if uint64(len(text)) != b.Bytes || Keccak(b.Salt[:], text) != b.K {
		return fmt.Errorf("%w: %s of %d bytes", ErrBlobText, b.K, b.Bytes)
	}
	return nil
}

// json is the canonical object that stands for the string.
func (b BlobRef) json(dst []byte) []byte {
	return fmt.Appendf(dst, `{"$blob":{"bytes":%d,"k":"%s","salt":"%s"}}`, b.Bytes, b.K, b.Salt)
}

// MoveBlobs replaces every string over MaxInline in admitted JSON (as Admit
// stores it) by the reference that put returns for its text. Keys stay.
// Without such a string the value comes back as it is.
func MoveBlobs(stored []byte, put func(text []byte) (BlobRef, error)) ([]byte, error) {
	if len(stored) <= MaxInline {
		return stored, nil
	}
	var out []byte
	done := 0
	for i := 0; i < len(stored); {
		if stored[i] != '"' {
			i++
			continue
		}
		end, _, ok := canon.ScanString(stored, i)
		if !ok {
			return nil, fmt.Errorf("%w: a string at byte %d does not end", ErrNotCanonical, i)
		}
		if isKey := end < len(stored) && stored[end] == ':'; isKey || end-i-2 <= MaxInline {
			i = end
			continue
		}
		text, err := jsontext.AppendUnquote(nil, stored[i:end])
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotCanonical, err)
		}
		if len(text) > MaxInline {
			ref, err := put(text)
			if err != nil {
				return nil, err
			}
			out = ref.json(append(out, stored[done:i]...))
			done = end
		}
		i = end
	}
	if done == 0 {
		return stored, nil
	}
	return append(out, stored[done:]...), nil
}

// placedRef is a reference and the bytes that it stands at.
type placedRef struct {
	ref      BlobRef
	from, to int
}

// Blobs lists the references in args and result; metadata is the adapter's own
// and has none, whatever it looks like.
func (b Body) Blobs() ([]BlobRef, error) {
	args, err := Blobs(b.Args)
	if err != nil {
		return nil, err
	}
	result, err := Blobs(b.Result)
	return append(args, result...), err
}

// Blobs lists the references in stored args or a stored result, in order. A
// malformed reference is ErrNotCanonical.
func Blobs(stored []byte) ([]BlobRef, error) {
	placed, err := placedRefs(stored)
	refs := make([]BlobRef, len(placed))
	for i, p := range placed {
		refs[i] = p.ref
	}
	return refs, err
}

// RestoreBlobs undoes MoveBlobs with the texts that get returns; each is
// checked against its reference (ErrBlobText).
func RestoreBlobs(stored []byte, get func(BlobRef) ([]byte, error)) ([]byte, error) {
	placed, err := placedRefs(stored)
	if err != nil || len(placed) == 0 {
		return stored, err
	}
	var out []byte
	done := 0
	for _, p := range placed {
		text, err := get(p.ref)
		if err == nil {
			err = p.ref.Check(text)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, stored[done:p.from]...)
		if out, err = jsontext.AppendQuote(out, text); err != nil {
			return nil, fmt.Errorf("blob %s: %w", p.ref.K, err)
		}
		done = p.to
	}
	return append(out, stored[done:]...), nil
}

// placedRefs finds the objects whose sole key is $blob; literal ones have one
// more dollar, and inside a string the quotes are escaped.
func placedRefs(stored []byte) (found []placedRef, err error) {
	const mark = `{"$blob":`
	for at := 0; ; {
		i := bytes.Index(stored[at:], []byte(mark))
		if i < 0 {
			return found, nil
		}
		from := at + i
		value := from + len(mark)
		end, ok := canon.ScanValue(stored, value, recordDepth)
		if !ok || end >= len(stored) || stored[end] != '}' {
			return nil, fmt.Errorf("%w: a $blob at byte %d is not alone in its object", ErrNotCanonical, from)
		}
		var ref BlobRef
		if err := Unmarshal(stored[value:end], &ref); err != nil {
			return nil, fmt.Errorf("%w: $blob at byte %d: %w", ErrNotCanonical, from, err)
		}
		if again := ref.json(nil); !bytes.Equal(again, stored[from:end+1]) {
			return nil, fmt.Errorf("%w: $blob at byte %d is spelled otherwise: %s", ErrNotCanonical, from, canon.Clip(stored[from:end+1]))
		}
		found = append(found, placedRef{ref, from, end + 1})
		at = end + 1
	}
}

// rawInBlob recognises {"$raw":{"$blob":…}}: refused text too long to stay.
func rawInBlob(stored []byte) bool {
	return strings.HasPrefix(string(stored[:min(len(stored), 24)]), `{"$raw":{"$blob":`)
}
