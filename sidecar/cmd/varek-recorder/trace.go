package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

func newTrace(s *settings, io console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Look at recorded sessions",
		Example: `  varek-sidecar trace ls
  varek-sidecar trace show 5e3f --tool sys.unlink`,
	}
	cmd.AddCommand(newTraceLs(s, io), newTraceShow(s, io))
	return cmd
}

func newTraceLs(s *settings, io console) *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Short:   "List the sessions of the state directory, newest first",
		Example: "  varek-sidecar trace ls\n  varek-sidecar trace ls --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			runs, err := listRuns(s.state)
			if err != nil {
				return err
			}
			if s.json {
				if runs == nil {
					runs = []*runFile{}
				}
				return printJSON(io.out, runs)
			}
			return printRuns(io.out, s.state, runs)
		},
	}
}

func printRuns(out io.Writer, state string, runs []*runFile) error {
	if len(runs) == 0 {
		fmt.Fprintf(out, "no sessions in %s\n  next: varek-sidecar run -- <agent>\n", state)
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "SESSION\tSTARTED\tSTATUS\tRECORDS\tFINAL\tAGENT")
	for _, r := range runs {
		status, final := r.Status, "no"
		if r.Status == statusRunning && !r.alive() {
			status = "unfinished"
		}
		if r.Final {
			final = "yes"
		}
		fmt.Fprintf(w, "%s\t%.19s\t%s\t%d\t%s\t%s\n", r.Session, r.Started, status, r.N, final, commandLine(r.Argv))
	}
	return w.Flush()
}

// filter chooses records of a trace.
type filter struct {
	kind, tool, action string
	denied             bool
}

func newTraceShow(s *settings, io console) *cobra.Command {
	var f filter
	cmd := &cobra.Command{
		Use:   "show SESSION",
		Short: "Show a session's records in order, kernel records under their call",
		Example: `  varek-sidecar trace show 5e3f
  varek-sidecar trace show 5e3f --kind syscall --denied
  varek-sidecar trace show 5e3f --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := findRun(s.state, args[0])
			if err != nil {
				return err
			}
			return showTrace(cmd.Context(), io.out, s, r, f)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.kind, "kind", "", "only this kind: intent, permission, start, action, syscall, session, gap, notice")
	fl.StringVar(&f.tool, "tool", "", "only this tool; * matches any run of characters")
	fl.StringVar(&f.action, "action", "", "only this call's records")
	fl.BoolVar(&f.denied, "denied", false, "only what was denied")
	return cmd
}

// openStore opens a session's store for reading, beside whoever writes it.
func openStore(ctx context.Context, s *settings, session trace.Hash) (*tracestore.Store, error) {
	path := filepath.Join(sessionDir(s.state, session), "trace.db")
	store, err := tracestore.Open(ctx, path, tracestore.Options{ReadOnly: true})
	if err != nil {
		return nil, environment("open the trace of "+session.String(), err, "")
	}
	return store, nil
}

func showTrace(ctx context.Context, out io.Writer, s *settings, r *runFile, f filter) error {
	store, err := openStore(ctx, s, r.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	shown, total := 0, 0
	err = store.Read(ctx, r.Session, 1, 0, func(rec trace.Record, seq uint64) error {
		total++
		l, err := newLine(rec)
		if err != nil {
			return fmt.Errorf("record %d: %w", seq, err)
		}
		if !f.match(l) {
			return nil
		}
		shown++
		if s.json {
			return printRecord(out, rec)
		}
		_, err = fmt.Fprintln(out, l)
		return err
	})
	if err != nil {
		return environment("read the trace of "+r.Session.String(), err, "")
	}
	if s.json {
		return nil
	}
	return showCheckpoints(ctx, out, store, r, shown, total)
}

// printRecord prints the exact stored bytes of one record as a JSON line.
func printRecord(out io.Writer, rec trace.Record) error {
	_, err := fmt.Fprintf(out, `{"body":%s,"head":%s,"leaf":"%s"}`+"\n", rec.Body, rec.Head, rec.Leaf())
	return err
}

func showCheckpoints(ctx context.Context, out io.Writer, store *tracestore.Store, r *runFile, shown, total int) error {
	list, err := store.Checkpoints(ctx, r.Session)
	if err != nil {
		return environment("read the checkpoints of "+r.Session.String(), err, "")
	}
	covered, confirmed := uint64(0), 0
	for _, c := range list {
		if c.Status == tracestore.StatusConfirmed {
			confirmed++
			covered = max(covered, c.N)
		}
	}
	_, err = fmt.Fprintf(out, "%d of %d records shown; %d commitments on chain cover records 1 to %d", shown, total, confirmed, covered)
	if exposed := uint64(total) - min(covered, uint64(total)); exposed > 0 {
		fmt.Fprintf(out, "; %d not yet committed", exposed)
	}
	fmt.Fprintln(out)
	return err
}

func printJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
