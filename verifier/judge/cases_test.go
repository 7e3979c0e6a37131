package judge_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// testCase is one claim and what must come of it.
type testCase struct {
	name string
	to   []string // recipients of the session's mails; nil = two permitted
	harm func(t testing.TB, r *rig)
	err  error // ErrNotEvidence or ErrFacts instead of a verdict
	want judge.Reason
	at   []uint64 // witnesses
}

var stranger = []string{"alice@example.com", "mallory@evil.example", "bob@example.com"}

func cases() []testCase {
	return slices.Concat(outcomeCases(), commitmentCases(), recordCases(), blobCases(), promiseCases(), admissionCases(), waitingCases(),
		formCases(), signatureCases(), headCases(), authorizationCases())
}

func outcomeCases() []testCase {
	return []testCase{
		{name: "kept", want: judge.ReasonSatisfied},
		{name: "violated", to: stranger, want: judge.ReasonViolated, at: []uint64{5}},
		{name: "signed-by-owner", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.signer = "owner" }},
		{name: "empty-session", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.records = nil; r.commit() }},
		{name: "hidden-not-needed", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.records[0] = r.records[0].Hide() }},
		{name: "no-checkpoints", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.facts.Items = []judge.Item{} }},
		{name: "heads-extended", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.head(t, "operator", 4, r.at(4))
			r.head(t, "former operator", 6, r.at(6))
			r.head(t, "owner", 0, r.at(0))
		}},
	}
}

func commitmentCases() []testCase {
	return []testCase{
		{name: "items-reordered-repeated-late", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			slices.Reverse(r.facts.Items)
			r.facts.Items = append(r.facts.Items, r.facts.Items...)
			r.facts.Items[0].BlockTime = filedAt + 30
		}},
		{name: "checkpoint-mismatch", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.facts.Items[0].H[31] ^= 1 }},
		{name: "checkpoint-of-nothing-mismatch", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemCheckpoint, N: 0, H: trace.Hash{1}, BlockTime: openedAt})
		}},
		{name: "checkpoint-beyond-final", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemCheckpoint, N: r.facts.Final.N + 1, H: trace.Hash{1}, BlockTime: closedAt})
		}},
		{name: "second-final-contradicts", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemFinal, N: 4, H: trace.Hash{1}, BlockTime: closedAt + 1})
		}},
		{name: "final-mismatch", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.facts.Final.H[0] ^= 1; r.header.H = r.facts.Final.H }},
		{name: "header-claims-another-h", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.header.H[0] ^= 1 }},
		{name: "header-claims-another-n", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.header.N-- }},
		{name: "head-not-extended", want: judge.ReasonHeadMismatch, harm: func(t testing.TB, r *rig) { r.head(t, "operator", 4, trace.Hash{1}) }},
		{name: "head-beyond-final", want: judge.ReasonHeadMismatch, harm: func(t testing.TB, r *rig) { r.head(t, "operator", r.facts.Final.N+3, trace.Hash{1}) }},
		{name: "head-of-nothing-contradicts", want: judge.ReasonHeadMismatch, harm: func(t testing.TB, r *rig) { r.head(t, "operator", 0, trace.Hash{1}) }},
		{name: "head-of-a-stranger", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.head(t, "stranger", 4, trace.Hash{1}) }},
		{name: "head-with-a-broken-signature", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.facts.Heads = []judge.Head{{N: 4, H: trace.Hash{1}, Signature: "0x00"}}
		}},
	}
}

