package judge_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// slowJudge is Algorithm 1 line by line over everything in memory: the obvious
// judge that the streaming one must agree with. It reads the bundle with
// encoding/json and recomputes every prefix from its leaves.
func slowJudge(f judge.Facts, none bool, bundle []byte, reg *predicates.Registry) (judge.Reason, error) {
	// Lines 2 to 4: evidence signed by the provider, or none in time.
	if none {
		wait := uint64(3 * 86400)
		if f.Offer != nil {
			wait = 10 * 86400
		}
		switch late := f.Now - f.Claim.FiledAt; {
		case late > wait:
			return judge.ReasonNoEvidence, nil
		case f.Final == nil && late > 3*86400:
			return judge.ReasonNoFinal, nil
		}
		return judge.ReasonNone, nil
	}
	e, err := slowRead(f, bundle)
	if err != nil {
		return judge.ReasonNone, err
	}
	// Line 5: read h_s.
	if f.Final == nil {
		if f.Now-f.Claim.FiledAt > 3*86400 {
			return judge.ReasonNoFinal, nil
		}
		return judge.ReasonNone, nil
	}
	// Line 6: H(T) != h_s, H(params) != h, H(T[1:n]) != h_n.
	if reason := e.trace(f); reason != judge.ReasonNone {
		return reason, nil
	}
	pred, known := reg.ByHash(f.Promise.PredicateHash)
	if trace.Keccak(e.header.Params) != f.Promise.ParamsHash || known && pred.Manifest().Name() != e.header.Predicate {
		return judge.ReasonParamsMismatch, nil
	}
	for _, it := range f.Items {
		if it.N > f.Final.N || e.prefix(it.N) != it.H {
			return judge.ReasonInconsistent, nil
		}
	}
	for _, h := range f.Heads {
		if slowHeadCounts(f, h) && (h.N > f.Final.N || e.prefix(h.N) != h.H) {
			return judge.ReasonHeadMismatch, nil
		}
	}
	// Lines 8 to 10: the predicate is missing or fails.
	if !known {
		return judge.ReasonPredicateUnknown, nil
	}
	return e.evaluate(pred), nil
}

func slowHeadCounts(f judge.Facts, h judge.Head) bool {
	sig, err := hex.DecodeString(h.Signature[2:])
	if err != nil || h.N > 1<<32-1 {
		return false
	}
	who, err := trace.Recover(trace.Domain{ChainID: f.ChainID, Contract: f.Escrow}.HeadDigest(f.Session.ID, uint32(h.N), h.H), sig)
	return err == nil && slices.Contains(f.HeadSigners, who)
}

// slowEvidence is a bundle in memory.
type slowEvidence struct {
	header  trace.BundleHeader
	records []slowRecord
}

type slowRecord struct {
	Body     json.RawMessage `json:"body"`
	Head     json.RawMessage `json:"head"`
	Salt     *trace.Hash     `json:"salt"`
	BodyHash *trace.Hash     `json:"body_hash"`
	blobs    map[trace.Hash]string
}

var errSlowNotEvidence = errors.New("not evidence")

