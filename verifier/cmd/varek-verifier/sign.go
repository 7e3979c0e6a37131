package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/peers"
)

// signing are the flags of sign and submit.
type signing struct {
	*options
	key     string
	quorum  string
	verdict string
	from    []string
}

func (s *signing) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.key, "key", "", "key file (default on dev: STATE/keys/verifier.key)")
	f.StringVar(&s.quorum, "quorum", "", "contract of the quorum (default: the verifier that the claim's promise names)")
	f.StringVar(&s.verdict, "verdict", "", "violated or satisfied")
}

func newSign(o *options) *cobra.Command {
	s := &signing{options: o}
	cmd := &cobra.Command{
		Use:   "sign CLAIM --verdict violated|satisfied",
		Short: "Sign a verdict as a member of a quorum, by hand",
		Long: `sign makes one member's signature under (claim, violated) for the quorum's
contract and prints it as JSON, as "serve" shows it on its pages. Find out the
verdict with "judge" first: a signature cannot be taken back.`,
		Example: `  varek-verifier sign 0x…CLAIM --verdict violated --key member.key > a.json
  varek-verifier submit 0x…CLAIM a.json b.json`,
		Args: oneArg("claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			claim, err := parseClaim(args[0])
			if err != nil {
				return err
			}
			violated, err := s.violated()
			if err != nil {
				return err
			}
			m, err := s.open(cmd, claim)
			if err != nil {
				return err
			}
			defer m.client.Close()
			if !slices.Contains(m.quorum.Members, m.signer.Address()) {
				return badInput("%s is no member of the quorum %s", m.signer.Address(), m.quorum.Address)
			}
			sig, err := m.signer.SignTyped(cmd.Context(), m.quorum.Message(claim, violated))
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(evidence.Voice{Member: m.signer.Address(), Violated: violated, Signature: trace.FormatSignature(sig)})
		},
	}
	s.flags(cmd)
	return cmd
}

func (s *signing) violated() (bool, error) {
	switch s.verdict {
	case "violated":
		return true, nil
	case "satisfied":
		return false, nil
	}
	return false, badInput("--verdict is violated or satisfied, not %q", s.verdict)
}

// member is what sign and submit work with.
type member struct {
	network escrow.Network
	client  *escrow.Client
	signer  *escrow.KeySigner
	quorum  escrow.Quorum
}

func (s *signing) open(cmd *cobra.Command, claim trace.Hash) (member, error) {
	n, client, err := s.dial(cmd.Context())
	if err != nil {
		return member{}, err
	}
	m := member{network: n, client: client}
	if err := m.find(cmd, s, claim); err != nil {
		client.Close()
		return member{}, err
	}
	return m, nil
}

func (m *member) find(cmd *cobra.Command, s *signing, claim trace.Hash) error {
	c, err := m.client.Claim(cmd.Context(), claim)
	if err != nil {
		return err
	}
	address := c.Verifier
	if s.quorum != "" {
		if address, err = trace.ParseAddress(s.quorum); err != nil {
			return badInput("--quorum %q is no address: %w", s.quorum, err)
		}
	}
	if m.quorum, err = m.client.Quorum(cmd.Context(), address); err != nil {
		return err
	}
	path := s.key
	if path == "" {
		if !m.network.Private {
			return badInput("--key is needed on %s", m.network.Name)
		}
		path = filepath.Join(s.state, "keys", "verifier.key")
	}
	m.signer, err = escrow.LoadKey(path)
	return err
}

