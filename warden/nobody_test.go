package warden

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const nobody = 65534

// TestAsNobody runs all other tests of this package again as an ordinary user
// without any right, from a copy of the test binary that this user can read.
func TestAsNobody(t *testing.T) {
	if asNobody() {
		t.Skip("this is that run")
	}
	if os.Getuid() != 0 {
		needs(t, "root", "only root can become another user")
	}
	dir, err := os.MkdirTemp("", "warden-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	self := filepath.Join(dir, "warden.test")
	copyFile(t, self)
	cmd := exec.Command(self, "-test.v", "-test.timeout=10m")
	if testing.Short() {
		cmd.Args = append(cmd.Args, "-test.short")
	}
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin", "TMPDIR=" + dir, "HOME=" + dir,
		"VAREK_SCALE=" + os.Getenv("VAREK_SCALE"), "VAREK_REQUIRE=" + requiredOfNobody(), "WARDEN_TEST_AS_NOBODY=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as uid %d: %v\n%s", nobody, err, out)
	}
}

// requiredOfNobody is VAREK_REQUIRE without root, which this run is about not being.
func requiredOfNobody() string {
	return strings.Join(slices.DeleteFunc(strings.Split(os.Getenv("VAREK_REQUIRE"), ","), func(w string) bool { return w == "root" }), ",")
}

// asNobody reports whether this is the second run.
func asNobody() bool { return os.Getenv("WARDEN_TEST_AS_NOBODY") != "" }

func copyFile(t *testing.T, to string) {
	t.Helper()
	from, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(from)
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
