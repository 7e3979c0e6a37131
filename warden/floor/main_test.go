package floor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// victimName is argv[0] of this binary as a process under test.
const victimName = "floor-victim"

func TestMain(m *testing.M) {
	switch os.Args[0] {
	case victimName:
		runtime.LockOSThread()
		os.Exit(victim(os.Args[1], os.Args[2:]))
	case WatchdogName:
		os.Exit(WatchdogMain(os.Args))
	}
	code := m.Run()
	if path, err := readable(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// readable is this test binary where every user can execute it.
var readable = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", victimName)
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, victimName)
	return path, os.WriteFile(path, text, 0o755)
})

// nobody is the unprivileged user of the tests.
const nobody = 65534

// users are the identities that the tests can take.
func users() map[string]int {
	if os.Getuid() != 0 {
		return map[string]int{"self": os.Getuid()}
	}
	return map[string]int{"root": 0, "nobody": nobody}
}

// skip skips aloud, or fails where VAREK_REQUIRE names what is missing.
func skip(t *testing.T, what, text string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("VAREK_REQUIRE"), ","), what) {
		t.Fatalf("VAREK_REQUIRE=%s: %s", what, text)
	}
	t.Skip("SKIP: " + text)
}

// command prepares a victim that runs as uid.
func command(t *testing.T, uid int, args ...string) *exec.Cmd {
	t.Helper()
	self, err := readable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = append([]string{victimName}, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if uid != os.Getuid() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
	}
	return cmd
}

// run runs a victim and returns its output by lines "name=answer".
func run(t *testing.T, cmd *exec.Cmd) map[string]string {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("victim: %v\n%s", err, &out)
	}
	got := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if name, answer, ok := strings.Cut(line, "="); ok {
			got[name] = answer
		}
	}
	return got
}

// directory makes a temporary directory that every user can enter, owned by uid.
func directory(t *testing.T, uid int) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "floor-test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if uid != os.Getuid() {
		if err := os.Chown(dir, uid, uid); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// victim acts and prints one line per attempt.
func victim(what string, args []string) int {
	var err error
	switch what {
	case "landlock":
		err = landlockVictim(args)
	case "abi":
		err = abiVictim(args)
	case "layers":
		err = layersVictim(args)
	case "descriptors":
		err = descriptorsVictim()
	case "capabilities":
		err = capabilitiesVictim()
	case "supervise":
		err = superviseVictim(args)
	case "killparent":
		err = killParentVictim()
	case "cgroup":
		err = cgroupVictim()
	case "abandon":
		err = abandonVictim(args[0])
	case "sleep":
		time.Sleep(time.Hour)
	default:
		err = fmt.Errorf("unknown victim %q", what)
	}
	if err != nil {
		fmt.Println("victim failed:", err)
		return 1
	}
	return 0
}

// say prints the answer to one attempt.
func say(name string, err error) {
	answer := "ok"
	var errno unix.Errno
	switch {
	case errors.As(err, &errno):
		answer = unix.ErrnoName(errno)
	case err != nil:
		answer = err.Error()
	}
	fmt.Printf("%s=%s\n", name, answer)
}

// restrictThread applies a floor that came as JSON.
func restrictThread(text string) (Restriction, error) {
	var l Domain
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return Restriction{}, err
	}
	if err := NoNewPrivileges(); err != nil {
		return Restriction{}, err
	}
	return Restrict(l)
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compare reports every attempt whose answer is not the wanted one.
func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: got %q, want %q", name, got[name], w)
		}
	}
}
