package filter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The victim is this test binary under the filter: argv[0] is victimName, then
// the option set, "plain" or "filtered" or "continued", and what to do.
const victimName = "filter-victim"

func TestMain(m *testing.M) {
	if os.Args[0] == victimName {
		os.Exit(victim(os.Args[1], os.Args[2], os.Args[3:]))
	}
	code := m.Run()
	if path, err := readable(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// victim puts the calling thread under the filter and acts. In "continued",
// notified calls are free, as under a supervisor that lets all of them go on.
func victim(options, mode string, what []string) int {
	runtime.LockOSThread()
	if mode != "plain" {
		rules := Rules(optionSets[options])
		if mode == "continued" {
			for i := range rules {
				if rules[i].Action == Notify {
					rules[i].Action = Free
				}
			}
		}
		p, err := compile(rules)
		if err == nil {
			err = load(p)
		}
		if err != nil {
			fmt.Println("load:", err)
			return 3
		}
	}
	if what[0] == "exec" {
		err := syscall.Exec(what[1], what[1:], os.Environ())
		fmt.Println("exec:", err)
		return 3
	}
	if what[0] == "measure" {
		const calls = 200_000
		begin := time.Now()
		for i := 0; i < calls; i++ {
			unix.Getppid()
		}
		fmt.Println(time.Since(begin).Nanoseconds() / calls)
		return 0
	}
	for _, name := range what {
		for _, a := range attacks {
			if a.name == name {
				fmt.Printf("%s=%s\n", name, errnoName(a.do()))
			}
		}
	}
	return 0
}

// load installs the program on the calling thread, without a listener.
func load(p Program) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	return install(p.Instructions(), 0)
}

func install(list []unix.SockFilter, flags uintptr) error {
	prog := unix.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	return nil
}

func errnoName(err error) string {
	if err == nil {
		return "ok"
	}
	var errno unix.Errno
	if errors.As(err, &errno) {
		if errno == 0 {
			return "ok"
		}
		return unix.ErrnoName(errno)
	}
	return strings.ReplaceAll(err.Error(), "\n", " ")
}

// raw performs a call and returns its errno.
func raw(number uintptr, args ...uintptr) func() error {
	return func() error {
		var a [6]uintptr
		copy(a[:], args)
		_, _, errno := unix.Syscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
		if errno != 0 {
			return errno
		}
		return nil
	}
}

const garbage = 0xdeadbeef << 32

// attack is one call, what the filter must answer, and, where it is safe to
// try, that it answers something else without the filter.
type attack struct {
	name    string
	options string // option set, "" = default
	do      func() error
	want    string
	control bool
}

var attacks = []attack{
	{"io_uring_setup", "", raw(unix.SYS_IO_URING_SETUP, 8, 0), "ENOSYS", true},
	{"io_uring_enter", "", raw(unix.SYS_IO_URING_ENTER, ^uintptr(0)), "ENOSYS", true},
	{"io_uring_register", "", raw(unix.SYS_IO_URING_REGISTER, ^uintptr(0)), "ENOSYS", true},
	{"clone3", "", raw(unix.SYS_CLONE3, 0, 64), "ENOSYS", true},
	{"unknown number", "", raw(900), "ENOSYS", false},
	{"number between the tables", "", raw(400), "ENOSYS", false},

	{"tiocsti", "", raw(unix.SYS_IOCTL, 0, unix.TIOCSTI, 0), "EPERM", true},
	{"tiocsti with garbage", "", raw(unix.SYS_IOCTL, 0, garbage|unix.TIOCSTI, 0), "EPERM", true},
	{"tioclinux with garbage", "", raw(unix.SYS_IOCTL, 0, garbage|unix.TIOCLINUX, 0), "EPERM", true},
	{"other ioctl", "", raw(unix.SYS_IOCTL, 0, unix.TCGETS, 0), "ENOTTY", false},

	{"second listener", "", func() error {
		return install([]unix.SockFilter{{Code: unix.BPF_RET, K: unix.SECCOMP_RET_ALLOW}}, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)
	}, "EPERM", true},
	{"second filter that allows", "", func() error {
		return install([]unix.SockFilter{{Code: unix.BPF_RET, K: unix.SECCOMP_RET_ALLOW}}, 0)
	}, "ok", false},
	{"io_uring after it", "", raw(unix.SYS_IO_URING_SETUP, 8, 0), "ENOSYS", false},

	{"ptrace", "", raw(unix.SYS_PTRACE, unix.PTRACE_DETACH, uintptr(os.Getpid())), "EPERM", true},
	{"process_vm_readv", "", raw(unix.SYS_PROCESS_VM_READV, uintptr(os.Getpid())), "EPERM", true},
	{"process_vm_writev", "", raw(unix.SYS_PROCESS_VM_WRITEV, uintptr(os.Getpid())), "EPERM", true},
	{"process_madvise", "", raw(unix.SYS_PROCESS_MADVISE, ^uintptr(0)), "EPERM", true},
	{"pidfd_getfd", "", raw(unix.SYS_PIDFD_GETFD, ^uintptr(0)), "EPERM", true},
	{"kcmp", "", raw(unix.SYS_KCMP, uintptr(os.Getpid()), uintptr(os.Getpid()), 0, 0, 0), "EPERM", true},
	{"userfaultfd", "", raw(unix.SYS_USERFAULTFD, 0xffff), "EPERM", true},
	{"bpf", "", raw(unix.SYS_BPF, 0xffff), "EPERM", false},
	{"perf_event_open", "", raw(unix.SYS_PERF_EVENT_OPEN), "EPERM", true},
	{"add_key", "", raw(unix.SYS_ADD_KEY), "EPERM", true},
	{"request_key", "", raw(unix.SYS_REQUEST_KEY), "EPERM", true},
	{"keyctl", "", raw(unix.SYS_KEYCTL, unix.KEYCTL_GET_KEYRING_ID, ^uintptr(2)), "EPERM", true},
	{"open_by_handle_at", "", raw(unix.SYS_OPEN_BY_HANDLE_AT), "EPERM", false},
	{"name_to_handle_at", "", raw(unix.SYS_NAME_TO_HANDLE_AT), "EPERM", true},
	{"fanotify_init", "", raw(unix.SYS_FANOTIFY_INIT, 0xffff), "EPERM", false},

	{"mount", "", raw(unix.SYS_MOUNT), "EPERM", false},
	{"umount", "", raw(unix.SYS_UMOUNT2), "EPERM", false},
	{"fsopen", "", raw(unix.SYS_FSOPEN), "EPERM", false},
	{"open_tree", "", raw(unix.SYS_OPEN_TREE, ^uintptr(0)), "EPERM", true},
	{"open_tree_attr", "", raw(unix.SYS_OPEN_TREE_ATTR, ^uintptr(0)), "EPERM", true},
	{"move_mount", "", raw(unix.SYS_MOVE_MOUNT), "EPERM", false},
	{"pivot_root", "", raw(unix.SYS_PIVOT_ROOT), "EPERM", false},
	{"chroot", "", raw(unix.SYS_CHROOT), "EPERM", true},
	{"setns", "", raw(unix.SYS_SETNS, ^uintptr(0)), "EPERM", true},
	{"unshare user", "", raw(unix.SYS_UNSHARE, garbage|unix.CLONE_NEWUSER), "EPERM", true},
	{"unshare mounts", "", raw(unix.SYS_UNSHARE, unix.CLONE_FS|unix.CLONE_NEWNS), "EPERM", false},
	{"unshare files", "", raw(unix.SYS_UNSHARE, unix.CLONE_FILES), "ok", false},
	{"clone user", "", raw(unix.SYS_CLONE, unix.CLONE_NEWUSER|unix.CLONE_FS), "EPERM", true},
	{"init_module", "", raw(unix.SYS_INIT_MODULE), "EPERM", false},
	{"quotactl", "", raw(unix.SYS_QUOTACTL), "EPERM", true},
	{"swapon", "", raw(unix.SYS_SWAPON), "EPERM", false},
	{"clock_settime", "", raw(unix.SYS_CLOCK_SETTIME, unix.CLOCK_MONOTONIC), "EPERM", true},

	{"personality query", "", raw(unix.SYS_PERSONALITY, 0xffffffff), "ok", false},
	{"personality no randomize", "", raw(unix.SYS_PERSONALITY, 0x0040000), "ENOSYS", true},
	{"personality in disguise", "", raw(unix.SYS_PERSONALITY, 0x80040000), "ENOSYS", true},

	{"AF_ALG", "", raw(unix.SYS_SOCKET, unix.AF_ALG, unix.SOCK_SEQPACKET), "EAFNOSUPPORT", false},
	{"AF_PACKET", "", raw(unix.SYS_SOCKET, unix.AF_PACKET, unix.SOCK_DGRAM), "EAFNOSUPPORT", false},
	{"AF_VSOCK", "", raw(unix.SYS_SOCKET, unix.AF_VSOCK, unix.SOCK_STREAM), "EAFNOSUPPORT", false},
	{"AF_PACKET with garbage", "", raw(unix.SYS_SOCKET, garbage|unix.AF_PACKET, unix.SOCK_DGRAM), "EAFNOSUPPORT", false},
	{"raw INET", "", raw(unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.IPPROTO_TCP), "EPERM", false},
	{"SCTP", "", raw(unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP), "EPROTONOSUPPORT", false},
	{"netlink audit", "", raw(unix.SYS_SOCKET, unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER), "EPROTONOSUPPORT", false},
	{"netlink route", "", raw(unix.SYS_SOCKET, unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_ROUTE), "ok", false},
	{"TCP", "", raw(unix.SYS_SOCKET, unix.AF_INET6, unix.SOCK_STREAM|unix.SOCK_NONBLOCK), "ok", false},
	{"unix pair", "", func() error {
		_, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return err
	}, "ok", false},
	{"SO_MARK", "", raw(unix.SYS_SETSOCKOPT, ^uintptr(0), unix.SOL_SOCKET, unix.SO_MARK), "EPERM", true},
	{"source route", "", raw(unix.SYS_SETSOCKOPT, ^uintptr(0), garbage|unix.SOL_IP, unix.IP_OPTIONS), "EPERM", true},
	{"other option", "", raw(unix.SYS_SETSOCKOPT, ^uintptr(0), unix.SOL_SOCKET, unix.SO_REUSEADDR), "EBADF", false},
	{"send that connects", "", raw(unix.SYS_SENDTO, ^uintptr(0), 0, 0, unix.MSG_FASTOPEN|unix.MSG_NOSIGNAL), "ENOTSUP", true},

	{"limits of another", "", raw(unix.SYS_PRLIMIT64, uintptr(os.Getppid()), unix.RLIMIT_NOFILE, 1), "EPERM", true},
	{"own limits", "", raw(unix.SYS_PRLIMIT64, 0, unix.RLIMIT_NOFILE), "ok", false},
	{"set_mm", "", raw(unix.SYS_PRCTL, garbage|unix.PR_SET_MM, 99), "EPERM", false},
	{"clear kernel log", "", raw(unix.SYS_SYSLOG, 8, 0, 99), "EPERM", false},
	{"memfd", "", raw(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(&memfdName[0])), 0), "ok", false},

	{"openat", "", raw(unix.SYS_OPENAT, ^uintptr(0), 0), "ENOSYS", true},
	{"fchmodat2", "", raw(unix.SYS_FCHMODAT2, ^uintptr(0)), "ENOSYS", true},
	{"setxattrat", "", raw(unix.SYS_SETXATTRAT, ^uintptr(0), 0, 0), "ENOSYS", true},
	{"utimensat by name", "", raw(unix.SYS_UTIMENSAT, ^uintptr(0), 1), "ENOSYS", true},
	{"futimens", "", raw(unix.SYS_UTIMENSAT, ^uintptr(0), 0), "ENOSYS", true},
	{"fchmod", "", raw(unix.SYS_FCHMOD, ^uintptr(0), 0), "ENOSYS", true},
	{"landlock", "", raw(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION), "ENOTSUP", true},
	{"lease", "", raw(unix.SYS_FCNTL, ^uintptr(0), garbage|unix.F_SETLEASE), "EINVAL", true},
	{"attribute flags", "", raw(unix.SYS_IOCTL, ^uintptr(0), unix.FS_IOC_SETFLAGS), "ENOTSUP", true},
	{"freeze", "", raw(unix.SYS_IOCTL, ^uintptr(0), 0xc0045877), "EPERM", true},
	{"line discipline", "", raw(unix.SYS_IOCTL, ^uintptr(0), unix.TIOCSETD), "EPERM", true},
	{"pages of another", "", raw(unix.SYS_MOVE_PAGES, uintptr(os.Getppid()), 0, 0, 0, 0, 0), "EPERM", os.Getuid() != 0},
	{"own pages", "", raw(unix.SYS_MOVE_PAGES, 0, 0, 0, 0, 0, 0), "ok", false},

	{"executable memfd", "memfd", raw(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(&memfdName[0])), 0), "ENOSYS", true},
	{"memfd that asks for both", "memfd", raw(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(&memfdName[0])), unix.MFD_EXEC|unix.MFD_NOEXEC_SEAL), "ENOSYS", true},
	{"sealed memfd", "memfd", raw(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(&memfdName[0])), unix.MFD_NOEXEC_SEAL), "ok", false},
	{"undumpable", "dumpable", raw(unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, garbage), "EPERM", true},
	{"dumpable", "dumpable", raw(unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, 1), "ok", false},
	{"sendto an address", "sends", raw(unix.SYS_SENDTO, ^uintptr(0), 0, 0, 0, 1, 16), "ENOSYS", true},
	{"sendto connected", "sends", raw(unix.SYS_SENDTO, ^uintptr(0), 0, 0, 0, 0, 0), "EBADF", false},
	{"sendmsg", "sends", raw(unix.SYS_SENDMSG, ^uintptr(0)), "ENOSYS", true},
	{"unshare when allowed", "namespaces", raw(unix.SYS_UNSHARE, unix.CLONE_FS|unix.CLONE_NEWUSER|0x1), "EINVAL", false},
	{"setns when allowed", "namespaces", raw(unix.SYS_SETNS, ^uintptr(0)), "EBADF", false},
}

var memfdName = [2]byte{'x', 0}
