package warden

import (
	"embed"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/varek/varek/deploy/e2e/attack"
)

//go:embed testdata/*.c testdata/bench/*.c
var sources embed.FS

// compileC builds a test's C program into a directory that every user can enter.
func compileC(t testing.TB, name string, flags ...string) string {
	t.Helper()
	return compileFrom(t, sources, []string{name}, flags...)
}

// compileFrom builds one program of C files that the test binary carries, so
// that a copy of it in another place can build them too.
//
// Headers among the names are put beside the programs.
func compileFrom(t testing.TB, from embed.FS, names []string, flags ...string) string {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		needs(t, "gcc", "gcc is not installed")
	}
	dir := realDir(t)
	out := filepath.Join(dir, "prog")
	args := append([]string{"-O1", "-pthread", "-o", out}, flags...)
	for _, name := range names {
		program, err := from.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(source, program, 0o644); err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(source) == ".c" {
			args = append(args, source)
		}
	}
	if text, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("compiling %s: %v\n%s", names, err, text)
	}
	return out
}

// attacker builds the attacking program of deploy/e2e/attack.
func attacker(t testing.TB) string {
	t.Helper()
	var names []string
	for _, f := range []string{"attack.h", "main.c", "abi.c", "files.c", "races.c", "execs.c", "processes.c"} {
		names = append(names, "testdata/"+f)
	}
	return compileFrom(t, attack.Sources, names, "-w")
}

const enforceNet = `
version: 1
mode: enforce
files: {read: {allow: ["/**"]}, write: {allow: ["/**"]}, exec: {allow: ["/**"]}}
network: {connect: {allow: ["127.0.0.1:*", "unix:/**", "unix:@*"]}, bind: {allow: ["127.0.0.1:*", "unix:/**", "unix:@*"]}}
`

// TestSendsAsTheKernelDoes: results, errors, signals and what arrives are those
// of a native run, whether a send is left to the kernel or made by the warden.
func TestSendsAsTheKernelDoes(t *testing.T) {
	prog := compileC(t, "testdata/sends.c")
	for _, args := range [][]string{{prog}, {prog, "threads"}} {
		want, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil {
			t.Fatalf("natively: %v\n%s", err, want)
		}
		for _, policy := range []string{"", enforceNet} {
			s := newSession(t, policy, args...)
			s.run(t)
			if s.out.String() != string(want) || s.exit.Code != 0 {
				t.Errorf("%v under %q: exit %d\n%s\nnatively\n%s%s", args[1:], policy, s.exit.Code, s.out.String(), want, s.errOut.String())
			}
		}
	}
}

// TestSocketsOfItsOwn: a display or bus that the agent itself started is
// reached without a rule; one of somebody else's under the same kind of name is
// not. Who receives on a unix socket learns the sender's process id.
func TestSocketsOfItsOwn(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import os, socket, struct
def tell(name, f):
    try: f(); print(name, "ok")
    except OSError as e: print(name, e.errno)
own, other = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
own.bind("docker.sock"); own.listen()
tell("own", lambda: socket.socket(socket.AF_UNIX).connect("docker.sock"))
tell("other", lambda: socket.socket(socket.AF_UNIX).connect("outside/docker.sock"))
name = "\0/tmp/.X11-unix/X%d" % os.getpid()
tell("absent", lambda: socket.socket(socket.AF_UNIX).connect(name))
own2 = socket.socket(socket.AF_UNIX); own2.bind(name); own2.listen()
tell("display", lambda: socket.socket(socket.AF_UNIX).connect(name))
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
b.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
a.sendmsg([b"x"])
_, anc, _, _ = b.recvmsg(8, 64)
pid, uid, gid = struct.unpack("iii", anc[0][2])
print("credentials", pid == os.getpid() or os.getuid() != 0, uid == os.getuid(), gid == os.getgid())
`)
	dir := filepath.Join(s.cfg.Dir, "outside")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "docker.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s.run(t)
	if want := "own ok\nother 13\nabsent 13\ndisplay ok\ncredentials True True True\n"; s.out.String() != want {
		t.Errorf("got\n%swant\n%s%s", s.out.String(), want, s.errOut.String())
	}
}
