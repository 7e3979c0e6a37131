package check_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world/pullreview"
)

// benchDepth is how deep the page is searched for the figures.
const benchDepth = 14

// cpu is the processor time of this process.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// search runs the page with fifteen policies and tells what it took.
func search(b *testing.B, o check.Options) (res *check.Result, wall, used time.Duration) {
	b.Helper()
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	from, began := cpu(b), time.Now()
	if res, err = check.Run(context.Background(), w, fifteen(b), o); err != nil {
		b.Fatal(err)
	}
	return res, time.Since(began), cpu(b) - from
}

// BenchmarkMetricCheck prints transitions per second of processor time, two
// workers over one, and what a distinct state takes in memory. Two workers are
// measured three times in turn with one, and the best of each counts: what else
// runs on the machine can only slow them down.
func BenchmarkMetricCheck(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	for range b.N {
		o := check.Options{Depth: benchDepth, CrossCheck: 2000}
		best := [3]time.Duration{}
		var one *check.Result
		var least, least2 time.Duration
		for range 3 {
			for workers := 1; workers <= 2; workers++ {
				o.Workers = workers
				res, wall, used := search(b, o)
				if best[workers] == 0 || wall < best[workers] {
					best[workers] = wall
				}
				switch {
				case workers == 1 && (least == 0 || used < least):
					one, least = res, used
				case workers == 2 && (least2 == 0 || used < least2):
					least2 = used
				}
			}
		}
		fmt.Printf("METRIC check_transitions_per_cpu_s=%.0f 1/s\n", float64(one.Counts.Checked)/least.Seconds())
		fmt.Printf("METRIC check_states=%d states\n", one.Distinct)
		fmt.Printf("METRIC check_two_workers_over_one=%.2f x\n", best[1].Seconds()/best[2].Seconds())
		fmt.Printf("METRIC check_two_workers_cpu_over_one=%.2f x\n", least2.Seconds()/least.Seconds())
		var heap uint64
		o.Workers = 1
		o.AtDepth = func(res *check.Result) error {
			if res.Depth == benchDepth {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				heap = m.HeapAlloc
			}
			return nil
		}
		res, _, _ := search(b, o)
		fmt.Printf("METRIC check_bytes_per_state=%.1f B\n", float64(max(heap, res.Memory.Peak))/float64(res.Distinct))
	}
}

var (
	panStates      = regexp.MustCompile(`(\d+) states, stored`)
	panTransitions = regexp.MustCompile(`(\d+) transitions`)
)

// pan runs Spin's program to a depth.
func pan(b *testing.B, bin string, depth int) (states, transitions uint64, used time.Duration) {
	b.Helper()
	// One step more: the first makes the start state.
	cmd := exec.Command(bin, "-E", "-w24", "-m"+strconv.Itoa(depth+1))
	cmd.Dir = filepath.Dir(bin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	read := func(re *regexp.Regexp) uint64 {
		m := re.FindSubmatch(out)
		if m == nil {
			b.Fatalf("pan says %s", out)
		}
		n, err := strconv.ParseUint(string(m[1]), 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		return n
	}
	return read(panStates), read(panTransitions), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// BenchmarkMetricSpin compares with Spin on the same model: the same number of
// states at every depth, or there is no figure.
func BenchmarkMetricSpin(b *testing.B) {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			b.Skipf("SKIP: %s is not installed", tool)
		}
	}
	dir := b.TempDir()
	model, err := os.ReadFile("testdata/spin/pullreview.pml")
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pullreview.pml"), model, 0o644); err != nil {
		b.Fatal(err)
	}
	for _, line := range [][]string{{"spin", "-a", "pullreview.pml"}, {"gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-DBFS", "-o", "pan", "pan.c"}} {
		cmd := exec.Command(line[0], line[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v: %v: %s", line, err, out)
		}
	}
	bin := filepath.Join(dir, "pan")
	for range b.N {
		res, _, used := search(b, check.Options{Depth: benchDepth, CrossCheck: 2000})
		sum := uint64(0)
		for depth, l := range res.Levels {
			if sum += l.States; depth < 9 {
				if states, _, _ := pan(b, bin, depth); states != sum+1 { // the state before the start
					b.Fatalf("depth %d: %d states, Spin %d", depth, sum, states-1)
				}
			}
		}
		states, transitions, spinUsed := pan(b, bin, benchDepth)
		if states != sum+1 {
			b.Fatalf("depth %d: %d states, Spin %d", benchDepth, sum, states-1)
		}
		ours, spins := float64(res.Counts.Checked)/used.Seconds(), float64(transitions)/spinUsed.Seconds()
		fmt.Printf("METRIC check_spin_transitions_per_cpu_s=%.0f 1/s\n", spins)
		fmt.Printf("METRIC check_over_spin=%.2f x\n", ours/spins)
	}
}
