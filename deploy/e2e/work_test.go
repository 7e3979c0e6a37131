package e2e

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// work is something that developers do all day. Its script must print the same,
// errors included, and end the same with and without varek. It runs in an empty
// directory; native says how it ends, so that a script which does nothing is a
// fault of the test.
type work struct {
	name, needs, script string
	native              int
}

// works is the developer's list.
var works = []work{
	{"pipelines", "bash", `
		pipe() { for i in $(seq 1 25); do printf '%s\n' "$1 $i" c a b | sort -r | while read x; do printf '<%s>' "$x"; done; done > "out$1"; }
		for j in 1 2 3 4; do pipe $j & done; wait; cat out1 out2 out3 out4
		yes | head -n1; cat <(echo substituted); (exit 3) | cat; echo ${PIPESTATUS[@]}; echo x | tee a b | cat - a b; mkfifo f; (echo through > f &) ; cat f
		umask 077; touch u; mkdir d; stat -c %a u d; echo inner | cat /dev/stdin; cat /proc/self/comm; exit 7`, 7},
	{"dash", "dash", `
		cat > s <<'X'
set -eu
trap 'echo ended' EXIT
for i in 1 2 3 4 5; do (echo $i > f$i; cat < f$i > g$i) & done; wait; cat g*; cat f1 f2 f3 f4 f5 | wc -l
x=$(cat <<Y
here $(echo nested)
Y
); echo "$x"; exec 3> log; echo to three >&3; exec 3>&-; cat log; cd /; pwd; kill -0 $$; false || echo false; set +e; no-such-program; echo $?; exec dash -c 'exit 4'
X
		dash s 2>&1 | sed 's/^s: [0-9]*: //'; dash s > /dev/null 2>&1`, 4},
	{"python", "python3", `python3 -c '
import threading, subprocess, tempfile, os, multiprocessing
def work(i):
    with tempfile.NamedTemporaryFile() as f:
        f.write(b"x" * i); f.flush()
        assert os.path.getsize(f.name) == i
    assert subprocess.run(["cat"], input=b"%d" % i, capture_output=True).stdout == b"%d" % i
ts = [threading.Thread(target=work, args=(i,)) for i in range(1, 40)]
[t.start() for t in ts]; [t.join() for t in ts]
with multiprocessing.Pool(2) as p: print(p.map(len, ["a", "bb"]))
print(subprocess.run(["sh", "-c", "echo hi; exit 5"], capture_output=True)); raise SystemExit(9)'`, 9},
	{"node", "node", `node -e 'const {Worker}=require("worker_threads"), fs=require("fs"), cp=require("child_process");
		Promise.all([...Array(6)].map((_, i) => new Promise(done => {
			const w = new Worker("const {parentPort, workerData} = require(\"worker_threads\"), fs = require(\"fs\"); fs.writeFileSync(\"w\" + workerData, \"x\".repeat(workerData)); parentPort.postMessage(fs.statSync(\"w\" + workerData).size)", {eval: true, workerData: i});
			w.on("message", done);
		}))).then(sizes => { console.log(sizes, fs.readdirSync("."), cp.execSync("echo child").toString()); process.exitCode = 6; })'`, 6},
	{"git", "git", `set -e; export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
		export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c
		git init -q -b main r; cd r
		for i in 1 2 3 4 5; do echo $i > f$i; done; git add .; git commit -qm one; git mv f1 f6; git commit -qam two; git checkout -qb side HEAD~1; echo s > s; git add s; git commit -qm three
		git checkout -q main; git merge -q --no-edit side; git stash list; echo dirty >> f2; git stash -q; git stash pop -q; git checkout -q .; git tag v1; git gc -q; git fsck; git log --format=%H; git status --short
		cd ..; git clone -q r c; cd c; git pull -q; git rev-parse HEAD v1; git worktree add -q ../t side; git -C ../t status --short; git rebase -q side; git diff HEAD~1 --stat`, 0},
	{"gcc", "gcc", `
		printf '#include <stdio.h>\n#include <math.h>\nint main(int c, char **v){printf("%%.0f %%s\\n", sqrt(c * 16.0), __FILE__);return 3;}\n' > m.c
		gcc -O2 -g -Wall -o dynamic m.c -lm && gcc -static -o fixed m.c -lm && gcc -shared -fPIC -o m.so m.c && gcc -E m.c | grep -c 'int main'; gcc -c no.c; echo $?
		strip fixed; ar rcs m.a m.so; ar t m.a; ./fixed; ./dynamic`, 3},
	{"make", "make", `
		for i in 1 2 3 4 5 6 7 8 9; do echo "int f$i(void) { return $i; }" > f$i.c; done; echo 'int f1(void), f9(void); int main(void) { return f1() + f9(); }' > main.c
		printf 'objects := $(patsubst %%.c,%%.o,$(wildcard *.c))\nprog: $(objects)\n\t@gcc -o $@ $^\n%%.o: %%.c\n\t@gcc -c -o $@ $<\nclean:\n\t@rm -f *.o prog\nfail:\n\t@exit 2\n' > Makefile
		make -s -j4 && ls; ./prog; echo $?; make -s; make -q && echo done; make -s clean; ls; make -s fail`, 2},
	{"tar", "tar", `set -e; mkdir -p d/e; echo 1 > d/a; ln -s a d/l; ln d/a d/h; touch -d @7 d/e; chmod 4750 d/a; mkfifo d/p
		tar czf d.tgz d; tar tzf d.tgz | sort; rm -r d; tar xpzf d.tgz; cat d/l; stat -c '%a %h %F' d/a d/p d/l; stat -c %Y d/e; tar cf - d | tar xf - -C "$(mktemp -d ./x.XXX)"; ls x.*/d`, 0},
	{"curl", "curl", `
		curl -sS "$SERVER/page"; curl -sS -o file -w '%{http_code} %{size_download}\n' "$SERVER/page"; cmp -n 4 file file; curl -s --data-binary @file "$SERVER/echo"; echo
		curl -sf "$SERVER/none"; echo $?; curl -s "http://127.0.0.1:$CLOSED/"`, 7},
	{"sqlite3", "sqlite3", `
		sqlite3 db 'pragma journal_mode=wal; create table t(x); insert into t values (0);'
		for i in 1 2 3 4; do (for j in 1 2 3 4 5; do sqlite3 -cmd '.timeout 20000' db 'insert into t select max(x)+1 from t;'; done) & done; wait
		sqlite3 db 'select count(*), max(x) from t; pragma integrity_check; vacuum;'; sqlite3 old 'create table t(x); begin; insert into t values(1); rollback; select count(*) from t;'; ls
		sqlite3 db .dump | sqlite3 copy; sqlite3 copy 'select count(*) from t; select * from none;'`, 1},
	{"ssh-agent", "ssh-agent", `
		ssh-keygen -q -t ed25519 -N '' -C key -f k; eval "$(ssh-agent -s -a "$PWD/s")" > /dev/null; ssh-add -q k; ssh-add -l | cut -d' ' -f3-; stat -c '%a %F' s k
		ssh-add -D 2>&1; ssh-agent -k > /dev/null; while [ -e s ]; do sleep 0.01; done; ls s 2>&1; ssh-add -l 2>&1; ssh-agent sh -c 'ssh-add -l' 2>&1`, 1},
	{"gpg-agent", "gpg", `
		mkdir -m 700 g; export GNUPGHOME=$PWD/g; gpg -q --batch --passphrase '' --quick-gen-key a@b.c ed25519 sign never 2>/dev/null || echo no key
		gpg --batch --list-secret-keys --with-colons 2>/dev/null | cut -d: -f1,4,12 ; echo signed | gpg -q --batch --clearsign 2>/dev/null | gpg -q --verify 2>&1 | grep -c 'Good signature'
		gpg-connect-agent 'getinfo version' /bye | tail -n1; gpgconf --kill gpg-agent; echo $?; gpg -q --verify m.none 2>/dev/null`, 2},
	{"timer", "gcc", `"$TIMER" "$ROUNDS"`, 0},
	{"go build", "go", `mkdir p q; printf 'module m\ngo 1.21\n' > go.mod; printf 'package p\nconst X = "x"\n' > p/p.go; printf 'package q\nimport "m/p"\nfunc Q() { println(p.X) }\n' > q/q.go
		printf 'package main\nimport "m/q"\nfunc main() { q.Q() }\n' > main.go; go build -o prog . && ./prog; ls; printf 'package main\nfunc main() { none() }\n' > main.go; go build -o prog .`, 1},
}