func slowRead(f judge.Facts, bundle []byte) (*slowEvidence, error) {
	if !bytes.HasSuffix(bundle, []byte("\n")) {
		return nil, errSlowNotEvidence
	}
	lines := bytes.Split(bundle[:len(bundle)-1], []byte("\n"))
	if len(lines) < 2 {
		return nil, errSlowNotEvidence
	}
	e := &slowEvidence{}
	if json.Unmarshal(lines[0], &e.header) != nil {
		return nil, errSlowNotEvidence
	}
	for _, l := range lines[1 : len(lines)-1] {
		if bytes.HasPrefix(l, []byte(`{"blob":`)) {
			if len(e.records) == 0 || !e.records[len(e.records)-1].show(l) {
				return nil, errSlowNotEvidence
			}
			continue
		}
		var r slowRecord
		canon, err := trace.Canonicalize(l)
		if json.Unmarshal(l, &r) != nil || err != nil || !bytes.Equal(canon, l) || (r.BodyHash == nil) == (r.Salt == nil) || (r.Body == nil) != (r.Salt == nil) {
			return nil, errSlowNotEvidence
		}
		e.records = append(e.records, r)
	}
	var footer struct {
		Signature string        `json:"signature"`
		Signer    trace.Address `json:"signer"`
	}
	last := lines[len(lines)-1]
	if json.Unmarshal(last, &footer) != nil || len(footer.Signature) != 132 {
		return nil, errSlowNotEvidence
	}
	sig, err := hex.DecodeString(footer.Signature[2:])
	if err != nil {
		return nil, errSlowNotEvidence
	}
	h := e.header
	digest := trace.Domain{ChainID: f.ChainID, Contract: f.Escrow}.EvidenceDigest(f.Claim.ID, f.Session.ID, uint32(h.N), h.H,
		trace.Keccak(h.Params), trace.Keccak(bundle[:len(bundle)-len(last)-1]))
	signer, err := trace.Recover(digest, sig)
	bound := h.Claim == f.Claim.ID && h.ChainID == f.ChainID && h.Escrow == f.Escrow && h.Session == f.Session.ID && h.Promise == f.Promise.ID
	if err != nil || signer != footer.Signer || !bound || !slices.Contains(f.Operators, signer) {
		return nil, errSlowNotEvidence
	}
	return e, nil
}

func (r slowRecord) leaf() trace.Hash {
	body := trace.Hash{}
	if r.BodyHash != nil {
		body = *r.BodyHash
	} else {
		body = trace.Keccak([]byte{2}, r.Salt[:], slowU64(len(r.Body)), r.Body)
	}
	return trace.Keccak([]byte{0}, slowU64(len(r.Head)), r.Head, body[:])
}

func slowU64(n int) []byte {
	out := make([]byte, 8)
	for i := range out {
		out[7-i] = byte(n >> (8 * i))
	}
	return out
}

// prefix is H(n).
func (e *slowEvidence) prefix(n uint64) trace.Hash {
	var leaves []trace.Hash
	for _, r := range e.records[:n] {
		leaves = append(leaves, r.leaf())
	}
	return trace.Commitment(e.header.Session, n, slowRoot(leaves))
}

// trace checks the records one by one and the whole against h_s. A needed body
// must be one; which are needed only a known predicate can say.
func (e *slowEvidence) trace(f judge.Facts) judge.Reason {
	for i, r := range e.records {
		if r.Head == nil {
			return judge.ReasonHidden
		}
		h, err := trace.DecodeHead(r.Head)
		if err != nil || h.Seq != uint64(i+1) || h.Session != f.Session.ID {
			return judge.ReasonInconsistent
		}
	}
	n := uint64(len(e.records))
	if n != f.Final.N || e.prefix(n) != f.Final.H || e.header.N != n || e.header.H != f.Final.H {
		return judge.ReasonInconsistent
	}
	return judge.ReasonNone
}

func (e *slowEvidence) evaluate(pred predicates.Predicate) judge.Reason {
	prog, err := pred.Compile(e.header.Params)
	if err != nil {
		return judge.ReasonPredicateFailed
	}
	run := prog.Start()
	for _, r := range e.records {
		h, _ := trace.DecodeHead(r.Head)
		v := predicates.View{Head: h}
		if prog.Needs(h) {
			if r.Body == nil {
				return judge.ReasonHidden
			}
			b, err := trace.DecodeBody(r.Body)
			if err != nil {
				return judge.ReasonInconsistent
			}
			b.Args, b.Result = r.restore(b.Args), r.restore(b.Result)
			v.Body = &b
		}
		if err := run.Step(v); err != nil {
			return judge.ReasonHidden // the one family of errors
		}
	}
	if run.Outcome().Violated {
		return judge.ReasonViolated
	}
	return judge.ReasonSatisfied
}

