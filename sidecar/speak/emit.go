package speak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// EmitShort is emit in one line.
const EmitShort = "Report one event of a tool call, from a script inside the agent"

const (
	emitLong = `emit sends one event to the sidecar that runs this agent and waits until it is stored. It prints the action id of an intent and
the record number of everything else. The call may go ahead only when it exits 0.`
	emitExamples = `  id=$(varek-sidecar emit intent --tool bash --args '{"command":"ls"}')
  varek-sidecar emit permission --action "$id" --tool bash --decision allow --authority human --scope once
  varek-sidecar emit action --action "$id" --tool bash --args '{"command":"ls"}' --status ok --result '"a.txt"'
  varek-sidecar emit intent --tool write_file --args @args.json --key-file "$KEY"`
)

// emission is the members of an event that a script can give.
type emission struct {
	data                   event.Data
	permission             event.Permission
	args, result, metadata string
	keyFile, id            string
	timeout                time.Duration
	json                   bool
}

func (f *emission) flags() *flags {
	fs := &flags{interleaved: true}
	fs.text(&f.data.Tool, "tool", "the tool's name")
	fs.text(&f.data.ActionID, "action", "the call's action id, from the intent")
	fs.text(&f.args, "args", "arguments as JSON text, @FILE or - for standard input")
	fs.text(&f.result, "result", "result as JSON text, @FILE or -")
	fs.text(&f.data.Error, "error", "the error's text")
	fs.text(&f.data.Status, "status", "action: ok, error, denied, cancelled or unknown")
	fs.text(&f.data.Decision, "decision", "permission: allow, deny, timeout, cancelled or withdraw")
	fs.text(&f.permission.Authority, "authority", "permission: human, rule, classifier or unknown")
	fs.text(&f.permission.Scope, "scope", "permission: once, turn, session or always")
	fs.text(&f.permission.Actor, "actor", "permission: who decided")
	fs.text(&f.permission.Pattern, "pattern", "permission: what else it covers; * is any arguments of the tool")
	fs.text(&f.permission.Rule, "rule", "permission: the rule that decided")
	fs.text(&f.permission.Ref, "ref", "permission: the grant that a withdrawal takes back")
	fs.number(&f.permission.InheritedFrom, "inherited-from", "permission: record number of the earlier grant")
	fs.text(&f.metadata, "metadata", "a JSON object of further facts")
	fs.text(&f.keyFile, "key-file", "the run's hook key (default: hook.key beside VAREK_NATS_CREDS)")
	fs.text(&f.id, "id", "event id, stable over retries (default: a fresh one)")
	fs.duration(&f.timeout, "timeout", "how long to wait for the acknowledgement")
	fs.toggle(&f.json, "json", "print JSON")
	return fs
}

// Emit is the command emit. It returns the exit code.
func Emit(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	return report(errw, emit(ctx, args, in, out))
}

func emit(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	f := emission{timeout: event.DefaultTimeout}
	fs := f.flags()
	rest, err := fs.parse(args)
	switch {
	case err != nil:
		return usage("emit", err, "varek-sidecar emit --help")
	case fs.help:
		return fs.usageText(out, emitLong, "emit <intent|permission|start|action|session|gap|notice> [flags]", emitExamples)
	case len(rest) != 1:
		return usage("emit", fmt.Errorf("accepts 1 arg (the kind of the event), received %d", len(rest)), "varek-sidecar emit --help")
	}
	kind := rest[0]
	op := "emit " + kind
	d, err := f.event(kind, in)
	if err != nil {
		return usage(op, err, "varek-sidecar emit --help")
	}
	if f.id == "" {
		f.id = event.NewID()
	}
	e := event.New(f.id, "/adapter/emit", d)
	if err := e.Check(); err != nil {
		return usage(op, err, "varek-sidecar emit --help")
	}
	reply, err := send(ctx, op, e, f.keyFile, -1, f.timeout)
	if err != nil {
		return err
	}
	return printReply(out, f.json, kind, reply)
}

func printReply(w io.Writer, asJSON bool, kind string, r event.Reply) error {
	if asJSON {
		text, err := r.Encode()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n", text)
		return err
	}
	if kind == "intent" {
		_, err := fmt.Fprintln(w, r.ActionID)
		return err
	}
	_, err := fmt.Fprintln(w, r.Seq)
	return err
}

// event builds the event's data from the flags.
func (f *emission) event(kind string, in io.Reader) (event.Data, error) {
	d := f.data
	d.Kind = kind
	var err error
	if d.ArgsJSON, err = textOf(f.args, in); err != nil {
		return d, fmt.Errorf("--args: %w", err)
	}
	if d.ResultJSON, err = textOf(f.result, in); err != nil {
		return d, fmt.Errorf("--result: %w", err)
	}
	metadata, err := textOf(f.metadata, in)
	if err != nil {
		return d, fmt.Errorf("--metadata: %w", err)
	}
	if metadata != "" {
		d.Metadata = jsontext.Value(metadata)
	}
	if f.permission != (event.Permission{}) {
		if kind != "permission" {
			return d, errors.New("--authority, --scope and their like belong to a permission")
		}
		d.Permission = &f.permission
	}
	return d, nil
}

// textOf reads a value given in place, as @FILE or as - for standard input.
func textOf(v string, in io.Reader) (string, error) {
	switch {
	case v == "-":
		text, err := io.ReadAll(in)
		return string(text), err
	case strings.HasPrefix(v, "@"):
		text, err := os.ReadFile(v[1:])
		return string(text), err
	}
	return v, nil
}
