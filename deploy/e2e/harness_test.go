package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/deploy/modelserver"
)

// harness is a real agent program from npm, at a fixed version.
type harness struct {
	name string
	pkgs []string // exact versions
	tool string   // its shell tool, as the model calls it
	// args of a call of that tool.
	args func(command string) map[string]any
	// start gives the program and its environment in a fresh home.
	start func(t *testing.T, h where) (argv, env []string)
	// denies says how a command with the word denied is refused.
	denies string
	// gated: the tool starts after start is stored; else after the intent.
	gated bool
}

// where things are for one run of a harness.
type where struct{ dir, home, work, model, js string }

// outcome names of the table, in its order.
var outcomes = []string{"allowed", "denied", "failing", "parallel", "killed", "full"}

// later is how many tools the model calls after the sidecar was killed or its disk
// was full.
const later = 8

// installed puts the packages into the cache, once; without network or registry the
// harness is skipped with the reason.
func (h harness) installed(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.Getenv("VAREK_HARNESS"), h.name)
	want := strings.Join(h.pkgs, " ")
	if have, err := os.ReadFile(filepath.Join(dir, "installed")); err == nil && string(have) == want {
		return dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("npm", append([]string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact"}, h.pkgs...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("skipped: %s cannot be installed (%v): %s", want, err, lastLine(string(out)))
	}
	if err := os.WriteFile(filepath.Join(dir, "installed"), []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func lastLine(s string) string {
	list := strings.Split(strings.TrimSpace(s), "\n")
	return list[len(list)-1]
}

// TestHarness drives each harness through each outcome; what its tools did to the
// disk is the check, the trace must say the same. It prints the table.
func TestHarness(t *testing.T) {
	if os.Getenv("VAREK_HARNESS") == "" {
		t.Skip("skipped: VAREK_HARNESS is not set; make test-harness installs the harnesses and sets it")
	}
	table := "| harness | " + strings.Join(outcomes, " | ") + " |\n|---|" + strings.Repeat("---|", len(outcomes)) + "\n"
	for _, h := range harnesses() {
		row := map[string]string{}
		for _, o := range outcomes {
			row[o] = "-"
		}
		t.Run(h.name, func(t *testing.T) {
			w := where{dir: h.installed(t), js: nodePackage(t)}
			for _, o := range outcomes {
				t.Run(o, func(t *testing.T) {
					row[o] = "**failed**"
					said := h.try(t, w, o)
					if !t.Failed() {
						row[o] = said
					}
				})
			}
		})
		table += "| " + h.pkgs[0]
		for _, o := range outcomes {
			table += " | " + row[o]
		}
		table += " |\n"
	}
	fmt.Printf("\n%s\n", table)
}

// turns of the model for an outcome.
func (h harness) turns(o string) (turns []modelserver.Turn) {
	call := func(commands ...string) {
		var list []modelserver.Call
		for _, c := range commands {
			text, _ := json.Marshal(h.args(c)) // plain maps
			list = append(list, modelserver.Call{Name: h.tool, Args: text})
		}
		turns = append(turns, modelserver.Turn{Calls: list})
	}
	switch o {
	case "allowed":
		call("touch ran-a")
	case "denied":
		call("touch denied")
	case "failing":
		call("touch ran-f; exit 3")
	case "parallel":
		call("touch ran-1", "touch ran-2", "touch ran-3")
	default:
		call("touch begun; until [ -e go ]; do sleep 0.02; done")
		pad := "" // a full disk still has room for a few small records
		if o == "full" {
			pad = " # " + strings.Repeat("x", 100_000)
		}
		for n := range later {
			call(fmt.Sprint("touch ran-", n, pad))
		}
	}
	return turns
}

// try runs one outcome and says in a word how it went.
func (h harness) try(t *testing.T, w where, o string) string {
	model, err := modelserver.Start(modelserver.Scenario{Aside: "a title", Turns: h.turns(o)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	l := newLine(t)
	w.model, w.work = model.URL(), l.work()
	w.home = filepath.Dir(l.state)
	small := ""
	if o == "full" {
		small = smallDisk(t, l)
	}
	argv, env := h.start(t, w)
	cmd := l.command("varek-sidecar", append([]string{"run", "--final-timeout", "5s", "--"}, argv...)...)
	cmd.Dir, cmd.Env = w.work, append(append(cmd.Env, "MODEL_URL="+w.model, "HARNESS_DIR="+w.dir, "TEST_TIMEOUT=1000"), env...)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the harness said\n%.6000s\nthe model was asked %d times", &out, len(model.Requests()))
		}
	})
	over := make(chan error, 1)
	go func() { over <- cmd.Wait() }()
	if small != "" || o == "killed" {
		h.interfere(t, w, cmd, small, over)
	}
	select {
	case err = <-over:
	case <-time.After(3 * time.Minute):
		_ = cmd.Process.Kill()
		t.Fatal("the harness did not end within 3 minutes")
	}
	if small != "" {
		if err := os.Remove(filepath.Join(small, "filler")); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return h.judge(t, l, w, o)
}

// interfere waits until the first tool runs, fills the disk or kills the sidecar,
// and lets the tool go on.
func (h harness) interfere(t *testing.T, w where, cmd *exec.Cmd, small string, over chan error) {
	eventually(t, 2*time.Minute, "the first tool runs", func() bool {
		select {
		case err := <-over:
			over <- err
			t.Fatalf("the harness ended before its first tool ran: %v", err)
		default:
		}
		_, err := os.Stat(filepath.Join(w.work, "begun"))
		return err == nil
	})
	if small != "" {
		fill(t, filepath.Join(small, "filler"))
	} else if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.work, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// smallDisk puts the sessions of l on a disk that the test can fill.
func smallDisk(t *testing.T, l *line) string {
	requireRoot(t)
	l.ok("varek-escrow", "devchain", "--detach")
	small := filepath.Join(l.state, "sessions")
	if err := os.MkdirAll(small, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("skipped: cannot mount a small tmpfs: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	return small
}

// judge compares disk and trace.
func (h harness) judge(t *testing.T, l *line, w where, o string) string {
	ran, _ := filepath.Glob(filepath.Join(w.work, "ran-*"))
	id := l.newest().Session
	if o == "killed" || o == "full" {
		l.ok("varek-sidecar", "run", "--resume", id)
	}
	list := l.trace(id)
	kinds := map[string]int{}
	var ends []string
	for _, r := range list {
		kinds[r.Head.Kind]++
		if r.Head.Kind == "action" {
			ends = append(ends, r.Head.Status)
		}
	}
	told := fmt.Sprintf("%d intents, %d starts, ends %v, files %q", kinds["intent"], kinds["start"], ends, ran)
	switch o {
	case "allowed", "failing", "parallel":
		want := map[string]int{"allowed": 1, "failing": 1, "parallel": 3}[o]
		if len(ran) != want || kinds["intent"] != want || len(ends) != want {
			t.Errorf("want %d calls: %s", want, told)
		}
		if o == "failing" && ends[0] == "ok" {
			t.Errorf("a failure is told as ok: %s", told)
		}
		return "ran, " + strings.Join(ends, " ")
	case "denied":
		if _, err := os.Stat(filepath.Join(w.work, "denied")); err == nil || kinds["intent"] != 1 || len(ends) != 1 || ends[0] == "ok" {
			t.Errorf("want one call that did not run: %s, %v", told, err)
		}
		return "not run (" + h.denies + "), " + strings.Join(ends, " ")
	}
	recorded := kinds["intent"]
	if h.gated {
		recorded = kinds["start"]
	}
	if len(ran) > recorded-1 || o == "killed" && len(ran) > 0 || len(ran) == later {
		t.Errorf("tools ran without a record: %s", told)
	}
	return fmt.Sprintf("%d of %d later tools ran", len(ran), later)
}
