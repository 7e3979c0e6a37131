package trace

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// chunkSize is how many bytes of a bundle are taken at once.
const chunkSize = 64 << 10

// chunk is a run of whole record lines on its way through a reader.
type chunk struct {
	buf     []byte
	ends    []int // of the lines in buf
	line    int   // lines of the bundle before it
	entries []Entry
	footer  *Footer // after the last line
	err     error   // what comes after the entries; nil means another chunk

	last bool // the splitter will make no other

	// Only between goroutines.
	hashed, parsed chan struct{}
	users          atomic.Int32
	panicked       any
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
	records []Record
	hashes  []Hash
}

func newParser() *parser { return &parser{leaves: NewLeafHasher()} }

// parse fills in c.entries. A line that is no record ends the chunk with
// ErrBundle behind the records before it.
func (p *parser) parse(c *chunk) {
	p.records = p.records[:0]
	from := 0
	for i, end := range c.ends {
		r, err := parseRecord(c.buf[from : end-1])
		if err != nil {
			c.err, c.footer = fmt.Errorf("%w: line %d: %w", ErrBundle, c.line+i+1, err), nil
			break
		}
		p.records = append(p.records, r)
		from = end
	}
	p.hashes = p.leaves.Append(p.hashes[:0], p.records)
	for i, r := range p.records {
		e := Entry{Record: r, Leaf: p.hashes[i]}
		if r.Head != nil {
			e.Head, e.HeadErr = DecodeHead(r.Head)
		}
		c.entries = append(c.entries, e)
	}
}

// parseRecord reads {body, head, salt} or {body_hash, head}; head may be
// missing from either. The record shares memory with text.
func parseRecord(text []byte) (Record, error) {
	if r, ok := plainRecord(text); ok {
		return r, nil
	}
	return anyRecord(text)
}

// plainRecord recognises the two whole forms without decoding names; what it
// does not recognise is decided by anyRecord.
func plainRecord(text []byte) (r Record, ok bool) {
	const body, head, salt, hidden = `{"body":`, `,"head":`, `,"salt":"`, `{"body_hash":"`
	if len(text) > len(hidden)+66 && string(text[:len(hidden)]) == hidden {
		at := len(hidden) + 66
		if parseHex(r.BodyHash[:], text[len(hidden):at]) != nil || text[at] != '"' || !hasPrefix(text[at+1:], head) {
			return Record{}, false
		}
		from := at + 1 + len(head)
		end, ok := scanValue(text, from, recordDepth-1)
		if !ok || end != len(text)-1 || text[end] != '}' {
			return Record{}, false
		}
		r.Head, r.Hidden = text[from:end:end], true
		return r, true
	}
	if !hasPrefix(text, body) {
		return Record{}, false
	}
	end, ok := scanValue(text, len(body), recordDepth-1)
	if !ok || !hasPrefix(text[end:], head) {
		return Record{}, false
	}
	r.Body = text[len(body):end:end]
	from := end + len(head)
	if end, ok = scanValue(text, from, recordDepth-1); !ok || !hasPrefix(text[end:], salt) {
		return Record{}, false
	}
	r.Head = text[from:end:end]
	at := end + len(salt)
	if len(text) != at+66+2 || text[at+66] != '"' || text[at+67] != '}' || parseHex(r.Salt[:], text[at:at+66]) != nil {
		return Record{}, false
	}
	return r, true
}

// anyRecord is the definition that plainRecord is tested against.
func anyRecord(text []byte) (Record, error) {
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
