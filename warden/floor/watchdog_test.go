package floor

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// superviseVictim is a supervisor that starts a program under a watchdog and
// waits. It is killed, or leaves with the watchdog's code.
func superviseVictim(args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	fmt.Fprint(w, "extra")
	w.Close()
	cmd.ExtraFiles = []*os.File{r}
	line, err := Watchdog(cmd, self, "")
	if err != nil {
		return err
	}
	defer line.Close()
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	return err
}

// orphans is a program whose children leave its session, its process group and
// its parent, and go on making more. All hold standard output.
const orphans = `
for i in 1 2 3 4 5 6 7 8; do
	setsid sh -c 'sh -c "trap \"\" TERM HUP INT; sleep 1000" & exit' &
done
wait
(while :; do setsid sleep 1000 & sleep 0.02; done) &
echo ready
sleep 1000
`

// start starts the supervisor with its output on a pipe, of which only it and
// its descendants hold the other end.
func start(t *testing.T, uid int, program ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := command(t, uid, append([]string{"supervise"}, program...)...)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := r.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		r.Close()
	})
	return cmd, bufio.NewReader(r)
}

// kill -9 of the supervisor: no descendant outlives it, whatever it did to get
// away. The end of the output is the proof: everyone who could write is gone.
func TestSupervisorDeathKillsEverybody(t *testing.T) {
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			cmd, out := start(t, uid, "/bin/sh", "-c", orphans)
			if line, err := out.ReadString('\n'); err != nil || line != "ready\n" {
				t.Fatalf("%q %v", line, err)
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			if rest, err := io.ReadAll(out); err != nil {
				t.Fatalf("somebody still holds the output: %v %s", err, rest)
			}
			t.Logf("everybody was gone after %v", time.Since(begin))
		})
	}
}

// When the program ends, what it left behind ends too, and its code is kept.
func TestProgramEndKillsOrphans(t *testing.T) {
	for code, script := range map[int]string{
		7:   `setsid sh -c 'sleep 1000 &' ; sleep 1000 & exit 7`,
		143: `sleep 1000 & kill -TERM $$`,
		0:   `test "$(cat <&3)" = extra`,
		1:   `test -e /proc/$$/fd/4`,
	} {
		cmd, out := start(t, os.Getuid(), "/bin/sh", "-c", script)
		if rest, err := io.ReadAll(out); err != nil {
			t.Fatalf("%s: somebody still holds the output: %v %s", script, err, rest)
		}
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Errorf("%s: exit code %d, want %d", script, got, code)
		}
	}
}

// The terminal's signals are for the program, not for the watchdog.
func TestWatchdogOutlivesTerminalSignals(t *testing.T) {
	cmd, out := start(t, os.Getuid(), "/bin/sh", "-c", `trap '' INT TERM HUP; kill -INT $PPID; kill -TERM $PPID; kill -HUP $PPID; exit 5`)
	if _, err := io.ReadAll(out); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 5 {
		t.Errorf("exit code %d, want 5", got)
	}
}

// killParentVictim enters the floor and tries to kill the watchdog, its parent.
func killParentVictim() error {
	if _, err := restrictThread(`{"ScopeSignal":true,"Connect":{"All":true},"Bind":{"All":true}}`); err != nil {
		return err
	}
	say("kill the watchdog", unix.Kill(os.Getppid(), syscall.SIGKILL))
	say("watchdog lives", unix.Access(fmt.Sprintf("/proc/%d", os.Getppid()), unix.F_OK))
	return nil
}

func TestWatchdogIsOutOfReach(t *testing.T) {
	needABI(t, 6)
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			self, err := readable()
			if err != nil {
				t.Fatal(err)
			}
			_, out := start(t, uid, "/bin/bash", "-c", `exec -a `+victimName+` `+self+` killparent`)
			text, err := io.ReadAll(out)
			if err != nil || !strings.Contains(string(text), "kill the watchdog=EPERM\nwatchdog lives=ok") {
				t.Errorf("%v %s", err, text)
			}
		})
	}
}

func TestWatchdogReportsAMissingProgram(t *testing.T) {
	cmd, out := start(t, os.Getuid(), "/no/such/program")
	text, err := io.ReadAll(out)
	cmd.Wait()
	if err != nil || cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(string(text), "/no/such/program") {
		t.Errorf("%v, code %d: %s", err, cmd.ProcessState.ExitCode(), text)
	}
}
