package warden

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

// ruleNames are the values of all constants Rule… of this package and of policy.
func ruleNames(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, dir := range []string{".", "policy"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Skipf("skipped: the sources are not here: %v", err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.ValueSpec)
				if !ok || !strings.HasPrefix(spec.Names[0].Name, "Rule") || len(spec.Values) != 1 {
					return true
				}
				if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, text)
				}
				return true
			})
		}
	}
	return out
}

// TestEveryRuleHasARemedy: whatever denies, the operator is told what to do, in
// words of that rule's own.
func TestEveryRuleHasARemedy(t *testing.T) {
	names := ruleNames(t)
	if len(names) < 20 {
		t.Fatalf("only %d rules were found: %q", len(names), names)
	}
	for _, name := range append(names, "protect:agents", "protect:shell", "protect:vcs-hooks", "protect[0]", "files.write.deny[3]", "network.connect.deny[0]") {
		if name == policy.RuleBase || name == policy.RuleBus {
			continue // they only allow
		}
		if got := (Record{Rule: name, Event: "open", Host: "h"}).Remedy(); got == "" || strings.Contains(got, "SECURITY.md") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestRemedyNamesTheList(t *testing.T) {
	for _, c := range []struct {
		r            Record
		object, says string
	}{
		{Record{Event: "open", Rule: "default", Resolved: "/etc/shadow", Flags: []string{"O_RDONLY"}}, "/etc/shadow", "add it to files.read.allow in"},
		{Record{Event: "open", Rule: "default", Resolved: "/a", Flags: []string{"O_WRONLY"}}, "/a", "add it to files.write.allow in"},
		{Record{Event: "open", Rule: "default", Resolved: "/a", Flags: []string{"O_RDWR"}}, "/a", "files.read.allow and files.write.allow"},
		{Record{Event: "create", Rule: "default", Resolved: "/a", Flags: []string{"O_CREAT"}}, "/a", "add it to files.write.allow in"},
		{Record{Event: "rename", Rule: "default", Resolved: "/a", To: "/b"}, "/a -> /b", "files.read.allow and files.write.allow"},
		{Record{Event: "symlink", Rule: "default", Resolved: "/a", To: "/b"}, "/a", "files.write.allow"},
		{Record{Event: "exec", Rule: "default", Resolved: "/a", To: "/bin/sh"}, "/a", "files.exec.allow"},
		{Record{Event: "connect", Rule: "special", Addr: "127.0.0.1", Port: 80}, "127.0.0.1:80", "network.connect.allow"},
		{Record{Event: "connect", Rule: "default", Addr: "2001:db8::1", Port: 80}, "[2001:db8::1]:80", "network.connect.allow"},
		{Record{Event: "connect", Rule: "default", Addr: "192.0.2.1", Host: "a.example", Port: 443}, "a.example:443", "network.connect.allow"},
		{Record{Event: "connect", Rule: "protect:launchers", Addr: "unix:/run/docker.sock"}, "unix:/run/docker.sock", "unix:/path"},
		{Record{Event: "bind", Rule: "default", Addr: "0.0.0.0", Port: 80}, "0.0.0.0:80", "network.bind.allow"},
		{Record{Event: "send", Rule: "names", Host: "a.example"}, "a.example", "a.example:443"},
		{Record{Event: "unlink", Rule: "files.write.deny[1]", Resolved: "/a"}, "/a", "entry 1 of files.write.deny"},
	} {
		if got := c.r.Object(); got != c.object {
			t.Errorf("%+v: object %q, want %q", c.r, got, c.object)
		}
		if got := c.r.Remedy(); !strings.Contains(got, c.says) {
			t.Errorf("%+v: remedy %q, want %q in it", c.r, got, c.says)
		}
	}
}
