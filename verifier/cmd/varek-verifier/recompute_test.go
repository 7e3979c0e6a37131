package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// command runs the program inside this process.
func command(t testing.TB, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	code = run(t.Context(), args, &out, &errOut)
	return code, out.String(), errOut.String()
}

// A third party with the bundle and the chain, or with the bundle and a facts
// file, reaches the verdict that the verifier settled.
func TestThirdPartyRecomputes(t *testing.T) {
	s := newScene(t, "1 ether")
	b := s.verifier()
	for _, tt := range []struct {
		name, to string
		change   func(*draft)
		code     int
		reason   judge.Reason
		status   escrow.Status
		noChain  int
	}{
		{"kept", good, nil, 0, judge.ReasonSatisfied, escrow.StatusSatisfied, 0},
		{"broken", evil, nil, 1, judge.ReasonViolated, escrow.StatusPaid, 1},
		{"rewritten", evil, func(d *draft) {
			for i := range d.records {
				d.records[i].Body = bytes.ReplaceAll(d.records[i].Body, []byte(evil), []byte(good))
			}
			d.header.N, d.header.H = commitment(d.header.Session, d.records)
		}, 1, judge.ReasonInconsistent, escrow.StatusPaid, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := s.closed(tt.to)
			claim := s.file(c)
			text := b.bundle(claim, c, tt.change)
			b.mustPost(claim, text)
			b.drain()
			if onChain, err := s.client.Claim(t.Context(), claim); err != nil || onChain.Status != tt.status {
				t.Fatalf("on chain: %s, %v", onChain.Status, err)
			}
			dir := t.TempDir()
			bundle, facts := filepath.Join(dir, "bundle.ndjson.zst"), filepath.Join(dir, "facts.json")
			packed, err := zstd.NewWriter(nil)
			s.must(err)
			s.must(os.WriteFile(bundle, packed.EncodeAll(text, nil), 0o600))
			code, out, said := command(t, "facts", claim.String(), "--state", s.state)
			if code != 0 || !strings.HasPrefix(said, "PRIVATE LEDGER") {
				t.Fatalf("facts: %d, %s", code, said)
			}
			s.must(os.WriteFile(facts, []byte(out), 0o600))
			for name, from := range map[string][]string{"facts file": {"--facts", facts}, "network dev": {"--state", s.state, "--network", "dev"}} {
				code, out, said := command(t, append([]string{"judge", bundle, "--json"}, from...)...)
				var a answerJSON
				if err := json.Unmarshal([]byte(out), &a); err != nil {
					t.Fatalf("%s: %d %s %s", name, code, out, said)
				}
				if code != tt.code || a.Reason != tt.reason || a.Claim != claim || a.Chain != name || a.NotProved != "" {
					t.Errorf("%s: exit %d, %+v; want %d, %s", name, code, a, tt.code, tt.reason)
				}
			}
			s.sameWords(claim, bundle, facts)
			code, out, _ = command(t, "judge", bundle, "--no-chain")
			if code != tt.noChain || !strings.Contains(out, "NOT proved") {
				t.Errorf("--no-chain: exit %d, want %d\n%s", code, tt.noChain, out)
			}
			code, out, _ = command(t, "claims", "show", claim.String(), "--state", s.state)
			if code != 0 || !strings.Contains(out, string(tt.reason)) || !strings.Contains(out, "-> settled") || !strings.HasPrefix(out, "PRIVATE LEDGER") {
				t.Errorf("claims show: exit %d\n%s", code, out)
			}
		})
	}
	code, out, _ := command(t, "claims", "ls", "--state", s.state)
	if code != 0 || strings.Count(out, "settled") != 3 {
		t.Errorf("claims ls: exit %d\n%s", code, out)
	}
}

// sameWords compares, byte for byte, the verdict that the verifier keeps with the
// one that judge writes from the bundle and a facts file: what a verdict is as
// JSON, and its sentence as people read it.
func (s *scene) sameWords(claim trace.Hash, bundle, facts string) {
	s.Helper()
	type verdict struct {
		Violated bool            `json:"violated"`
		Reason   json.RawMessage `json:"reason"`
		Records  json.RawMessage `json:"records"`
		Sentence json.RawMessage `json:"sentence"`
	}
	parts := func(args ...string) string {
		s.Helper()
		_, out, said := command(s.TB, args...)
		var v verdict
		if err := json.Unmarshal([]byte(out), &v); err != nil || len(v.Sentence) < 4 {
			s.Fatalf("%v: %v\n%s%s", args, err, out, said)
		}
		text, err := json.Marshal(v)
		s.must(err)
		return string(text)
	}
	kept := parts("claims", "show", claim.String(), "--state", s.state, "--json")
	judged := parts("judge", bundle, "--facts", facts, "--json")
	if kept != judged {
		s.Errorf("kept:   %s\njudged: %s", kept, judged)
	}
	found := func(args ...string) string {
		_, out, _ := command(s.TB, args...)
		for line := range strings.Lines(out) {
			if rest, ok := strings.CutPrefix(line, "found"); ok {
				return strings.TrimSpace(rest)
			}
		}
		return "no line found in " + out
	}
	var v struct{ Sentence string }
	s.must(json.Unmarshal([]byte(kept), &v))
	if said := found("judge", bundle, "--facts", facts); said != v.Sentence {
		s.Errorf("judge says %q, the verifier keeps %q", said, v.Sentence)
	}
}

// Without a chain a rewritten session passes if it agrees with itself; that is
// what the answer says it does not prove.
func TestNoChainProvesOnlyTheBundle(t *testing.T) {
	s := newScene(t, "1 ether")
	c := s.closed(evil)
	claim := s.file(c)
	rewritten := s.bundle(claim, c, func(d *draft) {
		d.records = mails(t, d.header.Session, []string{good})
		d.header.N, d.header.H = commitment(d.header.Session, d.records)
	})
	bundle := filepath.Join(t.TempDir(), "bundle.ndjson")
	s.must(os.WriteFile(bundle, rewritten, 0o600))
	if code, out, _ := command(t, "judge", bundle, "--no-chain", "--json"); code != 0 || !strings.Contains(out, `"not_proved":"that the chain holds these commitments`) {
		t.Errorf("without the chain: exit %d %s", code, out)
	}
	if code, out, _ := command(t, "judge", bundle, "--state", s.state); code != 1 || !strings.Contains(out, "inconsistent") {
		t.Errorf("with the chain: exit %d %s", code, out)
	}
}
