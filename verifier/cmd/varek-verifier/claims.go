package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
)

func newClaims(o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "Show the claims in this verifier's state directory",
		Long: `claims reads STATE/verifier, also while "serve" runs. Nothing is asked of the
chain: what is shown is what this verifier has committed to its own file.`,
		Example: `  varek-verifier claims ls
  varek-verifier claims show 0x…CLAIM --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newClaimsLs(o), newClaimsShow(o))
	return cmd
}

func newClaimsLs(o *options) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:     "ls",
		Short:   "List claims, newest filing first",
		Example: "  varek-verifier claims ls --limit 20",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			book, err := verifier.ReadBook(cmd.Context(), filepath.Join(o.state, "verifier"))
			if err != nil {
				return err
			}
			defer book.Close()
			claims, err := book.Claims(cmd.Context(), limit, 0)
			if err != nil {
				return err
			}
			id, err := book.Identity(cmd.Context())
			if err != nil {
				return err
			}
			return o.listClaims(cmd.OutOrStdout(), id, claims)
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 1000, "most claims to list")
	return cmd
}

func (o *options) listClaims(w io.Writer, id verifier.Identity, claims []verifier.Claim) error {
	if o.json {
		list := make([]claimJSON, 0, len(claims))
		for _, c := range claims {
			list = append(list, claimOf(c))
		}
		return json.NewEncoder(w).Encode(map[string]any{"claims": list})
	}
	privateLine(w, id.ChainID == devChainID)
	if len(claims) == 0 {
		fmt.Fprintf(w, "no claim against a promise of verifier %s has been filed\n", id.Verifier)
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CLAIM\tPROMISE\tFILED\tSTATE\tVERDICT")
	for _, c := range claims {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\n", c.ID, c.Promise, blockTime(c.FiledAt), c.State, outcome(c))
	}
	return t.Flush()
}

// outcome is the shortest true word for how a claim ended.
func outcome(c verifier.Claim) string {
	switch {
	case c.State == verifier.Closed:
		return c.Closed
	case c.Ruled:
		return c.Reason
	}
	return "-"
}

// claimJSON is a claim as --json shows it; it is for the verifier's own
// operator and has the judge's words.
type claimJSON struct {
	Claim    string            `json:"claim"`
	Session  string            `json:"session"`
	Promise  uint32            `json:"promise"`
	Round    uint32            `json:"round"`
	FiledAt  uint64            `json:"filed_at"`
	State    verifier.State    `json:"state"`
	Ruled    bool              `json:"ruled"`
	Violated bool              `json:"violated"`
	Reason   string            `json:"reason"`
	Records  []uint64          `json:"records"`
	Sentence string            `json:"sentence"`
	Tx       string            `json:"tx"`
	Closed   string            `json:"closed"`
	Evidence *evidence.Receipt `json:"evidence,omitempty"`
	Bundle   string            `json:"bundle,omitempty"`
	Arrows   []verifier.Arrow  `json:"arrows,omitempty"`
}

func claimOf(c verifier.Claim) claimJSON {
	return claimJSON{
		Claim: c.ID.String(), Session: c.Session.String(), Promise: c.Promise, Round: c.Round, FiledAt: c.FiledAt,
		State: c.State, Ruled: c.Ruled, Violated: c.Violated, Reason: c.Reason, Records: c.Records, Sentence: c.Sentence,
		Tx: c.Tx.String(), Closed: c.Closed,
	}
}

func newClaimsShow(o *options) *cobra.Command {
	return &cobra.Command{
		Use:     "show CLAIM",
		Short:   "Show one claim with its evidence, verdict and history",
		Example: "  varek-verifier claims show 0x…CLAIM",
		Args:    oneArg("claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseClaim(args[0])
			if err != nil {
				return err
			}
			dir := filepath.Join(o.state, "verifier")
			book, err := verifier.ReadBook(cmd.Context(), dir)
			if err != nil {
				return err
			}
			defer book.Close()
			c, err := book.Claim(cmd.Context(), id)
			if err != nil {
				return err
			}
			view := claimOf(c)
			if view.Arrows, err = book.Arrows(cmd.Context(), id); err != nil {
				return err
			}
			vault := evidence.ReadVault(filepath.Join(dir, "bundles"))
			if receipt, kept, err := vault.Receipt(id); err != nil {
				return err
			} else if kept {
				view.Evidence, view.Bundle = &receipt, vault.Path(id)
			}
			who, err := book.Identity(cmd.Context())
			if err != nil {
				return err
			}
			if o.json {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(view)
			}
			privateLine(cmd.OutOrStdout(), who.ChainID == devChainID)
			return showClaim(cmd.OutOrStdout(), c, view)
		},
	}
}

func showClaim(w io.Writer, c verifier.Claim, v claimJSON) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "claim\t%s\nsession\t%s\npromise\t%d, round %d\nfiled\t%s\nstate\t%s\n",
		v.Claim, v.Session, v.Promise, v.Round, blockTime(v.FiledAt), v.State)
	if v.Evidence != nil {
		fmt.Fprintf(t, "evidence\t%s, complete at %s\nbundle\t%s\n", v.Evidence.BundleHash, blockTime(v.Evidence.BlockTime), v.Bundle)
	}
	if v.Ruled {
		fmt.Fprintf(t, "verdict\t%s: %s\n", v.Reason, verifier.Explain(judge.Reason(v.Reason)))
		fmt.Fprintf(t, "found\t%s\nrecords\t%s\n", v.Sentence, numbers(v.Records))
	}
	if !c.Tx.IsZero() {
		fmt.Fprintf(t, "settled in\t%s\n", v.Tx)
	}
	if v.Closed != "" {
		fmt.Fprintf(t, "closed\t%s\n", v.Closed)
	}
	for _, a := range v.Arrows {
		fmt.Fprintf(t, "%s\t-> %s  %s\n", blockTime(a.Time), a.To, a.Note)
	}
	return t.Flush()
}

func blockTime(seconds uint64) string {
	if seconds == 0 {
		return "-"
	}
	return escrow.BlockTime(seconds).Format("2006-01-02T15:04:05Z")
}
