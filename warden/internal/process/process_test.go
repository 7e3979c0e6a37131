package process

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// byParent hands the parent's call down.
type byParent struct{}

func (byParent) Place(_, parent *Process) Membership {
	if parent != nil {
		return parent.Member()
	}
	return Membership{}
}

func openProc(t *testing.T) *Proc {
	t.Helper()
	p, err := OpenProc("/proc")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// start runs a program that waits on its standard input.
func start(t *testing.T, program string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	return cmd
}

// TestStatusOfAChild: a name with parentheses and spaces shifts no field.
func TestStatusOfAChild(t *testing.T) {
	proc := openProc(t)
	odd := filepath.Join(t.TempDir(), "a) R (b")
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(cat)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(odd, b, 0o755); err != nil {
		t.Fatal(err)
	}
	pid := start(t, odd).Process.Pid
	s, err := proc.Status(pid)
	if err != nil {
		t.Fatal(err)
	}
	own, err := proc.Status(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if s.TGID != pid || s.Parent != os.Getpid() || s.InnerID == 0 || s.Credentials != own.Credentials || int(s.Credentials.FSUID) != os.Getuid() {
		t.Errorf("status %+v, own %+v", s, own)
	}
	st, err := proc.StatOf(pid)
	if err != nil || st.Parent != os.Getpid() || st.Start == 0 {
		t.Errorf("stat %+v %v", st, err)
	}
	if leaf, err := proc.Leaf(pid); err != nil || leaf != "" && !strings.HasPrefix(leaf, "/") {
		t.Errorf("leaf %q %v", leaf, err)
	}
}

func TestTableFollowsChildren(t *testing.T) {
	proc := openProc(t)
	base, err := proc.Status(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	table := NewTable(proc, byParent{}, os.Getppid())
	table.SetRoot(os.Getpid(), base.Credentials)
	defer table.Close()
	self, err := table.Process(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	before := start(t, "cat")
	if th, err := table.Lookup(before.Process.Pid, time.Now()); err != nil || th.Member() != (Membership{}) || th.Orphan {
		t.Errorf("%+v %v", th, err)
	}
	self.Join(Membership{Action: "a", Kind: "exact"})
	after := start(t, "cat")
	th, err := table.Lookup(after.Process.Pid, time.Now())
	if err != nil || th.Member().Action != "a" || th.Parent != os.Getpid() || th.Wary.Load() {
		t.Fatalf("%+v %v", th, err)
	}
	if again, err := table.Lookup(after.Process.Pid, time.Now()); err != nil || again != th {
		t.Errorf("looked up again: %p %v, want %p", again, err, th)
	}
	if err := th.Signal(unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = after.Wait() // killed
	if err := th.Signal(0); !errors.Is(err, unix.ESRCH) {
		t.Errorf("signalling a dead process: %v", err)
	}
	table.collect()
	if len(table.procs) != 2 {
		t.Errorf("%d processes after collecting, want 2", len(table.procs))
	}
}