// workspacePolicy is what a careful developer would enforce: read the machine,
// write the workspace and the places for temporary files, run what is installed
// and what is built.
func workspacePolicy(temporary, server string) string {
	return fmt.Sprintf(`version: 1
mode: enforce
files:
  read: {allow: [/], deny: [/etc/shadow]}
  write: {allow: [$WORKSPACE, $HOME, %q, /tmp, /dev/shm]}
  exec: {allow: [/usr, /bin, /sbin, /lib, /lib64, $WORKSPACE, %q, /tmp]}
network:
  connect: {allow: [%q, "127.0.0.1:1024-65535", "unix:$WORKSPACE/**", "unix:/tmp/**", "unix:%s/**"]}
  bind: {allow: ["127.0.0.1:*", "unix:$WORKSPACE/**", "unix:/tmp/**", "unix:%s/**"]}
`, temporary, temporary, server, temporary, temporary)
}

// lacking skips aloud, or fails where VAREK_REQUIRE names the program or all of them.
func lacking(t *testing.T, program string) {
	t.Helper()
	for _, w := range strings.Split(os.Getenv("VAREK_REQUIRE"), ",") {
		if w == program || w == "programs" {
			t.Fatalf("VAREK_REQUIRE=%s: %s is not installed", w, program)
		}
	}
	t.Skipf("skipped: %s is not installed", program)
}

