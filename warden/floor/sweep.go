package floor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// treePrefix begins the name of every session's group.
const treePrefix = "varek-run-"

// A supervisor holds an exclusive lock on its session's group for as long as
// it lives; the kernel drops the lock with the process. A group that can be
// locked has therefore no supervisor.

// makeLocked makes a group and locks it. Between the two a sweep may take it
// for abandoned and remove it; then it is made again.
func makeLocked(dir string) (*os.File, error) {
	for {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
		f, err := os.Open(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX)
		if _, gone := os.Stat(dir); err == nil && gone == nil {
			return f, nil
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
}

// sweep kills and removes the abandoned groups below dir. What it cannot
// remove (another user's, another version's) is none of this run's business
// and stays.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), treePrefix) {
			sweepTree(filepath.Join(dir, e.Name()))
		}
	}
}

func sweepTree(dir string) {
	f, err := os.Open(dir)
	if err != nil {
		return
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return // its supervisor lives
	}
	if os.WriteFile(KillFile(dir), []byte("1"), 0) != nil {
		return
	}
	leaves, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, l := range leaves {
		if l.IsDir() && removeGroup(filepath.Join(dir, l.Name())) != nil {
			return
		}
	}
	_ = removeGroup(dir) // tried again by the next run
}
