package warden

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/warden/floor"
)

// programs are what agents really run. Each script must print the same and end
// the same with and without supervision. Its directory is empty; native says how
// it ends, so that a script which does nothing is a fault of the test.
var programs = []struct {
	name, needs, script string
	native              int
}{
	{"bash", "bash", `
		set -e
		echo "a b c" | tr ' ' '\n' | sort -r | while read x; do echo "<$x>"; done
		for i in 1 2 3; do echo $i > f$i; done; cat f* | wc -l; cp f1 g; mv g h; ln f1 i; ln -s f1 j; cat j; rm -f i nothing
		mkdir -p x/y/z; touch -d @7 x/y/t; stat -c %Y x/y/t; rmdir x/y/z; rm -r x; ls
		cat <<< here; cat <(echo substituted); echo out >&2; (exit 3) || echo code $?
		umask 077; echo u > u; stat -c %a u; trap 'echo trapped' USR1; kill -USR1 $$; echo x | cat /dev/stdin
		exec 5<> h; cat <&5; exit 9`, 9},
	{"python", "python3", `
		cat > t.py <<'PY'
import threading, subprocess, tempfile, os, asyncio, sqlite3, multiprocessing
def work(i):
    for j in range(40):
        p = f"f{i}_{j}"
        with open(p, "w") as f: f.write("x" * j)
        with open(p) as f: assert len(f.read()) == j
        os.rename(p, p + "r"); os.chmod(p + "r", 0o600); os.unlink(p + "r")
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print(os.listdir("."))
print([subprocess.check_output(["echo", str(i)]) for i in range(10)])
with tempfile.TemporaryDirectory() as d, tempfile.NamedTemporaryFile(dir=d) as f: f.write(b"1")
with tempfile.TemporaryFile() as f: f.write(b"2"); f.seek(0); print(f.read())
db = sqlite3.connect("db"); db.execute("create table t(x)"); db.execute("insert into t values(1)"); db.commit(); print(db.execute("select * from t").fetchall())
async def main():
    async def serve(r, w): w.write(b"hello"); w.close()
    for server, connect in ((await asyncio.start_server(serve, "127.0.0.1", 0), asyncio.open_connection), (await asyncio.start_unix_server(serve, "u.sock"), asyncio.open_unix_connection)):
        name = server.sockets[0].getsockname()
        r, w = await (connect(name) if isinstance(name, str) else connect(*name)); print(await r.read()); w.close(); server.close()
asyncio.run(main())
with multiprocessing.Pool(2) as pool: print(pool.map(len, ["a", "bb"]))
PY
		python3 t.py`, 0},
	{"node", "node", `
		node -e '
		const fs = require("fs"), cp = require("child_process"), net = require("net");
		for (let i = 0; i < 50; i++) fs.readFileSync("/etc/passwd");
		console.log(cp.execSync("echo child").toString());
		Promise.all([...Array(40)].map((_, i) => fs.promises.writeFile("n" + i, "x").then(() => fs.promises.rm("n" + i)))).then(() => {
			console.log(fs.readdirSync("."));
			const s = net.createServer(c => c.end("bye")).listen(0, "127.0.0.1", () => {
				let all = ""; net.connect(s.address().port, "127.0.0.1").on("data", d => all += d).on("close", () => { console.log(all); s.close(); });
			});
		});'`, 0},
	{"git", "git", `
		set -e
		export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
		git init -q -b main r; cd r; git config user.email a@b; git config user.name a
		for i in 1 2 3 4 5; do echo $i > f$i; done; git add .; git commit -qm one; git mv f1 f6; git commit -qam two; git gc -q
		git log --format=%H; git status --short; cd ..; git clone -q r c; cd c; git rev-parse HEAD; git branch x; git checkout -q x; git branch -D main; git fsck`, 0},
	{"curl", "curl", `
		echo content > page; : > log
		python3 -u -m http.server --bind 127.0.0.1 0 >> log 2>&1 &
		until port=$(grep -o 'port [0-9]*' log | cut -d' ' -f2) && [ -n "$port" ]; do sleep 0.05; done
		curl -sS http://127.0.0.1:$port/page; curl -s -o /dev/null -w '%{http_code}\n' http://127.0.0.1:$port/none; kill %1; wait %1 2>/dev/null; exit 0`, 0},
	{"go", "go", `
		set -e
		export GOCACHE=${GOCACHE:-$PWD/cache} GOPATH=$PWD/path GOFLAGS=-mod=mod GOTOOLCHAIN=local GOTELEMETRY=off
		printf 'module x\ngo 1.26\n' > go.mod; printf 'package main\nfunc main() { println("built") }\n' > main.go
		go build -o x . && ./x && go vet .`, 0},
}

