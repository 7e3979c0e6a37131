package warden

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/launch"
)

// reap waits for the agent's end, kills what it left, and completes the trace.
func (s *Supervisor) reap(stopSignals func()) {
	var tv unix.Timeval
	var ending launch.Ending
	err := unix.SetsockoptTimeval(int(s.initControl), unix.SOL_SOCKET, unix.SO_RCVTIMEO, &tv)
	if err == nil {
		err = launch.Read(s.initControl, &ending)
	}
	s.Kill() // the session ends with the agent
	<-s.initDead
	stopSignals()
	s.exit = s.exitOf(ending, err)
	if ending.Emulator && s.exit.Err == nil {
		s.exit.Err = errEmulator
	}
	s.clear()
	if s.recorder != nil {
		if err := s.recorder.endAll(); err != nil && s.exit.Err == nil {
			s.exit.Err = err
		}
		s.recorder.broken.Store(true)
	}
	close(s.ended)
}

var errEmulator = errors.New("the emulator has ended")

// emulatorGone ends the run when the emulator died. At the end of the run it
// dies with init, which is given a moment to be seen.
func (s *Supervisor) emulatorGone() {
	select {
	case <-s.initDead:
	case <-time.After(time.Second):
		s.fail(errEmulator)
	}
}

func (s *Supervisor) exitOf(e launch.Ending, err error) Exit {
	s.mu.Lock()
	out := Exit{Err: s.failure}
	s.mu.Unlock()
	ws := syscall.WaitStatus(e.Status)
	switch {
	case err != nil || !e.Agent:
		out.Signal = syscall.SIGKILL
	case ws.Signaled():
		out.Signal = ws.Signal()
	default:
		out.Code = ws.ExitStatus()
		return out
	}
	out.Code = 128 + int(out.Signal)
	return out
}

// clear waits for the serving threads and releases everything.
func (s *Supervisor) clear() {
	if s.tree != nil {
		if err := s.tree.Close(); err != nil {
			s.log.Warn("removing the session's groups", "op", "warden.end", "err", err)
		}
	}
	settled := make(chan struct{})
	go func() {
		s.serving.Wait()
		s.lateCalls.Wait()
		for range maxBlocked { // every token back: no call is blocked any more
			s.blocked <- struct{}{}
		}
		close(settled)
	}()
	select {
	case <-settled:
		s.release()
	case <-time.After(s.delay):
		// A thread hangs in a file system; it has nobody left to answer to.
		s.log.Warn("a blocked call outlives the agent", "op", "warden.end")
	}
}

// release gives back what was opened, as far as the start had come.
func (s *Supervisor) release() {
	s.stopResolver()
	close(s.jobs)
	if s.table != nil {
		s.table.Close()
		s.table.Proc.Close()
	}
	if s.view != nil {
		s.view.Close()
	}
	if s.local != nil {
		s.local.Close()
	}
	if s.emulator != nil {
		s.emulator.Close()
	}
	if s.listener != nil {
		s.listener.Close()
	}
	if s.initControl > 0 {
		unix.Close(int(s.initControl))
	}
	closeFD(s.mountNS)
}

// passSignals hands signals meant for the agent on. What the terminal sends
// reaches the agent by itself, because it shares our process group.
func (s *Supervisor) passSignals() (stop func()) {
	ch := make(chan os.Signal, 16)
	done := make(chan struct{})
	signal.Notify(ch, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGHUP, unix.SIGUSR1, unix.SIGUSR2)
	go func() {
		for {
			select {
			case <-done:
				return
			case sig := <-ch:
				if (sig == unix.SIGINT || sig == unix.SIGQUIT) && foreground() {
					continue
				}
				if err := s.Signal(sig.(syscall.Signal)); err != nil {
					s.log.Debug("signal not passed on", "op", "warden.signal", "err", err)
				}
			}
		}
	}()
	return func() {
		signal.Stop(ch)
		close(done)
	}
}

// foreground reports whether our process group has the terminal.
func foreground() bool {
	tty, err := unix.Open("/dev/tty", unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer unix.Close(tty)
	group, err := unix.IoctlGetInt(tty, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// lookPath finds the program as execvp would, in the PATH of env.
func lookPath(name string, env []string, dir string) (string, error) {
	if strings.Contains(name, "/") {
		return name, usable(name, dir)
	}
	path := "/usr/local/bin:/usr/bin:/bin"
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, "PATH="); ok {
			path = v
		}
	}
	denied := error(nil)
	for _, d := range filepath.SplitList(path) {
		if d == "" {
			d = "."
		}
		at := filepath.Join(d, name)
		if !strings.Contains(at, "/") {
			at = "./" + at
		}
		err := usable(at, dir)
		if err == nil {
			return at, nil
		}
		if errors.Is(err, ErrNotExecutable) {
			denied = err
		}
	}
	if denied != nil {
		return "", denied
	}
	return "", fmt.Errorf("%w: %s is in no directory of PATH", ErrNotFound, name)
}

func usable(name, dir string) error {
	at := name
	if !filepath.IsAbs(at) {
		at = filepath.Join(dir, at)
	}
	st, err := os.Stat(at)
	switch {
	case errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ENOTDIR):
		return fmt.Errorf("%w: %s", ErrNotFound, name)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNotExecutable, err)
	case st.IsDir() || unix.Faccessat(unix.AT_FDCWD, at, unix.X_OK, unix.AT_EACCESS) != nil:
		return fmt.Errorf("%w: %s", ErrNotExecutable, name)
	}
	return nil
}

// atLeast reports whether the kernel's release is major.minor or later.
func atLeast(major, minor int) bool {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return false
	}
	var a, b int
	if n, _ := fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &a, &b); n != 2 {
		return false
	}
	return a > major || a == major && b >= minor
}
