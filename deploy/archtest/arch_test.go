package archtest

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

type pkg struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	Deps       []string
}

// load lists the project's packages as the Linux build with cgo sees them.
func load(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Dir,GoFiles,CgoFiles,Imports,Deps", module+"/...")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("reading go list's answer: %v", err)
		}
		if len(p.GoFiles)+len(p.CgoFiles) > 0 {
			pkgs = append(pkgs, p)
		}
	}
	if len(pkgs) < 10 {
		t.Fatalf("go list found only %d packages; the rules would pass on nothing", len(pkgs))
	}
	return pkgs
}

func anyOf(patterns []string, importPath string) bool {
	for _, p := range patterns {
		if matches(p, importPath) {
			return true
		}
	}
	return false
}

// breaches returns what p imports against r.
func breaches(r rule, p pkg) []string {
	if !matches(r.From, p.ImportPath) || anyOf(r.Except, p.ImportPath) {
		return nil
	}
	links := p.Deps
	if r.Direct {
		links = p.Imports
	}
	var bad []string
	for _, d := range links {
		if d != p.ImportPath && anyOf(r.Never, d) && !anyOf(r.But, d) {
			bad = append(bad, d)
		}
	}
	return bad
}

func TestImportRules(t *testing.T) {
	pkgs := load(t)
	for _, r := range rules() {
		seen := false
		for _, p := range pkgs {
			seen = seen || matches(r.From, p.ImportPath)
			for _, bad := range breaches(r, p) {
				t.Errorf("%s reaches %s: %s", p.ImportPath, bad, r.Why)
			}
		}
		if !seen && !future(r.From) {
			t.Errorf("the rule for %s matches no package", r.From)
		}
	}
}

// future names the rooms that the architecture fixes and later work fills.
func future(from string) bool {
	return from == "predicates/formula" || from == "predicates/monitor"
}

// TestRulesCanFail proves that a breach would be seen: a made-up package that
// breaks a direct and a linked rule is reported, one that keeps them is not.
func TestRulesCanFail(t *testing.T) {
	r := rule{From: "tracestore/trace", Never: []string{module + "/..."}}
	bad := pkg{ImportPath: module + "/tracestore/trace", Deps: []string{"fmt", module + "/sidecar"}}
	if got := breaches(r, bad); len(got) != 1 {
		t.Errorf("a leaf that imports sidecar: breaches = %v, want one", got)
	}
	good := pkg{ImportPath: module + "/tracestore/trace", Deps: []string{"fmt"}}
	if got := breaches(r, good); len(got) != 0 {
		t.Errorf("a clean leaf: breaches = %v, want none", got)
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for _, p := range load(t) {
		if strings.HasSuffix(p.ImportPath, "/bindings") {
			continue // generated
		}
		var docs []string
		for _, f := range append(p.GoFiles, p.CgoFiles...) {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, f), nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Fatalf("reading %s: %v", f, err)
			}
			if file.Doc != nil && strings.TrimSpace(file.Doc.Text()) != "" {
				docs = append(docs, file.Doc.Text())
			}
		}
		switch {
		case len(docs) == 0:
			t.Errorf("%s has no package comment: state its purpose, its promise and its limits", p.ImportPath)
		case len(docs) > 1:
			t.Errorf("%s has %d package comments: one file should speak for the package", p.ImportPath, len(docs))
		case len(docs[0]) < 200:
			t.Errorf("%s: its package comment is %d characters: state purpose, promise and limits", p.ImportPath, len(docs[0]))
		}
	}
}

func TestNoEmptyNames(t *testing.T) {
	banned := map[string]bool{"util": true, "utils": true, "common": true, "helpers": true, "misc": true}
	for _, p := range load(t) {
		for _, elem := range strings.Split(strings.TrimPrefix(p.ImportPath, module), "/") {
			if banned[elem] {
				t.Errorf("%s: a folder name says what lives there; %q does not", p.ImportPath, elem)
			}
		}
	}
}

// TestTopLevelFolders keeps the house to the rooms of the architecture page.
func TestTopLevelFolders(t *testing.T) {
	rooms := map[string]bool{"adapters": true, "contracts": true, "deploy": true, "predicates": true,
		"sidecar": true, "tracestore": true, "verifier": true, "warden": true}
	for _, p := range load(t) {
		first, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, module+"/"), "/")
		if !rooms[first] {
			t.Errorf("%s stands outside the rooms of the architecture", p.ImportPath)
		}
	}
}