func TestProgramsUnchanged(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			if _, err := exec.LookPath(p.needs); err != nil {
				needs(t, p.needs, p.needs+" is not installed")
			}
			if p.name == "go" && goCache() == nil && scale(1) == 1 {
				t.Skip("a build from an empty cache takes minutes: VAREK_SCALE=10 runs it")
			}
			wantOut, wantErr, wantCode := runNative(t, p.script)
			if wantCode != p.native {
				t.Fatalf("natively exit %d, want %d: %s", wantCode, p.native, wantErr)
			}
			for _, text := range floors() {
				s := newSession(t, text, "bash", "-c", p.script)
				s.cfg.Env = append(s.cfg.Env, goCache()...)
				s.run(t)
				s.compare(t, wantOut, wantErr, wantCode)
			}
		})
	}
}

// floors are the policies under which programs must be unchanged: observing,
// enforcing, and in a user namespace where that is a way of its own.
func floors() []string {
	if os.Getuid() == 0 || !floor.Detect().UserNS {
		return []string{"", enforceAll}
	}
	return []string{"", enforceAll, floorUserNS}
}

func (s *session) compare(t *testing.T, out, errOut string, code int) {
	t.Helper()
	if got := s.out.String(); got != out {
		t.Errorf("%s: stdout\nnative     %q\nsupervised %q", s.cfg.Policy.Mode, out, got)
	}
	if got := s.errOut.String(); got != errOut {
		t.Errorf("%s: stderr\nnative     %q\nsupervised %q", s.cfg.Policy.Mode, errOut, got)
	}
	if s.exit.Code != code {
		t.Errorf("%s: exit code %d, natively %d", s.cfg.Policy.Mode, s.exit.Code, code)
	}
}

// goCache names the build cache of whoever runs the test, if there is one.
func goCache() []string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	if dir = filepath.Join(dir, "go-build"); os.Getenv("GOCACHE") != "" {
		dir = os.Getenv("GOCACHE")
	}
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return []string{"GOCACHE=" + dir}
}

func runNative(t *testing.T, script string) (out, errOut string, code int) {
	t.Helper()
	dir := realDir(t)
	home, work := filepath.Join(dir, "home"), filepath.Join(dir, "work")
	for _, d := range []string{home, work} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-c", script)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr, cmd.Dir = &o, &e, work
	cmd.Env = append([]string{"PATH=" + searchPath(), "HOME=" + home, "LANG=C.UTF-8", "TMPDIR=" + dir}, goCache()...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		script string
		code   int
	}{{"exit 0", 0}, {"exit 42", 42}, {"kill -TERM $$", 128 + 15}, {"kill -9 $$", 128 + 9}} {
		s := newSession(t, "", "bash", "-c", c.script)
		s.run(t)
		if s.exit.Code != c.code {
			t.Errorf("%q: exit code %d, want %d", c.script, s.exit.Code, c.code)
		}
	}
}

func TestStartRefuses(t *testing.T) {
	for _, c := range []struct {
		argv []string
		want error
	}{{[]string{"no-such-program"}, ErrNotFound}, {[]string{"/etc/hostname"}, ErrNotExecutable}, {[]string{"/etc"}, ErrNotExecutable},
		{[]string{"./text"}, ErrNotExecutable}, {nil, ErrConfig}} {
		t.Run(fmt.Sprint(c.argv), func(t *testing.T) {
			s := newSession(t, "", c.argv...)
			if err := os.WriteFile(filepath.Join(s.cfg.Dir, "text"), []byte("\x00 no program"), 0o755); err != nil {
				t.Fatal(err)
			}
			if _, err := Start(t.Context(), s.cfg); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

// TestReadyFails: nothing of the agent runs when the session cannot be opened.
func TestReadyFails(t *testing.T) {
	s := newSession(t, "", "touch", "ran")
	broken := errors.New("no session")
	s.cfg.Ready = func(sup *Supervisor) error {
		if sup.Harness() == 0 || !sup.Floor().NoNewPrivs {
			t.Error("Ready is called before the floor is known")
		}
		return broken
	}
	if _, err := Start(t.Context(), s.cfg); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if _, err := os.Stat(filepath.Join(s.cfg.Dir, "ran")); err == nil {
		t.Error("the agent ran")
	}
	if len(s.records) > 0 {
		t.Errorf("records of a run that did not start: %+v", s.records)
	}
}
