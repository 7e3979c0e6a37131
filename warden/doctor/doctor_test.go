package doctor

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/varek/varek/warden/floor"
)

func TestMain(m *testing.M) {
	if handled, code := Main(os.Args); handled {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

func examine(t *testing.T) map[string]Finding {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	_, list := Examine(t.Context(), self)
	by := map[string]Finding{}
	for _, f := range list {
		by[f.Name] = f
		t.Logf("%+v", f)
		if f.Says == "" || !f.Holds && f.Remedy == "" {
			t.Errorf("%s: says %q, remedy %q", f.Name, f.Says, f.Remedy)
		}
	}
	return by
}

// TestExamine: what other tests of the warden rely on is found here too, as root
// and as nobody.
func TestExamine(t *testing.T) {
	by := examine(t)
	caps := floor.Detect()
	for name, want := range map[string]bool{"filter": true, "listener": true, "landlock": caps.Landlock > 0, "signal_scope": caps.Landlock >= 6,
		"pid_namespace": caps.SysAdmin, "user_namespace": caps.UserNS, "cgroup": caps.Cgroup} {
		if by[name].Holds != want {
			t.Errorf("%s: %+v, want %v", name, by[name], want)
		}
	}
	if os.Getuid() != 0 && by["fanotify"].Holds {
		t.Error("a plain user cannot hold executions back")
	}
}

// TestAsNobody examines again as a user without any right.
func TestAsNobody(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("this is that run, or there is no root")
	}
	dir, err := os.MkdirTemp("", "doctor-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chown(dir, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	self := filepath.Join(dir, "doctor.test")
	copySelf(t, self)
	cmd := exec.Command(self, "-test.v", "-test.run", "TestExamine|TestBrokenMachine")
	cmd.Dir, cmd.Env = dir, []string{"TMPDIR=" + dir, "PATH=/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func copySelf(t *testing.T, to string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := io.Copy(w, r); err != nil {
		t.Fatal(err)
	}
}

// TestBrokenMachine: a trial whose process does not do what it should is a
// finding that does not hold, whatever it exits with.
func TestBrokenMachine(t *testing.T) {
	for _, broken := range []string{"/bin/true", "/bin/false", "/nonexistent"} {
		_, list := Examine(t.Context(), broken)
		for _, f := range list {
			switch f.Name {
			case "filter", "listener", "wait_killable":
				if f.Holds && (foreignGate || f.Name != "filter") || strings.TrimSpace(f.Says) == "" {
					t.Errorf("%s with %s: %+v", f.Name, broken, f)
				}
			}
		}
	}
}
