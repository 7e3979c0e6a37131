package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nodePackage is the JavaScript package with its dependencies, or a skip that says
// how they come there.
func nodePackage(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../adapters/js")
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(filepath.Join(dir, "node_modules", "ai"))
	if err == nil {
		_, err = exec.LookPath("node")
	}
	switch {
	case err == nil:
		readAll(t, filepath.Join(dir, "src"), filepath.Join(dir, "test"), filepath.Join(filepath.Dir(dir), "event"))
		return dir
	case strings.Contains(os.Getenv("VAREK_REQUIRE"), "node"):
		t.Fatalf("VAREK_REQUIRE asks for node: %v; run npm ci in adapters/js", err)
	}
	t.Skipf("skipped: needs Node and its packages (%v); run npm ci --ignore-scripts in adapters/js", err)
	return ""
}

// step is one call of the scripted model.
type step struct {
	Tool  string         `json:"tool"`
	ID    string         `json:"id,omitempty"`
	Input map[string]any `json:"input"`
	Pad   int            `json:"pad,omitempty"`
}

func file(tool, path string) step {
	return step{Tool: tool, Input: map[string]any{"path": path, "content": "x"}}
}

// aiAgent is the command line of the agent on the Vercel AI SDK with a script.
func aiAgent(t *testing.T, script ...[]step) []string {
	t.Helper()
	text, err := json.Marshal(script)
	if err != nil {
		t.Fatal(err)
	}
	return []string{"node", filepath.Join(nodePackage(t), "test", "agent.mjs"), string(text)}
}

// calls spells what the trace says of each call, in the order of the intents:
// tool, then decisions with who decided, start, status.
func calls(list []record) []string {
	order, said := []string{}, map[string]string{}
	for _, r := range list {
		id := r.Head.ActionID
		switch r.Head.Kind {
		case "intent":
			order = append(order, id)
			said[id] = r.Head.Tool
		case "permission":
			args := r.Body.Args
			ride := ""
			if args["inherited_from"] != nil {
				ride = " inherited"
			}
			said[id] += fmt.Sprintf(" %s:%v:%v%s", r.Head.Decision, args["authority"], args["scope"], ride)
		case "start":
			said[id] += " start"
		case "action":
			said[id] += " " + r.Head.Status
		}
	}
	out := []string{}
	for _, id := range order {
		out = append(out, said[id])
	}
	slices.Sort(out) // calls of one step begin in any order
	return out
}

