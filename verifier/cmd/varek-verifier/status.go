package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/verifier"
)

// statusJSON is what status --json answers.
type statusJSON struct {
	Running bool          `json:"running"`
	Ready   bool          `json:"ready"`
	Cause   string        `json:"cause,omitempty"` // why it is not ready
	URL     string        `json:"url,omitempty"`
	Houses  []houseStatus `json:"houses"`
}

type houseStatus struct {
	ChainID  uint64                   `json:"chain_id"`
	Escrow   string                   `json:"escrow"`
	Verifier string                   `json:"verifier"`
	Folder   string                   `json:"folder"`
	Claims   map[verifier.State]int64 `json:"claims"`
	Verdicts map[string]int64         `json:"verdicts"`
	Dissent  int64                    `json:"dissent"`
}

func newStatus(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Say whether serve runs and is ready, and how many claims it has",
		Long: `status asks the verifier of this state directory whether it is ready (every chain
read up to its confirmed head within the last minute) and counts the claims in its
files, also while it does not run. Exit code 0: it runs and is ready; 1: not.`,
		Example: `  varek-verifier status
  varek-verifier status --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			st, private, err := o.status(cmd.Context())
			if err != nil {
				return err
			}
			if o.json {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(st)
			} else {
				privateLine(cmd.OutOrStdout(), private)
				err = st.show(cmd.OutOrStdout())
			}
			if err == nil && !st.Ready {
				return &answerError{exitNo}
			}
			return err
		},
	}
}

func (o *options) status(ctx context.Context) (statusJSON, bool, error) {
	st, private := statusJSON{Houses: []houseStatus{}}, false
	err := eachBook(ctx, o.state, func(dir string, b *verifier.Book, id verifier.Identity) error {
		f, err := b.Count(ctx)
		private = private || id.ChainID == devChainID
		st.Houses = append(st.Houses, houseStatus{ChainID: id.ChainID, Escrow: id.Escrow.String(), Verifier: id.Verifier.String(),
			Folder: dir, Claims: f.Claims, Verdicts: f.Verdicts, Dissent: f.Dissent})
		return err
	})
	if err != nil {
		return st, private, err
	}
	return st, private, st.ask(ctx, o.state)
}

// ask asks the running verifier, if there is one.
func (st *statusJSON) ask(ctx context.Context, state string) error {
	text, err := os.ReadFile(filepath.Join(state, "verifier", "endpoint.json"))
	if errors.Is(err, fs.ErrNotExist) {
		st.Cause = "it is not running; start it with: varek-verifier serve"
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the verifier's address: %w", err)
	}
	var e endpoint
	if err := json.Unmarshal(text, &e); err != nil {
		return fmt.Errorf("reading the verifier's address: %w", err)
	}
	st.URL = e.URL
	ready, err := readiness(ctx, e)
	if err != nil {
		st.Cause = "it does not answer at " + e.URL + "; if it was killed, start it again with: varek-verifier serve"
		return nil
	}
	st.Running, st.Ready, st.Cause = true, ready.OK, ready.cause()
	return nil
}

type readyJSON struct {
	OK     bool `json:"ok"`
	Houses []struct {
		Name  string `json:"name"`
		Cause string `json:"cause"`
	} `json:"houses"`
}

func (r readyJSON) cause() string {
	for _, h := range r.Houses {
		if h.Cause != "" {
			return h.Name + ": " + h.Cause
		}
	}
	return ""
}

// readiness asks /readyz where no certificate stands in the way of asking from
// this machine: only whether it answers is of interest, and what.
func readiness(ctx context.Context, e endpoint) (r readyJSON, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	address := e.URL
	if e.Metrics != "" {
		address = e.Metrics
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/readyz", nil)
	if err != nil {
		return r, err
	}
	resp, err := localClient().Do(req)
	if err != nil {
		return r, err
	}
	defer resp.Body.Close()
	return r, json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&r)
}

// localClient does not look at certificates, which are made out for the public
// name: it speaks to this machine's own process and sends it nothing.
func localClient() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: anyCertificate(), DialContext: (&net.Dialer{Timeout: 2 * time.Second}).DialContext}}
}

func (st statusJSON) show(w io.Writer) error {
	switch {
	case st.Ready:
		fmt.Fprintf(w, "running and ready at %s\n", st.URL)
	case st.Running:
		fmt.Fprintf(w, "running at %s and not ready: %s\n", st.URL, st.Cause)
	default:
		fmt.Fprintln(w, st.Cause)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, h := range st.Houses {
		fmt.Fprintf(t, "verifier\t%s on chain %d, escrow %s\nfolder\t%s\n", h.Verifier, h.ChainID, h.Escrow, h.Folder)
		for _, s := range verifier.States() {
			if n := h.Claims[s]; n > 0 {
				fmt.Fprintf(t, "%s\t%d\n", s, n)
			}
		}
		if len(h.Claims) == 0 {
			fmt.Fprintln(t, "claims\tnone yet")
		}
		if h.Dissent > 0 {
			fmt.Fprintf(t, "dissent\t%d claims on which the members of the quorum do not agree\n", h.Dissent)
		}
	}
	return t.Flush()
}
