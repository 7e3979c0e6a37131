package speak

import (
	"errors"
	"fmt"
	"io"
)

// fault is an error that the caller must act on: what was tried, why it failed
// and what to do next, with the exit code of formats section 9.
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
	return &fault{op: op, err: err, hint: hint, code: 2}
}

func environment(op string, err error, hint string) error {
	return &fault{op: op, err: err, hint: hint, code: 4}
}

// report prints err and returns the exit code it stands for.
func report(w io.Writer, err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(w, "varek-sidecar:", err)
	var f *fault
	if errors.As(err, &f) {
		return f.code
	}
	return 4
}
