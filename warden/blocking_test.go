package warden

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
)

func init() { testPrograms["storm"] = stormProgram }

// TestFifosDoNotBlockOthers: more FIFO opens wait than there are receivers,
// others are served meanwhile, and each pair meets. A waiting open can be
// killed.
func TestFifosDoNotBlockOthers(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `
		for i in 1 2 3 4 5 6 7 8; do mkfifo p$i; (cat p$i > out$i) & done
		for i in $(seq 20); do cat /etc/hostname > /dev/null || echo failed; done
		for i in 1 2 3 4 5 6 7 8; do echo message $i > p$i; done; wait; cat out*
		mkfifo q; cat q & P=$!
		until [ -n "$(grep -l sleeping /proc/$P/status)" ]; do :; done; sleep 0.1; kill $P; wait $P; echo killed $?
		(echo late > q) & cat q; wait`)
	s.run(t)
	want := "killed 143\nlate\n"
	for i := 8; i > 0; i-- {
		want = fmt.Sprintf("message %d\n", i) + want
	}
	if s.out.String() != want {
		t.Errorf("output %q, want %q; stderr %s", s.out.String(), want, s.errOut.String())
	}
}

// TestDeadAreGoneFromFIFOs: who was killed while it waited in the open of a
// FIFO is met there by nobody who comes after its death was known.
func TestDeadAreGoneFromFIFOs(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import os, random, signal, sys, time
os.mkfifo("q")
met = {"reader": 0, "writer": 0}
for i in range(int(sys.argv[1])):
    role, flags = random.choice([("reader", os.O_RDONLY), ("writer", os.O_WRONLY)])
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(w, b"x")
        os.open("q", flags)
        os._exit(0)
    os.read(r, 1); os.close(r); os.close(w)
    time.sleep(random.random() / 200)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    if role == "reader":
        try:
            os.close(os.open("q", os.O_WRONLY | os.O_NONBLOCK))
            met[role] += 1
        except OSError as e:
            assert e.errno == 6, e
    else:
        f = os.open("q", os.O_RDONLY | os.O_NONBLOCK)
        try:
            assert os.read(f, 1) == b""
        except BlockingIOError:
            met[role] += 1
        os.close(f)
print(met)`, strconv.Itoa(scale(150)))
	s.run(t)
	if got := s.out.String(); got != "{'reader': 0, 'writer': 0}\n" {
		t.Errorf("met the dead: %s%s", got, s.errOut.String())
	}
}

// stormProgram opens and creates under a fast timer and reports descriptors
// and errors that an undisturbed program would not see.
func stormProgram(args []string) int {
	n, _ := strconv.Atoi(args[0])
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGALRM) // Go installs handlers with SA_RESTART
	runtime.LockOSThread()
	every := unix.Timeval{Usec: 200}
	timer := struct{ interval, value unix.Timeval }{every, every}
	if _, _, e := unix.Syscall(unix.SYS_SETITIMER, 0, uintptr(unsafe.Pointer(&timer)), 0); e != 0 {
		fmt.Println("timer:", e)
		return 1
	}
	strange := map[string]int{}
	for i := range n {
		fd, err := unix.Open("/etc/hostname", unix.O_RDONLY, 0)
		if err != nil || fd < 3 {
			strange[fmt.Sprintf("open %d %v", fd, err)]++
			continue
		}
		var b [1]byte
		if m, err := unix.Read(fd, b[:]); m != 1 {
			strange[fmt.Sprintf("read %d %v", m, err)]++
		}
		unix.Close(fd)
		if i%50 == 0 {
			if err := unix.Mkdir("d", 0o755); err != nil {
				strange[fmt.Sprint("mkdir ", err)]++
			}
			if err := unix.Rmdir("d"); err != nil {
				strange[fmt.Sprint("rmdir ", err)]++
			}
		}
	}
	fmt.Println(len(strange), strange)
	return 0
}

// TestTimerStorm: signals in the agent turn no call into a false success and
// perform none twice.
func TestTimerStorm(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, "", self, strconv.Itoa(scale(3000)))
	s.cfg.Env = append(s.cfg.Env, "WARDEN_TEST_PROGRAM=storm")
	s.run(t)
	if !s.super.Floor().WaitKillable {
		t.Skip("this kernel lets handled signals interrupt a waiting call (before Linux 5.19)")
	}
	if got := strings.TrimSpace(s.out.String()); got != "0 map[]" {
		t.Errorf("strange results: %s", got)
	}
}

// TestSupervisorStorm: signals in the supervisor do not disturb answers
// either: a descriptor is handed over or an error is told, never 0 as success.
func TestSupervisorStorm(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, "", self, strconv.Itoa(scale(2000)))
	s.cfg.Env = append(s.cfg.Env, "WARDEN_TEST_PROGRAM=storm")
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		tick := time.NewTicker(50 * time.Microsecond)
		defer tick.Stop()
		tasks := func() []os.DirEntry { e, _ := os.ReadDir("/proc/self/task"); return e }
		all := tasks()
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			if i%256 == 0 {
				all = tasks()
			}
			if tid, err := strconv.Atoi(all[i%len(all)].Name()); err == nil {
				_ = unix.Tgkill(os.Getpid(), tid, unix.SIGURG) // the thread may be gone
			}
		}
	}()
	s.run(t)
	if got := strings.TrimSpace(s.out.String()); got != "0 map[]" {
		t.Errorf("strange results: %s", got)
	}
}

// TestUnreadableCaller: a process that hides its memory from an unprivileged
// supervisor is refused; the filter keeps it from hiding.
func TestUnreadableCaller(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import ctypes
l = ctypes.CDLL(None, use_errno=True)
print(l.prctl(4, 0, 0, 0, 0) == 0 or ctypes.get_errno())
print(open("/etc/hostname").read() != "")`)
	s.run(t)
	want := "1\nTrue\n" // EPERM
	if floor.Detect().SysAdmin {
		want = "True\nTrue\n" // a privileged supervisor reads everything
	}
	if s.out.String() != want {
		t.Errorf("output %q, want %q; %s", s.out.String(), want, s.errOut.String())
	}
}
