package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
)

// console is what a command talks to.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	io := console{in: in, out: out, err: errw}
	s := &settings{}
	root := &cobra.Command{
		Use:   "varek-sidecar",
		Short: "Run an agent under supervision, on record, with its promises backed by an escrow",
		Long: `varek-sidecar runs an agent under a seccomp warden, takes the harness's tool calls over NATS, and writes both, tool calls
and what the kernel saw during them, into one ordered trace that is committed to an escrow while the agent runs.`,
		Example: `  varek-sidecar run -- python3 agent.py
  varek-sidecar trace ls
  varek-sidecar trace show 0x5e3f…
  varek-sidecar claims deliver 0x91ab…`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return resolve(cmd, s)
		},
	}
	s.register(root.PersistentFlags())
	root.AddCommand(newRun(s, io), newEmit(io), newHook(io), newExec(io), newRelay(s, io, "mcp"), newRelay(s, io, "acp"), newRelay(s, io, "codex"), newWire(s, io), newTrace(s, io), newClaims(s, io), newServe(s, io), newSession(s, io), newPolicy(s, io), newDoctor(s, io))
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errw)
	root.CompletionOptions.DisableDefaultCmd = true
	return report(errw, root.ExecuteContext(ctx))
}
