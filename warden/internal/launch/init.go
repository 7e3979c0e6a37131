package launch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
)

// Init is the process between the supervisor and the agent. It returns its
// exit code, after the agent has ended; in a PID namespace its end is the end
// of everything in there.
func Init() int {
	runtime.LockOSThread() // Landlock binds this thread and what it forks
	err := runInit(Raw(Control))
	if errors.Is(err, unix.EPIPE) || errors.Is(err, io.EOF) {
		return 125 // the supervisor is gone, and with it whoever could be told
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "varek: init:", err)
		return 125
	}
	return 0
}

func runInit(control Raw) error {
	var order InitOrder
	if err := Read(control, &order); err != nil {
		return fmt.Errorf("waiting for orders: %w", err)
	}
	if err := floor.CloseAbove(2); err != nil {
		return err
	}
	// The terminal's signals are the agent's; caught ones are reset at exec.
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGHUP, unix.SIGTSTP, unix.SIGTTOU, unix.SIGTTIN)
	r, err := enter(order)
	report := InitReport{Restriction: r}
	if err == nil {
		report.Capabilities, err = floor.HeldCapabilities()
	}
	if err != nil {
		report.Fault = err.Error()
	}
	if err := Write(control, report); err != nil || report.Fault != "" {
		return errors.Join(err, errors.New(report.Fault))
	}
	agent, emulator, err := forkBoth(order.Shim)
	if err != nil {
		return err
	}
	return reap(control, agent, emulator)
}

// enter mounts the namespace's own /proc and enters the domain, in this order:
// a mount after Landlock is refused.
func enter(order InitOrder) (floor.Restriction, error) {
	if order.Namespaces {
		if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
			return floor.Restriction{}, fmt.Errorf("making mounts private: %w", err)
		}
		if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
			return floor.Restriction{}, fmt.Errorf("mounting /proc: %w", err)
		}
	}
	if err := leave(order); err != nil {
		return floor.Restriction{}, err
	}
	if err := floor.NoNewPrivileges(); err != nil {
		return floor.Restriction{}, err
	}
	return floor.Restrict(order.Landlock)
}

// leave gives up the capabilities that nothing inside needs. In a user namespace
// of its own the only one was there to mount /proc.
func leave(order InitOrder) error {
	switch {
	case order.UserNS:
		return floor.DropCapabilities()
	case order.Privileged:
		return nil
	}
	return floor.LimitCapabilities(floor.KeptCapabilities)
}

// forkBoth starts the shim, which is waited for, in the supervisor's group, and
// the emulator in a process group of its own, so that the terminal does not stop it.
func forkBoth(shim string) (agent, emulator int, err error) {
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, 0, fmt.Errorf("opening /dev/null: %w", err)
	}
	agent, err = again(shim, ShimName, []uintptr{0, 1, 2, shimControl}, nil)
	if err != nil {
		return 0, 0, err
	}
	// After the agent, which has what we were started with.
	if err := floor.Calm(); err != nil {
		return 0, 0, err
	}
	emulator, err = again("/proc/self/exe", EmulatorName, []uintptr{uintptr(null), uintptr(null), 2, emulatorControl}, &syscall.SysProcAttr{Setpgid: true})
	if err != nil {
		return 0, 0, err
	}
	for _, fd := range []int{null, emulatorControl, shimControl} {
		unix.Close(fd)
	}
	return agent, emulator, nil
}

func again(path, name string, files []uintptr, attr *syscall.SysProcAttr) (int, error) {
	pid, err := syscall.ForkExec(path, []string{name}, &syscall.ProcAttr{Files: files, Sys: attr, Env: []string{}})
	if err != nil {
		return 0, fmt.Errorf("starting %s: %w", name, err)
	}
	return pid, nil
}

// reap waits for children and orphans until the agent or the emulator ends.
func reap(control Raw, agent, emulator int) error {
	for {
		var ws syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &ws, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return fmt.Errorf("waiting for the agent: %w", err)
		}
		if pid == agent || pid == emulator {
			return Write(control, Ending{Agent: pid == agent, Emulator: pid == emulator, Status: uint32(ws)})
		}
	}
}
