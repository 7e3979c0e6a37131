package devchain

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxSocketPath is what fits a unix socket address everywhere: 104 bytes with
// the closing zero on the BSDs, 108 on Linux.
const maxSocketPath = 103

const (
	socketName = "chain.sock"
	// shortName is the file that names the short directory standing in for one
	// whose path is too long for a socket address.
	shortName = "socket-dir"
)

// socketPath returns where the chain in dir listens: in dir, or, where that
// path is too long, in a temporary directory of ours which dir remembers.
func socketPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("cannot find the chain's directory: %w", err)
	}
	if p := filepath.Join(abs, socketName); len(p) <= maxSocketPath {
		return p, nil
	}
	short, err := shortDir(abs)
	if err != nil {
		return "", err
	}
	if short != "" {
		return filepath.Join(short, socketName), nil
	}
	short, err = os.MkdirTemp("", "varek-")
	if err == nil {
		err = writeFile(filepath.Join(abs, shortName), []byte(short+"\n"))
	}
	if err != nil {
		return "", fmt.Errorf("cannot make a directory for the chain's socket: %w", err)
	}
	return filepath.Join(short, socketName), nil
}

// findSocket is socketPath for a client: it makes nothing.
func findSocket(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("cannot find the chain's directory: %w", err)
	}
	if p := filepath.Join(abs, socketName); len(p) <= maxSocketPath {
		return p, nil
	}
	short, err := shortDir(abs)
	if err != nil {
		return "", err
	}
	if short == "" {
		return "", fs.ErrNotExist
	}
	return filepath.Join(short, socketName), nil
}

// shortDir returns the remembered short directory, or "" where there is none of
// ours: a directory that somebody else owns or can write is not taken.
func shortDir(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, shortName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", fmt.Errorf("cannot find the chain's socket: %w", err)
	}
	short := strings.TrimSpace(string(text))
	var st unix.Stat_t
	if err := unix.Lstat(short, &st); err != nil {
		return "", nil // removed with the other temporary files; a new one is made
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR || st.Mode&0o077 != 0 || st.Uid != uint32(os.Getuid()) {
		return "", nil
	}
	return short, nil
}

// listenUnix opens the socket for its owner alone. The caller holds the running
// lock, so a socket file that is there was left by a process that died.
func listenUnix(path string) (net.Listener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot clear the chain's old socket: %w", err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("cannot open the chain's socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot protect the chain's socket: %w", err), l.Close())
	}
	return l, nil
}
