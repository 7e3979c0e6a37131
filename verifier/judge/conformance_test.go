package judge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/verifier/judge"
)

var update = flag.Bool("update", false, "write the conformance suite")

const suiteDir = "testdata/conformance"

// verdictFile is what a case must give: a verdict, or the reason why there can
// be none.
type verdictFile struct {
	Verdict *judge.Verdict `json:"verdict,omitempty"`
	Refused string         `json:"refused,omitempty"` // "evidence" or "facts"
}

// suiteDirs are the cases; beside them lies a page for readers.
func suiteDirs(t *testing.T) (dirs []string) {
	t.Helper()
	entries, err := os.ReadDir(suiteDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, filepath.Join(suiteDir, e.Name()))
		}
	}
	return dirs
}

func outcomeOf(t *testing.T, v judge.Verdict, err error) verdictFile {
	t.Helper()
	switch {
	case errors.Is(err, judge.ErrNotEvidence):
		return verdictFile{Refused: "evidence"}
	case errors.Is(err, judge.ErrFacts):
		return verdictFile{Refused: "facts"}
	case err != nil:
		t.Fatal(err)
	}
	return verdictFile{Verdict: &v}
}

// TestConformanceSuite judges the committed files, which any other verifier can
// judge as well: facts.json, evidence.ndjson (absent: none came) and
// verdict.json, compared whole, sentences included.
func TestConformanceSuite(t *testing.T) {
	if *update {
		writeSuite(t)
	}
	reg := registry(t)
	dirs := suiteDirs(t)
	if len(dirs) != len(cases()) {
		t.Fatalf("the suite has %d cases of %d", len(dirs), len(cases()))
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, "facts.json"))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(dir, "verdict.json"))
			if err != nil {
				t.Fatal(err)
			}
			evidence, err := os.ReadFile(filepath.Join(dir, "evidence.ndjson"))
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			facts, err := judge.DecodeFacts(text)
			var v judge.Verdict
			switch {
			case err != nil:
			case evidence == nil:
				v, err = judge.Judge(facts, nil, reg)
			default:
				v, err = judge.Judge(facts, bytes.NewReader(evidence), reg)
			}
			got, err := json.MarshalIndent(outcomeOf(t, v, err), "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(append(got, '\n'), want) {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestSuiteIsWhatTheCasesSay rebuilds facts and evidence of every case and
// compares them with the committed bytes.
func TestSuiteIsWhatTheCasesSay(t *testing.T) {
	for _, c := range cases() {
		facts, evidence := c.files(t)
		for name, want := range map[string][]byte{"facts.json": facts, "evidence.ndjson": evidence} {
			got, err := os.ReadFile(filepath.Join(suiteDir, c.name, name))
			if want == nil && errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is not what its case makes (%v); go test ./verifier/judge -update writes it", c.name, name, err)
			}
		}
	}
}

func (c testCase) files(t *testing.T) (facts, evidence []byte) {
	t.Helper()
	r := c.rig(t)
	text, err := r.facts.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if r.none {
		return append(text, '\n'), nil
	}
	return append(text, '\n'), append([]byte{}, r.bundle(t)...)
}

func writeSuite(t *testing.T) {
	t.Helper()
	for _, dir := range suiteDirs(t) {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	reg := registry(t)
	for _, c := range cases() {
		dir := filepath.Join(suiteDir, c.name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		facts, evidence := c.files(t)
		v, err := c.rig(t).judge(t, reg)
		verdict, err := json.MarshalIndent(outcomeOf(t, v, err), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"facts.json": facts, "evidence.ndjson": evidence, "verdict.json": append(verdict, '\n')} {
			if text == nil {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
