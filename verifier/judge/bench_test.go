package judge_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"golang.org/x/crypto/sha3"

	"github.com/go-json-experiment/json/jsontext"

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

// BenchmarkMetricVerify measures judging 10,000 records of 1 KiB with 1,000
// checkpoints against bare Keccak-256 over the same bytes, in one run.
func BenchmarkMetricVerify(b *testing.B) {
	const records, rounds = 10_000, 7
	facts, bundle := largeClaim(b, records)
	reg := registry(b)
	if len(facts.Items) != 1000 {
		b.Fatalf("%d checkpoints", len(facts.Items))
	}
	verify, keccak := time.Duration(1<<62), time.Duration(1<<62)
	b.ResetTimer()
	for range b.N {
		for range rounds {
			began := time.Now()
			hash := sha3.NewLegacyKeccak256()
			hash.Write(bundle)
			hash.Sum(nil)
			keccak = min(keccak, time.Since(began))

			began = time.Now()
			v, err := judge.JudgeParallel(facts, bytes.NewReader(bundle), reg)
			verify = min(verify, time.Since(began))
			if err != nil || v.Reason != judge.ReasonSatisfied {
				b.Fatalf("%+v, %v", v, err)
			}
		}
	}
	b.StopTimer()
	fmt.Printf("METRIC verify_over_keccak=%.2f ratio\n", verify.Seconds()/keccak.Seconds())
	fmt.Printf("METRIC verify_10k_records=%.1f ms\n", 1e3*verify.Seconds())
	fmt.Printf("METRIC keccak_10k_records=%.1f ms\n", 1e3*keccak.Seconds())
	fmt.Printf("METRIC verify_record_bytes=%d bytes\n", len(bundle)/records)
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
