package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/cmd/varek-verifier/internal/onchain"
)

// version is set by the build; without it the module's own version is shown.
var version string

const privateLedger = "PRIVATE LEDGER: this development chain is in one party's hands; it proves internal consistency and nothing against its operator."

// devChainID is the chain id of every development chain.
const devChainID = 31337

// options are the flags that all commands share.
type options struct {
	state    string
	networks []string
	json     bool
}

// network is the one network of a command that takes one.
func (o *options) network() (string, error) {
	if len(o.networks) != 1 {
		return "", badInput("--network names one network here, not %d", len(o.networks))
	}
	return o.networks[0], nil
}

func newRoot(stdout, stderr io.Writer) *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "varek-verifier",
		Short: "Rule on claims against promises, and let anyone recompute the verdict",
		Long: `varek-verifier is the independent party of a promise: it watches the escrow for
claims, receives the provider's evidence, checks it against every commitment on
chain, evaluates the promise and settles. Every verdict can be recomputed by
whoever holds the bundle: see "judge" and "facts".

Run "serve" and leave it running; "status" says whether it is well and "claims"
what it was asked to rule on. Where several verifiers decide together (a quorum),
"serve" signs for its member; "sign" and "submit" do the same by hand.`,
		Example: `  varek-verifier serve                                    # development chain of this state directory
  varek-verifier status
  varek-verifier claims ls
  varek-verifier claims show 0x…CLAIM
  varek-verifier facts 0x…CLAIM > facts.json              # anyone: recompute a verdict
  varek-verifier judge bundle.ndjson --facts facts.json`,
		Version:       versionText(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return badInput("%w; see: %s --help", err, cmd.CommandPath())
	})
	o.flags(root)
	root.AddCommand(newServe(o, nil), newJudge(o), newClaims(o), newFacts(o), newStatus(o), newSign(o), newSubmit(o))
	return root
}

func (o *options) flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.state, "state", defaultState(), "state directory ($VAREK_STATE)")
	f.StringSliceVar(&o.networks, "network", []string{"dev"}, "dev, the name of a public network, or a network file; serve takes several")
	f.BoolVar(&o.json, "json", false, "answer in JSON")
}

func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "devel"
}

func defaultState() string {
	if dir := os.Getenv("VAREK_STATE"); dir != "" {
		return dir
	}
	if dir := os.Getenv("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "varek")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "varek-state"
	}
	return filepath.Join(home, ".local", "state", "varek")
}

// noArgs and oneArg are cobra's checks with our exit code and next step.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return badInput("unknown argument %q; see: %s --help", args[0], cmd.CommandPath())
	}
	return nil
}

func oneArg(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return badInput("%s takes one %s, not %d; see: %s --help", cmd.Name(), name, len(args), cmd.CommandPath())
		}
		return nil
	}
}

func parseClaim(text string) (trace.Hash, error) {
	id, err := trace.ParseHash(text)
	if err != nil {
		return id, badInput("%q is no claim id: %w", text, err)
	}
	return id, nil
}

// dial connects to the network of the flags.
func (o *options) dial(ctx context.Context) (escrow.Network, *escrow.Client, error) {
	name, err := o.network()
	if err != nil {
		return escrow.Network{}, nil, err
	}
	n, err := escrow.Resolve(name, o.state)
	if err != nil {
		return n, nil, err
	}
	client, err := escrow.Dial(ctx, n)
	return n, client, err
}

// reader connects for reading only.
func (o *options) reader(ctx context.Context) (*onchain.Ledger, escrow.Network, func(), error) {
	n, client, err := o.dial(ctx)
	if err != nil {
		return nil, n, nil, err
	}
	return onchain.New(client, nil), n, client.Close, nil
}

func privateLine(w io.Writer, private bool) {
	if private {
		fmt.Fprintln(w, privateLedger)
	}
}
