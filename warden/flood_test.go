package warden

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestThreadFlood: a thousand threads at once open one file again and again;
// no notification is lost, no answer is a false descriptor, and every open is
// on record.
func TestThreadFlood(t *testing.T) {
	const threads = 1000
	each := scale(5)
	work := compiled(t, "work")
	for name, text := range map[string]string{"observe": observing, "enforce": enforcing} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, text, work, "flood", strconv.Itoa(threads), strconv.Itoa(each), "/etc/hostname")
			s.run(t)
			if want := fmt.Sprintf("%d 0\n", threads*each); s.out.String() != want {
				t.Fatalf("good and bad opens %q, want %q; %s", s.out.String(), want, s.errOut.String())
			}
			count := 0
			for _, r := range s.event("open", "/etc/hostname") {
				if count++; r.Of != 0 {
					count += r.Count - 2 // the first occurrence has a record, and this one is none
				}
			}
			if count != threads*each {
				t.Errorf("%d opens on record, want %d", count, threads*each)
			}
		})
	}
}

// TestSupervisorWithoutDescriptors: an agent that makes the supervisor hold so
// many descriptors that it has none left gets errors, and nothing that is
// refused otherwise.
func TestSupervisorWithoutDescriptors(t *testing.T) {
	dir := realDir(t)
	for name, text := range map[string]string{"secret": "secret", "open": "public"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	records := filepath.Join(dir, "records")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// Each process that lives costs the supervisor descriptors. Those of the dead are
	// free again once a call was refused for want of one.
	cmd := exec.Command("bash", "-c", `ulimit -n 80; exec "$0" "$@"`, self, "bash", "-c", `
for i in {1..60}; do sleep 100 & done 2>/dev/null
for i in {1..40}; do cat open secret 2>/dev/null; done
kill $(jobs -p); wait
for i in {1..100}; do cat open 2>/dev/null && break; done; echo over`)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "WARDEN_TEST_PROGRAM=supervise", "WARDEN_TEST_RECORDS="+records,
		"WARDEN_TEST_POLICY=version: 1\nmode: enforce\nfiles: {read: {allow: [\"/**\"], deny: ["+filepath.Join(dir, "secret")+"]}, write: {allow: [\"/dev/**\"]}, exec: {allow: [\"/**\"]}}\n")
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v %q %s", err, out, errs.String())
	}
	if lines := strings.Fields(string(out)); slices.Contains(lines, "secret") || !slices.Equal(lines[max(0, len(lines)-2):], []string{"public", "over"}) {
		t.Errorf("output %q; %s", out, errs.String())
	}
}

// TestPanicOnBlockingThread: a fault on a thread for what may wait is a denial
// too, and the thread's place is free again.
func TestPanicOnBlockingThread(t *testing.T) {
	honest := handlers[unix.SYS_MKDIRAT]
	faulty := handler{"sys.mkdir", func(c *call) answer {
		return c.onBlocking(func(*call) answer { panic("fault") })
	}}
	handlers[unix.SYS_MKDIRAT] = faulty
	if handlers[unix.SYS_MKDIR].serve != nil {
		before := handlers[unix.SYS_MKDIR]
		handlers[unix.SYS_MKDIR] = faulty
		defer func() { handlers[unix.SYS_MKDIR] = before }()
	}
	defer func() { handlers[unix.SYS_MKDIRAT] = honest }()
	s := newSession(t, "", "python3", "-c", fmt.Sprintf(`
import os
denied = 0
for i in range(%d):
    try: os.mkdir('d')
    except PermissionError: denied += 1
print(denied, os.listdir())`, maxBlocked+10))
	s.run(t)
	if want := fmt.Sprintf("%d []\n", maxBlocked+10); s.out.String() != want {
		t.Errorf("output %q, want %q", s.out.String(), want)
	}
	if got := s.find(func(r Record) bool { return r.Rule == RulePanic && r.Decision == Deny }); len(got) != maxBlocked+10 {
		t.Errorf("%d denials on record", len(got))
	}
}

// TestFullSinkMakesTheAgentWait: while the sink takes nothing, who has to be
// recorded waits and who has not goes on; nothing is dropped.
func TestFullSinkMakesTheAgentWait(t *testing.T) {
	full, entered := make(chan struct{}), make(chan struct{}, 1)
	var s *session
	c := converseWith(t, "", func(cfg *Config) {
		inner := cfg.Sink
		cfg.Sink = SinkFunc(func(r Record) error {
			if r.Event == "mkdir" && strings.HasSuffix(r.Resolved, "/slow") {
				entered <- struct{}{}
				<-full
			}
			return inner.Record(r)
		})
	})
	s = c.session
	c.say(t, `mkdir slow & :`)
	<-entered
	if got := c.say(t, `read -r x < /etc/hostname && echo read; kill -0 $! && echo waits`); got != "read\nwaits\n" {
		t.Errorf("meanwhile: %q", got)
	}
	if got := s.event("mkdir", filepath.Join(s.cfg.Dir, "slow")); len(got) != 0 {
		t.Errorf("on record already: %+v", got)
	}
	close(full)
	c.say(t, `wait`)
	c.one(t, "mkdir", "slow")
	c.in.Close()
	c.super.Wait()
}

// TestExecFromAnotherThread: when a thread that is not the first one runs a
// program, the process keeps its number and its call, and the record that
// follows names the new program.
func TestExecFromAnotherThread(t *testing.T) {
	c := converse(t, "")
	script := `import os, threading, time
open("go").read()
def run():
    os.environ["VAREK_CALL"] = "call-other"
    os.execv("/bin/mkdir", ["mkdir", "made"])
threading.Thread(target=run).start()
time.sleep(100)
`
	if err := os.WriteFile(filepath.Join(c.cfg.Dir, "agent.py"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	text := c.say(t, `mkfifo go; python3 agent.py & echo $!`)
	var inner int
	if _, err := fmt.Sscan(text, &inner); err != nil {
		t.Fatal(err)
	}
	pid := c.outer(t, inner)
	if err := c.super.EnterCall(t.Context(), pid, "call-own"); err != nil {
		t.Fatal(err)
	}
	c.super.BeginCall("call-other")
	c.say(t, `echo > go; wait`)
	r := c.one(t, "mkdir", "made")
	if r.PID != pid || r.ActionID != "call-own" || r.Attribution != AttributionExact || !strings.HasSuffix(r.Exe, "/mkdir") {
		t.Errorf("%+v, want process %d of call-own", r, pid)
	}
	c.in.Close()
	c.super.Wait()
}
