// Command varek-verifier rules on claims against promises: it watches the
// escrow, receives evidence, judges it and settles, and it lets anyone recompute
// a verdict from a bundle and the chain's facts.
//
// It promises what package verifier promises: each step committed before it is
// acted on, one verdict per claim whatever happens to the process. Exit codes: 0
// good (judge: satisfied), 1 the answer is no (judge: violated), 2 wrong usage or
// input, 3 stopped early or not decided yet, 4 the environment cannot.
//
// This package only wires: flags are parsed and checked, parts are built and run.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/judge"
)

func main() { os.Exit(mainCode()) }

func mainCode() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitGood
	}
	var answer *answerError
	if errors.As(err, &answer) {
		return answer.code // already said on standard output
	}
	fmt.Fprintf(stderr, "varek-verifier: %v\n", err)
	return exitCode(err)
}

const (
	exitGood  = 0
	exitNo    = 1
	exitInput = 2
	exitEarly = 3
	exitEnv   = 4
)

// answerError ends the program with a code after its answer has been printed.
type answerError struct{ code int }

func (e *answerError) Error() string { return fmt.Sprintf("the answer has exit code %d", e.code) }

// inputError is a fault in what the user typed or handed in.
type inputError struct{ err error }

func (e *inputError) Error() string { return e.err.Error() }
func (e *inputError) Unwrap() error { return e.err }

func badInput(format string, args ...any) error { return &inputError{fmt.Errorf(format, args...)} }

// exitCode sorts an error into the codes of the package comment.
func exitCode(err error) int {
	var input *inputError
	switch {
	case errors.As(err, &input):
		return exitInput
	case errors.Is(err, context.Canceled):
		return exitEarly
	}
	for _, bad := range []error{
		escrow.ErrNoNetwork, escrow.ErrUnknownClaim, escrow.ErrKeyText, escrow.ErrVoices, escrow.ErrNoQuorum, verifier.ErrNoClaim, judge.ErrFacts, judge.ErrNotEvidence,
	} {
		if errors.Is(err, bad) {
			return exitInput
		}
	}
	return exitEnv
}
