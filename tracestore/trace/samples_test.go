package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/varek/varek/tracestore/trace/canon"
)

// samples are arguments and results of real calls (testdata/samples/SOURCES.md).
func samples(t testing.TB) (texts [][]byte) {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", "samples", "tau2bench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range bytes.Split(bytes.TrimSpace(file), []byte("\n")) {
		var s struct{ Text string }
		if err := json.Unmarshal(l, &s); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, []byte(s.Text))
	}
	if len(texts) < 20 {
		t.Fatalf("only %d samples", len(texts))
	}
	return append(texts, hooks()...)
}

// hooks are payloads that real harnesses gave their hooks, where VAREK_DATA or
// the directory beside the repository has them: more seeds, never needed.
func hooks() (texts [][]byte) {
	dir := os.Getenv("VAREK_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "hooks", "*", "*.json")) // the pattern is sound
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil && len(text) < 64<<10 {
			texts = append(texts, bytes.TrimSpace(text))
		}
	}
	return texts
}

// sampleRecords wraps the samples as a session would.
func sampleRecords(t testing.TB) (records []Record) {
	t.Helper()
	for i, text := range samples(t) {
		a := Admit(text)
		r, err := NewRecord(Head{V: 1, Session: Keccak([]byte("samples")), Seq: uint64(i + 1), Kind: KindIntent, Tool: "t", ActionID: fmt.Sprint("a", i)},
			Body{Args: a.JSON, ArgsHash: &a.Hash, Time: "2026-01-01T00:00:00.000000000Z"}, Keccak(text))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

// The fast way to read a record line against its definition, and what comes out
// against what went in.
func FuzzParseRecord(f *testing.F) {
	_, records := sample(f, 4)
	for _, r := range append(records, sampleRecords(f)...) {
		f.Add(appendRecord(nil, r))
		f.Add(appendRecord(nil, r.Hide()))
	}
	f.Add([]byte(`{"body_hash":"0x` + string(bytes.Repeat([]byte("0"), 64)) + `"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		fast, ok := plainRecord(line, &bodyParts{})
		slow, err := anyRecord(line)
		if ok && err != nil {
			t.Fatalf("the fast way accepts what is none: %v: %s", err, line)
		}
		if ok && fmt.Sprint(fast) != fmt.Sprint(slow) {
			t.Fatalf("fast %+v, slow %+v", fast, slow)
		}
		if err != nil {
			return
		}
		if c, cerr := canon.CanonicalizeDeep(line, recordDepth); cerr != nil || !bytes.Equal(c, line) {
			t.Fatalf("accepted, but not canonical: %s (%v)", line, cerr)
		}
		if slow.Head != nil && !bytes.Equal(appendRecord(nil, slow), line) {
			t.Fatalf("%s is written as %s", line, appendRecord(nil, slow))
		}
	})
}

// Both readers over any text: the same records, the same leaves, the same end.
func FuzzReaders(f *testing.F) {
	h, records := sample(f, 5)
	f.Add(write(f, h, records))
	f.Add(write(f, h, sampleRecords(f)))
	for _, text := range blobBundles(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		one, oneErr := NewBundleReader(bytes.NewReader(text), Limits{})
		many, manyErr := NewParallelBundleReader(bytes.NewReader(text), Limits{})
		if fmt.Sprint(oneErr) != fmt.Sprint(manyErr) {
			t.Fatalf("one by one %v, in parallel %v", oneErr, manyErr)
		}
		if oneErr != nil {
			if !errors.Is(oneErr, ErrBundle) {
				t.Fatalf("error outside the family: %v", oneErr)
			}
			return
		}
		defer many.Close()
		for {
			a, err := one.NextEntry()
			b, err2 := many.NextEntry()
			if fmt.Sprint(err) != fmt.Sprint(err2) {
				t.Fatalf("one by one %v, in parallel %v", err, err2)
			}
			if err != nil {
				break
			}
			if a.Leaf != a.Record.Leaf() || a.Leaf != b.Leaf || a.Head != b.Head || !slices.Equal(a.Record.Body, b.Record.Body) || fmt.Sprint(a.Blobs) != fmt.Sprint(b.Blobs) {
				t.Fatalf("one by one %+v, in parallel %+v", a, b)
			}
		}
		if one.BundleHash() != many.BundleHash() || fmt.Sprint(one.Footer()) != fmt.Sprint(many.Footer()) {
			t.Fatalf("hash %s or footer differ from %s", one.BundleHash(), many.BundleHash())
		}
	})
}
