package sidecar

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Clock is where a session takes its time from.
type Clock interface {
	// Now is the wall clock.
	Now() time.Time
	// Mono is nanoseconds of a clock that never goes back within one boot of
	// the machine and is shared by all processes on it.
	Mono() uint64
	// After sends once when d has passed on the clock of Mono.
	After(d time.Duration) <-chan time.Time
}

// SystemClock is the machine's clock. Mono is CLOCK_BOOTTIME, which counts
// through a suspend: a window of a promise does not stretch while a laptop
// sleeps.
type SystemClock struct{}

// Now implements Clock.
func (SystemClock) Now() time.Time { return time.Now() }

// Mono implements Clock.
func (SystemClock) Mono() uint64 {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		// Every Linux since 2.6.39 has this clock; without it no record can
		// be placed in time, and zero makes every deadline due at once.
		return 0
	}
	return uint64(ts.Nano())
}

// After implements Clock.
func (SystemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// BootID reads the uuid of this boot of the machine (random(4)).
func BootID() (string, error) {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", fmt.Errorf("read the boot id: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}
