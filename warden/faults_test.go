package warden

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
)

// emulatorOf finds the emulator of a running session.
func emulatorOf(t *testing.T, s *Supervisor) int {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		line, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(string(line), "varek-emulator") {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if st, err := s.table.Proc.Status(pid); err == nil && st.Parent == s.initPID {
			return pid
		}
	}
	t.Fatal("there is no emulator")
	return 0
}

// stopped reports whether every thread of a process is stopped.
func stopped(t *testing.T, pid int) bool {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil || len(tasks) == 0 {
		t.Fatalf("threads of %d: %v", pid, err)
	}
	for _, task := range tasks {
		if text, err := os.ReadFile(task); err == nil && !strings.Contains(string(text), ") T ") {
			return false
		}
	}
	return true
}

// TestSyncRecordsFirst: in sync mode a name change is announced, durably, before
// the name changes, and what came of it is on record afterwards, as without
// the mode.
func TestSyncRecordsFirst(t *testing.T) {
	s := newSession(t, "version: 1\nrecord: {sync: true}\n", "bash", "-c", "rm file none; : > new; mv new newer")
	file := filepath.Join(s.cfg.Dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var steps []string
	var serial uint64
	s.cfg.Sink = SinkFunc(func(r Record) error {
		mu.Lock()
		defer mu.Unlock()
		if r.Event == "exec" || r.Event == "open" || !strings.HasPrefix(r.Resolved, s.cfg.Dir) {
			return nil
		}
		if r.Ahead {
			serial = r.Serial
		}
		_, err := os.Lstat(file)
		steps = append(steps, fmt.Sprint(r.Event, " ", filepath.Base(r.Resolved), " there:", err == nil, " ahead:", r.Ahead && r.Sync, " concludes:", r.Announced == serial, " ", r.Created, r.Errno))
		return nil
	})
	s.run(t)
	want := []string{
		"unlink file there:true ahead:true concludes:false false", "unlink file there:false ahead:false concludes:true false",
		"unlink none there:false ahead:true concludes:false false", "unlink none there:false ahead:false concludes:true falseENOENT",
		"create new there:false ahead:true concludes:false false", "create new there:false ahead:false concludes:true true",
		"rename new there:false ahead:true concludes:false false", "rename new there:false ahead:false concludes:true true",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("records %q, want %q", steps, want)
	}
}

// TestLateCall: a call that is not performed in time is a denial for the agent;
// when it succeeds after all, the trace is told.
func TestLateCall(t *testing.T) {
	c := converse(t, enforceAll+"limits: {decision_delay: 100ms}\n")
	c.say(t, "true")
	pid := emulatorOf(t, c.super)
	if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// A thread that runs at this moment stops a little later.
	for !stopped(t, pid) {
		runtime.Gosched()
	}
	if got := c.say(t, `{ : > late; } 2>&1`); !strings.Contains(got, "timed out") {
		t.Errorf("the agent was told %q", got)
	}
	if err := unix.Kill(pid, unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
	c.say(t, `until [ -e late ]; do :; done; mkdir after`)
	c.in.Close()
	c.super.Wait()
	got := c.event("create", filepath.Join(c.cfg.Dir, "late"))
	if len(got) != 2 || got[0].Decision != Deny || got[0].Rule != RuleTimeout || !got[1].Executed() || !got[1].Created {
		t.Errorf("records %+v", got)
	}
}

// TestEmulatorDies: without the emulator nothing is performed, and the run ends.
func TestEmulatorDies(t *testing.T) {
	s := newSession(t, "", "sleep", "600")
	s.start(t)
	if err := unix.Kill(emulatorOf(t, s.super), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if exit := s.super.Wait(); exit.Err == nil || exit.Code == 0 {
		t.Errorf("exit %+v", exit)
	}
}

// TestPanicDenies: a fault of the warden is a denial, recorded, and the next
// call is served.
func TestPanicDenies(t *testing.T) {
	honest := handlers[unix.SYS_MKDIRAT]
	faulty := handler{"sys.mkdir", func(c *call) answer {
		if c.n.Args[2] == 0o700 || c.n.Args[1] == 0o700 {
			panic("fault")
		}
		return honest.serve(c)
	}}
	handlers[unix.SYS_MKDIRAT] = faulty
	if handlers[unix.SYS_MKDIR].serve != nil {
		before := handlers[unix.SYS_MKDIR]
		handlers[unix.SYS_MKDIR] = faulty
		defer func() { handlers[unix.SYS_MKDIR] = before }()
	}
	defer func() { handlers[unix.SYS_MKDIRAT] = honest }()
	s := newSession(t, "", "bash", "-c", `mkdir -m 700 a 2>/dev/null; mkdir b; ls`)
	s.run(t)
	if s.out.String() != "b\n" {
		t.Errorf("output %q", s.out.String())
	}
	if got := s.find(func(r Record) bool { return r.Rule == RulePanic && r.Decision == Deny }); len(got) != 1 {
		t.Errorf("records %+v", got)
	}
}

// TestDescriptorLimit: an agent without room for a descriptor gets EMFILE.
func TestDescriptorLimit(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import os, resource
resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
held = []
for flags in (os.O_RDONLY, os.O_RDWR):
    try:
        while True: held.append(os.open("/dev/null", flags))
    except OSError as e: print(e.errno, len(held) > 5)
    os.close(held.pop())
    held.append(os.open("/dev/null", flags))
print("ok")`)
	s.run(t)
	if s.out.String() != "24 True\n24 True\nok\n" {
		t.Errorf("output %q %s", s.out.String(), s.errOut.String())
	}
}

// TestDroppedRights: a task that keeps its user but gave up rights is refused,
// because neither we nor the kernel could serve it without a gap.
func TestDroppedRights(t *testing.T) {
	if os.Getuid() != 0 {
		needs(t, "root", "only root has rights to drop")
	}
	s := newSession(t, "", "bash", "-c", `setpriv --inh-caps=-all --bounding-set=-all true; python3 -c '
import ctypes, os, struct
hdr, data = struct.pack("Ii", 0x20080522, 0), struct.pack("IIIIII", *[0] * 6)
l = ctypes.CDLL(None, use_errno=True)
print(l.syscall(126, hdr, data))
try: open("/etc/hostname"); print("opened")
except OSError as e: print(e.errno)'`)
	s.run(t)
	if s.out.String() != "0\n1\n" {
		t.Errorf("output %q %s", s.out.String(), s.errOut.String())
	}
}

// TestKeptRights: becoming another user does not loosen the watch over a task
// that keeps a right over everybody's files.
func TestKeptRights(t *testing.T) {
	if os.Getuid() != 0 {
		needs(t, "root", "only root has rights to keep")
	}
	s := newSession(t, "", "/usr/bin/python3", "-c", `
import ctypes, os, struct
l = ctypes.CDLL(None, use_errno=True)
l.prctl(8, 1, 0, 0, 0) # PR_SET_KEEPCAPS
os.setresuid(65534, 65534, 65534)
low = 1 << 1 # CAP_DAC_OVERRIDE
print(l.syscall(126, struct.pack("Ii", 0x20080522, 0), struct.pack("IIIIII", low, low, 0, 0, 0, 0)))
try: open("/etc/shadow"); print("opened")
except OSError as e: print(e.errno)`)
	s.run(t)
	if s.out.String() != "0\n1\n" {
		t.Errorf("output %q %s", s.out.String(), s.errOut.String())
	}
}

// TestNamespacesAllowed: under that policy a task in a mount namespace of its
// own is served by the kernel.
func TestNamespacesAllowed(t *testing.T) {
	if os.Getuid() != 0 {
		needs(t, "root", "an ordinary user's namespaces change its rights")
	}
	if !floor.Detect().SysAdmin {
		t.Skip("skipped: this root may not make mount namespaces")
	}
	s := newSession(t, "version: 1\nnamespaces: allow\n", "bash", "-c", `
		mkdir m; echo out > m/file; unshare -m bash -c 'mount -t tmpfs none m && echo in > m/file && cat m/file && mkdir m/d'; cat m/file; ls m`)
	s.run(t)
	if s.out.String() != "in\nout\nfile\n" {
		t.Errorf("output %q %s", s.out.String(), s.errOut.String())
	}
	if got := s.find(func(r Record) bool {
		return r.Rule == RuleNamespace && r.Event == "mkdir" && filepath.Base(r.Exe) == "mkdir"
	}); len(got) != 1 {
		t.Errorf("records %+v", got)
	}
	if !s.super.Floor().Namespaces {
		t.Error("the floor does not tell")
	}
}
