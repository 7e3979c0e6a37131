package command_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// detachedChain runs `devchain --detach` as a process and times it; the chain
// answers when it returns.
func detachedChain(b *testing.B, state string) (time.Duration, devchain.Status) {
	b.Helper()
	start := time.Now()
	out, err := exec.Command(os.Args[0], "devchain", "--detach", "--state", state).CombinedOutput()
	took := time.Since(start)
	if err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	s, err := devchain.Find(b.Context(), devnet.Dir(state))
	if err != nil {
		b.Fatal(err)
	}
	return took, s
}

// residentMiB is what a process holds in memory now.
func residentMiB(b *testing.B, pid int) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skipf("the resident size is read from /proc: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
			if err != nil {
				b.Fatal(err)
			}
			return kib / 1024
		}
	}
	b.Fatal("no resident size")
	return 0
}

// BenchmarkMetricChain times the development chain as its user sees it: the
// command's start until the chain answers with the escrow deployed, a restart
// after a clean stop and after kill -9, and its memory after 500 transactions.
// The baseline is the start of the same program that does nothing.
func BenchmarkMetricChain(b *testing.B) {
	state := b.TempDir()
	stop := func() { _ = devchain.Stop(context.Background(), devnet.Dir(state)) }
	defer stop()
	for b.Loop() {
		idle := time.Now()
		if err := exec.Command(os.Args[0], "devchain", "--help").Run(); err != nil {
			b.Logf("the program's own start: %v", err)
		}
		program := time.Since(idle)
		first, s := detachedChain(b, state)
		fresh := residentMiB(b, s.PID)
		loadChain(b, state, 500)
		loaded := residentMiB(b, s.PID)
		stop()
		clean, s := detachedChain(b, state)
		if err := syscall.Kill(s.PID, syscall.SIGKILL); err != nil {
			b.Fatal(err)
		}
		killed, _ := detachedChain(b, state)
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		fmt.Printf("METRIC chain_program_ms=%.0f ms\n", ms(program))
		fmt.Printf("METRIC chain_start_ms=%.0f ms\n", ms(first))
		fmt.Printf("METRIC chain_restart_ms=%.0f ms\n", ms(clean))
		fmt.Printf("METRIC chain_restart_after_kill_ms=%.0f ms\n", ms(killed))
		fmt.Printf("METRIC chain_rss_fresh_mib=%.0f MiB\n", fresh)
		fmt.Printf("METRIC chain_rss_mib=%.0f MiB\n", loaded)
	}
}

// loadChain sends transactions one after the other.
func loadChain(b *testing.B, state string, count int) {
	b.Helper()
	n, err := escrow.Resolve("dev", state)
	if err != nil {
		b.Fatal(err)
	}
	c, err := escrow.Dial(b.Context(), n)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	key, err := escrow.LoadKey(devnet.KeyFile(state, devnet.Owner))
	if err != nil {
		b.Fatal(err)
	}
	a, err := c.Account(key, devnet.KeyDir(state))
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	for i := range count {
		if _, err := a.Commit(b.Context(), key.Address(), []trace.Item{{Session: trace.Hash{1}, N: uint32(i + 1), H: trace.Hash{2}}}); err != nil {
			b.Fatal(err)
		}
	}
	fmt.Printf("METRIC chain_transaction_ms=%.1f ms\n", float64(time.Since(start).Microseconds())/1000/float64(count))
}
