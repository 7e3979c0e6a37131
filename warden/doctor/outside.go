package doctor

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/filter"
	"github.com/varek/varek/warden/internal/unotify"
)

// victim is this binary as one of the processes of inside.go.
func victim(ctx context.Context, self, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = append([]string{VictimName, name}, args...)
	cmd.Env = []string{}
	return cmd
}

// refused is what a victim says when it could not do what it had to.
func refused(err error, out string) error {
	if text := strings.TrimSpace(out); text != "" {
		return errors.New(text)
	}
	return err
}

func tryFilter(ctx context.Context, self string) error {
	program, err := filter.Build(filter.Options{})
	if err != nil {
		return err
	}
	cmd := victim(ctx, self, "number")
	var out bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(program.Bytes()), &out
	err = cmd.Run()
	if foreignGate && !killed(err, syscall.SIGSYS) {
		return refused(errors.Join(err, errors.New("a call of a foreign ABI did not kill its caller")), out.String())
	}
	if !foreignGate && err != nil {
		return refused(err, out.String())
	}
	// Where the machine has no gate at all, the caller dies of a fault instead.
	cmd = victim(ctx, self, "gate")
	cmd.Stdin = bytes.NewReader(program.Bytes())
	if cmd.Run() == nil {
		return errors.New("a call through a foreign gate went through")
	}
	return nil
}

func killed(err error, by syscall.Signal) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	ws, ok := exit.Sys().(syscall.WaitStatus)
	return ok && ws.Signaled() && ws.Signal() == by
}

// tryListener supervises one open of a victim and gives it our own pipe instead
// of the file.
func tryListener(ctx context.Context, self string) error { _, err := supervise(ctx, self); return err }

func tryKillable(ctx context.Context, self string) error {
	killable, err := supervise(ctx, self)
	if err == nil && !killable {
		return errors.New("the flag is refused")
	}
	return err
}

func supervise(ctx context.Context, self string) (killable bool, err error) {
	program, err := filter.Build(filter.Options{})
	if err != nil {
		return false, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return false, err
	}
	defer r.Close()
	cmd := victim(ctx, self, "open")
	var out bytes.Buffer
	cmd.Stdin, cmd.Stderr, cmd.ExtraFiles = bytes.NewReader(program.Bytes()), &out, []*os.File{w}
	err = cmd.Start()
	w.Close()
	if err != nil {
		return false, err
	}
	killable, err = serveOne(r, cmd.Process.Pid)
	if err != nil {
		_ = cmd.Process.Kill() // it may wait for an answer for ever
	}
	if werr := cmd.Wait(); err == nil {
		err = werr
	}
	if err != nil {
		return killable, refused(err, out.String())
	}
	return killable, nil
}

// serveOne answers the victim's first notified call with a descriptor.
func serveOne(r io.Reader, pid int) (killable bool, err error) {
	var hand [8]byte
	if _, err := io.ReadFull(r, hand[:]); err != nil {
		return false, fmt.Errorf("the filter did not load: %w", err)
	}
	killable = hand[4] == 1
	pidfd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return killable, fmt.Errorf("pidfd_open: %w", err)
	}
	defer unix.Close(pidfd)
	fd, err := unix.PidfdGetfd(pidfd, int(binary.LittleEndian.Uint32(hand[:])), 0)
	if err != nil {
		return killable, fmt.Errorf("pidfd_getfd: %w", err)
	}
	l, err := unotify.NewListener(fd)
	if err != nil {
		return killable, err
	}
	defer l.Close()
	done := make(chan error, 1)
	go func() {
		// A signal between ADDFD and its answer would spoil it; the thread ends with
		// the goroutine.
		runtime.LockOSThread()
		done <- errors.Join(unotify.BlockSignals(), answerOne(l))
	}()
	return killable, <-done
}

