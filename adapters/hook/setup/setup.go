// Package setup writes the configuration with which a harness calls our hook.
//
// Purpose: the commands and events of a harness, in its own format. Promise: a
// hook that crashes, hangs, is missing or fails ends as exit 2 with text on
// standard error, which every harness here takes for a refusal; and our time-out
// ends before the harness's own, at which the tool would run. Limits: it makes
// texts and touches no file; harnesses that take no configuration for one run
// are ErrNoRun.
package setup

import (
	"errors"
	"fmt"
	"strings"

	"github.com/varek/varek/tracestore/trace/canon"
)

// ErrNoRun is returned for a harness that takes no hook configuration for one run.
var ErrNoRun = errors.New("this harness takes no hook configuration for one run")

// The time-outs in seconds: of our binary, and of the harness, which comes later.
const (
	within  = 5
	harness = 15
)

// Command is the shell command of a hook: self is our binary, key the hook key.
func Command(dialect, self, key string) string {
	return fmt.Sprintf(`timeout -k 1 %d %s hook %s --timeout %ds --key %s || { echo "varek: call not recorded" >&2; exit 2; }`,
		within, quote(self), dialect, within-1, quote(key))
}

// quote makes one word of a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

type command struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

type group struct {
	Matcher string    `json:"matcher,omitzero"`
	Hooks   []command `json:"hooks"`
}

// form is what a harness wants of a configuration.
type form struct {
	calls, others []string // events of tools, which have a matcher, and the rest
	matcher       string   // every tool
	second        int      // the harness's unit of time
}

func forms() map[string]form {
	return map[string]form{
		"claude-code": {matcher: "*", second: 1,
			calls: []string{"PreToolUse", "PostToolUse", "PostToolUseFailure"},
			others: []string{"SessionStart", "UserPromptSubmit", "PermissionRequest", "PostToolBatch", "SubagentStart", "SubagentStop",
				"ConfigChange", "Stop", "SessionEnd"}},
		"gemini": {matcher: ".*", second: 1000,
			calls: []string{"BeforeTool", "AfterTool"}, others: []string{"SessionStart", "BeforeAgent", "SessionEnd"}},
	}
}

// ForRun gives the settings file of one run. A harness without such a file is
// ErrNoRun.
func ForRun(dialect, self, key string) ([]byte, error) {
	f, ok := forms()[dialect]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoRun, dialect)
	}
	do := []command{{Type: "command", Command: Command(dialect, self, key), Timeout: harness * f.second}}
	hooks := map[string][]group{}
	for _, e := range f.calls {
		hooks[e] = []group{{Matcher: f.matcher, Hooks: do}}
	}
	for _, e := range f.others {
		hooks[e] = []group{{Hooks: do}}
	}
	return canon.Marshal(map[string]any{"hooks": hooks})
}

// Invocation is how a harness is started with the settings file of its run.
type Invocation struct {
	Argv []string // the whole command line
	Env  []string // more of the environment
}

// Invoke puts the settings file into the command line or the environment. What
// already names another one is an error: the harness would drop ours in silence.
func Invoke(dialect, file string, argv, env []string) (Invocation, error) {
	switch dialect {
	case "claude-code":
		for _, a := range argv[1:] {
			if a == "--settings" || strings.HasPrefix(a, "--settings=") {
				return Invocation{}, errors.New("its command line has --settings, which would replace the hooks; put those settings into the user's or the project's file")
			}
			if a == "--bare" || a == "--safe-mode" {
				return Invocation{}, fmt.Errorf("%s switches hooks off", a)
			}
		}
		return Invocation{Argv: append([]string{argv[0], "--settings", file}, argv[1:]...)}, nil
	case "gemini":
		const system = "GEMINI_CLI_SYSTEM_SETTINGS_PATH"
		for _, v := range env {
			if strings.HasPrefix(v, system+"=") {
				return Invocation{}, fmt.Errorf("%s is set and names other system settings", system)
			}
		}
		// A relaunched child would not be the root harness, which alone may read the file.
		return Invocation{Argv: argv, Env: []string{system + "=" + file, "GEMINI_CLI_NO_RELAUNCH=true"}}, nil
	}
	return Invocation{}, fmt.Errorf("%w: %s", ErrNoRun, dialect)
}
