package setup_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/hook"
	"github.com/varek/varek/adapters/hook/setup"
)

type file struct {
	Hooks map[string][]struct {
		Matcher string
		Hooks   []struct {
			Type, Command string
			Timeout       int
		}
	}
}

// TestForRun: every event of a call is there, for every tool, with our time-out
// below the harness's.
func TestForRun(t *testing.T) {
	for _, c := range []struct {
		dialect string
		events  []string
		unit    int
	}{
		{"claude-code", []string{"PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "SessionStart", "UserPromptSubmit"}, 1},
		{"gemini", []string{"BeforeTool", "AfterTool", "SessionStart", "BeforeAgent"}, 1000},
	} {
		text, err := setup.ForRun(c.dialect, "/opt/o'b/varek-sidecar", "k1")
		var f file
		if err != nil || json.Unmarshal(text, &f) != nil {
			t.Fatalf("%s: %v\n%s", c.dialect, err, text)
		}
		for _, e := range c.events {
			if len(f.Hooks[e]) != 1 || len(f.Hooks[e][0].Hooks) != 1 {
				t.Errorf("%s: %s has no hook", c.dialect, e)
				continue
			}
			h := f.Hooks[e][0].Hooks[0]
			if h.Type != "command" || h.Timeout <= 6*c.unit || !strings.HasPrefix(h.Command, `timeout -k 1 5 '/opt/o'\''b/varek-sidecar' hook `+c.dialect) {
				t.Errorf("%s: %s calls %+v", c.dialect, e, h)
			}
		}
	}
	for _, name := range hook.Names() {
		if _, err := setup.ForRun(name, "x", "k"); err != nil && !errors.Is(err, setup.ErrNoRun) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCommandFailsClosed: the wrapper makes exit 2 with text of every way in
// which the hook can fail, and nothing of success.
func TestCommandFailsClosed(t *testing.T) {
	for _, c := range []struct {
		name, script string
		code         int
	}{
		{"success", "#!/bin/sh\nexit 0\n", 0},
		{"refused", "#!/bin/sh\necho no >&2\nexit 2\n", 2},
		{"failed in silence", "#!/bin/sh\nexit 1\n", 2},
		{"killed", "#!/bin/sh\nkill -9 $$\n", 2},
		{"missing", "", 2},
		{"no program", "\x00\x01", 2},
	} {
		self := filepath.Join(t.TempDir(), "varek-sidecar")
		if c.script != "" {
			if err := os.WriteFile(self, []byte(c.script), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("sh", "-c", setup.Command("claude-code", self, "k"))
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run() // its code is looked at
		if got := cmd.ProcessState.ExitCode(); got != c.code || out.Len() > 0 || (errs.Len() > 0) != (c.code != 0) {
			t.Errorf("%s: exit %d, says %q %q", c.name, got, out.String(), errs.String())
		}
	}
}

// TestInvoke: what would drop our hooks is refused.
func TestInvoke(t *testing.T) {
	for _, c := range []struct {
		dialect   string
		argv, env []string
		want      []string // nil: refused
	}{
		{"claude-code", []string{"claude", "-p", "hi"}, nil, []string{"claude", "--settings", "f", "-p", "hi"}},
		{"claude-code", []string{"claude", "--settings", "mine"}, nil, nil},
		{"claude-code", []string{"claude", "--settings=mine"}, nil, nil},
		{"gemini", []string{"gemini", "-p", "hi"}, nil, []string{"gemini", "-p", "hi"}},
		{"gemini", []string{"gemini"}, []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH=/x"}, nil},
		{"codex", []string{"codex"}, nil, nil},
		{"hermes", []string{"hermes"}, nil, nil},
	} {
		got, err := setup.Invoke(c.dialect, "f", c.argv, c.env)
		if (err == nil) != (c.want != nil) || !slices.Equal(got.Argv, c.want) {
			t.Errorf("%s %v: %v, %v", c.dialect, c.argv, got, err)
		}
	}
}
