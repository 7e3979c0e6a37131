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
		fmt.Fprintln(stderr, "varek-escrow:", err)
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
	case errors.As(err, &refusal), errors.Is(err, escrow.ErrUnknownClaim), errors.Is(err, escrow.ErrUnknownPromise),
		errors.Is(err, escrow.ErrUnknownSession), errors.Is(err, escrow.ErrReverted):
		return exitNo
	case errors.Is(err, escrow.ErrNoNetwork):
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
		Use:   "varek-escrow",
		Short: "Register promises, file claims, and run the development chain",
		Long: "varek-escrow is for the two sides of a promise. A provider registers it and backs it with a reserve;\n" +
			"a user whose session broke it files a claim and is paid. Everything happens on the chain of --network.\n\n" +
			"Exit status: 0 done, 1 the answer is no, 2 wrong usage or input, 3 stopped early, 4 the environment cannot.",
		Example: "  varek-escrow devchain --detach\n" +
			"  varek-escrow promise register promise.yaml\n" +
			"  varek-escrow promise ls\n" +
			"  varek-escrow claim file 0x3f… --promise 1",
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
	flags.StringVar(&s.keyFile, "key", "", "file with the secret key (default on dev: the key of the role)")
	flags.StringVar(&s.role, "as", "", "on dev, use the key of this role: deployer, owner, operator, user or verifier")
	flags.BoolVar(&s.json, "json", false, "print JSON")
	root.AddCommand(devchainCommand(s), deployCommand(s), promiseCommand(s), operatorCommand(s), sessionCommand(s),
		claimCommand(s), creditCommand(s), balanceCommand(s))
	prepareAll(root)
	return root
}

// prepareAll gives every command the errors of this package: a group without a
// subcommand says which there are, and what a command returns is told apart
// from what flag parsing returns.
func prepareAll(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		prepareAll(c)
		if c.RunE == nil {
			c.Args = cobra.ArbitraryArgs
			c.RunE = groupHelp
			continue
		}
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if err := run(cmd, args); err != nil {
				return ran{err}
			}
			return nil
		}
	}
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
