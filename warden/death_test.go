package warden

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// supervisorProcess starts the test binary as a supervisor of its own.
func supervisorProcess(t *testing.T, argv ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, argv...)
	cmd.Dir = realDir(t)
	cmd.Env = []string{"PATH=" + searchPath(), "HOME=" + cmd.Dir, "WARDEN_TEST_PROGRAM=supervise"}
	cmd.Stderr = os.Stderr
	return cmd
}

// TestSupervisorKilled: after kill -9 of the supervisor nothing of the agent
// is alive within a second, a daemon in a session of its own included.
func TestSupervisorKilled(t *testing.T) {
	for name, policy := range map[string]string{"default": "", "userns": floorUserNS} {
		t.Run(name, func(t *testing.T) { supervisorKilled(t, policy) })
	}
}

func supervisorKilled(t *testing.T, policy string) {
	mark := fmt.Sprintf("varek-orphan-%d-%d", os.Getpid(), time.Now().UnixNano())
	cmd := supervisorProcess(t, "bash", "-c", fmt.Sprintf(`
		(setsid bash -c 'exec -a %[1]s sleep 600' & ) ; (exec -a %[1]s sleep 600) & (trap "" TERM INT HUP; exec -a %[1]s sleep 600) &
		until [ $(pgrep -cf '^%[1]s ') -ge 3 ]; do sleep 0.02; done; echo ready; exec -a %[1]s sleep 600`, mark))
	cmd.Env = append(cmd.Env, "WARDEN_TEST_POLICY="+policy)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the agent said %q %v", line, err)
	}
	watched := marked(t, mark)
	if len(watched) < 3 {
		t.Fatalf("only %d processes of the agent are alive", len(watched))
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Second)
	for _, fd := range watched {
		awaitDeath(t, fd, deadline)
	}
	_ = cmd.Wait() // killed
	// What became one of them after the look has the same second.
	for _, fd := range marked(t, mark) {
		awaitDeath(t, fd, deadline)
	}
	if left := marked(t, mark); len(left) > 0 {
		t.Errorf("%d processes of the agent outlive the supervisor", len(left))
	}
}

// marked opens a pidfd of every process whose command line begins with mark.
func marked(t *testing.T, mark string) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		line, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if err != nil || !strings.HasPrefix(string(line), mark) {
			continue
		}
		if fd, err := unix.PidfdOpen(pid, 0); err == nil {
			t.Cleanup(func() { unix.Close(fd) })
			out = append(out, fd)
		}
	}
	return out
}

func awaitDeath(t *testing.T, pidfd int, deadline time.Time) {
	t.Helper()
	for {
		p := []unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}
		n, err := unix.Poll(p, max(0, int(time.Until(deadline).Milliseconds())))
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if n == 0 {
			t.Error("a process of the agent is still alive a second after the supervisor was killed")
			if err := unix.PidfdSendSignal(pidfd, unix.SIGKILL, nil, 0); err != nil {
				t.Log(err)
			}
		}
		return
	}
}

// TestLeftoversKilled: what the agent leaves running ends with the session.
func TestLeftoversKilled(t *testing.T) {
	mark := fmt.Sprintf("varek-left-%d-%d", os.Getpid(), time.Now().UnixNano())
	s := newSession(t, "", "bash", "-c", fmt.Sprintf(`(setsid bash -c 'exec -a %s sleep 600' >/dev/null 2>&1 &); echo gone`, mark))
	s.run(t)
	if left := marked(t, mark); len(left) > 0 || s.out.String() != "gone\n" {
		t.Errorf("output %q, %d processes left", s.out.String(), len(left))
	}
}

// TestEmulatorOutOfReach: the agent cannot signal what supervises it.
func TestEmulatorOutOfReach(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `
		for p in $(pgrep -f '^varek-(init|emulator|watchdog)'); do [ $p = $$ ] && continue; kill -9 $p 2>/dev/null && echo "signalled $(cat /proc/$p/cmdline)"; done
		touch here && echo alive`)
	s.run(t)
	if !s.super.Floor().SignalLayer {
		t.Skip("this kernel has no signal scope")
	}
	out := s.out.String()
	if !strings.Contains(out, "alive") || strings.Contains(out, "varek") && !s.super.Floor().PIDNamespace {
		t.Errorf("output %q, exit %+v", out, s.exit)
	}
	if s.exit.Err != nil {
		t.Errorf("the run failed: %v", s.exit.Err)
	}
}

// TestSinkFails: when the trace takes no record the call is denied and the
// agent ends; nothing is performed afterwards.
func TestSinkFails(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `mkdir a; mkdir b; mkdir c; sleep 600`)
	full := errors.New("disk full")
	s.cfg.Sink = SinkFunc(func(r Record) error {
		if r.Event == "mkdir" {
			return full
		}
		return nil
	})
	s.start(t)
	exit := s.super.Wait()
	if !errors.Is(exit.Err, full) || exit.Code == 0 {
		t.Errorf("exit %+v, want an end because of %v", exit, full)
	}
	if _, err := os.Stat(filepath.Join(s.cfg.Dir, "b")); err == nil {
		t.Error("a call was performed after the trace had failed")
	}
}
