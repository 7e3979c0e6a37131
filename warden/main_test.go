package warden

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/warden/policy"
)

// TestMain lets the test binary be init, emulator, shim and watchdog, and run
// as a test's own helper programs.
func TestMain(m *testing.M) {
	if handled, code := Main(os.Args); handled {
		os.Exit(code)
	}
	if name := os.Getenv("WARDEN_TEST_PROGRAM"); name != "" {
		os.Exit(testPrograms[name](os.Args[1:]))
	}
	os.Exit(m.Run())
}

// testPrograms are helpers that a test runs in a process of their own.
var testPrograms = map[string]func(args []string) int{}

// scale multiplies counts by VAREK_SCALE.
func scale(n int) int {
	if k, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && k > 0 {
		return n * k
	}
	return n
}

// needs skips aloud, or fails where VAREK_REQUIRE names what is missing.
func needs(t testing.TB, what, text string) {
	t.Helper()
	for _, w := range strings.Split(os.Getenv("VAREK_REQUIRE"), ",") {
		if w == what {
			t.Fatalf("VAREK_REQUIRE=%s: %s", what, text)
		}
	}
	t.Skip(text)
}

// searchPath is PATH with the real python3 first: where that is a shim, each
// start of it runs dozens of programs.
var searchPath = sync.OnceValue(func() string {
	path := os.Getenv("PATH")
	out, err := exec.Command("python3", "-c", "import os, sys; print(os.path.dirname(os.path.realpath(sys.executable)))").Output()
	if err != nil {
		return path
	}
	return strings.TrimSpace(string(out)) + ":" + path
})

// trace collects records.
type trace struct {
	mu      sync.Mutex
	records []Record
}

func (tr *trace) Record(r Record) error {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.records = append(tr.records, r)
	return nil
}

// find returns the records that match.
func (tr *trace) find(match func(Record) bool) []Record {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	var out []Record
	for _, r := range tr.records {
		if match(r) {
			out = append(out, r)
		}
	}
	return out
}

func (tr *trace) event(event, resolved string) []Record {
	return tr.find(func(r Record) bool { return r.Event == event && r.Resolved == resolved })
}

// session is one supervised run in a test.
type session struct {
	trace
	cfg    Config
	out    bytes.Buffer
	errOut bytes.Buffer
	exit   Exit
	super  *Supervisor
	pipes  sync.WaitGroup
	closes []*os.File
}

// newSession prepares a run of argv under the policy text ("" is the default)
// with a fresh home, workspace and state directory below dir.
func newSession(t testing.TB, policyText string, argv ...string) *session {
	t.Helper()
	dir := realDir(t)
	p := policy.Default()
	if policyText != "" {
		var err error
		if p, err = policy.Parse([]byte(policyText)); err != nil {
			t.Fatalf("policy: %v", err)
		}
	}
	s := &session{}
	for _, d := range []string{"home", "work", "state"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.cfg = Config{Policy: p, Argv: argv, Dir: filepath.Join(dir, "work"), Workspace: filepath.Join(dir, "work"), Home: filepath.Join(dir, "home"),
		StateDir: filepath.Join(dir, "state"), Sink: s, Log: slog.New(slog.NewTextHandler(testLog{t}, nil)),
		Env: []string{"PATH=" + searchPath(), "HOME=" + filepath.Join(dir, "home"), "LANG=C.UTF-8", "TMPDIR=" + dir}}
	return s
}

// realDir is a temporary directory without links in its path, which any user
// can enter.
func realDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

type testLog struct{ t testing.TB }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Logf("log: %s", strings.TrimSpace(string(b)))
	return len(b), nil
}

// start begins the run.
func (s *session) start(t testing.TB) {
	t.Helper()
	if s.cfg.Stdin == nil {
		null, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		s.cfg.Stdin = null
		s.closes = append(s.closes, null)
	}
	s.cfg.Stdout = s.pipe(t, &s.out)
	s.cfg.Stderr = s.pipe(t, &s.errOut)
	super, err := Start(context.Background(), s.cfg)
	for _, f := range s.closes {
		f.Close()
	}
	if err != nil {
		t.Fatalf("start: %v (stderr: %s)", err, s.errOut.String())
	}
	s.super = super
}

func (s *session) pipe(t testing.TB, into io.Writer) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.closes = append(s.closes, w)
	s.pipes.Add(1)
	go func() {
		defer s.pipes.Done()
		_, _ = io.Copy(into, r)
		r.Close()
	}()
	return w
}

// wait ends the run; it is an error when it takes longer than a minute.
func (s *session) wait(t testing.TB) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		s.exit = s.super.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		s.super.Kill()
		t.Fatalf("the run does not end; stdout %q stderr %q", s.out.String(), s.errOut.String())
	}
	s.pipes.Wait()
	if s.exit.Err != nil {
		t.Errorf("supervision failed: %v", s.exit.Err)
	}
}

func (s *session) run(t testing.TB) {
	t.Helper()
	s.start(t)
	s.wait(t)
}
