package speak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/varek/varek/adapters/event"
)

// KeyName is the hook key's file beside the credentials.
const KeyName = "hook.key"

// maxKey bounds the hook key that is read from a file or a descriptor.
const maxKey = 1024

// send delivers one event to the bus of the surrounding session as our own
// binary. A key file that the user did not name may be absent: then the bus
// decides whether this process may speak without one.
func send(ctx context.Context, op string, e event.Event, keyFile string, tokenFD int, timeout time.Duration) (event.Reply, error) {
	return sendWith(ctx, op, e, "", keyFile, tokenFD, timeout)
}

// sendWith is send with a key that was handed over already, unless it is "".
func sendWith(ctx context.Context, op string, e event.Event, key, keyFile string, tokenFD int, timeout time.Duration) (event.Reply, error) {
	cfg, err := event.FromEnv()
	if err != nil {
		return event.Reply{}, environment("find the session's bus", err,
			"run this inside an agent that was started with: varek-sidecar run -- …")
	}
	cfg.Source, cfg.Timeout = e.Source, timeout
	if cfg.Key = key; key == "" {
		cfg.Key, err = hookKey(keyFile, tokenFD)
	}
	if err != nil {
		return event.Reply{}, environment("read the hook key", err,
			"only the agent's own process, and varek-sidecar started by it outside every call, may read it")
	}
	reply, reached, err := event.Deliver(ctx, cfg, e)
	switch {
	case err != nil && !reached:
		return event.Reply{}, environment("reach the sidecar", err,
			"the tool must not run; see the session's log.jsonl for the reason of a refusal")
	case err != nil:
		return event.Reply{}, sendFault(op, err)
	}
	return reply, nil
}

func hookKey(file string, tokenFD int) (string, error) {
	var text []byte
	var err error
	switch {
	case tokenFD >= 0:
		f := os.NewFile(uintptr(tokenFD), "token")
		if f == nil {
			return "", fmt.Errorf("descriptor %d is not open", tokenFD)
		}
		text, err = io.ReadAll(io.LimitReader(f, maxKey))
		f.Close()
	case file != "":
		text, err = readKey(file)
	default:
		text, err = readKey(filepath.Join(filepath.Dir(os.Getenv(event.EnvCreds)), KeyName))
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
			return "", nil
		}
	}
	return strings.TrimSpace(string(text)), err
}

func readKey(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxKey))
}

// sendFault turns a failed Send into what the harness must know: a refusal is
// an answer (exit 1), everything else means that the sidecar cannot.
func sendFault(op string, err error) error {
	var refused *event.RefusedError
	if errors.As(err, &refused) {
		return &fault{op: op, err: err, hint: "the tool must not run on this answer", code: 1}
	}
	if errors.Is(err, event.ErrEvent) {
		return usage(op, err, "varek-sidecar emit --help")
	}
	return environment(op, err, "the tool must not run; start the agent again with varek-sidecar run, or close the session with varek-sidecar run --resume")
}

// EnvFront tells the recorder which version of the front started it. It never
// reaches an agent, whose environment has no VAREK_ variable but the bus's three.
const EnvFront = "VAREK_FRONT"
