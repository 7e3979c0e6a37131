package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// pythonFile is the client for Python, and the agent that tests it.
func pythonFile(t *testing.T) (dir, agent string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("skipped: needs python3; make deps installs it")
	}
	dir, err := filepath.Abs("../../adapters/python")
	if err != nil {
		t.Fatal(err)
	}
	readAll(t, dir)
	return dir, filepath.Join(dir, "testdata", "agent.py")
}

// readAll opens the sources that other processes run, so that go test takes no
// result of older ones from its cache.
func readAll(t *testing.T, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		for _, pattern := range []string{"*.py", "*.js", "*.mjs", "testdata/*"} {
			files, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are well formed
			for _, f := range files {
				if _, err := os.ReadFile(f); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestPythonFile runs its own tests: the vectors of every language, and Hermes'
// hooks under a dispatcher of our own.
func TestPythonFile(t *testing.T) {
	dir, _ := pythonFile(t)
	cmd := exec.Command("python3", "-B", "-m", "unittest", "-q")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "OK") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPythonUnderRun: decorated tools under a real run: over a megabyte of arguments, a failing
// tool, one of asyncio, threads in parallel, a denial.
func TestPythonUnderRun(t *testing.T) {
	dir, agent := pythonFile(t)
	l := newLine(t)
	cmd := l.command("varek-sidecar", "run", "--", "python3", "-B", agent)
	cmd.Dir = l.work()
	cmd.Env = append(cmd.Env, "PYTHONPATH="+dir)
	if r := l.do(cmd); r.code != 0 || !strings.Contains(r.out, "OSError: the tool broke") || !strings.Contains(r.out, "Denied") {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	wrote(t, cmd.Dir, "a", "f", "l", "p0", "p1", "p2", "p3")
	sameCalls(t, calls(l.trace(l.newest().Session)), "write start ok", "fail start error", "later start ok", "write start ok", "write start ok",
		"write start ok", "write start ok", "write deny:human:<nil> denied")
}

// TestPythonSidecarKilled: after it no tool runs.
func TestPythonSidecarKilled(t *testing.T) {
	dir, agent := pythonFile(t)
	l := newLine(t)
	s := l.serve()
	seat := l.open()
	cmd := exec.Command("python3", "-B", agent, "wait")
	cmd.Dir = l.work()
	cmd.Env = append(os.Environ(), "PYTHONPATH="+dir, "VAREK_SESSION="+seat.Session.String(), "VAREK_NATS_URL="+seat.URL, "VAREK_NATS_CREDS="+seat.Creds, "TEST_TIMEOUT=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var last string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if last = lines.Text(); last == "waiting" {
			s.end(syscall.SIGKILL)
			in.Close()
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(last, "Unrecorded: no acknowledgement") {
		t.Errorf("%v, said %q", err, last)
	}
	if _, err := os.Stat(filepath.Join(cmd.Dir, "after")); err == nil {
		t.Error("the tool ran")
	}
}
