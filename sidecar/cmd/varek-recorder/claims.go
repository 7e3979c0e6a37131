package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// claimFlags are what the provider's answer to a claim can be told.
type claimFlags struct {
	parties
	verifier string
	asStored bool
}

func newClaims(s *settings, io console) *cobra.Command {
	var f claimFlags
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "List the claims against this provider's sessions, and answer them",
		Example: `  varek-sidecar claims
  varek-sidecar claims deliver 0x91ab…`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listClaims(cmd.Context(), io.out, s, f)
		},
	}
	f.register(cmd.PersistentFlags())
	deliver := &cobra.Command{
		Use:   "deliver CLAIM",
		Short: "Sign a session's trace and deliver it to the verifier",
		Long: `deliver reads the session's trace from the store, compares it with every commitment on chain, signs it with the operator's key and
delivers it to the verifier of the promise. It refuses to sign what contradicts the provider's own commitments; --as-stored signs it all the
same, for emergencies and to show what then happens.`,
		Example: `  varek-sidecar claims deliver 0x91ab…
  varek-sidecar claims deliver 0x91ab… --verifier-url https://verifier.example.org`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := trace.ParseHash(args[0])
			if err != nil {
				return usage("read the claim's id", err, "varek-sidecar claims lists them")
			}
			return deliverClaim(cmd.Context(), io, s, f, id)
		},
	}
	deliver.Flags().StringVar(&f.verifier, "verifier-url", "", "where the verifier takes evidence (default: from the network file, on dev from the running verifier)")
	deliver.Flags().BoolVar(&f.asStored, "as-stored", false, "sign what the store holds even where it contradicts the commitments")
	cmd.AddCommand(deliver)
	return cmd
}

func listClaims(ctx context.Context, out io.Writer, s *settings, f claimFlags) error {
	c, err := openChain(ctx, s, f.parties)
	if err != nil {
		return err
	}
	defer c.close()
	claims, err := c.client.Claims(ctx, escrow.ClaimFilter{Owner: c.owner})
	if err != nil {
		return environment("list the claims", err, "check the network's RPC address")
	}
	if s.json {
		if claims == nil {
			claims = []escrow.Claim{}
		}
		return printJSON(out, claims)
	}
	fmt.Fprint(out, ledger(c.client.Network()))
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "CLAIM\tPROMISE\tSTATUS\tEVIDENCE UNTIL\tSESSION HERE")
	for _, cl := range claims {
		here := "no"
		if _, err := os.Stat(filepath.Join(sessionDir(s.state, cl.Session), "trace.db")); err == nil {
			here = "yes"
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", cl.ID, cl.Promise, cl.Status, escrow.BlockTime(cl.EvidenceUntil()).Format("2006-01-02T15:04:05Z"), here)
	}
	return w.Flush()
}

func deliverClaim(ctx context.Context, con console, s *settings, f claimFlags, id trace.Hash) error {
	op := "deliver evidence for " + id.String()
	c, err := openChain(ctx, s, f.parties)
	if err != nil {
		return err
	}
	defer c.close()
	claim, err := c.client.Claim(ctx, id)
	if err != nil {
		return usage(op, err, "varek-sidecar claims lists the claims")
	}
	if claim.Status != escrow.StatusOpen {
		return &fault{op: op, err: fmt.Errorf("the claim is %s", claim.Status), hint: "varek-escrow claim show " + id.String(), code: exitNo}
	}
	url, err := f.verifierURL(c.client.Network(), claim, s.state)
	if err != nil {
		return environment(op, err, "start varek-verifier serve, or name the verifier with --verifier-url")
	}
	bundle, sum, err := assemble(ctx, s, c, claim, f.asStored)
	if err != nil {
		if errors.Is(err, provider.ErrMismatch) {
			return &fault{op: op, err: err, hint: "find out who changed the store; claims deliver --as-stored delivers it as it is, which rules against you", code: exitNo}
		}
		return environment(op, err, "")
	}
	defer os.Remove(bundle)
	receipt, err := provider.Deliver(ctx, provider.Delivery{URL: url, Claim: id, Open: func() (io.ReadCloser, error) { return os.Open(bundle) }})
	if err != nil {
		return environment(op, err, "the same command can be repeated until the claim's third day has passed")
	}
	return printReceipt(con.out, s.json, c.client.Network(), receipt, sum)
}