func newSubmit(o *options) *cobra.Command {
	s := &signing{options: o}
	cmd := &cobra.Command{
		Use:   "submit CLAIM [FILE…]",
		Short: "Settle a claim with the signatures of a quorum's members",
		Long: `submit collects members' signatures, from files that "sign" wrote and from the
pages of members (--from), and sends enough agreeing ones to the quorum's contract.
Anyone may: the key only pays the fee. Where both verdicts have enough signatures
--verdict chooses; the contract takes the first that arrives.`,
		Example: `  varek-verifier submit 0x…CLAIM a.json b.json
  varek-verifier submit 0x…CLAIM --from https://a.example.org --from https://b.example.org`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return badInput("submit takes a claim id; see: %s --help", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return s.submit(cmd, args[0], args[1:]) },
	}
	s.flags(cmd)
	cmd.Flags().StringSliceVar(&s.from, "from", nil, "address of a member whose page shows signatures; may be repeated")
	return cmd
}

func (s *signing) submit(cmd *cobra.Command, id string, files []string) error {
	claim, err := parseClaim(id)
	if err != nil {
		return err
	}
	if s.verdict != "" {
		if _, err := s.violated(); err != nil {
			return err
		}
	}
	voices, err := s.voices(cmd, claim, files)
	if err != nil {
		return err
	}
	m, err := s.open(cmd, claim)
	if err != nil {
		return err
	}
	defer m.client.Close()
	violated, signatures, err := m.choose(claim, s.verdict, voices)
	if err != nil {
		return err
	}
	account, err := m.client.Account(m.signer, filepath.Join(s.state, "keys"))
	if err != nil {
		return err
	}
	r, err := account.SubmitVerdict(cmd.Context(), m.quorum, claim, violated, signatures)
	if err != nil {
		return err
	}
	if s.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"claim": claim, "violated": violated, "signatures": len(signatures), "tx": r.TxHash})
	}
	privateLine(cmd.OutOrStdout(), m.network.Private)
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "claim %s settled as %s with %d signatures in %s\n", claim, verdictWord(violated), len(signatures), r.TxHash)
	return err
}

// voices collects signatures from files and pages.
func (s *signing) voices(cmd *cobra.Command, claim trace.Hash, files []string) (voices []evidence.Voice, err error) {
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, badInput("reading a signature: %w", err)
		}
		var v evidence.Voice
		if err := trace.Unmarshal(text, &v); err != nil {
			return nil, badInput("%s is no signature as sign writes it: %w", path, err)
		}
		voices = append(voices, v)
	}
	for _, address := range s.from {
		p, err := peers.New(address, &http.Client{})
		if err != nil {
			return nil, badInput("--from: %w", err)
		}
		r, err := p.Report(cmd.Context(), claim)
		if err != nil {
			return nil, fmt.Errorf("asking %s: %w", address, err)
		}
		if r.Quorum != nil {
			voices = append(voices, r.Quorum.Voices...)
		}
	}
	return voices, nil
}

// choose finds the verdict that enough members have signed. What is no member's
// signature is left out and said.
func (m *member) choose(claim trace.Hash, wanted string, voices []evidence.Voice) (bool, [][]byte, error) {
	by := map[bool]map[trace.Address][]byte{true: {}, false: {}}
	var bad []string
	for _, v := range voices {
		sig, err := trace.ParseSignature(v.Signature)
		if err == nil {
			var who trace.Address
			who, err = trace.Recover(m.quorum.Message(claim, v.Violated).Digest(), sig)
			if err == nil && slices.Contains(m.quorum.Members, who) {
				by[v.Violated][who] = sig
				continue
			}
		}
		bad = append(bad, v.Member.String())
	}
	for _, violated := range []bool{true, false} {
		if (wanted == "" || wanted == verdictWord(violated)) && uint64(len(by[violated])) >= m.quorum.Threshold {
			var out [][]byte
			for _, sig := range by[violated] {
				out = append(out, sig)
			}
			return violated, out, nil
		}
	}
	text := fmt.Sprintf("%d members signed violated, %d satisfied; it takes %d of %d", len(by[true]), len(by[false]), m.quorum.Threshold, len(m.quorum.Members))
	if len(bad) > 0 {
		text += "; no valid signature by " + strings.Join(bad, ", ")
	}
	return false, nil, fmt.Errorf("%w: %s", escrow.ErrVoices, text)
}
