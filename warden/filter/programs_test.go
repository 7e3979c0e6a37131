package filter

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// programs are what agents run. Each prints something that shows it did its work.
var programs = []struct {
	name, needs, script, want string
}{
	{"shell pipeline", "bash", `printf 'b\na\n' | sort | tr '\n' ' '; (sleep 0 & wait); echo $((6*7)) > f; cat f`, "a b 42"},
	{"files", "sh", `mkdir d; ln -s d l; cp -a d e; mv e g; touch d/x; chmod 600 d/x; ln d/x d/y; rm -r d g l; echo ok`, "ok"},
	{"git", "git", `
		git init -q r && cd r && git config user.email a@b && git config user.name n
		echo x > f && git add f && git commit -q -m one && git gc -q && cd .. && git clone -q r c && cat c/f && ls c/.git/hooks | wc -l`, "x"},
	{"python threads and processes", "python3", `python3 -c '
import multiprocessing, threading, subprocess, socket, tempfile, os
ts = [threading.Thread(target=lambda: subprocess.run(["true"], check=True)) for _ in range(8)]
[t.start() for t in ts]; [t.join() for t in ts]
with multiprocessing.Pool(4) as p: print(sum(p.map(abs, range(-10, 0))))
s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname()); a, _ = s.accept()
c.sendall(b"hello"); print(a.recv(5).decode())
socket.getaddrinfo("localhost", 80)
with tempfile.TemporaryFile() as f: f.write(b"x")
import ctypes, mmap; m = mmap.mmap(-1, 4096)
'`, "55\nhello"},
	{"node workers", "node", `node -e '
const { Worker } = require("worker_threads"); const cp = require("child_process"); const fs = require("fs");
fs.writeFileSync("n", "data");
const w = new Worker("require(\"worker_threads\").parentPort.postMessage(6*7)", { eval: true });
w.on("message", m => { console.log(m, fs.readFileSync("n", "utf8"), cp.execSync("echo sub").toString().trim()); });
'`, "42 data sub"},
	{"ps and ip", "ps", `ps -o comm= -p $$; getent hosts localhost > /dev/null; echo ok`, "ok"},
	{"strace is refused", "strace", `strace -o /dev/null true 2> err; test $? -ne 0 && grep -q -i 'not permitted' err && echo refused`, "refused"},
	{"unshare is refused", "unshare", `unshare -m true 2> err; grep -q -i 'not permitted' err && echo refused`, "refused"},
	{"setarch is refused", "setarch", `setarch -R true 2>/dev/null || echo refused`, "refused"},
}

// Ordinary programs run unchanged under the filter when the supervisor lets
// every notified call go on; tracers and namespaces are refused.
func TestOrdinaryPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			if _, err := exec.LookPath(p.needs); err != nil {
				skip(t, p.needs, p.needs+" is not installed")
			}
			t.Chdir(t.TempDir())
			out, err := spawn(t, os.Getuid(), "default", "continued", "exec", "/bin/sh", "-c", p.script)
			if err != nil || !strings.Contains(out, p.want) {
				t.Errorf("%v\n got %q\nwant %q", err, out, p.want)
			}
		})
	}
}

// The Go tool builds and runs a program.
func TestGoBuild(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("SKIP: go is not installed")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module example.com/x\n\ngo 1.26\n",
		"main.go": "package main\n\nfunc main() { println(\"built\") }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	out, err := spawn(t, os.Getuid(), "default", "continued", "exec", "/bin/sh", "-c", tool+" build -o x . && ./x")
	if err != nil || !strings.Contains(out, "built") {
		t.Errorf("%v\n%s", err, out)
	}
}
