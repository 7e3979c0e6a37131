package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func looseHead(text []byte, into any) error { return json.Unmarshal(text, into) }

// What makes this an opinion of its own: it shares no code with what it checks.
func TestSharesNothing(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if strings.Contains(i.Path.Value, "varek") {
				t.Errorf("%s imports %s", name, i.Path.Value)
			}
		}
	}
}

// place is a state directory with the built commands.
type place struct {
	t          *testing.T
	bin, state string
}

func (p place) run(name string, args ...string) []byte {
	p.t.Helper()
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "VAREK_") && !strings.HasPrefix(v, "PATH=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "VAREK_STATE="+p.state, "PATH="+p.bin+":"+os.Getenv("PATH"))
	cmd.Dir = filepath.Dir(p.state)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return out
}

// agent makes calls of every kind: permitted and run, denied, with a text over
// 64 KiB, with arguments that are not admitted, with a literal that looks like a
// reference, left open, and a gap.
const agent = `set -e
say() { varek-sidecar emit "$@"; }
a=$(say intent --tool write_file --args '{"path":"out.txt","text":"hé <&>  \u0001"}')
say permission --action "$a" --tool write_file --decision allow --authority human --scope once
varek-sidecar exec --call "$a" -- sh -c 'echo hello > out.txt'
say action --action "$a" --status ok --result '{"bytes":6,"ratio":0.1}'
b=$(say intent --tool delete_all --args '{"path":"/"}')
say permission --action "$b" --tool delete_all --decision deny --authority human --scope once
say action --action "$b" --status denied
printf '{"n":1,"text":"' > big; head -c 200000 /dev/zero | tr '\0' 'y' >> big; printf '"}' >> big
c=$(say intent --tool upload --args @big)
say action --action "$c" --status ok --result '{"$blob":{"k":"no"}}'
say intent --tool pay --args '{"amount":9007199254740993}'
say intent --tool odd --args '{"$raw":"literal"}'
say gap --args '{"about":"effect"}' --tool odd
echo "$b" > denied
`

// A session is recorded, exported, redacted, erased and proven with the
// commands, and all that comes out holds for somebody who has nothing but the
// published page.
func TestIndependentVerifier(t *testing.T) {
	bin := os.Getenv("VAREK_BIN")
	if bin == "" {
		t.Skip("skipped: VAREK_BIN is not set; make test builds the commands and sets it")
	}
	dir := t.TempDir()
	p := place{t, bin, filepath.Join(dir, "state")}
	t.Cleanup(func() { p.run("varek-escrow", "devchain", "stop") })
	p.run("varek-sidecar", "run", "--k", "2", "--r", "1s", "--", "bash", "-c", agent)
	var list []struct{ Session string }
	if err := json.Unmarshal(p.run("varek-sidecar", "trace", "ls", "--json"), &list); err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	id := list[0].Session
	facts := filepath.Join(dir, "facts.json")
	p.run("varek-sidecar", "trace", "verify", id, "--chain", "--save", facts)
	var chain struct{ Items []item }
	text, err := os.ReadFile(facts)
	if err == nil {
		err = json.Unmarshal(text, &chain)
	}
	if err != nil || len(chain.Items) < 3 {
		t.Fatalf("%d commitments, %v", len(chain.Items), err)
	}

	whole := p.run("varek-sidecar", "trace", "export", id)
	v, err := check(whole, chain.Items)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d records %v, %d commitments, %d texts, %d args_hash", len(v.Records), v.Kinds, len(chain.Items), v.Blobs, v.Hashes)
	for _, kind := range []string{"session", "intent", "permission", "start", "action", "syscall", "gap"} {
		if v.Kinds[kind] == 0 {
			t.Errorf("the session has no record of kind %s", kind)
		}
	}
	if v.Hidden != 0 || v.Blobs < 2 || v.Hashes < 8 {
		t.Errorf("%d hidden, %d texts, %d args_hash", v.Hidden, v.Blobs, v.Hashes)
	}
	everyByte(t, whole, chain.Items)
	less := p.run("varek-sidecar", "trace", "redact", id, "--tool", "upload", "--tool", "write_file")
	if r, err := check(less, chain.Items); err != nil || r.Hidden < 5 || r.Blobs != 0 || r.H != v.H || r.Signer != v.Signer {
		t.Errorf("redacted: %d hidden, %d texts, %v", r.Hidden, r.Blobs, err)
	}
	proofs(t, p, id, len(v.Records), chain.Items)

	denied, err := os.ReadFile(filepath.Join(dir, "denied"))
	if err != nil {
		t.Fatal(err)
	}
	p.run("varek-sidecar", "trace", "erase", id, "--action", strings.TrimSpace(string(denied)), "--force")
	e, err := check(p.run("varek-sidecar", "trace", "export", id), chain.Items)
	if err != nil || e.Hidden != 3 || e.H != v.H {
		t.Errorf("after an erasure: %d hidden, %v", e.Hidden, err)
	}
	proofs(t, p, id, len(v.Records), chain.Items)
}

// everyByte changes bytes over the whole bundle; none may pass unnoticed.
func everyByte(t *testing.T, text []byte, items []item) {
	t.Helper()
	for i := range 25 {
		at := i * (len(text) - 1) / 24
		changed := bytes.Clone(text)
		changed[at] ^= 1
		if _, err := check(changed, items); err == nil {
			t.Errorf("byte %d of %d can be changed", at, len(text))
		}
	}
}

// proofs checks each record against the first commitment that covers it, and
// each commitment against the one before.
func proofs(t *testing.T, p place, id string, records int, items []item) {
	t.Helper()
	stands := func(c commit) bool {
		for _, it := range items {
			if it.N == c.N && it.H == c.H {
				return true
			}
		}
		return false
	}
	for seq := 1; seq <= records; seq += 1 + records/12 {
		var r recordProof
		text := p.run("varek-sidecar", "trace", "prove", id, "--seq", fmt.Sprint(seq))
		if err := strict(text, &r); err != nil || r.V != 1 || r.Type != "varek.proof.record" {
			t.Fatalf("proof of record %d: %v: %s", seq, err, text)
		}
		if err := r.check(); err != nil || !stands(r.Checkpoint) {
			t.Errorf("proof of record %d: %v", seq, err)
		}
		r.Path = append(r.Path, hash{})
		if r.check() == nil {
			t.Errorf("a longer path of record %d holds", seq)
		}
	}
	for i := 1; i < len(items); i++ {
		from, to := items[i-1].N, items[i].N
		if from == to {
			continue
		}
		var e extensionProof
		text := p.run("varek-sidecar", "trace", "prove", id, "--from", fmt.Sprint(from), "--to", fmt.Sprint(to))
		if err := strict(text, &e); err != nil || e.V != 1 || e.Type != "varek.proof.extension" {
			t.Fatalf("extension %d to %d: %v: %s", from, to, err, text)
		}
		if err := e.check(); err != nil || !stands(e.From) || !stands(e.To) {
			t.Errorf("extension %d to %d: %v", from, to, err)
		}
	}
}
