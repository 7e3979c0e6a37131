package trace

import (
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace/canon"
)

const (
	// chunkSize is how many bytes of a bundle are taken at once.
	chunkSize = 64 << 10
	// hugeChunk is a chunk's size from which on a reader holds only one, and
	// no memory for another.
	hugeChunk = 1 << 20
)

// chunk is a run of whole record lines, each with all its blob lines, on its
// way through a reader.
type chunk struct {
	buf     []byte
	ends    []int  // of the lines in buf
	line    int    // lines of the bundle before it
	first   uint64 // records of the bundle before it
	entries []Entry
	footer  *Footer // after the last line
	err     error   // what comes after the entries; nil means another chunk

	last bool // the splitter will make no other
	huge bool // over hugeChunk
	job  *job // that it is part of, where a reader works side by side
}

// lines are the bytes of all record lines.
func (c *chunk) lines() []byte {
	if len(c.ends) == 0 {
		return nil
	}
	return c.buf[:c.ends[len(c.ends)-1]]
}

// parser turns chunks into entries. Not safe for concurrent use.
type parser struct {
	leaves  *LeafHasher
	want    func(Head) bool // whose bodies are decoded, too; nil: nobody's
	records []Record
	parts   []bodyParts // of the records
	hashes  []Hash
	trees   []ended
	blobs   [][]Blob // of the records; nil behind the last that has one
	names   *blobNames
	nameOf  int // the record that names is of
	scratch []byte
}

func newParser(want func(Head) bool) *parser { return &parser{leaves: NewLeafHasher(), want: want} }

// parse fills in c.entries. A line that is no record, and a blob that the
// record before it does not name, end the chunk with ErrBundle behind the
// records before it.
func (p *parser) parse(c *chunk) {
	p.records, p.parts, p.blobs, p.names = p.records[:0], p.parts[:0], p.blobs[:0], nil
	from := 0
	for i, end := range c.ends {
		if err := p.line(c.buf[from : end-1]); err != nil {
			c.err, c.footer = fmt.Errorf("%w: line %d: %w", ErrBundle, c.line+i+1, err), nil
			break
		}
		from = end
	}
	p.hashes = p.leaves.Append(p.hashes[:0], p.records)
	p.trees = p.leaves.trees(p.trees[:0], c.first, p.hashes)
	for i := range p.records {
		c.entries = append(c.entries, Entry{Record: p.records[i], Leaf: p.hashes[i], tree: p.trees[i]})
		e := &c.entries[len(c.entries)-1]
		if e.Record.Head != nil {
			e.Head, e.HeadErr = DecodeHead(e.Record.Head)
		}
		if i < len(p.blobs) {
			e.Blobs = p.blobs[i]
		}
		if p.want != nil && e.Record.Head != nil && e.HeadErr == nil && !e.Record.Hidden && p.want(e.Head) {
			e.decode(&p.parts[i])
		}
	}
	clear(p.blobs)
	if c.huge {
		clear(p.records) // nothing holds its memory
		clear(p.parts)
	}
}

func (p *parser) line(text []byte) error {
	if isBlobLine(text) {
		return p.blob(text)
	}
	p.parts = append(p.parts, bodyParts{})
	r, err := parseRecord(text, &p.parts[len(p.parts)-1])
	if err == nil {
		p.records = append(p.records, r)
	}
	return err
}

// blob gives a blob line to the record before it.
func (p *parser) blob(text []byte) error {
	n := len(p.records)
	if n == 0 {
		return fmt.Errorf("%w: no record is before it", ErrBlobLine)
	}
	if p.names == nil || p.nameOf != n {
		p.names, p.nameOf = namesOf(p.records[n-1]), n
	}
	b, err := parseBlob(text)
	if err != nil {
		return err
	}
	if p.scratch, err = p.names.admit(b, p.scratch); err != nil {
		return err
	}
	for len(p.blobs) < n {
		p.blobs = append(p.blobs, nil)
	}
	p.blobs[n-1] = append(p.blobs[n-1], b)
	return nil
}

// parseRecord reads {body, head, salt} or {body_hash, head}; head may be
// missing from either. The record shares memory with text.
func parseRecord(text []byte, parts *bodyParts) (Record, error) {
	if r, ok := plainRecord(text, parts); ok {
		return r, nil
	}
	parts.known = false
	return anyRecord(text)
}

// plainRecord recognises the two whole forms without decoding names; what it
// does not recognise is decided by anyRecord.
func plainRecord(text []byte, parts *bodyParts) (r Record, ok bool) {
	const body, head, salt, hidden = `{"body":`, `,"head":`, `,"salt":"`, `{"body_hash":"`
	if len(text) > len(hidden)+66 && string(text[:len(hidden)]) == hidden {
		at := len(hidden) + 66
		if canon.ParseHex(r.BodyHash[:], text[len(hidden):at]) != nil || text[at] != '"' || !hasPrefix(text[at+1:], head) {
			return Record{}, false
		}
		from := at + 1 + len(head)
		end, ok := canon.ScanValue(text, from, recordDepth-1)
		if !ok || end != len(text)-1 || text[end] != '}' {
			return Record{}, false
		}
		r.Head, r.Hidden = text[from:end:end], true
		return r, true
	}
	if !hasPrefix(text, body) {
		return Record{}, false
	}
	end, ok := canon.ScanMembers(text, len(body), recordDepth-1, parts.note)
	if !ok || !hasPrefix(text[end:], head) {
		return Record{}, false
	}
	parts.known = true
	r.Body = text[len(body):end:end]
	from := end + len(head)
	if end, ok = canon.ScanValue(text, from, recordDepth-1); !ok || !hasPrefix(text[end:], salt) {
		return Record{}, false
	}
	r.Head = text[from:end:end]
	at := end + len(salt)
	if len(text) != at+66+2 || text[at+66] != '"' || text[at+67] != '}' || canon.ParseHex(r.Salt[:], text[at:at+66]) != nil {
		return Record{}, false
	}
	return r, true
}

// anyRecord is the definition that plainRecord is tested against.
func anyRecord(text []byte) (Record, error) {
	var r Record
	var salt, hash *Hash
	err := canon.Members(text, recordDepth, func(name, value []byte) error {
		switch string(name) {
		case "body":
			r.Body = value[:len(value):len(value)]
		case "body_hash":
			return setHash("body_hash", value, &hash)
		case "head":
			r.Head = value[:len(value):len(value)]
		case "salt":
			return setHash("salt", value, &salt)
		default:
			return fmt.Errorf("unknown member %q", canon.Clip(name))
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
