package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// proveFlags say which proof is wanted.
type proveFlags struct {
	seq, checkpoint, from, to uint64
	hidden                    bool
	output                    string
}

func newTraceProve(s *settings, con console) *cobra.Command {
	var f proveFlags
	cmd := &cobra.Command{
		Use:   "prove SESSION",
		Short: "Print one record with its path to a commitment, or the proof that one commitment extends another",
		Long: `prove --seq prints one record, its salt and its path (RFC 9162) to a commitment that stands on chain: whoever can read (n, H) there, a
contract included, can check it with nothing else. --hidden leaves the body out and shows its hash. prove --from --to prints the proof that the
commitment to the second number of records extends the one to the first. trace verify checks both kinds of file.

The output is one line of canonical JSON. Exit status 1: no commitment covers the record, or the store contradicts one.`,
		Example: `  varek-sidecar trace prove 5e3f --seq 17
  varek-sidecar trace prove 5e3f --seq 17 --checkpoint 40 --output record-17.json
  varek-sidecar trace prove 5e3f --from 20 --to 40`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := findRun(s.state, args[0])
			if err != nil {
				return err
			}
			extension := f.from > 0 || f.to > 0
			switch {
			case extension && (f.seq > 0 || f.checkpoint > 0 || f.hidden):
				return usage("trace prove", errors.New("--seq, --checkpoint and --hidden do not go with --from and --to"), "varek-sidecar trace prove --help")
			case !extension && f.seq == 0:
				return usage("trace prove", errors.New("nothing to prove"), "give --seq, or --from and --to")
			case extension && (f.from == 0 || f.to < f.from):
				return usage("trace prove", errors.New("--from and --to must be two numbers of records, the smaller first"), "varek-sidecar trace verify "+args[0]+" lists the commitments")
			}
			return prove(cmd.Context(), s, con, r, f)
		},
	}
	fl := cmd.Flags()
	fl.Uint64Var(&f.seq, "seq", 0, "number of the record")
	fl.Uint64Var(&f.checkpoint, "checkpoint", 0, "number of records of the commitment (default: the first on chain that covers the record)")
	fl.Uint64Var(&f.from, "from", 0, "number of records of the earlier commitment")
	fl.Uint64Var(&f.to, "to", 0, "number of records of the later commitment")
	fl.BoolVar(&f.hidden, "hidden", false, "prove the record without showing its body")
	fl.StringVar(&f.output, "output", "", "write to this file instead of standard output")
	return cmd
}

func prove(ctx context.Context, s *settings, con console, r *runFile, f proveFlags) error {
	store, err := openStore(ctx, s, r.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	list, err := store.Checkpoints(ctx, r.Session)
	if err != nil {
		return environment("read the checkpoints of "+r.Session.String(), err, "")
	}
	note := access{Command: "trace prove", From: f.seq, To: f.seq}
	if f.seq == 0 {
		note = access{Command: "trace prove", From: 1, To: f.to, Detail: "hashes only"}
	} else if f.hidden {
		note.Detail = "hidden"
	}
	if err := noteAccess(s.state, r.Session, note); err != nil {
		return err
	}
	var text []byte
	if f.seq > 0 {
		text, err = proveRecord(ctx, store, r, list, f)
	} else {
		text, err = proveExtension(ctx, store, r, list, f)
	}
	if err != nil {
		return err
	}
	return writeOutput(con.out, f.output, append(text, '\n'))
}

// writeOutput writes to the named file, or to out where there is none.
func writeOutput(out io.Writer, path string, text []byte) error {
	if path == "" {
		_, err := out.Write(text)
		return err
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return environment("write "+path, err, "check the directory and its free space")
	}
	return nil
}

// covering finds the commitment on chain to exactly n records or, with n 0, the
// first that covers seq.
func covering(list []tracestore.Checkpoint, seq, n uint64) (tracestore.Checkpoint, error) {
	for _, c := range list {
		if c.Status == tracestore.StatusConfirmed && c.N >= seq && (n == 0 || c.N == n) {
			return c, nil
		}
	}
	err := fmt.Errorf("no commitment on chain covers record %d", seq)
	if n > 0 {
		err = fmt.Errorf("there is no commitment on chain to exactly %d records that covers record %d", n, seq)
	}
	return tracestore.Checkpoint{}, &fault{op: "trace prove", err: err, hint: "varek-sidecar trace verify lists the commitments; wait for the next one", code: exitNo}
}

func proveRecord(ctx context.Context, store *tracestore.Store, r *runFile, list []tracestore.Checkpoint, f proveFlags) ([]byte, error) {
	c, err := covering(list, f.seq, f.checkpoint)
	if err != nil {
		return nil, err
	}
	path, err := trace.NewInclusion(f.seq-1, c.N)
	if err != nil {
		return nil, usage("trace prove", err, "")
	}
	p := trace.RecordProof{Session: r.Session}
	err = eachEntry(ctx, store, r.Session, c.N, func(e *trace.Entry) error {
		if path.Append(e.Leaf); e.Head.Seq == f.seq {
			p.Record = e.Record
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if p.Path, p.Checkpoint.Root, err = path.Path(); err != nil {
		return nil, environment("trace prove", err, "the store does not hold the records that it committed to")
	}
	if f.hidden && !p.Record.Hidden {
		p.Record = p.Record.Hide()
	}
	p.Checkpoint.N, p.Checkpoint.H = c.N, c.H
	if _, err := p.Check(); err != nil {
		return nil, contradicts(err)
	}
	return p.Encode()
}

func proveExtension(ctx context.Context, store *tracestore.Store, r *runFile, list []tracestore.Checkpoint, f proveFlags) ([]byte, error) {
	from, err := covering(list, f.from, f.from)
	if err != nil {
		return nil, err
	}
	to, err := covering(list, f.to, f.to)
	if err != nil {
		return nil, err
	}
	path, err := trace.NewConsistency(from.N, to.N)
	if err != nil {
		return nil, usage("trace prove", err, "")
	}
	p := trace.ExtensionProof{Session: r.Session, From: trace.Commit{N: from.N, H: from.H}, To: trace.Commit{N: to.N, H: to.H}}
	var tree trace.Frontier
	err = eachEntry(ctx, store, r.Session, to.N, func(e *trace.Entry) error {
		path.Append(e.Leaf)
		if tree.Size() < from.N {
			tree.Append(e.Leaf)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.From.Root = tree.Root()
	if p.Path, p.To.Root, err = path.Path(); err != nil {
		return nil, environment("trace prove", err, "the store does not hold the records that it committed to")
	}
	if err := p.Check(); err != nil {
		return nil, contradicts(err)
	}
	return p.Encode()
}

func contradicts(err error) error {
	return &fault{op: "trace prove", err: fmt.Errorf("the store does not hold what was committed: %w", err),
		hint: "varek-sidecar trace verify names the first record that differs", code: exitNo}
}

// eachEntry reads the records 1 to n of the store with their leaves.
func eachEntry(ctx context.Context, store *tracestore.Store, session trace.Hash, n uint64, take func(*trace.Entry) error) error {
	m := trace.NewEntryMaker(take)
	err := store.Read(ctx, session, 1, n, func(rec trace.Record, _ uint64) error { return m.Add(rec) })
	if err == nil {
		err = m.Flush()
	}
	if err != nil {
		var told *trace.AuditFault
		if errors.As(err, &told) {
			return err
		}
		return environment("read the trace of "+session.String(), err, "")
	}
	return nil
}
