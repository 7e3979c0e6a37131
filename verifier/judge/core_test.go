package judge_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// coreFolders are all folders of this project from which a verdict is computed,
// from the bytes of a bundle to the sentence.
var coreFolders = []string{".", "../../tracestore/trace", "../../tracestore/trace/canon", "../../predicates", "../../predicates/value",
	"../../predicates/aap", "../../predicates/formula", "../../predicates/monitor", "../../predicates/expression"}

// aroundCore are files beside the core, which no verdict needs: they put work on
// other goroutines, and the tests compare the answers.
var aroundCore = map[string]string{
	"../../tracestore/trace/bundle_parallel.go": "reads, hashes and takes apart side by side",
}

// floats are the files that may say float64, each with its reason.
var floats = map[string]string{
	"../../tracestore/trace/canon/jcs.go":       "RFC 8785 spells numbers by the double that they are; compared, never computed with",
	"../../predicates/expression/expression.go": "CEL's double is what an author writes with a fraction",
	"../../predicates/aap/environment.go":       "the shortest spelling of a CEL double is read as an exact decimal",
}

// TestCoreIsPlain reads the source of everything that a verdict is computed
// with: no goroutine, no channel, no lock, no clock, no randomness, nothing of
// the machine, and no float where no reason is given. A fault-proof virtual
// machine that replays it sees one sequence of steps.
func TestCoreIsPlain(t *testing.T) {
	forbidden := []string{"time", "math/rand", "math/rand/v2", "crypto/rand", "hash/maphash", "os", "net", "net/http", "runtime", "sync", "sync/atomic", "context", "unsafe", "reflect"}
	used := map[string]bool{}
	seen := 0
	for _, dir := range coreFolders {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			name = filepath.ToSlash(name)
			if aroundCore[name] != "" {
				used[name] = true
				continue
			}
			seen++
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				if path := strings.Trim(spec.Path.Value, `"`); slices.Contains(forbidden, path) {
					t.Errorf("%s imports %s", name, path)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
					t.Errorf("%s starts a goroutine or speaks to one", name)
				case *ast.ChanType:
					t.Errorf("%s has a channel", name)
				case *ast.Ident:
					if n.Name == "float64" || n.Name == "float32" || n.Name == "ParseFloat" {
						used[name] = true
						if floats[name] == "" {
							t.Errorf("%s computes with %s", name, n.Name)
						}
					}
				case *ast.BasicLit:
					if n.Kind == token.FLOAT {
						t.Errorf("%s has the float constant %s", name, n.Value)
					}
				}
				return true
			})
		}
	}
	for _, list := range []map[string]string{aroundCore, floats} {
		for name := range list {
			if !used[name] {
				t.Errorf("%s needs no exception", name)
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d files were read", seen)
	}
}

// TestCoreLinksLittle names every package outside Go's library that the judge
// links, so that who replays it knows what is replayed.
func TestCoreLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".", "../../predicates/aap").Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{
		"github.com/varek/varek/",            // read above
		"github.com/go-json-experiment/json", // JSON tokens
		"golang.org/x/crypto/sha3",           // Keccak-256
		"golang.org/x/sys/cpu",               // which vectors the machine has
		"github.com/decred/dcrd/",            // recovering the signer
		"cel.dev/",                           // conditions that a promise states; with them:
		"github.com/antlr4-go/", "golang.org/x/exp/", "google.golang.org/", "go.yaml.in/",
		"github.com/goccy/go-yaml", // promise files, which no verdict reads
	}
	n := 0
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		if path == "" {
			continue
		}
		n++
		if !slices.ContainsFunc(allowed, func(p string) bool { return strings.HasPrefix(path, p) }) {
			t.Errorf("the judge links %s", path)
		}
	}
	if n < 10 {
		t.Fatalf("go list names %d packages", n)
	}
}
