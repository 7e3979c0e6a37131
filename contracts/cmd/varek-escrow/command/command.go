// Package command is the command line of varek-escrow.
//
// It promises the same for every command: --help with examples, --json for
// programs, exact amounts, an error that says what to do next, and on a
// development network a first line that says PRIVATE LEDGER. It decides nothing
// about promises or claims; the packages escrow and predicates do.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
)

// Exit codes, the same for every varek command.
const (
	exitGood        = 0
	exitNo          = 1 // the answer is no
	exitUsage       = 2 // wrong usage or input
	exitStopped     = 3 // stopped early, what was done is kept
	exitEnvironment = 4 // the environment cannot
)

// fault is an error with its exit code.
type fault struct {
	error
	code int
}

func (f fault) Unwrap() error { return f.error }

func usage(format string, args ...any) error {
	return fault{fmt.Errorf(format, args...), exitUsage}
}

func environment(err error) error { return fault{err, exitEnvironment} }

// Run runs the command line args and returns the exit code. Results go to
// stdout, everything else to stderr.
func Run(ctx context.Context, version string, args []string, stdout, stderr io.Writer) int {
	root := newRoot(version)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitGood
	}
	if !errors.Is(err, errSaid) {
		fmt.Fprintln(stderr, "varek-escrow:", visible(err.Error()))
		if hint := advice(err); hint != "" {
			fmt.Fprintln(stderr, "  what can be done:", hint)
		}
	}
	return exitCode(ctx, err)
}

// exitCode classifies an error. Errors nobody classified come from flag parsing
// and the arguments' count.
func exitCode(ctx context.Context, err error) int {
	var f fault
	var refusal *escrow.Refusal
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.Is(err, escrow.ErrPending), ctx.Err() != nil:
		return exitStopped
	case errors.Is(err, escrow.ErrFunds), errors.Is(err, escrow.ErrOpening), errors.Is(err, escrow.ErrFeeLimit):
		return exitNo
	case errors.As(err, &refusal), errors.Is(err, escrow.ErrUnknownClaim), errors.Is(err, escrow.ErrUnknownPromise),
		errors.Is(err, escrow.ErrUnknownSession), errors.Is(err, escrow.ErrReverted):
		return exitNo
	case errors.Is(err, escrow.ErrNoNetwork), errors.Is(err, escrow.ErrNetworkFile) && !errors.Is(err, escrow.ErrNoDevchain), errors.Is(err, escrow.ErrQuorum):
		return exitUsage
	case errors.Is(err, errRan):
		return exitEnvironment
	default:
		return exitUsage
	}
}

// errRan marks errors of a command that had got past its flags and arguments.
var errRan = errors.New("the command failed")

type ran struct{ error }

func (r ran) Unwrap() error        { return r.error }
func (r ran) Is(target error) bool { return target == errRan }

func newRoot(version string) *cobra.Command {
	s := &session{}
	root := &cobra.Command{
		Use:     "varek-escrow",
		Short:   "Register promises, file claims, and run the development chain",
		Long:    guide,
		Example: guideExample,
		Version: version, SilenceUsage: true, SilenceErrors: true,
		// Completion scripts are nothing that a provider or a user needs here.
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE:              groupHelp,
	}
	root.SetVersionTemplate("varek-escrow {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("%w; see: %s --help", err, cmd.CommandPath())
	})
	flags := root.PersistentFlags()
	flags.StringVar(&s.state, "state", "", "state directory (default $VAREK_STATE, $XDG_STATE_HOME/varek or ~/.local/state/varek)")
	flags.StringVar(&s.networkName, "network", envOr("VAREK_NETWORK", "dev"), "dev, base-sepolia, base or a network file")
	flags.StringVar(&s.keyFile, "key", "", "file with the secret key in hexadecimal, or a keystore (default on dev: the key of the role)")
	flags.StringVar(&s.passwordFile, "password-file", os.Getenv("VAREK_PASSWORD_FILE"), "file with the keystore's password (default: ask on the terminal)")
	flags.StringVar(&s.signerURL, "signer", "", "external signer that holds the key, for instance http://127.0.0.1:8550 (clef)")
	flags.StringVar(&s.from, "from", "", "with --signer: the account to use; with --dry-run: the address to look from, without a key")
	flags.StringVar(&s.role, "as", "", "on dev, use the key of this role: deployer, owner, operator, user or verifier")
	flags.BoolVar(&s.json, "json", false, "print JSON")
	flags.BoolVar(&s.dryRun, "dry-run", false, "show what the transaction would do and cost, and send nothing")
	root.AddCommand(devchainCommand(s), deployCommand(s), promiseCommand(s), operatorCommand(s), sessionCommand(s),
		claimCommand(s), headsCommand(s), creditCommand(s), balanceCommand(s), quorumCommand(s), feesCommand(s))
	s.prepareAll(root)
	return root
}

// prepareAll gives every command the errors of this package: a group without a
// subcommand says which there are, and what a command returns is told apart
// from what flag parsing returns. A dry run ends in its plan.
func (s *session) prepareAll(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		s.prepareAll(c)
		if c.RunE == nil {
			c.Args = cobra.ArbitraryArgs
			c.RunE = groupHelp
			continue
		}
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if err := s.finish(cmd, run(cmd, args)); err != nil {
				return ran{err}
			}
			return nil
		}
	}
}

// finish ends a command: the plan of a dry run is its result, and what was sent
// is forgotten once its user knows of it.
func (s *session) finish(cmd *cobra.Command, err error) error {
	if errors.Is(err, escrow.ErrDryRun) && s.plan != nil {
		n, err := s.network()
		if err != nil {
			return err
		}
		return s.printPlan(cmd, n)
	}
	if s.acting != nil && (err == nil || errors.Is(err, errSaid)) {
		err = errors.Join(err, s.acting.Release())
	}
	return err
}

func groupHelp(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return usage("there is no command %q; see: %s --help", args[0], cmd.CommandPath())
}

func envOr(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// defaultState is the state directory where no flag names one.
func defaultState() (string, error) {
	if dir := os.Getenv("VAREK_STATE"); dir != "" {
		return dir, nil
	}
	if dir := os.Getenv("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "varek"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", usage("there is no home directory to keep state in; name one with --state DIR")
	}
	return filepath.Join(home, ".local", "state", "varek"), nil
}