// workshop is where one user works.
type workshop struct {
	*line
	path, server, closed, timer, temporary, cache string
}

func newWorkshop(t *testing.T, l *line) *workshop {
	t.Helper()
	w := &workshop{line: l, path: l.bin + ":/usr/local/bin:/usr/bin:/bin", temporary: l.work(), cache: l.work(), timer: filepath.Join(l.work(), "timer")}
	if p, err := exec.LookPath("go"); err == nil {
		w.path += ":" + filepath.Dir(p)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/page", func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprintln(rw, strings.Repeat("page ", 30000)) })
	mux.HandleFunc("POST /echo", func(rw http.ResponseWriter, r *http.Request) { fmt.Fprint(rw, r.ContentLength) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.server = server.Listener.Addr().String()
	none, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, w.closed, _ = net.SplitHostPort(none.Addr().String())
	none.Close()
	if out, err := exec.Command("gcc", "-O1", "-Wall", "-o", w.timer, "testdata/timer.c").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v: %s", err, out)
	}
	return w
}

// in is the same workshop in a test of its own.
func (w *workshop) in(t *testing.T) *workshop {
	there, l := *w, *w.line
	l.t, there.line = t, &l
	return &there
}

// installed says whether the user of the workshop finds a program.
func (w *workshop) installed(program string) bool {
	for _, dir := range filepath.SplitList(w.path) {
		if st, err := os.Stat(filepath.Join(dir, program)); err == nil && st.Mode()&0o111 != 0 && !st.IsDir() {
			return true
		}
	}
	return false
}

// try does a work in a directory of its own, under varek with the arguments of
// run, or without it. A build cache of "" is an empty one.
func (w *workshop) try(job work, cache string, run ...string) result {
	w.t.Helper()
	cmd := w.command("varek-sidecar", append(append([]string{"run"}, run...), "--", "bash", "-c", "exec 2>&1\n"+job.script)...)
	if run == nil {
		cmd.Path, cmd.Args = "/bin/bash", []string{"bash", "-c", "exec 2>&1\n" + job.script}
	}
	cmd.Dir = w.work()
	if cache == "" {
		cache = w.work()
	}
	cmd.Env = append(cmd.Env, "PATH="+w.path, "TMPDIR="+w.temporary, "SERVER=http://"+w.server, "CLOSED="+w.closed, "TIMER="+w.timer, fmt.Sprint("ROUNDS=", 300*scale()),
		"GOCACHE="+cache, "GOPATH="+w.temporary+"/go", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOTELEMETRY=off", "LC_ALL=C.UTF-8", "SSH_AUTH_SOCK=", "GNUPGHOME=")
	r := w.do(cmd)
	r.out = strings.ReplaceAll(strings.ReplaceAll(r.out, cmd.Dir, "$PWD"), w.temporary, "$TMPDIR")
	return r
}

// TestDeveloperWorkIsUnchanged: what developers run all day gives the same
// output and exit code under the default policy and under an enforcing one as
// without varek, for root and for a user without any capability. A build from
// an empty cache, which takes many seconds, is done under one policy for each
// user, and in full counts under both.
func TestDeveloperWorkIsUnchanged(t *testing.T) {
	for _, user := range []struct {
		name, cold string
		line       func(*testing.T) *line
	}{{"self", "enforce", newLine}, {"nobody", "default", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			w := newWorkshop(t, user.line(t))
			policy := filepath.Join(filepath.Dir(w.state), "workspace.yaml")
			if err := os.WriteFile(policy, []byte(workspacePolicy(w.temporary, w.server)), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, job := range works {
				t.Run(job.name, func(t *testing.T) {
					w := w.in(t)
					if !w.installed(job.needs) {
						lacking(t, job.needs)
					}
					want := w.try(job, w.cache)
					if want.code != job.native {
						t.Fatalf("without varek: exit %d, want %d\n%s", want.code, job.native, want.out)
					}
					for name, args := range map[string][]string{"default": {}, "enforce": {"--policy", policy}} {
						cache := w.cache
						if job.needs == "go" && (name == user.cold || scale() > 1) {
							cache = ""
						}
						got := w.try(job, cache, args...)
						if got.out != want.out || got.code != want.code {
							t.Errorf("%s: exit %d, without varek %d; output\n%s\nwithout varek\n%s\n%s", name, got.code, want.code, got.out, want.out, got.err)
						}
					}
				})
			}
		})
	}
}

// TestKeyAgentOutside: a key agent that was there before the run works under
// the default policy, and under an enforcing one without a rule for it fails at
// once with the error that a program expects.
func TestKeyAgentOutside(t *testing.T) {
	for _, p := range []string{"ssh-agent", "ssh-add", "ssh-keygen"} {
		if _, err := exec.LookPath(p); err != nil {
			lacking(t, p)
		}
	}
	l := newLine(t)
	w := newWorkshop(t, l)
	agent := exec.Command("ssh-agent", "-D") // makes TMPDIR/ssh-…/agent.N
	agent.Env = append(os.Environ(), "TMPDIR="+l.work())
	said, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Process.Kill(); _ = agent.Wait() }) // ended by us
	line, err := bufio.NewReader(said).ReadString('\n')
	_, rest, found := strings.Cut(line, "SSH_AUTH_SOCK=")
	socket, _, _ := strings.Cut(rest, ";")
	if err != nil || !found {
		t.Fatalf("ssh-agent says %q: %v", line, err)
	}
	policy := filepath.Join(filepath.Dir(w.state), "workspace.yaml")
	if err := os.WriteFile(policy, []byte(workspacePolicy(w.temporary, w.server)), 0o644); err != nil {
		t.Fatal(err)
	}
	job := work{script: "export SSH_AUTH_SOCK=" + socket + "\nssh-keygen -q -t ed25519 -N '' -C key -f k; ssh-add -q k; ssh-add -l | cut -d' ' -f3-; ssh-add -D"}
	if got := w.try(job, w.cache, []string{}...); got.code != 0 || !strings.HasPrefix(got.out, "key (ED25519)\n") {
		t.Errorf("default: exit %d\n%s%s", got.code, got.out, got.err)
	}
	if got := w.try(job, w.cache, "--policy", policy); got.code == 0 || !strings.Contains(got.out, "Permission denied") {
		t.Errorf("enforce: exit %d, want a refusal\n%s%s", got.code, got.out, got.err)
	}
}
