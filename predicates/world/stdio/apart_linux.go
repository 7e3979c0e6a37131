package stdio

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// separate puts the program into a network namespace of its own, inside a user
// namespace in which it keeps its user, and ends it with us.
func separate(cmd *exec.Cmd, apart bool) (kept string, ok bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if !apart {
		return "the network could not be taken from it: this machine lets us make no namespace", true
	}
	cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	return "no network", true
}

// limit bounds the program's address space.
func limit(pid int, memory uint64) string {
	r := unix.Rlimit{Cur: memory, Max: memory}
	if err := unix.Prlimit(pid, unix.RLIMIT_AS, &r, nil); err != nil {
		return "its memory is not limited (" + err.Error() + ")"
	}
	return fmt.Sprintf("at most %d MiB of address space", memory>>20)
}
