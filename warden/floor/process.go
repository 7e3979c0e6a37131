package floor

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// NoNewPrivileges sets no_new_privs on the calling thread: no setuid program
// and no file capability raises what it executes.
func NoNewPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	return nil
}

// DropCapabilities takes every capability from the calling thread for good.
func DropCapabilities() error { return LimitCapabilities(0) }

// CloseAbove marks every descriptor above last close-on-exec. They are marked
// and not closed, because the Go runtime needs its own until the exec.
func CloseAbove(last int) error {
	err := unix.CloseRange(uint(last+1), ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return nil
	}
	if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("close_range: %w", err)
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("list descriptors: %w", err)
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > last {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// Lowered is a resource limit of the agent: at most Value, soft and hard.
type Lowered struct {
	Name     string // as the policy says it
	Resource int    // RLIMIT_*
	Value    uint64
}

// Lowered lists the limits that are set: those of the policy, and no core dumps
// in any case, because a core is a copy of memory under a name that no rule
// decided.
func (l Limits) Lowered() []Lowered {
	out := []Lowered{{"core", unix.RLIMIT_CORE, 0}}
	for _, w := range []Lowered{
		{"open_files", unix.RLIMIT_NOFILE, l.OpenFiles},
		{"file_size", unix.RLIMIT_FSIZE, l.FileSize},
		{"address_space", unix.RLIMIT_AS, l.AddressSpace},
		{"cpu_seconds", unix.RLIMIT_CPU, l.CPUSeconds},
	} {
		if w.Value > 0 {
			out = append(out, w)
		}
	}
	return out
}
