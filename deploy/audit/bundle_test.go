package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
)

type header struct {
	V         int
	Claim     hash
	ChainID   uint64 `json:"chain_id"`
	Escrow    string
	Session   hash
	Promise   uint64
	Predicate string
	Params    json.RawMessage
	N         uint64
	H         hash
}

// item is a commitment on the chain.
type item struct {
	N int
	H hash
}

// verdict is what a bundle shows.
type verdict struct {
	Records []record
	Leaves  []hash
	Kinds   map[string]int
	Hidden  int
	Blobs   int // texts that came back
	Hashes  int // args_hash that were recomputed
	Signer  string
	Session hash
	H       hash
}

// check reads a bundle as section 8 describes it, and compares it with the
// commitments.
func check(text []byte, items []item) (v verdict, err error) {
	all, err := lines(text)
	if err != nil {
		return v, err
	}
	if len(all) < 2 {
		return v, fmt.Errorf("%d lines", len(all))
	}
	for i, l := range all {
		value, err := parse(l)
		if err != nil || canonical(value) != string(l) {
			return v, fmt.Errorf("line %d is not canonical (%v)", i+1, err)
		}
	}
	var h header
	if err := strict(all[0], &h); err != nil {
		return v, fmt.Errorf("header: %w", err)
	}
	v.Session, v.H, v.Kinds = h.Session, h.H, map[string]int{}
	body := all[1 : len(all)-1]
	for i := 0; i < len(body); {
		var r record
		if err := strict(body[i], &r); err != nil {
			return v, fmt.Errorf("line %d: %w", i+2, err)
		}
		texts := map[hash]string{}
		for i++; i < len(body) && bytes.HasPrefix(body[i], []byte(`{"blob":`)); i++ {
			var b struct {
				Blob struct {
					K    hash
					Text string
				}
			}
			if err := strict(body[i], &b); err != nil {
				return v, fmt.Errorf("line %d: %w", i+2, err)
			}
			texts[b.Blob.K] = b.Blob.Text
		}
		if err := v.take(r, texts); err != nil {
			return v, fmt.Errorf("record %d: %w", len(v.Records), err)
		}
	}
	if h.V != 1 || int(h.N) != len(v.Records) || commitment(h.Session, len(v.Leaves), root(v.Leaves)) != h.H {
		return v, fmt.Errorf("the header's n and h are not those of %d records", len(v.Records))
	}
	for _, it := range items {
		if it.N > len(v.Leaves) || commitment(h.Session, it.N, root(v.Leaves[:it.N])) != it.H {
			return v, fmt.Errorf("the commitment to %d records does not hold", it.N)
		}
	}
	return v, v.signed(h, text, all[len(all)-1])
}

func (v *verdict) signed(h header, text, last []byte) error {
	var f struct{ Signature, Signer string }
	if err := strict(last, &f); err != nil {
		return fmt.Errorf("footer: %w", err)
	}
	digest := evidenceDigest(h, k(text[:len(text)-len(last)-1]))
	who, err := signer(digest, f.Signature)
	if err != nil || who != f.Signer {
		return fmt.Errorf("signed by %s, the footer names %s (%v)", who, f.Signer, err)
	}
	v.Signer = who
	return nil
}

// take checks one record with its texts.
func (v *verdict) take(r record, texts map[hash]string) error {
	leaf, err := r.leaf()
	if err != nil {
		return err
	}
	v.Records, v.Leaves = append(v.Records, r), append(v.Leaves, leaf)
	var head struct {
		V       int
		Session hash
		Seq     int
		Kind    string
	}
	if err := json.Unmarshal(r.Head, &head); err != nil {
		return err
	}
	if head.V != 1 || head.Session != v.Session || head.Seq != len(v.Records) {
		return fmt.Errorf("its head is that of record %d of %s", head.Seq, head.Session)
	}
	v.Kinds[head.Kind]++
	if r.BodyHash != nil {
		v.Hidden++
		if len(texts) > 0 {
			return fmt.Errorf("a hidden body shows texts")
		}
		return nil
	}
	return v.body(r, texts)
}

func (v *verdict) body(r record, texts map[hash]string) error {
	var body struct {
		Args, Result json.RawMessage
		ArgsHash     *hash `json:"args_hash"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return err
	}
	named := map[hash]blobRef{}
	for _, part := range []json.RawMessage{body.Args, body.Result} {
		if len(part) == 0 {
			continue
		}
		original, err := parse(part)
		if err != nil {
			return err
		}
		restored, missing, err := restore(original, texts, named)
		if err != nil {
			return err
		}
		if &part[0] != &body.Args[0] || body.ArgsHash == nil || missing {
			continue
		}
		if got, err := argsHash(restored, original); err != nil || got != *body.ArgsHash {
			return fmt.Errorf("args_hash is %s, recomputed %s (%v)", body.ArgsHash, got, err)
		}
		v.Hashes++
	}
	for name, text := range texts {
		ref, ok := named[name]
		if !ok || ref.Bytes != len(text) || k(ref.Salt[:], []byte(text)) != ref.K {
			return fmt.Errorf("the text %s is not one that the body names", name)
		}
		v.Blobs++
	}
	return nil
}

// strict refuses members that the page does not have.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
