package relay

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// scene is a conversation: lines of the client (c) and the server (s), in order.
func scene(t testing.TB, file string) (dialect string, lines [][2]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		who, line, _ := strings.Cut(l, " ")
		if who == "c" || who == "s" {
			lines = append(lines, [2]string{who, line})
		}
	}
	dialect, _, _ = strings.Cut(filepath.Base(file), "-")
	return dialect, lines
}

// TestScenes plays conversations of the shapes that real programs were seen to
// have. Each line must arrive as it was said, and what was told by then is what
// the golden file says, line for line.
func TestScenes(t *testing.T) {
	files, err := filepath.Glob("testdata/*.scene")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dialect, lines := scene(t, file)
			r := newRig(t, Config{Dialect: dialect})
			var got strings.Builder
			told := 0
			tell := func() {
				all := strings.SplitAfter(r.book.list(), "\n")
				for _, e := range all[told : len(all)-1] {
					got.WriteString("    " + e)
				}
				told = len(all) - 1
			}
			for _, l := range lines {
				from, to := r.client, r.server
				if l[0] == "s" {
					from, to = to, from
				}
				from.say(l[1])
				heard := to.hear()
				fmt.Fprintf(&got, "%s %.100s\n", l[0], l[1])
				if heard != l[1] {
					fmt.Fprintf(&got, "  heard %s\n", heard)
				}
				tell()
			}
			if err := r.end(); err != nil {
				t.Errorf("Run: %v", err)
			}
			got.WriteString("end\n")
			tell()
			golden := strings.TrimSuffix(file, ".scene") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("differs from %s (see it with -update):\n%s", golden, got.String())
			}
		})
	}
}
