package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/varek/varek/adapters/event"
)

// emitFlags are the members of an event that a script can give.
type emitFlags struct {
	data                   event.Data
	permission             event.Permission
	args, result, metadata string
	keyFile, id            string
	timeout                time.Duration
}

func newEmit(s *settings, io console) *cobra.Command {
	var f emitFlags
	cmd := &cobra.Command{
		Use:   "emit <intent|permission|start|action|session|gap|notice>",
		Short: "Report one event of a tool call, from a script inside the agent",
		Long: `emit sends one event to the sidecar that runs this agent and waits until it is stored. It prints the action id of an intent and
the record number of everything else. The call may go ahead only when it exits 0.`,
		Example: `  id=$(varek-sidecar emit intent --tool bash --args '{"command":"ls"}')
  varek-sidecar emit permission --action "$id" --tool bash --decision allow --authority human --scope once
  varek-sidecar emit action --action "$id" --tool bash --args '{"command":"ls"}' --status ok --result '"a.txt"'
  varek-sidecar emit intent --tool write_file --args @args.json --key-file "$KEY"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return emit(cmd, s, io, f, args[0])
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.data.Tool, "tool", "", "the tool's name")
	fl.StringVar(&f.data.ActionID, "action", "", "the call's action id, from the intent")
	fl.StringVar(&f.args, "args", "", "arguments as JSON text, @FILE or - for standard input")
	fl.StringVar(&f.result, "result", "", "result as JSON text, @FILE or -")
	fl.StringVar(&f.data.Error, "error", "", "the error's text")
	fl.StringVar(&f.data.Status, "status", "", "action: ok, error, denied, cancelled or unknown")
	fl.StringVar(&f.data.Decision, "decision", "", "permission: allow, deny, timeout, cancelled or withdraw")
	fl.StringVar(&f.permission.Authority, "authority", "", "permission: human, rule, classifier or unknown")
	fl.StringVar(&f.permission.Scope, "scope", "", "permission: once, turn, session or always")
	fl.StringVar(&f.permission.Actor, "actor", "", "permission: who decided")
	fl.StringVar(&f.permission.Pattern, "pattern", "", "permission: what else it covers; * is any arguments of the tool")
	fl.StringVar(&f.permission.Rule, "rule", "", "permission: the rule that decided")
	fl.StringVar(&f.permission.Ref, "ref", "", "permission: the grant that a withdrawal takes back")
	fl.Uint64Var(&f.permission.InheritedFrom, "inherited-from", 0, "permission: record number of the earlier grant")
	fl.StringVar(&f.metadata, "metadata", "", "a JSON object of further facts")
	fl.StringVar(&f.keyFile, "key-file", "", "the run's hook key (default: hook.key beside VAREK_NATS_CREDS)")
	fl.StringVar(&f.id, "id", "", "event id, stable over retries (default: a fresh one)")
	fl.DurationVar(&f.timeout, "timeout", event.DefaultTimeout, "how long to wait for the acknowledgement")
	return cmd
}

func emit(cmd *cobra.Command, s *settings, io console, f emitFlags, kind string) error {
	op := "emit " + kind
	d, err := f.event(kind, io.in)
	if err != nil {
		return usage(op, err, "varek-sidecar emit --help")
	}
	if f.id == "" {
		f.id = uuid.NewString()
	}
	e := event.New(f.id, "/adapter/emit", d)
	if err := e.Check(); err != nil {
		return usage(op, err, "varek-sidecar emit --help")
	}
	client, err := dialBus(cmd.Context(), e.Source, f.keyFile, -1, f.timeout)
	if err != nil {
		return err
	}
	defer client.Close()
	reply, err := client.SendEvent(cmd.Context(), e)
	if err != nil {
		return sendFault(op, err)
	}
	return printReply(io.out, s.json, kind, reply)
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
func (f emitFlags) event(kind string, in io.Reader) (event.Data, error) {
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
