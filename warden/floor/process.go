package floor

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

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

// Limit sets the resource limits of the calling process and its children:
// those of the policy, and no core dumps in any case, because a core is a copy
// of memory under a name that no rule decided. A limit is never raised.
func Limit(l Limits) error {
	type limit struct {
		name     string
		resource int
		value    uint64
	}
	wanted := []limit{{"core", unix.RLIMIT_CORE, 0}}
	for _, w := range []limit{
		{"open_files", unix.RLIMIT_NOFILE, l.OpenFiles},
		{"file_size", unix.RLIMIT_FSIZE, l.FileSize},
		{"address_space", unix.RLIMIT_AS, l.AddressSpace},
		{"cpu_seconds", unix.RLIMIT_CPU, l.CPUSeconds},
	} {
		if w.value > 0 {
			wanted = append(wanted, w)
		}
	}
	for _, w := range wanted {
		var have syscall.Rlimit
		if err := syscall.Getrlimit(w.resource, &have); err != nil {
			return fmt.Errorf("read limit %s: %w", w.name, err)
		}
		v := min(w.value, have.Max)
		// syscall, not x/sys: the former tells the runtime not to restore its own
		// value of RLIMIT_NOFILE at exec.
		if err := syscall.Setrlimit(w.resource, &syscall.Rlimit{Cur: v, Max: v}); err != nil {
			return fmt.Errorf("set limit %s to %d: %w", w.name, v, err)
		}
	}
	return nil
}
