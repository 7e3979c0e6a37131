package floor

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// hierarchy is our own group in the cgroup v2 hierarchy.
type hierarchy struct {
	mount string // mount point
	dir   string // directory of our own group below the mount
	path  string // the group as /proc/self/cgroup names it
}

// findHierarchy finds cgroup v2 from the mount table and our own group in it.
func findHierarchy() (hierarchy, error) {
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return hierarchy{}, fmt.Errorf("%w: %w", ErrCgroup, err)
	}
	defer f.Close()
	mount, root, err := findMount(f)
	if err != nil {
		return hierarchy{}, err
	}
	own, err := groupOf("self")
	if err != nil {
		return hierarchy{}, err
	}
	rel, err := filepath.Rel(root, own)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return hierarchy{}, fmt.Errorf("%w: our group %s lies outside what is mounted (%s)", ErrCgroup, own, root)
	}
	return hierarchy{mount: mount, dir: filepath.Join(mount, rel), path: own}, nil
}

// findMount returns the mount point of the first cgroup2 file system and which
// part of it is mounted (proc_pid_mountinfo(5)).
func findMount(r io.Reader) (mount, root string, err error) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		before, after, ok := strings.Cut(s.Text(), " - ")
		fields := strings.Fields(before)
		if !ok || len(fields) < 6 || !strings.HasPrefix(after, "cgroup2 ") {
			continue
		}
		return unescapeMount(fields[4]), unescapeMount(fields[3]), nil
	}
	if err := s.Err(); err != nil {
		return "", "", fmt.Errorf("%w: read mount table: %w", ErrCgroup, err)
	}
	return "", "", fmt.Errorf("%w: no cgroup v2 file system is mounted", ErrCgroup)
}

// unescapeMount resolves the octal escapes of the mount table.
func unescapeMount(s string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

// groupOf reads the cgroup v2 path of a process.
func groupOf(pid string) (string, error) {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "cgroup"))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrCgroup, err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if path, ok := strings.CutPrefix(line, "0::"); ok {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: %w", ErrCgroup, errors.New("the process has no cgroup v2 group"))
}
