package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// forge is a shell function that claims a permission for the call $1 and tells
// under the name $2 whether the bus took it. More arguments go to emit.
const forge = `
forge() { id=$1 way=$2; shift 2
  VAREK_SESSION=$KEPT_SESSION VAREK_NATS_URL=$KEPT_URL VAREK_NATS_CREDS=$KEPT_CREDS \
    varek-sidecar emit permission --action "$id" --tool bash --decision allow --authority human --scope once --timeout 3s "$@" >/dev/null 2>&1 \
    && echo "$way yes" || echo "$way no"; }
export -f forge
export KEPT_SESSION=$VAREK_SESSION KEPT_URL=$VAREK_NATS_URL KEPT_CREDS=$VAREK_NATS_CREDS BUS_PORT=${VAREK_NATS_URL##*:} HARNESS=$$
`

// waysScript is a shell as harness whose tool tries what a tool could try.
const waysScript = forge + `
id=$(varek-sidecar emit intent --tool bash --args '{}') || exit 9
read -r key < "${KEPT_CREDS%/*}/hook.key"; [ -n "$key" ] || exit 8; echo "$key" > handed.key
mkfifo gone
varek-sidecar exec --call "$id" -- bash -c '
forge "$0" plain
forge "$0" stolen-key --key-file handed.key
bash -c "forge $0 child; true"
(forge "$0" subshell)
ln -s "$(command -v varek-sidecar)" varek-sidecar 2>/dev/null; (PATH=.:$PATH; forge "$0" symlink)
rm -f varek-sidecar; cp "$(command -v varek-sidecar)" varek-sidecar; (PATH=.:$PATH; forge "$0" copy); rm -f varek-sidecar
(export LD_PRELOAD=$PWD/none.so; forge "$0" preload)
for f in environ mem maps fd/0 exe; do head -c1 "/proc/$HARNESS/$f" >/dev/null 2>&1 && echo "proc-$f yes" || echo "proc-$f no"; done
for f in fd cwd/ root/; do ls "/proc/$HARNESS/$f" >/dev/null 2>&1 && echo "proc-$f yes" || echo "proc-$f no"; done
cat "$KEPT_CREDS" >/dev/null 2>&1 && echo "creds yes" || echo "creds no"
cat "${KEPT_CREDS%/*}/hook.key" >/dev/null 2>&1 && echo "key yes" || echo "key no"
cat "${KEPT_CREDS%/*}/../trace.db" >/dev/null 2>&1 && echo "trace yes" || echo "trace no"
( exec 3<>"/dev/tcp/127.0.0.1/$BUS_PORT" ) 2>/dev/null && echo "dial yes" || echo "dial no"
(setsid bash -c "(read x < gone; forge $0 daemon; echo end > told) > late 2>&1 &" </dev/null >/dev/null 2>&1)
true' "$id"
varek-sidecar emit action --action "$id" --tool bash --status ok >/dev/null
mkfifo told; echo go > gone; read x < told; cat late
# The harness itself hands its connection down: the program does not start.
exec 3<>"/dev/tcp/127.0.0.1/$BUS_PORT"
/bin/true 2>/dev/null && echo "inherited yes" || echo "inherited no"
exec 3>&-
/bin/true && echo "afterwards yes"`

