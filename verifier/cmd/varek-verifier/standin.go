package main

import (
	"errors"
	"io"

	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// maxRounds is how many rounds of a pair --no-chain tries for the claim's id.
const maxRounds = 1000

// standIn makes the facts that a bundle claims for itself: its own final
// commitment, parameters, predicate and signer. Judging against them proves that
// the bundle agrees with itself, and no more.
func standIn(bundle *bundleFile) (judge.Facts, error) {
	r, err := bundle.reader()
	if err != nil {
		return judge.Facts{}, err
	}
	for err == nil {
		_, err = r.Next()
	}
	if !errors.Is(err, io.EOF) {
		return judge.Facts{}, badInput("this is no evidence bundle: %w", err)
	}
	h, signer := r.Header(), r.Footer().Signer
	round, err := roundOf(h)
	if err != nil {
		return judge.Facts{}, err
	}
	predicate, err := predicateHash(h.Predicate)
	if err != nil {
		return judge.Facts{}, err
	}
	return judge.Facts{
		V: judge.FactsVersion, ChainID: h.ChainID, Escrow: h.Escrow,
		Promise:     judge.PromiseFacts{ID: h.Promise, Owner: signer, PredicateHash: predicate, ParamsHash: h.ParamsHash()},
		Session:     judge.SessionFacts{ID: h.Session, Owner: signer, Promises: []uint32{h.Promise}},
		Claim:       judge.ClaimFacts{ID: h.Claim, Round: round},
		Operators:   []trace.Address{signer},
		HeadSigners: []trace.Address{signer},
		Items:       []judge.Item{},
		Final:       &judge.Final{N: h.N, H: h.H},
		Heads:       []judge.Head{},
	}, nil
}

// roundOf finds the round that makes the claim's id, which nothing in a bundle
// states.
func roundOf(h trace.BundleHeader) (uint32, error) {
	for round := uint32(1); round <= maxRounds; round++ {
		if trace.ClaimID(h.ChainID, h.Escrow, h.Session, h.Promise, round) == h.Claim {
			return round, nil
		}
	}
	return 0, badInput("the bundle's claim %s does not belong to its chain, escrow, session and promise", h.Claim)
}

// predicateHash is the identity of the predicate that the bundle names; zero,
// which is nobody's, when this program does not know it.
func predicateHash(name string) (trace.Hash, error) {
	registry, err := aap.Catalog()
	if err != nil {
		return trace.Hash{}, err
	}
	p, known := registry.ByName(name)
	if !known {
		return trace.Hash{}, nil
	}
	return p.Manifest().Hash(), nil
}
