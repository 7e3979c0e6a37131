package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func headsCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "heads",
		Short: "Receive and keep the heads that an operator signs for a session",
		Long: "After each commitment the operator signs how far the session's trace is: its number of records and their\n" +
			"hash. A user who keeps these heads can hold the provider to every record that they cover, even where a final\n" +
			"commitment leaves some out: claim file --heads.",
		Example: "  varek-escrow heads follow 0x3f… --source follow.json --output heads.json\n" +
			"  varek-escrow heads show 0x3f… heads.json",
	}
	cmd.AddCommand(headsFollow(s), headsShow(s), headsDeliver(s))
	return cmd
}

// signers says who may sign a session's heads.
type signers struct {
	domain trace.Domain
	list   []trace.Address
	reload func(context.Context) ([]trace.Address, error)
}

const signerUsage = "address that may sign (default: the owner's operators since the opening, read from the chain; may be repeated)"

func (s *session) headSigners(ctx context.Context, id trace.Hash, given []string) (*signers, error) {
	n, err := s.network()
	if err != nil {
		return nil, err
	}
	who := &signers{domain: trace.Domain{ChainID: n.ChainID, Contract: n.Escrow}}
	for _, text := range given {
		a, err := parseAddress(text)
		if err != nil {
			return nil, err
		}
		who.list = append(who.list, a)
	}
	if len(given) > 0 {
		return who, nil
	}
	who.reload = func(ctx context.Context) ([]trace.Address, error) {
		c, err := s.dial(ctx)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		x, err := c.Session(ctx, id)
		if err != nil {
			return nil, err
		}
		now, err := c.LatestTime(ctx)
		if err != nil {
			return nil, err
		}
		list, err := c.OperatorsBetween(ctx, x.Owner, x.OpenedAt, now)
		return append(list, x.Owner), err
	}
	who.list, err = who.reload(ctx)
	return who, err
}

// by gives the head's signer, who must be one of those that may sign. An
// unknown one is looked up on the chain again: operators change.
func (w *signers) by(ctx context.Context, id trace.Hash, h escrow.FactsHead) (trace.Address, error) {
	sig, err := trace.ParseSignature(h.Signature)
	if err != nil {
		return trace.Address{}, err
	}
	who, err := trace.Recover(w.domain.HeadDigest(id, h.N, h.H), sig)
	if err != nil {
		return trace.Address{}, err
	}
	for again := w.reload != nil; ; again = false {
		for _, a := range w.list {
			if a == who {
				return who, nil
			}
		}
		if !again {
			return who, fmt.Errorf("it is signed by %s, who may not sign heads of this session", who)
		}
		if w.list, err = w.reload(ctx); err != nil {
			return who, err
		}
	}
}

func headsShow(s *session) *cobra.Command {
	var given []string
	cmd := &cobra.Command{
		Use:   "show SESSION FILE",
		Short: "Check a file of signed heads and list it",
		Long: "Check a file of signed heads and list it: who signed, and whether two of them contradict each other. The\n" +
			"exit status is 1 where a signature is not good, or where the operator signed two hashes for one number.",
		Example: "  varek-escrow heads show 0x3f… heads.json\n  varek-escrow heads show 0x3f… heads.json --signed-by 0x7a… --json",
		Args:    exactly(2, "a session id and a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseHash("session id", args[0])
			if err != nil {
				return err
			}
			text, err := os.ReadFile(args[1])
			if err != nil {
				return usage("cannot read the signed heads: %w", err)
			}
			list, err := decodeHeads(text)
			if err != nil {
				return usage("%s is no file of signed heads: %w", args[1], err)
			}
			who, err := s.headSigners(cmd.Context(), id, given)
			if err != nil {
				return err
			}
			return s.showHeads(cmd, id, text, list, who)
		},
	}
	cmd.Flags().StringArrayVar(&given, "signed-by", nil, signerUsage)
	return cmd
}

// shownHead is a head with what a look at it found.
type shownHead struct {
	escrow.FactsHead
	Signer trace.Address `json:"signer,omitzero"`
	Fault  string        `json:"fault,omitempty"`
}

func (s *session) showHeads(cmd *cobra.Command, id trace.Hash, text []byte, list []escrow.FactsHead, who *signers) error {
	shown, faults := make([]shownHead, len(list)), 0
	for i, h := range list {
		signer, err := who.by(cmd.Context(), id, h)
		shown[i] = shownHead{FactsHead: h, Signer: signer}
		switch {
		case err != nil:
			shown[i].Fault = err.Error()
		case contradiction(list[:i], h) != nil:
			shown[i].Fault = fmt.Sprintf("another hash was signed for %d records: two traces", h.N)
		}
		if shown[i].Fault != "" {
			faults++
		}
	}
	out := cmd.OutOrStdout()
	if s.json {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		if err := enc.Encode(map[string]any{"session": id, "heads_hash": trace.Keccak(text), "heads": shown}); err != nil {
			return err
		}
	} else {
		w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "RECORDS\tHASH\tSIGNER\t")
		for _, h := range shown {
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", h.N, h.H, h.Signer, h.Fault)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(out, "%d heads, %d faults; hash of the file %s\n", len(list), faults, trace.Keccak(text))
	}
	if faults > 0 {
		return fault{errSaid, exitNo}
	}
	return nil
}