func printReceipt(out io.Writer, asJSON bool, n escrow.Network, r provider.Receipt, sum provider.Summary) error {
	if asJSON {
		return printJSON(out, map[string]any{"claim": r.Claim, "bundle_hash": r.BundleHash, "received_at_block_time": r.BlockTime,
			"records": sum.Records, "shown": sum.Shown, "signer": sum.Signer, "mismatches": len(sum.Mismatches)})
	}
	fmt.Fprint(out, ledger(n))
	fmt.Fprintf(out, "delivered %d records (%d shown), signed by %s\n", sum.Records, sum.Shown, sum.Signer)
	fmt.Fprintf(out, "  bundle  %s, received at block time %s\n", r.BundleHash, escrow.BlockTime(r.BlockTime).Format("2006-01-02T15:04:05Z"))
	for _, m := range sum.Mismatches {
		fmt.Fprintf(out, "  WARNING %v\n", m)
	}
	fmt.Fprintf(out, "  next    varek-escrow claim watch %s\n", r.Claim)
	return nil
}

// verifierURL is where the claim's verifier takes evidence.
func (f claimFlags) verifierURL(n escrow.Network, claim escrow.Claim, state string) (string, error) {
	if f.verifier != "" {
		return f.verifier, nil
	}
	for _, v := range n.Verifiers {
		if v.Address == claim.Verifier && v.URL != "" {
			return v.URL, nil
		}
	}
	text, err := os.ReadFile(filepath.Join(state, "verifier", "endpoint.json"))
	if err != nil {
		return "", fmt.Errorf("no address is known for the verifier %s", claim.Verifier)
	}
	var e struct {
		URL       string          `json:"url"`
		Address   trace.Address   `json:"address"`
		Verifiers []trace.Address `json:"verifiers"` // its own key and the quorums with it
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return "", fmt.Errorf("read the verifier's endpoint: %w", err)
	}
	if !slices.Contains(e.Verifiers, claim.Verifier) {
		return "", fmt.Errorf("the verifier on this machine is %s, the promise names %s", e.Address, claim.Verifier)
	}
	return e.URL, nil
}

// assemble writes the signed bundle to a private file and returns its path.
func assemble(ctx context.Context, s *settings, c *chain, claim escrow.Claim, asStored bool) (path string, sum provider.Summary, err error) {
	evidence, err := evidenceOf(ctx, c, claim)
	if err != nil {
		return "", sum, err
	}
	evidence.AsStored = asStored
	store, err := openStore(ctx, s, claim.Session)
	if err != nil {
		return "", sum, err
	}
	defer store.Close()
	f, err := os.CreateTemp(sessionDir(s.state, claim.Session), "bundle-*")
	if err != nil {
		return "", sum, fmt.Errorf("make the bundle's file: %w", err)
	}
	sum, err = provider.Assemble(ctx, store, evidence, c.signer, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", sum, errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), sum, nil
}

// evidenceOf reads from the chain what the bundle must be checked against.
func evidenceOf(ctx context.Context, c *chain, claim escrow.Claim) (provider.Evidence, error) {
	var e provider.Evidence
	promise, err := c.client.Promise(ctx, claim.Promise)
	if err != nil {
		return e, err
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
	}
	n := c.client.Network()
	e.Header = trace.BundleHeader{V: 1, Claim: claim.ID, ChainID: n.ChainID, Escrow: n.Escrow, Session: claim.Session, Promise: claim.Promise,
		Predicate: name, Params: promise.Params, N: uint64(final.N), H: final.H}
	for _, i := range items {
		if i.Kind == escrow.KindFinal {
			continue // in the header
		}
		e.Commitments = append(e.Commitments, trace.Item{Session: claim.Session, N: i.N, H: i.H})
	}
	return e, nil
}
