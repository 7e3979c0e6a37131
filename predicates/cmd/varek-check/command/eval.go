package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/corpus"
)

type evalFlags struct {
	promises, formulas []string
	json, all, quiet   bool
	jobs, context      int
	suite              string
}

func newEval() *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "eval (--promise FILE | --formula FILE)... [TRACES...]",
		Short: "Judge traces by promises and formulas",
		Long: `Judges every trace by every promise and formula, in one pass over it, on all cores.

Traces are evidence bundles (as ` + "`varek-sidecar trace export`" + ` writes them), lines of records ({"head":…,"body":…}), or recorded runs
(lines with events or variants); gzip and zstd are undone. Without a file, or with -, they are read from standard input.

A violation is shown with its records in context. The exit code is 0 if every promise was kept, 1 if one was violated or could not be
answered because something is withheld, 2 for wrong input, 3 if it was stopped.`,
		Example: `  varek-check eval --promise recipients.yaml bundle.ndjson
  varek-check eval --promise a.yaml --promise b.yaml --json traces.jsonl.gz
  varek-check eval --formula separation.json < records.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return eval(cmd, f, args) },
	}
	c.Flags().StringArrayVar(&f.promises, "promise", nil, "promise file to judge by (repeatable)")
	c.Flags().StringArrayVar(&f.formulas, "formula", nil, "formula in JSON to judge by, over every call and kernel record (repeatable)")
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON object per trace and promise")
	c.Flags().BoolVar(&f.all, "all", false, "print kept promises too")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print the summary only")
	c.Flags().IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "traces judged at the same time")
	c.Flags().IntVar(&f.context, "context", 2, "records shown before and after a violation")
	c.Flags().StringVar(&f.suite, "suite", "", "judge only traces of this suite")
	return c
}

func eval(cmd *cobra.Command, f evalFlags, args []string) error {
	if f.jobs < 1 || f.context < 0 {
		return usage(errors.New("--jobs is at least 1 and --context at least 0"), "")
	}
	qs, err := questions(f.promises, f.formulas)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	rep := newReport(cmd.OutOrStdout(), qs, f)
	prog := startProgress(cmd.ErrOrStderr())
	for _, path := range args {
		if err := evalFile(cmd, path, qs, f, rep, prog); err != nil {
			prog.clear()
			return err
		}
	}
	prog.clear()
	if rep.traces == 0 {
		// Of nothing every promise is kept; nobody should take that for an answer.
		what := "no trace"
		if f.suite != "" {
			what += fmt.Sprintf(" of the suite %q", f.suite)
		}
		return usage(errors.New("there is "+what+" in the input: nothing was judged"), "traces are bundles, lines of records, or recorded runs")
	}
	return rep.end()
}

func evalFile(cmd *cobra.Command, path string, qs []corpus.Question, f evalFlags, rep *report, prog *progress) error {
	r, closeIn, err := readTraces(cmd.Context(), cmd.InOrStdin(), path)
	if err != nil {
		return err
	}
	defer closeIn()
	err = corpus.Survey(cmd.Context(), r, qs, f.jobs, func(a corpus.Answer) error {
		if f.suite != "" && a.Trace.Suite != f.suite {
			return nil
		}
		prog.tick(rep.traces)
		return rep.answer(a)
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return usage(err, "nothing after this place was judged; what was printed stands")
	}
	return err
}

// readTraces opens the input and looks at its beginning, as long as nobody
// stops it: a terminal or a pipe may keep a reader for ever.
func readTraces(ctx context.Context, stdin io.Reader, path string) (*corpus.Reader, func(), error) {
	type opened struct {
		reader *corpus.Reader
		close  func()
		err    error
	}
	done := make(chan opened, 1)
	go func() {
		in, name, closeIn, err := openTraces(stdin, path)
		if err != nil {
			done <- opened{err: err}
			return
		}
		r, err := corpus.NewReader(in, name)
		if err != nil {
			closeIn()
			err = usage(err, "traces are bundles, lines of records, or recorded runs")
		}
		done <- opened{r, closeIn, err}
	}()
	select {
	case o := <-done:
		return o.reader, o.close, o.err
	case <-ctx.Done():
		return nil, nil, fmt.Errorf("stopped: %w", context.Cause(ctx))
	}
}

func openTraces(stdin io.Reader, path string) (io.Reader, string, func(), error) {
	if path == "-" {
		return stdin, "standard input", func() {}, nil
	}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil, usage(fmt.Errorf("there is no file %s", path), "")
	case err != nil:
		return nil, "", nil, &fault{err, "", exitEnvironment}
	}
	return file, path, func() { file.Close() }, nil
}

// progress writes one line that replaces itself, on a terminal only.
type progress struct {
	w    io.Writer
	last time.Time
	on   bool
}

func startProgress(w io.Writer) *progress {
	p := &progress{w: w, last: time.Now()}
	if file, ok := w.(*os.File); ok {
		info, err := file.Stat()
		p.on = err == nil && info.Mode()&fs.ModeCharDevice != 0
	}
	return p
}

func (p *progress) tick(n int) {
	if !p.on || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last = time.Now()
	fmt.Fprintf(p.w, "\r%d traces judged", n)
}

func (p *progress) clear() {
	if p.on {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
