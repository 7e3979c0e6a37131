package main

import (
	"errors"
	"fmt"
	"io"
)

// Exit codes of every varek command (formats, section 9).
const (
	exitGood        = 0
	exitNo          = 1   // the answer is no
	exitUsage       = 2   // wrong usage or input
	exitStopped     = 3   // stopped early, what was done is kept
	exitEnvironment = 4   // the environment cannot
	exitNotStarted  = 125 // run: varek failed before the agent started
)

// fault is an error an operator must act on: what was tried, why it failed and
// what to do next, with the exit code that says which kind it is.
type fault struct {
	op   string
	err  error
	hint string
	code int
}

func (f *fault) Error() string {
	text := fmt.Sprintf("%s: %v", f.op, f.err)
	if f.hint != "" {
		text += "\n  next: " + f.hint
	}
	return text
}

func (f *fault) Unwrap() error { return f.err }

func usage(op string, err error, hint string) error {
	return &fault{op: op, err: err, hint: hint, code: exitUsage}
}

func environment(op string, err error, hint string) error {
	return &fault{op: op, err: err, hint: hint, code: exitEnvironment}
}

// ended carries an exit code without a message: everything was said already.
type ended struct{ code int }

func (e ended) Error() string { return fmt.Sprintf("exit %d", e.code) }

// report prints err and returns the exit code it stands for. Errors that no
// command classified come from flag parsing: wrong usage.
func report(w io.Writer, err error) int {
	var e ended
	var f *fault
	switch {
	case err == nil:
		return exitGood
	case errors.As(err, &e):
		return e.code
	case errors.As(err, &f):
		fmt.Fprintln(w, "varek-sidecar:", err)
		return f.code
	default:
		fmt.Fprintln(w, "varek-sidecar:", err)
		fmt.Fprintln(w, "  next: varek-sidecar --help, or varek-sidecar <command> --help")
		return exitUsage
	}
}
