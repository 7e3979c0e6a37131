package floor

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ErrCgroup is the family of errors about control groups.
var ErrCgroup = errors.New("cgroup")

// AgentLeaf is the leaf of the agent itself, outside every call.
const AgentLeaf = "agent"

// Tree is the control group of one session with its leaves: AgentLeaf, and one
// per tool call. It is safe for concurrent use.
type Tree struct {
	dir  string // directory below the cgroup2 mount
	path string // the same as /proc/PID/cgroup names it
	lock *os.File

	mu     sync.Mutex
	leaves map[string]string // directory name -> leaf name
}

// NewTree makes the session's group below our own group (where delegation puts
// it), with the agent's leaf. Groups that a killed supervisor left behind there
// are killed and removed first.
func NewTree(session string) (*Tree, error) {
	h, err := findHierarchy()
	if err != nil {
		return nil, err
	}
	sweep(h.dir)
	name := treePrefix + leafDir(session)
	t := &Tree{dir: filepath.Join(h.dir, name), path: filepath.Join(h.path, name), leaves: map[string]string{}}
	if t.lock, err = makeLocked(t.dir); err != nil {
		return nil, fmt.Errorf("%w: make session group: %w", ErrCgroup, err)
	}
	if err := t.Add(AgentLeaf); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// Dir is the session group's directory.
func (t *Tree) Dir() string { return t.dir }

// Mount is the mount point of cgroup v2, which no process of the agent may write.
func Mount() (string, error) {
	h, err := findHierarchy()
	if err != nil {
		return "", err
	}
	return h.mount, nil
}

// leafDir makes a directory name of any leaf name: itself where it is plain,
// else its bytes in hex, so that different names stay different.
func leafDir(name string) string {
	plain := len(name) > 0 && len(name) <= 120 && name[0] != '.' && !strings.HasPrefix(name, "x-")
	for i := 0; plain && i < len(name); i++ {
		c := name[i]
		plain = c == '-' || c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	if plain {
		return name
	}
	return "x-" + hex.EncodeToString([]byte(name))
}

// Add makes a leaf.
func (t *Tree) Add(leaf string) error {
	dir := leafDir(leaf)
	if err := os.Mkdir(filepath.Join(t.dir, dir), 0o755); err != nil {
		return fmt.Errorf("%w: make leaf: %w", ErrCgroup, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leaves[dir] = leaf
	return nil
}

// Open opens a leaf's directory, for SysProcAttr.CgroupFD.
func (t *Tree) Open(leaf string) (*os.File, error) {
	f, err := os.Open(filepath.Join(t.dir, leafDir(leaf)))
	if err != nil {
		return nil, fmt.Errorf("%w: open leaf: %w", ErrCgroup, err)
	}
	return f, nil
}

// Enter moves a process into a leaf.
func (t *Tree) Enter(pid int, leaf string) error {
	if err := t.write(leaf, "cgroup.procs", strconv.Itoa(pid)); err != nil {
		return fmt.Errorf("%w: move process %d: %w", ErrCgroup, pid, err)
	}
	return nil
}

func (t *Tree) write(leaf, file, text string) error {
	return os.WriteFile(filepath.Join(t.dir, leafDir(leaf), file), []byte(text), 0)
}

// Of returns the leaf of a process; false if it is in no leaf of this session.
func (t *Tree) Of(pid int) (leaf string, in bool, err error) {
	path, err := groupOf(strconv.Itoa(pid))
	if err != nil {
		return "", false, err
	}
	leaf, in = t.Named(path)
	return leaf, in, nil
}

// Named returns the leaf that a path of /proc/PID/cgroup lies in, for callers
// that read /proc themselves.
func (t *Tree) Named(path string) (leaf string, in bool) {
	rest, ok := strings.CutPrefix(path, t.path+"/")
	if !ok {
		return "", false
	}
	dir, _, _ := strings.Cut(rest, "/")
	t.mu.Lock()
	defer t.mu.Unlock()
	leaf, in = t.leaves[dir]
	return leaf, in
}

// Members returns the processes of a leaf.
func (t *Tree) Members(leaf string) ([]int, error) {
	text, err := os.ReadFile(filepath.Join(t.dir, leafDir(leaf), "cgroup.procs"))
	if err != nil {
		return nil, fmt.Errorf("%w: read members: %w", ErrCgroup, err)
	}
	var out []int
	for _, f := range strings.Fields(string(text)) {
		pid, err := strconv.Atoi(f)
		if err != nil {
			return nil, fmt.Errorf("%w: member %q: %w", ErrCgroup, f, err)
		}
		out = append(out, pid)
	}
	return out, nil
}

// Remove removes an empty leaf; a leaf with processes is an error (EBUSY).
func (t *Tree) Remove(leaf string) error {
	dir := leafDir(leaf)
	if err := os.Remove(filepath.Join(t.dir, dir)); err != nil {
		return fmt.Errorf("%w: remove leaf: %w", ErrCgroup, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.leaves, dir)
	return nil
}

// Kill kills every process of a leaf.
func (t *Tree) Kill(leaf string) error {
	if err := t.write(leaf, "cgroup.kill", "1"); err != nil {
		return fmt.Errorf("%w: kill leaf: %w", ErrCgroup, err)
	}
	return nil
}

// KillAll kills every process of the session, forks in flight included.
func (t *Tree) KillAll() error {
	if err := os.WriteFile(KillFile(t.dir), []byte("1"), 0); err != nil {
		return fmt.Errorf("%w: kill session: %w", ErrCgroup, err)
	}
	return nil
}

// KillFile is the file of a group to which "1" is written to kill it whole.
func KillFile(dir string) string { return filepath.Join(dir, "cgroup.kill") }

// closeWait bounds how long Close waits for killed processes to leave.
const closeWait = 5 * time.Second

// Close kills what is left of the session and removes its groups.
func (t *Tree) Close() error {
	if err := t.KillAll(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for dir := range t.leaves {
		if err := removeGroup(filepath.Join(t.dir, dir)); err != nil {
			return err
		}
		delete(t.leaves, dir)
	}
	defer t.lock.Close()
	return removeGroup(t.dir)
}

// removeGroup removes a group whose processes are dying: the kernel answers
// EBUSY until the last has been reaped.
func removeGroup(dir string) error {
	for deadline := time.Now().Add(closeWait); ; time.Sleep(time.Millisecond) {
		err := os.Remove(dir)
		if err == nil || errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if !errors.Is(err, syscall.EBUSY) || time.Now().After(deadline) {
			return fmt.Errorf("%w: remove group: %w", ErrCgroup, err)
		}
	}
}
