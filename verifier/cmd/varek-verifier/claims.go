package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
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

// eachBook opens the books of this state directory one after another.
func eachBook(ctx context.Context, state string, do func(dir string, b *verifier.Book, id verifier.Identity) error) error {
	dirs, err := houseDirs(state)
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if err := withBook(ctx, dir, do); err != nil {
			return err
		}
	}
	return nil
}

func withBook(ctx context.Context, dir string, do func(dir string, b *verifier.Book, id verifier.Identity) error) (err error) {
	book, err := verifier.ReadBook(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	id, err := book.Identity(ctx)
	if err != nil {
		return err
	}
	return do(dir, book, id)
}

// findClaim looks for a claim in every book.
func findClaim(ctx context.Context, state string, claim trace.Hash, do func(dir string, b *verifier.Book, id verifier.Identity, c verifier.Claim) error) error {
	found := false
	err := eachBook(ctx, state, func(dir string, b *verifier.Book, id verifier.Identity) error {
		c, err := b.Claim(ctx, claim)
		if found || errors.Is(err, verifier.ErrNoClaim) {
			return nil
		}
		if err != nil {
			return err
		}
		found = true
		return do(dir, b, id, c)
	})
	if err == nil && !found {
		err = verifier.ErrNoClaim
	}
	return err
}

func newClaimsLs(o *options) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:     "ls",
		Short:   "List claims, newest filing first",
		Example: "  varek-verifier claims ls --limit 20",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return eachBook(cmd.Context(), o.state, func(_ string, book *verifier.Book, id verifier.Identity) error {
				claims, err := book.Claims(cmd.Context(), limit, 0)
				if err != nil {
					return err
				}
				return o.listClaims(cmd.OutOrStdout(), id, claims)
			})
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
	Voices   []evidence.Voice  `json:"voices,omitempty"`  // of a quorum's members
	Dissent  string            `json:"dissent,omitempty"` // what this member found where the quorum decided otherwise
}

func claimOf(c verifier.Claim) claimJSON {
	return claimJSON{
		Claim: c.ID.String(), Session: c.Session.String(), Promise: c.Promise, Round: c.Round, FiledAt: c.FiledAt,
		State: c.State, Ruled: c.Ruled, Violated: c.Violated, Reason: c.Reason, Records: c.Records, Sentence: c.Sentence,
		Tx: c.Tx.String(), Closed: c.Closed, Dissent: c.Dissent,
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
			return findClaim(cmd.Context(), o.state, id, func(dir string, book *verifier.Book, who verifier.Identity, c verifier.Claim) error {
				view, err := viewOf(cmd.Context(), dir, book, c)
				if err != nil {
					return err
				}
				if o.json {
					return json.NewEncoder(cmd.OutOrStdout()).Encode(view)
				}
				privateLine(cmd.OutOrStdout(), who.ChainID == devChainID)
				return showClaim(cmd.OutOrStdout(), c, view)
			})
		},
	}
}

// viewOf adds evidence, history and voices to a claim.
func viewOf(ctx context.Context, dir string, book *verifier.Book, c verifier.Claim) (claimJSON, error) {
	view := claimOf(c)
	var err error
	if view.Arrows, err = book.Arrows(ctx, c.ID); err != nil {
		return view, err
	}
	if view.Voices, err = book.Voices(ctx, c.ID); err != nil {
		return view, err
	}
	vault := evidence.ReadVault(filepath.Join(dir, "bundles"))
	receipt, kept, err := vault.Receipt(c.ID)
	if err == nil && kept {
		view.Evidence, view.Bundle = &receipt, vault.Path(c.ID)
	}
	return view, err
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
	if v.Dissent != "" {
		fmt.Fprintf(t, "dissent\tthis member found: %s\n", v.Dissent)
	}
	for _, voice := range v.Voices {
		fmt.Fprintf(t, "voice\t%s signed %s\n", voice.Member, verdictWord(voice.Violated))
	}
	if v.Closed != "" {
		fmt.Fprintf(t, "closed\t%s\n", v.Closed)
	}
	for _, a := range v.Arrows {
		fmt.Fprintf(t, "%s\t-> %s  %s\n", blockTime(a.Time), a.To, a.Note)
	}
	return t.Flush()
}

func verdictWord(violated bool) string {
	if violated {
		return "violated"
	}
	return "satisfied"
}

func blockTime(seconds uint64) string {
	if seconds == 0 {
		return "-"
	}
	return escrow.BlockTime(seconds).Format("2006-01-02T15:04:05Z")
}
