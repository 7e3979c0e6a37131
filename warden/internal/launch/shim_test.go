package launch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	_ "github.com/varek/varek/warden/internal/launch/shim" // this test's binary is the shim
)

// open allows every call: struct sock_filter of `return ALLOW`.
var open = binary.NativeEndian.AppendUint32([]byte{unix.BPF_RET | unix.BPF_K, 0, 0, 0}, unix.SECCOMP_RET_ALLOW)

type shim struct {
	cmd     *exec.Cmd
	control Raw
	out     bytes.Buffer
}

// startShim starts this test's binary as a shim, as user uid.
func startShim(t *testing.T, uid int) *shim {
	t.Helper()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.SetsockoptInt(pair[0], unix.SOL_SOCKET, unix.SO_PASSCRED, 1); err != nil {
		t.Fatal(err)
	}
	s := &shim{control: Raw(pair[0])}
	theirs := os.NewFile(uintptr(pair[1]), "shim")
	s.cmd = &exec.Cmd{Path: "/proc/self/exe", Args: []string{ShimName}, ExtraFiles: []*os.File{theirs}, Env: []string{}, Stdout: &s.out, Stderr: &s.out}
	if uid != os.Getuid() {
		s.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	t.Cleanup(func() {
		unix.Close(int(s.control))
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	})
	return s
}

// become brings the shim to its program and returns what that wrote, or the
// errno of the exec.
func (s *shim) become(t *testing.T, o ShimOrder) (string, unix.Errno) {
	t.Helper()
	if err := o.Instruct(s.control); err != nil {
		t.Fatal(err)
	}
	r, err := o.Report(s.control)
	if err != nil || r.Fault != "" || r.PID != s.cmd.Process.Pid {
		t.Fatalf("%+v %v, process %d", r, err, s.cmd.Process.Pid)
	}
	if _, err := s.control.Write([]byte{1}); err != nil {
		t.Fatal(err)
	}
	h, err := ReadHandover(s.control)
	if err != nil || h.Listener <= int(s.control) && h.Listener < 3 {
		t.Fatalf("%+v %v", h, err)
	}
	if _, err := s.control.Write([]byte{1}); err != nil {
		t.Fatal(err)
	}
	errno, err := ReadExec(s.control)
	if err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // the code is looked at by those who care
	return s.out.String(), errno
}

func users() []int {
	if os.Getuid() == 0 {
		return []int{0, 65534}
	}
	return []int{os.Getuid()}
}

// TestShim: the program runs with the arguments, variables, directory and limits
// of the order and with no descriptor above 2.
func TestShim(t *testing.T) {
	for _, uid := range users() {
		t.Run(fmt.Sprint(uid), func(t *testing.T) {
			s := startShim(t, uid)
			script := `pwd; printf '<%s>' "$@"; env; ls /proc/self/fd; cat /proc/self/limits /proc/self/status`
			out, errno := s.become(t, ShimOrder{Path: "/bin/sh", Argv: []string{"sh", "-c", script, "sh", "", "two words", "line\nbreak", "\xff\xfe"},
				Env: []string{"PATH=/bin:/usr/bin", "EMPTY=", "ODD"}, Dir: "/usr", Filter: open, Limits: floor.Limits{OpenFiles: 77, FileSize: 1 << 20, CPUSeconds: 55}})
			if errno != 0 {
				t.Fatal(errno)
			}
			if !strings.Contains(out, "/usr\n<><two words><line\nbreak><\xff\xfe>") || !strings.Contains(out, "EMPTY=\n") || strings.Contains(out, "HOME=") {
				t.Errorf("it saw\n%s", out)
			}
			if !strings.Contains(out, "0\n1\n2\n3\nLimit") { // 3 is what ls reads
				t.Errorf("descriptors:\n%s", out)
			}
			flat := strings.Join(strings.Fields(out), " ")
			for _, want := range []string{"Max core file size 0 0", "Max open files 77 77", "Max file size 1048576 1048576", "Max cpu time 55 55", "NoNewPrivs: 1", "Seccomp: 2"} {
				if !strings.Contains(flat, want) {
					t.Errorf("%q is missing in\n%s", want, out)
				}
			}
		})
	}
}

// TestShimNeverRaises: a limit above the hard limit is held to it.
func TestShimNeverRaises(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(unix.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	out, errno := startShim(t, os.Getuid()).become(t, ShimOrder{Path: "/bin/sh", Argv: []string{"sh", "-c", "ulimit -Hn"}, Dir: "/", Filter: open, Limits: floor.Limits{OpenFiles: before.Max + 1000}})
	if want := fmt.Sprintf("%d\n", before.Max); errno != 0 || out != want {
		t.Errorf("%q (%v), want %q", out, errno, want)
	}
}

// TestShimLarge: a command line as long as the kernel takes.
func TestShimLarge(t *testing.T) {
	o := ShimOrder{Path: "/bin/sh", Argv: []string{"sh", "-c", `printf %s "$#"`, "sh"}, Dir: "/", Filter: open}
	for range 10 {
		o.Argv = append(o.Argv, strings.Repeat("x", 100_000))
	}
	if out, errno := startShim(t, os.Getuid()).become(t, o); errno != 0 || out != "10" {
		t.Errorf("%q %v", out, errno)
	}
}

// TestShimCannotExecute: why the program does not run is told, and in the exit
// code, too.
func TestShimCannotExecute(t *testing.T) {
	for path, want := range map[string]struct {
		errno unix.Errno
		code  int
	}{"/nowhere/at/all": {unix.ENOENT, 127}, "/etc/passwd": {unix.EACCES, 126}, "/": {unix.EACCES, 126}} {
		s := startShim(t, os.Getuid())
		if _, errno := s.become(t, ShimOrder{Path: path, Argv: []string{"x"}, Dir: "/", Filter: open}); errno != want.errno || s.cmd.ProcessState.ExitCode() != want.code {
			t.Errorf("%s: %v, exit code %d, want %+v", path, errno, s.cmd.ProcessState.ExitCode(), want)
		}
	}
}

// TestShimFaults: what fails before the filter is told in words.
func TestShimFaults(t *testing.T) {
	good := ShimOrder{Path: "/bin/true", Argv: []string{"true"}, Dir: "/", Filter: open}
	nowhere := good
	nowhere.Dir = "/nowhere"
	if err := nowhere.Instruct(startShim(t, os.Getuid()).control); err != nil {
		t.Fatal(err)
	}
	whole, err := good.encode()
	if err != nil {
		t.Fatal(err)
	}
	odd := good
	odd.Filter = append(bytes.Clone(open), 0)
	bad, err := odd.encode()
	if err != nil {
		t.Fatal(err)
	}
	messages := map[string][]byte{"odd filter": bad}
	for cut := 5; cut < len(whole); cut++ {
		short := bytes.Clone(whole[:cut])
		binary.NativeEndian.PutUint32(short, uint32(cut-4))
		messages[fmt.Sprint("cut at ", cut)] = short
	}
	long := append(bytes.Clone(whole), 0)
	binary.NativeEndian.PutUint32(long, uint32(len(long)-4))
	messages["something follows"] = long
	messages["nothing"] = make([]byte, 4)
	for name, m := range messages {
		s := startShim(t, os.Getuid())
		if _, err := s.control.Write(m); err != nil {
			t.Fatal(err)
		}
		if r, err := good.Report(s.control); err != nil || !strings.Contains(r.Fault, "reading its orders") {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
	s := startShim(t, os.Getuid())
	if err := nowhere.Instruct(s.control); err != nil {
		t.Fatal(err)
	}
	if r, err := nowhere.Report(s.control); err != nil || !strings.Contains(r.Fault, "entering /nowhere: no such file") {
		t.Errorf("%+v %v", r, err)
	}
	good.Argv = []string{"zero\x00byte"}
	if err := good.Instruct(s.control); !errors.Is(err, unix.EINVAL) {
		t.Errorf("a zero byte: %v", err)
	}
}

// TestShimRefusedFilter: a program that the kernel does not take is an error
// with its errno.
func TestShimRefusedFilter(t *testing.T) {
	s := startShim(t, os.Getuid())
	o := ShimOrder{Path: "/bin/true", Argv: []string{"true"}, Dir: "/", Filter: make([]byte, 8)}
	if err := o.Instruct(s.control); err != nil {
		t.Fatal(err)
	}
	if r, err := o.Report(s.control); err != nil || r.Fault != "" {
		t.Fatalf("%+v %v", r, err)
	}
	if _, err := s.control.Write([]byte{1}); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHandover(s.control); !errors.Is(err, unix.EINVAL) {
		t.Error(err)
	}
}
