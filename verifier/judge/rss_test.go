package judge_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"

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
		debug.SetGCPercent(30) // as varek-verifier judge does
		var v judge.Verdict
		if v, err = judge.JudgeParallel(facts, os.Stdin, bothRegistry(&testing.T{})); err == nil && v.Reason != judge.ReasonSatisfied {
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

// BenchmarkMetricVerifyMemory measures, in processes of their own, the most
// memory that checking a bundle of a million records takes: against its 1,000
// commitments alone, and with AAP-1 and AAP-4, which follow every call.
func BenchmarkMetricVerifyMemory(b *testing.B) {
	const records = 1_000_000
	r, all := longClaim(b, records, 1000)
	text, err := r.facts.Encode()
	if err != nil {
		b.Fatal(err)
	}
	facts := b.TempDir() + "/facts.json"
	if err := os.WriteFile(facts, text, 0o600); err != nil {
		b.Fatal(err)
	}
	for _, m := range []struct{ mode, name string }{{"audit", "verify_rss_mib"}, {"judge", "judge_rss_mib"}} {
		b.Run(m.mode, func(b *testing.B) { measure(b, r, all, facts, m.mode, m.name) })
	}
}

// measure writes the bundle to a child of the mode and prints what it held.
func measure(b *testing.B, r *rig, all func(func(trace.Record) error) error, facts, mode, name string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+mode, childVariable+"_FACTS="+facts)
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
	if err == nil {
		err = all(w.Record)
	}
	if err == nil {
		err = w.Close(func(digest trace.Hash) ([]byte, trace.Address, error) { return trace.Sign(digest, secret(r.signer)) })
	}
	if err = errors.Join(err, buffered.Flush(), in.Close(), cmd.Wait()); err != nil {
		b.Fatal(mode, err)
	}
	var kib float64
	if _, err := fmt.Sscan(out.String(), &kib); err != nil {
		b.Fatal(err)
	}
	fmt.Printf("METRIC %s=%.1f MiB\n", name, kib/1024)
}