func recordCases() []testCase {
	return []testCase{
		{name: "body-altered", to: stranger, want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.rewrite(5, "mallory@evil.example", "alice@example.com") }},
		{name: "salt-altered", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.records[1].Salt[0] ^= 1 }},
		{name: "record-left-out", want: judge.ReasonInconsistent, at: []uint64{3}, harm: func(t testing.TB, r *rig) { r.records = slices.Delete(r.records, 2, 3) }},
		{name: "last-record-left-out", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) { r.records = r.records[:len(r.records)-1] }},
		{name: "records-swapped", want: judge.ReasonInconsistent, at: []uint64{2}, harm: func(t testing.TB, r *rig) { r.records[1], r.records[2] = r.records[2], r.records[1] }},
		{name: "record-repeated", want: judge.ReasonInconsistent, at: []uint64{3}, harm: func(t testing.TB, r *rig) { r.records = slices.Insert(r.records, 2, r.records[1]) }},
		{name: "record-appended", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			more := mailTrace(t, r.facts.Session.ID, slices.Repeat([]string{"carol@example.com"}, 30)...)
			r.records = append(r.records, more[len(r.records)])
		}},
		{name: "record-of-another-session", want: judge.ReasonInconsistent, at: []uint64{1}, harm: func(t testing.TB, r *rig) {
			r.records = mailTrace(t, trace.Hash{2}, "alice@example.com", "bob@example.com")
			r.commit()
		}},
		{name: "record-without-head", want: judge.ReasonHidden, at: []uint64{2}, harm: func(t testing.TB, r *rig) {
			for _, rec := range r.records {
				r.lines = append(r.lines, line(rec))
			}
			r.lines[1] = []byte(`{"body_hash":"` + r.records[1].BodyDigest().String() + `"}`)
		}},
		{name: "head-unknown-member", want: judge.ReasonInconsistent, at: []uint64{2}, harm: func(t testing.TB, r *rig) {
			r.records[1].Head = bytes.Replace(r.records[1].Head, []byte(`"v":1`), []byte(`"v":1,"w":1`), 1)
			r.commit()
		}},
		{name: "head-of-another-version", want: judge.ReasonInconsistent, at: []uint64{2}, harm: func(t testing.TB, r *rig) {
			r.records[1].Head = bytes.Replace(r.records[1].Head, []byte(`"v":1`), []byte(`"v":2`), 1)
			r.commit()
		}},
		{name: "needed-body-not-a-body", want: judge.ReasonInconsistent, at: []uint64{3}, harm: func(t testing.TB, r *rig) {
			r.records[2].Body = []byte(`{"arguments":{}}`)
			r.commit()
		}},
		{name: "needed-body-hidden", want: judge.ReasonHidden, at: []uint64{3}, harm: func(t testing.TB, r *rig) { r.records[2] = r.records[2].Hide() }},
		{name: "needed-blob-hidden", want: judge.ReasonHidden, at: []uint64{3}, harm: func(t testing.TB, r *rig) {
			r.rewrite(3, `"alice@example.com"`, `{"$blob":{"bytes":70000,"k":"0x`+hex64+`","salt":"0x`+hex64+`"}}`)
			r.commit()
		}},
		{name: "hidden-loses-to-altered", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			r.records[2] = r.records[2].Hide()
			r.records[3].Salt[0] ^= 1
		}},
	}
}

const hex64 = "abababababababababababababababababababababababababababababababab"

func promiseCases() []testCase {
	return []testCase{
		{name: "params-mismatch", to: stranger, want: judge.ReasonParamsMismatch, harm: func(t testing.TB, r *rig) {
			r.header.Params = bytes.Replace(r.header.Params, []byte("example.com"), []byte("evil.example"), 1)
		}},
		{name: "another-predicate-named", want: judge.ReasonParamsMismatch, harm: func(t testing.TB, r *rig) { r.header.Predicate = "AAP-1@1" }},
		{name: "predicate-unknown", want: judge.ReasonPredicateUnknown, harm: func(t testing.TB, r *rig) { r.facts.Promise.PredicateHash[0] ^= 1 }},
		{name: "predicate-fails-on-registered-params", want: judge.ReasonPredicateFailed, harm: func(t testing.TB, r *rig) {
			r.header.Params = []byte(`{"allow":["*@example.com"]}`)
			r.facts.Promise.ParamsHash = trace.Keccak(r.header.Params)
		}},
		{name: "params-lose-to-final", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			r.facts.Promise.ParamsHash[0] ^= 1
			r.records[1].Salt[0] ^= 1
		}},
		{name: "params-win-over-checkpoint", want: judge.ReasonParamsMismatch, harm: func(t testing.TB, r *rig) {
			r.facts.Promise.ParamsHash[0] ^= 1
			r.facts.Items[0].H[0] ^= 1
		}},
		{name: "checkpoint-wins-over-head", want: judge.ReasonInconsistent, harm: func(t testing.TB, r *rig) {
			r.head(t, "operator", 4, trace.Hash{1})
			r.facts.Items[0].H[0] ^= 1
		}},
		{name: "head-wins-over-unknown-predicate", want: judge.ReasonHeadMismatch, harm: func(t testing.TB, r *rig) {
			r.head(t, "operator", 4, trace.Hash{1})
			r.facts.Promise.PredicateHash[0] ^= 1
		}},
		{name: "unknown-predicate-wins-over-hidden", want: judge.ReasonPredicateUnknown, harm: func(t testing.TB, r *rig) {
			r.records[2] = r.records[2].Hide()
			r.facts.Promise.PredicateHash[0] ^= 1
		}},
		{name: "hidden-wins-over-violated", to: stranger, want: judge.ReasonHidden, at: []uint64{7}, harm: func(t testing.TB, r *rig) { r.records[6] = r.records[6].Hide() }},
	}
}

