package judge_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// childVariable makes the test binary read a bundle from its standard input and
// print the most memory that it held: "audit" compares it with its commitments,
// "judge" judges it.
const childVariable = "VAREK_JUDGE_BENCH"

func TestMain(m *testing.M) {
	mode := os.Getenv(childVariable)
	if mode == "" {
		os.Exit(m.Run())
	}
	if err := rssChild(mode); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func rssChild(mode string) error {
	text, err := os.ReadFile(os.Getenv(childVariable + "_FACTS"))
	if err != nil {
		return err
	}
	facts, err := judge.DecodeFacts(text)
	if err != nil {
		return err
	}
	if mode == "audit" {
		err = auditAll(facts, os.Stdin)
	} else {
		var v judge.Verdict
		if v, err = judge.JudgeParallel(facts, os.Stdin, registry(&testing.T{})); err == nil && v.Reason != judge.ReasonSatisfied {
			err = fmt.Errorf("%+v", v)
		}
	}
	if err != nil {
		return err
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	for _, l := range strings.Split(string(status), "\n") {
		if rest, ok := strings.CutPrefix(l, "VmHWM:"); ok {
			fmt.Println(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
		}
	}
	return nil
}

// auditAll is trace verify without its command.
func auditAll(facts judge.Facts, in io.Reader) error {
	b, err := trace.NewParallelBundleReader(in, trace.Limits{})
	if err != nil {
		return err
	}
	defer b.Close()
	var items []trace.Item
	for _, it := range facts.Items {
		items = append(items, trace.Item{Session: facts.Session.ID, N: uint32(it.N), H: it.H})
	}
	a, err := trace.NewAudit(facts.Session.ID, items)
	for err == nil {
		var e *trace.Entry
		if e, err = b.NextEntry(); err == nil {
			err = a.Take(e)
		}
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	if got, err := a.End(); err != nil || got.Commitments != len(items) {
		return fmt.Errorf("%+v, %w", got, err)
	}
	if who, err := trace.Recover(b.Digest(), b.Footer().Signature); err != nil || who != b.Footer().Signer {
		return fmt.Errorf("signed by %s, %w", who, err)
	}
	return nil
}

// longRecord makes record seq of a long session of calls, of about 1 KiB.
func longRecord(session trace.Hash, seq uint64, filler []byte) (trace.Record, error) {
	h := trace.Head{V: 1, Session: session, Seq: seq, Kind: trace.KindIntent, Tool: "write_file", ActionID: fmt.Sprintf("a%d", (seq+1)/2)}
	body := trace.Body{Args: jsontext.Value(fmt.Appendf(nil, `{"path":"/w/%d","text":"%s"}`, seq/2, filler)), MonoNS: fmt.Sprint(seq), Time: "2026-11-30T12:00:00.000000000Z"}
	if seq%2 == 0 {
		h.Kind, h.Status, body.Result = trace.KindAction, "ok", jsontext.Value(`{"bytes":600}`)
	}
	return trace.NewRecord(h, body, trace.Keccak(binary.BigEndian.AppendUint64(nil, seq)))
}

// BenchmarkMetricVerifyMemory measures, in processes of their own, the most
// memory that checking a bundle of a million records takes: against its 1,000
// commitments alone, and with a predicate, which remembers every call.
func BenchmarkMetricVerifyMemory(b *testing.B) {
	const records = 1_000_000
	r := newRig(b, "alice@example.com")
	filler := bytes.Repeat([]byte("The report is ready. "), 30)
	session := r.facts.Session.ID
	var tree trace.Frontier
	r.facts.Items = nil
	for seq := uint64(1); seq <= records; seq++ {
		rec, err := longRecord(session, seq, filler)
		if err != nil {
			b.Fatal(err)
		}
		if tree.Append(rec.Leaf()); seq%1000 == 0 {
			r.facts.Items = append(r.facts.Items, judge.Item{Kind: judge.ItemCheckpoint, N: seq, H: trace.Commitment(session, seq, tree.Root())})
		}
	}
	final := r.facts.Items[len(r.facts.Items)-1].H
	r.facts.Final = &judge.Final{N: records, H: final}
	r.header.N, r.header.H = records, final
	text, err := r.facts.Encode()
	if err != nil {
		b.Fatal(err)
	}
	facts := b.TempDir() + "/facts.json"
	if err := os.WriteFile(facts, text, 0o600); err != nil {
		b.Fatal(err)
	}
	for _, m := range []struct{ mode, name string }{{"audit", "verify_rss_mib"}, {"judge", "judge_rss_mib"}} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVariable+"="+m.mode, childVariable+"_FACTS="+facts)
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		buffered := bufio.NewWriterSize(in, 1<<20)
		w, err := trace.NewBundleWriter(buffered, r.header)
		for seq := uint64(1); seq <= records && err == nil; seq++ {
			var rec trace.Record
			if rec, err = longRecord(session, seq, filler); err == nil {
				err = w.Record(rec)
			}
		}
		if err == nil {
			err = w.Close(func(digest trace.Hash) ([]byte, trace.Address, error) { return trace.Sign(digest, secret(r.signer)) })
		}
		if err = errors.Join(err, buffered.Flush(), in.Close(), cmd.Wait()); err != nil {
			b.Fatal(m.mode, err)
		}
		var kib float64
		if _, err := fmt.Sscan(out.String(), &kib); err != nil {
			b.Fatal(err)
		}
		fmt.Printf("METRIC %s=%.1f MiB\n", m.name, kib/1024)
	}
}
