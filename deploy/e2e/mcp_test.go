package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// mcpPackages is where a real MCP client and server lie, or a skip that says how
// they come there.
func mcpPackages(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("testdata/mcp")
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(filepath.Join(dir, "node_modules", "@modelcontextprotocol", "sdk"))
	if err == nil {
		_, err = exec.LookPath("node")
	}
	switch {
	case err == nil:
		return dir
	case strings.Contains(os.Getenv("VAREK_REQUIRE"), "node"):
		t.Fatalf("VAREK_REQUIRE asks for node: %v; run npm ci in deploy/e2e/testdata/mcp", err)
	}
	t.Skipf("skipped: needs Node and its packages (%v); run npm ci --ignore-scripts in deploy/e2e/testdata/mcp", err)
	return ""
}

// mcpClient is the command line of the client with the filesystem server behind
// the relay.
func mcpClient(t *testing.T, mode, dir string) []string {
	at := mcpPackages(t)
	return []string{"node", filepath.Join(at, "client.mjs"), mode, dir, "--", "varek-sidecar", "mcp", "--name", "fs", "--",
		"node", filepath.Join(at, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"), dir}
}

// mcpOutcome is one line of the client.
type mcpOutcome struct {
	Name    string `json:"name"`
	Error   bool   `json:"error"`
	Thrown  string `json:"thrown"`
	Text    string `json:"text"`
	Bytes   int    `json:"bytes"`
	Wrote   *int   `json:"wrote"`
	Refused *int   `json:"refused"`
	After   bool   `json:"after"`
	Exists  bool   `json:"exists"`
	End     bool   `json:"end"`
}

func mcpOutcomes(t *testing.T, out string) (list []mcpOutcome) {
	t.Helper()
	for _, l := range strings.Split(strings.TrimSpace(out), "\n") {
		var o mcpOutcome
		if err := json.Unmarshal([]byte(l), &o); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		list = append(list, o)
	}
	return list
}

// TestMCPThroughTheRelay: a real client calls a real server, inside a run and with
// the relay making the run: allowed, failing in both forms, in parallel, 3 MB. Every
// call is an intent, a start and an action; the files are what the server did.
func TestMCPThroughTheRelay(t *testing.T) {
	for _, inside := range []bool{true, false} {
		t.Run(fmt.Sprintf("inside=%v", inside), func(t *testing.T) {
			t.Parallel()
			l := newLine(t)
			dir := l.work()
			argv := mcpClient(t, "calls", dir)
			cmd := l.command("varek-sidecar", append([]string{"run", "--"}, argv...)...)
			if !inside {
				cmd = l.command("varek-sidecar")
				cmd.Path, cmd.Args = mustFind(t, "node"), argv
			}
			r := l.do(cmd)
			if r.code != 0 {
				t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
			}
			failed := 0
			for _, o := range mcpOutcomes(t, r.out) {
				if o.Error {
					failed++
				}
				if o.Thrown != "" || o.Name == "read_text_file" && !o.Error && o.Bytes != 4 && o.Bytes != 3<<20 {
					t.Errorf("outcome %+v", o)
				}
			}
			if failed != 2 {
				t.Errorf("%d calls failed, want the file and the tool that are not there\n%s", failed, r.out)
			}
			wrote(t, dir, "a", "b\u2028c", "big")
			list := l.trace(l.newest().Session)
			sameCalls(t, calls(list), "mcp__fs__write_file start ok", "mcp__fs__write_file start ok", "mcp__fs__write_file start ok",
				"mcp__fs__read_text_file start ok", "mcp__fs__read_text_file start ok", "mcp__fs__read_text_file start error", "mcp__fs__no_such_tool start error")
			attributed(t, list, filepath.Join(dir, "a"))
		})
	}
}

// attributed fails where the kernel's record of the file's making is not that of
// the call that was open then.
func attributed(t *testing.T, list []record, path string) {
	t.Helper()
	open := ""
	for _, r := range list {
		switch {
		case r.Head.Kind == "start":
			open = r.Head.ActionID
		case r.Head.Kind == "syscall" && r.Body.Args["event"] == "create" && r.Body.Args["resolved"] == path:
			if r.Head.ActionID != open || open == "" {
				t.Errorf("record %d: %s was made by call %q, open was %q", r.Head.Seq, path, r.Head.ActionID, open)
			}
			return
		}
	}
	t.Errorf("no record of %s", path)
}

func mustFind(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMCPWhenTheSidecarIsKilled: the client lives outside what dies. What it was
// told is written is written; the call under way is not told to have been, and
// nothing is written after.
func TestMCPWhenTheSidecarIsKilled(t *testing.T) {
	l := newLine(t)
	dir := l.work()
	argv := mcpClient(t, "until", dir)
	cmd := l.command("varek-sidecar")
	cmd.Path, cmd.Args = mustFind(t, "node"), argv
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for s := bufio.NewScanner(out); s.Scan(); {
		said.WriteString(s.Text() + "\n")
		if s.Text() == `{"wrote":5}` {
			kill(t, l)
		}
	}
	_ = cmd.Wait() // its transport is gone; what it said decides
	checkStopped(t, dir, 5, said.String())
}

// kill ends the recorder of the line's only session.
func kill(t *testing.T, l *line) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(l.state, "sessions", "*", "run.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var run struct {
		PID int `json:"pid"`
	}
	if err := json.Unmarshal(text, &run); err != nil || run.PID < 2 {
		t.Fatalf("%s: %v", text, err)
	}
	if err := syscall.Kill(run.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// checkStopped compares what the client of mode until heard with what is there.
func checkStopped(t *testing.T, dir string, least int, said string) {
	t.Helper()
	last, refused := -1, false
	for _, o := range mcpOutcomes(t, said) {
		switch {
		case o.Wrote != nil:
			last = *o.Wrote
			if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("f%d", last))); err != nil {
				t.Errorf("file %d is said to be written: %v", last, err)
			}
		case o.Refused != nil:
			refused = true
		case o.After && (o.Exists || !o.Error && o.Thrown == ""):
			t.Errorf("a call after the refusal: %+v", o)
		}
	}
	if !refused || last < least {
		t.Errorf("the client was never refused, or too soon\n%s", said)
	}
	for _, name := range []string{fmt.Sprintf("f%d", last+2), "after"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was written although nothing could be recorded", name)
		}
	}
}

// TestMCPWhenTheStoreIsFull: on a full disk every call is answered with an error
// that says why, and the server never hears of it.
func TestMCPWhenTheStoreIsFull(t *testing.T) {
	requireRoot(t)
	mcpPackages(t)
	l := newLine(t)
	l.ok("varek-escrow", "devchain", "--detach")
	small := filepath.Join(l.state, "sessions")
	if err := os.MkdirAll(small, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=32m"); err != nil {
		t.Skipf("skipped: cannot mount a small tmpfs: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	dir, full := l.work(), filepath.Join(l.work(), "full")
	argv := mcpClient(t, "until:2000000:"+full, dir)
	i := slices.Index(argv, "--name")
	cmd := l.command("varek-sidecar")
	cmd.Path, cmd.Args = mustFind(t, "node"), slices.Insert(argv, i, "--final-timeout", "1s")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for s := bufio.NewScanner(out); s.Scan(); {
		said.WriteString(s.Text() + "\n")
		if s.Text() == `{"wrote":0}` {
			fill(t, filepath.Join(small, "filler"))
			if err := os.WriteFile(full, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // the session cannot be closed on a full disk
	checkStopped(t, dir, 0, said.String())
	for _, o := range mcpOutcomes(t, said.String()) {
		if o.Refused != nil && (!o.Error || !strings.Contains(o.Text, "record")) {
			t.Errorf("the refusal does not say why: %+v", o)
		}
	}
}