// agree asks both judges.
func agree(t *testing.T, name string, r *rig, reg *predicates.Registry) judge.Reason {
	t.Helper()
	var bundle []byte
	if !r.none {
		bundle = r.bundle(t)
	}
	fast, err := r.judge(t, reg)
	if errors.Is(err, judge.ErrFacts) {
		return judge.ReasonNone
	}
	slow, slowErr := slowJudge(r.facts, r.none, bundle, reg)
	if (err != nil) != (slowErr != nil) || err == nil && fast.Reason != slow {
		t.Errorf("%s: the judge says %s (%s, %v), the slow judge %s (%v)", name, fast.Reason, fast.Sentence, err, slow, slowErr)
	}
	return fast.Reason
}

// TestAgainstSlowJudge compares the judges on every case and on random claims
// with several harms at once, where precedence decides.
func TestAgainstSlowJudge(t *testing.T) {
	reg := registry(t)
	for _, c := range cases() {
		agree(t, c.name, c.rig(t), reg)
	}
	scale, err := strconv.Atoi(os.Getenv("VAREK_SCALE"))
	if err != nil {
		scale = 1
	}
	rng := rand.New(rand.NewPCG(1, 2))
	all := cases()
	seen := map[judge.Reason]int{}
	for round := range 300 * scale {
		people := []string{"alice@example.com", "bob@example.com", "mallory@evil.example", "carol@example.com"}
		var to []string
		for range 3 + rng.IntN(9) {
			to = append(to, people[rng.IntN(len(people)-rng.IntN(2)*2)])
		}
		r, name := newRig(t, to...), fmt.Sprintf("round %d", round)
		for range rng.IntN(4) {
			c := all[rng.IntN(len(all))]
			if c.harm == nil || len(r.records) < 7 || r.facts.Final == nil || r.lines != nil || len(r.facts.Items) == 0 {
				continue
			}
			name += " " + c.name
			c.harm(t, r)
		}
		seen[agree(t, name, r, reg)]++
	}
	if len(seen) < 9 {
		t.Errorf("the random claims met only %v", seen)
	}
}

// FuzzForgedBundle changes a signed bundle: whatever is not the signed bytes is
// no evidence.
func FuzzForgedBundle(f *testing.F) {
	reg := registry(f)
	r := newRig(f, "alice@example.com", "mallory@evil.example")
	good := r.bundle(f)
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(append(slices.Clone(good), good...))
	f.Add(bytes.Replace(good, []byte(`"v":1`), []byte(`"v":01`), 1))
	f.Fuzz(func(t *testing.T, bundle []byte) {
		_, err := judge.Judge(r.facts, bytes.NewReader(bundle), reg)
		if bytes.Equal(bundle, good) != (err == nil) {
			t.Fatalf("err %v", err)
		}
		if err != nil && !errors.Is(err, judge.ErrNotEvidence) {
			t.Fatalf("an error that is no refusal: %v", err)
		}
	})
}

// FuzzSignedLines lets the provider sign anything as the body of a record that
// the predicate needs: there is always a verdict, and both judges agree on it.
func FuzzSignedLines(f *testing.F) {
	reg := registry(f)
	for _, body := range []string{`{}`, `{"args":{"to":["alice@example.com"]}}`, `{"args":{"to":[1]}}`, `{"args":[]}`,
		`{"args":{"$raw":"AA=="},"args_hash":"0x` + hex64 + `"}`, `{"metadata":{},"result":null}`, `[`, `{"args":{"to":{"$blob":{}}}}`} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !jsontext.Value(body).IsValid() || bytes.ContainsRune(body, '\n') {
			return
		}
		r := newRig(t, "alice@example.com", "bob@example.com")
		r.records[2].Body = body
		r.commit()
		v, err := r.judge(t, reg)
		if err != nil && !errors.Is(err, judge.ErrNotEvidence) {
			t.Fatal(err)
		}
		if err == nil && !v.Decided {
			t.Fatalf("no verdict: %+v", v)
		}
		agree(t, string(body), r, reg)
	})
}
