package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/judge"
)

// judgeGC is the share of live memory that may become garbage.
const judgeGC = 30

// judging are the flags of judge.
type judging struct {
	*options
	facts   string
	heads   string
	noChain bool
}

func newJudge(o *options) *cobra.Command {
	j := &judging{options: o}
	cmd := &cobra.Command{
		Use:   "judge BUNDLE",
		Short: "Recompute the verdict on a bundle",
		Long: `judge reads an evidence bundle (NDJSON, or zstd of it; - is standard input) and
answers what the verifier must have answered. The chain's facts come from a file
written by "facts", or from the chain itself (--network). With --no-chain there
are none: then it is proved that the bundle agrees with itself and what the
predicate says of it, and nothing about commitments, time or who may sign.

Exit code: 0 satisfied, 1 violated, 2 the input is no evidence, 3 not decided yet.`,
		Example: `  varek-verifier judge bundle.ndjson --facts facts.json
  varek-verifier judge bundle.ndjson.zst --network base-sepolia
  varek-verifier judge bundle.ndjson --no-chain --json`,
		Args: oneArg("bundle"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return j.run(cmd.Context(), cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&j.facts, "facts", "", "chain facts as written by \"varek-verifier facts\"")
	f.StringVar(&j.heads, "heads", "", "file of signed heads that the user filed with (with --network)")
	f.BoolVar(&j.noChain, "no-chain", false, "judge without any chain; says what that does not prove")
	return cmd
}

func (j *judging) run(ctx context.Context, cmd *cobra.Command, path string) error {
	sources := 0
	for _, name := range []string{"facts", "network", "no-chain"} {
		if cmd.Flags().Changed(name) {
			sources++
		}
	}
	if sources > 1 {
		return badInput("--facts, --network and --no-chain each say where the chain's facts are from; give one of them")
	}
	bundle, err := openBundle(cmd.InOrStdin(), path)
	if err != nil {
		return err
	}
	defer bundle.Close()
	facts, from, err := j.source(ctx, bundle)
	if err != nil {
		return err
	}
	registry, err := aap.Catalog()
	if err != nil {
		return fmt.Errorf("building the catalog of predicates: %w", err)
	}
	text, err := bundle.again()
	if err != nil {
		return err
	}
	// What a judgement remembers has few pointers, so looking for garbage more
	// often costs little, and a million records fit in less.
	defer debug.SetGCPercent(debug.SetGCPercent(judgeGC))
	v, err := judge.JudgeParallel(facts, text, registry)
	if err != nil {
		return err
	}
	if err := j.answer(cmd.OutOrStdout(), facts, v, from); err != nil {
		return err
	}
	switch {
	case !v.Decided:
		return &answerError{exitEarly}
	case v.Violated:
		return &answerError{exitNo}
	}
	return nil
}

// source finds the chain's facts as the flags say, and names where they are from.
func (j *judging) source(ctx context.Context, bundle *bundleFile) (judge.Facts, string, error) {
	if j.facts != "" {
		text, err := os.ReadFile(j.facts)
		if err != nil {
			return judge.Facts{}, "", badInput("reading the chain's facts: %w", err)
		}
		f, err := judge.DecodeFacts(text)
		return f, "facts file", err
	}
	if j.noChain {
		f, err := standIn(bundle)
		return f, "none", err
	}
	header, err := bundle.header()
	if err != nil {
		return judge.Facts{}, "", err
	}
	heads, err := readHeads(j.heads)
	if err != nil {
		return judge.Facts{}, "", err
	}
	ledger, n, done, err := j.reader(ctx)
	if err != nil {
		return judge.Facts{}, "", err
	}
	defer done()
	f, err := ledger.Facts(ctx, header.Claim, heads)
	return f, "network " + n.Name, err
}

// answerJSON is the answer of judge --json.
type answerJSON struct {
	judge.Verdict
	Claim     trace.Hash `json:"claim"`
	Chain     string     `json:"chain"` // where the facts came from
	NotProved string     `json:"not_proved"`
	Committed bool       `json:"committed"` // judged against the chain's commitments
}

const notProved = "that the chain holds these commitments, that the signer may sign, that the evidence came in time, which parameters and predicate the promise registered"

func (j *judging) answer(w io.Writer, f judge.Facts, v judge.Verdict, from string) error {
	missing := ""
	if j.noChain {
		missing = notProved
		v.Proven = "the records, the parameters and the signature of this bundle agree with one another"
	}
	if j.json {
		if v.Records == nil {
			v.Records = []uint64{}
		}
		return json.NewEncoder(w).Encode(answerJSON{v, f.Claim.ID, from, missing, !j.noChain})
	}
	reason := fmt.Sprintf("%s: %s", v.Reason, verifier.Explain(v.Reason))
	if j.noChain {
		reason = string(v.Reason) // the sentences speak of commitments on chain
	}
	privateLine(w, f.ChainID == devChainID)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "verdict\t%s\nclaim\t%s\nreason\t%s\nfound\t%s\nrecords\t%s\nproved\t%s\n",
		word(v), f.Claim.ID, reason, v.Sentence, numbers(v.Records), v.Proven)
	if missing != "" {
		fmt.Fprintf(t, "NOT proved\t%s\n", missing)
	}
	return t.Flush()
}

func word(v judge.Verdict) string {
	switch {
	case !v.Decided:
		return "undecided"
	case v.Violated:
		return "violated"
	}
	return "satisfied"
}

func numbers(records []uint64) string {
	if len(records) == 0 {
		return "-"
	}
	words := make([]string, len(records))
	for i, r := range records {
		words[i] = strconv.FormatUint(r, 10)
	}
	return strings.Join(words, ", ")
}
