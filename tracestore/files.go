package tracestore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// identity is what a path named when it was looked at.
type identity struct{ dev, ino uint64 }

func identify(path string) (identity, error) {
	fi, err := os.Stat(path)
	if err != nil {
		return identity{}, err
	}
	return identityOf(fi)
}

func identityOf(fi fs.FileInfo) (identity, error) {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}, fmt.Errorf("no inode for %s", fi.Name())
	}
	return identity{uint64(st.Dev), st.Ino}, nil
}

// place is where the file really lies: without symbolic links, so that lock,
// marks and log of one file are the same whatever name leads to it.
func place(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return path, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path, err
	}
	return filepath.Join(dir, filepath.Base(path)), nil
}

// oneName is ErrLinked for a file with further hard links.
func oneName(path string) error {
	fi, err := os.Stat(path)
	if err != nil {
		return err
	}
	if st, ok := fi.Sys().(*syscall.Stat_t); ok && st.Nlink > 1 {
		return fmt.Errorf("%w: %d names", ErrLinked, st.Nlink)
	}
	return nil
}

// pinned remembers which files the store writes to. SQLite goes on writing to
// a deleted inode without a word, so every commit is followed by a look.
type pinned struct {
	paths []string
	ids   []identity
}

func pin(paths ...string) (pinned, error) {
	p := pinned{paths: paths}
	for _, path := range paths {
		id, err := identify(path)
		if err != nil {
			return pinned{}, err
		}
		p.ids = append(p.ids, id)
	}
	return p, nil
}

// check is ErrReplaced as soon as a path names another file or none.
func (p pinned) check() error {
	for i, path := range p.paths {
		id, err := identify(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%w: %s is gone", ErrReplaced, path)
		case err != nil:
			return err
		case id != p.ids[i]:
			return fmt.Errorf("%w: %s is another file now", ErrReplaced, path)
		}
	}
	return nil
}

// lockFile takes the one-opener lock; the kernel releases it with the process.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	// Whoever removed the file between open and lock may hold a lock on its
	// successor.
	fi, err := f.Stat()
	if err == nil {
		var held, named identity
		if held, err = identityOf(fi); err == nil {
			if named, err = identify(path); err == nil && held != named {
				err = ErrLocked
			}
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ensureFile creates an empty private file before SQLite would create a
// readable one. An existing file is not touched.
func ensureFile(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}
