package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore"
)

func newTraceLs(s *settings, io console) *cobra.Command {
	var f runFilter
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "List the sessions of the state directory, newest first",
		Example: `  varek-sidecar trace ls
  varek-sidecar trace ls --status unfinished --since 24h
  varek-sidecar trace ls --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := listRuns(s.state)
			if err != nil {
				return err
			}
			runs, err := f.choose(list.runs)
			if err != nil {
				return err
			}
			if s.json {
				if runs == nil {
					runs = []*runFile{}
				}
				err = printJSON(io.out, runs)
			} else if len(runs) > 0 || len(list.damaged) == 0 {
				err = printRuns(io.out, s.state, runs)
			}
			if err != nil {
				return err
			}
			return list.fault("list sessions")
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.status, "status", "", "only these: running, closed, unfinished, uncommitted (closed without final commitment)")
	fl.StringVar(&f.agent, "agent", "", "only agents whose command line matches; * matches any run of characters")
	fl.StringVar(&f.since, "since", "", "only those started at or after this time: RFC 3339, or a duration ago such as 24h")
	fl.StringVar(&f.until, "until", "", "only those started before this time")
	return cmd
}

// runFilter chooses sessions.
type runFilter struct{ status, agent, since, until string }

func (f runFilter) choose(runs []*runFile) (kept []*runFile, err error) {
	switch f.status {
	case "", statusRunning, statusClosed, "unfinished", "uncommitted":
	default:
		return nil, usage("read --status", fmt.Errorf("%q is not a status", f.status), "running, closed, unfinished or uncommitted")
	}
	span, err := parseSpan(f.since, f.until, time.Now())
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		started, err := time.Parse(time.RFC3339Nano, r.Started)
		if err != nil {
			return nil, environment("read the start of session "+r.Session.String(), err, damagedHint)
		}
		if span.holds(started) && f.hasStatus(r) && (f.agent == "" || glob(f.agent, strings.Join(r.Argv, " "))) {
			kept = append(kept, r)
		}
	}
	return kept, nil
}

func (f runFilter) hasStatus(r *runFile) bool {
	switch f.status {
	case "":
		return true
	case "unfinished":
		return r.Status == statusRunning && !r.alive()
	case "uncommitted":
		return r.Status == statusClosed && !r.Final
	case statusRunning:
		return r.Status == statusRunning && r.alive()
	}
	return r.Status == f.status
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
	if err := w.Flush(); err != nil {
		return err
	}
	return printPending(out, state, runs)
}

// printPending names the databases from which an erasure is not complete.
func printPending(out io.Writer, state string, runs []*runFile) error {
	seen := map[string]bool{}
	for _, r := range runs {
		path := r.path(state)
		if seen[path] || !tracestore.ErasurePending(path) {
			continue
		}
		seen[path] = true
		if _, err := fmt.Fprintf(out, "%s: %s\n", path, pendingErasure); err != nil {
			return err
		}
	}
	return nil
}

// pendingErasure is what to do about an erasure that could not reach all copies.
const pendingErasure = "copies of erased bodies may be left in its pages; end whoever reads it, see that there is room, and repeat varek-sidecar trace erase"
