package predicates_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
)

const promiseYAML = `# a comment
predicate: AAP-4@1
params:
  calls:
    - {tool: send_email, kinds: [action]}
  recipients: ["/args/to/*"]
  as: email
  allow:
    - "*@example.com"
    - alice@example.org
  include_failed: false
  on_gap: ignore
payout: 0.1 ether
bond: 5000000 gwei
reserve: 1000000000000000001 wei
verifier: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
statement: |
  Mail goes to example.com.
`

const promiseJSON = `{"predicate":"AAP-4@1","params":{"calls":[{"tool":"send_email","kinds":["action"]}],"recipients":["/args/to/*"],
"as":"email","allow":["*@example.com","alice@example.org"],"include_failed":false,"on_gap":"ignore"},
"payout":"0.1 ether","bond":"5000000 gwei","reserve":"1000000000000000001 wei","verifier":"0xd8da6bf26964af9d7eed9e03e53415d37aa96045"}`

func wei(s string) *big.Int {
	n, _ := new(big.Int).SetString(s, 10)
	return n
}

// TestParsePromise reads the same promise from YAML and JSON: one parameters
// hash, exact money.
func TestParsePromise(t *testing.T) {
	y, err := predicates.ParsePromise([]byte(promiseYAML))
	if err != nil {
		t.Fatal(err)
	}
	j, err := predicates.ParsePromise([]byte(promiseJSON))
	if err != nil {
		t.Fatal(err)
	}
	if string(y.Params) != string(j.Params) || y.ParamsHash != j.ParamsHash || y.ParamsHash != trace.Keccak(y.Params) {
		t.Errorf("parameters %s and %s", y.Params, j.Params)
	}
	if !strings.HasPrefix(string(y.Params), `{"allow":["*@example.com","alice@example.org"],"as":"email",`) {
		t.Errorf("parameters are not canonical: %s", y.Params)
	}
	for name, c := range map[string]struct{ got, want *big.Int }{
		"payout":  {y.Payout, wei("100000000000000000")},
		"bond":    {y.Bond, wei("5000000000000000")},
		"reserve": {j.Reserve, wei("1000000000000000001")},
	} {
		if c.got.Cmp(c.want) != 0 {
			t.Errorf("%s is %s, want %s", name, c.got, c.want)
		}
	}
	if y.Verifier != "0xd8da6bf26964af9d7eed9e03e53415d37aa96045" || y.Verifier != j.Verifier || y.Statement != "Mail goes to example.com.\n" {
		t.Errorf("%+v", y)
	}
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	pred, prog, err := y.Compile(reg)
	if err != nil || pred.Manifest().Name() != "AAP-4@1" || prog == nil {
		t.Errorf("%v, %v", pred, err)
	}
}

