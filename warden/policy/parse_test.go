package policy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

func TestParseFaults(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		line       int
		want       []string
	}{
		{"unknown key", "version: 1\nfiles:\n  raed: {allow: [/]}\n", 3, []string{"raed", "files.read"}},
		{"unknown top key", "version: 1\nxyzzy: 1\n", 2, []string{"xyzzy", "network"}},
		{"repeated key", "version: 1\nmode: observe\nmode: enforce\n", 3, []string{"mode"}},
		{"unknown word", "version: 1\nmode: obsrve\n", 2, []string{"mode", "obsrve", "observe or enforce"}},
		{"unknown demand", "version: 1\n\nfloor: [userns, blah]\n", 3, []string{"floor", "blah", "userns"}},
		{"newer version", "version: 2\n", 1, []string{"version 2", "reads version 1"}},
		{"no version", "mode: observe\n", 0, []string{"version"}},
		{"version of another type", "version: one\n", 1, []string{"whole number", "version"}},
		{"list expected", "version: 1\nprotect: /x\n", 2, []string{"sequence"}},
		{"no duration", "version: 1\nlimits: {decision_delay: 5}\n", 0, []string{"duration"}},
		{"negative duration", "version: 1\nlimits: {decision_delay: -5s}\n", 2, []string{"positive"}},
		{"negative limit", "version: 1\nlimits: {open_files: -1}\n", 2, []string{"-1"}},
		{"yes is no boolean", "version: 1\nrecord: {sync: yes}\n", 2, []string{"true or false"}},
		{"two documents", "version: 1\n---\nversion: 1\n", 0, []string{"more than one"}},
		{"empty", "", 0, []string{"empty"}},
		{"only a comment", "# nothing\n", 0, []string{"empty"}},
		{"unclosed", "version: 1\nfiles: [a\n", 2, []string{"not found"}},
		{"enforce without reads", "version: 1\nmode: enforce\n", 0, []string{"files.read.allow", "nothing could start"}},
		{"enforce without exec", "version: 1\nmode: enforce\nfiles: {read: {allow: [/]}}\n", 0, []string{"files.exec.allow"}},
		{"relative pattern", "version: 1\nfiles:\n  read:\n    deny:\n      - /ok\n      - secret\n", 6, []string{"files.read.deny[1]", `"secret"`}},
		{"dot dot", "version: 1\nfiles: {write: {deny: [/a/../b]}}\n", 2, []string{"files.write.deny[0]", ".."}},
		{"star run in a component", "version: 1\nprotect: [/a**b]\n", 2, []string{"protect[0]", "whole components"}},
		{"unknown variable", "version: 1\nprotect: [$TMP/x]\n", 2, []string{"protect[0]", "$WORKSPACE and $HOME"}},
		{"host without port", "version: 1\nnetwork: {connect: {allow: [example.com]}}\n", 2, []string{"network.connect.allow[0]", "no port"}},
		{"port out of range", "version: 1\nnetwork: {connect: {allow: [\"10.0.0.1:70000\"]}}\n", 2, []string{"70000"}},
		{"sloppy CIDR", "version: 1\nnetwork: {connect: {allow: [\"10.0.0.1/8:*\"]}}\n", 2, []string{"10.0.0.0/8"}},
		{"bare IPv6", "version: 1\nnetwork: {bind: {deny: [\"::1:80\"]}}\n", 2, []string{"network.bind.deny[0]", "brackets"}},
		{"relative socket", "version: 1\nnetwork: {connect: {allow: [\"unix:run/x\"]}}\n", 2, []string{"network.connect.allow[0]", "does not begin with /"}},
		{"anonymous abstract socket", "version: 1\nnetwork: {connect: {allow: [\"unix:@\"]}}\n", 2, []string{"unix:@*"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := policy.Parse([]byte(tc.text))
			if !errors.Is(err, policy.ErrPolicy) {
				t.Fatalf("got %v, want an error of the family ErrPolicy", err)
			}
			var syntax *policy.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line != tc.line {
				t.Errorf("got %v, want line %d", err, tc.line)
			}
			for _, w := range tc.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q does not say %q", err, w)
				}
			}
			if strings.ContainsRune(err.Error(), '\n') {
				t.Errorf("%q is more than one line", err)
			}
		})
	}
}

