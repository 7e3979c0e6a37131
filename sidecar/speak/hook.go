package speak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/hook"
)

// HookShort is hook in one line.
const HookShort = "Report what a harness's command hook says on standard input"

const (
	hookLong = `hook reads one payload of a harness's command hook (claude-code, codex, gemini, hermes) on standard input and waits until it is
stored. It exits 0 and says nothing only then. In every other case it says why on standard error and exits 2, which the harnesses
take for a refusal of the call. It never exits with another code, so a configuration that wraps it need only care for what kills it.`
	hookExamples = `  varek-sidecar hook claude-code < payload.json
  timeout -k 1 15 varek-sidecar hook codex || { echo "varek: call not recorded" >&2; exit 2; }   # in the harness's configuration`
)

// hookTimeout is for all of it, reading included; it must end before the
// harness's own time-out, at which the tool would run.
const hookTimeout = 10 * time.Second

// Hook is the command hook. It returns 0 or 2.
func Hook(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) (code int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(errw, "varek-sidecar: hook: broke down: %v\n  next: the call is not recorded and must not run; please report this\n", fault)
			code = 2
		}
	}()
	if report(errw, runHook(ctx, args, in, out)) != 0 {
		return 2
	}
	return 0
}

func runHook(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	var keyFile, key string
	timeout := hookTimeout
	fs := &flags{interleaved: true}
	fs.text(&keyFile, "key-file", "the run's hook key (default: hook.key beside VAREK_NATS_CREDS)")
	fs.text(&key, "key", "the hook key itself, as a hook configuration that install wrote has it")
	fs.duration(&timeout, "timeout", "how long all of it may take; less than the harness's own time-out")
	const help = "varek-sidecar hook --help"
	rest, err := fs.parse(args)
	switch {
	case err != nil:
		return usage("hook", err, help)
	case fs.help:
		return fs.usageText(out, hookLong, "hook <claude-code|codex|gemini|hermes> [flags]", hookExamples)
	case len(rest) != 1:
		return usage("hook", fmt.Errorf("accepts 1 arg (the harness), received %d", len(rest)), help)
	case timeout <= 0:
		return usage("hook", errors.New("--timeout must be above zero"), help)
	}
	d, err := hook.Find(rest[0])
	if err != nil {
		return usage("hook", err, help)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	steps, err := readHook(ctx, d, in)
	if err != nil {
		return usage("hook "+d.Name, err, "nothing is recorded and the tool must not run; see whether the harness's version is a known one")
	}
	return d.Tell(ctx, steps, func(ctx context.Context, e event.Event) error {
		_, err := sendWith(ctx, "hook "+d.Name, e, key, keyFile, -1, timeout)
		return err
	})
}

// readHook gives up when ctx ends, because nothing ends a read that waits.
func readHook(ctx context.Context, d hook.Dialect, in io.Reader) ([]hook.Step, error) {
	type outcome struct {
		steps []hook.Step
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if fault := recover(); fault != nil {
				o = outcome{err: fmt.Errorf("broke down: %v", fault)}
			}
			done <- o
		}()
		o.steps, o.err = d.Read(in)
	}()
	select {
	case o := <-done:
		return o.steps, o.err
	case <-ctx.Done():
		return nil, fmt.Errorf("standard input did not end in time: %w", ctx.Err())
	}
}
