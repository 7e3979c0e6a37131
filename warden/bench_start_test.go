package warden

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkMetricStart is what supervision adds to the start of a program.
func BenchmarkMetricStart(b *testing.B) {
	const rounds = 15
	for range b.N {
		native, supervised := time.Hour, time.Hour
		for range rounds {
			begin := time.Now()
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
			native = min(native, time.Since(begin))
			s := newSession(b, "", "/bin/true")
			begin = time.Now()
			s.run(b)
			supervised = min(supervised, time.Since(begin))
		}
		added := supervised - native
		b.ReportMetric(float64(added.Microseconds())/1e3, "ms")
		fmt.Printf("METRIC warden_start_added=%.1f ms\n", float64(added.Microseconds())/1e3)
		fmt.Printf("METRIC warden_start_ms=%.1f ms\n", startOnly(b, rounds))
	}
}

// startOnly is the best time from the call of Start to the agent's first
// instruction, over the same of a program started alone, in milliseconds. The
// agent is a C program that does nothing but tell the clock.
func startOnly(b *testing.B, rounds int) float64 {
	b.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		b.Skip("gcc is not installed")
	}
	dir := realDir(b)
	source, program := filepath.Join(dir, "clock.c"), filepath.Join(dir, "clock")
	const text = `#include <stdio.h>
#include <time.h>
int main(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); printf("%lld\n", t.tv_sec * 1000000000LL + t.tv_nsec); return 0; }
`
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O1", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v: %s", err, out)
	}
	now := func() int64 {
		var t unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
			b.Fatal(err)
		}
		return t.Nano()
	}
	alone, supervised := int64(1<<62), int64(1<<62)
	for range rounds {
		begin := now()
		out, err := exec.Command(program).Output()
		if err != nil {
			b.Fatal(err)
		}
		alone = min(alone, clockOf(b, string(out))-begin)
		s := newSession(b, "", program)
		begin = now()
		s.run(b)
		supervised = min(supervised, clockOf(b, s.out.String())-begin)
	}
	return float64(supervised-alone) / 1e6
}

func clockOf(b *testing.B, text string) int64 {
	b.Helper()
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		b.Fatalf("%q: %v", text, err)
	}
	return n
}
