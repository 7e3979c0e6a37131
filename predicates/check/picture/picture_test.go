package picture_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/check/picture"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/graph"
	"github.com/varek/varek/predicates/world/pullreview"
)

// hostile is a text that would do something where it is not escaped.
const hostile = `</td><script>document.title="broken"</script><img src=x onerror=alert(1)>"'&`

func hostileReport(t *testing.T) (*graph.World, *check.Report) {
	t.Helper()
	w, err := graph.New(graph.Graph{Name: "g" + hostile, Facts: []world.Fact{{Pointer: "/a"}}, Start: []graph.Edge{{To: 1, See: map[string]any{"/a": 1}}},
		Edges: []graph.Edge{{From: 1, To: 2, Name: hostile, See: map[string]any{"/a": 2}}, {From: 2, To: 1, Name: "back", See: map[string]any{"/a": 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := formula.Decode([]byte(`{"Never":{"Equals":{"pointer":"/a","value":2}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	policies := []check.Policy{{ID: "p" + hostile, Statement: hostile, Formula: f}}
	o := check.Options{Depth: 2}
	res, err := check.Run(context.Background(), w, policies, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.NewReport(w, policies, o, res, check.Setting{Version: hostile})
	if err != nil {
		t.Fatal(err)
	}
	return w, r
}

func pullreviewPage(t *testing.T) []byte {
	t.Helper()
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		t.Fatal(err)
	}
	policies, err := check.ParsePolicies(pullreview.Policies, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	o := check.Options{Depth: 5}
	res, err := check.Run(context.Background(), w, policies, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.NewReport(w, policies, o, res, check.Setting{Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := picture.HTML(r)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// elements counts what a parser finds, and refuses what loads or runs.
func elements(t *testing.T, page []byte) map[string]int {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		count[n.Data]++
		for _, a := range n.Attr {
			if a.Key == "src" || a.Key == "href" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
	for _, loads := range []string{"script", "img", "link", "iframe", "object", "base", "form"} {
		if count[loads] > 0 {
			t.Errorf("there is <%s> in the page", loads)
		}
	}
	return count
}

// TestPage: the page has its parts, loads nothing, and what a world or a policy
// says stays text.
func TestPage(t *testing.T) {
	n := elements(t, pullreviewPage(t))
	// Nine counterexamples of 3+2+4+2+3+2+4+3+1 actions.
	if n["section"] != 9 || n["ol"] != 9 || n["rect"] != 6 || n["li"] < 24 {
		t.Errorf("%v", n)
	}
	_, r := hostileReport(t)
	page, err := picture.HTML(r)
	if err != nil {
		t.Fatal(err)
	}
	if n := elements(t, page); n["section"] != 1 || !strings.Contains(string(page), "&lt;script&gt;") {
		t.Errorf("%v", n)
	}
}

// TestBrowser: a browser shows the page, and the hostile texts run nothing.
func TestBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		if strings.Contains(","+os.Getenv("VAREK_REQUIRE")+",", ",chromium,") {
			t.Fatal("chromium is required and not there")
		}
		t.Skip("SKIP chromium: there is no chromium on this machine")
	}
	_, r := hostileReport(t)
	page, err := picture.HTML(r)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		page  []byte
		shown string
	}{"pullreview": {pullreviewPage(t), "Merge request 15."}, "hostile": {page, "p&lt;/td&gt;&lt;script&gt;"}} {
		file := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(file, c.page, 0o644); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
		dom, err := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file).Output()
		stop()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		elements(t, dom)
		if !strings.Contains(string(dom), c.shown) || strings.Contains(string(dom), "<title>broken") {
			t.Errorf("%s: the browser shows\n%s", name, dom)
		}
	}
}

// TestGraph: nodes, edges and quotes; a large world is refused.
func TestGraph(t *testing.T) {
	w, _ := hostileReport(t)
	text, err := picture.Graph(w, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  n0 -> n1 [label=", `onerror=alert(1)>\"'&"];`, `  n1 -> n0 [label="back"];`, "start0 -> n0;"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text, err = picture.Graph(w, 5, func(a world.Action) bool { return a.ID == "back" }); err != nil || strings.Contains(string(text), "n1") {
		t.Errorf("%v\n%s", err, text)
	}
	p, err := pullreview.New(pullreview.Page)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := picture.Graph(p, 9, nil); !errors.Is(err, picture.ErrTooManyStates) {
		t.Errorf("%v", err)
	}
	dot, err := exec.LookPath("dot")
	if err != nil {
		return // Graphviz is not needed; where it is, it must read what we write
	}
	cmd := exec.Command(dot, "-Tsvg", "-o", os.DevNull)
	cmd.Stdin = bytes.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("dot: %v\n%s", err, out)
	}
}