func answerOne(l *unotify.Listener) error {
	var n unotify.Notification
	if err := l.Receive(&n); err != nil {
		return err
	}
	buf := make([]byte, unix.PathMax)
	name, e := unotify.ReadString(int(n.PID), n.Args[1], buf)
	if e != 0 || name != nowhere {
		return fmt.Errorf("reading the caller's memory gave %q: %w", name, e)
	}
	var pipe [2]int
	if err := unix.Pipe2(pipe[:], unix.O_CLOEXEC); err != nil {
		return err
	}
	defer unix.Close(pipe[0])
	_, err := unix.Write(pipe[1], []byte(handed))
	unix.Close(pipe[1])
	if err != nil {
		return err
	}
	return l.Inject(n.ID, pipe[0], false)
}

func tryLandlock(ctx context.Context, self string) error {
	dir, err := os.MkdirTemp("", "varek-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"in/file", "out/file"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			return err
		}
	}
	return says(victim(ctx, self, "landlock", dir))
}

func trySignals(ctx context.Context, self string) error {
	other := exec.CommandContext(ctx, "/bin/sleep", "60")
	if err := other.Start(); err != nil {
		return err
	}
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	return says(victim(ctx, self, "signal", fmt.Sprint(other.Process.Pid)))
}

func says(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return refused(err, string(out))
	}
	return nil
}

// tryNamespace kills process 1 of a PID namespace and waits for an orphan in
// there to let go of a pipe.
func tryNamespace(ctx context.Context, _ string) error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `(setsid sleep 600 &) ; echo ready >&3; exec sleep 600`)
	cmd.ExtraFiles = []*os.File{w}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID}
	err = cmd.Start()
	w.Close()
	if err != nil {
		return fmt.Errorf("%w: %w", errAbsent, err)
	}
	line := make([]byte, 6)
	_, err = io.ReadFull(r, line)
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // killed
	if err != nil {
		return err
	}
	gone := make(chan error, 1)
	go func() { _, err := r.Read(line); gone <- err }()
	select {
	case err := <-gone:
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	case <-time.After(5 * time.Second):
		return errors.New("an orphan outlived its namespace")
	}
}

// tryFanotify holds the execution of a copy of a program back and refuses it.
// The program is executed by a victim and not by a child of our own: until a
// child has executed, the thread that forked it stays in the kernel, the garbage
// collector waits for that thread, and whoever has to answer waits for the
// collector.
func tryFanotify(ctx context.Context, self string) error {
	fd, err := unix.FanotifyInit(unix.FAN_CLASS_CONTENT|unix.FAN_CLOEXEC, unix.O_RDONLY|unix.O_CLOEXEC)
	if err != nil {
		return fmt.Errorf("%w: %w", errAbsent, err)
	}
	defer unix.Close(fd)
	dir, err := os.MkdirTemp("", "varek-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "program")
	text, err := os.ReadFile("/bin/true")
	if err == nil {
		err = os.WriteFile(path, text, 0o700)
	}
	if err != nil {
		return err
	}
	if err := unix.FanotifyMark(fd, unix.FAN_MARK_ADD, unix.FAN_OPEN_EXEC_PERM, unix.AT_FDCWD, path); err != nil {
		return fmt.Errorf("mark for executions: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- says(victim(ctx, self, "execute", path)) }()
	if err := refuseOne(fd); err != nil {
		return err
	}
	if err := <-ended; err == nil || err.Error() != unix.EPERM.Error() {
		return fmt.Errorf("a refused program ran (%v)", err)
	}
	return nil
}

func refuseOne(fd int) error {
	p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if n, err := unix.Poll(p, int(patience.Milliseconds())/2); n != 1 {
		return fmt.Errorf("no event for an execution (%v)", err)
	}
	buf := make([]byte, 4096)
	n, err := unix.Read(fd, buf)
	if err != nil || n < 24 {
		return fmt.Errorf("reading the event: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	// struct fanotify_event_metadata: fd is the 32-bit number at offset 16.
	object := int32(binary.NativeEndian.Uint32(buf[16:]))
	defer unix.Close(int(object))
	answer := binary.NativeEndian.AppendUint32(nil, uint32(object))
	answer = binary.NativeEndian.AppendUint32(answer, unix.FAN_DENY)
	_, err = unix.Write(fd, answer)
	return err
}
