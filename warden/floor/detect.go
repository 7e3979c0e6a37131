package floor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Capabilities is what this machine offers to this process now.
type Capabilities struct {
	Landlock     int    `json:"landlock"`      // ABI, 0 = none
	SysAdmin     bool   `json:"sys_admin"`     // a PID and mount namespace can be made without a user namespace
	UserNS       bool   `json:"user_ns"`       // an unprivileged user namespace can be made and has capabilities
	Cgroup       bool   `json:"cgroup"`        // groups can be made, cloned into and killed
	CgroupReason string `json:"cgroup_reason"` // why not, "" if so
}

// Detect tries each facility, all at once, because making and dropping
// namespaces and groups waits for the kernel. It leaves nothing behind.
func Detect() Capabilities { return detect(true) }

// DetectFor is Detect for a run that makes these demands: a user namespace, the
// dearest to try, is tried only where the plan of the run depends on it.
func DetectFor(asked []Demand) Capabilities {
	return detect(slices.Contains(asked, DemandUserNS))
}

func detect(users bool) Capabilities {
	c := Capabilities{Landlock: landlockABI()}
	var group error
	var wait sync.WaitGroup
	wait.Go(func() { c.SysAdmin = tryNamespaces() })
	if users {
		wait.Go(func() { c.UserNS = tryUserNamespace() })
	}
	wait.Go(func() { group = tryCgroup() })
	wait.Wait()
	if c.Cgroup = group == nil; !c.Cgroup {
		c.CgroupReason = group.Error()
	}
	return c
}

// tryNamespaces makes a PID and a mount namespace on a thread that ends with
// the attempt, and mounts /proc in it.
func tryNamespaces() bool {
	return onDyingThread(func() bool {
		return unix.Unshare(unix.CLONE_NEWPID|unix.CLONE_NEWNS) == nil &&
			unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") == nil &&
			unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "") == nil
	})
}

// onDyingThread runs f on a thread that the runtime ends afterwards. The main
// thread does not qualify: it outlives its goroutines, and /proc/self shows it.
func onDyingThread(f func() bool) bool {
	done := make(chan bool)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			// While this goroutine holds the main thread, the next gets another.
			answer := onDyingThread(f)
			runtime.UnlockOSThread()
			done <- answer
			return
		}
		done <- f() // never unlocked: the thread ends with the goroutine
	}()
	return <-done
}

// nowhere is executed by probes: when everything before the exec worked, the
// answer is ENOENT and no program has run.
const nowhere = "/proc/self/nowhere"

// tryUserNamespace makes a user and PID namespace and asks for a right that
// only real capabilities give (chroot): where a security module takes them
// away, making the namespace alone succeeds.
func tryUserNamespace() bool {
	// First without mappings: where no user namespace can be made, the standard
	// library would keep the pipe it made for them.
	if probe(&syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}) != nil {
		return false
	}
	uid, gid := os.Getuid(), os.Getgid()
	return probe(&syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
		Chroot:      "/",
	}) == nil
}

// probe forks with attr and executes nothing.
func probe(attr *syscall.SysProcAttr) error {
	_, err := syscall.ForkExec(nowhere, []string{nowhere}, &syscall.ProcAttr{Sys: attr})
	if errors.Is(err, syscall.ENOENT) {
		return nil
	}
	if err == nil {
		return fmt.Errorf("%s exists", nowhere)
	}
	return err
}

// probePrefix begins the name of the group of tryCgroup.
const probePrefix = "varek-probe-"

// tryCgroup makes a group, clones a process into it and kills it.
func tryCgroup() error {
	h, err := findHierarchy()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(h.dir, probePrefix)
	var cause *fs.PathError
	if errors.As(err, &cause) {
		return fmt.Errorf("%w: make a group in %s: %w", ErrCgroup, h.dir, cause.Err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCgroup, err)
	}
	return errors.Join(useGroup(dir), removeGroup(dir))
}

func useGroup(dir string) error {
	leaf := filepath.Join(dir, "leaf")
	if err := os.Mkdir(leaf, 0o755); err != nil {
		return fmt.Errorf("%w: %w", ErrCgroup, err)
	}
	defer removeGroup(leaf)
	f, err := os.Open(leaf)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCgroup, err)
	}
	defer f.Close()
	if err := probe(&syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(f.Fd())}); err != nil {
		return fmt.Errorf("%w: clone into group: %w", ErrCgroup, err)
	}
	if err := os.WriteFile(KillFile(leaf), []byte("1"), 0); err != nil {
		return fmt.Errorf("%w: %w", ErrCgroup, err)
	}
	return nil
}
