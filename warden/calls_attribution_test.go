package warden

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// conversation runs a shell that the test tells what to do, line by line.
type conversation struct {
	*session
	in  *os.File
	out *bufio.Reader
}

func converse(t *testing.T, policyText string) *conversation {
	t.Helper()
	return converseWith(t, policyText, func(*Config) {})
}

func converseWith(t *testing.T, policyText string, configure func(*Config)) *conversation {
	t.Helper()
	s := newSession(t, policyText, "bash", "-c", `while read -r line; do eval "$line"; echo "END $?"; done`)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cfg.Stdin = r
	configure(&s.cfg)
	s.closes = append(s.closes, r)
	c := &conversation{session: s, in: w}
	or, ow, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewReader(or)
	s.cfg.Stdout, s.cfg.Stderr = ow, os.Stderr
	super, err := Start(t.Context(), s.cfg)
	ow.Close()
	r.Close()
	if err != nil {
		t.Fatal(err)
	}
	s.super = super
	t.Cleanup(func() { super.Kill(); super.Wait(); or.Close() })
	return c
}

// say has a line evaluated and returns what it printed.
func (c *conversation) say(t *testing.T, line string) string {
	t.Helper()
	if _, err := fmt.Fprintln(c.in, line); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for {
		l, err := c.out.ReadString('\n')
		if err != nil {
			t.Fatalf("after %q: %v", b.String(), err)
		}
		if strings.HasPrefix(l, "END ") {
			return b.String()
		}
		b.WriteString(l)
	}
}

// one returns the only record of an event on a name in the workspace.
func (c *conversation) one(t *testing.T, event, name string) Record {
	t.Helper()
	got := c.event(event, filepath.Join(c.cfg.Dir, name))
	if len(got) != 1 {
		t.Fatalf("%d records of %s %s: %+v", len(got), event, name, got)
	}
	return got[0]
}

// TestAttribution follows processes into calls: the process that was placed,
// its children, a daemon it leaves behind, its siblings, the harness.
func TestAttribution(t *testing.T) {
	c := converse(t, "")
	c.say(t, `mkdir harness-child; : > harness-file`)
	if r := c.one(t, "mkdir", "harness-child"); r.Attribution != AttributionNone || r.ActionID != "" {
		t.Errorf("no call is running: %+v", r)
	}
	if r := c.one(t, "create", "harness-file"); r.Attribution != AttributionHarness || r.PID != c.super.Harness() {
		t.Errorf("by the harness itself: %+v", r)
	}

	// A process waits to be placed, as exec --call does, and then works.
	pidText := c.say(t, `mkfifo go; bash -c 'read < go; : > own; mkdir child; (setsid bash -c "sleep 0.3; mkdir daemon; : > daemon-done" >/dev/null 2>&1 &) ; exit 0' & echo $!; mkdir sibling-before`)
	var inner, pid int
	if _, err := fmt.Sscan(pidText, &inner); err != nil {
		t.Fatal(err)
	}
	pid = c.outer(t, inner)
	if err := c.super.EnterCall(t.Context(), pid, "call-1"); err != nil {
		t.Fatal(err)
	}
	c.say(t, `mkdir sibling-during; echo > go; wait`)
	if r := c.one(t, "mkdir", "sibling-during"); r.Attribution != AttributionAmbiguous || len(r.Candidates) != 1 || r.Candidates[0] != "call-1" {
		t.Errorf("beside a running call: %+v", r)
	}
	if r := c.one(t, "create", "own"); r.ActionID != "call-1" || r.Attribution != AttributionExact {
		t.Errorf("the placed process: %+v", r)
	}
	kind := AttributionCgroup
	if !c.super.Floor().Cgroup {
		kind = AttributionAncestry
	}
	if r := c.one(t, "mkdir", "child"); r.ActionID != "call-1" || r.Attribution != kind {
		t.Errorf("its child: %+v, want %s", r, kind)
	}
	if err := c.super.EndCall("call-1"); err != nil {
		t.Fatal(err)
	}
	c.say(t, `until [ -e daemon-done ]; do sleep 0.05; done`)
	// Without leaves a daemon whose parent died unseen is not guessed about.
	if r := c.one(t, "mkdir", "daemon"); (r.ActionID != "call-1" || !r.AfterEnd) && (c.super.Floor().Cgroup || r.Attribution != AttributionAmbiguous) {
		t.Errorf("a daemon left behind: %+v", r)
	}
	c.say(t, `mkdir sibling-after`)
	if r := c.one(t, "mkdir", "sibling-after"); r.Attribution != AttributionNone || len(r.Candidates) > 0 {
		t.Errorf("after the call: %+v", r)
	}
	c.in.Close()
	c.super.Wait()
}

