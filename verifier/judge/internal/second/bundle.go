package second

import (
	"bytes"
	"encoding/json"
	"slices"
)

// evidence is one bundle in memory.
type evidence struct {
	claim, session, h hash
	chain, promise, n uint64
	escrow            []byte
	predicate         string
	params            []byte
	records           []record
	signer            string
}

// record is one record line; head is nil where it is left out.
type record struct {
	head     any
	body     any
	hidden   bool
	noHead   bool
	salt     hash
	bodyHash hash
	texts    map[hash]string // blobs that were shown
}

// readBundle gives false for what is no evidence by its form.
func readBundle(bundle []byte) (*evidence, bool) {
	if len(bundle) == 0 || bundle[len(bundle)-1] != '\n' {
		return nil, false
	}
	lines := bytes.Split(bundle[:len(bundle)-1], []byte("\n"))
	if len(lines) < 2 {
		return nil, false
	}
	e := &evidence{}
	if !e.header(lines[0]) {
		return nil, false
	}
	for _, line := range lines[1 : len(lines)-1] {
		v, ok := canonical(line, depthOfLine)
		if !ok || !e.line(v) {
			return nil, false
		}
	}
	last := lines[len(lines)-1]
	return e, e.footer(last, keccak(bundle[:len(bundle)-len(last)-1]))
}

func (e *evidence) header(line []byte) bool {
	v, ok := canonical(line, depthOfLine)
	m, good := object(v, "v", "claim", "chain_id", "escrow", "session", "promise", "predicate", "params", "n", "h")
	if !ok || !good || m["v"] != json.Number("1") {
		return false
	}
	var oks [8]bool
	e.claim, oks[0] = word(m["claim"])
	e.chain, oks[1] = whole(m["chain_id"], 1<<53-1)
	e.escrow, oks[2] = hexBytes(m["escrow"], 20)
	e.session, oks[3] = word(m["session"])
	e.promise, oks[4] = whole(m["promise"], 1<<32-1)
	e.n, oks[5] = whole(m["n"], 1<<32-1)
	e.h, oks[6] = word(m["h"])
	e.predicate, oks[7] = m["predicate"].(string)
	e.params, ok = spell(nil, m["params"], 128)
	return ok && e.predicate != "" && !slices.Contains(oks[:], false)
}

// line takes a record or a blob.
func (e *evidence) line(v any) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return false
	}
	if blob, ok := object(v, "blob"); ok {
		return len(e.records) > 0 && e.records[len(e.records)-1].show(blob["blob"])
	}
	r := record{texts: map[hash]string{}}
	head, shown := m["head"]
	if r.head, r.noHead = head, !shown; shown {
		m = without(m, "head")
	}
	if whole, ok := object(m, "body", "salt"); ok {
		r.body = whole["body"]
		r.salt, ok = word(whole["salt"])
		e.records = append(e.records, r)
		return ok
	}
	hidden, ok := object(m, "body_hash")
	if ok {
		r.hidden = true
		r.bodyHash, ok = word(hidden["body_hash"])
		e.records = append(e.records, r)
	}
	return ok
}

func without(m map[string]any, key string) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		if k != key {
			out[k] = v
		}
	}
	return out
}

func (e *evidence) footer(line []byte, bundleHash hash) bool {
	v, ok := canonical(line, depthOfLine)
	m, good := object(v, "signature", "signer")
	if !ok || !good {
		return false
	}
	sig, ok := hexBytes(m["signature"], 65)
	named, good := hexBytes(m["signer"], 20)
	if !ok || !good {
		return false
	}
	params := keccak(e.params)
	d := digest(e.chain, e.escrow, "Evidence(bytes32 claim,bytes32 session,uint32 n,bytes32 h,bytes32 paramsHash,bytes32 bundleHash)",
		e.claim[:], e.session[:], uintWord(e.n), e.h[:], params[:], bundleHash[:])
	e.signer, ok = signer(d, sig)
	return ok && e.signer == string(named)
}

// leaf hashes a record that has its head.
func (r record) leaf() hash {
	body := r.bodyHash
	if !r.hidden {
		text, _ := spell(nil, r.body, depthOfLine)
		body = keccak([]byte{2}, r.salt[:], u64(uint64(len(text))), text)
	}
	head, _ := spell(nil, r.head, depthOfLine)
	return keccak([]byte{0}, u64(uint64(len(head))), head, body[:])
}
