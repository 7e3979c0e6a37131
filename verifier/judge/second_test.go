package judge_test

import (
	"bytes"
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
	"github.com/varek/varek/verifier/judge/internal/second"
)

// catalogOf lets the second judge ask the catalog's predicates.
func catalogOf(reg *predicates.Registry) second.Evaluator {
	return func(h [32]byte) (second.Predicate, bool) {
		p, ok := reg.ByHash(h)
		return &asked{Predicate: p}, ok
	}
}

// asked is a predicate of the catalog as the second judge sees it.
type asked struct {
	predicates.Predicate
	prog predicates.Program
	run  predicates.Run
}

func (a *asked) Name() string { return a.Manifest().Name() }

func (a *asked) Compile(params []byte) (err error) {
	if a.prog, err = a.Predicate.Compile(params); err == nil {
		a.run = a.prog.Start()
	}
	return err
}

func (a *asked) Needs(h second.Head) bool { return a.prog.Needs(headOf(h)) }
func (a *asked) Violated() bool           { return a.run.Outcome().Violated }

func (a *asked) Step(h second.Head, b *second.Body) error {
	v := predicates.View{Head: headOf(h)}
	if b != nil {
		v.Body = &trace.Body{Args: b.Args, Result: b.Result, Metadata: b.Metadata, ArgsHash: (*trace.Hash)(b.ArgsHash),
			ArgsProposedHash: (*trace.Hash)(b.ArgsProposedHash), Boot: b.Boot, Error: b.Error, MonoNS: b.MonoNS, Time: b.TimeOf}
	}
	return a.run.Step(v)
}

func headOf(h second.Head) trace.Head {
	return trace.Head{V: 1, Session: h.Session, Seq: h.Seq, Kind: trace.Kind(h.Kind), Tool: h.Tool, ActionID: h.ActionID, Decision: h.Decision, Status: h.Status}
}

// agree asks both judges, and the first with its work on other goroutines, too.
func agree(t *testing.T, name string, r *rig, reg *predicates.Registry) judge.Reason {
	t.Helper()
	var bundle []byte
	if !r.none {
		bundle = append([]byte{}, r.bundle(t)...)
	}
	facts, err := r.facts.Encode()
	if err != nil {
		t.Fatal(err)
	}
	v, err := r.judge(t, reg)
	got := string(v.Reason)
	want, wantErr := second.Judge(facts, bundle, catalogOf(reg))
	same := err == nil && wantErr == nil && got == want ||
		errors.Is(err, judge.ErrNotEvidence) && errors.Is(wantErr, second.ErrNotEvidence) ||
		errors.Is(err, judge.ErrFacts) && errors.Is(wantErr, second.ErrFacts)
	if !same {
		t.Errorf("%s: the judge says %q (%s, %v), the second judge %q (%v)\n%s\n%s", name, got, v.Sentence, err, want, wantErr, facts, clipped(bundle))
	}
	if !r.none {
		side, sideErr := judge.JudgeParallel(r.facts, bytes.NewReader(bundle), reg)
		if fmt.Sprint(side, sideErr) != fmt.Sprint(v, err) {
			t.Errorf("%s: alone %+v, %v; on many goroutines %+v, %v", name, v, err, side, sideErr)
		}
	}
	if err != nil {
		return "refused"
	}
	return v.Reason
}

func clipped(b []byte) []byte { return b[:min(len(b), 8000)] }