// passScript is a library as harness that hands its connection over in the ways
// that need no exec.
const passScript = `
import array, ctypes, os, socket, subprocess, sys
host, port = os.environ["VAREK_NATS_URL"].split("//")[1].split(":")
def tell(way, f):
    try: f(); print(way, "yes")
    except OSError: print(way, "no")
a, b = socket.socketpair()
rights = lambda s: [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [s.fileno()]))]
bus = socket.create_connection((host, int(port)))
tell("pass", lambda: a.sendmsg([b"x"], rights(bus)))
early = socket.socket()
tell("pass-early", lambda: a.sendmsg([b"x"], rights(early)))
tell("connect-passed", lambda: early.connect((host, int(port))))
shared = socket.socket(); shared.set_inheritable(True)
child = subprocess.Popen(["cat"], stdin=subprocess.PIPE, close_fds=False)
tell("connect-shared", lambda: shared.connect((host, int(port))))
child.stdin.close(); child.wait()
bus.set_inheritable(True)
tell("inherit", lambda: subprocess.run(["/bin/true"], close_fds=False, check=True))
bus.set_inheritable(False)
tell("other-socket", lambda: a.sendmsg([b"x"], rights(b)))
tool = r"""
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
parent = os.getppid()
def call(way, nr, *args):
    print(way, "no" if libc.syscall(nr, *args) < 0 else "yes")
call("ptrace", 101, 16, parent, 0, 0)
fd = libc.syscall(434, parent, 0)
call("getfd", 438, fd, %d, 0)
buf = ctypes.create_string_buffer(8)
class V(ctypes.Structure): _fields_ = [("b", ctypes.c_void_p), ("n", ctypes.c_size_t)]
v = V(ctypes.addressof(buf), 8)
call("readv", 310, parent, ctypes.byref(v), 1, ctypes.byref(v), 1, 0)
""" % bus.fileno()
sys.stdout.flush()
subprocess.run([sys.executable, "-c", tool])
`

// TestWaysToSpeak: each way in which a tool could come to speak for the harness,
// tried for real. None leads to a permission, and the attempts are on record.
func TestWaysToSpeak(t *testing.T) {
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			for _, c := range []struct {
				name  string
				argv  []string
				open  []string // what is no attack and must work
				rules []string // by which something was refused, on record
			}{
				{"shell", []string{"bash", "-c", waysScript}, []string{"afterwards"}, []string{"warden:bus", "warden:bus-passed", "protect:varek"}},
				{"library", []string{"python3", "-c", passScript}, []string{"pass-early", "other-socket"}, []string{"warden:bus-passed"}},
			} {
				cmd := l.command("varek-sidecar", append([]string{"run", "--"}, c.argv...)...)
				cmd.Dir = l.work()
				r := l.do(cmd)
				lines := strings.Split(strings.TrimSpace(r.out), "\n")
				if r.code != 0 || len(lines) < 8 {
					t.Fatalf("%s: exit %d\n%s%s", c.name, r.code, r.out, r.err)
				}
				for _, said := range lines {
					way, how, _ := strings.Cut(said, " ")
					want := "no"
					for _, o := range c.open {
						if o == way {
							want = "yes"
						}
					}
					if how != want {
						t.Errorf("%s: %s %s, want %s", c.name, way, how, want)
					}
				}
				if c.name == "shell" && !strings.Contains(r.out, "daemon no") {
					t.Errorf("the daemon was not heard of:\n%s%s", r.out, r.err)
				}
				refused := map[any]bool{}
				for _, rec := range l.trace(l.newest().Session) {
					if rec.Head.Kind == "permission" {
						t.Errorf("%s: record %d is a permission that nobody but a tool claimed", c.name, rec.Head.Seq)
					}
					if rec.Body.Result["decision"] == "deny" {
						refused[rec.Body.Result["rule"]] = true
					}
				}
				for _, rule := range c.rules {
					if !refused[rule] {
						t.Errorf("%s: no refusal by %s is on record", c.name, rule)
					}
				}
				if _, err := os.Stat(filepath.Join(cmd.Dir, "varek-sidecar")); err == nil {
					t.Errorf("%s: a copy of our binary was left behind", c.name)
				}
			}
		})
	}
}

// TestHarnessSpeaks is the control: what the tools above tried works for the
// harness itself.
func TestHarnessSpeaks(t *testing.T) {
	requireRoot(t) // a permission counts only where calls have a leaf of their own
	l := newLine(t)
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", forge+`
id=$(varek-sidecar emit intent --tool bash --args '{}') && forge "$id" harness
head -c1 /proc/self/environ >/dev/null && ls /proc/self/cwd/ >/dev/null && : < "$KEPT_CREDS" && echo "files yes"
varek-sidecar emit action --action "$id" --tool bash --status ok >/dev/null`)
	cmd.Dir = l.work()
	if r := l.do(cmd); r.out != "harness yes\nfiles yes\n" {
		t.Errorf("exit %d, output %q\n%s", r.code, r.out, r.err)
	}
	if got := l.trace(l.newest().Session, "--kind", "permission"); len(got) != 1 {
		t.Errorf("%d permissions are on record, want 1", len(got))
	}
}