func sameCalls(t *testing.T, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the trace says\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func wrote(t *testing.T, dir string, want ...string) {
	t.Helper()
	var got []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

// TestJavaScriptPackage runs the package's own tests: the vectors of every language,
// and each harness's wrapper on shapes that the harness was seen to send.
func TestJavaScriptPackage(t *testing.T) {
	cmd := exec.Command("npm", "test", "--silent")
	cmd.Dir = nodePackage(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAISDKUnderRun: the Vercel AI SDK's own loop with wrapped tools under a real
// run: allowed, failing, in parallel, in parts, asked and denied. The files are
// what the tools did.
func TestAISDKUnderRun(t *testing.T) {
	l := newLine(t)
	cmd := l.command("varek-sidecar", append([]string{"run", "--"}, aiAgent(t,
		[]step{file("write", "a")},
		[]step{file("fail", "f"), file("write", "b"), file("parts", "p"), file("write", "c")},
		[]step{file("ask", "d"), file("ask", "denied")},
	)...)...)
	cmd.Dir = l.work()
	r := l.do(cmd)
	if r.code != 0 || !strings.Contains(r.out, `{"end":true}`) || !strings.Contains(r.out, "the tool broke") {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	wrote(t, cmd.Dir, "a", "b", "c", "d", "f", "p")
	sameCalls(t, calls(l.trace(l.newest().Session)), "write start ok", "fail start error", "write start ok", "parts start ok", "write start ok",
		"ask allow:human:once start ok", "ask deny:human:<nil> denied")
}

// TestAISDKApprovals: who decided stands in the trace, with its scope; later calls
// ride on a grant; rewritten arguments are those that the tool gets.
func TestAISDKApprovals(t *testing.T) {
	l := newLine(t)
	cmd := l.command("varek-sidecar", append([]string{"run", "--"}, aiAgent(t,
		[]step{file("parts", "once")}, []step{file("write", "denied")}, []step{file("write", "session")}, []step{file("write", "later")},
		[]step{file("rewritten", "r")},
	)...)...)
	cmd.Dir = l.work()
	cmd.Env = append(cmd.Env, "TEST_APPROVE=1")
	if r := l.do(cmd); r.code != 0 || !strings.Contains(r.out, "not this one") {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	wrote(t, cmd.Dir, "once", "session", "later", "r")
	if text, err := os.ReadFile(filepath.Join(cmd.Dir, "r")); string(text) != "rewritten" {
		t.Errorf("the tool got %q, %v", text, err)
	}
	list := l.trace(l.newest().Session)
	sameCalls(t, calls(list), "parts allow:rule:once start ok", "write deny:rule:<nil> denied", "write allow:rule:session start ok",
		"write allow:rule:session inherited start ok", "rewritten allow:human:once start ok")
	for _, r := range list {
		if r.Head.Kind == "action" && r.Head.Tool == "rewritten" && r.Body.Args["content"] != "rewritten" {
			t.Errorf("the action has the arguments %v", r.Body.Args)
		}
	}
}

// TestAISDKSidecarKilled: the sidecar is killed while a tool runs. The agent lives
// on (serve does not hold it), and no later tool of its runs.
func TestAISDKSidecarKilled(t *testing.T) {
	agent := aiAgent(t, []step{{Tool: "wait", Input: map[string]any{"path": "begun", "until": "killed"}}},
		[]step{file("write", "after"), file("fail", "after-too"), file("parts", "after-as-well")})
	l := newLine(t)
	s := l.serve()
	seat := l.open()
	cmd := exec.Command(agent[0], agent[1:]...)
	cmd.Dir = l.work()
	cmd.Env = append(os.Environ(), "VAREK_SESSION="+seat.Session.String(), "VAREK_NATS_URL="+seat.URL, "VAREK_NATS_CREDS="+seat.Creds, "TEST_TIMEOUT=1000")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, time.Minute, "the first tool runs", func() bool { _, err := os.Stat(filepath.Join(cmd.Dir, "begun")); return err == nil })
	s.end(syscall.SIGKILL)
	if err := os.WriteFile(filepath.Join(cmd.Dir, "killed"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "no acknowledgement from the sidecar") {
		t.Fatalf("%v\n%s", err, &out)
	}
	wrote(t, cmd.Dir, "begun", "killed")
}

// TestAISDKStoreFull: when the store is full, no tool runs whose start is not on
// record.
func TestAISDKStoreFull(t *testing.T) {
	requireRoot(t)
	var script [][]step
	script = append(script, []step{{Tool: "wait", Input: map[string]any{"path": "begun", "until": "full"}}})
	for n := range 5 {
		s := file("write", fmt.Sprint("ran-", n))
		s.Pad = 200_000
		script = append(script, []step{s})
	}
	agent := aiAgent(t, script...)
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
	cmd := l.command("varek-sidecar", append([]string{"run", "--final-timeout", "1s", "--"}, agent...)...)
	cmd.Dir = l.work()
	cmd.Env = append(cmd.Env, "TEST_TIMEOUT=1000")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, time.Minute, "the first tool runs", func() bool { _, err := os.Stat(filepath.Join(cmd.Dir, "begun")); return err == nil })
	filler := filepath.Join(small, "filler")
	fill(t, filler)
	if err := os.WriteFile(filepath.Join(cmd.Dir, "full"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // whatever its code: the effects are what counts
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	id := l.newest().Session
	l.ok("varek-sidecar", "run", "--resume", id)
	starts := len(l.trace(id, "--kind", "start"))
	ran, _ := filepath.Glob(filepath.Join(cmd.Dir, "ran-*"))
	if len(ran) == 5 || len(ran) > starts-1 {
		t.Errorf("%d tools ran on a full disk, %d starts are on record\n%s", len(ran), starts-1, &out)
	}
}
