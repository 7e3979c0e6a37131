package devchain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Two locks: "running" is held by the process that runs the chain, for as long
// as it lives, and names it; "lock" is held while somebody starts or joins.
const (
	runningName = "running"
	startName   = "lock"
)

// lockRunning takes the running lock and writes the process id into it.
func lockRunning(dir string) (*os.File, error) {
	path := filepath.Join(dir, runningName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the chain's directory: %w", err)
	}
	// runningPID holds the lock for an instant when it finds it free.
	for try := 0; ; try++ {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			break
		}
		if errors.Is(err, unix.EWOULDBLOCK) && try < 5 {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, ErrRunning
		}
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	return f, nil
}

// runningPID returns the process that holds the running lock of dir, 0 when
// nobody does.
func runningPID(dir string) (int, error) {
	f, err := os.Open(filepath.Join(dir, runningName))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	} else if err != nil {
		return 0, fmt.Errorf("cannot read the chain's lock: %w", err)
	}
	defer f.Close()
	err = unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB)
	if err == nil {
		return 0, nil // closing f gives it back
	}
	if !errors.Is(err, unix.EWOULDBLOCK) {
		return 0, fmt.Errorf("cannot read the chain's lock: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(f, 32))
	if err != nil {
		return 0, fmt.Errorf("cannot read the chain's lock: %w", err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 0 {
		// The holder has the lock and has not written its number yet, or a reader
		// like us holds it for an instant.
		return 0, errNotYet
	}
	return pid, nil
}

var errNotYet = errors.New("the chain is just starting")

// lockStart takes the start lock, waiting for its holder.
func lockStart(ctx context.Context, dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, startName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the chain's directory: %w", err)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			f.Close()
			return nil, fmt.Errorf("cannot lock the chain's directory: %w", err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("another process has been starting the chain in %s for too long: %w", dir, ctx.Err())
		case <-tick.C:
		}
	}
}
