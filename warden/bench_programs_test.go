package warden

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cost is what a command took: its processors' time, children and supervisor
// included, and the clock's.
type cost struct{ cpu, wall time.Duration }

func measure(b *testing.B, cmd *exec.Cmd) cost {
	b.Helper()
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	// Every process of the run is a waited-for descendant of cmd: init reaps the
	// orphans, the kernel the rest of the PID namespace.
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cost{cpu: time.Duration(use.Utime.Nano() + use.Stime.Nano()), wall: time.Since(begin)}
}

// pairwise runs a job natively and supervised in turn and returns the best of each.
func pairwise(b *testing.B, rounds int, policyText, dir string, argv func() []string) (native, supervised cost) {
	b.Helper()
	best := func(into *cost, c cost) {
		if into.cpu == 0 || c.cpu < into.cpu {
			into.cpu = c.cpu
		}
		if into.wall == 0 || c.wall < into.wall {
			into.wall = c.wall
		}
	}
	for range rounds {
		a := argv()
		cmd := exec.Command(a[0], a[1:]...)
		cmd.Dir = dir
		best(&native, measure(b, cmd))
		best(&supervised, measure(b, under(b, policyText, dir, argv()...)))
	}
	return native, supervised
}

// BenchmarkMetricGoBuild: a cold build of this package, which needs cgo.
func BenchmarkMetricGoBuild(b *testing.B) {
	here, err := os.Getwd()
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		native, supervised := pairwise(b, 2, "version: 1\n", here, func() []string {
			cache := realDir(b)
			return []string{"env", "CGO_ENABLED=1", "GOFLAGS=-modcacherw", "GOCACHE=" + cache, "go", "build", "-o", filepath.Join(cache, "out"), "."}
		})
		metric("warden_gobuild_cpu_native", native.cpu.Seconds(), "s")
		metric("warden_gobuild_cpu_supervised", supervised.cpu.Seconds(), "s")
		metric("warden_gobuild_wall_over_native", supervised.wall.Seconds()/native.wall.Seconds(), "ratio")
		metric("warden_gobuild_cpu_over_native", supervised.cpu.Seconds()/native.cpu.Seconds(), "ratio")
	}
}

// BenchmarkMetricPrograms: short jobs, the supervisor's own start included.
func BenchmarkMetricPrograms(b *testing.B) {
	repo := realDir(b)
	script := "git init -q . && for i in $(seq 200); do echo $i > f$i; done && git add . && git -c user.name=t -c user.email=t@example.org commit -qm x"
	if out, err := exec.Command("sh", "-c", "cd "+repo+" && "+script).CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	jobs := []struct{ name, text string }{
		{"node", "node -e 0"},
		{"gitstatus", "git status --short"},
		{"bash20", "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do bash -c true; done"},
	}
	for range b.N {
		for _, j := range jobs {
			if name, _, _ := strings.Cut(j.text, " "); name != "for" {
				if _, err := exec.LookPath(name); err != nil {
					b.Logf("%s is not installed: no figure", name)
					continue
				}
			}
			native, supervised := pairwise(b, 7, "version: 1\n", repo, func() []string { return []string{"sh", "-c", j.text} })
			metric(fmt.Sprintf("warden_%s_native_ms", j.name), native.wall.Seconds()*1e3, "ms")
			metric(fmt.Sprintf("warden_%s_supervised_ms", j.name), supervised.wall.Seconds()*1e3, "ms")
		}
	}
}
