package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// unpublished are parameters that are not on the chain, by their hash.
type unpublished map[trace.Hash][]byte

// readParams reads files of parameters.
func readParams(files []string) (unpublished, error) {
	all := unpublished{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err == nil {
			text, err = trace.Canonicalize(text)
		}
		if err != nil {
			return nil, usage("read --params "+path, err, "it is the JSON object under params in the promise's file")
		}
		all[trace.Keccak(text)] = text
	}
	return all, nil
}

// evidenceOf reads from the chain what the bundle must be checked against, and
// from the promise's predicate which bodies must be shown. A predicate that is
// not known here, or cannot run, hides nothing: what it needs cannot be said.
func evidenceOf(ctx context.Context, c *chain, claim escrow.Claim, known unpublished) (provider.Evidence, error) {
	var e provider.Evidence
	promise, err := c.client.Promise(ctx, claim.Promise)
	if err != nil {
		return e, err
	}
	params := promise.Params
	if params == nil {
		params = known[promise.ParamsHash]
	}
	if params == nil {
		return e, fmt.Errorf("the parameters of promise %d (hash %s) are not on the chain; name their file with --params", promise.ID, promise.ParamsHash)
	}
	final, ok, err := c.client.Final(ctx, claim.Owner, claim.Session)
	if err != nil {
		return e, err
	}
	if !ok {
		return e, fmt.Errorf("the session has no final commitment; close it first: varek-sidecar run --resume %s", claim.Session)
	}
	items, err := c.client.Items(ctx, claim.Owner, claim.Session)
	if err != nil {
		return e, err
	}
	catalog, err := aap.Catalog()
	if err != nil {
		return e, err
	}
	name := promise.Predicate.String()
	if p, known := catalog.ByHash(promise.Predicate); known {
		m := p.Manifest()
		name = m.Name()
		if program, err := p.Compile(params); err == nil {
			e.Needs = program.Needs
		}
	}
	n := c.client.Network()
	e.Header = trace.BundleHeader{V: 1, Claim: claim.ID, ChainID: n.ChainID, Escrow: n.Escrow, Session: claim.Session, Promise: claim.Promise,
		Predicate: name, Params: params, N: uint64(final.N), H: final.H}
	for _, i := range items {
		if i.Kind == escrow.KindFinal {
			continue // in the header
		}
		e.Commitments = append(e.Commitments, trace.Item{Session: claim.Session, N: i.N, H: i.H})
	}
	return e, nil
}

// verifierURLs are the places where a verifier takes evidence: the named one, or
// all that the network file has for it, or the one that runs here.
func verifierURLs(named string, n escrow.Network, verifier trace.Address, state string) ([]string, error) {
	if named != "" {
		return []string{named}, nil
	}
	var urls []string
	for _, v := range n.Verifiers {
		if v.Address == verifier && v.URL != "" && !slices.Contains(urls, v.URL) {
			urls = append(urls, v.URL)
		}
	}
	if len(urls) > 0 {
		return urls, nil
	}
	text, err := os.ReadFile(filepath.Join(state, "verifier", "endpoint.json"))
	if err != nil {
		return nil, fmt.Errorf("no address is known for the verifier %s", verifier)
	}
	var e struct {
		URL       string          `json:"url"`
		Address   trace.Address   `json:"address"`
		Verifiers []trace.Address `json:"verifiers"` // its own key and the quorums with it
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("read the verifier's endpoint: %w", err)
	}
	if !slices.Contains(e.Verifiers, verifier) {
		return nil, fmt.Errorf("the verifier on this machine is %s, the promise names %s", e.Address, verifier)
	}
	return []string{e.URL}, nil
}
