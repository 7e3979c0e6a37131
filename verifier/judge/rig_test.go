package judge_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// Times of the story, in seconds of block time.
const (
	openedAt = 1_000_000
	closedAt = 1_003_600
	filedAt  = 1_010_000
	day      = 86_400
)

// secret makes the test key of one party.
func secret(who string) []byte {
	k := trace.Keccak([]byte("varek test key of the " + who))
	return k[:]
}

func addressOf(t testing.TB, who string) trace.Address {
	t.Helper()
	_, a, err := trace.Sign(trace.Hash{1}, secret(who))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// catalog is built once: it is immutable, and its conditions' environment is
// dear.
var catalog = sync.OnceValues(aap.Catalog)

func registry(t testing.TB) *predicates.Registry {
	t.Helper()
	reg, err := catalog()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// rig is one claim with its evidence, open to damage: records are committed
// when the rig is made, so that later changes contradict the commitments.
type rig struct {
	facts   judge.Facts
	header  trace.BundleHeader
	records []trace.Record
	signer  string
	// lines replaces the record lines when it is not nil.
	lines [][]byte
	// spell alters what is signed; forge alters the finished bundle.
	spell func([]byte) []byte
	forge func([]byte) []byte
	none  bool // no evidence at all
}

const mailParams = `{"allow":["*@example.com"],"as":"email","calls":[{"kinds":["action"],"tool":"send_email"}],` +
	`"include_failed":false,"on_gap":"violated","recipients":["/args/to/*"]}`

// mailTrace is a session with the given recipients, one call each.
func mailTrace(t testing.TB, session trace.Hash, recipients ...string) []trace.Record {
	t.Helper()
	var out []trace.Record
	put := func(h trace.Head, b trace.Body) {
		h.V, h.Session, h.Seq = 1, session, uint64(len(out)+1)
		r, err := trace.NewRecord(h, b, trace.Keccak([]byte("salt"), binary.BigEndian.AppendUint64(nil, h.Seq)))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	put(trace.Head{Kind: trace.KindSession}, trace.Body{Args: jsontext.Value(`{"event":"open","workspace":"/w"}`), Boot: "11111111-1111-4111-8111-111111111111"})
	for i, to := range recipients {
		admitted := trace.Admit(fmt.Appendf(nil, `{"to":[%q],"subject":"Report %d"}`, to, i))
		id := fmt.Sprintf("call-%d", i)
		put(trace.Head{Kind: trace.KindIntent, Tool: "send_email", ActionID: id}, trace.Body{Args: admitted.JSON, ArgsHash: &admitted.Hash})
		put(trace.Head{Kind: trace.KindAction, Tool: "send_email", ActionID: id, Status: "ok"}, trace.Body{Args: admitted.JSON, ArgsHash: &admitted.Hash})
	}
	put(trace.Head{Kind: trace.KindSession}, trace.Body{Args: jsontext.Value(`{"event":"close"}`)})
	return out
}

// newRig commits a mail trace: a checkpoint after every third record, and the
// final commitment.
func newRig(t testing.TB, recipients ...string) *rig {
	t.Helper()
	owner, user := addressOf(t, "owner"), addressOf(t, "user")
	escrow := trace.Address{0xe5}
	promises := []uint32{3, 7}
	session := trace.SessionID(31337, escrow, owner, user, trace.Hash{9}, trace.PromisesHash(promises))
	claim := trace.ClaimID(31337, escrow, session, 7, 1)
	pred, _ := registry(t).ByName("AAP-4@1")
	r := &rig{signer: "operator", records: mailTrace(t, session, recipients...)}
	r.facts = judge.Facts{
		V: 1, ChainID: 31337, Escrow: escrow,
		Promise: judge.PromiseFacts{ID: 7, Owner: owner, Verifier: addressOf(t, "verifier"), PredicateHash: pred.Manifest().Hash(),
			ParamsHash: trace.Keccak([]byte(mailParams)), RegisteredAt: openedAt - day},
		Session:     judge.SessionFacts{ID: session, Owner: owner, User: user, OpenedAt: openedAt, Promises: promises},
		Claim:       judge.ClaimFacts{ID: claim, Round: 1, FiledAt: filedAt},
		Operators:   []trace.Address{addressOf(t, "operator"), owner},
		HeadSigners: []trace.Address{addressOf(t, "operator"), addressOf(t, "former operator"), owner},
		Items:       []judge.Item{}, Heads: []judge.Head{},
		Now: filedAt + 60,
	}
	n := uint64(len(r.records))
	for i := uint64(3); i < n; i += 3 {
		r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemCheckpoint, N: i, H: r.at(i), BlockTime: openedAt + i})
	}
	r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemFinal, N: n, H: r.at(n), BlockTime: closedAt})
	r.facts.Final = &judge.Final{N: n, H: r.at(n), Time: closedAt}
	r.header = trace.BundleHeader{V: 1, Claim: claim, ChainID: 31337, Escrow: escrow, Session: session, Promise: 7,
		Predicate: "AAP-4@1", Params: jsontext.Value(mailParams), N: n, H: r.at(n)}
	return r
}

