package floor

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// A Go program that waits in the kernel for one supervised call after the other
// has a thread beside it, the runtime's monitor, that looks every 20 µs whether a
// processor is to be taken from a waiting thread, for as long as calls come. Each
// look costs more than the timer interval says (a context switch, a timer), and
// together they made a third of what supervision took of the processor. The
// monitor sleeps as exactly as its timer slack says, so the supervisor and the
// emulator have a coarse one. What the agent inherits is the kernel's own.
const (
	// KernelSlack is the kernel's default timer slack in nanoseconds.
	KernelSlack = 50_000
	// CalmSlack is that of the supervisor and the emulator: also the time after
	// which the runtime sees at the latest that a thread hangs in a call.
	CalmSlack = 1_000_000
)

// Slack is the calling thread's timer slack in nanoseconds.
func Slack() (uint64, error) {
	n, err := unix.PrctlRetInt(unix.PR_GET_TIMERSLACK, 0, 0, 0, 0)
	if err != nil {
		return 0, fmt.Errorf("reading the timer slack: %w", err)
	}
	return uint64(n), nil
}

// SetSlack sets the calling thread's timer slack, which what it starts inherits.
func SetSlack(ns uint64) error {
	if err := unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(ns), 0, 0, 0); err != nil {
		return fmt.Errorf("setting the timer slack: %w", err)
	}
	return nil
}

// Calm gives the calling thread CalmSlack where it has the kernel's default: who
// set another had a reason. Programs that it executes keep it.
func Calm() error {
	n, err := Slack()
	if err != nil || n != KernelSlack {
		return err
	}
	return SetSlack(CalmSlack)
}

// CalmAll is Calm for every thread of this process. The kernel lets only a
// thread with CAP_SYS_NICE set that of another; without it a process is calm if
// it was started so.
func CalmAll() error {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return fmt.Errorf("listing the own threads: %w", err)
	}
	for _, t := range tasks {
		name := "/proc/" + t.Name() + "/timerslack_ns"
		b, err := os.ReadFile(name)
		if err != nil || string(b) != strconv.Itoa(KernelSlack)+"\n" {
			continue // it has ended, or may not be asked
		}
		if err := os.WriteFile(name, []byte(strconv.Itoa(CalmSlack)), 0); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("setting the timer slack of a thread: %w", err)
		}
	}
	return nil
}
