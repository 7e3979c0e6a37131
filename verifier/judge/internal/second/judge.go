package second

import (
	"encoding/json"
	"errors"
	"slices"
)

// Evaluator starts the predicate with a registered hash. It answers false where
// there is none.
type Evaluator func(predicateHash [32]byte) (Predicate, bool)

// Predicate is a predicate as this judge sees it. Compile's error means that
// the parameters cannot run.
type Predicate interface {
	Name() string
	Compile(params []byte) error
	Needs(h Head) bool
	// Step takes a record; body is nil where it is not needed.
	Step(h Head, body *Body) error
	Violated() bool
}

// The refusals: neither is a verdict.
var (
	ErrNotEvidence = errors.New("no evidence for this claim")
	ErrFacts       = errors.New("facts that no escrow states")
)

const day = 86400

// facts is the file of what the chain says.
type facts struct {
	V       int    `json:"v"`
	ChainID uint64 `json:"chain_id"`
	Escrow  string `json:"escrow"`
	Promise struct {
		ID            uint64 `json:"id"`
		Owner         string `json:"owner"`
		PredicateHash string `json:"predicate_hash"`
		ParamsHash    string `json:"params_hash"`
	} `json:"promise"`
	Session struct {
		ID       string   `json:"id"`
		Owner    string   `json:"owner"`
		Promises []uint64 `json:"promises"`
	} `json:"session"`
	Claim struct {
		ID      string `json:"id"`
		Round   uint64 `json:"round"`
		FiledAt uint64 `json:"filed_at"`
	} `json:"claim"`
	Operators   []string `json:"operators"`
	HeadSigners []string `json:"head_signers"`
	Items       []struct {
		Kind int    `json:"kind"`
		N    uint64 `json:"n"`
		H    string `json:"h"`
	} `json:"items"`
	Final *struct {
		N uint64 `json:"n"`
		H string `json:"h"`
	} `json:"final"`
	Heads []struct {
		N         uint64 `json:"n"`
		H         string `json:"h"`
		Signature string `json:"signature"`
	} `json:"heads"`
	Now   uint64  `json:"now"`
	Offer *string `json:"offer"`
}

// Judge is Algorithm 1 and the rows of the settlement table that concern a
// verifier, as reason codes by name. bundle is nil while no evidence came.
func Judge(factsFile, bundle []byte, catalog Evaluator) (reason string, err error) {
	var f facts
	if json.Unmarshal(factsFile, &f) != nil || !f.possible() {
		return "", ErrFacts
	}
	late := f.Now - f.Claim.FiledAt
	if bundle == nil {
		wait := uint64(3 * day)
		if f.Offer != nil {
			wait = 10 * day
		}
		switch {
		case late > wait:
			return "no_evidence", nil
		case f.Final == nil && late > 3*day:
			return "no_final", nil
		}
		return "none", nil
	}
	e, ok := readBundle(bundle)
	if !ok || !f.concern(e) {
		return "", ErrNotEvidence
	}
	if f.Final == nil {
		if late > 3*day {
			return "no_final", nil
		}
		return "none", nil
	}
	return f.decide(e, catalog), nil
}

// possible checks what one escrow always says together.
func (f facts) possible() bool {
	session, escrow := toBytes(f.Session.ID), toBytes(f.Escrow)
	id := keccak(uintWord(f.ChainID), addressWord(escrow), session, uintWord(f.Promise.ID), uintWord(f.Claim.Round))
	kindsKnown := true
	for _, it := range f.Items {
		kindsKnown = kindsKnown && (it.Kind == 1 || it.Kind == 2)
	}
	return f.V == 1 && string(id[:]) == string(toBytes(f.Claim.ID)) && f.Promise.Owner == f.Session.Owner &&
		slices.Contains(f.Session.Promises, f.Promise.ID) && f.Claim.FiledAt <= f.Now && kindsKnown
}

// toBytes reads hex of facts, which are taken to be well formed.
func toBytes(s string) []byte {
	b, _ := hexBytes(s, (len(s)-2)/2)
	return b
}

func toWord(s string) hash { return hash(toBytes(s)) }

// concern reports whether the bundle is about this claim, signed by somebody
// who may.
func (f facts) concern(e *evidence) bool {
	return e.claim == toWord(f.Claim.ID) && e.chain == f.ChainID && string(e.escrow) == string(toBytes(f.Escrow)) &&
		e.session == toWord(f.Session.ID) && e.promise == f.Promise.ID && contains(f.Operators, e.signer)
}

func contains(addresses []string, raw string) bool {
	return slices.ContainsFunc(addresses, func(a string) bool { return string(toBytes(a)) == raw })
}

// decide is lines 6 to 12, one question after the other.
func (f facts) decide(e *evidence, catalog Evaluator) string {
	heads := make([]Head, len(e.records))
	leaves := make([]hash, len(e.records))
	for i, r := range e.records {
		if r.noHead {
			return "hidden"
		}
		h, ok := readHead(r.head)
		if !ok || h.Seq != uint64(i+1) || h.Session != e.session {
			return "inconsistent"
		}
		heads[i], leaves[i] = h, r.leaf()
	}
	n, finalH := uint64(len(leaves)), toWord(f.Final.H)
	if n != f.Final.N || commitment(e.session, leaves) != finalH || e.n != n || e.h != finalH {
		return "inconsistent"
	}
	pred, known := catalog(toWord(f.Promise.PredicateHash))
	if keccak(e.params) != toWord(f.Promise.ParamsHash) || known && pred.Name() != e.predicate {
		return "params_mismatch"
	}
	has := func(n uint64, h string) bool {
		return n <= f.Final.N && commitment(e.session, leaves[:n]) == toWord(h)
	}
	for _, it := range f.Items {
		if !has(it.N, it.H) {
			return "inconsistent"
		}
	}
	for _, h := range f.Heads {
		if f.counts(h.N, h.H, h.Signature) && !has(h.N, h.H) {
			return "head_mismatch"
		}
	}
	if !known {
		return "predicate_unknown"
	}
	return evaluate(pred, e, heads)
}

// counts reports whether a head was signed by somebody who was operator.
func (f facts) counts(n uint64, h, signature string) bool {
	sig, ok := hexBytes(signature, 65)
	session, at := toWord(f.Session.ID), toWord(h)
	if !ok || n > 1<<32-1 {
		return false
	}
	who, ok := signer(digest(f.ChainID, toBytes(f.Escrow), "Head(bytes32 session,uint32 n,bytes32 h)", session[:], uintWord(n), at[:]), sig)
	return ok && contains(f.HeadSigners, who)
}

func evaluate(pred Predicate, e *evidence, heads []Head) string {
	if pred.Compile(e.params) != nil {
		return "predicate_failed"
	}
	for i, r := range e.records {
		var body *Body
		if pred.Needs(heads[i]) {
			if r.hidden {
				return "hidden"
			}
			b, ok := readBody(r.restored())
			if !ok {
				return "inconsistent"
			}
			body = &b
		}
		if pred.Step(heads[i], body) != nil {
			return "hidden" // the one kind of fault that a step can have
		}
	}
	if pred.Violated() {
		return "violated"
	}
	return "satisfied"
}
