package floor

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/policy"
)

// needABI skips where the kernel's Landlock is older.
func needABI(t *testing.T, abi int) {
	t.Helper()
	if have := landlockABI(); have < abi {
		t.Skipf("SKIP: Landlock ABI %d, this needs %d", have, abi)
	}
}

// landlockVictim tries what a floor may refuse: args are the floor, a directory
// in the write set, one outside, a TCP address per port and an abstract name.
func landlockVictim(args []string) error {
	in, out, open, closed, abstract := args[1], args[2], args[3], args[4], args[5]
	if _, err := restrictThread(args[0]); err != nil {
		return err
	}
	try := func(name string, err error) { say(name, err) }
	_, err := os.ReadFile(filepath.Join(in, "file"))
	try("read inside", err)
	_, err = os.ReadFile(filepath.Join(out, "file"))
	try("read outside", err)
	_, err = os.ReadDir(out)
	try("list outside", err)
	try("write inside", os.WriteFile(filepath.Join(in, "new"), nil, 0o644))
	try("write outside", os.WriteFile(filepath.Join(out, "new"), nil, 0o644))
	try("truncate outside", os.Truncate(filepath.Join(out, "file"), 0))
	try("mkdir inside", os.Mkdir(filepath.Join(in, "sub"), 0o755))
	try("rename inside", os.Rename(filepath.Join(in, "new"), filepath.Join(in, "sub", "new")))
	try("rename out", os.Rename(filepath.Join(in, "file2"), filepath.Join(out, "file2")))
	try("unlink inside", os.Remove(filepath.Join(in, "sub", "new")))
	try("unlink outside", os.Remove(filepath.Join(out, "file")))
	try("device", unix.Mknod(filepath.Join(in, "null"), unix.S_IFCHR|0o600, int(unix.Mkdev(1, 3))))
	try("dev null", os.WriteFile("/dev/null", []byte("x"), 0))
	try("execute granted", exec.Command("/bin/true").Run())
	try("execute not granted", exec.Command(filepath.Join(in, "tool")).Run())
	try("connect granted", dial("tcp", open))
	try("connect not granted", dial("tcp", closed))
	try("abstract", dial("unix", abstract))
	try("signal outside", unix.Kill(os.Getppid(), 0))
	try("signal self", unix.Kill(os.Getpid(), 0))
	return nil
}

// dial connects on this thread; Go's own dialer does so too.
func dial(network, address string) error {
	c, err := net.Dial(network, address)
	if err == nil {
		c.Close()
	}
	return err
}

// landlockScene prepares what landlockVictim touches and returns its arguments
// after the floor.
func landlockScene(t *testing.T, uid int) (args []string, ports []uint16) {
	t.Helper()
	in, out := directory(t, uid), directory(t, uid)
	for _, f := range []string{filepath.Join(in, "file"), filepath.Join(in, "file2"), filepath.Join(out, "file")} {
		if err := os.WriteFile(f, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(f, uid, uid); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(in, "tool"), text, 0o755); err != nil {
		t.Fatal(err)
	}
	args = []string{in, out}
	for i := 0; i < 2; i++ {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		args = append(args, l.Addr().String())
		ports = append(ports, uint16(l.Addr().(*net.TCPAddr).Port))
	}
	name := fmt.Sprintf("@floor-test-%d-%s", os.Getpid(), filepath.Base(in))
	l, err := net.Listen("unix", name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return append(args, name), ports
}

// A policy in enforce mode, derived and applied: the kernel alone refuses what
// lies outside the sets, as root and as nobody.
func TestLandlockEnforces(t *testing.T) {
	needABI(t, 6)
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			args, ports := landlockScene(t, uid)
			l := Domain{
				Files: true, NoDevices: true, ScopeSignal: true, ScopeAbstract: true,
				Read: []string{"/usr", "/lib", "/lib64", "/etc", "/dev/null", args[0], "/nowhere"}, Write: []string{args[0], "/dev/null"},
				Exec:    []string{"/bin/true", "/usr/bin/true"},
				Loaders: []string{"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/no/loader"},
				Connect: Ports{Ports: ports[:1]}, Bind: Ports{All: true},
			}
			got := run(t, command(t, uid, append([]string{"landlock", toJSON(t, l)}, args...)...))
			compare(t, got, map[string]string{
				"read inside": "ok", "read outside": "EACCES", "list outside": "EACCES", "write inside": "ok", "write outside": "EACCES",
				"truncate outside": "EACCES", "mkdir inside": "ok", "rename inside": "ok", "rename out": "EACCES", "unlink inside": "ok",
				"unlink outside": "EACCES", "device": "EACCES", "dev null": "ok",
				"execute granted": "ok", "execute not granted": "EACCES", "connect granted": "ok", "connect not granted": "EACCES",
				"abstract": "EPERM", "signal outside": "EPERM", "signal self": "ok",
			})
		})
	}
}

