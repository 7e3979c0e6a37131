package e2e

import (
	_ "embed"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

//go:embed testdata/net.c
var netProgram []byte

// listeners count the bytes "x" that reach them.
type listeners struct {
	udp, tcp   [2]int // ports: named by the policy, and not
	seen       map[string]*atomic.Int64
	dir, space string
}

func listen(t *testing.T, dir string) *listeners {
	t.Helper()
	ls := &listeners{seen: map[string]*atomic.Int64{}, dir: dir, space: fmt.Sprintf("varek-net-%d-%d", os.Getpid(), time.Now().UnixNano())}
	for i, name := range []string{"good", "bad"} {
		p, err := net.ListenPacket("udp", ":0") // both families, so that every spelling would arrive
		ls.udp[i] = ls.packets(t, "udp-"+name, p, err)
		l, err := net.Listen("tcp", ":0")
		ls.tcp[i] = ls.streams(t, "tcp-"+name, l, err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"unix-good": dir + "/plain.sock", "unix-bad": dir + "/docker.sock", "abstract-bad": "@" + ls.space} {
		l, err := net.Listen("unix", path)
		ls.streams(t, name, l, err)
	}
	for name, path := range map[string]string{"dgram-bad": dir + "/sub/podman.sock"} {
		p, err := net.ListenPacket("unixgram", path)
		ls.packets(t, name, p, err)
	}
	for _, s := range []string{"plain.sock", "docker.sock", "sub/podman.sock", "sub", "."} {
		if err := os.Chmod(filepath.Join(dir, s), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return ls
}

func (ls *listeners) packets(t *testing.T, name string, p net.PacketConn, err error) int {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	n := new(atomic.Int64)
	ls.seen[name] = n
	go func() {
		for buf := make([]byte, 64); ; n.Add(1) {
			if _, _, err := p.ReadFrom(buf); err != nil {
				return
			}
		}
	}()
	_, port, _ := net.SplitHostPort(p.LocalAddr().String())
	number, _ := strconv.Atoi(port) // 0 for a path
	return number
}

func (ls *listeners) streams(t *testing.T, name string, l net.Listener, err error) int {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	n := new(atomic.Int64)
	ls.seen[name] = n
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n.Add(1) // being connected to is enough
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	number, _ := strconv.Atoi(port) // 0 for a path
	return number
}

// TestNetworkAttacks: nothing reaches what the policy does not name, by any call,
// spelling, name or option; what it names is reached.
func TestNetworkAttacks(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("skipped: gcc is not installed")
	}
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			dir, err := filepath.EvalSymlinks(l.work())
			if err != nil {
				t.Fatal(err)
			}
			ls := listen(t, dir)
			source, prog, policy := filepath.Join(dir, "net.c"), filepath.Join(dir, "net"), filepath.Join(dir, "policy.yaml")
			if err := os.WriteFile(source, netProgram, 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("gcc", "-o", prog, source).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			text := fmt.Sprintf(`version: 1
mode: enforce
files: {read: {allow: ["/**"]}, write: {allow: ["/**"]}, exec: {allow: ["/**"]}}
network: {connect: {allow: ["*:*", "127.0.0.1:%d", "127.0.0.1:%d", "unix:/**"]}}
`, ls.udp[0], ls.tcp[0])
			if err := os.WriteFile(policy, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := l.command("varek-sidecar", "run", "--policy", policy, "--", prog,
				strconv.Itoa(ls.udp[0]), strconv.Itoa(ls.udp[1]), strconv.Itoa(ls.tcp[0]), strconv.Itoa(ls.tcp[1]), dir, ls.space)
			cmd.Dir = dir
			r := l.do(cmd)
			if r.code != 0 {
				t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
			}
			worked := map[string]bool{"sendto-good": true, "connect-good": true, "tcp-good": true, "unix-good": true}
			for _, said := range strings.Split(strings.TrimSpace(r.out), "\n") {
				name, how, _ := strings.Cut(said, " ")
				if name == "sendmmsg" {
					if how != "1" {
						t.Errorf("sendmmsg sent %s messages, want the one before the forbidden", how)
					}
					continue
				}
				if (how == "yes") != worked[name] {
					t.Errorf("%s: %s", name, how)
				}
			}
			for name, n := range ls.seen {
				want := map[string]int64{"udp-good": 2, "tcp-good": 1, "unix-good": 1}[name]
				if want > 0 {
					eventually(t, 10*time.Second, name+" is reached", func() bool { return n.Load() >= want })
				}
				if got := n.Load(); got != want {
					t.Errorf("%s was reached %d times, want %d", name, got, want)
				}
			}
			for _, need := range []string{"sys.send", "sys.connect", "sys.bind", "sys.listen"} {
				denied := false
				for _, rec := range l.trace(l.newest().Session, "--kind", "syscall") {
					denied = denied || rec.Head.Tool == need && rec.Body.Result["decision"] == "deny"
				}
				if !denied {
					t.Errorf("no refusal of %s is on record", need)
				}
			}
		})
	}
}
