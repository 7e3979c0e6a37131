package floor

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// needCgroup skips where groups cannot be made.
func needCgroup(t *testing.T) {
	t.Helper()
	if err := tryCgroup(); err != nil {
		skip(t, "root", "cgroup v2 is not writable here: "+err.Error())
	}
}

// A call's processes stay in its leaf whatever they do, and one write kills
// them all.
func TestTree(t *testing.T) {
	needCgroup(t)
	tree, err := NewTree(fmt.Sprintf("test-%d", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	const call = "toolu_01/../odd name"
	if err := tree.Add(call); err != nil {
		t.Fatal(err)
	}
	dir, err := tree.Open(call)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", `setsid sh -c 'sh -c "echo \$\$; exec sleep 1000" & exit' & wait; sleep 1000`)
	cmd.Stdout = w
	cmd.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(dir.Fd())}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	var orphan int
	if _, err := fmt.Fscan(r, &orphan); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{cmd.Process.Pid, orphan} {
		if leaf, in, err := tree.Of(pid); err != nil || !in || leaf != call {
			t.Errorf("process %d: leaf %q %v %v", pid, leaf, in, err)
		}
	}
	if members, err := tree.Members(call); err != nil || !slices.Contains(members, orphan) {
		t.Errorf("members %v, %v, want %d among them", members, err, orphan)
	}
	if err := tree.Remove(call); !errors.Is(err, syscall.EBUSY) || !errors.Is(err, ErrCgroup) {
		t.Errorf("removing a leaf with processes: %v", err)
	}
	if _, in, err := tree.Of(os.Getpid()); in || err != nil {
		t.Errorf("we are in a leaf: %v %v", in, err)
	}
	if err := tree.Enter(orphan, AgentLeaf); err != nil {
		t.Fatal(err)
	}
	if leaf, in, err := tree.Of(orphan); err != nil || !in || leaf != AgentLeaf {
		t.Errorf("after Enter: leaf %q %v %v", leaf, in, err)
	}
	if err := tree.Kill(call); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("after Kill: %v", err)
	}
	if err := tree.Close(); err != nil { // kills the orphan, too
		t.Fatal(err)
	}
	if b := make([]byte, 1); true {
		if n, err := r.Read(b); n != 0 || err == nil {
			t.Errorf("the orphan still holds the pipe: %d %v", n, err)
		}
	}
	if _, err := os.Stat(tree.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left behind: %v", tree.Dir(), err)
	}
}

// abandonVictim is a supervisor that will be killed with a process in a leaf.
func abandonVictim(name string) error {
	tree, err := NewTree(name)
	if err != nil {
		return err
	}
	cmd := exec.Command("/bin/sleep", "1000")
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := tree.Enter(cmd.Process.Pid, AgentLeaf); err != nil {
		return err
	}
	fmt.Println(tree.Dir())
	return cmd.Wait()
}

// The group of a killed supervisor goes with the next run's start, and whoever
// was left in it; the group of a living one stays.
func TestSweep(t *testing.T) {
	needCgroup(t)
	var dirs [2]string
	var cmds [2]*exec.Cmd
	for i := range cmds {
		cmds[i] = command(t, os.Getuid(), "abandon", fmt.Sprintf("sweep-%d-%d", os.Getpid(), i))
		out, err := cmds[i].StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fscan(out, &dirs[i]); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		cmds[1].Process.Kill()
		cmds[1].Wait()
		h, err := findHierarchy()
		if err != nil {
			t.Fatal(err)
		}
		sweep(h.dir)
		if _, err := os.Stat(dirs[1]); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left behind: %v", dirs[1], err)
		}
	}()
	if err := cmds[0].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmds[0].Wait()
	tree, err := NewTree(fmt.Sprintf("sweep-%d", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if _, err := os.Stat(dirs[0]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the abandoned group is still there: %v", err)
	}
	if _, err := os.Stat(dirs[1]); err != nil {
		t.Errorf("the group of a living supervisor is gone: %v", err)
	}
}

// Different names stay different directories below the session's.
func TestLeafDir(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"a", "A", "", ".", "..", "../x", "x/y", "x-61", "x-", "é", "a b", strings.Repeat("a", 120), strings.Repeat("a", 121), "cgroup.procs"} {
		dir := leafDir(name)
		if dir == "" || dir == "." || dir == ".." || strings.ContainsAny(dir, "/\x00") || len(dir) > 255 {
			t.Errorf("%q becomes %q", name, dir)
		}
		if other, taken := seen[dir]; taken {
			t.Errorf("%q and %q both become %q", name, other, dir)
		}
		seen[dir] = name
	}
}

// cgroupVictim uses a delegated group as an ordinary user does.
func cgroupVictim() error {
	tree, err := NewTree("delegated")
	if err != nil {
		return err
	}
	say("add", tree.Add("call"))
	cmd := exec.Command("/bin/sleep", "1000")
	if err := cmd.Start(); err != nil {
		return err
	}
	say("enter", tree.Enter(cmd.Process.Pid, "call"))
	leaf, _, err := tree.Of(cmd.Process.Pid)
	say("of "+leaf, err)
	say("kill", tree.Kill("call"))
	err = cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return fmt.Errorf("the process was not killed: %v", err)
	}
	say("close", tree.Close())
	return nil
}

// What systemd delegates to a user is enough; without delegation the error says
// what is missing.
func TestDelegation(t *testing.T) {
	if os.Getuid() != 0 {
		skip(t, "root", "delegation is prepared by root")
	}
	needCgroup(t)
	h, err := findHierarchy()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(h.dir, "test-varek-")
	if err != nil {
		t.Fatal(err)
	}
	defer removeGroup(dir)
	for _, f := range []string{"", "cgroup.procs", "cgroup.threads", "cgroup.subtree_control"} {
		if err := os.Chown(filepath.Join(dir, f), nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd := command(t, nobody, "cgroup")
	cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(f.Fd())
	compare(t, run(t, cmd), map[string]string{"add": "ok", "enter": "ok", "of call": "ok", "kill": "ok", "close": "ok"})

	out, err := command(t, nobody, "cgroup").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "cgroup") || !strings.Contains(string(out), "permission denied") {
		t.Errorf("without delegation: %v %s", err, out)
	}
}

func TestFindMount(t *testing.T) {
	for _, c := range []struct{ text, mount, root string }{
		{"30 22 0:27 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw\n", "/sys/fs/cgroup", "/"},
		{"31 30 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw\n37 30 0:37 /docker/ab /sys/fs/cgroup/uni\\040fied rw,nosuid shared:9 master:1 - cgroup2 none rw\n", "/sys/fs/cgroup/uni fied", "/docker/ab"},
		{"31 30 0:28 / /x rw - tmpfs cgroup2 rw\n", "", ""},
		{"short - cgroup2 x\n", "", ""},
		{"", "", ""},
	} {
		mount, root, err := findMount(strings.NewReader(c.text))
		if mount != c.mount || root != c.root || (err == nil) != (c.mount != "") {
			t.Errorf("%q: %q %q %v", c.text, mount, root, err)
		}
	}
}
