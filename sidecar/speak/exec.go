package speak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/adapters/event"
)

// ExecShort is exec in one line.
const ExecShort = "Run a tool's command inside its call, so that the kernel's records belong to it"

const (
	execLong = `exec announces the start of a call, waits until the record is stored and this process is in the call's leaf, and then becomes
the command. If the sidecar does not agree, nothing runs: exit 1 when it refused, 4 when it cannot be reached; 126 and 127 as a shell gives them.
Descriptors above 2 are closed for the command.`
	execExamples = `  varek-sidecar exec --call "$id" -- rm notes.txt
  varek-sidecar exec --call "$id" --token-fd 3 -- bash -c 'make test' 3< hook.key`
)

// Exec is the command exec. It returns the exit code where it does not become
// the command.
func Exec(ctx context.Context, args []string, out, errw io.Writer) int {
	return report(errw, become(ctx, args, out))
}

func become(ctx context.Context, args []string, out io.Writer) error {
	var call, tool, keyFile string
	tokenFD, timeout := -1, event.DefaultTimeout
	fs := &flags{}
	fs.text(&call, "call", "the call's action id, from the intent")
	fs.text(&tool, "tool", "the tool's name (default: as the intent says)")
	fs.text(&keyFile, "key-file", "the run's hook key (default: hook.key beside VAREK_NATS_CREDS)")
	fs.integer(&tokenFD, "token-fd", "read the key from this descriptor instead")
	fs.duration(&timeout, "timeout", "how long to wait for the acknowledgement")
	rest, err := fs.parse(args)
	switch {
	case err != nil:
		return usage("exec", err, "varek-sidecar exec --help")
	case fs.help:
		return fs.usageText(out, execLong, "exec --call ID -- command [argument…]", execExamples)
	case call == "":
		return usage("exec", errors.New("--call is missing"), `give the action id that the intent's reply had: varek-sidecar exec --call "$id" -- …`)
	case len(rest) == 0:
		return usage("exec", errors.New("no command to run"), `varek-sidecar exec --call "$id" -- command`)
	}
	path, err := lookup(rest[0])
	if err != nil {
		return err
	}
	if err := announce(ctx, event.Data{Kind: "start", ActionID: call, Tool: tool}, keyFile, tokenFD, timeout); err != nil {
		return err
	}
	// What the harness left open, its connection to the bus above all, is not
	// the tool's.
	if err := unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return environment("close the harness's descriptors", err, "the tool did not run")
	}
	err = syscall.Exec(path, rest, WithoutBus(os.Environ()))
	return &fault{op: "execute " + path, err: err, code: 126, hint: "check the file's mode and its interpreter"}
}

// announce has the start recorded and this process placed into its call.
func announce(ctx context.Context, d event.Data, keyFile string, tokenFD int, timeout time.Duration) error {
	_, err := send(ctx, "start the call "+d.ActionID, event.New(event.NewID(), "/adapter/exec", d), keyFile, tokenFD, timeout)
	return err
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

// WithoutBus drops the session's variables: what runs inside a call may not
// speak on the bus, and so has no use for the way there.
func WithoutBus(env []string) []string {
	var kept []string
	for _, v := range env {
		if !strings.HasPrefix(v, "VAREK_") {
			kept = append(kept, v)
		}
	}
	return kept
}
