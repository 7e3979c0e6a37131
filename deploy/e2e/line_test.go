package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// line is one user's place: a state directory with its own development chain,
// and the built commands on the PATH.
type line struct {
	t     *testing.T
	bin   string
	state string
	cred  *syscall.Credential // nil: as the tests run
}

func binaries(t *testing.T) string {
	t.Helper()
	bin := os.Getenv("VAREK_BIN")
	if bin == "" {
		t.Skip("skipped: VAREK_BIN is not set; make test builds the commands and sets it")
	}
	return bin
}

func newLine(t *testing.T) *line {
	t.Helper()
	l := &line{t: t, bin: binaries(t), state: filepath.Join(t.TempDir(), "state")}
	t.Cleanup(l.stop)
	return l
}

// asNobody is a line whose user has no capability at all.
func asNobody(t *testing.T) *line {
	t.Helper()
	requireRoot(t)
	dir, err := os.MkdirTemp("", "varek-e2e")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	bin := filepath.Join(dir, "bin")
	for _, d := range []string{dir, bin, filepath.Join(dir, "home")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(d, 0o755); err != nil { // MkdirTemp made it for us alone
			t.Fatal(err)
		}
	}
	for _, name := range []string{"varek-sidecar", "varek-recorder", "varek-escrow", "varek-verifier", "varek-replay"} {
		if err := os.Link(filepath.Join(binaries(t), name), filepath.Join(bin, name)); err != nil {
			copyFile(t, filepath.Join(binaries(t), name), filepath.Join(bin, name))
		}
	}
	home := filepath.Join(dir, "home")
	if err := os.Chown(home, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	l := &line{t: t, bin: bin, state: filepath.Join(home, "state"), cred: &syscall.Credential{Uid: 65534, Gid: 65534}}
	t.Cleanup(l.stop)
	return l
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o755); err != nil {
		t.Fatal(err)
	}
}

func requireRoot(t *testing.T) {
	t.Helper()
	if os.Getuid() == 0 {
		return
	}
	if strings.Contains(os.Getenv("VAREK_REQUIRE"), "root") {
		t.Fatal("VAREK_REQUIRE asks for root and this is not root")
	}
	t.Skip("skipped: needs root")
}

func (l *line) stop() {
	if out, err := l.command("varek-escrow", "devchain", "stop").CombinedOutput(); err != nil && !bytes.Contains(out, []byte("no development chain")) {
		l.t.Errorf("stop the chain: %v: %s", err, out)
	}
}

// work is a fresh directory that the line's user owns.
func (l *line) work() string {
	l.t.Helper()
	if l.cred == nil {
		return l.t.TempDir()
	}
	dir, err := os.MkdirTemp(filepath.Dir(l.state), "work")
	if err == nil {
		err = os.Chown(dir, int(l.cred.Uid), int(l.cred.Gid))
	}
	if err != nil {
		l.t.Fatal(err)
	}
	return dir
}

func (l *line) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(l.bin, name), args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "VAREK_") && !strings.HasPrefix(v, "PATH=") && !strings.HasPrefix(v, "HOME=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	home := filepath.Dir(l.state)
	cmd.Env = append(cmd.Env, "VAREK_STATE="+l.state, "PATH="+l.bin+":"+os.Getenv("PATH"), "HOME="+home,
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	cmd.Dir = home
	if l.cred != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: l.cred}
		cmd.Env = append(cmd.Env, "PYENV_VERSION=", "PATH="+l.bin+":/usr/local/bin:/usr/bin:/bin")
	}
	return cmd
}

// result is what one command did.
type result struct {
	out, err string
	code     int
}

func (l *line) do(cmd *exec.Cmd) result {
	l.t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	r := result{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		l.t.Fatalf("%s: %v", cmd, err)
	}
	return r
}

// ok runs a command that must succeed and returns its standard output.
func (l *line) ok(name string, args ...string) string {
	l.t.Helper()
	r := l.do(l.command(name, args...))
	if r.code != 0 {
		l.t.Fatalf("%s %s: exit %d\n%s%s", name, strings.Join(args, " "), r.code, r.out, r.err)
	}
	return r.out
}

// session is what trace ls tells of the newest session.
type session struct {
	Session string
	Status  string
	N       uint64
	Final   bool
}

func (l *line) newest() session {
	l.t.Helper()
	var list []session
	if err := json.Unmarshal([]byte(l.ok("varek-sidecar", "trace", "ls", "--json")), &list); err != nil || len(list) == 0 {
		l.t.Fatalf("trace ls: %v, %d sessions", err, len(list))
	}
	return list[0]
}

// record is one line of trace show --json.
type record struct {
	Head struct {
		Seq      uint64
		Kind     string
		Tool     string
		ActionID string `json:"action_id"`
		Decision string
		Status   string
	}
	Body struct {
		Args     map[string]any
		Result   map[string]any
		Metadata map[string]any
	}
}

func (l *line) trace(id string, more ...string) []record {
	l.t.Helper()
	var list []record
	dec := json.NewDecoder(strings.NewReader(l.ok("varek-sidecar", append([]string{"trace", "show", id, "--json"}, more...)...)))
	for dec.More() {
		var raw struct {
			Head json.RawMessage
			Body json.RawMessage
		}
		var r record
		if err := dec.Decode(&raw); err != nil {
			l.t.Fatalf("trace show: %v", err)
		}
		if err := json.Unmarshal(raw.Head, &r.Head); err != nil {
			l.t.Fatalf("trace show: head: %v", err)
		}
		var loose struct{ Args, Result, Metadata json.RawMessage }
		if err := json.Unmarshal(raw.Body, &loose); err != nil {
			l.t.Fatalf("trace show: body: %v", err)
		}
		_ = json.Unmarshal(loose.Args, &r.Body.Args) // may be any JSON value; then it stays empty
		_ = json.Unmarshal(loose.Result, &r.Body.Result)
		_ = json.Unmarshal(loose.Metadata, &r.Body.Metadata)
		list = append(list, r)
	}
	return list
}

// eventually polls until cond holds: for what other processes do in their own
// time and nobody announces.
func eventually(t *testing.T, most time.Duration, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if cond() {
			return
		}
	}
	t.Fatalf("not within %v: %s", most, what)
}

// marked counts live processes whose command line contains the marker.
func marked(marker string) int {
	dirs, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	n := 0
	for _, f := range dirs {
		text, err := os.ReadFile(f)
		if err == nil && bytes.Contains(text, []byte(marker)) && !bytes.Contains(text, []byte("varek-sidecar")) {
			n++
		}
	}
	return n
}

func marker(t *testing.T) string {
	return fmt.Sprintf("mark-%d-%d", os.Getpid(), time.Now().UnixNano())
}
