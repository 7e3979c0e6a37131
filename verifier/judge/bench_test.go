package judge_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/sha3"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// largeClaim is a session of n records of about 1 KiB with a checkpoint after
// every tenth, under the mail promise.
func largeClaim(b *testing.B, n int) (judge.Facts, []byte) {
	b.Helper()
	r := newRig(b, "alice@example.com")
	session := r.facts.Session.ID
	filler := bytes.Repeat([]byte("The report is ready. "), 32)
	r.records = nil
	var tree trace.Frontier
	r.facts.Items = nil
	for i := 1; i <= n; i++ {
		id := fmt.Sprintf("call-%d", (i+1)/2)
		admitted := trace.Admit(fmt.Appendf(nil, `{"to":["alice@example.com"],"subject":"Report %d","body":%q}`, i/2, filler))
		h := trace.Head{V: 1, Session: session, Seq: uint64(i), Kind: trace.KindIntent, Tool: "send_email", ActionID: id}
		body := trace.Body{Args: admitted.JSON, ArgsHash: &admitted.Hash, MonoNS: fmt.Sprint(i * 1_000_000), Time: "2026-11-30T12:00:00.000000000Z"}
		if i%2 == 0 {
			h.Kind, h.Status, body.Result = trace.KindAction, "ok", jsontext.Value(`{"status":"sent"}`)
		}
		rec, err := trace.NewRecord(h, body, trace.Keccak(binary.BigEndian.AppendUint64(nil, h.Seq)))
		if err != nil {
			b.Fatal(err)
		}
		r.records = append(r.records, rec)
		tree.Append(rec.Leaf())
		if i%10 == 0 {
			r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemCheckpoint, N: uint64(i), H: trace.Commitment(session, uint64(i), tree.Root())})
		}
	}
	final := trace.Commitment(session, uint64(n), tree.Root())
	r.facts.Final = &judge.Final{N: uint64(n), H: final}
	r.header.N, r.header.H = uint64(n), final
	return r.facts, r.bundle(b)
}

// cpuTime is what this process has used of all cores.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkMetricVerify measures judging 10,000 records of 1 KiB with 1,000
// checkpoints against bare Keccak-256 over the same bytes, in one run.
func BenchmarkMetricVerify(b *testing.B) {
	const records, rounds = 10_000, 7
	facts, bundle := largeClaim(b, records)
	reg := registry(b)
	if len(facts.Items) != 1000 {
		b.Fatalf("%d checkpoints", len(facts.Items))
	}
	audit, verify, keccak, busy := time.Duration(1<<62), time.Duration(1<<62), time.Duration(1<<62), time.Duration(1<<62)
	b.ResetTimer()
	for range b.N {
		for range rounds {
			began := time.Now()
			hash := sha3.NewLegacyKeccak256()
			hash.Write(bundle)
			hash.Sum(nil)
			keccak = min(keccak, time.Since(began))

			began = time.Now()
			if err := auditAll(facts, bytes.NewReader(bundle)); err != nil {
				b.Fatal(err)
			}
			audit = min(audit, time.Since(began))

			before := cpuTime(b)
			began = time.Now()
			v, err := judge.JudgeParallel(facts, bytes.NewReader(bundle), reg)
			verify = min(verify, time.Since(began))
			busy = min(busy, cpuTime(b)-before)
			if err != nil || v.Reason != judge.ReasonSatisfied {
				b.Fatalf("%+v, %v", v, err)
			}
		}
	}
	b.StopTimer()
	fmt.Printf("METRIC verify_over_keccak=%.2f ratio\n", verify.Seconds()/keccak.Seconds())
	fmt.Printf("METRIC audit_over_keccak=%.2f ratio (against the commitments alone, as trace verify)\n", audit.Seconds()/keccak.Seconds())
	fmt.Printf("METRIC verify_cpu_over_keccak=%.2f ratio (of all cores together)\n", busy.Seconds()/keccak.Seconds())
	fmt.Printf("METRIC verify_10k_records=%.1f ms\n", 1e3*verify.Seconds())
	fmt.Printf("METRIC keccak_10k_records=%.1f ms\n", 1e3*keccak.Seconds())
	fmt.Printf("METRIC verify_record_bytes=%d bytes\n", len(bundle)/records)
}

// both is a promise of two predicates, as a verifier meets them in one session.
type both struct{ one, four predicates.Predicate }

const bothParams = `{"four":` + mailParams + `,"one":{"calls":[{"kinds":["action"],"tool":"send_email"}],"on_gap":"violated"}}`