func TestParseFull(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "full.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "full.json"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != strings.TrimSpace(string(want)) {
		t.Errorf("canonical form\n got %s\nwant %s", got, want)
	}
}

// Spelling a default out, the order of keys and comments change nothing; any
// rule does.
func TestDigest(t *testing.T) {
	digest := func(text string) string {
		p, err := policy.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		h, err := p.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return h.String()
	}
	plain := digest("version: 1\n")
	if d, err := policy.Default().Digest(); err != nil || d.String() != plain {
		t.Errorf("the least file has digest %s, Default %s (%v)", plain, d, err)
	}
	if got := digest("# a comment\nrecord: {reads: denied}\nmode: observe\nversion: 1\nfiles: {read: {allow: []}}\n"); got != plain {
		t.Errorf("defaults spelled out give %s, want %s", got, plain)
	}
	for _, text := range []string{
		"version: 1\nprotect: [/x]\n", "version: 1\nrecord: {sync: true}\n", "version: 1\nnamespaces: allow\n",
		"version: 1\nfiles: {read: {deny: [/x]}}\n", "version: 1\nfiles: {write: {deny: [/x]}}\n", "version: 1\nfloor: cgroup\n",
	} {
		if digest(text) == plain {
			t.Errorf("%q has the digest of the default policy", text)
		}
	}
	const want = "0x070c800731738f9eb36952f867b3cee5ceb8bd445648e25d8ad33913ee3293d2"
	if plain != want {
		t.Errorf("digest of the default policy is %s, want %s: the meaning of recorded hashes changed", plain, want)
	}
}

// The schema names exactly the keys and words that Parse takes.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var full any
	canonical, err := policy.Default().Canonical()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(canonical, &full); err != nil {
		t.Fatal(err)
	}
	sameKeys(t, "", schema.(map[string]any), full)
	properties := schema.(map[string]any)["properties"].(map[string]any)
	for _, key := range []string{"mode", "namespaces"} {
		for _, word := range properties[key].(map[string]any)["enum"].([]any) {
			if _, err := policy.Parse([]byte(fmt.Sprintf("version: 1\nfiles: {read: {allow: [/]}, exec: {allow: [/]}}\n%s: %s\n", key, word))); err != nil {
				t.Errorf("%s %s is in the schema and refused: %v", key, word, err)
			}
		}
	}
	for _, word := range schema.(map[string]any)["$defs"].(map[string]any)["demand"].(map[string]any)["enum"].([]any) {
		if _, err := policy.Parse([]byte(fmt.Sprintf("version: 1\nfloor: %s\n", word))); err != nil {
			t.Errorf("demand %s is in the schema and refused: %v", word, err)
		}
	}
}

// sameKeys compares an object of the schema with a policy that has every key.
func sameKeys(t *testing.T, at string, schema map[string]any, full any) {
	t.Helper()
	object, ok := full.(map[string]any)
	if !ok {
		return
	}
	properties, _ := schema["properties"].(map[string]any)
	for key, value := range object {
		sub, ok := properties[key].(map[string]any)
		if !ok {
			t.Errorf("the schema lacks %s.%s", at, key)
			continue
		}
		sameKeys(t, at+"."+key, sub, value)
	}
	if len(properties) != len(object) || schema["additionalProperties"] != false {
		t.Errorf("the schema has %d keys at %q, a policy %d, and others must be refused", len(properties), at, len(object))
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"full.yaml", "enforce.yaml"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("version: 1\nfloor: userns\n"))
	f.Add([]byte("version: 1\nfiles: &a {read: {allow: [/**/x]}}\n"))
	f.Add([]byte("version: 1\nnetwork: {connect: {allow: ['[::1]:1-2', 'unix:@a*']}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := policy.Parse(text)
		if err != nil {
			if !errors.Is(err, policy.ErrPolicy) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		// What was read can be written and means the same when read again.
		first, err := p.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		again, err := policy.Parse(first) // JSON is YAML
		if err != nil {
			t.Fatalf("canonical form %s is refused: %v", first, err)
		}
		second, err := again.Canonical()
		if err != nil || string(second) != string(first) {
			t.Fatalf("canonical form changed\nfrom %s\n  to %s (%v)", first, second, err)
		}
	})
}
