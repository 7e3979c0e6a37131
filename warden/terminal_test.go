package warden

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is a supervisor with the agent on a pseudo-terminal of their own.
type terminal struct {
	master *os.File
	cmd    *exec.Cmd
	seen   strings.Builder
}

func openTerminal(t *testing.T, script string) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		needs(t, "pty", "no pseudo-terminal: "+err.Error())
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		needs(t, "pty", "no pseudo-terminal: "+err.Error())
	}
	cmd := supervisorProcess(t, "bash", "-c", script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	t.Cleanup(func() { master.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return &terminal{master: master, cmd: cmd}
}

// await reads until text appears.
func (p *terminal) await(t *testing.T, text string) {
	t.Helper()
	buf := make([]byte, 4096)
	if err := p.master.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(p.seen.String(), text) {
		n, err := p.master.Read(buf)
		p.seen.Write(buf[:n])
		if err != nil && !strings.Contains(p.seen.String(), text) {
			t.Fatalf("waiting for %q on %q: %v", text, p.seen.String(), err)
		}
	}
}

// TestTerminal: the agent keeps the foreground, /dev/tty is its terminal, and
// an interrupt key reaches it once and not the supervisor.
func TestTerminal(t *testing.T) {
	p := openTerminal(t, `
		n=0; trap 'n=$((n+1)); echo interrupted $n' INT
		echo to-tty > /dev/tty; tty; [ -t 0 ] && echo is-terminal; read -r line < /dev/tty; echo "line $line"
		read -r -t 20 x; read -r -t 20 y; echo "end $n"; exit 5`)
	p.await(t, "is-terminal")
	if !strings.Contains(p.seen.String(), "to-tty") || !strings.Contains(p.seen.String(), "/dev/pts/") {
		t.Errorf("terminal shows %q", p.seen.String())
	}
	fmt.Fprintln(p.master, "typed")
	p.await(t, "line typed")
	if _, err := p.master.Write([]byte{3}); err != nil {
		t.Fatal(err)
	}
	p.await(t, "interrupted 1")
	fmt.Fprintln(p.master, "more")
	fmt.Fprintln(p.master, "more")
	p.await(t, "end 1")
	_ = p.cmd.Wait() // the code is looked at
	if code := p.cmd.ProcessState.ExitCode(); code != 5 {
		t.Errorf("exit code %d, want 5; terminal %q", code, p.seen.String())
	}
}

// TestOwnPseudoTerminal: /dev/tty of a process with a terminal of its own is
// that one (as under script, tmux or a test runner).
func TestOwnPseudoTerminal(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import os, pty
pid, master = pty.fork()
if pid == 0:
    os.write(os.open("/dev/tty", os.O_RDWR), b"inside")
    os._exit(0)
print(os.read(master, 100)); os.waitpid(pid, 0)`)
	s.run(t)
	if s.out.String() != "b'inside'\n" {
		t.Errorf("output %q %q", s.out.String(), s.errOut.String())
	}
}

// TestSignalsPassThrough: a signal sent to the supervisor reaches the agent.
func TestSignalsPassThrough(t *testing.T) {
	cmd := supervisorProcess(t, "bash", "-c", `trap 'echo got term; exit 3' TERM; trap 'echo got usr1' USR1; echo ready; while :; do sleep 0.05; done`)
	var out strings.Builder
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	await := func(text string) {
		t.Helper()
		buf := make([]byte, 256)
		for !strings.Contains(out.String(), text) {
			n, err := r.Read(buf)
			if err != nil {
				t.Fatalf("waiting for %q: %v, have %q", text, err, out.String())
			}
			out.Write(buf[:n])
		}
	}
	await("ready")
	for _, step := range []struct {
		sig  syscall.Signal
		text string
	}{{syscall.SIGUSR1, "got usr1"}, {syscall.SIGTERM, "got term"}} {
		if err := cmd.Process.Signal(step.sig); err != nil {
			t.Fatal(err)
		}
		await(step.text)
	}
	_ = cmd.Wait() // the code is looked at
	if code := cmd.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
}
