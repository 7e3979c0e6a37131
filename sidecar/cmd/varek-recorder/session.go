package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func newSession(s *settings, con console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "session",
		Short: "Open, join and close sessions of a running serve",
		Example: `  eval "$(varek-sidecar session open --promise 1)"
  varek-sidecar session ls
  varek-sidecar session close 0x5e3f…`,
	}
	var promises []string
	var dir string
	open := &cobra.Command{
		Use: "open", Short: "Open a session and print what an adapter needs", Args: cobra.NoArgs,
		Example: `  eval "$(varek-sidecar session open --promise 1,2)"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := promiseList(promises)
			if err != nil {
				return err
			}
			if dir, err = workspace(dir); err != nil {
				return environment("find the workspace", err, "name a directory with --workspace")
			}
			var p seat
			if err := ask(cmd.Context(), s, http.MethodPost, "/v1/sessions", openRequest{list, dir}, &p); err != nil {
				return err
			}
			return printPlace(con, s.json, p)
		},
	}
	open.Flags().StringSliceVar(&promises, "promise", nil, "numbers of the promises that this session is under, comma separated")
	open.Flags().StringVar(&dir, "workspace", "", "what $WORKSPACE means in promises (default: the working directory)")
	join := &cobra.Command{
		Use: "join SESSION", Short: "Print what an adapter needs to speak in an open session", Args: cobra.ExactArgs(1),
		Example: `  eval "$(varek-sidecar session join 0x5e3f…)"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var p seat
			if err := ask(cmd.Context(), s, http.MethodGet, "/v1/sessions/"+args[0], nil, &p); err != nil {
				return err
			}
			return printPlace(con, s.json, p)
		},
	}
	end := &cobra.Command{
		Use: "close SESSION", Short: "Close a session and make its final commitment", Args: cobra.ExactArgs(1),
		Example: `  varek-sidecar session close 0x5e3f…`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var line sessionLine
			if err := ask(cmd.Context(), s, http.MethodPost, "/v1/sessions/"+args[0]+"/close", nil, &line); err != nil {
				return err
			}
			if s.json {
				return printJSON(con.out, line)
			}
			_, err := fmt.Fprintf(con.out, "session %s is closed: %d records, final commitment made\n", line.Session, line.Records)
			return err
		},
	}
	ls := &cobra.Command{
		Use: "ls", Short: "List the sessions that serve has open", Args: cobra.NoArgs,
		Example: `  varek-sidecar session ls --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list := []sessionLine{}
			if err := ask(cmd.Context(), s, http.MethodGet, "/v1/sessions", nil, &list); err != nil {
				return err
			}
			if s.json {
				return printJSON(con.out, list)
			}
			w := tabwriter.NewWriter(con.out, 0, 4, 2, ' ', 0)
			fmt.Fprintln(w, "SESSION\tRECORDS\tCOMMITTED")
			for _, l := range list {
				fmt.Fprintf(w, "%s\t%d\t%d\n", l.Session, l.Records, l.Committed)
			}
			return w.Flush()
		},
	}
	cmd.AddCommand(open, join, end, ls)
	return cmd
}

// ask makes one request on serve's socket.
func ask(ctx context.Context, s *settings, method, path string, in, out any) error {
	op := "ask serve"
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", controlSocket(s.state))
	}}}
	defer client.CloseIdleConnections()
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://serve"+path, body)
	if err != nil {
		return usage(op, err, "varek-sidecar session ls")
	}
	resp, err := client.Do(req)
	if err != nil {
		return environment(op, err, "start it: varek-sidecar serve --state "+s.state)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	switch {
	case err != nil:
		return environment(op, err, "")
	case resp.StatusCode == http.StatusNotFound, resp.StatusCode == http.StatusBadRequest:
		return usage(op, errors.New(strings.TrimSpace(string(text))), "varek-sidecar session ls")
	case resp.StatusCode != http.StatusOK:
		return environment(op, errors.New(strings.TrimSpace(string(text))), "see serve's log")
	}
	return json.Unmarshal(text, out)
}