// at is H(n) of the rig's records as they are, by the slow definition.
func (r *rig) at(n uint64) trace.Hash {
	leaves := make([]trace.Hash, n)
	for i := range leaves {
		leaves[i] = r.records[i].Leaf()
	}
	return trace.Commitment(r.facts.Session.ID, n, slowRoot(leaves))
}

// slowRoot is the tree hash of RFC 9162 section 2.1.1, as it is written there.
func slowRoot(leaves []trace.Hash) trace.Hash {
	switch n := len(leaves); n {
	case 0:
		return trace.Hash{}
	case 1:
		return leaves[0]
	default:
		k := 1
		for k*2 < n {
			k *= 2
		}
		l, r := slowRoot(leaves[:k]), slowRoot(leaves[k:])
		return trace.Keccak([]byte{1}, l[:], r[:])
	}
}

// head adds a head signed by who.
func (r *rig) head(t testing.TB, who string, n uint64, h trace.Hash) {
	t.Helper()
	sig, _, err := trace.Sign(r.facts.Domain().HeadDigest(r.facts.Session.ID, uint32(n), h), secret(who))
	if err != nil {
		t.Fatal(err)
	}
	r.facts.Heads = append(r.facts.Heads, judge.Head{N: n, H: h, Signature: trace.FormatSignature(sig)})
}

// line is a record's line in a bundle.
func line(r trace.Record) []byte {
	if r.Hidden {
		return fmt.Appendf(nil, `{"body_hash":"%s","head":%s}`, r.BodyHash, r.Head)
	}
	return fmt.Appendf(nil, `{"body":%s,"head":%s,"salt":"%s"}`, r.Body, r.Head, r.Salt)
}

// bundle writes and signs the evidence by hand, from formats section 8.
func (r *rig) bundle(t testing.TB) []byte {
	t.Helper()
	head, err := trace.Marshal(r.header)
	if err != nil {
		t.Fatal(err)
	}
	lines := r.lines
	if lines == nil {
		for _, rec := range r.records {
			lines = append(lines, line(rec))
		}
	}
	out := append(head, '\n')
	for _, l := range lines {
		out = append(append(out, l...), '\n')
	}
	if r.spell != nil {
		out = r.spell(out)
	}
	hash := trace.Keccak(out)
	digest := trace.Domain{ChainID: r.header.ChainID, Contract: r.header.Escrow}.EvidenceDigest(
		r.header.Claim, r.header.Session, uint32(r.header.N), r.header.H, trace.Keccak(r.header.Params), hash)
	sig, signer, err := trace.Sign(digest, secret(r.signer))
	if err != nil {
		t.Fatal(err)
	}
	out = fmt.Appendf(out, `{"signature":"%s","signer":"%s"}`+"\n", trace.FormatSignature(sig), signer)
	if r.forge != nil {
		out = r.forge(out)
	}
	return out
}

// judge asks the judge.
func (r *rig) judge(t testing.TB, reg *predicates.Registry) (judge.Verdict, error) {
	t.Helper()
	if r.none {
		return judge.Judge(r.facts, nil, reg)
	}
	return judge.Judge(r.facts, bytes.NewReader(r.bundle(t)), reg)
}

// rewrite replaces a record's body, keeping head and salt.
func (r *rig) rewrite(seq int, old, new string) {
	rec := r.records[seq-1]
	rec.Body = bytes.Replace(bytes.Clone(rec.Body), []byte(old), []byte(new), 1)
	r.records[seq-1] = rec
}

// commit makes the facts agree with the records as they are now.
func (r *rig) commit() {
	n := uint64(len(r.records))
	r.facts.Items = []judge.Item{{Kind: judge.ItemFinal, N: n, H: r.at(n), BlockTime: closedAt}}
	r.facts.Final = &judge.Final{N: n, H: r.at(n), Time: closedAt}
	r.header.N, r.header.H = n, r.at(n)
}
