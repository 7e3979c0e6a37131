package warden

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestNothingLeft: a session gives back its descriptors and its threads, also
// after calls that failed, blocked, or whose caller died.
func TestNothingLeft(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		needs(t, "python3", "python3 is not installed")
	}
	script := `
		for i in 1 2 3 4 5 6 7 8 9 10; do cat /dev/stdin /proc/self/status nothing . > out$i 2>/dev/null; ln out$i l; mv l m; rm m; ln -s x s; cat s 2>/dev/null; rm s; done
		mkfifo p; (cat p & sleep 0.2; kill $!) 2>/dev/null; (timeout -s KILL 0.2 cat p) 2>/dev/null
		python3 -c '
import socket, os
for i in range(10):
    for f in (lambda: socket.create_connection(("127.0.0.1", 1)), lambda: socket.socket(socket.AF_UNIX).connect("none"), lambda: socket.socket(socket.AF_UNIX).bind("out1"),
              lambda: os.open("out1", os.O_PATH), lambda: os.open("/dev/tty", os.O_RDWR), lambda: os.link("none", "x"), lambda: os.chmod("none", 0), lambda: os.setxattr("out1", "user.x", b"v")):
        try: f()
        except OSError: pass'
		exit 0`
	once := func() {
		s := newSession(t, "", "bash", "-c", script)
		s.run(t)
	}
	once() // what the runtime and the test keep for ever
	fds, goroutines := countFDs(t), runtime.NumGoroutine()
	for range 3 {
		once()
	}
	deadline := time.Now().Add(10 * time.Second)
	for (countFDs(t) > fds || runtime.NumGoroutine() > goroutines) && time.Now().Before(deadline) {
		runtime.Gosched()
	}
	if n := countFDs(t); n > fds {
		t.Errorf("%d descriptors after three more sessions, %d before", n, fds)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines after three more sessions, %d before\n%s", n, goroutines, buf[:runtime.Stack(buf, true)])
	}
}

func countFDs(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