// contradiction finds an earlier head of the same number with another hash.
func contradiction(list []escrow.FactsHead, h escrow.FactsHead) *escrow.FactsHead {
	for i := range list {
		if list[i].N == h.N && list[i].H != h.H {
			return &list[i]
		}
	}
	return nil
}

// decodeHeads reads a heads file: a JSON array of {n, h, signature}.
func decodeHeads(text []byte) ([]escrow.FactsHead, error) {
	var list []escrow.FactsHead
	if err := trace.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	for i, h := range list {
		if _, err := trace.ParseSignature(h.Signature); err != nil {
			return nil, fmt.Errorf("head %d: %w", i+1, err)
		}
	}
	return list, nil
}

func headsDeliver(s *session) *cobra.Command {
	var file, verifier string
	cmd := &cobra.Command{
		Use:   "deliver CLAIM",
		Short: "Give the verifier the signed heads that a claim was filed with",
		Long: "Give the verifier the file of signed heads whose hash stands in the claim, byte for byte. It is due within one\n" +
			"day of filing; claim file keeps a copy for this command.",
		Example: "  varek-escrow heads deliver 0x7a…\n  varek-escrow heads deliver 0x7a… --heads heads.json --verifier-url https://verifier.example.org",
		Args:    exactly(1, "a claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseHash("claim id", args[0])
			if err != nil {
				return err
			}
			return s.deliverHeads(cmd, id, file, verifier)
		},
	}
	cmd.Flags().StringVar(&file, "heads", "", "file of signed heads (default: the copy that claim file kept)")
	cmd.Flags().StringVar(&verifier, "verifier-url", "", "where the verifier takes them (default: from the network file, on dev from the running verifier)")
	return cmd
}

// filedHeads is where claim file keeps a copy: the file that is followed goes on
// changing, and only the filed bytes have the filed hash.
func (s *session) filedHeads(claim trace.Hash) (string, error) {
	dir, err := s.stateDir()
	return filepath.Join(dir, "heads", claim.String()+".json"), err
}

func (s *session) keepFiledHeads(claim trace.Hash, text []byte) error {
	path, err := s.filedHeads(claim)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = replaceFile(path, text)
	}
	if err != nil {
		return environment(fmt.Errorf("the claim is filed, but the copy of its signed heads was not kept: %w", err))
	}
	return nil
}

func (s *session) deliverHeads(cmd *cobra.Command, id trace.Hash, file, verifier string) error {
	if file == "" {
		var err error
		if file, err = s.filedHeads(id); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return usage("cannot read the signed heads: %w", err)
	}
	c, err := s.dial(cmd.Context())
	if err != nil {
		return err
	}
	defer c.Close()
	claim, err := c.Claim(cmd.Context(), id)
	if err != nil {
		return err
	}
	if trace.Keccak(text) != claim.HeadsHash {
		return usage("%s is not the file that the claim was filed with (its hash is %s)", file, claim.HeadsHash)
	}
	if verifier == "" {
		if verifier, err = s.verifierURL(c.Network(), claim.Verifier); err != nil {
			return err
		}
	}
	if err := postHeads(cmd.Context(), verifier, id, text); err != nil {
		return err
	}
	if s.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"claim": id, "heads_hash": claim.HeadsHash, "accepted": true})
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "the verifier keeps the signed heads of claim %s\n", id)
	return err
}

// verifierURL finds the verifier in the network file, or on dev the one that
// runs in the state directory.
func (s *session) verifierURL(n escrow.Network, who trace.Address) (string, error) {
	for _, v := range n.Verifiers {
		if v.Address == who && v.URL != "" {
			return v.URL, nil
		}
	}
	dir, err := s.stateDir()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, "verifier", "endpoint.json"))
	var e struct {
		URL       string          `json:"url"`
		Verifiers []trace.Address `json:"verifiers"` // its own key and the quorums with it
	}
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	if err != nil || !slices.Contains(e.Verifiers, who) {
		return "", environment(fmt.Errorf("no address is known for the verifier %s; name it with --verifier-url", who))
	}
	return e.URL, nil
}

const (
	postAttempts = 20
	postPause    = 500 * time.Millisecond
	maxAnswer    = 1 << 16
)

// postHeads sends the file. A fresh claim is known to the verifier only after
// the network's confirmations, so that answer is waited out.
func postHeads(ctx context.Context, verifier string, claim trace.Hash, text []byte) error {
	target, err := url.JoinPath(verifier, "v1", "claims", claim.String(), "heads")
	if err != nil {
		return usage("verifier URL %q: %w", verifier, err)
	}
	for attempt := 1; ; attempt++ {
		var told struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		}
		status, err := post(ctx, target, text, &told)
		switch {
		case err == nil && status == http.StatusOK:
			return nil
		case err == nil && status < 500 && told.Code != "unknown_claim":
			return fault{fmt.Errorf("the verifier refused the signed heads: %s (%s)", told.Message, told.Code), exitNo}
		case err == nil:
			err = fmt.Errorf("%s (%s, HTTP %d)", told.Message, told.Code, status)
		}
		if attempt == postAttempts {
			return environment(fmt.Errorf("the verifier did not take the signed heads: %w; the same command can be repeated", err))
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(postPause):
		}
	}
}

func post(ctx context.Context, target string, text []byte, told any) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err == nil && res.StatusCode != http.StatusOK {
		// An answer of another form keeps its status.
		_ = json.Unmarshal(answer, told)
	}
	return res.StatusCode, err
}
