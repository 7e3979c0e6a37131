package floor

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// WatchdogName is argv[0] of the watchdog; the binary that re-executes itself
// calls WatchdogMain when it sees it.
const WatchdogName = "varek-watchdog"

// lifeline is the watchdog's descriptor whose other end the supervisor holds.
const lifeline = 3

// Watchdog starts cmd's program under a watchdog: a process that becomes the
// reaper of everything cmd leaves behind and that kills all of it when cmd
// ends or when the returned lifeline closes, as it does when the supervisor
// dies. self is our own binary. killGroup names a cgroup to be killed first;
// "" for none. cmd keeps its standard streams, directory, environment and
// ExtraFiles (from descriptor 3 in the program, as without a watchdog). The
// watchdog exits as the program does, 128+n after signal n.
//
// The watchdog stays outside the agent's Landlock domain: it must be started
// by an unrestricted thread, and the program restricts itself.
func Watchdog(cmd *exec.Cmd, self, killGroup string) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("watchdog: lifeline: %w", err)
	}
	cmd.Args = append([]string{WatchdogName, fmt.Sprint(len(cmd.ExtraFiles)), killGroup, cmd.Path}, cmd.Args...)
	cmd.Path = self
	cmd.ExtraFiles = append([]*os.File{r}, cmd.ExtraFiles...)
	err = cmd.Start()
	r.Close()
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("watchdog: start: %w", err)
	}
	return w, nil
}

// WatchdogMain is the watchdog. args are os.Args; the result is the exit code.
func WatchdogMain(args []string) int {
	code, err := watch(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "varek: watchdog:", err)
	}
	return code
}

// exitFailed is the exit code when the program could not be started.
const exitFailed = 125

func watch(args []string) (int, error) {
	if len(args) < 5 {
		return exitFailed, errors.New("started without a program")
	}
	var extra int
	if _, err := fmt.Sscan(args[1], &extra); err != nil {
		return exitFailed, fmt.Errorf("number of descriptors %q: %w", args[1], err)
	}
	// What is handed on is duplicated to its number; the originals stay here.
	if err := CloseAbove(2); err != nil {
		return exitFailed, err
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return exitFailed, fmt.Errorf("become reaper: %w", err)
	}
	// The terminal's signals go to the whole foreground group; the agent is their
	// addressee. They are caught and not ignored, because the agent would inherit
	// that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGTSTP, syscall.SIGTTOU)
	pid, err := startProgram(args, extra)
	if err != nil {
		return exitFailed, err
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		var b [1]byte
		f := os.NewFile(lifeline, "lifeline")
		for {
			if n, err := f.Read(b[:]); n == 0 && err != nil {
				return
			}
		}
	}()
	return reap(pid, gone, args[2])
}

func startProgram(args []string, extra int) (int, error) {
	files := []uintptr{0, 1, 2}
	for i := 0; i < extra; i++ {
		files = append(files, uintptr(lifeline+1+i))
	}
	pid, err := syscall.ForkExec(args[3], args[4:], &syscall.ProcAttr{Env: os.Environ(), Files: files})
	if err != nil {
		return 0, fmt.Errorf("start %s: %w", strings.ToValidUTF8(args[3], "?"), err)
	}
	for i := 0; i < extra; i++ {
		unix.Close(lifeline + 1 + i)
	}
	return pid, nil
}
