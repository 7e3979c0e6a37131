package derive

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/templates"
	"github.com/varek/varek/warden/policy"
)

var update = flag.Bool("update", false, "write the golden files")

func parsed(t *testing.T, name, text string) Promise {
	t.Helper()
	f, err := predicates.ParsePromise([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Compile(reg); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return Promise{Name: name, File: f}
}

// TestTemplates: every ready promise gives a policy that reads as the golden file.
func TestTemplates(t *testing.T) {
	all, err := templates.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, tpl := range all {
		t.Run(tpl.Name, func(t *testing.T) {
			d, err := From([]Promise{parsed(t, tpl.Name, string(tpl.Text))})
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", tpl.Name+".yaml")
			if *update {
				if err := os.WriteFile(golden, []byte(d.Text()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || d.Text() != string(want) {
				t.Errorf("%v\n%s\nwant\n%s", err, d.Text(), want)
			}
		})
	}
}

const head = "payout: 1 wei\nbond: 1 wei\nreserve: 1 wei\n"

func scope(roots string) string {
	return head + `predicate: AAP-2@1
params:
  calls: [{tool: sys.unlink}]
  within: [{tool: sys.unlink}]
  as: path
  ` + roots + `
  include_failed: false
  on_gap: ignore
`
}

func hosts(list string) string {
	return head + `predicate: AAP-4@1
params:
  calls: [{tool: sys.connect}, {tool: sys.send}]
  recipients: [{tool: sys.connect}, {tool: sys.send}]
  as: host
  allow: ` + list + `
  include_failed: true
  on_gap: ignore
`
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		name, list string
		promises   []string
		want       []string
	}{
		{"nothing", writes, nil, []string{"/"}},
		{"roots", writes, []string{scope("roots: [$WORKSPACE, src, /tmp]")}, []string{"$WORKSPACE", "$WORKSPACE/src", "/tmp"}},
		{"both", writes, []string{scope("roots: [$WORKSPACE, /tmp]"), scope("roots: [$WORKSPACE/out, /]")}, []string{"/tmp", "$WORKSPACE/out"}},
		{"nothing in common", writes, []string{scope("roots: [/a]"), scope("roots: [/b]")}, []string{}},
		{"names beside", writes, []string{scope("roots: [/a]"), scope("roots: [/ab]")}, []string{}},
		{"letters of patterns", writes, []string{scope(`roots: ['/a?b\c']`)}, []string{`/a\?b\\c`}},
		{"values", writes, []string{scope("values: [/a/**, /b/*.o, /c]")}, []string{"/a", "/c"}},
		{"hosts", connects, []string{hosts(`[Api.example.com, .pypi.org, 10.0.0.0/8, "2001:db8::/32", "::1", "unix:/run/x"]`)},
			[]string{"api.example.com:*", "*.pypi.org:*", "10.0.0.0/8:*", "[2001:db8::/32]:*", "[::1]:*", "unix:/run/x"}},
		{"hosts of both", connects, []string{hosts("[.example.com, 10.0.0.0/8, a.org]"), hosts("[a.example.com, 10.1.0.0/16, 10.2.3.4, example.com]")},
			[]string{"a.example.com:*", "10.1.0.0/16:*", "10.2.3.4:*"}},
		{"localhost", connects, []string{hosts("[localhost]")}, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list []Promise
			for _, text := range c.promises {
				list = append(list, parsed(t, "p", text))
			}
			d, err := From(list)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Entries(c.list); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q\n%s", c.list, got, c.want, d.Text())
			}
		})
	}
}

// TestDevicesAreNoWayAround: what every program may write without a rule is
// closed where a promise about writes does not permit it.
func TestDevicesAreNoWayAround(t *testing.T) {
	d, err := From([]Promise{parsed(t, "p", scope("roots: [$WORKSPACE, /dev/null]"))})
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.Parse([]byte(d.Text()))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := policy.Compile(p, policy.Env{Workspace: "/w", Home: "/h"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/w/a": true, "/dev/null": true, "/dev/zero": false, "/dev/tty": false, "/dev/pts/0": false, "/tmp/a": false} {
		if got := rules.Decide(policy.Request{Op: policy.OpOpen, Access: policy.Write, Path: path}); got.Allow != want {
			t.Errorf("writing %s: %+v, want %v", path, got, want)
		}
	}
}
