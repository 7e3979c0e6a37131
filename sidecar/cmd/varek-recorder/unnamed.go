package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// unnamed is a file that has no name until it is whole, so that a process which
// is killed while it writes leaves nothing behind: bodies of a trace must not lie
// about in a file that nobody knows of. Where the file system has no such files
// it has a name of its own from the start, and only close removes it.
type unnamed struct {
	*os.File
	path string // where it is going
	name string // its name until then; empty for none
}

func newUnnamed(path string) (*unnamed, error) {
	dir := filepath.Dir(path)
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err == nil {
		return &unnamed{File: os.NewFile(uintptr(fd), path), path: path}, nil
	}
	if !errors.Is(err, unix.EOPNOTSUPP) && !errors.Is(err, unix.EISDIR) {
		return nil, &os.PathError{Op: "create a file in", Path: dir, Err: err}
	}
	f, err := os.CreateTemp(dir, exportPattern)
	if err != nil {
		return nil, err
	}
	return &unnamed{File: f, path: path, name: f.Name()}, nil
}

// exportPattern is of the names that files have for a moment, or, on some file
// systems, while they are written.
const exportPattern = ".export-*"

// place puts the file, whole and on the disk, at its path. A file that is there
// is replaced at once; only then the new one has another name before.
func (u *unnamed) place() error {
	if err := u.Sync(); err != nil {
		return err
	}
	if u.name == "" {
		switch err := u.link(u.path); {
		case err == nil:
			return nil
		case !errors.Is(err, unix.EEXIST):
			return err
		}
		name, err := freeName(filepath.Dir(u.path))
		if err != nil {
			return err
		}
		if err := u.link(name); err != nil {
			return err
		}
		u.name = name
	}
	if err := os.Rename(u.name, u.path); err != nil {
		return err
	}
	u.name = ""
	return nil
}

func (u *unnamed) link(path string) error {
	err := unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", u.Fd()), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "link", Old: "the finished file", New: path, Err: err}
	}
	return nil
}

// close ends the file; what was not placed is gone.
func (u *unnamed) close() error {
	err := u.File.Close()
	if u.name != "" {
		err = errors.Join(err, os.Remove(u.name))
	}
	return err
}

// freeName is a name in dir that was free a moment ago.
func freeName(dir string) (string, error) {
	f, err := os.CreateTemp(dir, exportPattern)
	if err != nil {
		return "", err
	}
	return f.Name(), errors.Join(f.Close(), os.Remove(f.Name()))
}
