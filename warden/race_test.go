package warden

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

func init() { testPrograms["flip"] = flipProgram }

// flipProgram opens one name again and again while another thread rewrites it
// in memory between a granted and a denied file. It prints how often it read
// the denied one: args are both paths of equal length and the count.
func flipProgram(args []string) int {
	good, bad := args[0], args[1]
	tries, _ := strconv.Atoi(args[2])
	name := append([]byte(good), 0)
	var stop atomic.Bool
	go func() {
		runtime.LockOSThread()
		for !stop.Load() {
			copy(name, bad)
			copy(name, good)
		}
	}()
	runtime.LockOSThread()
	leaked, opened := 0, 0
	cwd := unix.AT_FDCWD
	for range tries {
		fd, _, e := unix.Syscall6(unix.SYS_OPENAT, uintptr(cwd), uintptr(unsafe.Pointer(&name[0])), 0, 0, 0, 0)
		if e != 0 {
			continue
		}
		opened++
		var b [6]byte
		if n, _ := unix.Read(int(fd), b[:]); string(b[:n]) == "secret" {
			leaked++
		}
		unix.Close(int(fd))
	}
	stop.Store(true)
	fmt.Println(leaked, opened)
	return 0
}

// flip runs flipProgram under a policy that denies one of the two files.
func flip(t *testing.T, tries int) (leaked, opened int) {
	t.Helper()
	s := newSession(t, "", "")
	good, bad := filepath.Join(s.cfg.Dir, "granted"), filepath.Join(s.cfg.Dir, "refused")
	for name, text := range map[string]string{good: "public", bad: "secret"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.Replace(enforceAll, `read: {allow: ["/**"]}`, fmt.Sprintf(`read: {allow: ["/**"], deny: [%q]}`, bad), 1)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s = newSession(t, text, self, good, bad, strconv.Itoa(tries))
	s.cfg.Env = append(s.cfg.Env, "WARDEN_TEST_PROGRAM=flip")
	s.run(t)
	if _, err := fmt.Sscan(s.out.String(), &leaked, &opened); err != nil {
		t.Fatalf("output %q: %v; stderr %s", s.out.String(), err, s.errOut.String())
	}
	return leaked, opened
}

func TestNameRewrittenInMemory(t *testing.T) {
	leaked, opened := flip(t, scale(2000))
	if leaked > 0 {
		t.Errorf("%d opens reached the denied file", leaked)
	}
	if opened == 0 {
		t.Error("nothing was opened: the race was not run")
	}
}

// TestNaiveSupervisorLeaks shows that the race above is real: a supervisor
// that checks the name and lets the kernel go on loses it.
func TestNaiveSupervisorLeaks(t *testing.T) {
	honest := handlers[unix.SYS_OPENAT]
	handlers[unix.SYS_OPENAT] = handler{"sys.open", func(c *call) answer {
		a := honest.serve(c)
		if a.fd < 0 {
			return a
		}
		a.drop()
		return continued()
	}}
	defer func() { handlers[unix.SYS_OPENAT] = honest }()
	for range 20 {
		if leaked, _ := flip(t, 2000); leaked > 0 {
			return
		}
	}
	t.Error("the naive supervisor lost no race: the test above proves nothing")
}

// TestLinkSwappedOnDisk: the object decides, so a symbolic link that flips
// between two files never leads past the denial.
func TestLinkSwappedOnDisk(t *testing.T) {
	s := newSession(t, "", "")
	dir := s.cfg.Dir
	for name, text := range map[string]string{"granted": "public", "refused": "secret"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.Replace(enforceAll, `read: {allow: ["/**"]}`, fmt.Sprintf(`read: {allow: ["/**"], deny: [%q]}`, filepath.Join(dir, "refused")), 1)
	script := fmt.Sprintf(`
import os, threading
n, done = %d, False
def flip():
    while not done:
        for t in ("granted", "refused"):
            os.symlink(t, "new"); os.rename("new", "link")
os.symlink("granted", "link")
th = threading.Thread(target=flip); th.start()
leaks = opened = 0
for i in range(n):
    try: got = open("link").read()
    except PermissionError: continue
    opened += 1
    leaks += got == "secret"
done = True; th.join()
print(leaks, opened > 0)`, scale(500))
	run := newSession(t, text, "python3", "-c", script)
	run.cfg.Dir = dir
	run.run(t)
	if got := run.out.String(); got != "0 True\n" {
		t.Errorf("leaks and whether anything was opened: %q, want 0 True; stderr %s", got, run.errOut.String())
	}
}
