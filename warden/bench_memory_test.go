package warden

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// resident is the resident memory of a process in bytes; shared pages count
// whole.
func resident(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kib, _ := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	return kib << 10
}

// children lists the direct children of a process.
func children(pid int) []int {
	var out []int
	tasks, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, t := range tasks {
		text, err := os.ReadFile(t)
		if err != nil {
			continue
		}
		for f := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(f); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// helpers adds up the processes below pid that are the warden's own: they bear
// its binary.
func helpers(pid int) int64 {
	own, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return 0
	}
	var sum int64
	for _, c := range children(pid) {
		if exe, err := os.Readlink("/proc/" + strconv.Itoa(c) + "/exe"); err == nil && exe == own {
			sum += resident(c)
		}
		sum += helpers(c)
	}
	return sum
}

// BenchmarkMetricMemory: what the warden adds while a thousand threads have
// each been supervised: the growth of the supervising process, and init and
// emulator whole.
func BenchmarkMetricMemory(b *testing.B) {
	const threads = "1000"
	work, dir := compiled(b, "work"), realDir(b)
	for range b.N {
		cmd := under(b, enforcing, dir, work, "park", threads, "/etc/hostname")
		before := filepath.Join(dir, "before")
		cmd.Env = append(cmd.Env, "WARDEN_TEST_BEFORE="+before)
		in, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "parked\n" {
			b.Fatalf("%q %v", line, err)
		}
		text, err := os.ReadFile(before)
		if err != nil {
			b.Fatal(err)
		}
		own, err := strconv.ParseInt(string(text), 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		const mib = 1 << 20
		grown, below := float64(resident(cmd.Process.Pid)-own)/mib, float64(helpers(cmd.Process.Pid))/mib
		in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			b.Fatal(err)
		}
		metric("warden_rss_supervisor_mib", grown, "MiB")
		metric("warden_rss_helpers_mib", below, "MiB")
		metric("warden_rss_mib", grown+below, "MiB")
	}
}
