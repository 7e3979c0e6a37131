package floor

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// reap waits for the program and for orphans that became ours. When the
// program ends, or the supervisor is gone, every descendant is killed.
func reap(program int, gone <-chan struct{}, killGroup string) (int, error) {
	type ended struct {
		pid    int
		status syscall.WaitStatus
	}
	deaths := make(chan ended)
	go func() {
		defer close(deaths)
		for {
			var ws syscall.WaitStatus
			pid, err := syscall.Wait4(-1, &ws, 0, nil)
			if errors.Is(err, syscall.EINTR) {
				continue
			}
			if err != nil { // ECHILD: nobody is left
				return
			}
			deaths <- ended{pid, ws}
		}
	}()
	code := 128 + int(syscall.SIGKILL)
	stop := gone
	var killer <-chan time.Time
	for {
		select {
		case d, more := <-deaths:
			if !more {
				return code, nil
			}
			if d.pid == program {
				code = exitCode(d.status)
				killer = time.After(0)
			}
		case <-stop:
			stop, killer = nil, time.After(0)
		case <-killer:
			if err := killDescendants(killGroup); err != nil {
				return code, err
			}
			killer = time.After(10 * time.Millisecond) // again, for forks in flight
		}
	}
}

// exitCode follows the shells: 128+n after signal n.
func exitCode(ws syscall.WaitStatus) int {
	if ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return ws.ExitStatus()
}

// killDescendants stops every descendant, so that none forks on, and kills
// them. It is called until nobody is left.
func killDescendants(killGroup string) error {
	if killGroup != "" {
		// The group may be gone already, and the tree is walked in any case.
		if err := os.WriteFile(KillFile(killGroup), []byte("1"), 0); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	for _, sig := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGKILL} {
		pids, err := descendants(os.Getpid())
		if err != nil {
			return err
		}
		for _, pid := range pids {
			if err := signalDescendant(pid, pids, sig); err != nil {
				return err
			}
		}
	}
	return nil
}

// signalDescendant signals a process by a descriptor that is checked after it
// was opened: a number that was reused since belongs to somebody else, whose
// parent is none of ours.
func signalDescendant(pid int, ours []int, sig syscall.Signal) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if err == nil {
		defer unix.Close(fd)
		parent, ok := parentOf(strconv.Itoa(pid))
		if !ok || parent != os.Getpid() && !slices.Contains(ours, parent) {
			return nil
		}
		err = unix.PidfdSendSignal(fd, sig, nil, 0)
	}
	// Gone already; or beyond our rights, which is tried again with the others.
	if err == nil || errors.Is(err, unix.ESRCH) || errors.Is(err, unix.EPERM) {
		return nil
	}
	return fmt.Errorf("signal process %d: %w", pid, err)
}

// descendants returns every process below root, from the parents that /proc
// names.
func descendants(root int) ([]int, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, ok := parentOf(name); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	var out []int
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		out = append(out, children[queue[0]]...)
		queue = append(queue, children[queue[0]]...)
	}
	return out, nil
}

// parentOf reads the parent's pid, the fourth field of /proc/PID/stat; the
// second, the name, may hold any byte and ends at the last parenthesis. A
// process that is gone has no parent.
func parentOf(pid string) (int, bool) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	return parent, err == nil
}
