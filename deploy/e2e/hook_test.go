package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// harnessScript is a harness as far as hooks go: it asks the pre-hook, runs the
// tool only when that exits 0, and tells the post-hook. What the hooks say and
// their codes go to the file "said".
const harnessScript = `
hook() { printf '%s' "$2" | varek-sidecar hook "$1" > out 2> err; code=$?; echo "$3 $code $(wc -c < out) $(head -c 60 err | head -1)" >> said; return $code; }
call() { # dialect, tool, id member, arguments, pre, post, result member
  pre='{"hook_event_name":"'$5'","session_id":"s","tool_name":"'$2'",'$3'"tool_input":'$4'}'
  post='{"hook_event_name":"'$6'","session_id":"s","tool_name":"'$2'",'$3'"tool_input":'$4',"tool_response":'$7'}'
  hook $1 "$pre" pre || return 0
  touch "ran-$1"
  hook $1 "$post" post || true
}
`

// TestHookUnderRun: a harness's hooks, called by the harness, give intents and
// actions that are one call, silence and exit 0; one of them has 3 MB arguments
// and result.
func TestHookUnderRun(t *testing.T) {
	l := newLine(t)
	work := l.work()
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", harnessScript+`
call claude-code Bash '"tool_use_id":"c1",' '{"command":"a"}' PreToolUse PostToolUse '{"stdout":"x"}'
call codex Bash '"tool_use_id":"c1",' '{"command":"b"}' PreToolUse PostToolUse '"out"'
call gemini run_shell_command '' '{"command":"c"}' BeforeTool AfterTool '{"llmContent":"x"}'
big=$(head -c 3000000 /dev/zero | tr '\0' x)
call claude-code Write '"tool_use_id":"c2",' '{"content":"'$big'"}' PreToolUse PostToolUse '{"content":"'$big'"}'
hook claude-code '{"hook_event_name":"SessionStart","session_id":"s"}' notice || true
hook claude-code '{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_use_id":"never","tool_input":{},"tool_response":1}' orphan || true
hook claude-code 'garbage' garbage || true
hook emacs '{}' dialect || true
VAREK_NATS_URL=nats://127.0.0.1:1 hook claude-code '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}' nobus || true
mkfifo silent; exec 9<>silent
varek-sidecar hook claude-code --timeout 300ms < silent > out 2> err; echo "open $? $(wc -c < out) $(head -c 30 err)" >> said
`)
	cmd.Dir = work
	if r := l.do(cmd); r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	said, err := os.ReadFile(filepath.Join(work, "said"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"pre 0 0 ", "post 0 0 ", "pre 0 0 ", "post 0 0 ", "pre 0 0 ", "post 0 0 ", "pre 0 0 ", "post 0 0 ", "notice 0 0 ", "orphan 0 0 ",
		"garbage 2 0 v", "dialect 2 0 v", "nobus 2 0 v", "open 2 0 v"}
	got := strings.Split(strings.TrimSuffix(string(said), "\n"), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i]+" ", want[i]) || strings.HasSuffix(want[i], "0 0 ") && strings.TrimSpace(got[i]) != strings.TrimSpace(want[i]) {
			t.Fatalf("the hooks said\n%s\nwant lines that begin\n%s", said, strings.Join(want, "\n"))
		}
	}
	kinds := map[string]int{}
	open := map[string]string{}
	for _, r := range l.trace(l.newest().Session) {
		switch r.Head.Kind {
		case "intent":
			open[r.Head.ActionID] = plainArgs(r.Body.Args)
		case "action":
			if args, ok := open[r.Head.ActionID]; !ok || args != plainArgs(r.Body.Args) {
				t.Errorf("action %d does not end an intent with its arguments", r.Head.Seq)
			}
			delete(open, r.Head.ActionID)
		}
		kinds[r.Head.Kind]++
	}
	if kinds["intent"] != 4 || kinds["action"] != 4 || kinds["gap"] != 1 || kinds["notice"] != 1 || len(open) != 0 {
		t.Errorf("records %v, want 4 intents with their actions, one gap, one notice", kinds)
	}
}

// plainArgs spells arguments; of a long text, which is kept apart under a salt of
// its record's own, the length.
func plainArgs(args map[string]any) string {
	all := map[string]any{}
	for name, v := range args {
		if m, ok := v.(map[string]any); ok {
			if blob, ok := m["$blob"].(map[string]any); ok {
				v = fmt.Sprint(blob["bytes"], " bytes")
			}
		}
		all[name] = v
	}
	return fmt.Sprint(all)
}

// TestHookAfterTheSidecarWasKilled: nobody acknowledges, so the harness does not
// run the tool.
func TestHookAfterTheSidecarWasKilled(t *testing.T) {
	l := newLine(t)
	work := l.work()
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c",
		`cp "$VAREK_NATS_CREDS" creds; env | grep ^VAREK_ > env.part && mv env.part env; sleep 100`)
	cmd.Dir = work
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var bus []byte
	for end := time.Now().Add(60 * time.Second); len(bus) == 0; time.Sleep(10 * time.Millisecond) {
		bus, _ = os.ReadFile(filepath.Join(work, "env")) // not there yet
		if time.Now().After(end) {
			t.Fatal("the agent never started")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	hook := l.command("bash", "-c", harnessScript+
		`call claude-code Bash '"tool_use_id":"c1",' '{"command":"a"}' PreToolUse PostToolUse '{}'`)
	hook.Dir = work
	var err error
	if hook.Path, err = exec.LookPath("bash"); err != nil {
		t.Fatal(err)
	}
	for _, v := range strings.Fields(string(bus)) {
		if strings.HasPrefix(v, "VAREK_NATS_CREDS=") {
			v = "VAREK_NATS_CREDS=" + filepath.Join(work, "creds")
		}
		hook.Env = append(hook.Env, v)
	}
	if r := l.do(hook); r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	said, _ := os.ReadFile(filepath.Join(work, "said"))
	if !strings.HasPrefix(string(said), "pre 2 0 varek-sidecar: ") || strings.Count(string(said), "\n") != 1 {
		t.Errorf("the hook said %q, want exit 2 with text on standard error", said)
	}
	if _, err := os.Stat(filepath.Join(work, "ran-claude-code")); err == nil {
		t.Error("the tool ran")
	}
}
