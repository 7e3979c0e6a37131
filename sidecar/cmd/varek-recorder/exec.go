package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/varek/varek/adapters/event"
)

func newExec(io console) *cobra.Command {
	var call, tool, keyFile string
	var tokenFD int
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "exec --call ID -- command [argument…]",
		Short: "Run a tool's command inside its call, so that the kernel's records belong to it",
		Long: `exec announces the start of a call, waits until the record is stored and this process is in the call's leaf, and then becomes
the command. If the sidecar does not agree, nothing runs: exit 1 when it refused, 4 when it cannot be reached; 126 and 127 as a shell gives them.
Descriptors above 2 are closed for the command.`,
		Example: `  varek-sidecar exec --call "$id" -- rm notes.txt
  varek-sidecar exec --call "$id" --token-fd 3 -- bash -c 'make test' 3< hook.key`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if call == "" {
				return usage("exec", errors.New("--call is missing"), `give the action id that the intent's reply had: varek-sidecar exec --call "$id" -- …`)
			}
			path, err := lookup(args[0])
			if err != nil {
				return err
			}
			client, err := dialBus(cmd.Context(), "/adapter/exec", keyFile, tokenFD, timeout)
			if err != nil {
				return err
			}
			defer client.Close()
			if _, err := client.Send(cmd.Context(), event.Data{Kind: "start", ActionID: call, Tool: tool}); err != nil {
				return sendFault("start the call "+call, err)
			}
			client.Close()
			// What the harness left open, its connection to the bus above all,
			// is not the tool's.
			if err := unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
				return environment("close the harness's descriptors", err, "the tool did not run")
			}
			err = syscall.Exec(path, args, withoutBus(os.Environ()))
			return &fault{op: "execute " + path, err: err, code: 126, hint: "check the file's mode and its interpreter"}
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&call, "call", "", "the call's action id, from the intent")
	fl.StringVar(&tool, "tool", "", "the tool's name (default: as the intent says)")
	fl.StringVar(&keyFile, "key-file", "", "the run's hook key (default: hook.key beside VAREK_NATS_CREDS)")
	fl.IntVar(&tokenFD, "token-fd", -1, "read the key from this descriptor instead")
	fl.DurationVar(&timeout, "timeout", event.DefaultTimeout, "how long to wait for the acknowledgement")
	return cmd
}

// lookup finds the command before anything is announced: a start record for a
// program that is not there would say that a tool ran.
func lookup(name string) (string, error) {
	path, err := exec.LookPath(name)
	switch {
	case err == nil || errors.Is(err, exec.ErrDot):
		return path, nil
	case errors.Is(err, os.ErrPermission):
		return "", &fault{op: "exec", err: fmt.Errorf("%s is not executable", name), code: 126}
	}
	return "", &fault{op: "exec", err: fmt.Errorf("%s: command not found", name), code: 127}
}

// withoutBus drops the session's variables: what runs inside a call may not
// speak on the bus, and so has no use for the way there.
func withoutBus(env []string) []string {
	var kept []string
	for _, v := range env {
		if !strings.HasPrefix(v, "VAREK_") {
			kept = append(kept, v)
		}
	}
	return kept
}
