// Package command is the command line of varek-check.
//
// It promises for every command: --help with examples, --json for programs, an
// error that names the place of the fault and the next step, and the exit codes
// of all varek commands. It decides nothing: predicates do.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Exit codes, the same for every varek command.
const (
	exitGood        = 0
	exitNo          = 1 // the answer is no: something is violated
	exitUsage       = 2 // wrong usage or input
	exitStopped     = 3 // stopped early, what was printed stands
	exitEnvironment = 4 // the environment cannot
)

// fault is an error with its exit code and what to do next.
type fault struct {
	err  error
	next string
	code int
}

func (f *fault) Error() string {
	if f.next == "" {
		return f.err.Error()
	}
	return f.err.Error() + "\n  next: " + f.next
}

func (f *fault) Unwrap() error { return f.err }

func usage(err error, next string) error { return &fault{err, next, exitUsage} }

// answer is an exit code whose reason was printed already.
type answer struct{ code int }

func (a answer) Error() string { return fmt.Sprintf("exit %d", a.code) }

// Run runs one command line and returns its exit code. Results go to stdout,
// all else to stderr.
func Run(ctx context.Context, version string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "varek-check",
		Short: "See what a promise finds before you stake money on it",
		Long: `varek-check searches a model for a sequence of actions that breaks a policy, judges recorded traces by promises and formulas, and says in
sentences what a promise file promises. It uses the same programs as the verifier, needs no network, and its verdicts are about the traces it is given.`,
		Example: `  varek-check run --world pullreview --depth 5 --certificate certificate.json
  varek-check verify certificate.json
  varek-check import mcp tools.json --promise promise.yaml --out world.json
  varek-check run --world world.json --promise promise.yaml --depth 5 --certificate certificate.json
  varek-check explain promise.yaml
  varek-check eval --promise promise.yaml traces.jsonl.gz
  varek-check eval --formula rule.json bundle.ndjson`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newRun(), newVerify(), newWorlds(), newSelfTest(), newImport(), newEval(), newExplain(), newTemplates(), newSchema())
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var a answer
	var f *fault
	switch {
	case err == nil:
		return exitGood
	case errors.As(err, &a):
		return a.code
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "varek-check: stopped; what was printed stands")
		return exitStopped
	case errors.As(err, &f):
		fmt.Fprintln(stderr, "varek-check:", err)
		return f.code
	}
	fmt.Fprintln(stderr, "varek-check:", err)
	fmt.Fprintln(stderr, "  next: varek-check --help, or varek-check <command> --help")
	return exitUsage
}
