package main

import (
	"github.com/spf13/cobra"

	"github.com/varek/varek/sidecar/speak"
)

// newEmit, newHook and newExec show these commands in the help. The front serves them
// itself; the bus does not accept this binary as ours.

func newEmit(io console) *cobra.Command {
	return &cobra.Command{Use: "emit", Short: speak.EmitShort, DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return code(speak.Emit(cmd.Context(), args, io.in, io.out, io.err))
		}}
}

func newHook(io console) *cobra.Command {
	return &cobra.Command{Use: "hook", Short: speak.HookShort, DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return code(speak.Hook(cmd.Context(), args, io.in, io.out, io.err))
		}}
}

func newExec(io console) *cobra.Command {
	return &cobra.Command{Use: "exec", Short: speak.ExecShort, DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return code(speak.Exec(cmd.Context(), args, io.out, io.err))
		}}
}

func code(c int) error {
	if c == 0 {
		return nil
	}
	return ended{c}
}