func bothRegistry(t testing.TB) *predicates.Registry {
	t.Helper()
	one, _ := registry(t).ByName("AAP-1@1")
	four, _ := registry(t).ByName("AAP-4@1")
	reg, err := predicates.NewRegistry(both{one, four})
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func (both) Manifest() predicates.Manifest {
	return predicates.Manifest{ID: "AAP-1-and-AAP-4", Version: 1}
}

func (b both) Compile(text []byte) (predicates.Program, error) {
	var params struct{ One, Four json.RawMessage }
	if err := json.Unmarshal(text, &params); err != nil {
		return nil, err
	}
	one, err := b.one.Compile(params.One)
	if err != nil {
		return nil, err
	}
	four, err := b.four.Compile(params.Four)
	return bothProgram{one, four}, err
}

type bothProgram struct{ one, four predicates.Program }

func (p bothProgram) Needs(h trace.Head) bool { return p.one.Needs(h) || p.four.Needs(h) }
func (p bothProgram) Start() predicates.Run   { return bothRun{p.one.Start(), p.four.Start()} }

type bothRun struct{ one, four predicates.Run }

func (r bothRun) Step(v predicates.View) error {
	if err := r.one.Step(v); err != nil {
		return err
	}
	return r.four.Step(v)
}

func (r bothRun) Outcome() predicates.Outcome {
	if o := r.one.Outcome(); o.Violated {
		return o
	}
	return r.four.Outcome()
}

// callRecord makes record seq of a long session in which every mail is
// announced, permitted and sent; each record has about 1 KiB.
func callRecord(session trace.Hash, seq uint64) (trace.Record, error) {
	call := (seq + 1) / 3 // after the opening
	id := fmt.Sprintf("call-%d", call)
	filler := strings.Repeat("The report is ready. ", 32)
	args := fmt.Appendf(nil, `{"body":"%s","subject":"Report %d","to":["alice@example.com"]}`, filler, call)
	hash := trace.Keccak(args)
	h := trace.Head{V: 1, Session: session, Seq: seq, Tool: "send_email", ActionID: id}
	body := trace.Body{Args: args, ArgsHash: &hash, MonoNS: fmt.Sprint(seq * 1_000_000), Time: "2026-11-30T12:00:00.000000000Z"}
	switch {
	case seq == 1:
		h.Kind, h.Tool, h.ActionID = trace.KindSession, "", ""
		body = trace.Body{Args: jsontext.Value(`{"event":"open","workspace":"/w"}`), Boot: "11111111-1111-4111-8111-111111111111"}
	case seq%3 == 2:
		h.Kind = trace.KindIntent
	case seq%3 == 0:
		h.Kind, h.Tool, h.Decision = trace.KindPermission, trace.PermissionTool, "allow"
		body.ArgsHash = nil
		body.Args = fmt.Appendf(nil, `{"action_id":"%s","actor":"%s","args_hash":"%s","authority":"human","scope":"once","tool":"send_email"}`, id, filler, hash)
	default:
		h.Kind, h.Status, body.Result = trace.KindAction, "ok", jsontext.Value(`{"status":"sent"}`)
	}
	return trace.NewRecord(h, body, trace.Keccak(binary.BigEndian.AppendUint64(nil, seq)))
}

// longClaim has n such records, a checkpoint after every step-th, and both
// predicates; put takes the records one by one, twice the same.
func longClaim(b *testing.B, n, step uint64) (*rig, func(put func(trace.Record) error) error) {
	b.Helper()
	r := newRig(b, "alice@example.com")
	session := r.facts.Session.ID
	records := func(put func(trace.Record) error) error {
		for seq := uint64(1); seq <= n; seq++ {
			rec, err := callRecord(session, seq)
			if err == nil {
				err = put(rec)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	var tree trace.Frontier
	r.facts.Items = nil
	err := records(func(rec trace.Record) error {
		if tree.Append(rec.Leaf()); tree.Size()%step == 0 {
			r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemCheckpoint, N: tree.Size(), H: trace.Commitment(session, tree.Size(), tree.Root())})
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	r.header.N, r.header.H = n, trace.Commitment(session, n, tree.Root())
	r.facts.Final = &judge.Final{N: n, H: r.header.H}
	r.header.Predicate, r.header.Params = "AAP-1-and-AAP-4@1", []byte(bothParams)
	r.facts.Promise.PredicateHash, r.facts.Promise.ParamsHash = both{}.Manifest().Hash(), trace.Keccak(r.header.Params)
	return r, records
}

// BenchmarkMetricJudge measures the whole judgement of 10,000 records with
// 1,000 checkpoints under AAP-1 and AAP-4 against bare Keccak-256 over the same
// bytes, in one run.
func BenchmarkMetricJudge(b *testing.B) {
	const records, rounds = 10_000, 9
	r, all := longClaim(b, records, 10)
	err := all(func(rec trace.Record) error {
		r.records = append(r.records, rec)
		return nil
	})
	if err != nil || len(r.facts.Items) != 1000 {
		b.Fatalf("%d checkpoints, %v", len(r.facts.Items), err)
	}
	r.records = r.records[len(r.records)-records:]
	bundle, reg := r.bundle(b), bothRegistry(b)
	whole, keccak, busy := time.Duration(1<<62), time.Duration(1<<62), time.Duration(1<<62)
	for b.Loop() {
		for range rounds {
			began := time.Now()
			hash := sha3.NewLegacyKeccak256()
			hash.Write(bundle)
			hash.Sum(nil)
			keccak = min(keccak, time.Since(began))

			before := cpuTime(b)
			began = time.Now()
			v, err := judge.JudgeParallel(r.facts, bytes.NewReader(bundle), reg)
			whole = min(whole, time.Since(began))
			busy = min(busy, cpuTime(b)-before)
			if err != nil || v.Reason != judge.ReasonSatisfied {
				b.Fatalf("%+v, %v", v, err)
			}
		}
	}
	fmt.Printf("METRIC judge_over_keccak=%.2f ratio\n", whole.Seconds()/keccak.Seconds())
	fmt.Printf("METRIC judge_cpu_over_keccak=%.2f ratio (of all cores together)\n", busy.Seconds()/keccak.Seconds())
	fmt.Printf("METRIC judge_10k_records=%.1f ms (the paper's verifier: 202.9 ms, on its machine)\n", 1e3*whole.Seconds())
	fmt.Printf("METRIC judge_keccak_10k_records=%.1f ms\n", 1e3*keccak.Seconds())
	fmt.Printf("METRIC judge_record_bytes=%d bytes\n", len(bundle)/records)
}

// BenchmarkJudge is the same claim for profiles.
func BenchmarkJudge(b *testing.B) {
	facts, bundle := largeClaim(b, 10_000)
	reg := registry(b)
	b.SetBytes(int64(len(bundle)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := judge.JudgeParallel(facts, bytes.NewReader(bundle), reg); err != nil {
			b.Fatal(err)
		}
	}
}
