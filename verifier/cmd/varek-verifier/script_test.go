package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// The scripts in testdata/script show the command line as its users type it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("VAREK_STATE", filepath.Join(env.WorkDir, "state"))
			return writeCases(env.WorkDir)
		},
	})
}

// exits CODE COMMAND ARG… runs a command that must end with exactly this code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// writeCases writes a kept and a broken promise, each as a bundle and the
// chain's facts, all from fixed keys.
func writeCases(dir string) error {
	terms, err := predicates.ParsePromise([]byte(scriptPromise))
	if err != nil {
		return err
	}
	registry, err := aap.Catalog()
	if err != nil {
		return err
	}
	predicate, _, err := terms.Compile(registry)
	if err != nil {
		return err
	}
	for name, to := range map[string]string{"kept": good, "broken": evil} {
		c := scriptCase{terms: terms, predicate: predicate.Manifest().Hash(), session: trace.Keccak([]byte(name))}
		if err := c.write(dir, name, to); err != nil {
			return err
		}
	}
	return nil
}

const scriptPromise = `{"predicate":"AAP-4@1","params":{"calls":[{"tool":"send_email","kinds":["action"]}],
"recipients":["/args/to/*"],"as":"email","allow":["*@example.com"],"include_failed":false,"on_gap":"ignore"},
"payout":"1 ether","bond":"1 ether","reserve":"1 ether","statement":"Mail goes to example.com and nowhere else."}`

type scriptCase struct {
	terms     predicates.PromiseFile
	predicate trace.Hash
	session   trace.Hash
}

func (c scriptCase) write(dir, name, to string) error {
	key := trace.Keccak([]byte("operator"))
	_, operator, err := trace.Sign(trace.Hash{1}, key[:])
	if err != nil {
		return err
	}
	records, err := mailRecords(c.session, []string{to})
	if err != nil {
		return err
	}
	n, h := commitment(c.session, records)
	escrow := trace.Address{0xe5}
	claim := trace.ClaimID(31337, escrow, c.session, 1, 1)
	var bundle bytes.Buffer
	w, err := trace.NewBundleWriter(&bundle, trace.BundleHeader{V: trace.Version, Claim: claim, ChainID: 31337, Escrow: escrow,
		Session: c.session, Promise: 1, Predicate: c.terms.Predicate, Params: c.terms.Params, N: n, H: h})
	if err != nil {
		return err
	}
	for _, r := range records {
		if err := w.Record(r); err != nil {
			return err
		}
	}
	err = w.Close(func(digest trace.Hash) ([]byte, trace.Address, error) { return trace.Sign(digest, key[:]) })
	if err != nil {
		return err
	}
	facts := judge.Facts{V: judge.FactsVersion, ChainID: 31337, Escrow: escrow,
		Promise:   judge.PromiseFacts{ID: 1, Owner: operator, PredicateHash: c.predicate, ParamsHash: c.terms.ParamsHash, RegisteredAt: 100},
		Session:   judge.SessionFacts{ID: c.session, Owner: operator, OpenedAt: 200, Promises: []uint32{1}},
		Claim:     judge.ClaimFacts{ID: claim, Round: 1, FiledAt: 400},
		Operators: []trace.Address{operator}, HeadSigners: []trace.Address{operator},
		Items: []judge.Item{{Kind: judge.ItemFinal, N: n, H: h, BlockTime: 300}},
		Final: &judge.Final{N: n, H: h, Time: 300}, Heads: []judge.Head{}, Now: 500}
	return c.files(dir, name, bundle.Bytes(), facts)
}

func (c scriptCase) files(dir, name string, bundle []byte, facts judge.Facts) error {
	text, err := facts.Encode()
	if err != nil {
		return err
	}
	facts.Final = nil
	waiting, err := facts.Encode()
	if err != nil {
		return err
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		return err
	}
	for suffix, content := range map[string][]byte{
		".ndjson":       bundle,
		".ndjson.zst":   z.EncodeAll(bundle, nil),
		".facts.json":   text,
		".waiting.json": waiting,
		".altered":      bytes.Replace(bundle, []byte("ready"), []byte("late!"), 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name+suffix), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
