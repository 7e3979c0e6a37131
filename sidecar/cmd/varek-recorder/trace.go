package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

func newTrace(s *settings, io console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace",
		Short: "Look at recorded sessions, prove, export and erase them",
		Long: `trace works on the sessions of the state directory, running or over. Whatever shows or takes bodies away is noted in the session's
access.jsonl: who, when, which command, which records.`,
		Example: `  varek-sidecar trace ls
  varek-sidecar trace show 5e3f --tool sys.unlink
  varek-sidecar trace verify 5e3f
  varek-sidecar trace prove 5e3f --seq 17`,
	}
	cmd.AddCommand(newTraceLs(s, io), newTraceShow(s, io), newTraceProve(s, io), newTraceVerify(s, io), newTraceExport(s, io),
		newTraceRedact(s, io), newTraceErase(s, io), newTraceAccess(s, io))
	return cmd
}

// openStore opens a session's store for reading, beside whoever writes it.
func openStore(ctx context.Context, s *settings, session trace.Hash) (*tracestore.Store, error) {
	dir := sessionDir(s.state, session)
	path := filepath.Join(dir, storeName)
	if r, err := readRun(dir); err == nil {
		path = r.path(s.state)
	}
	store, err := tracestore.Open(ctx, path, tracestore.Options{ReadOnly: true})
	if err != nil {
		return nil, environment("open the trace of "+session.String(), err, "")
	}
	return store, nil
}

// printRecord prints the exact stored bytes of one record as a JSON line.
func printRecord(out io.Writer, rec trace.Record) error {
	if rec.Hidden {
		_, err := fmt.Fprintf(out, `{"body_hash":"%s","head":%s,"leaf":"%s"}`+"\n", rec.BodyHash, rec.Head, rec.Leaf())
		return err
	}
	_, err := fmt.Fprintf(out, `{"body":%s,"head":%s,"leaf":"%s"}`+"\n", rec.Body, rec.Head, rec.Leaf())
	return err
}

func printJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
