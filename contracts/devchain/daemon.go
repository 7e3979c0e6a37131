package devchain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
	"golang.org/x/sys/unix"
)

// ErrNotRunning says that no process runs the chain of the directory.
var ErrNotRunning = errors.New("no development chain is running")

const (
	// LogName is the file in the chain's directory that takes what a detached
	// chain says.
	LogName = "chain.log"
	// poll is how often a waiting process looks again.
	poll = 20 * time.Millisecond
)

// Find asks the chain of dir who it is. It fails with ErrNotRunning where none
// answers.
func Find(ctx context.Context, dir string) (Status, error) {
	client, err := dial(ctx, dir)
	if err != nil {
		return Status{}, err
	}
	defer client.Close()
	var s Status
	if err := client.CallContext(ctx, &s, "varek_status"); err != nil {
		return Status{}, unanswered(dir, err)
	}
	return s, nil
}

// unanswered says what it means that the chain has accepted a connection and
// not answered: one that ends at this moment counts as not running.
func unanswered(dir string, err error) error {
	if errors.Is(err, unix.ECONNRESET) || errors.Is(err, unix.EPIPE) || errors.Is(err, io.EOF) || errors.Is(err, rpc.ErrClientQuit) {
		return fmt.Errorf("%w in %s", ErrNotRunning, dir)
	}
	return fmt.Errorf("the development chain in %s does not answer: %w", dir, err)
}

// Advance moves the clock of the running chain of dir, see Chain.Advance.
func Advance(ctx context.Context, dir string, d time.Duration) (time.Time, error) {
	client, err := dial(ctx, dir)
	if err != nil {
		return time.Time{}, err
	}
	defer client.Close()
	var at uint64
	if err := client.CallContext(ctx, &at, "varek_advanceTime", uint64(d/time.Second)); err != nil {
		return time.Time{}, fmt.Errorf("the development chain's clock did not move: %w", err)
	}
	return time.Unix(int64(at), 0).UTC(), nil
}

func dial(ctx context.Context, dir string) (*rpc.Client, error) {
	socket, err := findSocket(dir)
	if err == nil {
		var client *rpc.Client
		if client, err = rpc.DialIPC(ctx, socket); err == nil {
			return client, nil
		}
	}
	// A socket nobody listens on is what a killed chain leaves behind.
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ECONNREFUSED) {
		return nil, fmt.Errorf("%w in %s", ErrNotRunning, dir)
	}
	return nil, fmt.Errorf("cannot reach the development chain in %s: %w", dir, err)
}

// Detach joins the running chain of dir or starts one: argv, run in a session of
// its own with its output in LogName, must end up in Start on the same dir. It
// returns when the chain answers. Several processes may call it at once; one
// starts the chain and the others join it.
func Detach(ctx context.Context, dir string, argv []string) (s Status, started bool, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Status{}, false, fmt.Errorf("cannot make the chain's directory: %w", err)
	}
	lock, err := lockStart(ctx, dir)
	if err != nil {
		return Status{}, false, err
	}
	defer lock.Close()
	return attach(ctx, dir, argv)
}

// attach is Detach under the start lock.
func attach(ctx context.Context, dir string, argv []string) (s Status, started bool, err error) {
	var exited <-chan error
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		s, err := Find(ctx, dir)
		if !errors.Is(err, ErrNotRunning) {
			return s, exited != nil && err == nil, err
		}
		// A holder of the running lock without a socket is just starting, in the
		// foreground, or just ending.
		if pid, err := runningPID(dir); err == nil && pid == 0 && exited == nil {
			if exited, err = spawn(dir, argv); err != nil {
				return Status{}, false, err
			}
		}
		select {
		case <-ctx.Done():
			return Status{}, false, fmt.Errorf("the development chain in %s did not get ready: %w; its log is %s", dir, ctx.Err(), filepath.Join(dir, LogName))
		case err := <-exited:
			return Status{}, false, fmt.Errorf("the development chain in %s stopped at once (%v): %s", dir, err, lastWords(dir))
		case <-tick.C:
		}
	}
}

// spawn starts argv in the background. The channel receives its end, should it
// come while this process still lives.
func spawn(dir string, argv []string) (<-chan error, error) {
	log, err := os.OpenFile(filepath.Join(dir, LogName), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the chain's log: %w", err)
	}
	defer log.Close()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = "/", log, log
	cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start the development chain: %w", err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	return exited, nil
}

// lastWords is the end of the chain's log, on one line.
func lastWords(dir string) string {
	f, err := os.Open(filepath.Join(dir, LogName))
	if err != nil {
		return "it left no log"
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil || len(strings.TrimSpace(string(text))) == 0 {
		return "it said nothing"
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// Stop asks the process that runs the chain of dir to end and waits until it
// has. It fails with ErrNotRunning where there is none.
func Stop(ctx context.Context, dir string) error {
	asked := 0
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		pid, err := runningPID(dir)
		switch {
		case errors.Is(err, errNotYet):
		case err != nil:
			return err
		case pid == 0 && asked == 0:
			return fmt.Errorf("%w in %s", ErrNotRunning, dir)
		case pid != asked && asked != 0:
			return nil
		case asked == 0:
			if err := unix.Kill(pid, unix.SIGTERM); err != nil && !errors.Is(err, unix.ESRCH) {
				return fmt.Errorf("cannot stop the development chain, process %d: %w", pid, err)
			}
			asked = pid
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the development chain, process %d, has not stopped: %w", asked, ctx.Err())
		case <-tick.C:
		}
	}
}
