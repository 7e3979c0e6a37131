package predicates

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// PromiseFile is one promise as its provider writes it down.
type PromiseFile struct {
	Predicate  string     // "AAP-1@1"
	Params     []byte     // canonical JSON
	ParamsHash trace.Hash // Keccak of Params
	Payout     *big.Int   // wei, more than zero
	Bond       *big.Int   // wei, more than zero
	Reserve    *big.Int   // wei, at least the payout
	Verifier   string     // 0x address in lower case; "" leaves it to the network file
	Statement  string     // the promise in words, for people
}

// ParsePromise reads a promise file: JSON when its first character is {, else
// YAML restricted to what JSON can say. Unknown, missing and doubled keys,
// anchors, tags, further documents and inexact numbers are errors; those that
// concern a value are *ParamError with a pointer to it.
//
// It checks the money, not the parameters' meaning: Compile does that.
func ParsePromise(text []byte) (PromiseFile, error) {
	canon, err := promiseJSON(text)
	if err != nil {
		return PromiseFile{}, err
	}
	var raw map[string]jsontext.Value
	if err := trace.Unmarshal(canon, &raw); err != nil {
		return PromiseFile{}, &ParamError{Cause: errors.New("a promise file is one object with predicate, params, payout, bond and reserve")}
	}
	payout, reserve := raw["payout"], raw["reserve"] // as they are written
	r := promiseReader{raw: raw}
	p := PromiseFile{
		Predicate: r.predicate(),
		Params:    r.params(),
		Payout:    r.amount("payout"),
		Bond:      r.amount("bond"),
		Reserve:   r.amount("reserve"),
		Verifier:  r.verifier(),
		Statement: r.text("statement", false),
	}
	r.rest()
	if r.err != nil {
		return PromiseFile{}, r.err
	}
	if p.Reserve.Cmp(p.Payout) < 0 {
		return PromiseFile{}, fault("reserve", fmt.Errorf("%s is less than the payout of %s, by %s wei: the first violation could not be paid",
			reserve, payout, new(big.Int).Sub(p.Payout, p.Reserve)))
	}
	p.ParamsHash = trace.Keccak(p.Params)
	return p, nil
}

// Compile checks the promise against the registry and returns the predicate
// and its program; an unknown predicate or bad parameters are *ParamError.
func (p PromiseFile) Compile(reg *Registry) (Predicate, Program, error) {
	pred, ok := reg.ByName(p.Predicate)
	if !ok {
		return nil, nil, fault("predicate", fmt.Errorf("%s is not in the catalog, which has %s", p.Predicate, strings.Join(reg.Names(), ", ")))
	}
	prog, err := pred.Compile(p.Params)
	if err != nil {
		var pe *ParamError
		if errors.As(err, &pe) {
			return nil, nil, &ParamError{Pointer: "/params" + pe.Pointer, Cause: pe.Cause}
		}
		return nil, nil, fault("params", err)
	}
	return pred, prog, nil
}

func promiseJSON(text []byte) ([]byte, error) {
	trimmed := strings.TrimLeft(string(text), " \t\r\n")
	if !strings.HasPrefix(trimmed, "{") {
		var err error
		if text, err = yamlToJSON(text); err != nil {
			return nil, err
		}
	}
	canon, err := trace.Canonicalize(text)
	if err != nil {
		return nil, fmt.Errorf("promise file: %w", err)
	}
	return canon, nil
}

func fault(key string, cause error) *ParamError {
	return &ParamError{Pointer: "/" + key, Cause: cause}
}

// promiseReader takes keys out of the object; the first error sticks.
type promiseReader struct {
	raw map[string]jsontext.Value
	err error
}

func (r *promiseReader) fail(key string, cause error) {
	if r.err == nil {
		r.err = fault(key, cause)
	}
}

func (r *promiseReader) text(key string, required bool) string {
	v, ok := r.raw[key]
	delete(r.raw, key)
	if !ok {
		if required {
			r.fail(key, errors.New("is missing"))
		}
		return ""
	}
	if v.Kind() != '"' {
		r.fail(key, errors.New("want text"))
		return ""
	}
	s, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		r.fail(key, err)
	}
	return string(s)
}

func (r *promiseReader) predicate() string {
	name := r.text("predicate", true)
	id, version, ok := strings.Cut(name, "@")
	if r.err == nil && (!ok || !plainID(id) || !digits(version) || version[0] == '0') {
		r.fail("predicate", fmt.Errorf("%q: want an id and a version, such as AAP-1@1", clip(name)))
	}
	return name
}

func (r *promiseReader) params() []byte {
	v, ok := r.raw["params"]
	delete(r.raw, "params")
	if !ok || v.Kind() != '{' {
		r.fail("params", errors.New("want an object with the predicate's parameters"))
		return nil
	}
	return v.Clone()
}

func (r *promiseReader) amount(key string) *big.Int {
	text := r.text(key, true)
	if r.err != nil {
		return new(big.Int)
	}
	wei, err := ParseAmount(text)
	switch {
	case err != nil:
		r.fail(key, err)
	case wei.Sign() == 0:
		r.fail(key, errNotPositive)
	default:
		return wei
	}
	return new(big.Int)
}

func (r *promiseReader) verifier() string {
	text := r.text("verifier", false)
	if text == "" {
		return ""
	}
	a, err := trace.ParseAddress(strings.ToLower(text))
	if err != nil {
		r.fail("verifier", fmt.Errorf("%q: want an address of 0x and 40 hex digits", clip(text)))
		return ""
	}
	if mixed := strings.TrimPrefix(text, "0x"); mixed != strings.ToLower(mixed) && "0x"+mixed != checksummed(a) {
		r.fail("verifier", fmt.Errorf("%q: capitals do not match the address's checksum (EIP-55); it should read %s", clip(text), checksummed(a)))
	}
	return a.String()
}

func (r *promiseReader) rest() {
	least := ""
	for key := range r.raw {
		if least == "" || key < least {
			least = key
		}
	}
	if len(r.raw) > 0 {
		r.fail(escapePointer(least), errors.New("unknown key; a promise file has predicate, params, payout, bond, reserve, verifier and statement"))
	}
}

// checksummed spells an address with the capitals of EIP-55.
func checksummed(a trace.Address) string {
	out := []byte(a.String())
	sum := trace.Keccak(out[2:])
	for i := range out[2:] {
		nibble := sum[i/2] >> 4
		if i%2 == 1 {
			nibble = sum[i/2] & 0x0f
		}
		if c := out[2+i]; c >= 'a' && nibble >= 8 {
			out[2+i] = c - 'a' + 'A'
		}
	}
	return string(out)
}

// escapePointer writes one key as an RFC 6901 reference token.
func escapePointer(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
