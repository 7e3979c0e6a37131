package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// claimFlags are what the provider's answer to a claim can be told.
type claimFlags struct {
	parties
	verifier string
	params   []string
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
	cmd.Long = `claims lists every claim against this provider's sessions, how far a running or earlier serve has answered it, and how long there is
left. serve answers claims by itself; "claims deliver" does it by hand, for a claim on a session that serve cannot finish, or where none runs.`
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
	deliver.Flags().StringSliceVar(&f.params, "params", nil, "file with the promise's parameters, where they were registered without publishing them (JSON)")
	deliver.Flags().BoolVar(&f.asStored, "as-stored", false, "sign what the store holds even where it contradicts the commitments")
	cmd.AddCommand(deliver)
	return cmd
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
	known, err := readParams(f.params)
	if err != nil {
		return err
	}
	urls, err := verifierURLs(f.verifier, c.client.Network(), claim.Verifier, s.state)
	if err != nil {
		return environment(op, err, "start varek-verifier serve, or name the verifier with --verifier-url")
	}
	bundle, sum, err := assemble(ctx, s, c, claim, known, f.asStored)
	if err != nil {
		if errors.Is(err, provider.ErrMismatch) {
			return &fault{op: op, err: err, hint: "find out who changed the store; claims deliver --as-stored delivers it as it is, which rules against you", code: exitNo}
		}
		return environment(op, err, "")
	}
	defer os.Remove(bundle)
	receipt, err := deliverTo(ctx, urls, id, sum.BundleHash, bundle)
	if err != nil {
		return environment(op, err, "the same command can be repeated until the claim's third day has passed; varek-sidecar serve offers the evidence on chain in time")
	}
	return printReceipt(con.out, s.json, c.client.Network(), receipt, sum)
}

// deliverTo tries the addresses in their order.
func deliverTo(ctx context.Context, urls []string, claim, hash trace.Hash, bundle string) (r provider.Receipt, err error) {
	for _, url := range urls {
		r, err = provider.Deliver(ctx, provider.Delivery{URL: url, Claim: claim, Bundle: hash, Open: func() (io.ReadCloser, error) { return os.Open(bundle) }})
		if err == nil {
			break
		}
	}
	return r, err
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

// assemble writes the signed bundle to a private file and returns its path.
func assemble(ctx context.Context, s *settings, c *chain, claim escrow.Claim, known unpublished, asStored bool) (path string, sum provider.Summary, err error) {
	evidence, err := evidenceOf(ctx, c, claim, known)
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
