package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/judge"
)

func newFacts(o *options) *cobra.Command {
	var heads string
	cmd := &cobra.Command{
		Use:   "facts CLAIM",
		Short: "Write what the chain says about a claim, for judging it offline",
		Long: `facts reads everything on chain that a verdict on the claim rests on (promise,
session, every commitment, the final one, who may have signed) at the newest
confirmed block, checks that the commitments add up to the escrow's accumulator,
and writes them as JSON. With that file and the bundle, "judge" needs no chain.`,
		Example: `  varek-verifier facts 0x…CLAIM > facts.json
  varek-verifier facts 0x…CLAIM --network base --heads heads.json > facts.json`,
		Args: oneArg("claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			claim, err := parseClaim(args[0])
			if err != nil {
				return err
			}
			signed, err := readHeads(heads)
			if err != nil {
				return err
			}
			ledger, n, done, err := o.reader(cmd.Context())
			if err != nil {
				return err
			}
			defer done()
			f, err := ledger.Facts(cmd.Context(), claim, signed)
			if err != nil {
				return err
			}
			text, err := f.Encode()
			if err != nil {
				return err
			}
			privateLine(cmd.ErrOrStderr(), n.Private)
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
			return err
		},
	}
	cmd.Flags().StringVar(&heads, "heads", "", "file of signed heads that the user filed with")
	return cmd
}

func readHeads(path string) ([]judge.Head, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, badInput("reading the signed heads: %w", err)
	}
	heads, err := verifier.ParseHeads(text)
	if err != nil {
		return nil, badInput("%s: %w", path, err)
	}
	return heads, nil
}