func scale() int {
	n, err := strconv.Atoi(os.Getenv("VAREK_SCALE"))
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// TestAgainstSecondJudge compares the judges on every case and on random claims
// with several harms at once, where precedence decides.
func TestAgainstSecondJudge(t *testing.T) {
	reg := registry(t)
	for _, c := range cases() {
		agree(t, c.name, c.rig(t), reg)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	all := cases()
	seen := map[judge.Reason]int{}
	for round := range 200 * scale() {
		r, name := randomRig(t, rng), fmt.Sprintf("round %d", round)
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

func randomRig(t testing.TB, rng *rand.Rand) *rig {
	people := []string{"alice@example.com", "bob@example.com", "mallory@evil.example", "carol@example.com"}
	var to []string
	for range 3 + rng.IntN(9) {
		to = append(to, people[rng.IntN(len(people)-rng.IntN(2)*2)])
	}
	return newRig(t, to...)
}

// oddities are texts that JSON writers get wrong or that readers read in two
// ways. Each replaces a value somewhere in a signed bundle.
var oddities = []string{
	`null`, `true`, `0`, `-0`, `1`, `1.0`, `1e0`, `01`, `-1`, `1e400`, `1e-400`, `1e21`, `9007199254740991`, `9007199254740992`, `9007199254740993`, `123456789012345680000`,
	`0.1`, `1.10`, `1e-7`, `0.0000001`, `4.5e-7`, `NaN`, `Infinity`, `-Infinity`, `0x10`, `""`, `"x"`, `"\u0041"`, `"\/"`, `"\u001f"`, `"\u001F"`, `"\t"`, `"\u0009"`,
	"\"\xff\"", "\"\xed\xa0\x80\"", `"\ud800"`, `"\ud83d\ude00"`, `"😀"`, "\"\u2028\"", "\"a\nb\"", "\"a\x00b\"", `"é"`, `"é"`, `[]`, `[ ]`, `[1,]`, `{}`, `{"a":1,"a":2}`, `{"b":1,"a":2}`, `{"\ue000":1,"😀":2}`, `{"😀":1,"\ue000":2}`, "{\"😀\":1,\"\ue000\":2}", "{\"\ue000\":1,\"😀\":2}",
	`{"$raw":"AA=="}`, `{"$blob":{}}`, `{"$blob":{"bytes":3,"k":"0x` + hex64 + `","salt":"0x` + hex64 + `"}}`, `{"!":1,"$blob":2}`, `{"$$blob":{}}`, `"0x` + hex64 + `"`, `"0X` + hex64 + `"`, `"0xAB` + hex64[2:] + `"`,
	`"action"`, `"intent"`, `"permission"`, `"gap"`, `"other"`, `"ok"`, `"OK"`, `"send_email"`, `"user_authorization"`, `"call-0"`,
}

// mutate changes signed lines: values, members, lines, bytes.
func mutate(rng *rand.Rand, lines [][]byte) [][]byte {
	lines = slices.Clone(lines)
	at := rng.IntN(len(lines))
	l := slices.Clone(lines[at])
	switch rng.IntN(12) {
	case 0, 1, 2, 3, 4:
		l = replaceValue(rng, l, oddities[rng.IntN(len(oddities))])
	case 5:
		l = deep(rng, l)
	case 6: // a member more
		name := []string{"args", "v", "status", "action_id", "decision", "x", "blob", "time", "a", "zz"}[rng.IntN(10)]
		if i := bytes.IndexByte(l[1:], '{') + 1; i > 0 {
			l = slices.Insert(l, i+1, []byte(`"`+name+`":`+oddities[rng.IntN(len(oddities))]+`,`)...)
		}
	case 7:
		if len(lines) > 1 {
			return slices.Delete(lines, at, at+1)
		}
	case 8:
		return slices.Insert(lines, at, [][]byte{l, []byte(`{}`), []byte(`null`), {}, []byte(`{"blob":{"k":"0x` + hex64 + `","text":"x"}}`), []byte(`{"signature":1}`)}[rng.IntN(6)])
	case 9:
		other := rng.IntN(len(lines))
		lines[at], lines[other] = lines[other], lines[at]
		return lines
	case 10:
		l[rng.IntN(len(l))] ^= 1 << rng.IntN(8)
	case 11:
		wrap := []string{"\xef\xbb\xbf%s", "%s\r", " %s", "%s ", "%s\x00", "[%s]", "%s%[1]s"}
		l = fmt.Appendf(nil, wrap[rng.IntN(len(wrap))], l)
	}
	lines[at] = l
	return lines
}

// replaceValue puts other text in the place of one value of a line.
func replaceValue(rng *rand.Rand, l []byte, other string) []byte {
	var places [][2]int
	dec := jsontext.NewDecoder(bytes.NewReader(l))
	for {
		kind := dec.PeekKind()
		from := int(dec.InputOffset())
		if _, err := dec.ReadToken(); err != nil {
			break
		}
		name := false
		if k, n := dec.StackIndex(dec.StackDepth()); k == '{' && n%2 == 1 {
			name = true
		}
		if to := int(dec.InputOffset()); kind != '{' && kind != '}' && kind != '[' && kind != ']' && !name {
			for from < to && bytes.IndexByte([]byte(",: "), l[from]) >= 0 {
				from++
			}
			places = append(places, [2]int{from, to})
		}
	}
	if len(places) == 0 {
		return l
	}
	p := places[rng.IntN(len(places))]
	return slices.Concat(l[:p[0]], []byte(other), l[p[1]:])
}

// deep nests a value around the limits.
func deep(rng *rand.Rand, l []byte) []byte {
	n := 120 + rng.IntN(20)
	if rng.IntN(4) == 0 {
		n = 9_990 + rng.IntN(20)
	}
	return replaceValue(rng, l, string(bytes.Repeat([]byte("["), n))+string(bytes.Repeat([]byte("]"), n)))
}

// recommit makes the facts agree with the lines, as far as they are records.
func (r *rig) recommit() {
	var leaves []trace.Hash
	for _, l := range r.lines {
		var rec struct {
			Body, Head json.RawMessage
			Salt, Hash trace.Hash
			BodyHash   *trace.Hash `json:"body_hash"`
		}
		if json.Unmarshal(l, &rec) != nil || rec.Head == nil {
			continue
		}
		full := trace.Record{Head: rec.Head, Body: rec.Body, Salt: rec.Salt}
		if rec.BodyHash != nil {
			full = trace.Record{Head: rec.Head, BodyHash: *rec.BodyHash, Hidden: true}
		}
		leaves = append(leaves, full.Leaf())
	}
	n := uint64(len(leaves))
	h := trace.Commitment(r.facts.Session.ID, n, slowRoot(leaves))
	r.facts.Items = []judge.Item{{Kind: judge.ItemFinal, N: n, H: h, BlockTime: closedAt}}
	r.facts.Final, r.header.N, r.header.H = &judge.Final{N: n, H: h, Time: closedAt}, n, h
}

// TestMutatedBundles lets the provider sign, and often commit to, what no
// writer of ours writes.
func TestMutatedBundles(t *testing.T) {
	reg := registry(t)
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[judge.Reason]int{}
	for round := range 1000 * scale() {
		r := randomRig(t, rng)
		if rng.IntN(3) == 0 {
			r.show(3, r.moveOut(3, recipientMark), r.moveOut(3, subjectMark))
		}
		if r.lines == nil {
			for _, rec := range r.records {
				r.lines = append(r.lines, line(rec))
			}
		}
		for range 1 + rng.IntN(2) {
			if r.lines = mutate(rng, r.lines); len(r.lines) == 0 {
				break
			}
		}
		if rng.IntN(4) > 0 {
			r.recommit()
		}
		seen[agree(t, fmt.Sprintf("round %d", round), r, reg)]++
		if t.Failed() {
			return
		}
	}
	for _, reason := range []judge.Reason{"refused", judge.ReasonInconsistent, judge.ReasonSatisfied, judge.ReasonViolated, judge.ReasonHidden} {
		if seen[reason] == 0 {
			t.Errorf("no mutation ended as %s: %v", reason, seen)
		}
	}
}

// TestMutatedFrames does the same to header, footer and signature.
func TestMutatedFrames(t *testing.T) {
	reg := registry(t)
	rng := rand.New(rand.NewPCG(9, 10))
	for round := range 500 * scale() {
		r := randomRig(t, rng)
		r.forge = func(b []byte) []byte {
			lines := bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n"))
			ends := [][]byte{lines[0], lines[len(lines)-1]}
			ends = mutate(rng, ends)
			if len(ends) < 2 {
				return bytes.Join(lines[1:], []byte("\n"))
			}
			lines = slices.Concat(ends[:len(ends)-1], lines[1:len(lines)-1], ends[len(ends)-1:])
			return append(bytes.Join(lines, []byte("\n")), '\n')
		}
		text := r.bundle(t)
		r.forge = func([]byte) []byte { return text }
		agree(t, fmt.Sprintf("round %d", round), r, reg)
		if t.Failed() {
			return
		}
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

// FuzzSignedLines lets the provider sign and commit to any lines: both judges
// say the same of them.
func FuzzSignedLines(f *testing.F) {
	reg := registry(f)
	r := newRig(f, "alice@example.com", "bob@example.com")
	for _, rec := range r.records {
		f.Add(line(rec), true)
	}
	for _, body := range []string{`{}`, `{"args":{"to":["alice@example.com"]}}`, `{"args":{"to":[1]}}`, `{"args":[]}`,
		`{"args":{"$raw":"AA=="},"args_hash":"0x` + hex64 + `"}`, `{"metadata":{},"result":null}`, `[`, `{"args":{"to":{"$blob":{}}}}`} {
		rec := r.records[2]
		rec.Body = []byte(body)
		f.Add(line(rec), true)
		f.Add(line(rec), false)
	}
	f.Fuzz(func(t *testing.T, signed []byte, committed bool) {
		r := newRig(t, "alice@example.com", "bob@example.com")
		for _, rec := range r.records {
			r.lines = append(r.lines, line(rec))
		}
		r.lines = slices.Concat(r.lines[:2], bytes.Split(signed, []byte("\n")), r.lines[3:])
		if committed {
			r.recommit()
		}
		agree(t, string(signed), r, reg)
	})
}