func admissionCases() []testCase {
	no := judge.ErrNotEvidence
	return []testCase{
		{name: "signed-by-a-stranger", err: no, harm: func(t testing.TB, r *rig) { r.signer = "stranger" }},
		{name: "signed-by-the-user", err: no, harm: func(t testing.TB, r *rig) { r.signer = "user" }},
		{name: "another-claim", err: no, harm: func(t testing.TB, r *rig) { r.header.Claim[0] ^= 1 }},
		{name: "another-chain", err: no, harm: func(t testing.TB, r *rig) { r.header.ChainID = 8453 }},
		{name: "another-escrow", err: no, harm: func(t testing.TB, r *rig) { r.header.Escrow[0] ^= 1 }},
		{name: "another-session", err: no, harm: func(t testing.TB, r *rig) { r.header.Session[0] ^= 1 }},
		{name: "another-promise", err: no, harm: func(t testing.TB, r *rig) { r.header.Promise++ }},
		{name: "byte-changed-after-signing", err: no, harm: func(t testing.TB, r *rig) {
			r.forge = func(b []byte) []byte { return bytes.Replace(b, []byte("Report 0"), []byte("Report 9"), 1) }
		}},
		{name: "footer-names-another", err: no, harm: func(t testing.TB, r *rig) {
			r.forge = func(b []byte) []byte {
				return bytes.Replace(b, []byte(addressOf(t, "operator").String()), []byte(addressOf(t, "owner").String()), 1)
			}
		}},
		{name: "footer-missing", err: no, harm: func(t testing.TB, r *rig) {
			r.forge = func(b []byte) []byte { return b[:bytes.LastIndex(b[:len(b)-1], []byte("\n"))+1] }
		}},
		{name: "cut-short", err: no, harm: func(t testing.TB, r *rig) { r.forge = func(b []byte) []byte { return b[:len(b)/2] } }},
		{name: "text-after-the-footer", err: no, harm: func(t testing.TB, r *rig) { r.forge = func(b []byte) []byte { return append(b, '\n') } }},
		{name: "not-a-bundle", err: no, harm: func(t testing.TB, r *rig) { r.forge = func([]byte) []byte { return []byte("hello\n") } }},
		{name: "empty-file", err: no, harm: func(t testing.TB, r *rig) { r.forge = func([]byte) []byte { return nil } }},
		{name: "line-that-is-no-record", err: no, harm: func(t testing.TB, r *rig) { r.lines = [][]byte{[]byte(`{"note":1}`)} }},
		{name: "line-that-is-not-canonical", err: no, harm: func(t testing.TB, r *rig) {
			r.lines = [][]byte{append([]byte(" "), line(r.records[0])...)}
		}},
		{name: "facts-of-another-claim", err: judge.ErrFacts, harm: func(t testing.TB, r *rig) { r.facts.Claim.Round = 2 }},
		{name: "facts-promise-not-of-the-session", err: judge.ErrFacts, harm: func(t testing.TB, r *rig) { r.facts.Session.Promises = []uint32{3} }},
		{name: "facts-promise-of-another-owner", err: judge.ErrFacts, harm: func(t testing.TB, r *rig) { r.facts.Promise.Owner[0] ^= 1 }},
		{name: "facts-filed-in-the-future", err: judge.ErrFacts, harm: func(t testing.TB, r *rig) { r.facts.Now = filedAt - 1 }},
		{name: "facts-of-another-version", err: judge.ErrFacts, harm: func(t testing.TB, r *rig) { r.facts.V = 2 }},
		{name: "facts-with-an-unknown-item", err: judge.ErrFacts, harm: func(t testing.TB, r *rig) { r.facts.Items[0].Kind = 3 }},
	}
}

