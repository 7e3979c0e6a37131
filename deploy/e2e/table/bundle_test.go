package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// bundle is evidence taken apart: it is harmed line by line and signed again, as
// its provider could.
type bundle struct {
	header trace.BundleHeader
	lines  [][]byte // of records
	signer *escrow.KeySigner
}

// honest is what the provider's own command makes for a claim.
func (r *rig) honest(session, claim trace.Hash) *bundle {
	r.Helper()
	path := filepath.Join(r.TempDir(), "bundle.ndjson")
	r.ok("varek-sidecar", "trace", "export", session.String(), "--claim", claim.String(), "--output", path)
	text, err := os.ReadFile(path)
	r.must(err)
	all := bytes.SplitAfter(text, []byte("\n"))
	b := &bundle{signer: r.signer, lines: all[1 : len(all)-2]} // between header and footer
	r.must(trace.Unmarshal(all[0], &b.header))
	return b
}

func (b *bundle) encode(r *rig) []byte {
	r.Helper()
	head, err := trace.Marshal(b.header)
	r.must(err)
	text := append(head, '\n')
	text = append(text, bytes.Join(b.lines, nil)...)
	sig, err := b.signer.SignHash(b.header.Digest(trace.Keccak(text)))
	r.must(err)
	return fmt.Appendf(text, `{"signature":"%s","signer":"%s"}`+"\n", trace.FormatSignature(sig), b.signer.Address())
}

// at finds the first record, counted from 0, whose line has the words.
func (b *bundle) at(r *rig, words string) int {
	r.Helper()
	i := slices.IndexFunc(b.lines, func(l []byte) bool { return bytes.Contains(l, []byte(words)) })
	if i < 0 {
		r.Fatalf("no record has %q", words)
	}
	return i
}

// replace alters one record's line, which must have the words.
func (b *bundle) replace(r *rig, i int, old, new string) {
	r.Helper()
	line := bytes.Replace(bytes.Clone(b.lines[i]), []byte(old), []byte(new), 1)
	if bytes.Equal(line, b.lines[i]) {
		r.Fatalf("record %d has no %q: %s", i+1, old, b.lines[i])
	}
	b.lines[i] = line
}

// hide withholds one record's body.
func (b *bundle) hide(r *rig, i int) {
	r.Helper()
	var line struct {
		Body json.RawMessage `json:"body"`
		Head json.RawMessage `json:"head"`
		Salt trace.Hash      `json:"salt"`
	}
	r.must(json.Unmarshal(b.lines[i], &line))
	rec := trace.Record{Head: []byte(line.Head), Body: []byte(line.Body), Salt: line.Salt}
	b.lines[i] = fmt.Appendf(nil, `{"body_hash":"%s","head":%s}`+"\n", rec.BodyDigest(), line.Head)
}

// post hands evidence in over the network and returns the answer.
func (r *rig) post(claim trace.Hash, text []byte) (status int, code string) {
	r.Helper()
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	r.must(err)
	_, err = z.Write(text)
	r.must(err)
	r.must(z.Close())
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, r.verifier+"/v1/claims/"+claim.String()+"/evidence", &packed)
	r.must(err)
	req.Header.Set("Content-Encoding", "zstd")
	res, err := http.DefaultClient.Do(req)
	r.must(err)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	r.must(err)
	var a struct{ Code string }
	r.must(json.Unmarshal(answer, &a))
	return res.StatusCode, a.Code
}

// taken posts what must be taken, whatever is then ruled on it.
func (r *rig) taken(name string, claim trace.Hash, text []byte) {
	r.Helper()
	if status, code := r.post(claim, text); status != http.StatusOK {
		r.Errorf("%s: answered %d %s, want a receipt", name, status, code)
	}
}

// turned posts what must be turned away with the code.
func (r *rig) turned(name string, claim trace.Hash, text []byte, want int, code string) {
	r.Helper()
	if status, got := r.post(claim, text); status != want || got != code {
		r.Errorf("%s: answered %d %s, want %d %s", name, status, got, want, code)
	}
}

// made is a session whose records the test makes itself, for what no honest
// recorder would commit.
type made struct {
	id      trace.Hash
	records []trace.Record
}

func (r *rig) made(promise uint32, n int, to string) *made {
	r.Helper()
	r.salts++
	id, _, err := r.operator.OpenSession(r.Context(), r.owner.Address(), r.user.Address(), trace.Hash{0x7a, r.salts}, []uint32{promise})
	r.must(err)
	m := &made{id: id}
	args := trace.Admit(fmt.Appendf(nil, `{"to":["%s"]}`, to))
	for seq := 1; seq <= n; seq++ {
		rec, err := trace.NewRecord(trace.Head{V: 1, Session: id, Seq: uint64(seq), Kind: trace.KindAction, Tool: "send_email", ActionID: fmt.Sprint("call-", seq), Status: "ok"},
			trace.Body{Args: args.JSON, ArgsHash: &args.Hash}, trace.Keccak(fmt.Append(nil, seq)))
		r.must(err)
		m.records = append(m.records, rec)
	}
	return m
}

// item is the commitment to the first n records.
func (m *made) item(n int) trace.Item {
	var f trace.Frontier
	for _, rec := range m.records[:n] {
		f.Append(rec.Leaf())
	}
	return trace.Item{Session: m.id, N: uint32(n), H: trace.Commitment(m.id, uint64(n), f.Root())}
}

func (r *rig) finalize(it trace.Item) {
	r.Helper()
	_, err := r.operator.Finalize(r.Context(), r.owner.Address(), []trace.Item{it})
	r.must(err)
}

// evidence is the bundle of a made session's first n records.
func (m *made) evidence(r *rig, claim trace.Hash, n int) []byte {
	r.Helper()
	c := r.claim(claim)
	p, err := r.client.Promise(r.Context(), c.Promise)
	r.must(err)
	it := m.item(n)
	net := r.client.Network()
	var out bytes.Buffer
	w, err := trace.NewBundleWriter(&out, trace.BundleHeader{V: 1, Claim: claim, ChainID: net.ChainID, Escrow: net.Escrow, Session: m.id, Promise: c.Promise,
		Predicate: "AAP-4@1", Params: p.Params, N: uint64(n), H: it.H})
	r.must(err)
	for _, rec := range m.records[:n] {
		r.must(w.Record(rec))
	}
	r.must(w.Close(func(d trace.Hash) ([]byte, trace.Address, error) {
		sig, err := r.signer.SignHash(d)
		return sig, r.signer.Address(), err
	}))
	return out.Bytes()
}

// bundleHash is what is offered on chain: of all bytes before the footer.
func bundleHash(text []byte) trace.Hash {
	return trace.Keccak(text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1])
}