// TestHarnessInsideItsCall: a call that has no process of its own is run by the
// harness, and what the harness then does is the call's; two at once cannot be
// told apart, and a call with processes of its own leaves the harness alone.
func TestHarnessInsideItsCall(t *testing.T) {
	c := converse(t, "")
	c.super.BeginCall("call-1")
	c.say(t, `: > inside; : > /dev/null`)
	if r := c.one(t, "create", "inside"); r.ActionID != "call-1" || r.Attribution != AttributionAncestry {
		t.Errorf("inside its only call: %+v", r)
	}
	c.super.BeginCall("call-2")
	c.say(t, `: > between`)
	if r := c.one(t, "create", "between"); r.ActionID != "" || r.Attribution != AttributionAmbiguous || len(r.Candidates) != 2 {
		t.Errorf("inside two calls: %+v", r)
	}
	for _, id := range []string{"call-1", "call-2"} {
		if err := c.super.EndCall(id); err != nil {
			t.Fatal(err)
		}
	}
	c.say(t, `: > outside`)
	if r := c.one(t, "create", "outside"); r.ActionID != "" || r.Attribution != AttributionHarness {
		t.Errorf("outside every call: %+v", r)
	}
	c.in.Close()
	c.super.Wait()
	for _, r := range c.event("truncate", "/dev/null") {
		t.Errorf("a device cannot be emptied: %+v", r)
	}
}

// outer finds the supervisor's number for a process by the agent's number.
func (c *conversation) outer(t *testing.T, inner int) int {
	t.Helper()
	if !c.super.Floor().PIDNamespace {
		return inner
	}
	entries, err := filepath.Glob("/proc/[0-9]*/status")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(e)
		if err != nil {
			continue
		}
		ppid, pid, ns := 0, 0, ""
		for line := range strings.Lines(string(text)) {
			_, _ = fmt.Sscanf(line, "Pid:\t%d", &pid)
			_, _ = fmt.Sscanf(line, "PPid:\t%d", &ppid)
			if strings.HasPrefix(line, "NSpid:") {
				ns = strings.TrimSpace(line)
			}
		}
		if ppid == c.super.Harness() && strings.HasSuffix(ns, fmt.Sprintf("\t%d", inner)) {
			return pid
		}
	}
	t.Fatalf("no process has number %d inside", inner)
	return 0
}

// TestEnterCallOfNobody: a process that does not exist cannot be placed.
func TestEnterCallOfNobody(t *testing.T) {
	c := converse(t, "")
	if err := c.super.EnterCall(t.Context(), 1<<22-1, "x"); err == nil {
		t.Error("placed a process that does not exist")
	}
}

