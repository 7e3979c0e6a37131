package judge_test

import (
	"bytes"
	"encoding/json"

	"github.com/varek/varek/tracestore/trace"
)

// slowBlob is a blob line, and slowRef what stands for its text in a body.
type slowBlob struct {
	Blob struct {
		K    trace.Hash `json:"k"`
		Text string     `json:"text"`
	} `json:"blob"`
}

type slowRef struct {
	Bytes int        `json:"bytes"`
	K     trace.Hash `json:"k"`
	Salt  trace.Hash `json:"salt"`
}

// show takes a blob line behind the record; false means that it cannot stand
// there.
func (r *slowRecord) show(line []byte) bool {
	var b slowBlob
	if json.Unmarshal(line, &b) != nil {
		return false
	}
	again, err := json.Marshal(b)
	if err != nil {
		return false
	}
	if again, err = trace.Canonicalize(again); err != nil || !bytes.Equal(again, line) {
		return false
	}
	body, err := trace.DecodeBody(r.Body)
	if _, twice := r.blobs[b.Blob.K]; twice || err != nil || r.BodyHash != nil {
		return false
	}
	var refs []slowRef
	whole := true
	for _, part := range [][]byte{body.Args, body.Result} {
		slowWalk(part, func(ref slowRef, ok bool) any {
			whole = whole && ok
			refs = append(refs, ref)
			return nil
		})
	}
	named := 0
	for _, ref := range refs {
		if ref.K == b.Blob.K && ref.Bytes == len(b.Blob.Text) && trace.Keccak(ref.Salt[:], []byte(b.Blob.Text)) == ref.K {
			named++
		}
	}
	if !whole || named != 1 {
		return false
	}
	if r.blobs == nil {
		r.blobs = map[trace.Hash]string{}
	}
	r.blobs[b.Blob.K] = b.Blob.Text
	return true
}

// restore puts the shown texts into arguments or a result.
func (r *slowRecord) restore(stored []byte) []byte {
	if len(r.blobs) == 0 || stored == nil {
		return stored
	}
	v := slowWalk(stored, func(ref slowRef, _ bool) any {
		if text, ok := r.blobs[ref.K]; ok {
			return text
		}
		return map[string]any{"$blob": ref}
	})
	text, err := json.Marshal(v)
	if err == nil {
		text, err = trace.Canonicalize(text)
	}
	if err != nil {
		panic(err)
	}
	return text
}

// slowWalk decodes a value with what put gives in the places of references; ok
// says that one is spelled as it must be.
func slowWalk(text []byte, put func(ref slowRef, ok bool) any) any {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return nil
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case map[string]any:
			if inner, ok := v["$blob"]; ok && len(v) == 1 {
				spelled, _ := json.Marshal(inner)
				var ref slowRef
				err := json.Unmarshal(spelled, &ref)
				again, _ := json.Marshal(ref)
				return put(ref, err == nil && bytes.Equal(again, spelled))
			}
			for k := range v {
				v[k] = walk(v[k])
			}
		}
		return v
	}
	return walk(v)
}
