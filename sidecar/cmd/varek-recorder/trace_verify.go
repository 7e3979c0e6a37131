package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// verifyFlags say against what a trace is verified.
type verifyFlags struct {
	facts string
	chain bool
	save  string
	owner string
}

// finding is what verify prints.
type finding struct {
	Target   string         `json:"target"`
	What     string         `json:"what"` // store, bundle, record proof, extension proof
	Session  trace.Hash     `json:"session"`
	Against  string         `json:"against"` // where the commitments come from
	Good     bool           `json:"good"`
	Problem  string         `json:"problem,omitempty"`
	Records  uint64         `json:"records"`
	Hidden   uint64         `json:"hidden"`
	Matched  int            `json:"commitments"` // that matched
	Proven   uint64         `json:"proven"`      // up to this record
	H        trace.Hash     `json:"h"`
	Signer   *trace.Address `json:"signer,omitempty"`
	Warnings []string       `json:"warnings,omitempty"`
}

func newTraceVerify(s *settings, con console) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify SESSION|BUNDLE|PROOF",
		Short: "Check a session's store, an evidence bundle or a proof against the commitments on chain",
		Long: `verify recomputes every leaf and every commitment and says up to which record the trace is proven. The commitments come from a file
(--facts: what an earlier --save wrote, or the facts file of a claim), from the chain (--chain), or, for a session without either, from the
store itself: that finds damage, but proves nothing against who owns the store. A bundle or proof without commitments is checked in itself only.

Exit status 0: everything holds; 1: it does not; 2: the file is none of these.`,
		Example: `  varek-sidecar trace verify 5e3f
  varek-sidecar trace verify 5e3f --chain --save commitments.json
  varek-sidecar trace verify bundle.ndjson.zst --facts commitments.json
  varek-sidecar trace verify record-17.json --facts commitments.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.chain && f.facts != "" || f.save != "" && !f.chain {
				return usage("trace verify", errors.New("--facts and --chain name two sources; --save goes with --chain"), "varek-sidecar trace verify --help")
			}
			got, err := verify(cmd.Context(), s, con, f, args[0])
			if err != nil {
				return err
			}
			return got.tell(con.out, s.json)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.facts, "facts", "", "file with the commitments: from --save, or a claim's facts file")
	fl.BoolVar(&f.chain, "chain", false, "read the commitments from the chain of --network")
	fl.StringVar(&f.save, "save", "", "with --chain, also write the commitments to this file")
	fl.StringVar(&f.owner, "owner", "", "with --chain, the owner who commits (default: who opened the session)")
	return cmd
}

// tell prints the finding; the error carries the exit code.
func (g *finding) tell(out io.Writer, asJSON bool) error {
	var err error
	if asJSON {
		err = printJSON(out, g)
	} else {
		err = g.print(out)
	}
	if err == nil && !g.Good {
		return ended{exitNo}
	}
	return err
}

func (g *finding) print(out io.Writer) error {
	fmt.Fprintf(out, "%s of session %s\n", g.What, g.Session)
	fmt.Fprintf(out, "  compared with  %s\n", g.Against)
	if g.What == "store" || g.What == "bundle" {
		fmt.Fprintf(out, "  records        %d, %d of them with hidden bodies, H %s\n", g.Records, g.Hidden, g.H)
	}
	if g.Signer != nil {
		fmt.Fprintf(out, "  signed by      %s\n", *g.Signer)
	}
	for _, w := range g.Warnings {
		fmt.Fprintf(out, "  note           %s\n", w)
	}
	if !g.Good {
		_, err := fmt.Fprintf(out, "  NOT PROVEN     %s\n", g.Problem)
		return err
	}
	_, err := fmt.Fprintf(out, "  holds          %d commitments match; records 1 to %d are proven\n", g.Matched, g.Proven)
	return err
}

func verify(ctx context.Context, s *settings, con console, f verifyFlags, target string) (*finding, error) {
	if _, err := os.Stat(target); err != nil {
		r, err := findRun(s.state, target)
		if err != nil {
			return nil, err
		}
		return verifyStore(ctx, s, con, f, r)
	}
	file, err := os.Open(target)
	if err != nil {
		return nil, usage("trace verify", err, "")
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if magic, _ := in.Peek(4); string(magic) == "\x28\xb5\x2f\xfd" {
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
		if err != nil {
			return nil, environment("trace verify", err, "")
		}
		defer z.Close()
		in = bufio.NewReader(z)
	}
	if start, _ := in.Peek(len(`{"chain_id":`)); string(start) == `{"chain_id":` {
		return verifyBundle(ctx, s, con, f, target, in)
	}
	text, err := io.ReadAll(io.LimitReader(in, trace.DefaultMaxLine))
	if err != nil {
		return nil, environment("read "+target, err, "")
	}
	return verifyProof(ctx, s, f, target, text)
}

func verifyStore(ctx context.Context, s *settings, con console, f verifyFlags, r *runFile) (*finding, error) {
	if err := noteAccess(s.state, r.Session, access{Command: "trace verify", Detail: "hashes only"}); err != nil {
		return nil, err
	}
	store, err := openStore(ctx, s, r.Session)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	g := &finding{Target: store.Path(), What: "store", Session: r.Session}
	committed, err := f.commitments(ctx, s, r.Session, g)
	if err != nil {
		return nil, err
	}
	if committed == nil {
		g.Against = "the store's own list of commitments, not a chain"
		list, err := store.Checkpoints(ctx, r.Session)
		if err != nil {
			return nil, environment("read the checkpoints", err, "")
		}
		for _, c := range list {
			if c.Status == tracestore.StatusConfirmed {
				committed = append(committed, trace.Item{Session: r.Session, N: uint32(c.N), H: c.H})
			}
		}
	}
	head, err := store.Head(ctx, r.Session)
	if err != nil {
		return nil, environment("read the trace", err, "")
	}
	audit, err := trace.NewAudit(r.Session, committed)
	if err == nil {
		p := progress{out: con.err, total: head}
		err = eachEntry(ctx, store, r.Session, head, func(e *trace.Entry) error {
			p.step()
			return audit.Take(e)
		})
	}
	return g.close(audit, err)
}

// close takes over what the audit found. Errors that are no finding stay errors.
func (g *finding) close(a *trace.Audit, err error) (*finding, error) {
	result, end := a.End()
	if err == nil {
		err = end
	}
	g.Records, g.Hidden, g.Matched, g.Proven, g.H = result.Records, result.Hidden, result.Commitments, result.Proven, result.H
	var told *trace.AuditFault
	if err != nil && !errors.As(err, &told) {
		return nil, err
	}
	if g.Good = err == nil; !g.Good {
		g.Problem = told.Error()
	} else if g.Proven < g.Records && g.Matched > 0 {
		g.Warnings = append(g.Warnings, fmt.Sprintf("records %d to %d are not committed yet", g.Proven+1, g.Records))
	}
	return g, nil
}

func verifyBundle(ctx context.Context, s *settings, con console, f verifyFlags, target string, in io.Reader) (*finding, error) {
	b, err := trace.NewParallelBundleReader(in, trace.Limits{})
	if err != nil {
		return nil, usage("read the bundle "+target, err, "")
	}
	defer b.Close()
	h := b.Header()
	g := &finding{Target: target, What: "bundle", Session: h.Session}
	committed, err := f.commitments(ctx, s, h.Session, g)
	if err != nil {
		return nil, err
	}
	if committed == nil {
		g.Against = "nothing but itself: give --facts or --chain"
	}
	// What its header claims must hold in any case.
	audit, err := trace.NewAudit(h.Session, append(committed, trace.Item{Session: h.Session, N: uint32(h.N), H: h.H}))
	p := progress{out: con.err}
	for err == nil {
		var e *trace.Entry
		if e, err = b.NextEntry(); err == nil {
			p.step()
			err = audit.Take(e)
		}
	}
	switch {
	case errors.Is(err, io.EOF) && !errors.Is(err, trace.ErrBundle):
		err = nil
	case errors.Is(err, trace.ErrBundle):
		return nil, usage("read the bundle "+target, err, "")
	}
	if g, err = g.close(audit, err); err != nil {
		return nil, environment("read the bundle "+target, err, "")
	}
	if g.Good {
		signer, err := trace.Recover(b.Digest(), b.Footer().Signature)
		if err != nil || signer != b.Footer().Signer {
			g.Good, g.Problem = false, "the signature is not that of the signer whom the bundle names"
		}
		g.Signer = &signer
	}
	if g.Good && committed == nil {
		g.Matched, g.Proven = 0, 0
		g.Warnings = append(g.Warnings, "it agrees with itself; nothing shows that this is what was committed")
	}
	return g, nil
}

func verifyProof(ctx context.Context, s *settings, f verifyFlags, target string, text []byte) (*finding, error) {
	rec, ext, err := trace.DecodeProof(text)
	if err != nil {
		return nil, usage("read "+target, err, "it is neither a bundle nor a proof, and no session begins with this")
	}
	g := &finding{Target: target, What: "record proof"}
	var points []trace.Commit
	if rec != nil {
		var h trace.Head
		g.Session, points = rec.Session, []trace.Commit{rec.Checkpoint}
		if h, err = rec.Check(); err == nil {
			g.Warnings = append(g.Warnings, fmt.Sprintf("it is about record %d (%s)", h.Seq, h.Kind))
		}
	} else {
		g.What, g.Session, points = "extension proof", ext.Session, []trace.Commit{ext.From, ext.To}
		err = ext.Check()
	}
	g.Good = err == nil
	if err != nil {
		g.Problem = err.Error()
	}
	committed, err := f.commitments(ctx, s, g.Session, g)
	if err != nil {
		return nil, err
	}
	if committed == nil {
		g.Against = "nothing but itself: give --facts or --chain"
		g.Warnings = append(g.Warnings, "it agrees with itself; nothing shows that the commitment stands on a chain")
		return g, nil
	}
	for _, p := range points {
		if !stands(committed, p) && g.Good {
			g.Good, g.Problem = false, fmt.Sprintf("no commitment (%d, %s) stands there", p.N, p.H)
		}
	}
	if g.Good {
		g.Matched, g.Proven = len(points), points[len(points)-1].N
	}
	return g, nil
}

func stands(committed []trace.Item, p trace.Commit) bool {
	for _, it := range committed {
		if uint64(it.N) == p.N && it.H == p.H {
			return true
		}
	}
	return false
}