func waitingCases() []testCase {
	offer := trace.Hash{7}
	noEvidence := func(now uint64, offered, final bool) func(testing.TB, *rig) {
		return func(t testing.TB, r *rig) {
			r.none, r.facts.Now = true, now
			if offered {
				r.facts.Offer = &offer
			}
			if !final {
				r.facts.Final = nil
			}
		}
	}
	noFinal := func(now uint64) func(testing.TB, *rig) {
		return func(t testing.TB, r *rig) { r.facts.Final, r.facts.Now = nil, now }
	}
	return []testCase{
		{name: "no-evidence-yet", want: judge.ReasonNone, harm: noEvidence(filedAt+3*day, false, true)},
		{name: "no-evidence-in-time", want: judge.ReasonNoEvidence, harm: noEvidence(filedAt+3*day+1, false, true)},
		{name: "offered-evidence-may-still-come", want: judge.ReasonNone, harm: noEvidence(filedAt+10*day, true, true)},
		{name: "offered-evidence-never-came", want: judge.ReasonNoEvidence, harm: noEvidence(filedAt+10*day+1, true, true)},
		{name: "offered-but-never-finalised", want: judge.ReasonNoFinal, harm: noEvidence(filedAt+3*day+1, true, false)},
		{name: "neither-evidence-nor-final-yet", want: judge.ReasonNone, harm: noEvidence(filedAt+60, false, false)},
		{name: "no-final-yet", want: judge.ReasonNone, harm: noFinal(filedAt + 3*day)},
		{name: "no-final-in-time", want: judge.ReasonNoFinal, harm: noFinal(filedAt + 3*day + 1)},
		{name: "late-but-final-is-there", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.facts.Now = filedAt + 9*day }},
		{name: "no-final-and-no-valid-evidence", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) { noFinal(filedAt+4*day)(t, r); r.signer = "stranger" }},
	}
}

func (c testCase) rig(t testing.TB) *rig {
	to := c.to
	if to == nil {
		to = []string{"alice@example.com", "bob@example.com"}
	}
	r := newRig(t, to...)
	if c.harm != nil {
		c.harm(t, r)
	}
	return r
}

// TestJudge states every way in which a claim can end.
func TestJudge(t *testing.T) {
	reg := registry(t)
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			r := c.rig(t)
			v, err := r.judge(t, reg)
			if c.err != nil {
				if !errors.Is(err, c.err) {
					t.Fatalf("%+v, %v; want %v", v, err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			decided, violated := c.want != judge.ReasonNone, c.want != judge.ReasonNone && c.want != judge.ReasonSatisfied
			if v.Decided != decided || v.Violated != violated || v.Reason != c.want || !slices.Equal(v.Records, c.at) || v.Sentence == "" || v.Proven == "" {
				t.Errorf("%+v, want %s %v", v, c.want, c.at)
			}
		})
	}
}

// TestAdmit agrees with Judge about what is evidence, whatever the verdict.
func TestAdmit(t *testing.T) {
	for _, c := range cases() {
		r := c.rig(t)
		if r.none {
			continue
		}
		if err := judge.Admit(r.facts, bytes.NewReader(r.bundle(t))); !errors.Is(err, c.err) {
			t.Errorf("%s: Admit: %v, want %v", c.name, err, c.err)
		}
	}
}

// failing is a predicate that breaks its promise to be total.
type failing struct{ predicates.Predicate }

func (f failing) Compile([]byte) (predicates.Program, error) { return f, nil }
func (failing) Needs(trace.Head) bool                        { return true }
func (f failing) Start() predicates.Run                      { return f }
func (failing) Step(v predicates.View) error {
	if v.Head.Seq == 4 {
		panic("out of memory")
	}
	return nil
}
func (failing) Outcome() predicates.Outcome { return predicates.Outcome{} }

// TestPredicateThatPanics rules against the provider and does not take the
// judge down.
func TestPredicateThatPanics(t *testing.T) {
	good, _ := registry(t).ByName("AAP-4@1")
	reg, err := predicates.NewRegistry(failing{good})
	if err != nil {
		t.Fatal(err)
	}
	v, err := newRig(t, "alice@example.com", "bob@example.com").judge(t, reg)
	if err != nil || v.Reason != judge.ReasonPredicateFailed || !slices.Equal(v.Records, []uint64{4}) {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestReasons pins the numbers that the escrow records.
func TestReasons(t *testing.T) {
	want := []judge.Reason{"none", "violated", "satisfied", "no_evidence", "no_final", "inconsistent", "hidden",
		"params_mismatch", "predicate_unknown", "predicate_failed", "head_mismatch"}
	for code, reason := range want {
		got, err := judge.ReasonOf(uint8(code))
		if err != nil || got != reason || reason.Code() != uint8(code) {
			t.Errorf("code %d is %s (%v) with code %d, want %s", code, got, err, reason.Code(), reason)
		}
	}
	if _, err := judge.ReasonOf(uint8(len(want))); err == nil {
		t.Error("a code past the last has a reason")
	}
	if judge.Reason("other").Code() != 0 {
		t.Error("an unknown reason has a code")
	}
}