// The floor of observe mode gets in nobody's way but a device node's and a
// signal's.
func TestLandlockObserves(t *testing.T) {
	needABI(t, 6)
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			args, _ := landlockScene(t, uid)
			rules, err := policy.Compile(policy.Default(), policy.Env{Workspace: args[0], Home: args[0]})
			if err != nil {
				t.Fatal(err)
			}
			got := run(t, command(t, uid, append([]string{"landlock", toJSON(t, rules.Landlock())}, args...)...))
			want := map[string]string{"signal outside": "EPERM", "device": "EACCES"}
			for name := range got {
				if want[name] == "" {
					want[name] = "ok"
				}
			}
			if len(got) < 20 {
				t.Errorf("only %d attempts: %v", len(got), got)
			}
			compare(t, got, want)
		})
	}
}

// abiVictim applies one floor as an older kernel would have it.
func abiVictim(args []string) error {
	var abi int
	if _, err := fmt.Sscan(args[0], &abi); err != nil {
		return err
	}
	if err := NoNewPrivileges(); err != nil {
		return err
	}
	l := Domain{Files: true, NoDevices: true, ScopeSignal: true, ScopeAbstract: true,
		Read: []string{"/"}, Write: []string{args[1]}, Exec: []string{"/"}, Connect: Ports{Ports: []uint16{1}}}
	r, err := restrict(l, abi)
	say("restrict", err)
	say("rename", os.Rename(filepath.Join(args[1], "a", "f"), filepath.Join(args[1], "b", "f")))
	say("write outside", os.WriteFile("/tmp/floor-abi-outside", nil, 0o644))
	fmt.Printf("wider=%s\nnarrower=%s\n", strings.Join(r.Wider, "; "), strings.Join(r.Narrower, "; "))
	return nil
}

// Every older ABI gives a ruleset that the kernel accepts, and what it lacks is
// said.
func TestOlderABIs(t *testing.T) {
	needABI(t, 6)
	for abi := 0; abi <= 7; abi++ {
		t.Run(fmt.Sprint(abi), func(t *testing.T) {
			dir := directory(t, os.Getuid())
			for _, d := range []string{"a", "b"} {
				if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "a", "f"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.Remove("/tmp/floor-abi-outside") })
			got := run(t, command(t, os.Getuid(), "abi", fmt.Sprint(abi), dir))
			want := map[string]string{"restrict": "ok", "rename": "ok", "write outside": "EACCES"}
			if abi == 0 {
				want["write outside"] = "ok"
			}
			if abi == 1 {
				want["rename"] = "EXDEV"
			}
			compare(t, got, want)
			for from, what := range map[int]string{1: "confining files", 3: "truncate", 4: "TCP ports", 5: "ioctls", 6: "signals inside"} {
				if said := strings.Contains(got["wider"], what); said != (abi < from) {
					t.Errorf("ABI %d, %s: said to be wider: %v (%s)", abi, what, said, got["wider"])
				}
			}
			if said := strings.Contains(got["narrower"], "EXDEV"); said != (abi == 1) {
				t.Errorf("ABI %d: narrower says %q", abi, got["narrower"])
			}
		})
	}
}

// layersVictim builds the two layers as a run does: this thread enters domain
// D and forks an emulator; then it adds the signal layer and tries to signal it.
func layersVictim([]string) error {
	if _, err := restrictThread(`{"ScopeSignal":true,"Connect":{"All":true},"Bind":{"All":true}}`); err != nil {
		return err
	}
	emulator := exec.Command("/bin/sleep", "100")
	emulator.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := emulator.Start(); err != nil {
		return err
	}
	say("signal before the layer", unix.Kill(emulator.Process.Pid, 0))
	held, err := RestrictSignals()
	if err == nil && !held {
		err = fmt.Errorf("no signal scope")
	}
	say("layer", err)
	say("signal after the layer", unix.Kill(emulator.Process.Pid, 0))
	return nil // the emulator dies with this thread
}

func TestSignalLayer(t *testing.T) {
	needABI(t, 6)
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			compare(t, run(t, command(t, uid, "layers")), map[string]string{
				"signal before the layer": "ok", "layer": "ok", "signal after the layer": "EPERM",
			})
		})
	}
}
