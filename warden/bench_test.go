package warden

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// The benchmarks compare what an agent waits for under supervision with the
// same work natively, under a C supervisor that only lets calls go on (the
// floor of the mechanism) and under strace. All of one figure is measured in
// one run, in interleaved rounds, and the best round of each counts, because
// others use the machine too. `make bench-warden` prints the lines.

// enforcing is a workspace policy as an agent's owner would write it, with
// every read on record.
const enforcing = `version: 1
mode: enforce
files:
  read: {allow: ["/**"]}
  write: {allow: ["$WORKSPACE/**", "/tmp/**"]}
  exec: {allow: ["/**"]}
network: {connect: {allow: ["*:*", "127.0.0.0/8:*", "unix:/**"]}, bind: {allow: ["*:*", "127.0.0.0/8:*"]}}
record: {reads: all}
`

// observing is the default policy with every read on record.
const observing = "version: 1\nrecord: {reads: all}\n"

// compiled builds one of testdata/bench and returns its path.
func compiled(b testing.TB, name string) string {
	b.Helper()
	return compileC(b, "testdata/bench/"+name+".c", "-O2")
}

// under is a command that runs argv in a supervisor of its own.
func under(b *testing.B, policyText, dir string, argv ...string) *exec.Cmd {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(self, argv...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "WARDEN_TEST_PROGRAM=supervise", "WARDEN_TEST_POLICY="+policyText, "WARDEN_TEST_RECORDS=")
	return cmd
}

// times are the median and the 99th percentile of one program's rounds, in
// nanoseconds; the best of each over all rounds.
type times struct{ p50, p99 int }

func (t *times) add(b *testing.B, name string, cmd *exec.Cmd) {
	b.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var p50, p99 int
	if err == nil {
		_, err = fmt.Sscan(string(out), &p50, &p99)
	}
	if err != nil {
		b.Fatalf("%s: %v %q %s", name, err, out, errs.String())
	}
	if t.p50 == 0 {
		t.p50, t.p99 = p50, p99
	}
	t.p50, t.p99 = min(t.p50, p50), min(t.p99, p99)
}

// contest runs the commands in interleaved rounds.
func contest(b *testing.B, rounds int, commands map[string]func() *exec.Cmd) map[string]*times {
	b.Helper()
	out := map[string]*times{}
	for name := range commands {
		out[name] = &times{}
	}
	for range rounds {
		for name, command := range commands {
			out[name].add(b, name, command())
		}
	}
	return out
}

func metric(name string, value float64, unit string) {
	fmt.Printf("METRIC %s=%s %s\n", name, strconv.FormatFloat(value, 'f', 2, 64), unit)
}

// report prints both percentiles of every contestant.
func report(what string, t map[string]*times) {
	for name, v := range t {
		metric(what+"_p50_"+name, float64(v.p50)/1e3, "us")
		metric(what+"_p99_"+name, float64(v.p99)/1e3, "us")
	}
}

func ratio(a, b int) float64 { return float64(a) / float64(b) }

// BenchmarkMetricOpen: an open and close of an existing file.
func BenchmarkMetricOpen(b *testing.B) {
	const rounds, opens, file = 9, "4000", "/etc/hostname"
	work, floor := compiled(b, "work"), compiled(b, "floor")
	dir := realDir(b)
	argv := []string{work, "open", opens, file}
	for range b.N {
		t := contest(b, rounds, map[string]func() *exec.Cmd{
			"native": func() *exec.Cmd { return exec.Command(argv[0], argv[1:]...) },
			"cfloor": func() *exec.Cmd { return exec.Command(floor, argv...) },
			"strace": func() *exec.Cmd {
				return exec.Command("strace", append(strings.Fields("-f --seccomp-bpf -e trace=openat -o /dev/null"), argv...)...)
			},
			"observe": func() *exec.Cmd { return under(b, observing, dir, argv...) },
			"enforce": func() *exec.Cmd { return under(b, enforcing, dir, argv...) },
		})
		report("warden_open", t)
		worst := max(t["observe"].p50, t["enforce"].p50) // full policy and record, whichever is slower
		metric("warden_open_p50_over_cfloor", ratio(worst, t["cfloor"].p50), "ratio")
		metric("warden_open_p50_over_native", ratio(worst, t["native"].p50), "ratio")
		metric("warden_open_p99_over_native", ratio(max(t["observe"].p99, t["enforce"].p99), t["native"].p99), "ratio")
		metric("warden_vs_strace_open", ratio(t["strace"].p50, worst), "ratio")
	}
}

// BenchmarkMetricConnect: a blocking connect to a loopback port that answers,
// with its socket and close as the open has its close, and the call alone.
func BenchmarkMetricConnect(b *testing.B) {
	const rounds, connects = 7, "2000"
	work, dir := compiled(b, "work"), realDir(b)
	for range b.N {
		for _, what := range []string{"call", "connect"} {
			argv := []string{work, what, connects}
			t := contest(b, rounds, map[string]func() *exec.Cmd{
				"native":  func() *exec.Cmd { return exec.Command(argv[0], argv[1:]...) },
				"observe": func() *exec.Cmd { return under(b, observing, dir, argv...) },
				"enforce": func() *exec.Cmd { return under(b, enforcing, dir, argv...) },
			})
			name := map[string]string{"call": "warden_connect_call", "connect": "warden_connect"}[what]
			report(name, t)
			metric(name+"_p50_over_native", ratio(max(t["observe"].p50, t["enforce"].p50), t["native"].p50), "ratio")
		}
	}
}

// BenchmarkMetricUnsupervised: a call that the filter lets through.
func BenchmarkMetricUnsupervised(b *testing.B) {
	work, dir := compiled(b, "work"), realDir(b)
	argv := []string{work, "free", "2000"}
	for range b.N {
		t := contest(b, 9, map[string]func() *exec.Cmd{
			"native":     func() *exec.Cmd { return exec.Command(argv[0], argv[1:]...) },
			"supervised": func() *exec.Cmd { return under(b, enforcing, dir, argv...) },
		})
		metric("warden_unsupervised_native_ns", float64(t["native"].p50), "ns")
		metric("warden_unsupervised_ns", float64(t["supervised"].p50-t["native"].p50), "ns")
	}
}
