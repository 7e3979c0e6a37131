package filter

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// nobody is the unprivileged user of the tests.
const nobody = 65534

// skip skips aloud, or fails where VAREK_REQUIRE names what is missing.
func skip(t *testing.T, what, text string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("VAREK_REQUIRE"), ","), what) {
		t.Fatalf("VAREK_REQUIRE=%s: %s", what, text)
	}
	t.Skip("SKIP: " + text)
}

// users are the identities that the tests can take.
func users() map[string]int {
	if os.Getuid() != 0 {
		return map[string]int{"self": os.Getuid()}
	}
	return map[string]int{"root": 0, "nobody": nobody}
}

// readable is this test binary where every user can execute it.
var readable = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "filter-victim")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, victimName)
	return path, os.WriteFile(path, text, 0o755)
})

// spawn runs the victim as uid and returns its output.
func spawn(t testing.TB, uid int, options, mode string, what ...string) (string, error) {
	t.Helper()
	self, err := readable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = append([]string{victimName, options, mode}, what...)
	if uid != os.Getuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	return out.String(), err
}

// answers runs attacks in one victim and returns errno names by attack.
func answers(t *testing.T, uid int, options, mode string, list []string) map[string]string {
	t.Helper()
	got := map[string]string{}
	if len(list) == 0 {
		return got
	}
	out, err := spawn(t, uid, options, mode, list...)
	if err != nil {
		t.Fatalf("victim: %v\n%s", err, out)
	}
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		if name, answer, ok := strings.Cut(line, "="); ok {
			got[name] = answer
		}
	}
	return got
}

// Each dangerous class of calls is answered as the rules say by the real
// kernel, for every user alike, and differently without the filter.
func TestAttacks(t *testing.T) {
	for name, uid := range users() {
		for options := range optionSets {
			t.Run(name+"/"+options, func(t *testing.T) { attackAll(t, uid, options) })
		}
	}
}

func attackAll(t *testing.T, uid int, options string) {
	var list, control []string
	for _, a := range attacks {
		if a.options == options || a.options == "" && options == "default" {
			list = append(list, a.name)
			if a.control {
				control = append(control, a.name)
			}
		}
	}
	filtered := answers(t, uid, options, "filtered", list)
	plain := answers(t, os.Getuid(), options, "plain", control)
	for _, a := range attacks {
		got, ran := filtered[a.name]
		if ran && got != a.want {
			t.Errorf("%s: got %s, want %s", a.name, got, a.want)
		}
		if without, ran := plain[a.name]; ran && without == a.want && os.Getuid() == 0 {
			t.Errorf("%s: answers %s without the filter too, so it shows nothing", a.name, without)
		}
	}
	if len(filtered) != len(list) {
		t.Errorf("%d answers to %d attacks", len(filtered), len(list))
	}
}

// Calls of another architecture kill the process.
func TestForeignArchitectureKills(t *testing.T) {
	if !foreignCalls {
		t.Skip("SKIP: int 0x80 and x32 exist on amd64 only")
	}
	for _, name := range []string{"x32", "int 0x80"} {
		t.Run(name, func(t *testing.T) {
			if out, err := spawn(t, os.Getuid(), "default", "plain", name); err != nil || !strings.HasPrefix(out, name+"=") {
				t.Skip("SKIP: this kernel has no such gate, which the simulated program must answer for")
			}
			_, err := spawn(t, os.Getuid(), "default", "filtered", name)
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGSYS {
				t.Errorf("%v, want death by SIGSYS", err)
			}
		})
	}
}

// BenchmarkUnsupervisedCall compares a call that the filter leaves free with
// the same call without a filter, in interleaved processes.
func BenchmarkUnsupervisedCall(b *testing.B) {
	best := map[string]int{}
	for b.Loop() {
		for _, mode := range []string{"plain", "continued"} {
			out, err := spawn(b, os.Getuid(), "default", mode, "measure")
			if err != nil {
				b.Fatal(err, out)
			}
			ns, err := strconv.Atoi(strings.TrimSpace(out))
			if err != nil {
				b.Fatal(err)
			}
			if have, ok := best[mode]; !ok || ns < have {
				best[mode] = ns
			}
		}
	}
	b.ReportMetric(float64(best["plain"]), "native-ns/call")
	b.ReportMetric(float64(best["continued"]), "filtered-ns/call")
}