// TestPromiseFaults names the place of every fault.
func TestPromiseFaults(t *testing.T) {
	for name, c := range map[string]struct{ old, new, pointer string }{
		"unknown key":                {"statement:", "statment:", "/statment"},
		"no predicate":               {"predicate: AAP-4@1", "", "/predicate"},
		"predicate without version":  {"AAP-4@1", "AAP-4", "/predicate"},
		"predicate version zero":     {"AAP-4@1", "AAP-4@0", "/predicate"},
		"no payout":                  {"payout: 0.1 ether", "", "/payout"},
		"payout without unit":        {"0.1 ether", "0.1", "/payout"},
		"payout of nothing":          {"0.1 ether", "0 ether", "/payout"},
		"negative payout":            {"0.1 ether", "-0.1 ether", "/payout"},
		"less than one wei":          {"1000000000000000001 wei", "1.5 wei", "/reserve"},
		"more than 96 bits":          {"1000000000000000001 wei", "79228162514264337593543950336 wei", "/reserve"},
		"another unit":               {"5000000 gwei", "5 eth", "/bond"},
		"leading zeros":              {"5000000 gwei", "05 gwei", "/bond"},
		"exponent":                   {"5000000 gwei", "5e6 gwei", "/bond"},
		"two spaces":                 {"5000000 gwei", `"5  gwei"`, "/bond"},
		"reserve under the payout":   {"1000000000000000001 wei", "1 wei", "/reserve"},
		"verifier that is none":      {"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "0xd8", "/verifier"},
		"verifier with a wrong sum":  {"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "/verifier"},
		"parameters that are a list": {"params:\n  calls:\n    - {tool: send_email, kinds: [action]}", "params: [1]\nx:", "/params"},
	} {
		text := strings.Replace(promiseYAML, c.old, c.new, 1)
		_, err := predicates.ParsePromise([]byte(text))
		var fault *predicates.ParamError
		if !errors.As(err, &fault) || fault.Pointer != c.pointer {
			t.Errorf("%s: %v, want a fault at %s", name, err, c.pointer)
		}
	}
}

// TestReserveShort says how much is missing.
func TestReserveShort(t *testing.T) {
	_, err := predicates.ParsePromise([]byte(strings.Replace(promiseYAML, "1000000000000000001 wei", "1 wei", 1)))
	if want := `/reserve: "1 wei" is less than the payout of "0.1 ether", by 99999999999999999 wei`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestYAMLSaysNoMoreThanJSON refuses what YAML can say beyond it.
func TestYAMLSaysNoMoreThanJSON(t *testing.T) {
	for name, c := range map[string]struct{ old, new, says string }{
		"doubled key":        {"bond: 5000000 gwei", "bond: 1 gwei\nbond: 2 gwei", "already defined"},
		"anchor":             {"as: email", "as: &a email", "not allowed"},
		"alias":              {"as: email", "as: *a", "line"},
		"tag":                {"as: email", "as: !!str email", "not allowed"},
		"merge key":          {"as: email", "<<: {as: email}", "must be text"},
		"capital false":      {"include_failed: false", "include_failed: False", "lower case"},
		"hexadecimal":        {"include_failed: false", "include_failed: 0x10", "write a number as JSON does"},
		"underscores":        {"include_failed: false", "include_failed: 1_000", "write a number as JSON does"},
		"infinity":           {"include_failed: false", "include_failed: .inf", "not allowed"},
		"number as key":      {"as: email", "1: email", "must be text"},
		"second document":    {"bond: 5000000 gwei", "bond: 5000000 gwei\n---\na: b", ""},
		"tab as indentation": {"  as: email", "\tas: email", ""},
		"inexact number":     {"include_failed: false", "include_failed: 9007199254740993", "2^53-1"},
		"unfinished list":    {"[action]", "[action", ""},
	} {
		text := strings.Replace(promiseYAML, c.old, c.new, 1)
		if _, err := predicates.ParsePromise([]byte(text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	for _, empty := range []string{"", "# nothing\n", "---\n", "null", "7", "[]", "text"} {
		if _, err := predicates.ParsePromise([]byte(empty)); err == nil {
			t.Errorf("%q is read as a promise", empty)
		}
	}
}

// TestCompileFaults points into the file, not into the parameters.
func TestCompileFaults(t *testing.T) {
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, pointer string }{
		{"AAP-4@1", "AAP-9@1", "/predicate"},
		{"as: email", "as: phone", "/params/as"},
		{"on_gap: ignore", "on_gaps: ignore", "/params/on_gaps"},
	} {
		p, err := predicates.ParsePromise([]byte(strings.Replace(promiseYAML, c.old, c.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Compile(reg)
		var fault *predicates.ParamError
		if !errors.As(err, &fault) || fault.Pointer != c.pointer {
			t.Errorf("%s: %v", c.new, err)
		}
	}
}

func TestParseAmount(t *testing.T) {
	for text, want := range map[string]string{
		"1 wei": "1", "1 gwei": "1000000000", "1 ether": "1000000000000000000", "0.000000000000000001 ether": "1",
		"0.1 ether": "100000000000000000", "79228162514.264337593543950335 ether": "79228162514264337593543950335", "0 wei": "0",
	} {
		got, err := predicates.ParseAmount(text)
		if err != nil || got.Cmp(wei(want)) != 0 {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "1", "ether", " ether", "1ether", "1 Ether", "1. ether", ".1 ether", "1,5 ether", "+1 wei", "1 wei ", "0.0000000000000000001 ether",
		"١ wei", "1 ether 1 wei", strings.Repeat("9", 10_000) + " ether", "79228162514.264337593543950336 ether"} {
		if got, err := predicates.ParseAmount(bad); err == nil {
			t.Errorf("%.40q: %s", bad, got)
		}
	}
}

// FuzzParsePromise: what is read is whole, and reading never panics.
func FuzzParsePromise(f *testing.F) {
	f.Add([]byte(promiseYAML))
	f.Add([]byte(promiseJSON))
	f.Add([]byte("a: [b, {c: d}]\n? x\n: y\n"))
	f.Add([]byte("- - - -\n"))
	f.Add([]byte("{a: 1}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := predicates.ParsePromise(text)
		if err != nil {
			return
		}
		canon, err := trace.Canonicalize(p.Params)
		if err != nil || string(canon) != string(p.Params) || p.Payout.Sign() <= 0 || p.Bond.Sign() <= 0 || p.Reserve.Cmp(p.Payout) < 0 {
			t.Fatalf("%+v, %v", p, err)
		}
	})
}
