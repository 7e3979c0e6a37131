package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// followPause is how often a followed trace is looked at. Each look is one
// short read: a reader that stayed in a transaction would keep the writer's log
// from being reused.
const followPause = 200 * time.Millisecond

func newTraceShow(s *settings, con console) *cobra.Command {
	var f filter
	var follow, byCall bool
	cmd := &cobra.Command{
		Use:   "show SESSION",
		Short: "Show a session's records in order, kernel records under their call",
		Long: `show prints one line per record, kernel records indented under the call that they belong to, and how far the trace is committed.
With --follow it goes on until the session is closed or the command is interrupted. With --by-call each call's records stand together, where the
call ended. With --json each line is {"body","head","leaf"} with the stored bytes.`,
		Example: `  varek-sidecar trace show 5e3f
  varek-sidecar trace show 5e3f --kind syscall --denied
  varek-sidecar trace show 5e3f --tool 'sys.*' --since 10m --follow
  varek-sidecar trace show 5e3f --json --seq 10-20`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := findRun(s.state, args[0])
			if err != nil {
				return err
			}
			if err := f.prepare(time.Now()); err != nil {
				return err
			}
			if follow && byCall {
				return usage("trace show", errors.New("--by-call waits for the end of each call, --follow does not"), "give one of them")
			}
			if err := noteAccess(s.state, r.Session, access{Command: "trace show", From: f.from, To: f.to, Detail: f.words()}); err != nil {
				return err
			}
			v := &viewer{out: con.out, json: s.json, filter: f, byCall: byCall, calls: map[string][]string{}}
			return v.show(cmd.Context(), s, r, follow)
		},
	}
	f.register(cmd.Flags())
	cmd.Flags().BoolVar(&follow, "follow", false, "go on with new records while the session runs")
	cmd.Flags().BoolVar(&byCall, "by-call", false, "show each call's records together")
	return cmd
}

// words tells the filter to the access log.
func (f filter) words() string {
	text := ""
	for _, w := range []struct{ name, value string }{{"tool", f.tool}, {"action", f.action}, {"since", f.since}, {"until", f.until}} {
		if w.value != "" {
			text += w.name + "=" + w.value + " "
		}
	}
	return text
}

// viewer prints the records of one session.
type viewer struct {
	out          io.Writer
	json, byCall bool
	filter       filter
	shown        int
	next         uint64              // first record not read
	calls        map[string][]string // lines of open calls, by action id
	order        []string            // of open calls
}

func (v *viewer) show(ctx context.Context, s *settings, r *runFile, follow bool) error {
	store, err := openStore(ctx, s, r.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	v.next = 1
	if err := v.more(ctx, store, r.Session); err != nil {
		return err
	}
	if follow {
		if err := v.follow(ctx, s, store, r.Session); err != nil {
			return err
		}
	}
	for _, id := range v.order {
		if err := v.flush(id); err != nil {
			return err
		}
	}
	if v.json {
		return nil
	}
	return showCheckpoints(ctx, v.out, store, r, v.shown, v.next-1)
}

// more prints what has come since the last look.
func (v *viewer) more(ctx context.Context, store *tracestore.Store, session trace.Hash) error {
	err := store.Read(ctx, session, v.next, 0, func(rec trace.Record, seq uint64) error {
		v.next = seq + 1
		l, err := newLine(rec)
		if err != nil {
			return fmt.Errorf("record %d: %w", seq, err)
		}
		if !v.filter.match(l) {
			return nil
		}
		v.shown++
		if v.json {
			return printRecord(v.out, rec)
		}
		return v.print(l)
	})
	if err != nil {
		return environment("read the trace of "+session.String(), err, "")
	}
	return nil
}

func (v *viewer) print(l line) error {
	id := l.head.ActionID
	if !v.byCall || id == "" {
		_, err := fmt.Fprintln(v.out, l)
		return err
	}
	if _, open := v.calls[id]; !open {
		v.order = append(v.order, id)
	}
	v.calls[id] = append(v.calls[id], l.String())
	if l.head.Kind == trace.KindAction {
		return v.flush(id)
	}
	return nil
}

func (v *viewer) flush(id string) error {
	for _, text := range v.calls[id] {
		if _, err := fmt.Fprintln(v.out, text); err != nil {
			return err
		}
	}
	delete(v.calls, id)
	return nil
}

// follow prints new records until the session is closed or the user has seen
// enough.
func (v *viewer) follow(ctx context.Context, s *settings, store *tracestore.Store, session trace.Hash) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	tick := time.NewTicker(followPause)
	defer tick.Stop()
	for {
		// Looked at before the records: what was written before the end is shown.
		r, err := readRun(sessionDir(s.state, session))
		if err != nil {
			return environment("read the session's state", err, "")
		}
		if err := v.more(ctx, store, session); err != nil && ctx.Err() == nil {
			return err
		}
		if r.Status == statusClosed || !r.alive() {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// showCheckpoints says how far the trace is committed, and what is exposed.
func showCheckpoints(ctx context.Context, out io.Writer, store *tracestore.Store, r *runFile, shown int, total uint64) error {
	list, err := store.Checkpoints(ctx, r.Session)
	if err != nil {
		return environment("read the checkpoints of "+r.Session.String(), err, "")
	}
	covered, confirmed, pending := uint64(0), 0, uint64(0)
	for _, c := range list {
		if c.Status == tracestore.StatusConfirmed {
			confirmed++
			covered = max(covered, c.N)
		} else {
			pending = max(pending, c.N)
		}
	}
	fmt.Fprintf(out, "%d of %d records shown; %d commitments on chain cover records 1 to %d\n", shown, total, confirmed, covered)
	if covered >= total {
		return nil
	}
	since, err := timeOf(ctx, store, r.Session, covered+1)
	if err != nil {
		return environment("read the oldest exposed record", err, "")
	}
	fmt.Fprintf(out, "exposed: records %d to %d (%d) are acknowledged and not yet committed, the oldest since %s", covered+1, total, total-covered, since)
	if pending > covered {
		fmt.Fprintf(out, "; a commitment to %d is under way", pending)
	}
	_, err = fmt.Fprintln(out)
	return err
}

// timeOf is the wall time that a record states.
func timeOf(ctx context.Context, store *tracestore.Store, session trace.Hash, seq uint64) (at string, err error) {
	at = "an unknown time"
	err = store.Read(ctx, session, seq, seq, func(rec trace.Record, _ uint64) error {
		if rec.Hidden {
			return nil
		}
		body, err := trace.DecodeBody(rec.Body)
		if err == nil && body.Time != "" {
			at = body.Time
		}
		return err
	})
	return at, err
}