// TestCoalescing: repeated writes of one file inside a call are one record and
// a total; denials, creations and deletions are always records of their own.
func TestCoalescing(t *testing.T) {
	c := converse(t, "")
	if err := os.WriteFile(filepath.Join(c.cfg.StateDir, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c.say(t, `for i in 1 2 3 4 5; do echo x >> log; rm -f f; : > f; cat `+c.cfg.StateDir+`/x 2>/dev/null; done; true`)
	c.in.Close()
	c.super.Wait()
	log := c.event("open", filepath.Join(c.cfg.Dir, "log"))
	if len(log) != 2 || log[1].Of != log[0].Serial || log[1].Count != 4 || log[0].Count != 0 || log[0].Of != 0 {
		t.Errorf("four more writes of one file: %+v", log)
	}
	if got := c.event("create", filepath.Join(c.cfg.Dir, "f")); len(got) != 5 {
		t.Errorf("%d creations, want 5", len(got))
	}
	if got := c.find(func(r Record) bool { return r.Event == "unlink" && r.Executed() }); len(got) != 4 {
		t.Errorf("%d deletions, want 4", len(got))
	}
	if got := c.event("open", filepath.Join(c.cfg.StateDir, "x")); len(got) != 5 {
		t.Errorf("%d denials, want 5", len(got))
	}
	seen := map[uint64]bool{}
	for _, r := range c.records {
		if seen[r.Serial] || r.Serial == 0 {
			t.Errorf("serial %d twice or missing", r.Serial)
		}
		seen[r.Serial] = true
	}
}

// TestReads: which pure reads become records is the policy's.
func TestReads(t *testing.T) {
	for reads, want := range map[string]int{"none": 0, "denied": 0, "all": 1} {
		s := newSession(t, "version: 1\nrecord: {reads: "+reads+"}\n", "cat", "/etc/hostname")
		s.run(t)
		if got := len(s.event("open", "/etc/hostname")); got != want {
			t.Errorf("reads: %s: %d records of the read, want %d", reads, got, want)
		}
	}
}

// TestCallsThatAServerHosts: a server that lives longer than its calls has no
// leaf; what it and its children do is the one call's that runs there, ambiguous
// while two do, and nobody's between them. The harness and its other children
// are not meant.
func TestCallsThatAServerHosts(t *testing.T) {
	c := converse(t, "")
	server := `exec 8<>do 9<>done; while read -r line <&8; do eval "$line"; echo x >&9; done`
	if err := os.WriteFile(filepath.Join(c.cfg.Dir, "server.sh"), []byte(server), 0o644); err != nil {
		t.Fatal(err)
	}
	// The relay is a child that ran a program; its server is a child of that.
	var relay int
	if _, err := fmt.Sscan(c.say(t, `mkfifo do done; bash -c 'bash server.sh; :' & echo $!; exec 8<>do 9<>done`), &relay); err != nil {
		t.Fatal(err)
	}
	relay = c.outer(t, relay)
	c.say(t, `serve() { echo "$1" >&8; read -r _ <&9; }; serve 'touch before'`)
	c.super.HostCall(relay, "a1")
	c.say(t, `serve 'touch during'; serve 'echo > itself'; : > harness1`)
	c.super.HostCall(relay, "a2")
	c.say(t, `serve 'touch two'`)
	if err := c.super.EndCall("a1"); err != nil {
		t.Fatal(err)
	}
	c.say(t, `serve 'touch second'`)
	if err := c.super.EndCall("a2"); err != nil {
		t.Fatal(err)
	}
	c.say(t, `serve 'touch after'`)
	for _, w := range []struct{ name, action, attribution string }{
		{"before", "", AttributionNone},
		{"during", "a1", AttributionAncestry},
		{"itself", "a1", AttributionAncestry},
		{"harness1", "", AttributionHarness},
		{"two", "", AttributionAmbiguous},
		{"second", "a2", AttributionAncestry},
		{"after", "", AttributionNone},
	} {
		if got := c.one(t, "create", w.name); got.ActionID != w.action || got.Attribution != w.attribution {
			t.Errorf("%s: call %q by %s, want %q by %s (candidates %v)", w.name, got.ActionID, got.Attribution, w.action, w.attribution, got.Candidates)
		}
	}
}
